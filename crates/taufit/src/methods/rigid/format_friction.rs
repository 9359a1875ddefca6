//! Friction as robot files hold it: URDF and MJCF know Coulomb and viscous friction only, and the verdict is
//! about the model that is handed over.

use crate::friction::{Friction, coulomb_viscous_equivalent};
use crate::model::Robot;
use crate::signal::Segment;

/// The identified friction of every coordinate, and what a file holds of it.
pub(super) struct FormatFriction {
    pairs: Vec<(Friction, Friction)>,
}

impl FormatFriction {
    /// Of an identified robot, at the velocities of each coordinate in the logs of the fit; `None` where
    /// files hold all of its friction.
    pub(super) fn new(robot: &Robot, logged_qd: &[Vec<f64>]) -> Option<Self> {
        let pair = |(dof, qd): (usize, &Vec<f64>)| {
            let friction = robot.dof_joint(dof).friction;
            (friction, coulomb_viscous_equivalent(&friction, qd).friction)
        };
        let pairs: Vec<(Friction, Friction)> = logged_qd.iter().enumerate().map(pair).collect();
        pairs.iter().any(|(own, held)| own != held).then_some(Self { pairs })
    }

    /// Torques of what a file holds less those of the identified friction, sample index fastest.
    pub(super) fn change(&self, segment: &Segment) -> Vec<f64> {
        let channels = segment.qd.chunks(segment.n_samples.max(1)).zip(&self.pairs);
        let change =
            |(own, held): (&Friction, &Friction), qd: f64| held.torque(qd) - own.torque(qd);
        channels.flat_map(|(qd, (a, b))| qd.iter().map(move |v| change((a, b), *v))).collect()
    }
}
