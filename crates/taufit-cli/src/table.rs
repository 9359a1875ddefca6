//! Tables: headings, a rule, rows; no boxes.

use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// Only a rule below the headings.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
    Center,
}

impl From<Align> for CellAlignment {
    fn from(align: Align) -> Self {
        match align {
            Align::Left => Self::Left,
            Align::Right => Self::Right,
            Align::Center => Self::Center,
        }
    }
}

/// A table of text, not wider than `width`: long cells wrap, columns without content are left out.
pub(crate) fn render_table(
    headings: &[(&str, Align)],
    rows: Vec<Vec<String>>,
    width: u16,
) -> String {
    let filled = |i: &usize| rows.iter().any(|row| row.get(*i).is_some_and(|c| !c.is_empty()));
    let shown: Vec<usize> = (0..headings.len()).filter(filled).collect();
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table.set_header(shown.iter().map(|&i| Cell::new(headings[i].0)));
    for row in &rows {
        table.add_row(shown.iter().map(|&i| row.get(i).map_or("", String::as_str)));
    }
    for (column, &i) in table.column_iter_mut().zip(&shown) {
        column.set_padding((0, 1)).set_cell_alignment(headings[i].1.into());
    }
    table.trim_fmt() + "\n"
}

/// Columns that a table takes if no cell wraps.
pub(crate) fn natural_width(headings: &[&str], rows: &[Vec<String>]) -> u16 {
    let longest = |i: usize| {
        let cells = rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count());
        let content = cells.max().unwrap_or(0);
        if content == 0 { 0 } else { content.max(headings[i].chars().count()) + 2 }
    };
    u16::try_from((0..headings.len()).map(longest).sum::<usize>()).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_cells_wrap_and_lines_stay_within_the_width() {
        let rows = vec![vec!["1".to_owned(), "Izz1 + 0.1806 m2 + my2 ".repeat(8)]];
        let text = render_table(&[("#", Align::Right), ("expression", Align::Left)], rows, 50);
        assert!(text.lines().count() > 4, "{text}");
        assert!(text.lines().all(|l| l.chars().count() <= 50), "{text}");
    }

    #[test]
    fn columns_without_content_are_left_out() {
        let rows = vec![vec!["a".to_owned(), String::new(), "c".to_owned()]];
        let headings = [("x", Align::Left), ("y", Align::Left), ("z", Align::Left)];
        assert_eq!(render_table(&headings, rows, 50).lines().next(), Some("x  z"));
    }
}
