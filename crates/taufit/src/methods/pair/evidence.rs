//! Both runs as triangles.

use super::runs::{PreparedLogs, Runs};
use crate::base::Base;
use crate::diagnostics::{Error, Result};
use crate::dynamics::Samples;
use crate::evidence::{Evidence, RowSettings, Stretch, observe};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::signal::Segment;

/// `R_j` of the rows `[W_j | effort_j]`, without and with the load.
pub(in crate::methods) struct EvidencePair {
    pub(in crate::methods) unloaded: Evidence,
    pub(in crate::methods) loaded: Evidence,
}

impl EvidencePair {
    pub(in crate::methods) fn observe<L: Log>(
        robot: &Robot,
        layout: &Layout,
        base: &Base,
        runs: &Runs<'_, L>,
    ) -> Result<Self> {
        let rows = RowSettings { filter: runs.filter.clone(), slow_speeds: Vec::new() };
        let seen = |logs: &PreparedLogs<'_, L>| {
            let mut whole = observe(robot, layout, base, &[], &rows)?;
            logs.visit(&mut |_, segment| {
                whole.merge(&observe(robot, layout, base, &[stretch(segment)], &rows)?)
            })?;
            Ok::<Evidence, Error>(whole)
        };
        Ok(Self { unloaded: seen(&runs.unloaded)?, loaded: seen(&runs.loaded)? })
    }

    /// Share of the noise that a fit of so many unknowns leaves in the residuals of these joints: a row is
    /// worth as much of an observation as its correlation time leaves of it. A tenth at least.
    pub(in crate::methods) fn freedom(&self, joints: &[usize], times: &[f64], rank: usize) -> f64 {
        let observations = joints.iter().map(|&dof| self.n_rows(dof) as f64 / times[dof]);
        (1.0 - rank as f64 / observations.sum::<f64>()).max(0.1)
    }

    /// Rows of a joint in both runs.
    pub(in crate::methods) fn n_rows(&self, dof: usize) -> usize {
        self.unloaded.joints()[dof].n_rows() + self.loaded.joints()[dof].n_rows()
    }
}

fn stretch(segment: &Segment) -> Stretch<'_> {
    Stretch { samples: samples_of(segment), tau: &segment.tau }
}

pub(in crate::methods) fn samples_of(segment: &Segment) -> Samples<'_> {
    Samples::new(segment.n_samples, &segment.q, &segment.qd, &segment.qdd)
}
