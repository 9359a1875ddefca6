//! Commands in `sh` blocks and in tables need a robot, a network or a package, so they are not run: their verbs, options
//! and values are those of the program, under the names of today, and scripts that they name are there.

use crate::commands::shell;
use crate::{pages_and_readme, root, text};
use std::path::{Path, PathBuf};

/// Commands of the `sh` blocks and tables of a page, without comments, pipes and redirections.
fn commands(page: &str) -> Vec<String> {
    let (mut inside, mut commands) = (false, Vec::<String>::new());
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if line.starts_with('|') {
            let spans = line.split('`').skip(1).step_by(2);
            commands.extend(spans.filter(|span| span.starts_with("taufit ")).map(str::to_owned));
        } else if inside {
            let line = line.split(" #").next().unwrap().trim();
            match commands.last_mut().filter(|command| command.ends_with('\\')) {
                Some(command) => {
                    command.pop();
                    *command += line;
                }
                None => commands.push(line.to_owned()),
            }
        }
    }
    let first = |command: String| command.split([';', '|', '>']).next().unwrap().trim().to_owned();
    commands.into_iter().map(first).filter(|command| !command.is_empty()).collect()
}

/// A folder with a file that commands take for an option of numbers.
fn workplace() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unrun");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("gains.json"), "{}").unwrap();
    folder
}

/// Error of a command, or none. `--help` after all other arguments is printed only if these are understood.
fn fault(command: &str) -> Option<String> {
    let (program, _) = command.split_once(' ').unwrap_or((command, ""));
    if program == "taufit" {
        let quiet = format!("{command} --help > /dev/null");
        let (printed, exit_code) = shell(&quiet, &workplace());
        return (exit_code != 0 || !printed.is_empty()).then_some(printed);
    }
    let is_ours = ["scripts/", "bench/", "fuzz/"].iter().any(|folder| program.starts_with(folder));
    (is_ours && !root().join(program).exists()).then(|| "no such file".to_owned())
}

#[test]
fn commands_that_are_not_run_have_options_of_today() {
    let faults: Vec<String> = pages_and_readme()
        .iter()
        .flat_map(|page| commands(&text(page)).into_iter().map(move |command| (page, command)))
        .filter_map(|(page, command)| {
            fault(&command).map(|why| format!("{}: {command}\n{why}", page.display()))
        })
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn commands_of_a_block_are_found() {
    let page = "```sh\ntaufit run a.toml \\\n    --yes   # now\n. setup.sh\n```\n```console\n$ ls\n```\n\
        | to run | `taufit run b.toml` or `x` |\n";
    assert_eq!(commands(page), ["taufit run a.toml --yes", ". setup.sh", "taufit run b.toml"]);
    assert!(fault("taufit run a.toml --no-such-option").is_some());
    assert!(fault("scripts/no_such_script.sh").is_some());
    assert!(text(Path::new("quickstart.md")).contains("```sh"));
}
