//! Reference motion of the served arm.

use taufit::command::{Command, Setpoint};

/// Quantity that is commanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReferenceMode {
    Holding,
    Positions,
    Velocities,
}

/// Reference of the arm, cycle by cycle.
#[derive(Clone, Debug)]
pub(super) struct ReferenceGenerator {
    cycle_s: f64,
    mode: ReferenceMode,
    reference: Setpoint,
}

impl ReferenceGenerator {
    /// Reference of an arm at rest at `q`.
    pub(super) fn new(cycle_s: f64, q: &[f64]) -> Self {
        let still = vec![0.0; q.len()];
        let reference = Setpoint { q: q.to_vec(), qd: still.clone(), qdd: still };
        Self { cycle_s, mode: ReferenceMode::Holding, reference }
    }

    /// Current reference.
    pub(super) fn reference(&self) -> &Setpoint {
        &self.reference
    }

    /// Sets the reference position to the measured one, unless positions are commanded.
    pub(super) fn update_position(&mut self, q: &[f64]) {
        if self.mode != ReferenceMode::Positions {
            self.reference.q = q.to_vec();
        }
    }

    /// Follows a point of a planned motion.
    pub(super) fn follow(&mut self, point: Setpoint) -> Command {
        self.mode = ReferenceMode::Positions;
        self.reference = point;
        Command::Position(self.reference.clone())
    }

    /// Follows positions with smoothing: `ẍ = ω² (u − x) − 2 ω ẋ` with `ω = 2 / lookahead`, which follows a
    /// ramp with a delay of the look-ahead time.
    pub(super) fn servo(&mut self, target: &[f64], lookahead_s: f64) -> Command {
        self.mode = ReferenceMode::Positions;
        // Slower than the cycle, or the integration below would oscillate.
        let omega = 2.0 / lookahead_s.max(4.0 * self.cycle_s);
        let Setpoint { q, qd, qdd } = &mut self.reference;
        for (i, target) in target.iter().enumerate().take(q.len()) {
            qdd[i] = omega * (omega * (target - q[i]) - 2.0 * qd[i]);
            qd[i] += self.cycle_s * qdd[i];
            q[i] += self.cycle_s * qd[i];
        }
        Command::Position(self.reference.clone())
    }

    /// Follows velocities with an acceleration limit \[rad/s²\].
    pub(super) fn speed(&mut self, target: &[f64], acceleration: f64) -> Command {
        self.mode = ReferenceMode::Velocities;
        let step = acceleration.abs() * self.cycle_s;
        let Setpoint { qd, qdd, .. } = &mut self.reference;
        for (i, target) in target.iter().enumerate().take(qd.len()) {
            let change = (target - qd[i]).clamp(-step, step);
            qd[i] += change;
            qdd[i] = change / self.cycle_s;
        }
        Command::Velocity(qd.clone())
    }

    /// One cycle of a stop; none once the arm is held.
    pub(super) fn halt(&mut self, acceleration: f64) -> Option<Command> {
        if self.mode == ReferenceMode::Holding {
            return None;
        }
        let still = vec![0.0; self.reference.qd.len()];
        if self.reference.qd == still {
            self.mode = ReferenceMode::Holding;
            self.reference.qdd = still;
            return Some(Command::Hold);
        }
        Some(self.speed(&still, acceleration))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_is_followed_with_the_delay_of_the_look_ahead() {
        let mut reference = ReferenceGenerator::new(0.002, &[0.0]);
        for k in 1..=1000 {
            reference.servo(&[0.002 * f64::from(k)], 0.03);
        }
        let behind_s = 2.0 - reference.reference().q[0];
        // The reference is that of the end of the cycle: one cycle less.
        assert!((behind_s - 0.028).abs() < 1e-9, "{behind_s}");
        assert!((reference.reference().qd[0] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_stop_takes_its_time_and_ends_in_holding() {
        let mut reference = ReferenceGenerator::new(0.01, &[0.0, 0.0]);
        for _ in 0..100 {
            reference.speed(&[1.0, -0.5], 40.0);
        }
        let commands: Vec<Command> = std::iter::from_fn(|| reference.halt(4.0)).collect();
        // 1 rad/s at 4 rad/s² in cycles of 10 ms, and the command to hold.
        assert!((26..=27).contains(&commands.len()), "{}", commands.len());
        assert_eq!(commands.last(), Some(&Command::Hold));
    }
}
