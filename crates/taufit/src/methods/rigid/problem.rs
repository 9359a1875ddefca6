//! Robot, unknowns and base of one identification.

use super::settings::RigidSettings;
use crate::base::{Base, IdentifiabilityClass};
use crate::diagnostics::{Result, StudyError};
use crate::dynamics::Samples;
use crate::evidence::{
    Evidence, Observer, RowSettings, RowWeights, Stretch, WeightedEvidence, observe_pieces,
    observe_weighted,
};
use crate::friction::FrictionShape;
use crate::model::Robot;
use crate::params::{Layout, Param};
use crate::signal::{ParallelFilter, Segment};
use crate::validate::{predict, predict_rows};

/// Unknowns of the identification.
pub(super) struct RigidProblem<'a> {
    pub(super) robot: &'a Robot,
    pub(super) layout: Layout,
    pub(super) base: Base,
}

impl<'a> RigidProblem<'a> {
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
        Ok(self.observe_weighted(Some(segment), rows, None)?.evidence)
    }

    /// The evidence of a stretch in pieces of about so many samples, each with its first sample.
    pub(super) fn observe_pieces(
        &self,
        segment: &Segment,
        rows: &RowSettings,
        piece_samples: usize,
    ) -> Result<Vec<(usize, Evidence)>> {
        let stretch = Stretch { samples: samples_of(segment), tau: &segment.tau };
        observe_pieces(self.robot, &self.layout, &self.base, &stretch, rows, piece_samples)
    }

    /// The evidence of a stretch with weighted rows; without a stretch, no evidence at all.
    pub(super) fn observe_weighted(
        &self,
        segment: Option<&Segment>,
        rows: &RowSettings,
        weights: Option<&RowWeights>,
    ) -> Result<WeightedEvidence> {
        let stretches: Vec<Stretch<'_>> =
            segment.iter().map(|s| Stretch { samples: samples_of(s), tau: &s.tau }).collect();
        observe_weighted(self.robot, &self.layout, &self.base, &stretches, rows, weights)
    }

    /// Which base parameters a problem with fewer friction terms has as well, led by the same parameter.
    pub(super) fn kept_in(&self, plainer: &RigidProblem<'_>) -> Vec<bool> {
        let kept: Vec<Param> = (0..plainer.base.rank()).map(|k| plainer.leading_param(k)).collect();
        (0..self.base.rank()).map(|k| kept.contains(&self.leading_param(k))).collect()
    }

    /// Names of the coordinates.
    pub(super) fn joint_names(&self) -> Vec<String> {
        self.robot.dof_joint_iter().map(|joint| joint.name.clone()).collect()
    }

    /// Short name of a base parameter: that of its leading parameter.
    pub(super) fn base_name(&self, k: usize) -> String {
        self.layout.name(self.base.independent()[k])
    }

    /// The parameter that leads a base parameter.
    pub(super) fn leading_param(&self, k: usize) -> Param {
        self.layout.params()[self.base.independent()[k]]
    }

    /// Whether a base parameter is a rotor inertia, a viscous or a Coulomb coefficient by itself.
    pub(super) fn must_be_positive(&self, k: usize) -> bool {
        let is_alone = self.base.class(self.base.independent()[k]) == IdentifiabilityClass::Alone;
        is_alone
            && match self.leading_param(k) {
                Param::Friction { term, .. } => !term.is_signed(),
                Param::Link { .. } => false,
                _ => true,
            }
    }

    /// The base parameters that a pattern names; of several parameters, those that are some.
    pub(super) fn base_parameters(&self, pattern: &str) -> Result<Vec<usize>> {
        let columns = self.layout.select(pattern)?;
        let place = |column| self.base.independent().iter().position(|&c| c == column);
        let found: Vec<usize> = columns.iter().filter_map(|&column| place(column)).collect();
        match columns.first() {
            Some(&column) if found.is_empty() => {
                let (name, why) = (self.layout.name(column), self.why_not_base(column));
                Err(StudyError::NotABaseParameter { name, why }.into())
            }
            _ => Ok(found),
        }
    }

    fn why_not_base(&self, column: usize) -> String {
        match (self.base.class(column), self.base.groups_of(column).first()) {
            (IdentifiabilityClass::Fixed, _) => "it is fixed at a known value".to_owned(),
            (IdentifiabilityClass::Dropped, _) => "it was dropped".to_owned(),
            (_, Some(&k)) => format!(
                "torques show it only as part of {}; name {} instead, or fix {} at a known value",
                self.base.expression(&self.layout, k),
                self.base_name(k),
                self.layout.name(column)
            ),
            _ => "no torque depends on it; leave it out".to_owned(),
        }
    }

    /// Torques that several sets of base parameters predict, behind the filter if there is one.
    pub(super) fn predict(
        &self,
        segment: &Segment,
        filter: Option<&ParallelFilter>,
        betas: &[&[f64]],
    ) -> Result<Vec<Vec<f64>>> {
        let (Self { robot, layout, base }, samples) = (self, samples_of(segment));
        match filter {
            Some(filter) => predict_rows(robot, layout, base, betas, &samples, filter),
            None => predict(robot, layout, base, betas, &samples),
        }
    }
}

fn samples_of(segment: &Segment) -> Samples<'_> {
    Samples::new(segment.n_samples, &segment.q, &segment.qd, &segment.qdd)
}
