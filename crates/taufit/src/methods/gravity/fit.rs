//! From poses to weights.

use super::file_prior::file_prior;
use crate::base::{Base, BaseSettings};
use crate::diagnostics::{ModelError, Result};
use crate::dynamics::{RegressorBlock, Samples, regressor_block};
use crate::estimate::{
    Estimate, NormalPrior, Weighting, correlation_time, least_squares, least_squares_with_prior,
};
use crate::evidence::{Evidence, RowSettings, Stretch, observe};
use crate::friction::{FrictionShape, FrictionTerm};
use crate::model::Robot;
use crate::params::{Layout, LinkParam, Param};
use crate::study::GravityPose;

/// Any speed so low that only its sign matters.
const CREEP: f64 = 1e-9;
/// Parts that are left out in turn to see how the others predict them.
const FOLDS: usize = 5;

/// Unknowns: gravity terms, an offset per joint, and its friction where both directions were seen.
pub(super) struct GravityProblem<'a> {
    pub(super) robot: &'a Robot,
    pub(super) layout: Layout,
    pub(super) base: Base,
    /// Base parameters of the robot's file.
    pub(super) nominal: Vec<f64>,
    /// Mass of the arm by its file, and not less than what the measured torques need \[kg\].
    pub(super) arm_mass_kg: f64,
    /// A torque that no coefficient's share exceeds \[N·m or N\].
    largest_torque: f64,
}

impl<'a> GravityProblem<'a> {
    /// `τ = G(q) β + off + d fc`: masses and first moments, seen by an arm that creeps.
    /// Joints of `offsets` may have a constant error of their torques.
    pub(super) fn new(robot: &'a Robot, poses: &[GravityPose], offsets: &[bool]) -> Result<Self> {
        let both_ways = |dof: usize| n_directions(poses, dof).iter().all(|n| *n > 0);
        let (arm_mass_kg, largest_torque) = sizes(robot, poses);
        let shape = |(dof, &offset): (usize, &bool)| FrictionShape {
            coulomb: both_ways(dof),
            offset,
            ..FrictionShape::NONE
        };
        let shapes = offsets.iter().enumerate().map(shape).collect();
        let layout = Layout::with_friction(robot, false, shapes);
        let drop = (0..layout.n_params()).filter(|&c| is_tensor(layout.params()[c])).collect();
        let settings = BaseSettings { drop, quasi_static: true, ..BaseSettings::default() };
        let base = Base::new(robot, &layout, &settings)?;
        let nominal = base.combine(&layout.nominal(robot));
        let problem = Self { robot, layout, base, nominal, arm_mass_kg, largest_torque };
        if problem.base.independent().iter().any(|&c| problem.is_weight(c)) {
            return Ok(problem);
        }
        Err(ModelError::NothingIdentifiable { robot: robot.name().to_owned() }.into())
    }

    /// Whether a column belongs to a link.
    pub(super) fn is_weight(&self, column: usize) -> bool {
        matches!(self.layout.params()[column], Param::Link { .. })
    }

    fn is_friction(&self, column: usize) -> bool {
        matches!(self.layout.params()[column], Param::Friction { term: FrictionTerm::Coulomb, .. })
    }

    /// Whether the poses fix a base parameter: its error moves no torque by 2 % of the largest.
    fn is_fixed(&self, k: usize, sigma: f64) -> bool {
        const LOOSE: f64 = 0.02;
        sigma < LOOSE * self.loosest(k)
    }

    /// The value of a base parameter that moves torques by the largest there are.
    fn loosest(&self, k: usize) -> f64 {
        self.largest_torque * self.base.unit(self.base.independent()[k])
    }

    /// The place of a joint's friction among the base parameters.
    pub(super) fn place(&self, dof: usize, term: FrictionTerm) -> Option<usize> {
        let wanted = Param::Friction { dof, term };
        self.base.independent().iter().position(|&c| self.layout.params()[c] == wanted)
    }
}

/// Mass of the arm, and its weight at full reach; neither less than what was measured.
fn sizes(robot: &Robot, poses: &[GravityPose]) -> (f64, f64) {
    let measured =
        poses.iter().flat_map(|pose| &pose.tau).fold(0.0, |t: f64, tau| t.max(tau.abs()));
    let (gravity, reach_m) = (robot.gravity_in_world().norm(), robot.reach_m().max(1.0));
    let mass_kg = robot.total_mass_kg().max(measured / (gravity * reach_m).max(f64::MIN_POSITIVE));
    (mass_kg, (mass_kg * gravity * reach_m).max(measured).max(f64::MIN_POSITIVE))
}

/// Poses that a joint came to moving up, and moving down.
pub(super) fn n_directions(poses: &[GravityPose], dof: usize) -> [usize; 2] {
    [1, -1].map(|direction| poses.iter().filter(|p| p.direction[dof] == direction).count())
}

fn is_tensor(param: Param) -> bool {
    const FIRST_OF_TENSOR: usize = LinkParam::Ixx as usize;
    matches!(param, Param::Link { param, .. } if param as usize >= FIRST_OF_TENSOR)
}

/// Poses with the sample index fastest.
struct PoseRows {
    n: usize,
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    tau: Vec<f64>,
}

impl PoseRows {
    fn new(n_dof: usize, poses: &[&GravityPose]) -> Self {
        let channels = |of: &dyn Fn(&GravityPose, usize) -> f64| -> Vec<f64> {
            (0..n_dof).flat_map(|dof| poses.iter().map(move |pose| of(pose, dof))).collect()
        };
        Self {
            n: poses.len(),
            q: channels(&|pose, dof| pose.q[dof]),
            qd: channels(&|pose, dof| CREEP * f64::from(pose.direction[dof])),
            qdd: vec![0.0; n_dof * poses.len()],
            tau: channels(&|pose, dof| pose.tau[dof]),
        }
    }

    fn samples(&self) -> Samples<'_> {
        Samples::new(self.n, &self.q, &self.qd, &self.qdd)
    }
}

/// Base parameters and predictions of every pose.
pub(super) struct GravityFit {
    pub(super) beta: Vec<f64>,
    pub(super) sigma: Vec<f64>,
    /// Whether the poses fix a base parameter, without help of the robot's file.
    pub(super) is_fixed: Vec<bool>,
    /// Condition number of the poses alone.
    pub(super) condition: f64,
    /// Torques of weight and offset, pose by pose, by estimates that had not seen the pose; by the
    /// estimate itself where there are too few poses.
    pub(super) predicted: Vec<Vec<f64>>,
    /// Whether `predicted` comes from poses left out.
    pub(super) held_out: bool,
    /// Torque that is left unexplained, friction included in the model.
    pub(super) scatter: Vec<Vec<f64>>,
}

/// Least squares on all poses, and on all but a fifth of them in turn.
pub(super) fn fit(problem: &GravityProblem<'_>, poses: &[GravityPose]) -> Result<GravityFit> {
    let all: Vec<&GravityPose> = poses.iter().collect();
    let GravitySolution { evidence, alone, estimate } = solve(problem, &all)?;
    let torques = PoseTorques::new(problem, &all)?;
    let fitted = torques.without_friction(problem, &estimate.beta);
    let whole = torques.whole(&estimate.beta);
    let scatter: Vec<Vec<f64>> =
        poses.iter().zip(&whole).map(|(pose, model)| difference(&pose.tau, model)).collect();
    let left = left_out(problem, &all, &torques);
    let times: Vec<f64> = (0..problem.robot.n_dof())
        .map(|dof| correlation_time(&scatter.iter().map(|s| s[dof]).collect::<Vec<f64>>()))
        .collect();
    // What only the file fixes has no correlated error, but that of the file.
    let sigma = |estimate: &Estimate| -> Vec<f64> {
        let correlated = estimate.correlated_sigma(&evidence, &times);
        correlated.iter().zip(&estimate.sigma).map(|(a, b)| a.max(*b)).collect()
    };
    let is_fixed = sigma(&alone).iter().enumerate().map(|(k, s)| problem.is_fixed(k, *s)).collect();
    let condition = least_squares(&evidence, Weighting::PerJoint)?.condition;
    let (held_out, sigma) = (left.is_some(), sigma(&estimate));
    let predicted = left.unwrap_or(fitted);
    Ok(GravityFit { beta: estimate.beta, sigma, is_fixed, condition, predicted, held_out, scatter })
}

/// Joints whose torques have a significant constant error; where a joint came to its poses from one
/// side only, its friction is such an error, and stays.
pub(super) fn significant_offsets(problem: &GravityProblem<'_>, fit: &GravityFit) -> Vec<bool> {
    /// Standard deviations; chance alone exceeds them in one of a hundred.
    const SIGNIFICANT: f64 = 2.6;
    let is_significant = |dof: usize| {
        let shape = problem.layout.friction()[dof];
        let place = problem.place(dof, FrictionTerm::Offset);
        let is_clear = place.is_some_and(|k| fit.beta[k].abs() > SIGNIFICANT * fit.sigma[k]);
        shape.offset && (is_clear || !shape.coulomb)
    };
    (0..problem.robot.n_dof()).map(is_significant).collect()
}

/// Base parameters from poses.
struct GravitySolution {
    evidence: Evidence,
    /// From the poses as far as they reach.
    alone: Estimate,
    /// From the poses, with the robot's file as prior.
    estimate: Estimate,
}

fn solve(problem: &GravityProblem<'_>, poses: &[&GravityPose]) -> Result<GravitySolution> {
    let rows = PoseRows::new(problem.robot.n_dof(), poses);
    let stretch = Stretch { samples: rows.samples(), tau: &rows.tau };
    let GravityProblem { robot, layout, base, nominal, .. } = problem;
    let evidence = observe(robot, layout, base, &[stretch], &RowSettings::default())?;
    let with = |prior| least_squares_with_prior(&evidence, Weighting::PerJoint, &prior);
    let loose: Vec<f64> = (0..base.rank()).map(|k| problem.loosest(k)).collect();
    let alone = with(NormalPrior::independent(nominal, &loose))?;
    let estimate = with(file_prior(problem, &evidence, &alone.beta, &loose))?;
    Ok(GravitySolution { evidence, alone, estimate })
}

/// Predictions of every fifth pose by all others; `None` where these are too few.
fn left_out(
    problem: &GravityProblem<'_>,
    poses: &[&GravityPose],
    torques: &PoseTorques,
) -> Option<Vec<Vec<f64>>> {
    let mut predicted = vec![Vec::new(); poses.len()];
    for fold in 0..FOLDS {
        let others = poses.iter().enumerate().filter(|(k, _)| k % FOLDS != fold);
        let others: Vec<&GravityPose> = others.map(|(_, pose)| *pose).collect();
        let solved = solve(problem, &others).ok()?;
        let torques = torques.without_friction(problem, &solved.estimate.beta);
        for (k, torque) in torques.into_iter().enumerate().filter(|(k, _)| k % FOLDS == fold) {
            predicted[k] = torque;
        }
    }
    Some(predicted)
}

/// The model's rows at the poses.
struct PoseTorques {
    block: RegressorBlock,
    n_dof: usize,
    n_poses: usize,
}

impl PoseTorques {
    fn new(problem: &GravityProblem<'_>, poses: &[&GravityPose]) -> Result<Self> {
        let GravityProblem { robot, layout, base, .. } = problem;
        let rows = PoseRows::new(robot.n_dof(), poses);
        let mut block = RegressorBlock::new(robot, layout, base.independent(), poses.len());
        regressor_block(robot, layout, &rows.samples(), &mut block)?;
        Ok(Self { block, n_dof: robot.n_dof(), n_poses: poses.len() })
    }

    /// Torques of all parameters.
    fn whole(&self, beta: &[f64]) -> Vec<Vec<f64>> {
        let row = |k: usize| (0..self.n_dof).map(|dof| self.torque(dof, k, beta)).collect();
        (0..self.n_poses).map(row).collect()
    }

    /// Torques without those that depend on the direction.
    fn without_friction(&self, problem: &GravityProblem<'_>, beta: &[f64]) -> Vec<Vec<f64>> {
        let kept = beta.iter().zip(problem.base.independent());
        let kept: Vec<f64> =
            kept.map(|(b, &c)| if problem.is_friction(c) { 0.0 } else { *b }).collect();
        self.whole(&kept)
    }

    fn torque(&self, dof: usize, k: usize, beta: &[f64]) -> f64 {
        beta.iter().enumerate().map(|(c, b)| self.block.column(dof, c)[k] * b).sum()
    }
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}
