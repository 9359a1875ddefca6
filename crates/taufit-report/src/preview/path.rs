//! The path of the tool.

use super::sampled::SampledMotion;
use super::scenery::Scenery;
use crate::figure::{PathFrame, draw_clearance, draw_path};
use crate::numbers::{measure, rounded};
use serde::Serialize;
use taufit::excite::Design;

/// The path from above, from the front and from the side.
#[derive(Debug, Serialize)]
pub(super) struct PathView {
    figures: Vec<String>,
    speed: String,
    speed_limit: Option<String>,
    extent: Vec<String>,
    clearance: Option<ClearanceView>,
}

/// Smallest distances.
#[derive(Debug, Serialize)]
struct ClearanceView {
    distance: String,
    first: String,
    second: String,
    t: String,
    /// Over time, where that was looked at.
    figure: Option<String>,
}

impl PathView {
    pub(super) fn new(design: &Design, motion: &SampledMotion, scenery: &Scenery) -> Self {
        let limits = &design.settings.limits;
        let frame = PathFrame {
            tool_box_m: limits.tool_box_m.map(|b| b.map(Into::into)),
            floor_m: scenery.floor_m,
        };
        let axes = [(0, 1), (0, 2), (1, 2)];
        let [low, high] = design.check.tool_box_m;
        Self {
            figures: axes.iter().map(|axes| draw_path(&motion.tool_m, *axes, &frame)).collect(),
            speed: measure(design.check.tool_speed_m_s, "m/s"),
            speed_limit: limits.tool_speed_m_s.map(|most| measure(most, "m/s")),
            extent: (0..3)
                .map(|k| format!("{} … {}", rounded(low[k], 3), rounded(high[k], 3)))
                .collect(),
            clearance: design.check.clearance.as_ref().map(|c| ClearanceView {
                distance: measure(1e3 * c.distance_m, "mm"),
                first: c.first.clone(),
                second: c.second.clone(),
                t: measure(c.t_s, "s"),
                figure: (scenery.clearance.len() > 1).then(|| draw_clearance(&scenery.clearance)),
            }),
        }
    }
}
