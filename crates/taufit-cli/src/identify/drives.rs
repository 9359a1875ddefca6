//! Rotor inertia, friction and mass of every joint, and the parameters that the data leave open.

use crate::numbers::{known_to, significant};
use crate::table::{Align, render_table};
use crate::text::wrap;
use taufit::study::{JointRecord, ParameterRecord, Study};

/// Parameters that are named; the rest is counted.
const NAMED: usize = 6;

/// Rotor inertia, viscous and Coulomb friction with their 95 % intervals, masses before and after.
pub(super) fn render_drives(view: &Study, width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("rotor", Align::Right),
        ("viscous", Align::Right),
        ("Coulomb", Align::Right),
        ("", Align::Left),
        ("nominal [kg]", Align::Right),
        ("link [kg]", Align::Right),
    ];
    let rows = view.joints.iter().map(|joint| row(view, joint)).collect();
    let friction = view.friction_candidates.iter().find(|candidate| candidate.chosen);
    let friction = friction.map_or(String::new(), |model| format!(" ({})", model.name));
    let title = format!(
        "Rotor inertia [kg m²], friction{friction}, viscous per rad/s (m/s), masses; ± is half of the \
         95 % interval, ~ is of the physically consistent model alone",
    );
    format!("{}{}", wrap(&title, width, "  "), render_table(&headings, rows, width))
}

fn row(view: &Study, joint: &JointRecord) -> Vec<String> {
    let of = |symbol: &str, consistent: f64| {
        estimate(&view.base_parameters, &format!("{symbol}{}", joint.number), consistent)
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
            let half = 0.5 * (high - low);
            format!("{} ± {}", known_to(value, half), known_to(half, half))
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
