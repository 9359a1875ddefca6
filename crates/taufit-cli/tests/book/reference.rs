//! Reference pages are what the program prints. `TAUFIT_BOOK=write` writes them anew.

use crate::schema_tables::schema_tables;
use crate::{printed, source};
use std::fmt::Write as _;

const WARNING: &str = "<!-- Made by crates/taufit-cli/tests/book/reference.rs: change the program, not this page. -->";

/// Compares a page with what it should hold, or writes it.
fn check(page: &str, title: &str, body: &str) {
    let path = source().join("reference").join(page);
    let wanted = format!("{WARNING}\n\n# {title}\n\n{body}");
    if std::env::var("TAUFIT_BOOK").is_ok_and(|v| v == "write") {
        std::fs::write(&path, &wanted).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    let line = wanted.lines().zip(there.lines()).position(|(a, b)| a != b).map_or(0, |k| k + 1);
    assert!(
        there == wanted,
        "reference/{page} is not what the program says, from line {line} on; write it anew with \
         TAUFIT_BOOK=write cargo test --release -p taufit-cli --test book reference"
    );
}

/// The verbs in the order of `taufit --help`.
fn verbs() -> Vec<String> {
    let help = printed(&["--help"]);
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // A verb stands two spaces in; the rest of its description further right.
    let verb = |line: &str| line.strip_prefix("  ").filter(|l| !l.starts_with(' ')).map(first_word);
    list.lines().filter_map(verb).filter(|verb| verb != "help").collect()
}

fn first_word(line: &str) -> String {
    line.split(' ').next().unwrap().to_owned()
}

/// Without the blanks at line ends that clap leaves.
fn trimmed(text: &str) -> String {
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn reference_of_the_command_line() {
    let mut body = format!("```text\n{}\n```\n", trimmed(&printed(&["--help"])));
    for verb in verbs() {
        let help = trimmed(&printed(&[&verb, "--help"]));
        write!(body, "\n## taufit {verb}\n\n```text\n{help}\n```\n").unwrap();
    }
    check("cli.md", "Command line", &body);
}

#[test]
fn reference_of_codes() {
    let document: serde_json::Value =
        serde_json::from_str(&printed(&["explain", "--json"])).unwrap();
    for (letter, page, title) in [("E", "errors.md", "Errors"), ("W", "warnings.md", "Warnings")] {
        let mut body = "The same pages as `taufit explain CODE`.\n".to_owned();
        for explained in document["pages"].as_array().unwrap() {
            if explained["code"].as_str().unwrap().starts_with(letter) {
                // A page of its own becomes a section.
                let text = explained["text"].as_str().unwrap().replace("\n## ", "\n### ");
                write!(body, "\n#{}\n", text.trim_end()).unwrap();
            }
        }
        check(page, title, &body);
    }
}

#[test]
fn reference_of_files() {
    let help = printed(&["schema", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, listed) = help.split_once("[possible values: ").unwrap();
    let (listed, _) = listed.split_once(']').unwrap();
    let mut results = "What `taufit schema VERB` says in JSON, as tables.\n".to_owned();
    for of in listed.split(", ") {
        let schema = serde_json::from_str(&printed(&["schema", of])).unwrap();
        let tables = schema_tables(&schema);
        if of == "experiment" {
            check("experiment.md", "experiment.toml", &tables);
        } else {
            write!(results, "\n## result.json of taufit {of}\n\n{tables}").unwrap();
        }
    }
    check("results.md", "result.json", &results);
}
