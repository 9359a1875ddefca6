//! Our own program, cycle by cycle: what the text in `rtde::program` does on a real controller.

use super::controller::Registers;
use super::mover::Mover;
use crate::rtde::program::{IDLE_S, LOOKAHEAD_S, QUIET_S, SPEED_ACCELERATION, STOP_ACCELERATION};
use crate::rtde::registers::{FIRST, Mode, N_JOINTS, ProgramState};
use taufit::sim::Command;

/// The program at work.
#[derive(Clone, Debug)]
pub(super) struct Follow {
    count: i32,
    quiet: f64,
    /// Cycles after which setpoints count as no longer renewed, and after which an idle program ends.
    longest_quiet: f64,
    longest_idle: f64,
    is_heard: bool,
    is_moving: bool,
    /// Inside `stopj`, which returns when the robot stands.
    is_stopping: bool,
}

impl Follow {
    /// Without `has_timeout` it follows the last setpoint for ever: a fault.
    pub(super) fn new(inputs: &Registers, rate_hz: f64, has_timeout: bool) -> Self {
        let cycles =
            |span_s: f64| if has_timeout { (span_s * rate_hz).round() } else { f64::INFINITY };
        Self {
            count: inputs.integers[FIRST + 1],
            quiet: 0.0,
            longest_quiet: cycles(QUIET_S),
            longest_idle: cycles(IDLE_S),
            is_heard: false,
            is_moving: false,
            is_stopping: false,
        }
    }

    /// One cycle: what to command, and in which state the program is.
    pub(super) fn cycle(
        &mut self,
        inputs: &Registers,
        outputs: &mut Registers,
        mover: &mut Mover,
    ) -> (Option<Command>, ProgramState) {
        if self.is_stopping {
            return self.go_on_stopping(mover);
        }
        self.listen(inputs.integers[FIRST + 1]);
        let state = ProgramState::Follows;
        let marks = [inputs.integers[FIRST + 2], state.number(), self.count];
        outputs.integers[FIRST..FIRST + 3].copy_from_slice(&marks);
        let setpoint = &inputs.doubles[FIRST..FIRST + N_JOINTS];
        let mode = Mode::of(inputs.integers[FIRST]);
        let moves = self.is_heard && setpoint.iter().all(|x| x.is_finite());
        match mode {
            Mode::Servo if moves => {
                self.is_moving = true;
                (Some(mover.servo(setpoint, LOOKAHEAD_S)), state)
            }
            Mode::Speed if moves => {
                self.is_moving = true;
                (Some(mover.speed(setpoint, SPEED_ACCELERATION)), state)
            }
            _ if self.is_moving => {
                (self.is_moving, self.is_stopping) = (false, true);
                self.go_on_stopping(mover)
            }
            Mode::End if self.is_heard => (None, ProgramState::Ended),
            _ if self.quiet > self.longest_idle => (None, ProgramState::Ended),
            _ => (None, state),
        }
    }

    fn listen(&mut self, count: i32) {
        if count == self.count {
            self.quiet += 1.0;
        } else {
            (self.count, self.quiet, self.is_heard) = (count, 0.0, true);
        }
        if self.quiet >= self.longest_quiet {
            self.is_heard = false;
        }
    }

    fn go_on_stopping(&mut self, mover: &mut Mover) -> (Option<Command>, ProgramState) {
        let command = mover.halt(STOP_ACCELERATION);
        self.is_stopping = command.is_some();
        let is_given_up = !self.is_stopping && !self.is_heard;
        (command, if is_given_up { ProgramState::GaveUp } else { ProgramState::Follows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bench {
        follow: Follow,
        inputs: Registers,
        outputs: Registers,
        mover: Mover,
    }

    impl Bench {
        fn new(mode: Mode) -> Self {
            let mut inputs = Registers::default();
            inputs.integers[FIRST] = mode.number();
            inputs.doubles[FIRST..FIRST + N_JOINTS].fill(0.5);
            let follow = Follow::new(&inputs, 500.0, true);
            let mover = Mover::new(0.002, &[0.0; N_JOINTS]);
            Self { follow, inputs, outputs: Registers::default(), mover }
        }

        fn cycle(&mut self, beats: bool) -> (Option<Command>, ProgramState) {
            self.inputs.integers[FIRST + 1] += i32::from(beats);
            self.follow.cycle(&self.inputs, &mut self.outputs, &mut self.mover)
        }
    }

    #[test]
    fn what_was_left_in_the_registers_moves_nothing() {
        let mut bench = Bench::new(Mode::Speed);
        for _ in 0..100 {
            assert_eq!(bench.cycle(false), (None, ProgramState::Follows));
        }
        assert!(matches!(bench.cycle(true).0, Some(Command::Velocity(_))));
    }

    #[test]
    fn a_silent_computer_means_a_robot_that_stops() {
        let mut bench = Bench::new(Mode::Speed);
        for _ in 0..100 {
            bench.cycle(true);
        }
        assert_eq!(bench.mover.reference().qd[0], 0.5);
        let states: Vec<ProgramState> = (0..200).map(|_| bench.cycle(false).1).collect();
        let end = states.iter().position(|state| *state == ProgramState::GaveUp);
        // 0.1 s of silence, then 0.5 rad/s at 4 rad/s²: 50 and 62.5 cycles, and one to hold.
        assert!(end.is_some_and(|k| (111..=115).contains(&k)), "{end:?}");
        assert_eq!(bench.mover.reference().qd[0], 0.0);
    }

    #[test]
    fn it_ends_when_it_is_told_or_forgotten() {
        let mut bench = Bench::new(Mode::End);
        assert_eq!(bench.cycle(true).1, ProgramState::Ended);
        let mut bench = Bench::new(Mode::Idle);
        let end = (0..6000).position(|_| bench.cycle(false).1 == ProgramState::Ended);
        assert_eq!(end, Some(5000));
    }

    #[test]
    fn setpoints_that_are_no_numbers_stop_the_robot() {
        let mut bench = Bench::new(Mode::Servo);
        assert!(bench.cycle(true).0.is_some());
        bench.inputs.doubles[FIRST + 2] = f64::NAN;
        for _ in 0..1000 {
            bench.cycle(true);
        }
        assert!(bench.mover.reference().q.iter().all(|q| q.is_finite()));
        assert_eq!(bench.cycle(true).0, None);
    }
}
