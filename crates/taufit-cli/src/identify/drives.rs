//! Rotor inertia, friction and mass of every joint, and the parameters that the data leave open.

use crate::numbers::{significant, with_half};
use crate::table::{Align, natural_width, render_table};
use crate::text::wrap;
use taufit::study::{JointRecord, ParameterRecord, Study};

/// Parameters that are named; the rest is counted.
const NAMED: usize = 6;

/// Rotor inertia, viscous and Coulomb friction with their 95 % intervals, masses before and after.
pub(super) fn render_drives(view: &Study, width: u16) -> String {
    let friction = view.friction_candidates.iter().find(|candidate| candidate.chosen);
    let friction = friction.map_or(String::new(), |model| format!(" ({})", model.name));
    let title = format!(
        "Rotor inertia [kg m²], friction{friction}, viscous per rad/s (m/s), masses; ± is half of the \
         95 % interval, ~ is of the physically consistent model alone",
    );
    format!("{}{}", wrap(&title, width, "  "), render_table_of(view, width))
}

/// The table, as wide as fits: all columns, then without spaces about ±, then without the nominal masses.
fn render_table_of(view: &Study, width: u16) -> String {
    let rows = |is_narrow: bool| -> Vec<Vec<String>> {
        view.joints.iter().map(|joint| row(view, joint, is_narrow)).collect()
    };
    let (wide, narrow) = (rows(false), rows(true));
    let fits = |names: &[&str], rows: &[Vec<String>]| natural_width(names, rows) <= width;
    let names = |nominal| ["#", "joint", "rotor", "viscous", "Coulomb", "", nominal, "link [kg]"];
    let headings = |names: [&'static str; 8]| -> Vec<(&str, Align)> {
        let aligns = [Align::Right, Align::Left, Align::Right, Align::Right, Align::Right];
        let aligns = aligns.into_iter().chain([Align::Left, Align::Right, Align::Right]);
        names.into_iter().zip(aligns).collect()
    };
    let (long, short) = (names("nominal [kg]"), names("nominal"));
    if fits(&long, &wide) {
        render_table(&headings(long), wide, width)
    } else if fits(&short, &narrow) {
        render_table(&headings(short), narrow, width)
    } else {
        // An empty column is left out.
        let without_nominal = |mut row: Vec<String>| {
            row[NOMINAL].clear();
            row
        };
        render_table(&headings(short), narrow.into_iter().map(without_nominal).collect(), width)
    }
}

/// Place of the nominal mass in a row.
const NOMINAL: usize = 6;

fn row(view: &Study, joint: &JointRecord, is_narrow: bool) -> Vec<String> {
    let of = |symbol: &str, consistent: f64| {
        let text =
            estimate(&view.base_parameters, &format!("{symbol}{}", joint.number), consistent);
        if is_narrow { text.replace(" ± ", "±") } else { text }
    };
    let link = view.links.iter().find(|link| link.joint == joint.name);
    let mass = |value: Option<f64>| value.map_or_else(String::new, |kg| significant(kg, 3));
    vec![
        joint.number.to_string(),
        joint.name.clone(),
        of("Ia", joint.rotor_inertia),
        of("fv", joint.friction.viscous),
        of("fc", joint.friction.coulomb),
        joint.effort_unit.clone(),
        mass(link.map(|link| link.nominal.mass_kg)),
        mass(link.map(|link| link.identified.mass_kg)),
    ]
}

/// A parameter that the data give alone, with half of its interval; else its value in the consistent model.
fn estimate(base: &[ParameterRecord], name: &str, consistent: f64) -> String {
    let alone = base.iter().find(|p| p.name == name && p.expression() == name);
    match alone.and_then(|p| p.interval.map(|interval| (p.value, interval))) {
        Some((value, [low, high])) if low < high && high.is_finite() => {
            with_half(value, 0.5 * (high - low))
        }
        _ if consistent == 0.0 => String::new(),
        _ => format!("~{}", significant(consistent, 3)),
    }
}

/// The base parameters whose value the data do not give.
pub(super) fn render_undetermined(base: &[ParameterRecord], width: u16) -> String {
    let open: Vec<&str> =
        base.iter().filter(|p| !p.is_determined()).map(ParameterRecord::expression).collect();
    let Some(last) = open.len().checked_sub(1) else { return String::new() };
    let named = open[..=last.min(NAMED - 1)].join(", ");
    let rest = match open.len().saturating_sub(NAMED) {
        0 => String::new(),
        n => format!(" and {n} more (--all)"),
    };
    wrap(&format!("Not determined: {named}{rest}."), width, "  ")
}
