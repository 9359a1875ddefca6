//! Links, rotors and friction of a rigid arm from motion and torque.
//!
//! The recipe, in the order in which data travels: the logs come through [`super::common`], `passes` goes over them, `reversals` finds the rows in which
//! joints slide, `friction_selection` chooses a friction model, `problem` makes evidence of it, `solve` and the physically consistent fit make parameters, `torques` compares predictions,
//! `record` writes down everything.

mod coverage;
mod estimator;
mod format_friction;
mod friction_selection;
mod lack_of_fit;
mod passes;
mod prior;
mod problem;
mod record;
mod reload;
mod repeated_motion;
mod residual;
mod residual_shape;
mod reversal_width;
mod reversals;
mod settings;
mod solve;
mod torques;

pub use estimator::{Estimator, NamedBound};
pub(in crate::methods) use friction_selection::{is_significant, plainest_of_the_best, prune_term};
pub(in crate::methods) use record::friction_curve;
pub(super) use record::link_values;
pub use reload::{StudyModel, Validation};
pub use reversals::ReversalMask;
pub use settings::{FrictionChoice, RigidSettings};

use crate::base::Base;
use crate::diagnostics::{FitWarning, InputError, Result, Warning};
use crate::estimate::feasible::{FeasibleFit, FeasibleSettings, feasible_fit};
use crate::estimate::{
    Bound, Estimate, EstimateStatus, NORMAL_95, least_squares, reach_inside, stacked,
};
use crate::evidence::{Evidence, RowSettings};
use crate::friction::FrictionShape;
use crate::methods::common::{
    DespikedLog, GridChoice, Preparation, PreparedLog, ProgressCallback, despiked, prepare,
};
use crate::model::Robot;
use crate::params::{Layout, LinkParam, Param};
use crate::recording::{Log, Recording};
use crate::signal::{Motion, Segment};
use crate::study::{
    EstimatorRecord, FrictionCandidate, LogRecord, LogRole, Mending, Series, TotalErrors,
};
use crate::survey::{Accepted, LogUse, gate};
use crate::validate::{
    Concern, Metrics, Verdict, implausible_bodies, large_offset, negative, nominal_far, verdict,
    worse_than_nominal,
};
use format_friction::FormatFriction;
use friction_selection::{select_friction, without_insignificant};
use lack_of_fit::Effect;
use passes::Passes;
use prior::{nominal_link_error, prior_weight};
use problem::RigidProblem;
use repeated_motion::repeated_share;
use reversal_width::with_reversal_widths;
use solve::{EstimatorInputs, RigidSolution, solve};
use torques::{Models, Proof};

/// Base parameters with their uncertainty, a robot that can exist, and the proof on other data.
#[derive(Clone, Debug)]
pub struct RigidResult {
    /// The unknowns.
    pub layout: Layout,
    /// The base parameters and their groups.
    pub base: Base,
    /// Evidence of the fit, rows weighted as the estimator weighted them.
    pub evidence: Evidence,
    /// Values of the base parameters.
    pub estimate: Estimate,
    /// Values by plain least squares, by which the excitation is judged.
    pub least_squares: Estimate,
    /// Estimator of the base parameters.
    pub estimator: EstimatorRecord,
    /// Their standard deviations, the correlation of the residuals taken into account.
    pub sigma: Vec<f64>,
    /// The bound at which each base parameter lies; empty without bounds.
    pub at_bounds: Vec<Option<Bound>>,
    /// Correlation time of the residuals of each joint, in rows.
    pub correlation_times: Vec<f64>,
    /// Speed of every coordinate below which its rows were left out of the fit \[rad/s or m/s\]; infinite where its
    /// efforts were not used.
    pub slow_speeds: Vec<f64>,
    /// Physically consistent standard parameters.
    pub feasible: FeasibleFit,
    /// The friction models that were tried.
    pub friction_candidates: Vec<FrictionCandidate>,
    /// Torque errors on the data of the fit.
    pub fit: Metrics,
    /// Torque errors on data that were not used for the fit.
    pub validation: Metrics,
    /// Torque errors of the physically consistent parameters on the validation data.
    pub feasible_validation: Metrics,
    /// Those errors with friction as URDF and MJCF hold it.
    pub exported_validation: Metrics,
    /// Torque errors of the robot's nominal parameters on the validation data.
    pub nominal: Metrics,
    /// Verdict on the physically consistent model.
    pub verdict: Verdict,
    /// The logs and what was done to them.
    pub logs: Vec<LogRecord>,
    /// Torques over time.
    pub series: Vec<Series>,
    /// Warnings about the result.
    pub warnings: Vec<Warning>,
}

/// Logs of an identification.
#[derive(Debug)]
pub struct RigidInputs<'a, L> {
    /// Logs to identify from.
    pub logs: &'a [L],
    /// Logs to validate on; without any, the end of every log is kept for validation.
    pub validation: &'a [L],
    /// Torque constants of the joints, for logs of currents \[N·m/A\].
    pub gains: &'a [Option<f64>],
}

impl<'a, L: Log> RigidInputs<'a, L> {
    /// Logs of torques, each with its end kept for validation.
    pub fn new(logs: &'a [L]) -> Self {
        Self { logs, validation: &[], gains: &[] }
    }
}

/// Conditioned logs of an identification.
#[derive(Clone, Copy, Debug)]
pub struct MotionInputs<'a> {
    /// Motions to identify from.
    pub motions: &'a [Motion],
    /// Motions to validate on; without any, the end of every motion is kept for validation.
    pub validation: &'a [Motion],
}

/// Identifies a rigid arm from motions that are conditioned already, by
/// [`condition`](crate::signal::condition) or by filters of the caller.
///
/// Torques are those of the motions; the gate, despiking and conditioning of [`identify_rigid`] are left out, and so
/// are their settings.
///
/// ```no_run
/// # fn example(log: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{MotionInputs, RigidSettings, identify_rigid_from_motions};
/// use taufit::model::catalog;
/// use taufit::signal::{ConditionSettings, condition};
///
/// let robot = catalog::robot("ur5")?;
/// let motion = condition(&log, &[], &ConditionSettings::default())?;
/// let inputs = MotionInputs { motions: &[motion], validation: &[] };
/// let result = identify_rigid_from_motions(&robot, &inputs, &RigidSettings::default())?;
/// println!("{}", result.summary());
/// # Ok(())
/// # }
/// ```
pub fn identify_rigid_from_motions(
    robot: &Robot,
    inputs: &MotionInputs<'_>,
    settings: &RigidSettings,
) -> Result<RigidResult> {
    settings.validate()?;
    let prepared = |(motion, role): (&Motion, LogRole)| {
        motion.check(robot)?;
        PreparedLog::<Recording>::from_motion(motion, role, settings.hold_out)
    };
    let roles = with_roles(inputs.motions, inputs.validation);
    let logs: Vec<PreparedLog<'_, _>> = roles.map(prepared).collect::<Result<_>>()?;
    let intact = logs.iter().map(|_| MendedSpikes::default()).collect();
    identify_prepared(robot, &logs, intact, Accepted::new(), settings, &|_| {})
}

/// Identifies base parameters, friction and physically consistent bodies of a rigid arm, and validates them.
///
/// ```no_run
/// # fn example(log: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{RigidInputs, RigidSettings, identify_rigid};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("ur5")?;
/// let result = identify_rigid(&robot, &RigidInputs::new(&[log]), &RigidSettings::default())?;
/// println!("{}", result.summary());
/// # Ok(())
/// # }
/// ```
pub fn identify_rigid<L: Log>(
    robot: &Robot,
    inputs: &RigidInputs<'_, L>,
    settings: &RigidSettings,
) -> Result<RigidResult> {
    identify_rigid_with_progress(robot, inputs, settings, &|_| {})
}

/// [`identify_rigid`] with a callback for its progress.
pub fn identify_rigid_with_progress<L: Log>(
    robot: &Robot,
    inputs: &RigidInputs<'_, L>,
    settings: &RigidSettings,
    watch: ProgressCallback<'_>,
) -> Result<RigidResult> {
    settings.validate()?;
    let &RigidInputs { logs, validation: other, gains } = inputs;
    let accepted =
        gate(robot, logs.iter().chain(other), gains, LogUse::FreeMotion, &settings.gate)?;
    let factor = settings.spike_factor;
    let (fit, proof) = (despiked(logs, factor, watch)?, despiked(other, factor, watch)?);
    let logs = prepare(with_roles(&fit, &proof), gains, &preparation(settings))?;
    let mended = fit.iter().chain(&proof).map(MendedSpikes::of).collect();
    identify_prepared(robot, &logs, mended, accepted, settings, watch)
}

/// Logs of the fit, split where there are none to validate on, then those.
fn with_roles<'a, T>(fit: &'a [T], proof: &'a [T]) -> impl Iterator<Item = (&'a T, LogRole)> {
    let role = if proof.is_empty() { LogRole::Split } else { LogRole::Identification };
    let validation = proof.iter().map(|log| (log, LogRole::Validation));
    fit.iter().map(move |log| (log, role)).chain(validation)
}

/// Spikes that were mended in a log.
#[derive(Default)]
struct MendedSpikes {
    n_spikes: usize,
    warnings: Vec<Warning>,
}

impl MendedSpikes {
    fn of<L: Log>(log: &DespikedLog<'_, L>) -> Self {
        Self { n_spikes: log.n_spikes(), warnings: log.warnings() }
    }
}

/// Identification of logs that are ready to be passed over.
fn identify_prepared<L: Log>(
    robot: &Robot,
    logs: &[PreparedLog<'_, L>],
    mended: Vec<MendedSpikes>,
    accepted: Accepted,
    settings: &RigidSettings,
    watch: ProgressCallback<'_>,
) -> Result<RigidResult> {
    let joints: Vec<String> = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    check_ignored(&joints, settings)?;
    let passes = Passes::new(robot, logs, &joints, settings, watch)?;
    let (friction, friction_candidates) = choose_friction(robot, &passes)?;
    let observed = observe(robot, &passes, friction)?;
    let (passes, observed) = with_harmless_reversals(passes, observed)?;
    let ObservedProblem { problem, blocks, evidence, plain } = observed;
    let problem = with_fitted_reversals(problem, &plain.beta, &passes)?;
    let RigidProblem { layout, base, .. } = &problem;

    let nominal = layout.nominal(robot);
    let nominal_beta = base.combine(&nominal);
    let inputs = EstimatorInputs {
        nominal: &nominal_beta,
        observe: |weights: Option<&_>| passes.observe_weighted(&problem, weights),
        correlation_time: || passes.correlation_time(&problem, &plain.beta),
    };
    let RigidSolution { estimate, evidence: weighted, notes, left_out, at_bounds, warnings } =
        solve(&problem, &evidence, &plain, &settings.estimator, settings.weighting, inputs)?;
    let link_error = nominal_link_error(&problem, &evidence, &nominal_beta)?;
    let evidence = weighted.unwrap_or(evidence);
    let feasible = physical(&problem, &evidence, &estimate, &nominal, link_error, settings)?;

    let is_plain = settings.estimator == Estimator::LeastSquares;
    let models = Models {
        identified: &estimate.beta,
        feasible: &feasible.beta,
        nominal: &nominal_beta,
        plain: (!is_plain).then_some(&plain.beta),
        format_friction: FormatFriction::new(
            &layout.apply(robot, &feasible.pi)?,
            &passes.logged_velocities()?,
        ),
    };
    let (torques, standstill_s) = passes.compare(&problem, &models)?;
    let correlation_times = torques.correlation_times();
    let mut sigma = estimate.correlated_sigma(&evidence, &correlation_times);
    if let Some(scatter) = estimate.block_sigma(&blocks).filter(|_| is_plain) {
        // Noise gives one, what the model misses the other: the larger one covers both.
        sigma.iter_mut().zip(scatter).for_each(|(sigma, scatter)| *sigma = sigma.max(scatter));
    }
    widen_at_bounds(&mut sigma, &at_bounds, &estimate, &plain, |e| {
        e.correlated_sigma(&evidence, &correlation_times)
    });
    let proven = torques.proof(&models)?;
    let effects = torques.effects();
    let n_misfits = effects.len();
    let misfit = lack_of_fit(&joints, effects);
    let findings = VerdictInputs {
        accepted,
        unused: joints.iter().zip(passes.is_used()).filter(|(_, used)| !**used),
        link_error,
    };
    Ok(RigidResult {
        verdict: judge(&problem, &estimate.beta, &sigma, &plain, &feasible, &proven, findings)?
            .with_distrusted_intervals(n_misfits),
        fit: torques.fit()?,
        logs: records(logs, &mended, &standstill_s),
        warnings: collect_warnings(&problem, logs, mended, &plain, &feasible, warnings)
            .into_iter()
            .chain(barely_visible(&problem, &sigma))
            .chain(misfit)
            .chain(repeated_motion(&torques.series))
            .collect(),
        series: torques.series,
        estimator: EstimatorRecord {
            name: settings.estimator.name(settings.weighting).to_owned(),
            notes,
            left_out,
            least_squares: proven.plain.as_ref().map(TotalErrors::from),
        },
        evidence,
        estimate,
        least_squares: plain,
        sigma,
        at_bounds,
        correlation_times,
        slow_speeds: passes.slow_speeds().to_vec(),
        feasible,
        friction_candidates,
        validation: proven.identified,
        feasible_validation: proven.feasible,
        exported_validation: proven.exported,
        nominal: proven.nominal,
        layout: problem.layout,
        base: problem.base,
    })
}

/// Conditioning of the logs.
fn preparation(settings: &RigidSettings) -> Preparation<'_> {
    let RigidSettings { condition, hold_out, .. } = settings;
    Preparation { condition, grid: GridChoice::Own, hold_out: *hold_out, overlap_s: 0.0 }
}

/// Refuses ignored efforts of joints that the robot does not have.
fn check_ignored(joints: &[String], settings: &RigidSettings) -> Result<()> {
    match settings.ignored_efforts.iter().find(|joint| !joints.contains(joint)) {
        Some(joint) => {
            Err(InputError::unknown_name("joint", joint, joints.iter().map(String::as_str)))
        }
        None => Ok(()),
    }
}

/// The warning about validation data that repeat the motion of the fit.
fn repeated_motion(series: &[Series]) -> Option<Warning> {
    /// Share from which on the validation data are a repetition.
    const REPETITION: f64 = 0.9;
    let share = repeated_share(series).filter(|share| *share >= REPETITION)?;
    Some(FitWarning::RepeatedMotion { percent: 100.0 * share }.into())
}

/// The warning about effects in the residuals, if there are any.
fn lack_of_fit(joints: &[String], effects: Vec<(usize, Effect)>) -> Option<Warning> {
    let joint =
        |(dof, e): (usize, Effect)| (joints[dof].clone(), e.name.to_owned(), 100.0 * e.share);
    let joints: Vec<(String, String, f64)> = effects.into_iter().map(joint).collect();
    (!joints.is_empty()).then(|| FitWarning::LackOfFit { joints }.into())
}

/// The warning about inertial parameters whose standard deviation exceeds the whole robot's, if there are any.
///
/// Axes that are a little off parallel make such parameters. None is fixed on its own account: those that
/// go with it would take over the error of its nominal value, and their intervals would not know.
fn barely_visible(problem: &RigidProblem<'_>, sigma: &[f64]) -> Option<Warning> {
    let (mass, reach) = (problem.robot.total_mass_kg(), problem.robot.reach_m());
    let size = |param: Param| match param {
        Param::Link { param: LinkParam::M, .. } => Some(mass),
        Param::Link { param: LinkParam::Mx | LinkParam::My | LinkParam::Mz, .. } => {
            Some(mass * reach)
        }
        Param::RotorInertia { dof } if problem.robot.dof_joint(dof).is_prismatic() => Some(mass),
        Param::Link { .. } | Param::RotorInertia { .. } => Some(mass * reach * reach),
        _ => None,
    };
    let beside = |k: usize| {
        let size = size(problem.leading_param(k)).filter(|size| *size > 0.0)?;
        let is_hidden = sigma[k].is_finite() && sigma[k] > size;
        is_hidden.then(|| (problem.base_name(k), sigma[k], size))
    };
    let parameters: Vec<(String, f64, f64)> = (0..sigma.len()).filter_map(beside).collect();
    (!parameters.is_empty()).then(|| FitWarning::BarelyVisible { parameters }.into())
}

/// Unknowns of an identification and their evidence in the data of the fit.
struct ObservedProblem<'r> {
    problem: RigidProblem<'r>,
    blocks: Vec<Evidence>,
    evidence: Evidence,
    plain: Estimate,
}

/// Observes the data with a friction model; where it was selected, optional terms that turn out not to
/// be significant are taken out joint by joint.
fn observe<'r, L: Log>(
    robot: &'r Robot,
    passes: &Passes<'_, L>,
    friction: Vec<FrictionShape>,
) -> Result<ObservedProblem<'r>> {
    let settings = passes.settings();
    let problem = RigidProblem::new(robot, settings, friction)?;
    let observed = ObservedProblem::new(problem, |problem| passes.observe(problem), settings)?;
    let Some(sigma) = observed.plain.block_sigma(&observed.blocks) else { return Ok(observed) };
    let shapes = without_insignificant(&observed.problem, &observed.plain.beta, &sigma);
    if settings.friction != FrictionChoice::Auto || shapes == observed.problem.layout.friction() {
        return Ok(observed);
    }
    let pruned = RigidProblem::new(robot, settings, shapes)?;
    let is_kept = observed.problem.kept_in(&pruned);
    let n_kept = is_kept.iter().filter(|kept| **kept).count();
    match n_kept == pruned.base.rank() {
        // The rows of the plainer model are columns of those that are there.
        true => {
            let blocks = observed.blocks.iter().map(|block| block.keeping(&is_kept)).collect();
            ObservedProblem::new(pruned, |_| Ok(blocks), settings)
        }
        false => ObservedProblem::new(pruned, |problem| passes.observe(problem), settings),
    }
}

/// Takes back the rows near reversals of joints whose Coulomb friction is not significant: nothing jumps
/// there, and they are up to a third of all rows.
fn with_harmless_reversals<'r, 'a, L: Log>(
    passes: Passes<'a, L>,
    observed: ObservedProblem<'r>,
) -> Result<(Passes<'a, L>, ObservedProblem<'r>)> {
    let dofs = observed.without_coulomb_friction();
    let Some(passes) = passes.with_reversals_of(&dofs) else { return Ok((passes, observed)) };
    let settings = passes.settings();
    let observed =
        ObservedProblem::new(observed.problem, |problem| passes.observe(problem), settings)?;
    Ok((passes, observed))
}

/// The same unknowns with the width of every joint's friction reversal fitted, where the model was left
/// to choose.
fn with_fitted_reversals<'r, L: Log>(
    problem: RigidProblem<'r>,
    beta: &[f64],
    passes: &Passes<'_, L>,
) -> Result<RigidProblem<'r>> {
    if passes.settings().friction != FrictionChoice::Auto {
        return Ok(problem);
    }
    let shapes = with_reversal_widths(&problem, beta, &passes.sample(&mut |_, _| {})?)?;
    RigidProblem::new(problem.robot, passes.settings(), shapes)
}

/// Gives parameters at a bound the standard deviation whose 1.96 are the length of their one-sided 95 %
/// interval, by how far the free estimate lies beyond the bound.
fn widen_at_bounds(
    sigma: &mut [f64],
    at_bounds: &[Option<Bound>],
    estimate: &Estimate,
    free: &Estimate,
    free_sigma: impl FnOnce(&Estimate) -> Vec<f64>,
) {
    if at_bounds.iter().all(Option::is_none) {
        return;
    }
    let free_sigma = free_sigma(free);
    for (k, bound) in at_bounds.iter().enumerate() {
        let beyond = estimate.beta[k] - free.beta[k];
        let distance = match bound {
            Some(Bound::Lower) => beyond,
            Some(Bound::Upper) => -beyond,
            None => continue,
        };
        sigma[k] = reach_inside(distance, free_sigma[k]) / NORMAL_95;
    }
}

impl<'r> ObservedProblem<'r> {
    fn new(
        problem: RigidProblem<'r>,
        observe: impl FnOnce(&RigidProblem<'r>) -> Result<Vec<Evidence>>,
        settings: &RigidSettings,
    ) -> Result<Self> {
        let blocks = observe(&problem)?;
        let mut evidence = problem.nothing();
        blocks.iter().try_for_each(|block| evidence.merge(block))?;
        let plain = least_squares(&evidence, settings.weighting)?;
        Ok(Self { problem, blocks, evidence, plain })
    }

    /// Coordinates whose Coulomb and Stribeck friction, as far as sought, are not significant and at the end
    /// of their 95 % intervals still below the residuals of a row.
    fn without_coulomb_friction(&self) -> Vec<usize> {
        let Some(sigma) = self.plain.block_sigma(&self.blocks) else { return Vec::new() };
        let n_dof = self.problem.robot.n_dof();
        let (mut is_sought, mut is_found) = (vec![false; n_dof], vec![false; n_dof]);
        for (k, (value, sigma)) in self.plain.beta.iter().zip(&sigma).enumerate() {
            if let Param::Friction { dof, term } = self.problem.leading_param(k)
                && term.jumps_at_reversal()
            {
                is_sought[dof] = true;
                let largest = value.abs() + NORMAL_95 * sigma;
                let is_hidden = largest < self.plain.residual_sigma[dof];
                is_found[dof] |= is_significant(*value, *sigma) || !is_hidden;
            }
        }
        (0..n_dof).filter(|&dof| is_sought[dof] && !is_found[dof]).collect()
    }
}

impl RigidResult {
    /// `100 σ/|β|` of every base parameter.
    pub fn percent_sigma(&self) -> Vec<f64> {
        self.estimate.beta.iter().zip(&self.sigma).map(|(b, s)| 100.0 * s / b.abs()).collect()
    }

    /// Value and 95 % interval of the base parameter that a standard parameter leads, such as `Izz2` or `fc1`;
    /// `None` where the parameter is part of another combination or has no effect.
    pub fn parameter(&self, name: &str) -> Option<(f64, [f64; 2])> {
        let led = |column: &usize| self.layout.name(*column) == name;
        let k = self.base.independent().iter().position(led)?;
        Some((self.estimate.beta[k], self.intervals()[k]))
    }

    /// The nominal robot with the physically consistent parameters: the model that is exported.
    pub fn identified_robot(&self, nominal: &Robot) -> Result<Robot> {
        self.layout.apply(nominal, &self.feasible.pi)
    }

    /// Verdict and its reason in a line.
    pub fn summary(&self) -> String {
        format!("{}: {}", self.verdict.grade, self.verdict.reason)
    }

    /// 95 % intervals of the base parameters.
    pub fn intervals(&self) -> Vec<[f64; 2]> {
        let interval = |(k, (b, s)): (usize, (&f64, &f64))| {
            let reach = NORMAL_95 * s;
            match self.at_bounds.get(k).copied().flatten() {
                Some(Bound::Lower) => [*b, b + reach],
                Some(Bound::Upper) => [b - reach, *b],
                None => [b - reach, b + reach],
            }
        };
        self.estimate.beta.iter().zip(&self.sigma).enumerate().map(interval).collect()
    }
}

/// Findings besides the estimate that the verdict needs.
struct VerdictInputs<I> {
    accepted: Accepted,
    /// Joints whose efforts were not used.
    unused: I,
    /// Relative torque error of the nominal links.
    link_error: f64,
}

/// Grades the physically consistent model, which is the one that is handed over.
fn judge<'j>(
    problem: &RigidProblem<'_>,
    beta: &[f64],
    sigma: &[f64],
    plain: &Estimate,
    feasible: &FeasibleFit,
    proven: &Proof,
    findings: VerdictInputs<impl Iterator<Item = (&'j String, &'j bool)>>,
) -> Result<Verdict> {
    let RigidProblem { robot, layout, .. } = problem;
    let identified = layout.apply(robot, &feasible.pi)?;
    let signed = (0..beta.len()).filter(|&k| problem.must_be_positive(k));
    let negatives = signed.filter_map(|k| negative(&problem.base_name(k), beta[k], sigma[k]));
    let rank = match plain.status {
        EstimateStatus::RankDeficient { rank, n_base } => {
            Some(Concern::RankDeficient { rank, n_base })
        }
        EstimateStatus::Determined => None,
    };
    let joints = problem.joint_names();
    let concerns = findings.accepted.into_iter().map(Concern::Accepted);
    let concerns = concerns.chain(worse_than_nominal(&joints, &proven.exported, &proven.nominal));
    let concerns = concerns.chain(nominal_far(robot, findings.link_error));
    let concerns = concerns.chain(implausible_bodies(robot, &identified)).chain(negatives);
    let unused = findings.unused.map(|(joint, _)| Concern::EffortUnused { joint: joint.clone() });
    let errors = identified.dof_joint_iter().zip(&proven.exported.joints);
    let offsets = errors.filter_map(|(joint, errors)| {
        let effort_rms_nm = 100.0 * errors.rms_nm / errors.relative_percent;
        large_offset(&joint.name, joint.friction.offset, joint.friction.coulomb, effort_rms_nm)
    });
    let concerns = concerns.chain(offsets).chain(rank).chain(unused);
    let mut verdict = verdict(&joints, &proven.exported, &proven.nominal);
    if proven.exported != proven.feasible {
        let percent = proven.feasible.relative_percent;
        verdict.reason += &format!("; {percent:.2} % with all of the identified friction");
    }
    Ok(verdict.with_concerns(concerns))
}

/// The given friction model, or the one that cross-validation selects on the part of the logs in memory.
fn choose_friction<L: Log>(
    robot: &Robot,
    passes: &Passes<'_, L>,
) -> Result<(Vec<FrictionShape>, Vec<FrictionCandidate>)> {
    if let FrictionChoice::Given(shape) = passes.settings().friction {
        return Ok((vec![shape; robot.n_dof()], Vec::new()));
    }
    let sample = passes.sample(&mut |_, _| {})?;
    let data: Vec<(&Segment, RowSettings)> = sample.iter().map(|(s, r)| (s, r.clone())).collect();
    select_friction(robot, &data, passes.settings())
}

/// The physically consistent parameters nearest to the data, rows counted as in the estimate.
///
/// Rows are in units of their residual's standard deviation; the prior weighs as much as the nominal
/// links have proved to be worth on the data.
fn physical(
    problem: &RigidProblem<'_>,
    evidence: &Evidence,
    estimate: &Estimate,
    nominal: &[f64],
    link_error: f64,
    settings: &RigidSettings,
) -> Result<FeasibleFit> {
    let weights: Vec<f64> =
        estimate.residual_sigma.iter().map(|s| 1.0 / s.max(f64::MIN_POSITIVE)).collect();
    let rows = stacked(evidence, &weights);
    // Least squares is the optimum of its own rows; what other estimators know besides is kept by
    // taking their torques for the measured ones.
    let data = match settings.estimator {
        Estimator::LeastSquares | Estimator::Robust { .. } => rows,
        _ => rows.explained_by(&estimate.beta),
    };
    let settings = FeasibleSettings {
        prior_weight: settings.feasible.prior_weight.or_else(|| Some(prior_weight(link_error))),
        ..settings.feasible.clone()
    };
    let RigidProblem { robot, layout, base } = problem;
    feasible_fit(robot, layout, base, &data.compressed(), nominal, &settings)
}

/// Treatment of every log, removed parts included.
fn records<L: Log>(
    logs: &[PreparedLog<'_, L>],
    mended: &[MendedSpikes],
    standstill_s: &[f64],
) -> Vec<LogRecord> {
    let record = |((log, mended), still_s): ((&PreparedLog<'_, L>, &MendedSpikes), &f64)| {
        let mending = Mending { n_spikes: mended.n_spikes, standstill_s: *still_s };
        LogRecord { mending, ..log.record() }
    };
    logs.iter().zip(mended).zip(standstill_s).map(record).collect()
}

fn collect_warnings<L: Log>(
    problem: &RigidProblem<'_>,
    logs: &[PreparedLog<'_, L>],
    mended: Vec<MendedSpikes>,
    plain: &Estimate,
    feasible: &FeasibleFit,
    of_the_estimator: Vec<Warning>,
) -> Vec<Warning> {
    let mut warnings: Vec<Warning> =
        logs.iter().flat_map(|log| log.survey.warnings.iter().cloned()).collect();
    warnings.extend(mended.into_iter().flat_map(|log| log.warnings));
    warnings.extend(problem.base.warnings(&problem.layout));
    if let EstimateStatus::RankDeficient { rank, n_base } = plain.status {
        warnings.push(FitWarning::RankDeficient { rank, n_base }.into());
    }
    warnings.extend(of_the_estimator);
    warnings.extend(feasible.warnings.iter().cloned());
    warnings
}
