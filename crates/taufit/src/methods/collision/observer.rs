//! The momentum residual.

use super::settings::DetectionSettings;
use crate::diagnostics::{InputError, Result};
use crate::dynamics::{Scratch, momentum_and_drift};
use crate::friction::Friction;
use crate::model::Robot;

/// Positions, velocities and motor torques of a robot at one moment, joint side.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Its stamp \[s\].
    pub t_s: f64,
    /// Positions.
    pub q: &'a [f64],
    /// Velocities.
    pub qd: &'a [f64],
    /// Torques.
    pub tau: &'a [f64],
}

/// Watches the momentum of a robot (De Luca and Mattone 2003):
///
/// ```text
/// r(t) = Ko ( p(t) − p(0) − ∫ (τ − τ_f(q̇) + Cᵀq̇ − g + r) ds )        ṙ = Ko (τ_ext − r)
/// ```
///
/// The residual `r` follows torques from outside through a first-order low pass of bandwidth `Ko`; no
/// acceleration is needed. In steps of `h` the integral takes the mean of both ends, and `r`
/// its new value, so that every step is stable:
///
/// ```text
/// (1 + Ko h) r' = r + Ko (p' − p − h β̄),   β = τ − τ_f + Cᵀq̇ − g
/// ```
#[derive(Debug)]
pub struct MomentumObserver<'r> {
    robot: &'r Robot,
    scratch: Scratch,
    gain_per_s: f64,
    slow_speed: f64,
    longest_gap_s: f64,
    /// Time of the last sample \[s\]; `None` before the first.
    last_s: Option<f64>,
    p: Vec<f64>,
    beta: Vec<f64>,
    residual: Vec<f64>,
    /// Work space.
    next: [Vec<f64>; 2],
}

impl<'r> MomentumObserver<'r> {
    /// An observer that has seen nothing.
    pub fn new(robot: &'r Robot, settings: &DetectionSettings) -> Result<Self> {
        settings.validate()?;
        let zero = vec![0.0; robot.n_dof()];
        Ok(Self {
            robot,
            scratch: Scratch::new(robot),
            gain_per_s: settings.gain_per_s,
            slow_speed: settings.slow_speed,
            longest_gap_s: settings.longest_gap_s,
            last_s: None,
            p: zero.clone(),
            beta: zero.clone(),
            residual: zero.clone(),
            next: [zero.clone(), zero],
        })
    }

    /// Torques from outside, as far as they have been noticed \[N·m or N\].
    pub fn residual(&self) -> &[f64] {
        &self.residual
    }

    /// Processes a sample. Numbers that are none, and stamps that do not rise, are passed over; after a
    /// pause the residual begins at zero again.
    pub fn push(&mut self, moment: Moment<'_>) -> Result<()> {
        let Moment { t_s, q, qd, tau } = moment;
        let (expected, found) = (self.robot.n_dof(), tau.len());
        if found != expected {
            return Err(InputError::LengthMismatch { what: "tau", expected, found }.into());
        }
        let [p, beta] = &mut self.next;
        momentum_and_drift(self.robot, &mut self.scratch, q, qd, p, beta)?;
        for (dof, joint) in self.robot.dof_joint_iter().enumerate() {
            beta[dof] += tau[dof] - slow_friction(&joint.friction, qd[dof], self.slow_speed);
        }
        if !(t_s.is_finite() && p.iter().chain(&*beta).all(|x| x.is_finite())) {
            return Ok(());
        }
        match self.last_s.map(|last_s| t_s - last_s) {
            Some(step_s) if step_s <= 0.0 => return Ok(()),
            Some(step_s) if step_s <= self.longest_gap_s => self.advance(step_s),
            _ => self.residual.fill(0.0),
        }
        self.last_s = Some(t_s);
        let [p, beta] = &mut self.next;
        std::mem::swap(&mut self.p, p);
        std::mem::swap(&mut self.beta, beta);
        Ok(())
    }

    fn advance(&mut self, step_s: f64) {
        let [p, beta] = &self.next;
        for (dof, r) in self.residual.iter_mut().enumerate() {
            let mean_beta = 0.5 * (self.beta[dof] + beta[dof]);
            let unexplained = p[dof] - self.p[dof] - step_s * mean_beta;
            *r = (*r + self.gain_per_s * unexplained) / (1.0 + self.gain_per_s * step_s);
        }
    }
}

/// Friction, with the jump at standstill drawn out to a ramp: a joint that sticks has no friction of
/// its own, and the middle is wrong by the Coulomb level at most.
fn slow_friction(friction: &Friction, qd: f64, slow_speed: f64) -> f64 {
    if qd.abs() >= slow_speed {
        return friction.torque(qd);
    }
    let (backward, forward) = (friction.torque(-slow_speed), friction.torque(slow_speed));
    0.5 * (backward + forward) + 0.5 * (forward - backward) * qd / slow_speed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::inverse_dynamics;
    use crate::model::catalog;

    /// Smooth motion with exact torques, and from one second on 5 N·m more on joint 2 than the motors
    /// give: the residual follows `5 (1 − exp(−Ko t))`.
    #[test]
    fn the_residual_is_a_first_order_answer_to_a_torque_from_outside() {
        const STEP_S: f64 = 5e-4;
        let robot = catalog::robot("ur5").unwrap();
        let mut scratch = Scratch::new(&robot);
        let settings = DetectionSettings::default();
        let mut observer = MomentumObserver::new(&robot, &settings).unwrap();
        let speeds = [0.5, -0.4, 0.6, 0.7, -0.8, 0.9];
        for k in 0..4000 {
            let t_s = f64::from(k) * STEP_S;
            let at = |of: &dyn Fn(f64) -> f64| speeds.map(|v| v * of(t_s));
            let (q, qd, qdd) =
                (at(&|t| t + 0.2 * t.sin()), at(&|t| 1.0 + 0.2 * t.cos()), at(&|t| -0.2 * t.sin()));
            let mut tau = inverse_dynamics(&robot, &mut scratch, &q, &qd, &qdd).unwrap().to_vec();
            let since_s = t_s - 1.0;
            if since_s >= 0.0 {
                tau[1] -= 5.0;
            }
            observer.push(Moment { t_s, q: &q, qd: &qd, tau: &tau }).unwrap();
            let expected = if since_s > 0.0 {
                5.0 * (1.0 - (-settings.gain_per_s * since_s).exp())
            } else {
                0.0
            };
            for (dof, r) in observer.residual().iter().enumerate() {
                let expected = if dof == 1 { expected } else { 0.0 };
                // One step of delay, and half of one by the mean.
                assert!((r - expected).abs() < 5.0 * settings.gain_per_s * STEP_S, "{t_s}: {r}");
            }
        }
        assert!((observer.residual()[1] - 5.0).abs() < 1e-3);
    }

    #[test]
    fn pauses_and_numbers_that_are_none_do_no_harm() {
        let robot = catalog::robot("planar2r").unwrap();
        let mut observer = MomentumObserver::new(&robot, &DetectionSettings::default()).unwrap();
        let mut push = |t_s: f64, tau: f64| {
            let moment = Moment { t_s, q: &[0.3, 0.2], qd: &[0.5, 0.5], tau: &[tau, 0.0] };
            observer.push(moment).unwrap();
            observer.residual()[0]
        };
        push(0.0, 0.0);
        let before = push(0.01, 3.0);
        assert!(before != 0.0);
        assert_eq!(push(0.02, f64::NAN), before);
        assert_eq!(push(0.01, 7.0), before);
        assert_eq!(push(f64::NAN, 7.0), before);
        assert_eq!(push(5.0, 7.0), 0.0);
    }

    #[test]
    fn moments_of_another_robot_are_refused() {
        let robot = catalog::robot("planar2r").unwrap();
        let mut observer = MomentumObserver::new(&robot, &DetectionSettings::default()).unwrap();
        let (two, three) = ([0.1; 2], [0.1; 3]);
        for (q, qd, tau) in
            [(&three[..], &two[..], &two[..]), (&two, &three, &two), (&two, &two, &three)]
        {
            let refused = observer.push(Moment { t_s: 0.0, q, qd, tau }).unwrap_err();
            assert_eq!(refused.code(), "E020");
        }
    }
}
