//! Commands in `console` blocks are run, page by page, and must print what is shown.
//!
//! A page starts in an empty folder beside `book` and `examples`, as a reader does in a fresh clone, and
//! its commands follow each other there. They succeed, unless the last line shown is `[exit code N]`.

use crate::elision::lines_match;
use crate::{pages_and_readme, root, text};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Width of the screens in the book.
pub(crate) const COLUMNS: &str = "88";

/// One command and what is shown of its output.
struct Example<'a> {
    command: String,
    shown: Vec<&'a str>,
    exit_code: i32,
}

/// The commands of a page, in order. A command goes on in the next line after a backslash.
fn examples(page: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let command = command.to_owned();
            examples.push(Example { command, shown: Vec::new(), exit_code: 0 });
        } else if let Some(example) = examples.last_mut().filter(|_| inside) {
            let exit_code = line.strip_prefix("[exit code ").and_then(|l| l.strip_suffix(']'));
            if example.command.ends_with('\\') {
                example.command += &format!("\n{line}");
            } else if let Some(code) = exit_code {
                example.exit_code = code.parse().unwrap();
            } else {
                example.shown.push(line);
            }
        }
    }
    examples
}

/// Folders beside each other: the book, the examples, and one to work in.
fn workplace(page: &Path) -> PathBuf {
    let name = page.with_extension("").to_string_lossy().replace("../", "").replace('/', "-");
    let clone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(name);
    let _ = std::fs::remove_dir_all(&clone);
    std::fs::create_dir_all(clone.join("work")).unwrap();
    for folder in ["book", "examples"] {
        std::os::unix::fs::symlink(root().join(folder), clone.join(folder)).unwrap();
    }
    clone.join("work")
}

/// Output of a command on both streams, and its exit code.
pub(crate) fn shell(command: &str, folder: &Path) -> (String, i32) {
    let programs = Path::new(assert_cmd::cargo::cargo_bin!("taufit")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .envs([("PATH", path.as_str()), ("COLUMNS", COLUMNS)])
        .output()
        .unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

/// The first command of a page that does not do what is shown.
fn first_failure(page: &Path) -> Option<String> {
    let text = text(page);
    let folder = workplace(page);
    for example in examples(&text) {
        let (printed, exit_code) = shell(&example.command, &folder);
        let real: Vec<&str> = printed.lines().map(str::trim_end).collect();
        if exit_code != example.exit_code || !lines_match(&example.shown, &real) {
            let Example { command, shown, .. } = example;
            let shown = shown.join("\n");
            return Some(format!(
                "{}: $ {command}\n-- shown:\n{shown}\n-- printed, exit code {exit_code}:\n{printed}",
                page.display()
            ));
        }
    }
    None
}

#[test]
fn commands_print_what_is_shown() {
    let mut waiting: Vec<PathBuf> = pages_and_readme();
    waiting.retain(|page| text(page).contains("```console"));
    assert!(waiting.len() > 5, "{waiting:?}");
    if let Ok(names) = std::env::var("TAUFIT_PAGES") {
        let names: Vec<&str> = names.split(',').collect();
        waiting.retain(|page| names.iter().any(|name| page.to_string_lossy().contains(name)));
    }
    let waiting = Mutex::new(waiting);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(page) = { waiting.lock().unwrap().pop() } {
                    failures.lock().unwrap().extend(first_failure(&page));
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "\n{}", failures.join("\n\n"));
}
