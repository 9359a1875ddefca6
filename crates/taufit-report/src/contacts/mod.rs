//! The page of watched logs: what touched the robot, and what residuals looked like.

use crate::ReportError;
use crate::figure::{ResidualPanel, draw_residual_trace};
use crate::numbers::{fixed, rounded};
use crate::page::{PLAIN_SCRIPT, STYLE, fill};
use crate::section::HeaderView;
use serde::Serialize;
use taufit::study::{ContactStudy, DetectedContact, JointThreshold, LogContacts};

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct ContactsPage {
    #[serde(flatten)]
    header: HeaderView,
    model: String,
    headline: String,
    threshold_text: String,
    contacts: Vec<ContactRow>,
    thresholds: Vec<ThresholdRow>,
    logs: Vec<ContactLogView>,
}

/// A contact in the table.
#[derive(Debug, Serialize)]
struct ContactRow {
    log: String,
    from: String,
    length: String,
    joints: String,
    torque: String,
    joint: String,
    force: Option<String>,
    explained: Option<String>,
}

/// A joint in the table of thresholds.
#[derive(Debug, Serialize)]
struct ThresholdRow {
    joint: String,
    moving: String,
    moving_seen: String,
    slow: String,
    slow_seen: String,
}

/// The residuals of a log.
#[derive(Debug, Serialize)]
struct ContactLogView {
    source: String,
    figures: Vec<String>,
}

/// Watched logs as one HTML page that needs no network.
pub fn render_contacts(study: &ContactStudy) -> Result<String, ReportError> {
    let rows = study
        .logs
        .iter()
        .flat_map(|log| log.contacts.iter().map(move |contact| contact_row(study, log, contact)));
    let page = ContactsPage {
        header: HeaderView::new(&study.header, STYLE, PLAIN_SCRIPT),
        model: study.model.clone(),
        headline: study.headline(),
        threshold_text: study.threshold_text(),
        contacts: rows.collect(),
        thresholds: study.thresholds.joints.iter().map(threshold_row).collect(),
        logs: study.logs.iter().map(|log| log_view(study, log)).collect(),
    };
    fill("contacts.html", &page)
}

fn contact_row(study: &ContactStudy, log: &LogContacts, contact: &DetectedContact) -> ContactRow {
    let (joint, torque) = study.loudest(contact).unwrap_or(("", f64::NAN));
    let force = contact.force.as_ref();
    ContactRow {
        log: log.source.clone(),
        from: fixed(contact.from_s, 3),
        length: fixed(contact.until_s - contact.from_s, 3),
        joints: contact.joints.join(", "),
        torque: rounded(torque, 3),
        joint: joint.to_owned(),
        force: force.map(|f| f.force_n.map(|x| fixed(x, 0)).join(", ")),
        explained: force.map(|f| fixed(100.0 * f.explained, 0)),
    }
}

fn threshold_row(threshold: &JointThreshold) -> ThresholdRow {
    ThresholdRow {
        joint: threshold.joint.clone(),
        moving: rounded(threshold.moving, 3),
        moving_seen: rounded(threshold.largest_seen[0], 3),
        slow: rounded(threshold.slow, 3),
        slow_seen: rounded(threshold.largest_seen[1], 3),
    }
}

fn log_view(study: &ContactStudy, log: &LogContacts) -> ContactLogView {
    let figure = |(threshold, residual): (&JointThreshold, &Vec<f64>)| {
        let (t_s, contacts) = (&log.trace.t_s[..], &log.contacts[..]);
        draw_residual_trace(&ResidualPanel { threshold, t_s, residual, contacts })
    };
    let figures = study.thresholds.joints.iter().zip(&log.trace.residual).map(figure).collect();
    ContactLogView { source: log.source.clone(), figures }
}
