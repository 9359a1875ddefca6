//! Robot, unknowns and base of one identification.

use super::settings::RigidSettings;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::dynamics::Samples;
use crate::evidence::{Evidence, Observer, RowSettings, Stretch, observe};
use crate::friction::FrictionShape;
use crate::model::Robot;
use crate::params::Layout;
use crate::signal::Segment;
use crate::validate::predict;

/// What is sought.
pub(super) struct Problem<'a> {
    pub(super) robot: &'a Robot,
    pub(super) layout: Layout,
    pub(super) base: Base,
}

impl<'a> Problem<'a> {
    /// With a friction model per coordinate.
    pub(super) fn new(
        robot: &'a Robot,
        settings: &RigidSettings,
        friction: Vec<FrictionShape>,
    ) -> Result<Self> {
        let layout = Layout::with_friction(robot, settings.rotor_inertia, friction);
        let base = Base::new(robot, &layout, &settings.selection.settings(&layout)?)?;
        Ok(Self { robot, layout, base })
    }

    /// No evidence at all.
    pub(super) fn nothing(&self) -> Evidence {
        Observer::new(self.robot, &self.layout, &self.base, &RowSettings::default()).finish()
    }

    /// The evidence of a stretch.
    pub(super) fn observe(&self, segment: &Segment, rows: &RowSettings) -> Result<Evidence> {
        let stretch = Stretch { samples: samples_of(segment), tau: &segment.tau };
        observe(self.robot, &self.layout, &self.base, &[stretch], rows)
    }

    /// Torques that several sets of base parameters predict.
    pub(super) fn predict(&self, segment: &Segment, betas: &[&[f64]]) -> Result<Vec<Vec<f64>>> {
        predict(self.robot, &self.layout, &self.base, betas, &samples_of(segment))
    }
}

fn samples_of(segment: &Segment) -> Samples<'_> {
    Samples::new(segment.n_samples, &segment.q, &segment.qd, &segment.qdd)
}
