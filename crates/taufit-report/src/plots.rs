//! Plots over time for the page's script: what is drawn, and the packed signals.

use crate::series::PackedSignals;
use serde::Serialize;

/// A group of plots with one time line: choice of stretches, zoom and cursor hold for all of them.
#[derive(Debug, Serialize)]
pub(crate) struct PlotGroup {
    /// Description for the script.
    pub(crate) script: PlotScript,
    /// Packed numbers of every stretch.
    pub(crate) packs: Vec<String>,
}

/// Description of the plots of a group.
#[derive(Debug, Serialize)]
pub(crate) struct PlotScript {
    figures: Vec<PlotFigure>,
    stretches: Vec<PlotStretch>,
    /// Length of time that is shown at first \[s\].
    opening_s: Option<f64>,
}

/// Signals of one stretch of time, and what is marked in it.
#[derive(Debug, Serialize)]
pub(crate) struct PlotStretch {
    #[serde(flatten)]
    pub(crate) signals: PackedSignals,
    /// Channels that are differences of others.
    pub(crate) differences: Vec<Difference>,
    pub(crate) bands: Vec<MarkedSpan>,
}

/// A channel that is not packed: one less another.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Difference {
    pub(crate) key: String,
    pub(crate) of: String,
    pub(crate) less: String,
}

/// A marked part of a stretch, in times as shown \[s\].
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct MarkedSpan {
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) colour: &'static str,
}

/// One figure: panes below each other.
#[derive(Debug, Serialize)]
pub(crate) struct PlotFigure {
    /// For readers that do not see it.
    pub(crate) label: String,
    pub(crate) panes: Vec<Pane>,
}

/// A frame with lines.
#[derive(Debug, Serialize)]
pub(crate) struct Pane {
    pub(crate) title: String,
    pub(crate) unit: String,
    /// Height of the frame \[px\].
    pub(crate) height: usize,
    pub(crate) lines: Vec<PlotLine>,
    /// Dashed lines across, and the class of their colour.
    pub(crate) levels: Vec<f64>,
    pub(crate) level_class: &'static str,
}

/// A line.
#[derive(Debug, Serialize)]
pub(crate) struct PlotLine {
    /// Key of its channel.
    pub(crate) channel: String,
    /// In the read-out; lines without label are not read out.
    pub(crate) label: String,
    /// Class of the style sheet, and name of the check box that hides the line.
    pub(crate) class: &'static str,
}

impl PlotGroup {
    pub(crate) fn new(
        figures: Vec<PlotFigure>,
        mut stretches: Vec<PlotStretch>,
        opening_s: Option<f64>,
    ) -> Self {
        let text = |stretch: &mut PlotStretch| std::mem::take(&mut stretch.signals.text);
        let packs = stretches.iter_mut().map(text).collect();
        Self { script: PlotScript { figures, stretches, opening_s }, packs }
    }
}

impl PlotLine {
    pub(crate) fn new(channel: String, label: &str, class: &'static str) -> Self {
        Self { channel, label: label.to_owned(), class }
    }
}
