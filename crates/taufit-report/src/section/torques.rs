//! Torques over time.

use crate::figure::draw_torque;
use crate::numbers::{number, quantity, whole};
use crate::series::{
    MAX_SAMPLES, OPENING_S, PackedStretch, first_shown, opening, pack, shown_times,
};
use serde::Serialize;
use taufit::study::{JointRecord, Series, Study};

/// The plots, and the data for the script that makes them zoomable.
#[derive(Debug, Serialize)]
pub(crate) struct TorquesView {
    joints: Vec<JointPlot>,
    stretches: Vec<StretchView>,
    /// The stretch that is shown first.
    shown: usize,
    /// Said where the stretch is longer than what is shown at first.
    opening: Option<String>,
    /// Said where long stretches were reduced.
    reduced: Option<String>,
    data: TorqueScript,
}

/// One joint's plot.
#[derive(Debug, Serialize)]
struct JointPlot {
    number: usize,
    name: String,
    /// For paper and for browsers without script.
    figure: String,
}

/// A stretch to choose.
#[derive(Debug, Serialize)]
struct StretchView {
    title: String,
    packed: String,
}

/// Data of the script besides the packed numbers.
#[derive(Debug, Serialize)]
struct TorqueScript {
    joints: Vec<ScriptJoint>,
    stretches: Vec<ScriptStretch>,
    /// Length of time that is shown at first \[s\].
    opening_s: f64,
}

#[derive(Debug, Serialize)]
struct ScriptJoint {
    unit: String,
    /// Three standard deviations of the residual, `null` where there is none.
    band: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ScriptStretch {
    start_s: f64,
    n_samples: usize,
}

impl TorquesView {
    pub(crate) fn new(study: &Study, series: &[Series]) -> Self {
        let packed = pack(series, study.joints.len());
        let shown = first_shown(series).unwrap_or(0);
        let joints = study.joints.iter().enumerate();
        Self {
            joints: joints.map(|(k, joint)| JointPlot::new(joint, k, series.get(shown))).collect(),
            shown,
            opening: series.iter().any(is_long).then(opening_text),
            reduced: reduced(series, &packed),
            data: TorqueScript::new(study, &packed),
            stretches: series.iter().zip(packed).map(StretchView::new).collect(),
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

impl StretchView {
    fn new((series, packed): (&Series, PackedStretch)) -> Self {
        let role = if series.validation { "validation" } else { "identification" };
        let times = shown_times(series);
        let edge = |t: Option<&f64>| number(t.copied().unwrap_or(f64::NAN));
        let (from, to) = (edge(times.first()), edge(times.last()));
        let title = format!("{role}: {}, {from} to {to} s", series.source);
        Self { title, packed: packed.text }
    }
}

impl TorqueScript {
    fn new(study: &Study, packed: &[PackedStretch]) -> Self {
        let joint = |joint: &JointRecord| {
            let band = 3.0 * joint.residual_sigma;
            ScriptJoint {
                unit: joint.effort_unit.clone(),
                band: Some(band).filter(|b| b.is_finite()),
            }
        };
        let stretch = |p: &PackedStretch| ScriptStretch { start_s: p.start_s, n_samples: p.n_kept };
        Self {
            joints: study.joints.iter().map(joint).collect(),
            stretches: packed.iter().map(stretch).collect(),
            opening_s: OPENING_S,
        }
    }
}

/// Whether a stretch is longer than what is shown at first.
fn is_long(series: &Series) -> bool {
    opening(&series.t_s) < series.t_s.len()
}

fn opening_text() -> String {
    let time = quantity(OPENING_S, "s");
    format!("Stretches open at their first {time}; the button “whole” shows all of it.")
}

/// Note about samples that are not in the file.
fn reduced(series: &[Series], packed: &[PackedStretch]) -> Option<String> {
    let total: usize = series.iter().map(|s| s.t_s.len()).sum();
    let kept: usize = packed.iter().map(|p| p.n_kept).sum();
    (kept < total).then(|| {
        format!(
            "The logs have {} samples per joint, more than the {} that this page holds: it shows the \
             smallest and the largest value of equal spans of time. No peak is lost, but the finest \
             zoom is coarser than the logs.",
            whole(total),
            whole(MAX_SAMPLES)
        )
    })
}
