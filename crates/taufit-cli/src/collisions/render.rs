//! The screen of `collisions`: contacts, and what residuals must pass.

use crate::numbers::number;
use crate::table::{Align, render_table};
use crate::text::render_verdict;
use crate::text::{listing, wrap};
use taufit::model::Robot;
use taufit::study::{ContactStudy, DetectedContact, JointThreshold, LogContacts};

/// The whole screen.
pub(crate) fn render_contacts(robot: &Robot, study: &ContactStudy, width: u16) -> String {
    let mut text = wrap(&study.headline(), width, "");
    text += &render_verdict("Thresholds", &study.header.verdict, width);
    let found: Vec<Vec<String>> = study
        .logs
        .iter()
        .flat_map(|log| log.contacts.iter().map(|contact| contact_row(study, log, contact)))
        .collect();
    if !found.is_empty() {
        text += &format!("\n{}", render_table(&CONTACT_HEADINGS, found, width));
        text += &wrap(
            "torque: what came from outside at the peak, in the joint that felt it most. force: at the \
             origin of the frame, if the pose tells; fit: how much of the torques it explains.",
            width,
            "  ",
        );
    }
    let rows = robot.dof_joint_iter().zip(&study.thresholds.joints).map(|(joint, threshold)| {
        threshold_row(if joint.is_prismatic() { "N" } else { "N m" }, threshold)
    });
    text += &format!("\nThresholds\n{}", render_table(&THRESHOLD_HEADINGS, rows.collect(), width));
    let legend = "seen: the largest residual in the logs without contact. slow: while a joint may stick, \
                  and its friction is unknown.";
    text + &wrap(&format!("{} {legend}", study.threshold_text()), width, "  ")
}

const CONTACT_HEADINGS: [(&str, Align); 8] = [
    ("log", Align::Left),
    ("from s", Align::Right),
    ("until s", Align::Right),
    ("joints", Align::Left),
    ("torque", Align::Right),
    ("in", Align::Left),
    ("force N", Align::Left),
    ("fit", Align::Right),
];

fn contact_row(study: &ContactStudy, log: &LogContacts, contact: &DetectedContact) -> Vec<String> {
    let (joint, torque) = study.loudest(contact).unwrap_or(("", f64::NAN));
    let force = contact.force.as_ref();
    vec![
        log.source.clone(),
        format!("{:.3}", contact.from_s),
        format!("{:.3}", contact.until_s),
        listing(&contact.joints),
        number(torque),
        joint.to_owned(),
        force.map_or_else(String::new, |f| f.force_n.map(|x| format!("{x:.0}")).join(" ")),
        force.map_or_else(String::new, |f| format!("{:.0} %", 100.0 * f.explained)),
    ]
}

const THRESHOLD_HEADINGS: [(&str, Align); 6] = [
    ("joint", Align::Left),
    ("moving", Align::Right),
    ("seen", Align::Right),
    ("slow", Align::Right),
    ("seen", Align::Right),
    ("", Align::Left),
];

fn threshold_row(unit: &str, threshold: &JointThreshold) -> Vec<String> {
    let JointThreshold { joint, moving, slow, largest_seen, .. } = threshold;
    let numbers = [*moving, largest_seen[0], *slow, largest_seen[1]].map(number);
    std::iter::once(joint.clone()).chain(numbers).chain([unit.to_owned()]).collect()
}
