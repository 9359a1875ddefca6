//! The screen of `base`: verdict, base parameters, classes, notes.

use super::view::{BaseView, Counts, StandardParameter};
use crate::numbers::count;
use crate::table::{Align, render_table};
use crate::text::wrap;
use taufit::base::IdentifiabilityClass;

/// The whole screen.
pub(super) fn render_base(view: &BaseView, width: u16) -> String {
    let mut text = wrap(&verdict(&view.robot, &view.counts), width, "");
    text += &format!("\nBase parameters\n{}", render_groups(view, width));
    text += &format!("\nStandard parameters\n{}", render_classes(&view.standard_parameters, width));
    text += &wrap(&legend(&view.counts), width, "");
    for note in &view.notes {
        text += &format!("\n{}", wrap(note, width, "  "));
    }
    text
}

fn verdict(robot: &str, counts: &Counts) -> String {
    let set_aside = match (counts.dropped, counts.fixed) {
        (0, 0) => String::new(),
        (dropped, 0) => format!("; {dropped} dropped"),
        (0, fixed) => format!("; {fixed} fixed"),
        (dropped, fixed) => format!("; {dropped} dropped, {fixed} fixed"),
    };
    format!(
        "Joint torques of {robot} can ever reveal {}. Of the {} standard parameters they show {} \
         alone, {} in combination, {} never{set_aside}.",
        count(counts.base, "number"),
        counts.standard,
        counts.alone,
        counts.combination,
        counts.never,
    )
}

fn render_groups(view: &BaseView, width: u16) -> String {
    let rows =
        view.base_parameters.iter().map(|p| vec![p.number.to_string(), p.expression.clone()]);
    render_table(&[("#", Align::Right), ("expression", Align::Left)], rows.collect(), width)
}

/// One row per link with its joint, one column per symbol.
fn render_classes(parameters: &[StandardParameter], width: u16) -> String {
    let mut symbols: Vec<&str> = Vec::new();
    let mut rows: Vec<(usize, &str)> = Vec::new();
    for parameter in parameters {
        if !symbols.contains(&parameter.symbol) {
            symbols.push(parameter.symbol);
        }
        if rows.iter().all(|(number, _)| *number != parameter.number) {
            rows.push((parameter.number, &parameter.owner));
        }
    }
    let cell = |number: usize, symbol: &str| {
        let hit = parameters.iter().find(|p| p.number == number && p.symbol == symbol);
        hit.map_or(String::new(), |p| mark(p.class).to_owned())
    };
    let row = |&(number, owner): &(usize, &str)| {
        let marks = symbols.iter().map(|symbol| cell(number, symbol));
        [number.to_string(), owner.to_owned()].into_iter().chain(marks).collect()
    };
    let mut headings = vec![("#", Align::Right), ("link", Align::Left)];
    headings.extend(symbols.iter().map(|s| (*s, Align::Center)));
    render_table(&headings, rows.iter().map(row).collect(), width)
}

fn mark(class: IdentifiabilityClass) -> &'static str {
    match class {
        IdentifiabilityClass::Alone => "●",
        IdentifiabilityClass::Combination => "◐",
        IdentifiabilityClass::Unidentifiable => "·",
        IdentifiabilityClass::Dropped => "-",
        IdentifiabilityClass::Fixed => "=",
    }
}

/// Only the marks that occur.
fn legend(counts: &Counts) -> String {
    let entries = [
        ("● alone", counts.alone),
        ("◐ in combination", counts.combination),
        ("· never", counts.never),
        ("- dropped (zero)", counts.dropped),
        ("= fixed", counts.fixed),
    ];
    let shown: Vec<&str> = entries.iter().filter(|(_, n)| *n > 0).map(|(word, _)| *word).collect();
    shown.join("   ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::base::{Base, BaseSettings};
    use taufit::model::catalog;
    use taufit::params::{Layout, LayoutSettings};

    fn screen(robot: &str, drop: &str, fix: &[(&str, f64)], long: bool, width: u16) -> String {
        let robot = catalog::robot(robot).unwrap();
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let fix = fix.iter().map(|(name, value)| (layout.select(name).unwrap()[0], *value));
        let settings = BaseSettings {
            drop: layout.select_list(drop).unwrap(),
            fix: fix.collect(),
            ..BaseSettings::default()
        };
        let base = Base::new(&robot, &layout, &settings).unwrap();
        render_base(&BaseView::new(&robot, &layout, &base, long), width)
    }

    #[test]
    fn panda_at_60_columns() {
        insta::assert_snapshot!(screen("panda", "", &[], false, 60));
    }

    #[test]
    fn planar2r_with_long_names() {
        insta::assert_snapshot!(screen("planar2r", "", &[], true, 100));
    }

    #[test]
    fn planar2r_dropped_and_fixed() {
        insta::assert_snapshot!(screen("planar2r", "my*", &[("m2", 10.0)], false, 80));
    }

    #[test]
    fn panda_at_140_columns() {
        insta::assert_snapshot!(screen("panda", "", &[], false, 140));
    }
}
