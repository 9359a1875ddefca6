//! The page of watched logs: what touched the robot, and what residuals looked like.

use crate::ReportError;
use crate::figure::{ResidualPanel, draw_residual_trace};
use crate::numbers::{fixed, rounded};
use crate::page::fill;
use crate::plots::{MarkedSpan, Pane, PlotFigure, PlotGroup, PlotLine, PlotStretch};
use crate::section::HeaderView;
use crate::series::{SignalChannel, clock_origin, pack};
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
    joints: Vec<WatchedJoint>,
    plots: PlotGroup,
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
    unit: &'static str,
    force: Option<String>,
    explained: Option<String>,
}

/// A joint in the table of thresholds.
#[derive(Debug, Serialize)]
struct ThresholdRow {
    joint: String,
    unit: &'static str,
    moving: String,
    moving_seen: String,
    slow: String,
    slow_seen: String,
}

/// The residuals of a log, for paper and for browsers without script.
#[derive(Debug, Serialize)]
struct ContactLogView {
    source: String,
    figures: Vec<String>,
}

/// A joint and the unit of its effort.
#[derive(Debug, Serialize)]
struct WatchedJoint {
    name: String,
    unit: &'static str,
}

/// Watched logs as one HTML page that needs no network.
pub fn render_contacts(study: &ContactStudy) -> Result<String, ReportError> {
    let joints = watched_joints(study);
    let rows = study.logs.iter().flat_map(|log| {
        log.contacts.iter().map(|contact| contact_row(study, &joints, log, contact))
    });
    let figures = joints.iter().enumerate().map(plot_figure).collect();
    let page = ContactsPage {
        header: HeaderView::with_plots(&study.header),
        model: study.model.clone(),
        headline: study.headline(),
        threshold_text: study.threshold_text(),
        contacts: rows.collect(),
        thresholds: study.thresholds.joints.iter().zip(&joints).map(threshold_row).collect(),
        logs: study.logs.iter().map(|log| log_view(study, &joints, log)).collect(),
        plots: PlotGroup::new(
            figures,
            study.logs.iter().map(|log| stretch(study, log)).collect(),
            None,
        ),
        joints,
    };
    fill("contacts.html", &page)
}

/// Joints with the unit of their efforts, by the description of the robot.
fn watched_joints(study: &ContactStudy) -> Vec<WatchedJoint> {
    let robot = study.header.robot.description.clone().build().ok();
    let slides = |name: &str| {
        let mut joints = robot.iter().flat_map(|robot| robot.joints());
        joints.any(|joint| joint.name == name && joint.is_prismatic())
    };
    let watched = |threshold: &JointThreshold| WatchedJoint {
        name: threshold.joint.clone(),
        unit: if slides(&threshold.joint) { "N" } else { "N m" },
    };
    study.thresholds.joints.iter().map(watched).collect()
}

fn contact_row(
    study: &ContactStudy,
    joints: &[WatchedJoint],
    log: &LogContacts,
    contact: &DetectedContact,
) -> ContactRow {
    let (joint, torque) = study.loudest(contact).unwrap_or(("", f64::NAN));
    let force = contact.force.as_ref();
    ContactRow {
        log: log.source.clone(),
        from: fixed(contact.from_s, 3),
        length: fixed(contact.until_s - contact.from_s, 3),
        joints: contact.joints.join(", "),
        torque: rounded(torque, 3),
        joint: joint.to_owned(),
        unit: joints.iter().find(|j| j.name == joint).map_or("", |j| j.unit),
        force: force.map(|f| f.force_n.map(|x| fixed(x, 0)).join(", ")),
        explained: force.map(|f| fixed(100.0 * f.explained, 0)),
    }
}

fn threshold_row((threshold, joint): (&JointThreshold, &WatchedJoint)) -> ThresholdRow {
    ThresholdRow {
        joint: threshold.joint.clone(),
        unit: joint.unit,
        moving: rounded(threshold.moving, 3),
        moving_seen: rounded(threshold.largest_seen[0], 3),
        slow: rounded(threshold.slow, 3),
        slow_seen: rounded(threshold.largest_seen[1], 3),
    }
}

fn log_view(study: &ContactStudy, joints: &[WatchedJoint], log: &LogContacts) -> ContactLogView {
    let figure = |(k, residual): (usize, &Vec<f64>)| {
        draw_residual_trace(&ResidualPanel {
            joint: &joints[k].name,
            unit: joints[k].unit,
            t_s: &log.trace.t_s,
            residual,
            threshold: &thresholds(study, log, k),
            contacts: &log.contacts,
        })
    };
    let residuals = log.trace.residual.iter().take(joints.len()).enumerate();
    ContactLogView { source: log.source.clone(), figures: residuals.map(figure).collect() }
}

/// Threshold of a joint over time; that of motion in results that did not record it.
fn thresholds(study: &ContactStudy, log: &LogContacts, joint: usize) -> Vec<f64> {
    let constant = || vec![study.thresholds.joints[joint].moving; log.trace.t_s.len()];
    log.trace.threshold.get(joint).cloned().unwrap_or_else(constant)
}

fn plot_figure((k, joint): (usize, &WatchedJoint)) -> PlotFigure {
    let pane = Pane {
        title: format!("residual [{}]", joint.unit),
        unit: joint.unit.to_owned(),
        height: 150,
        lines: vec![
            PlotLine::new(format!("u{k}"), "threshold", "threshold"),
            PlotLine::new(format!("l{k}"), "", "threshold"),
            PlotLine::new(format!("r{k}"), "residual", "residual"),
        ],
        levels: Vec::new(),
        level_class: "soft",
    };
    PlotFigure {
        label: format!("residual of {} between its thresholds", joint.name),
        panes: vec![pane],
    }
}

/// Residuals, and thresholds on both sides.
fn stretch(study: &ContactStudy, log: &LogContacts) -> PlotStretch {
    let trace = &log.trace;
    let origin = clock_origin(&trace.t_s);
    let t_s: Vec<f64> = trace.t_s.iter().map(|t| t - origin).collect();
    let channel = |key: String, values: Vec<f64>| SignalChannel { key, values: values.into() };
    let of_joint = |(k, residual): (usize, &Vec<f64>)| {
        let upper = thresholds(study, log, k);
        let lower = upper.iter().map(|x| -x).collect();
        [
            channel(format!("r{k}"), residual.clone()),
            channel(format!("u{k}"), upper),
            channel(format!("l{k}"), lower),
        ]
    };
    let n_joints = study.thresholds.joints.len();
    let channels: Vec<_> =
        trace.residual.iter().take(n_joints).enumerate().flat_map(of_joint).collect();
    let band = |contact: &DetectedContact| MarkedSpan {
        from: contact.from_s - origin,
        to: contact.until_s - origin,
        colour: "measured",
    };
    let bands = log.contacts.iter().map(band).collect();
    PlotStretch { signals: pack(&t_s, &channels), differences: Vec::new(), bands }
}
