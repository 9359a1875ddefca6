//! Every page is in SUMMARY.md; every relative link, picture and included file is there.

use crate::{pages, pages_and_readme, source, text};
use std::path::{Path, PathBuf};

/// Targets of a page within the book: links, pictures, included files.
fn targets(text: &str) -> Vec<&str> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let included = text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next());
    let outside = |target: &&str| !target.contains("://") && !target.starts_with('#');
    links.chain(included).map(|t| t.split(['#', ':']).next().unwrap()).filter(outside).collect()
}

/// The same text without fenced code, where brackets mean other things; included files stay.
fn without_code(text: &str) -> String {
    let mut inside = false;
    let prose = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !fence && (!inside || line.starts_with("{{#include "))
    });
    prose.collect::<Vec<_>>().join("\n")
}

#[test]
fn links_lead_somewhere() {
    for page in pages_and_readme() {
        let folder = source().join(page.parent().unwrap());
        for target in targets(&without_code(&text(&page))) {
            assert!(folder.join(target).exists(), "{}: {target}", page.display());
        }
    }
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = text(Path::new("SUMMARY.md"));
    let listed: Vec<PathBuf> = targets(&summary).into_iter().map(PathBuf::from).collect();
    for page in pages().iter().filter(|page| *page != Path::new("SUMMARY.md")) {
        assert!(listed.contains(page), "{} is not in SUMMARY.md", page.display());
    }
}

#[test]
fn figures_are_used_and_small() {
    let text: String = pages().iter().map(|page| text(page)).collect();
    let mut bytes = 0;
    for entry in std::fs::read_dir(source().join("figures")).unwrap() {
        let entry = entry.unwrap();
        bytes += entry.metadata().unwrap().len();
        let name = entry.file_name().into_string().unwrap();
        assert!(text.contains(&name), "{name} is on no page");
    }
    assert!(bytes < 1_500_000, "{bytes} bytes of figures");
}
