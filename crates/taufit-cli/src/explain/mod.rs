//! `taufit explain CODE`: a page about every error and warning.

mod pages;

use crate::context::Context;
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::table::{Align, render_table};
use clap::Args;
use pages::{PAGES, Page};

/// Explain an error or warning: what it means, what causes it, what to do
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  taufit explain            every code, one line each
  taufit explain W005       one page")]
pub(crate) struct ExplainArgs {
    /// A code, such as E006 or W005; without one, all codes are listed
    code: Option<String>,
}

/// Prints one page, or the list of all.
pub(crate) fn run(ctx: &Context, args: &ExplainArgs) -> Outcome {
    let pages = match &args.code {
        Some(code) => std::slice::from_ref(find(code)?),
        None => PAGES,
    };
    let body = || serde_json::json!({ "pages": pages });
    let screen = |width| match (&args.code, pages) {
        (Some(_), [page]) => page.text.to_owned(),
        _ => render_codes(pages, width),
    };
    ctx.show(|| render_document("explain", None, (), body()), screen)
}

/// The page of a code, such as `E006`.
pub fn page(code: &str) -> Option<&'static str> {
    find(code).ok().map(|page| page.text)
}

fn find(code: &str) -> Outcome<&'static Page> {
    let wanted = code.trim().to_ascii_uppercase();
    PAGES.iter().find(|page| page.code == wanted).ok_or_else(|| {
        Failure::misuse(format!("there is no code {code:?}; `taufit explain` lists all codes"))
    })
}

fn render_codes(pages: &[Page], width: u16) -> String {
    let row = |page: &Page| vec![page.code.to_owned(), page.title().to_owned()];
    render_table(
        &[("code", Align::Left), ("meaning", Align::Left)],
        pages.iter().map(row).collect(),
        width,
    ) + "\nE: the input is refused. W: a warning, the work goes on.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes() {
        insta::assert_snapshot!(render_codes(PAGES, 100));
    }

    #[test]
    fn codes_may_be_typed_in_lower_case() {
        assert_eq!(find("e006").unwrap().code, "E006");
        assert!(matches!(find("E999"), Err(Failure::Usage(_))));
    }
}
