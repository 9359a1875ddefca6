//! The moving robot, and its joints over time, for the page's script.

use super::sampled::{SampledMotion, tool};
use super::scenery::Scenery;
use crate::plots::{Pane, PlotFigure, PlotGroup, PlotLine, PlotStretch};
use crate::scene::SceneView;
use crate::series::{SignalChannel, pack};
use taufit::Error;
use taufit::excite::Design;
use taufit::model::Robot;

/// Height of a pane \[px\].
const PANE: usize = 104;

/// Robot and surroundings of a design.
pub(super) fn scene(design: &Design, robot: &Robot, scenery: &Scenery) -> Result<SceneView, Error> {
    let tool_box_m = design.settings.limits.tool_box_m.map(|b| b.map(Into::into));
    Ok(SceneView::new(robot, scenery, &tool(design, robot)?, tool_box_m))
}

/// Position, velocity, acceleration and torque of every joint; `titles` of the panes and their bounds, joint by
/// joint.
pub(super) fn plots(motion: &SampledMotion, joints: &[JointPanes]) -> PlotGroup {
    let figure = |(dof, joint): (usize, &JointPanes)| PlotFigure {
        label: format!("{} over time", joint.name),
        panes: joint.panes.iter().zip(KEYS).map(|(pane, key)| pane.plot(key, dof)).collect(),
    };
    let of_joint = |(dof, curves): (usize, &super::sampled::JointCurves)| {
        let values = [&curves.q, &curves.qd, &curves.qdd, &curves.tau].map(Clone::clone);
        let channel = move |(key, values): (char, Vec<f64>)| SignalChannel {
            key: format!("{key}{dof}"),
            values: values.into(),
        };
        KEYS.into_iter().zip(values).map(channel)
    };
    let channels: Vec<SignalChannel<'_>> =
        motion.joints.iter().enumerate().flat_map(of_joint).collect();
    let signals = pack(&motion.t_s, &channels);
    let stretch = PlotStretch { signals, differences: Vec::new(), bands: Vec::new() };
    PlotGroup::new(joints.iter().enumerate().map(figure).collect(), vec![stretch], None)
}

/// Keys of the channels of a joint: position, velocity, acceleration, torque.
const KEYS: [char; 4] = ['q', 'v', 'a', 't'];

/// Signals of a joint for the plots.
#[derive(Debug)]
pub(super) struct JointPanes {
    pub(super) name: String,
    pub(super) panes: [PaneText; 4],
}

/// Title of a pane, its name in the read-out, and what is allowed.
#[derive(Debug)]
pub(super) struct PaneText {
    pub(super) symbol: &'static str,
    pub(super) unit: &'static str,
    pub(super) bounds: Option<[f64; 2]>,
}

impl PaneText {
    pub(super) fn title(&self) -> String {
        format!("{} [{}]", self.symbol, self.unit)
    }

    fn plot(&self, key: char, dof: usize) -> Pane {
        Pane {
            title: self.title(),
            unit: self.unit.to_owned(),
            height: PANE,
            lines: vec![PlotLine::new(format!("{key}{dof}"), self.symbol, "predicted")],
            levels: self.bounds.into_iter().flatten().collect(),
            level_class: "poor",
        }
    }
}
