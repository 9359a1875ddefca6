//! Torques over time.

use crate::figure::draw_torque;
use crate::numbers::{number, quantity};
use crate::plots::{Difference, Pane, PlotFigure, PlotGroup, PlotLine, PlotStretch};
use crate::series::{
    OPENING_S, SignalChannel, channel, first_shown, opening, pack, residual, shown_times,
};
use serde::Serialize;
use taufit::study::{JointRecord, Series, Study};

/// The plots, and the data for the script that makes them zoomable.
#[derive(Debug, Serialize)]
pub(crate) struct TorquesView {
    joints: Vec<JointPlot>,
    /// Titles of the stretches.
    stretches: Vec<String>,
    /// The stretch that is shown first.
    shown: usize,
    /// Said where the stretch is longer than what is shown at first.
    opening: Option<String>,
    plots: PlotGroup,
}

/// One joint's plot.
#[derive(Debug, Serialize)]
struct JointPlot {
    number: usize,
    name: String,
    /// For paper and for browsers without script.
    figure: String,
}

impl TorquesView {
    pub(crate) fn new(study: &Study, series: &[Series]) -> Self {
        let shown = first_shown(series).unwrap_or(0);
        let joints = study.joints.iter().enumerate();
        let figures = joints.clone().map(|(k, joint)| plot_figure(joint, k)).collect();
        let stretches = series.iter().map(|s| stretch(s, study.joints.len())).collect();
        Self {
            joints: joints.map(|(k, joint)| JointPlot::new(joint, k, series.get(shown))).collect(),
            stretches: series.iter().map(title).collect(),
            shown,
            opening: series.iter().any(is_long).then(opening_text),
            plots: PlotGroup::new(figures, stretches, Some(OPENING_S)),
        }
    }
}

impl JointPlot {
    fn new(joint: &JointRecord, index: usize, shown: Option<&Series>) -> Self {
        Self {
            number: joint.number,
            name: joint.name.clone(),
            figure: shown.map(|series| draw_torque(joint, index, series)).unwrap_or_default(),
        }
    }
}

/// Torque above, residual between three standard deviations of the fit below.
fn plot_figure(joint: &JointRecord, index: usize) -> PlotFigure {
    let line = |key: char, class| PlotLine::new(format!("{key}{index}"), class, class);
    // What was measured lies below what explains it.
    let torques = [('n', "nominal"), ('m', "measured"), ('f', "feasible"), ('p', "predicted")];
    let band = Some(3.0 * joint.residual_sigma).filter(|band| band.is_finite());
    let unit = &joint.effort_unit;
    PlotFigure {
        label: format!("torque and residual of {} over time", joint.name),
        panes: vec![
            Pane {
                title: format!("torque [{unit}]"),
                unit: unit.clone(),
                height: 190,
                lines: torques.map(|(key, class)| line(key, class)).into(),
                levels: Vec::new(),
                level_class: "soft",
            },
            Pane {
                title: format!("residual [{unit}]"),
                unit: unit.clone(),
                height: 120,
                lines: vec![line('r', "residual")],
                levels: band.into_iter().flat_map(|band| [-band, band]).collect(),
                level_class: "soft",
            },
        ],
    }
}

/// Torques, residuals and positions of all joints; predictions are measurements less residuals.
fn stretch(series: &Series, n_joints: usize) -> PlotStretch {
    let n_samples = series.t_s.len();
    let of_joint = |joint: usize| {
        let stored = [
            ('m', &series.measured),
            ('f', &series.feasible),
            ('n', &series.nominal),
            ('q', &series.q),
        ];
        // Positions are missing in series of older results.
        let stored = stored.into_iter().filter(|(_, values)| values.len() == n_joints * n_samples);
        let stored = stored.map(move |(key, values)| SignalChannel {
            key: format!("{key}{joint}"),
            values: channel(values, joint, n_samples).into(),
        });
        let rest =
            SignalChannel { key: format!("r{joint}"), values: residual(series, joint).into() };
        stored.chain([rest])
    };
    let channels: Vec<SignalChannel<'_>> = (0..n_joints).flat_map(of_joint).collect();
    let predicted =
        |j: usize| Difference { key: format!("p{j}"), of: format!("m{j}"), less: format!("r{j}") };
    PlotStretch {
        signals: pack(&shown_times(series), &channels),
        differences: (0..n_joints).map(predicted).collect(),
        bands: Vec::new(),
    }
}

fn title(series: &Series) -> String {
    let role = if series.validation { "validation" } else { "identification" };
    let times = shown_times(series);
    let edge = |t: Option<&f64>| number(t.copied().unwrap_or(f64::NAN));
    let (from, to) = (edge(times.first()), edge(times.last()));
    format!("{role}: {}, {from} to {to} s", series.source)
}

/// Whether a stretch is longer than what is shown at first.
fn is_long(series: &Series) -> bool {
    opening(&series.t_s) < series.t_s.len()
}

fn opening_text() -> String {
    let time = quantity(OPENING_S, "s");
    format!("Stretches open at their first {time}; the button “whole” shows all of it.")
}
