//! The README shows what the program really prints.

use crate::taufit;

const README: &str = include_str!("../../../../README.md");
/// Width of the screens in the README.
const COLUMNS: &str = "88";

/// Command and shown output of every block that begins with `$ taufit`.
fn examples() -> Vec<(&'static str, Vec<&'static str>)> {
    let blocks = README.split("```console\n$ taufit ").skip(1);
    let example = |block: &'static str| {
        let mut lines = block.split("\n```").next().unwrap().lines();
        (lines.next().unwrap(), lines.collect())
    };
    blocks.map(example).collect()
}

#[test]
fn shown_output_is_real_output() {
    for (command, shown) in examples() {
        let args: Vec<&str> = command.split(' ').collect();
        let run = taufit(&args).env("COLUMNS", COLUMNS).assert().success().get_output().clone();
        let real = String::from_utf8(run.stdout).unwrap();
        let mut real = real.lines();
        // `...` stands for lines left out.
        for line in shown.into_iter().filter(|line| *line != "...") {
            assert!(
                real.any(|l| l == line),
                "taufit {command}: not printed, or not here: {line:?}"
            );
        }
    }
}

#[test]
fn the_readme_shows_the_main_verbs() {
    let verbs: Vec<&str> = examples().iter().filter_map(|(c, _)| c.split(' ').next()).collect();
    for verb in ["base", "explain"] {
        assert!(verbs.contains(&verb), "{verb}");
    }
}
