//! From what a program wants to commands of the arm.

use taufit::sim::{Command, Setpoint};

/// What the arm is being told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Holding,
    Positions,
    Velocities,
}

/// The reference that the arm follows, cycle by cycle.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    cycle_s: f64,
    doing: Doing,
    reference: Setpoint,
}

impl Mover {
    /// An arm that stands at `q`.
    pub(super) fn new(cycle_s: f64, q: &[f64]) -> Self {
        let still = vec![0.0; q.len()];
        let reference = Setpoint { q: q.to_vec(), qd: still.clone(), qdd: still };
        Self { cycle_s, doing: Doing::Holding, reference }
    }

    /// Where the arm should be.
    pub(super) fn reference(&self) -> &Setpoint {
        &self.reference
    }

    /// The arm was seen at `q`: the reference where nothing but velocities, or nothing, is commanded.
    pub(super) fn seen_at(&mut self, q: &[f64]) {
        if self.doing != Doing::Positions {
            self.reference.q = q.to_vec();
        }
    }

    /// A point of a motion that is known.
    pub(super) fn follow(&mut self, point: Setpoint) -> Command {
        self.doing = Doing::Positions;
        self.reference = point;
        Command::Position(self.reference.clone())
    }

    /// Positions, smoothed: `ẍ = ω² (u − x) − 2 ω ẋ` with `ω = 2 / lookahead`, which follows a ramp
    /// with a delay of the look-ahead.
    pub(super) fn servo(&mut self, target: &[f64], lookahead_s: f64) -> Command {
        self.doing = Doing::Positions;
        // Slower than the cycle, or the step below would swing.
        let omega = 2.0 / lookahead_s.max(4.0 * self.cycle_s);
        let Setpoint { q, qd, qdd } = &mut self.reference;
        for (i, target) in target.iter().enumerate().take(q.len()) {
            qdd[i] = omega * (omega * (target - q[i]) - 2.0 * qd[i]);
            qd[i] += self.cycle_s * qdd[i];
            q[i] += self.cycle_s * qd[i];
        }
        Command::Position(self.reference.clone())
    }

    /// Velocities, taken up with an acceleration \[rad/s²\].
    pub(super) fn speed(&mut self, target: &[f64], acceleration: f64) -> Command {
        self.doing = Doing::Velocities;
        let step = acceleration.abs() * self.cycle_s;
        let Setpoint { qd, qdd, .. } = &mut self.reference;
        for (i, target) in target.iter().enumerate().take(qd.len()) {
            let change = (target - qd[i]).clamp(-step, step);
            qd[i] += change;
            qdd[i] = change / self.cycle_s;
        }
        Command::Velocity(qd.clone())
    }

    /// One cycle of a stop; nothing to command once the arm is held.
    pub(super) fn halt(&mut self, acceleration: f64) -> Option<Command> {
        if self.doing == Doing::Holding {
            return None;
        }
        let still = vec![0.0; self.reference.qd.len()];
        if self.reference.qd == still {
            self.doing = Doing::Holding;
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
        let mut mover = Mover::new(0.002, &[0.0]);
        for k in 1..=1000 {
            mover.servo(&[0.002 * f64::from(k)], 0.03);
        }
        let behind_s = 2.0 - mover.reference().q[0];
        // The reference is that of the end of the cycle: one cycle less.
        assert!((behind_s - 0.028).abs() < 1e-9, "{behind_s}");
        assert!((mover.reference().qd[0] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_stop_takes_its_time_and_ends_in_holding() {
        let mut mover = Mover::new(0.01, &[0.0, 0.0]);
        for _ in 0..100 {
            mover.speed(&[1.0, -0.5], 40.0);
        }
        let commands: Vec<Command> = std::iter::from_fn(|| mover.halt(4.0)).collect();
        // 1 rad/s at 4 rad/s² in cycles of 10 ms, and the command to hold.
        assert!((26..=27).contains(&commands.len()), "{}", commands.len());
        assert_eq!(commands.last(), Some(&Command::Hold));
    }
}
