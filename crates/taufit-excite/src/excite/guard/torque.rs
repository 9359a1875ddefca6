//! Torques of the nominal model.

use super::{Guard, Sighting};
use crate::excite::JointLimits;
use crate::excite::instants::InstantStates;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{
    RegressorGradient, Samples, Scratch, regressor_gradient, rnea_block,
};
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::Layout;

/// `|τ_j| ≤ limit`, friction and rotors included.
pub(in crate::excite) struct TorqueGuard<'a> {
    robot: &'a Robot,
    layout: Layout,
    nominal: Vec<f64>,
    limits: Vec<Option<f64>>,
}

impl<'a> TorqueGuard<'a> {
    /// `None` if no joint's torque is limited.
    pub(in crate::excite) fn new(robot: &'a Robot, limits: &[JointLimits]) -> Option<Self> {
        let layout = Layout::of_robot(robot);
        let nominal = layout.nominal(robot);
        let limits: Vec<Option<f64>> = limits.iter().map(|l| l.torque).collect();
        limits.iter().any(Option::is_some).then_some(Self { robot, layout, nominal, limits })
    }

    /// Slopes of one joint's torque: `τ_j = Σ_c Y_jc π_c`, so the nominal parameters weigh that row of
    /// the regressor.
    fn slopes(
        &self,
        states: &InstantStates,
        (instant, dof): (usize, usize),
        scratch: &mut Scratch,
        gradient: &mut RegressorGradient,
    ) -> Result<()> {
        let n = self.nominal.len();
        let mut weights = vec![0.0; self.robot.n_dof() * n];
        weights[dof * n..(dof + 1) * n].copy_from_slice(&self.nominal);
        let [q, qd, qdd] = [0, 1, 2].map(|channel| states.at(channel, instant));
        regressor_gradient(self.robot, &self.layout, scratch, (&q, &qd, &qdd), &weights, gradient)
    }
}

impl Guard for TorqueGuard<'_> {
    fn look(&self, states: &InstantStates, above: f64, slopes: bool) -> Result<Vec<Sighting>> {
        let tau = nominal_torques(self.robot, &states.samples())?;
        let (mut scratch, mut gradient) =
            (Scratch::new(self.robot), RegressorGradient::new(self.robot));
        let mut seen = Vec::new();
        for (dof, limit) in self.limits.iter().enumerate() {
            let Some(limit) = limit else { continue };
            for instant in 0..states.n {
                let torque = tau[dof * states.n + instant];
                let value = torque.abs() / limit - 1.0;
                if value <= above {
                    continue;
                }
                let mut sighting = Sighting {
                    instant,
                    which: 2 * dof + usize::from(torque < 0.0),
                    value,
                    slopes: None,
                };
                if slopes {
                    self.slopes(states, (instant, dof), &mut scratch, &mut gradient)?;
                    let per_limit = torque.signum() / limit;
                    let scaled = |x: &[f64]| x.iter().map(|x| x * per_limit).collect();
                    let by_channel = [&gradient.q, &gradient.qd, &gradient.qdd];
                    sighting.slopes = Some(by_channel.map(|x| scaled(x)));
                }
                seen.push(sighting);
            }
        }
        Ok(seen)
    }

    fn describe(&self, which: usize, value: f64) -> String {
        let dof = which / 2;
        let limit = self.limits[dof].unwrap_or_default();
        let name = &self.robot.dof_joint(dof).name;
        let torque = limit * (1.0 + value);
        format!("the torque of joint {name:?} is {torque:.1} where {limit:.1} is allowed")
    }
}

/// Torques of the nominal model with friction, `n_dof × n_samples`, sample index fastest.
pub(in crate::excite) fn nominal_torques(robot: &Robot, samples: &Samples<'_>) -> Result<Vec<f64>> {
    let n = samples.n_samples();
    let mut tau = vec![0.0; robot.n_dof() * n];
    rnea_block(robot, samples, &mut tau)?;
    for (dof, joint) in robot.dof_joint_iter().enumerate() {
        let friction = samples.qd(dof).iter().map(|qd| joint.friction.torque(*qd));
        tau[dof * n..].iter_mut().zip(friction).for_each(|(t, f)| *t += f);
    }
    Ok(tau)
}
