//! Torque constants of a robot type from logs of currents, by the weights of its links.
//!
//! Efforts are currents times the constants of the plan. With the first moments `π_w` of the links as the description
//! has them and everything else unknown, `τ_j = s_j W K_w π_w + W K_x x` of joint `j` gives the scale `s_j`, and the torque
//! constant is that of the plan over `s_j`: as good as the masses of the description, as in Ulici et al. Joints that
//! no weight loads have a wide interval, or none.

use super::plan::FleetModel;
use super::population::Population;
use super::repeatability::scatter_factor;
use super::robot::{LogEstimate, RobotEstimate};
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};
use crate::evidence::{Evidence, JointEvidence};
use crate::model::Joint;
use crate::params::{LinkParam, Param};
use crate::study::FleetTorqueConstant;

/// Scale of the efforts of a joint, and its variance; infinite where the data do not tell it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffortScale {
    /// Measured effort over that of the description's weights.
    pub value: f64,
    /// Its variance by correlated noise.
    pub variance: f64,
}

impl EffortScale {
    const UNKNOWN: Self = Self { value: 1.0, variance: f64::INFINITY };
}

/// Scales of all joints by some evidence; none for logs of torques.
pub(super) fn effort_scales(model: &FleetModel, evidence: &Evidence) -> Result<Vec<EffortScale>> {
    if !model.plan.are_currents {
        return Ok(Vec::new());
    }
    let split = WeightSplit::new(model);
    let joints = evidence.joints().iter().zip(model.noise());
    joints.map(|(joint, noise)| effort_scale(&split, joint, noise)).collect()
}

/// Base parameters `K_w π_w + K_x π_x`: those of the weights in the description, and what everything else may add.
struct WeightSplit {
    /// `K_w π_w`.
    weights: Vec<f64>,
    /// Whether the leading parameter of a base parameter is a first moment.
    is_weight: Vec<bool>,
    /// Columns of `K_x` that reach into base parameters of weights: a rotor inertia, for instance, may be grouped with a
    /// mass whose moment of inertia it resembles.
    others: Vec<Vec<f64>>,
}

impl WeightSplit {
    fn new(model: &FleetModel) -> Self {
        let FleetModel { robot, layout, base, .. } = model;
        let params = layout.params();
        let mut pi = layout.nominal(robot);
        for (value, _) in pi.iter_mut().zip(params).filter(|(_, param)| !is_first_moment(**param)) {
            *value = 0.0;
        }
        let is_weight: Vec<bool> =
            base.independent().iter().map(|&column| is_first_moment(params[column])).collect();
        let others = (0..params.len())
            .filter(|&column| !is_first_moment(params[column]))
            .filter(|&column| base.groups_of(column).iter().any(|&k| is_weight[k]))
            .map(|column| {
                let mut unit = vec![0.0; params.len()];
                unit[column] = 1.0;
                base.combine(&unit)
            })
            .collect();
        Self { weights: base.combine(&pi), is_weight, others }
    }

    /// Orthonormal directions among these base parameters of weights that other parameters reach (Gram and Schmidt).
    fn reached(&self, weights: &[usize]) -> Vec<Vec<f64>> {
        const NOTHING: f64 = 1e-9;
        let mut reached: Vec<Vec<f64>> = Vec::new();
        for other in &self.others {
            let mut rest: Vec<f64> = weights.iter().map(|&k| other[k]).collect();
            let length = norm(&rest);
            for direction in &reached {
                let along: f64 = rest.iter().zip(direction).map(|(a, b)| a * b).sum();
                rest.iter_mut().zip(direction).for_each(|(x, d)| *x -= along * d);
            }
            let new = norm(&rest);
            if new > NOTHING * length {
                rest.iter_mut().for_each(|x| *x /= new);
                reached.push(rest);
            }
        }
        reached
    }
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn effort_scale(split: &WeightSplit, joint: &JointEvidence, noise: f64) -> Result<EffortScale> {
    let columns = joint.columns();
    let (weights, others): (Vec<usize>, Vec<usize>) =
        (0..columns.len()).partition(|&c| split.is_weight[columns[c]]);
    let of_base: Vec<usize> = weights.iter().map(|&c| columns[c]).collect();
    let reached = split.reached(&of_base);
    if reached.len() >= weights.len() {
        return Ok(EffortScale::UNKNOWN);
    }
    let nominal: Vec<f64> = of_base.iter().map(|&k| split.weights[k]).collect();
    let along = |row: usize, direction: &[f64]| -> f64 {
        weights.iter().zip(direction).map(|(&c, d)| joint.r(row, c) * d).sum()
    };
    let row = |row: usize| -> Vec<f64> {
        let free = reached.iter().map(|direction| along(row, direction));
        let unknown = others.iter().map(|&c| joint.r(row, c));
        std::iter::once(along(row, &nominal)).chain(free).chain(unknown).collect()
    };
    let r: Vec<f64> = (0..joint.r_rows()).flat_map(row).collect();
    let torque = joint.r_column(columns.len());
    let solution = Solution::of(&Stacked::new(1 + reached.len() + others.len(), r, torque))?;
    Ok(match solution.is_seen(0) {
        true => EffortScale {
            value: solution.beta[0],
            variance: noise.powi(2) * solution.inverse_diagonal(0),
        },
        false => EffortScale::UNKNOWN,
    })
}

/// Parameters by which gravity loads joints.
fn is_first_moment(param: Param) -> bool {
    use LinkParam::{M, Mx, My, Mz};
    matches!(param, Param::Link { param: M | Mx | My | Mz, .. })
}

/// Torque constant of a joint over the robots of its type.
pub(super) struct TorqueConstant {
    joint: String,
    /// Short name, such as `kct2`.
    pub(super) name: String,
    by_plan: f64,
    /// Mean and spread; none where the weights do not tell them.
    pub(super) population: Option<Population>,
}

/// Torque constants of all joints by the robots that are no outliers.
pub(super) fn torque_constants(
    model: &FleetModel,
    robots: &[RobotEstimate],
    is_sound: &[bool],
) -> Vec<TorqueConstant> {
    if !model.plan.are_currents {
        return Vec::new();
    }
    let worst = model.plan.inflation.iter().copied().fold(1.0, f64::max);
    let joints = model.robot.dof_joint_iter().zip(&model.plan.torque_constants).enumerate();
    let constant = |(dof, (joint, by_plan)): (usize, (&Joint, &Option<f64>))| {
        let by_plan = (*by_plan)?;
        let of_log = |log: &LogEstimate| {
            let EffortScale { value, variance } = log.effort_scales[dof];
            (value, variance)
        };
        let logs = robots.iter().map(|robot| robot.logs.iter().map(of_log).collect());
        let factor = scatter_factor(logs, worst);
        let sound = robots.iter().zip(is_sound).filter(|(_, is_sound)| **is_sound);
        let scales = sound.map(|(robot, _)| robot.effort_scales[dof]);
        let seen = scales.filter(|scale| scale.variance.is_finite());
        let (y, v): (Vec<f64>, Vec<f64>) =
            seen.map(|scale| (scale.value, factor * scale.variance)).unzip();
        let scale = Population::of(&y, &v);
        Some(TorqueConstant {
            joint: joint.name.clone(),
            name: format!("kct{}", dof + 1),
            by_plan,
            population: scale.and_then(|scale| over_scale(by_plan, &scale)),
        })
    };
    joints.filter_map(constant).collect()
}

/// `K = K₀/s`; none where the interval of the scale reaches zero.
fn over_scale(by_plan: f64, scale: &Population) -> Option<Population> {
    let over = |[low, high]: [f64; 2]| {
        let [a, b] = [by_plan / high, by_plan / low];
        [a.min(b), a.max(b)]
    };
    let slope = (by_plan / scale.mean.powi(2)).abs();
    (scale.mean_interval[0] > 0.0).then(|| Population {
        mean: by_plan / scale.mean,
        mean_interval: over(scale.mean_interval),
        spread: slope * scale.spread,
        spread_interval: scale.spread_interval.map(|spread| slope * spread),
        n_robots: scale.n_robots,
    })
}

/// Groups of joints with motors of one type by the description, as names of their torque constants.
pub(super) fn motor_groups(model: &FleetModel, constants: &[TorqueConstant]) -> Vec<String> {
    let motor_type = |constant: &TorqueConstant| {
        let joint = model.robot.dof_joint_iter().find(|joint| joint.name == constant.joint)?;
        constant.population.and(joint.motor.motor_type.clone())
    };
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for constant in constants {
        let Some(motor) = motor_type(constant) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == motor) {
            Some((_, names)) => names.push(&constant.name),
            None => groups.push((motor, vec![&constant.name])),
        }
    }
    let of_several = groups.iter().filter(|(_, names)| names.len() > 1);
    of_several.map(|(_, names)| names.join("=")).collect()
}

impl From<&TorqueConstant> for FleetTorqueConstant {
    fn from(constant: &TorqueConstant) -> Self {
        let population = constant.population;
        Self {
            joint: constant.joint.clone(),
            name: constant.name.clone(),
            by_plan: constant.by_plan,
            mean: population.map(|p| p.mean),
            mean_interval: population.map(|p| p.mean_interval),
            spread: population.map(|p| p.spread),
            spread_interval: population.map(|p| p.spread_interval),
            n_robots: population.map_or(0, |p| p.n_robots),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_that_of_the_plan_over_the_scale() {
        let scale = Population {
            mean: 0.8,
            mean_interval: [0.5, 1.0],
            spread: 0.08,
            spread_interval: [0.04, 0.16],
            n_robots: 7,
        };
        let found = over_scale(-10.0, &scale).unwrap();
        assert_eq!((found.mean, found.mean_interval), (-12.5, [-20.0, -10.0]));
        assert!((found.spread - 1.25).abs() < 1e-12 && found.n_robots == 7);
        let open = Population { mean_interval: [-0.1, 1.7], ..scale };
        assert_eq!(over_scale(10.0, &open), None);
    }
}
