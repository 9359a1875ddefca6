//! The tables of `inspect`.

use super::drives::{render_drives, render_friction};
use super::view::{FrameView, Inspection, JointView, LinkView};
use crate::numbers::{number, numbers, significant};
use crate::table::{Align, render_table};
use crate::text::wrap;
use crate::warnings::{Shown, render_views};
use taufit::model::JointKind;

/// The whole screen: verdict first, warnings last.
pub(super) fn render_inspection(robot: &Inspection, width: u16) -> String {
    let mut text = wrap(&format!("{}: {}", robot.name, robot.verdict), width, "  ");
    text += &wrap(&format!("source   {}", robot.origin), width, "         ");
    text += &format!("gravity  {} m/s²\n", numbers(robot.gravity_m_s2));
    text += &format!("reach    {} m\n", number(robot.reach_m));
    text += &wrap(&format!("shapes   {}", robot.collision.label()), width, "         ");
    text += &format!("\nJoints\n{}", render_joints(&robot.joints, width));
    text += &format!("\nLimits and motors\n{}", render_drives(&robot.joints, width));
    text += &format!("\nFriction [N·m, N·m s/rad]\n{}", render_friction(&robot.joints, width));
    text += &format!("\nLinks\n{}", render_links(&robot.links, width));
    text += &render_frames(&robot.frames, width);
    if !robot.warnings.is_empty() {
        text += &format!("\n{}", render_views(&robot.warnings, Shown::OneOfAKind));
    }
    text
}

fn render_joints(joints: &[JointView], width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("type", Align::Left),
        ("hangs on", Align::Left),
        ("moves", Align::Left),
        ("axis", Align::Left),
        ("follows", Align::Left),
    ];
    let row = |j: &JointView| {
        vec![
            j.number.to_string(),
            j.name.clone(),
            kind_name(j.kind).to_owned(),
            j.parent.clone(),
            j.link.clone(),
            axis_name(j.axis),
            mimic_text(j),
        ]
    };
    render_table(&headings, joints.iter().map(row).collect(), width)
}

fn kind_name(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Revolute => "revolute",
        JointKind::Continuous => "continuous",
        JointKind::Prismatic => "prismatic",
        JointKind::Fixed => "fixed",
    }
}

/// `z`, `-x`, or the three numbers.
fn axis_name(axis: [f64; 3]) -> String {
    const NAMED: [(&str, [f64; 3]); 6] = [
        ("x", [1.0, 0.0, 0.0]),
        ("y", [0.0, 1.0, 0.0]),
        ("z", [0.0, 0.0, 1.0]),
        ("-x", [-1.0, 0.0, 0.0]),
        ("-y", [0.0, -1.0, 0.0]),
        ("-z", [0.0, 0.0, -1.0]),
    ];
    let named = NAMED.iter().find(|(_, a)| *a == axis);
    named.map_or_else(|| numbers(axis), |(name, _)| (*name).to_owned())
}

/// `-1 × #8`: the factor and the number of the joint that leads.
fn mimic_text(joint: &JointView) -> String {
    let Some(mimic) = &joint.mimic else { return String::new() };
    let offset =
        if mimic.offset == 0.0 { String::new() } else { format!(" + {}", number(mimic.offset)) };
    format!("{} × #{}{offset}", number(mimic.ratio), mimic.number)
}

/// Three lengths in metres, to a tenth of a millimetre.
fn tenths_of_mm(position_m: [f64; 3]) -> String {
    // Adding zero turns -0 into 0.
    let rounded = |x: f64| (x * 1e4).round() / 1e4 + 0.0;
    position_m.map(|x| format!("{:7.4}", rounded(x))).join(" ")
}

fn render_links(links: &[LinkView], width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("link", Align::Left),
        ("mass [kg]", Align::Right),
        ("centre of mass [m]", Align::Left),
        ("principal moments [kg m²]", Align::Left),
    ];
    let row = |l: &LinkView| {
        vec![
            l.number.to_string(),
            l.name.clone(),
            number(l.mass_kg),
            l.com_in_link_m.map(tenths_of_mm).unwrap_or_default(),
            l.principal_moments_kg_m2
                .map(|m| m.map(|x| significant(x, 3)).join(" "))
                .unwrap_or_default(),
        ]
    };
    render_table(&headings, links.iter().map(row).collect(), width)
}

/// The frames that are not the links themselves; nothing if there is only the base.
fn render_frames(frames: &[FrameView], width: u16) -> String {
    let headings =
        [("frame", Align::Left), ("fixed to", Align::Left), ("position there [m]", Align::Left)];
    let others = frames.iter().filter(|f| f.link.as_ref() != Some(&f.name));
    let row = |f: &FrameView| {
        let position: [f64; 3] = f.link_from_frame.translation.into();
        vec![
            f.name.clone(),
            f.link.clone().unwrap_or_else(|| "the ground".to_owned()),
            numbers(position),
        ]
    };
    let rows: Vec<Vec<String>> = others.map(row).collect();
    if rows.len() < 2 {
        return String::new();
    }
    format!("\nFrames\n{}", render_table(&headings, rows, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(robot: &str, width: u16) -> String {
        let loaded = taufit_io::read_robot(robot).unwrap();
        render_inspection(&Inspection::new(&loaded).unwrap(), width)
    }

    #[test]
    fn ur5_at_80_columns() {
        insta::assert_snapshot!(screen("ur5", 80));
    }

    #[test]
    fn kr500_has_no_masses() {
        insta::assert_snapshot!(screen("kr500", 100));
    }

    #[test]
    fn panda_at_140_columns() {
        insta::assert_snapshot!(screen("panda", 140));
    }

    #[test]
    fn main_axes_go_by_name() {
        assert_eq!(axis_name([0.0, -1.0, 0.0]), "-y");
        assert_eq!(axis_name([0.6, 0.0, 0.8]), "0.6 0 0.8");
    }
}
