//! Check of a plan: extremes of every joint against its limits, and collisions.

use super::{GuardSettings, Phase, Plan};
use crate::command::Setpoint;
use crate::diagnostics::ExperimentError;
use serde::Serialize;
use taufit_dynamics::diagnostics::{Error, Result};
use taufit_dynamics::model::Robot;
use taufit_excite::collision::CollisionModel;

/// Distance of the instants at which a plan is looked at \[s\].
const STEP_S: f64 = 0.01;

/// The same for collisions, which take longer to find \[s\].
const COLLISION_STEP_S: f64 = 0.04;

/// Extremes of one joint, and its limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointExtent {
    /// The joint.
    pub joint: String,
    /// Lowest position.
    pub lowest: f64,
    /// Highest position.
    pub highest: f64,
    /// Highest speed.
    pub speed: f64,
    /// Lowest position that the guard lets pass, if limited.
    pub lower: Option<f64>,
    /// Highest position that the guard lets pass, if limited.
    pub upper: Option<f64>,
    /// Speed limit, if there is one.
    pub speed_limit: Option<f64>,
}

/// A plan that keeps to the limits of its robot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanCheck {
    /// Per joint.
    pub joints: Vec<JointExtent>,
    /// Smallest distance between bodies \[m\], where it was computed; far ones count as a bound.
    pub clearance_m: Option<f64>,
}

impl PlanCheck {
    /// Looks at every phase; refuses a plan that would leave the limits of position or speed, or touch
    /// something.
    pub fn new(
        plan: &Plan,
        robot: &Robot,
        guard: &GuardSettings,
        collisions: Option<&CollisionModel>,
    ) -> Result<Self> {
        let extent = |dof: usize| {
            let joint = robot.dof_joint(dof);
            JointExtent {
                joint: joint.name.clone(),
                lowest: f64::INFINITY,
                highest: f64::NEG_INFINITY,
                speed: 0.0,
                lower: joint.limits.lower.map(|x| x + guard.position_margin_rad),
                upper: joint.limits.upper.map(|x| x - guard.position_margin_rad),
                speed_limit: joint.limits.velocity,
            }
        };
        let mut joints: Vec<JointExtent> = (0..robot.n_dof()).map(extent).collect();
        for (k, phase) in plan.phases.iter().enumerate() {
            widen(&mut joints, phase);
            if let Some(error) = joints.iter().find_map(|joint| joint.breach(k + 1, phase)) {
                return Err(error);
            }
        }
        let clearance_m = collisions.map(|model| clearance(plan, model)).transpose()?;
        Ok(Self { joints, clearance_m })
    }
}

/// Smallest distance between bodies over a plan \[m\].
fn clearance(plan: &Plan, model: &CollisionModel) -> Result<f64> {
    let mut scratch = model.scratch();
    let mut least_m = f64::INFINITY;
    for (k, phase) in plan.phases.iter().enumerate() {
        for point in instants(phase, COLLISION_STEP_S) {
            let near = model.distances(&point.q, &mut scratch)?;
            for (pair, near) in model.pairs().iter().zip(near) {
                if near.distance_m < 0.0 {
                    return Err(ExperimentError::PlanCollides {
                        phase: k + 1,
                        kind: phase.kind.label(),
                        first: pair.a.clone(),
                        second: pair.b.clone(),
                        depth_m: -near.distance_m,
                    }
                    .into());
                }
                least_m = least_m.min(near.distance_m);
            }
        }
    }
    Ok(least_m)
}

/// Reference positions, from the beginning of a phase to its end.
fn instants(phase: &Phase, step_s: f64) -> impl Iterator<Item = Setpoint> + '_ {
    let n = (phase.duration_s / step_s).ceil().max(1.0) as usize;
    let time_s = move |k: usize| phase.duration_s * k as f64 / n as f64;
    (0..=n).filter_map(move |k| phase.motion.reference(time_s(k)))
}

fn widen(joints: &mut [JointExtent], phase: &Phase) {
    for point in instants(phase, STEP_S) {
        for (dof, joint) in joints.iter_mut().enumerate() {
            joint.lowest = joint.lowest.min(point.q[dof]);
            joint.highest = joint.highest.max(point.q[dof]);
            joint.speed = joint.speed.max(point.qd[dof].abs());
        }
    }
}

impl JointExtent {
    /// The first limit that it breaks.
    fn breach(&self, phase: usize, of: &Phase) -> Option<Error> {
        let too_low = self.lower.filter(|limit| self.lowest < *limit);
        let too_high = self.upper.filter(|limit| self.highest > *limit);
        let too_fast = self.speed_limit.filter(|limit| self.speed > *limit);
        let broken = |quantity, value, limit: Option<f64>| {
            let (joint, kind) = (self.joint.clone(), of.kind.label());
            limit.map(|limit| {
                ExperimentError::PlanBreaksLimit { phase, kind, joint, quantity, value, limit }
                    .into()
            })
        };
        broken("position", self.lowest, too_low)
            .or_else(|| broken("position", self.highest, too_high))
            .or_else(|| broken("speed", self.speed, too_fast))
    }
}
