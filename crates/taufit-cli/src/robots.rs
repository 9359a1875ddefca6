//! `taufit robots`: what comes with taufit.

use crate::context::Context;
use crate::document::render_document;
use crate::failure::Outcome;
use crate::table::{Align, render_table};
use taufit::model::catalog::{ENTRIES, Entry};

/// Lists the built-in robots.
pub(crate) fn run(ctx: &Context) -> Outcome {
    let entry = |e: &Entry| serde_json::json!({ "name": e.name, "class": e.class.to_string(), "about": e.about });
    let robots: Vec<_> = ENTRIES.iter().map(entry).collect();
    let body = serde_json::json!({ "robots": robots });
    ctx.show(|| render_document("robots", None, (), body), |width| render_robots(&ENTRIES, width))
}

fn render_robots(entries: &[Entry], width: u16) -> String {
    let row = |e: &Entry| vec![e.name.to_owned(), e.class.to_string(), e.about.to_owned()];
    let headings = [("robot", Align::Left), ("masses", Align::Left), ("what it is", Align::Left)];
    render_table(&headings, entries.iter().map(row).collect(), width)
        + "\nTry: taufit inspect ur5\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots() {
        insta::assert_snapshot!(render_robots(&ENTRIES, 80));
    }
}
