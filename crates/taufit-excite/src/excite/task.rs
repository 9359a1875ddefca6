//! Everything a design needs that does not change while it runs.

use super::guard::{DistanceGuard, Guard, Guards, ToolGuard, TorqueGuard};
use super::information::{Information, InformationPart};
use super::instants::{Instant, Instants};
use super::limits::resolve_limits;
use super::linear::LinearLimits;
use super::scaling::{TorqueEffect, is_regular, representatives};
use super::span::{Family, Span};
use super::{ExciteSettings, JointLimits, Scaling};
use crate::collision::CollisionModel;
use crate::diagnostics::ExciteError;
use faer::Mat;
use taufit_data::evidence::Evidence;
use taufit_dynamics::base::Base;
use taufit_dynamics::diagnostics::{InputError, Result, Warning};
use taufit_dynamics::friction::CoulombShape;
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::Layout;

/// Instants per harmonic at which the information is gathered and non-linear conditions are checked.
const PER_HARMONIC: usize = 20;

/// Instants on the way in at which collisions are checked.
const ON_THE_WAY_IN: usize = 12;

/// Share of a joint's top speed over which the sign of the velocity changes gradually during the
/// design, so that slopes exist.
const SOFT_SIGN: f64 = 0.02;

/// Surroundings of the robot, and earlier information about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings<'a> {
    /// Bodies to keep clear of; nothing is checked where absent.
    pub collisions: Option<&'a CollisionModel>,
    /// Information of earlier logs, of the same base parameters.
    pub known: Option<&'a Known>,
}

/// Information of earlier logs.
#[derive(Clone, Debug)]
pub struct Known {
    /// Rows of the earlier logs, compressed.
    pub evidence: Evidence,
    /// Standard deviation of every joint's residual \[N·m or N\].
    pub sigma: Vec<f64>,
}

/// A robot, what is to be learnt about it and within which limits.
pub(super) struct Task<'a> {
    pub(super) robot: &'a Robot,
    pub(super) settings: &'a ExciteSettings,
    pub(super) surroundings: &'a Surroundings<'a>,
    pub(super) limits: Vec<JointLimits>,
    /// The unknowns as an identification has them.
    pub(super) layout: Layout,
    /// The same with gradual signs.
    pub(super) soft_layout: Layout,
    pub(super) base: Base,
    pub(super) torque_noise: Vec<f64>,
    /// Units of the base parameters in the criterion.
    units: Vec<f64>,
    view: InformationPart,
    pub(super) span: Span,
    pub(super) warnings: Vec<Warning>,
}

impl<'a> Task<'a> {
    pub(super) fn new(
        robot: &'a Robot,
        settings: &'a ExciteSettings,
        surroundings: &'a Surroundings<'a>,
    ) -> Result<Self> {
        settings.check(robot.n_dof())?;
        let (limits, mut warnings) = resolve_limits(robot, &settings.limits)?;
        let n_dof = robot.n_dof();
        let layout =
            Layout::with_friction(robot, settings.rotor_inertia, vec![settings.friction; n_dof]);
        let soft = |limit: &JointLimits| match settings.friction.sign {
            CoulombShape::Sign => settings.friction.with_tanh(SOFT_SIGN * limit.velocity),
            CoulombShape::Tanh { .. } => settings.friction,
        };
        let soft_layout =
            Layout::with_friction(robot, settings.rotor_inertia, limits.iter().map(soft).collect());
        let base = Base::new(robot, &layout, &settings.selection.settings(&layout)?)?;
        let torque_noise = torque_noise(settings, &limits);
        let effect = match settings.scaling {
            Scaling::Si => None,
            Scaling::Torque => {
                Some(TorqueEffect::new(robot, &layout, &base, &limits, &torque_noise)?)
            }
        };
        let units = effect.as_ref().map_or_else(|| vec![1.0; base.rank()], TorqueEffect::units);
        let name = |k: usize| layout.name(base.independent()[k]);
        warnings.extend(effect.as_ref().and_then(|e| e.nearly_unobservable(name)));
        let view = view(settings, &layout, &base, &units, effect.as_ref())?;
        let anchor = match settings.family {
            Family::Fourier { .. } => settings.offset.as_deref(),
            Family::Spline { .. } => settings.home.as_deref(),
        };
        let span = Span::new(&settings.family, settings.period_s, &limits, anchor);
        if let Some(known) = surroundings.known {
            let (expected, found) = (base.rank(), known.evidence.n_base());
            if expected != found {
                let what = "base parameters of what is known";
                return Err(InputError::LengthMismatch { what, expected, found }.into());
            }
        }
        Ok(Self {
            robot,
            settings,
            surroundings,
            limits,
            layout,
            soft_layout,
            base,
            torque_noise,
            units,
            view,
            span,
            warnings,
        })
    }

    /// The information of a motion sampled at `n` instants per period, with a layout of this task.
    pub(super) fn information<'t>(&'t self, layout: &'t Layout, n: usize) -> Information<'t> {
        let rows =
            self.settings.period_s * self.settings.rate_hz * self.settings.repetitions as f64;
        let weight = |sigma: &f64| rows / n as f64 / (sigma * sigma);
        Information {
            robot: self.robot,
            layout,
            columns: self.base.independent().to_vec(),
            units: self.units.clone(),
            row_weights: self.torque_noise.iter().map(weight).collect(),
            known: self.known_information(),
            view: self.view.clone(),
        }
    }

    /// `Σ_j R_jᵀ R_j / σ_j²` of what is known, in the units of the criterion.
    fn known_information(&self) -> Mat<f64> {
        let n = self.base.rank();
        let mut lambda = Mat::zeros(n, n);
        let Some(Known { evidence, sigma }) = self.surroundings.known else { return lambda };
        for (joint, sigma) in evidence.joints().iter().zip(sigma) {
            let columns = joint.columns();
            for (a, &i) in columns.iter().enumerate() {
                for (b, &k) in columns.iter().enumerate() {
                    let product =
                        (0..joint.r_rows()).map(|r| joint.r(r, a) * joint.r(r, b)).sum::<f64>();
                    lambda[(i, k)] += self.units[i] * self.units[k] * product / (sigma * sigma);
                }
            }
        }
        lambda
    }

    /// Number of instants at which information is gathered.
    pub(super) fn n_instants(&self) -> usize {
        PER_HARMONIC * self.settings.family.bandwidth()
    }

    /// Limits that are linear in the variables.
    pub(super) fn linear_limits(&self, tighten: f64) -> LinearLimits {
        LinearLimits::new(&self.span, &self.settings.family, &self.limits, tighten)
    }

    /// Conditions that are not, at `density` times as many instants as the information is gathered at.
    pub(super) fn guards(&self, tighten: f64, density: usize) -> Result<Guards<'a>> {
        let n = density * self.n_instants();
        let mut instants: Vec<Instant> =
            (0..n).map(|k| Instant::Curve(self.span.period_s * k as f64 / n as f64)).collect();
        let lead = self.lead_home();
        if lead.is_some() {
            let share = |k: usize| (k as f64 + 0.5) / ON_THE_WAY_IN as f64;
            instants.extend((0..ON_THE_WAY_IN).map(|k| Instant::LeadIn(share(k))));
        }
        let lead = lead.map(|home| (home, self.longest_lead_s(home)));
        Ok(Guards {
            guards: self.guard_list()?,
            instants: Instants::new(&self.span, &instants, lead),
            tighten,
        })
    }

    pub(super) fn guard_list(&self) -> Result<Vec<Box<dyn Guard + 'a>>> {
        let mut guards: Vec<Box<dyn Guard + 'a>> = Vec::new();
        if let Some(guard) = TorqueGuard::new(self.robot, &self.limits) {
            guards.push(Box::new(guard));
        }
        if let Some(guard) = ToolGuard::new(self.robot, &self.settings.limits)? {
            guards.push(Box::new(guard));
        }
        if let Some(model) = self.surroundings.collisions {
            guards.push(Box::new(DistanceGuard::new(model, self.settings.limits.clearance_m)));
        }
        Ok(guards)
    }

    /// Where a way in starts, if there is one: splines start at home anyway.
    pub(super) fn lead_home(&self) -> Option<&'a [f64]> {
        match self.settings.family {
            Family::Fourier { .. } => self.settings.home.as_deref(),
            Family::Spline { .. } => None,
        }
    }

    /// Time for a way in from home to anywhere.
    fn longest_lead_s(&self, home: &[f64]) -> f64 {
        let farthest = |(limit, home): (&JointLimits, &f64)| {
            limit.lead_s((limit.upper - home).abs().max((home - limit.lower).abs()))
        };
        self.limits.iter().zip(home).map(farthest).fold(0.0, f64::max)
    }
}

/// Noise of every joint: given, or a hundredth of its largest torque.
fn torque_noise(settings: &ExciteSettings, limits: &[JointLimits]) -> Vec<f64> {
    const ASSUMED_SHARE: f64 = 0.01;
    match &settings.torque_noise {
        Some(noise) => (0..limits.len()).map(|dof| noise[dof.min(noise.len() - 1)]).collect(),
        None => {
            let share = settings.limits.share;
            limits.iter().map(|l| l.torque.map_or(1.0, |t| ASSUMED_SHARE * t / share)).collect()
        }
    }
}

/// Coordinates of the criterion, as the settings ask for.
fn view(
    settings: &ExciteSettings,
    layout: &Layout,
    base: &Base,
    units: &[f64],
    effect: Option<&TorqueEffect>,
) -> Result<InformationPart> {
    let refuse =
        |problem: &str| Err(ExciteError::ExciteSettings { problem: problem.to_owned() }.into());
    match (&settings.only, &settings.representatives) {
        (None, None) => {
            Ok(effect.map_or(InformationPart::All, |e| InformationPart::Whitened(e.whitening())))
        }
        (Some(_), Some(_)) => {
            refuse("give either the parameters that matter or other representatives, not both")
        }
        (Some(list), None) => {
            let columns = layout.select_list(list)?;
            let mut found: Vec<usize> = columns.iter().flat_map(|&c| base.groups_of(c)).collect();
            found.sort_unstable();
            found.dedup();
            if found.is_empty() {
                return refuse(
                    "none of the parameters that matter can be identified; see `taufit base`",
                );
            }
            Ok(InformationPart::Only(found))
        }
        (None, Some(list)) => {
            let columns = layout.select_list(list)?;
            let turn = representatives(base, &columns, units);
            let n = base.rank();
            if columns.len() != n || !is_regular(&turn) {
                return refuse(&format!(
                    "{} representatives are given; {n} independent ones are needed",
                    columns.len()
                ));
            }
            Ok(InformationPart::Turned(turn))
        }
    }
}
