//! Poses that would improve the estimate most.

use super::gravity_rows::{AT_REST, GravityRows};
use crate::diagnostics::Result;
use crate::model::{Joint, Robot};
use crate::signal::Segment;
use crate::study::{AdvisedPose, PoseAdvice};
use faer::linalg::solvers::DenseSolveCore;
use faer::{Mat, Side};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::PI;

/// Accuracy goals: the mass to 1 %, the centre to 2 mm, one standard deviation.
const TARGET_MASS: f64 = 0.01;
const TARGET_COM_M: f64 = 0.002;
/// Share of a target that gains, scale and model may take up: poses cannot make up for more.
const HOPELESS: f64 = 0.9;
/// Poses that are looked at: those that the logs pass through, and as many others within the limits.
const CANDIDATES: usize = 300;
/// Longest list of advice.
const MOST_POSES: usize = 6;

/// Link of the load, and accuracy of the torques in one pose.
pub(super) struct PoseMeasurement<'a> {
    robot: &'a Robot,
    link: usize,
    joints: &'a [usize],
    /// Standard deviation of a torque at rest, joint by joint \[N·m\].
    sigma: &'a [f64],
    /// Covariance of mass and first moments by gains and model, which no pose makes smaller.
    floor: &'a Mat<f64>,
}

impl<'a> PoseMeasurement<'a> {
    pub(super) fn new(
        robot: &'a Robot,
        link: usize,
        joints: &'a [usize],
        sigma: &'a [f64],
        floor: &'a Mat<f64>,
    ) -> Self {
        Self { robot, link, joints, sigma, floor }
    }

    /// `Σ_j g_j g_jᵀ/σ_j²` of a pose, over mass and first moments.
    fn information(&self, gravity: &mut GravityRows<'_>, q: &[f64]) -> Result<Mat<f64>> {
        gravity.at(q)?;
        let mut sum = Mat::zeros(AT_REST, AT_REST);
        for &dof in self.joints {
            let row = gravity.link(dof, self.link).map(|g| g / self.sigma[dof]);
            sum += Mat::from_fn(AT_REST, AT_REST, |i, j| row[i] * row[j]);
        }
        Ok(sum)
    }

    /// Remaining standard deviations by noise, and by effects that do not average out.
    fn sharpness(&self, information: &Mat<f64>, four: &[f64]) -> LoadSigma {
        match inverse(information) {
            Some(noise) => LoadSigma::of(&(noise + self.floor), four),
            None => LoadSigma { mass_kg: f64::INFINITY, com_m: f64::INFINITY },
        }
    }
}

/// Poses to add, the most telling first, until mass and centre are known well enough. `four` are mass and
/// first moments, `noise` their covariance by noise; poses of the logs come first, since the robot has been
/// there. None are named where gains or model are in the way. `None` where the mass is nothing.
pub(super) fn advise(
    measurement: &PoseMeasurement<'_>,
    four: &[f64],
    noise: &Mat<f64>,
    segments: &[Segment],
) -> Result<Option<PoseAdvice>> {
    let mass_kg = four[0];
    let Some(now) = inverse(noise).filter(|_| mass_kg > 0.0) else { return Ok(None) };
    let is_hopeless = LoadSigma::of(measurement.floor, four).excess(mass_kg) > HOPELESS;
    let candidates = if is_hopeless { Vec::new() } else { visited(segments) };
    let visited = greedy(measurement, four, &now, candidates)?;
    if visited.reached || is_hopeless {
        return Ok(Some(visited));
    }
    let all = [self::visited(segments), within_limits(measurement.robot)].concat();
    let others = greedy(measurement, four, &now, all)?;
    // A pose outside the logs must improve the estimate more.
    Ok(Some(if others.reached { others } else { visited }))
}

fn greedy(
    measurement: &PoseMeasurement<'_>,
    four: &[f64],
    now: &Mat<f64>,
    candidates: Vec<AdvisedPose>,
) -> Result<PoseAdvice> {
    let mut gravity = GravityRows::new(measurement.robot);
    let informations = candidates
        .iter()
        .map(|pose| measurement.information(&mut gravity, &pose.q))
        .collect::<Result<Vec<_>>>()?;
    let first = measurement.sharpness(now, four);
    let mut advice = PoseAdvice {
        target_mass_sigma_kg: TARGET_MASS * four[0],
        target_com_sigma_m: TARGET_COM_M,
        poses: Vec::new(),
        mass_sigma_kg: vec![first.mass_kg],
        com_sigma_m: vec![first.com_m],
        reached: first.is_enough(four[0]),
    };
    let (mut information, mut chosen) = (now.clone(), Vec::new());
    while !advice.reached && advice.poses.len() < MOST_POSES {
        let after = |k: usize| measurement.sharpness(&(&information + &informations[k]), four);
        let best = (0..informations.len())
            .filter(|k| !chosen.contains(k))
            .map(|k| (k, after(k)))
            .min_by(|a, b| a.1.excess(four[0]).total_cmp(&b.1.excess(four[0])));
        let Some((k, sharpness)) = best else { break };
        chosen.push(k);
        information += &informations[k];
        advice.poses.push(candidates[k].clone());
        advice.mass_sigma_kg.push(sharpness.mass_kg);
        advice.com_sigma_m.push(sharpness.com_m);
        advice.reached = sharpness.is_enough(four[0]);
    }
    Ok(advice)
}

/// Standard deviations that a covariance gives.
struct LoadSigma {
    mass_kg: f64,
    /// Worst direction.
    com_m: f64,
}

impl LoadSigma {
    fn of(c: &Mat<f64>, four: &[f64]) -> Self {
        // σ²(h/m) = (σ_h² − 2 c σ_hm + c² σ_m²)/m²
        let com = |k: usize| {
            let centre = four[k] / four[0];
            let variance = c[(k, k)] - 2.0 * centre * c[(0, k)] + centre.powi(2) * c[(0, 0)];
            variance.max(0.0).sqrt() / four[0].abs()
        };
        Self { mass_kg: c[(0, 0)].sqrt(), com_m: (1..AT_REST).map(com).fold(0.0, f64::max) }
    }

    /// The worse of mass and centre, over its target.
    fn excess(&self, mass_kg: f64) -> f64 {
        (self.mass_kg / (TARGET_MASS * mass_kg)).max(self.com_m / TARGET_COM_M)
    }

    fn is_enough(&self, mass_kg: f64) -> bool {
        self.excess(mass_kg) <= 1.0
    }
}

fn inverse(matrix: &Mat<f64>) -> Option<Mat<f64>> {
    matrix.llt(Side::Lower).ok().map(|factor| factor.inverse())
}

/// Poses that the logs pass through.
fn visited(segments: &[Segment]) -> Vec<AdvisedPose> {
    let n_samples: usize = segments.iter().map(|segment| segment.n_samples).sum();
    let every = n_samples.div_ceil(CANDIDATES).max(1);
    let poses = |segment: &Segment| -> Vec<AdvisedPose> {
        let n = segment.n_samples;
        let pose = |k: usize| segment.q.chunks_exact(n).map(|channel| channel[k]).collect();
        let samples = (0..n).step_by(every);
        samples.map(|k| AdvisedPose { q: pose(k), visited: true }).collect()
    };
    segments.iter().flat_map(poses).collect()
}

/// Poses anywhere within the limits; the same ones every time.
fn within_limits(robot: &Robot) -> Vec<AdvisedPose> {
    let mut dice = Pcg64::seed_from_u64(1);
    let mut position = |joint: &Joint| {
        let (lower, upper) = (joint.limits.lower.unwrap_or(-PI), joint.limits.upper.unwrap_or(PI));
        lower + (upper - lower) * dice.random_range(0.0..1.0)
    };
    let mut pose = || robot.dof_joint_iter().map(&mut position).collect();
    (0..CANDIDATES).map(|_| AdvisedPose { q: pose(), visited: false }).collect()
}
