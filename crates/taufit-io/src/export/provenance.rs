//! The comment that says where the numbers of an exported file come from.

use crate::text_file::without_bom;
use taufit::study::StudyHeader;

/// Comment syntax of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentStyle {
    /// `<!-- ... -->`
    Xml,
    /// `# ...`
    Hash,
    /// `// ...`
    Slashes,
}

/// Program, version and method, robot, and the files that went in with their SHA-256; without a date, so that one
/// result always gives one text.
pub fn provenance_lines(header: &StudyHeader) -> Vec<String> {
    let StudyHeader { kind, provenance, robot, .. } = header;
    let mut lines = vec![
        format!("identified by taufit {} (taufit {})", provenance.version, kind.verb()),
        format!("robot: {}, described by {}", robot.name, file_name(&robot.source)),
    ];
    lines.extend(
        provenance
            .inputs
            .iter()
            .map(|input| format!("input: {} SHA-256 {}", file_name(&input.path), input.sha256)),
    );
    lines
}

/// The name of a file without its folders, which are those of another computer.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The text with a comment of these lines at its top; in XML behind the declaration, which must come first.
pub fn with_comment(text: &str, style: CommentStyle, lines: &[String]) -> String {
    let body = without_bom(text);
    let mark = text.strip_suffix(body).unwrap_or_default();
    let newline = if body.contains("\r\n") { "\r\n" } else { "\n" };
    let start = match style {
        CommentStyle::Xml if body.starts_with("<?xml") => body.find("?>").map_or(0, |at| at + 2),
        _ => 0,
    };
    let (declaration, rest) = body.split_at(start);
    let comment = comment(style, lines, newline);
    let (before, after) = if start == 0 { ("", newline) } else { (newline, "") };
    format!("{mark}{declaration}{before}{comment}{after}{rest}")
}

/// The comment without a line end behind it.
fn comment(style: CommentStyle, lines: &[String], newline: &str) -> String {
    let clean = |line: &String| -> String {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match style {
            // Two hyphens end a comment of XML; what is left of three has two.
            CommentStyle::Xml => line.replace("--", "- -").replace("--", "- -"),
            _ => line,
        }
    };
    let lines = lines.iter().map(clean);
    match style {
        CommentStyle::Xml => {
            format!("<!-- {} -->", lines.collect::<Vec<_>>().join(&format!("{newline}     ")))
        }
        CommentStyle::Hash => lines.map(|l| format!("# {l}")).collect::<Vec<_>>().join(newline),
        CommentStyle::Slashes => lines.map(|l| format!("// {l}")).collect::<Vec<_>>().join(newline),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<String> {
        vec!["first".to_owned(), "a---b----".to_owned(), "c\nd".to_owned()]
    }

    #[test]
    fn comments_stand_where_each_format_allows_them() {
        let xml = with_comment("<?xml version=\"1.0\"?>\n<robot/>\n", CommentStyle::Xml, &lines());
        let expected =
            "<?xml version=\"1.0\"?>\n<!-- first\n     a- - -b- - - -\n     c d -->\n<robot/>\n";
        assert_eq!(xml, expected);
        assert!(roxmltree::Document::parse(&xml).is_ok());
        let bare = with_comment("\u{feff}<robot/>\r\n", CommentStyle::Xml, &lines()[..1]);
        assert_eq!(bare, "\u{feff}<!-- first -->\r\n<robot/>\r\n");
        let toml = with_comment("name = 'r'\n", CommentStyle::Hash, &lines()[..1]);
        assert_eq!(toml, "# first\nname = 'r'\n");
        let code = with_comment("int x;\n", CommentStyle::Slashes, &lines()[2..]);
        assert_eq!(code, "// c d\nint x;\n");
    }
}
