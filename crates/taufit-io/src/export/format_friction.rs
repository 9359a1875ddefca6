//! Friction as URDF and MJCF hold it: a Coulomb and a viscous coefficient per joint.

use super::Loss;
use super::loss::friction_loss;
use taufit::friction::coulomb_viscous_equivalent;
use taufit::model::{Joint, Robot};

/// Top speed of a joint of which neither a log nor its limits say how fast it moves \[rad/s or m/s\].
const USUAL_SPEED: f64 = 1.0;

/// Number of velocities within the limits that stand for those of a log.
const N_VELOCITIES: i32 = 200;

/// A robot whose friction has two coefficients per joint, and what this misses of the identified curves.
pub(super) struct TwoCoefficients {
    pub(super) robot: Robot,
    pub(super) losses: Vec<Loss>,
}

impl TwoCoefficients {
    /// The nearest such robot at the velocities of the logs, joint by joint; where there are none, at
    /// velocities spread evenly within the limits.
    pub(super) fn nearest(robot: &Robot, logged_qd: &[Vec<f64>]) -> Self {
        let (mut reduced, mut losses) = (robot.clone(), Vec::new());
        for (dof, joint) in robot.dof_joint_iter().enumerate() {
            let logged = logged_qd.get(dof).filter(|qd| !qd.is_empty());
            let within_limits = || even_velocities(joint);
            let qd = logged.cloned().unwrap_or_else(within_limits);
            let found = coulomb_viscous_equivalent(&joint.friction, &qd);
            reduced = reduced.with_friction(dof, found.friction);
            losses.extend(friction_loss(joint, found.rms_error, logged.is_some()));
        }
        Self { robot: reduced, losses }
    }
}

fn even_velocities(joint: &Joint) -> Vec<f64> {
    let top = joint.limits.velocity.filter(|v| *v > 0.0 && v.is_finite()).unwrap_or(USUAL_SPEED);
    let share = |k: i32| f64::from(2 * k + 1 - N_VELOCITIES) / f64::from(N_VELOCITIES);
    (0..N_VELOCITIES).map(|k| top * share(k)).collect()
}
