//! The verdict of a page alone, for notebooks.

/// Notebooks float the terms of lists.
const LISTS: &str = "& dl dt, & dl dd { float: none; width: auto; font-weight: inherit; }";

/// Head and verdict of a page with its style sheet; none where the page has no verdict.
///
/// The rules hold inside the card only, so that the document around it keeps its look.
pub fn verdict_card(page: &str) -> Option<String> {
    let style = between(page, "<style>", "</style>")?;
    let head = between(page, "<header class=\"page-head\">\n  <div>", "</div>")?;
    let verdict = between(page, "<section id=\"verdict\"", "</section>")?;
    // The card takes the place of the root and the body of the page.
    let style = style.replace(":root", "&").replace("}body{", "}&{");
    // The sections that it links to are not here.
    let verdict = verdict.replace(" href=\"#warnings\"", "");
    Some(format!(
        "<div class=\"taufit-card\"><style>.taufit-card {{ {style} & {{ padding: 0 1rem 1rem; }} {LISTS} }}\n\
         body[data-jp-theme-light=\"true\"] .taufit-card {{ color-scheme: light; }}\n\
         body[data-jp-theme-light=\"false\"] .taufit-card {{ color-scheme: dark; }}</style>\
         <div class=\"page-head\"><div>{head}</div></div><section{verdict}</section></div>"
    ))
}

/// The text between two marks.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(from)?;
    rest.split_once(to).map(|(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_has_head_verdict_and_rules_of_its_own() {
        let page = "<style>:root{--ink:red}body{margin:0}</style>\
                    <header class=\"page-head\">\n  <div><h1>ur5</h1></div></header>\
                    <section id=\"verdict\" class=\"verdict good\"><a href=\"#warnings\">2</a></section><p>more</p>";
        let card = verdict_card(page).unwrap();
        assert!(card.contains("<section class=\"verdict good\"><a>2</a></section>"), "{card}");
        assert!(card.contains("&{--ink:red}&{margin:0}"), "{card}");
        assert!(card.contains("<h1>ur5</h1>") && !card.contains("more"), "{card}");
    }

    #[test]
    fn a_page_without_a_verdict_has_no_card() {
        assert_eq!(verdict_card("<style></style><section id=\"summary\"></section>"), None);
    }
}
