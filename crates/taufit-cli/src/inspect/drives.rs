//! The tables of limits, motors and friction.

use super::view::JointView;
use crate::numbers::{degrees, number};
use crate::table::{Align, render_table};
use taufit::friction::{CoulombShape, FrictionTerm};
use taufit::model::{JointKind, Limits};

/// Limits and motors, one row per joint; turning joints in degrees, sliding ones in metres.
pub(super) fn render_drives(joints: &[JointView], width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("position", Align::Left),
        ("speed", Align::Right),
        ("acceleration", Align::Right),
        ("effort", Align::Right),
        ("gear", Align::Right),
        ("N·m/A", Align::Right),
        ("Ia [kg m²]", Align::Right),
        ("motor", Align::Left),
    ];
    render_or_none(&headings, joints.iter().map(drive_row).collect(), width)
}

/// Friction coefficients, one row per joint; only the terms that some joint has.
pub(super) fn render_friction(joints: &[JointView], width: u16) -> String {
    let mut headings = vec![("#", Align::Right), ("joint", Align::Left)];
    headings.extend(FrictionTerm::ALL.map(|term| (term.symbol(), Align::Right)));
    headings.extend(["tanh width", "tanh shift", "Stribeck velocity"].map(|h| (h, Align::Right)));
    render_or_none(&headings, joints.iter().map(friction_row).collect(), width)
}

/// The table, unless nothing stands in it but numbers and names.
fn render_or_none(headings: &[(&str, Align)], rows: Vec<Vec<String>>, width: u16) -> String {
    if rows.iter().all(|row| row.iter().skip(2).all(String::is_empty)) {
        return "none given\n".to_owned();
    }
    render_table(headings, rows, width)
}

fn drive_row(joint: &JointView) -> Vec<String> {
    let (slides, limits, motor) = (joint.kind == JointKind::Prismatic, joint.limits, &joint.motor);
    let unit = if slides { "N" } else { "N·m" };
    let rotor = Some(motor.rotor_inertia_kg_m2).filter(|ia| *ia != 0.0);
    vec![
        joint.number.to_string(),
        joint.name.clone(),
        range(&limits, slides),
        limits.velocity.map(|v| length(v, slides) + "/s").unwrap_or_default(),
        limits.acceleration.map(|a| length(a, slides) + "/s²").unwrap_or_default(),
        limits.effort.map(|e| format!("{} {unit}", number(e))).unwrap_or_default(),
        motor.gear_ratio.map(number).unwrap_or_default(),
        motor.torque_constant_nm_a.map(number).unwrap_or_default(),
        rotor.map(number).unwrap_or_default(),
        motor.motor_type.clone().unwrap_or_default(),
    ]
}

fn friction_row(joint: &JointView) -> Vec<String> {
    let (friction, shape) = (&joint.friction, &joint.friction.shape);
    let term = |t| if shape.has(t) { number(friction.coefficient(t)) } else { String::new() };
    let (width, shift) = match shape.sign {
        CoulombShape::Tanh { width_rad_s, shift_rad_s } => {
            (number(width_rad_s), number(shift_rad_s))
        }
        CoulombShape::Sign => (String::new(), String::new()),
    };
    let velocity = shape.stribeck.map(|s| number(s.velocity_rad_s)).unwrap_or_default();
    let mut row = vec![joint.number.to_string(), joint.name.clone()];
    row.extend(FrictionTerm::ALL.map(term));
    row.extend([width, shift, velocity]);
    row
}

fn length(x: f64, slides: bool) -> String {
    if slides { format!("{} m", number(x)) } else { format!("{}°", degrees(x)) }
}

/// `±360°`, `-90° … 20°`, or one side only.
fn range(limits: &Limits, slides: bool) -> String {
    match (limits.lower, limits.upper) {
        (Some(lower), Some(upper)) if lower == -upper => format!("±{}", length(upper, slides)),
        (Some(lower), Some(upper)) => {
            format!("{} … {}", length(lower, slides), length(upper, slides))
        }
        (Some(lower), None) => format!("≥ {}", length(lower, slides)),
        (None, Some(upper)) => format!("≤ {}", length(upper, slides)),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_short() {
        let limits = |lower, upper| Limits { lower, upper, ..Limits::default() };
        assert_eq!(range(&limits(Some(-1.0), Some(1.0)), true), "±1 m");
        assert_eq!(range(&limits(Some(-0.5), Some(1.0)), true), "-0.5 m … 1 m");
        assert_eq!(range(&limits(None, Some(1.0)), false), "≤ 57.3°");
        assert_eq!(range(&limits(None, None), false), "");
    }
}
