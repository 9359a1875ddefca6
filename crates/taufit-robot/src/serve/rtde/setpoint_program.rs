//! Our own program, cycle by cycle: equivalent of the text in `rtde::program`.

use super::controller::Registers;
use super::reference::ReferenceGenerator;
use crate::rtde::program::{
    IDLE_TIMEOUT_S, LOOKAHEAD_S, SETPOINT_TIMEOUT_S, SPEED_ACCELERATION, STOP_ACCELERATION,
};
use crate::rtde::registers::{FIRST, Mode, N_JOINTS, ProgramState};
use taufit::command::Command;

/// Program in execution.
#[derive(Clone, Debug)]
pub(super) struct SetpointProgram {
    count: i32,
    n_silent: f64,
    /// Cycles without heartbeat after which setpoints time out, and after which an idle program ends.
    max_silent: f64,
    max_idle: f64,
    is_current: bool,
    is_moving: bool,
    /// Within `stopj`, which returns when the robot is at rest.
    is_stopping: bool,
}

impl SetpointProgram {
    /// Program start. Without `has_timeout` it follows the last setpoint for ever: a fault.
    pub(super) fn new(inputs: &Registers, rate_hz: f64, has_timeout: bool) -> Self {
        let cycles =
            |span_s: f64| if has_timeout { (span_s * rate_hz).round() } else { f64::INFINITY };
        Self {
            count: inputs.integers[FIRST + 1],
            n_silent: 0.0,
            max_silent: cycles(SETPOINT_TIMEOUT_S),
            max_idle: cycles(IDLE_TIMEOUT_S),
            is_current: false,
            is_moving: false,
            is_stopping: false,
        }
    }

    /// One cycle: the command, and the state of the program.
    pub(super) fn cycle(
        &mut self,
        inputs: &Registers,
        outputs: &mut Registers,
        reference: &mut ReferenceGenerator,
    ) -> (Option<Command>, ProgramState) {
        if self.is_stopping {
            return self.continue_stop(reference);
        }
        self.listen(inputs.integers[FIRST + 1]);
        let state = ProgramState::Follows;
        let marks = [inputs.integers[FIRST + 2], state.number(), self.count];
        outputs.integers[FIRST..FIRST + 3].copy_from_slice(&marks);
        let setpoint = &inputs.doubles[FIRST..FIRST + N_JOINTS];
        let mode = Mode::of(inputs.integers[FIRST]);
        let moves = self.is_current && setpoint.iter().all(|x| x.is_finite());
        match mode {
            Mode::Servo if moves => {
                self.is_moving = true;
                (Some(reference.servo(setpoint, LOOKAHEAD_S)), state)
            }
            Mode::Speed if moves => {
                self.is_moving = true;
                (Some(reference.speed(setpoint, SPEED_ACCELERATION)), state)
            }
            _ if self.is_moving => {
                (self.is_moving, self.is_stopping) = (false, true);
                self.continue_stop(reference)
            }
            Mode::End if self.is_current => (None, ProgramState::Ended),
            _ if self.n_silent > self.max_idle => (None, ProgramState::Ended),
            _ => (None, state),
        }
    }

    fn listen(&mut self, count: i32) {
        if count == self.count {
            self.n_silent += 1.0;
        } else {
            (self.count, self.n_silent, self.is_current) = (count, 0.0, true);
        }
        if self.n_silent >= self.max_silent {
            self.is_current = false;
        }
    }

    fn continue_stop(
        &mut self,
        reference: &mut ReferenceGenerator,
    ) -> (Option<Command>, ProgramState) {
        let command = reference.halt(STOP_ACCELERATION);
        self.is_stopping = command.is_some();
        let is_given_up = !self.is_stopping && !self.is_current;
        (command, if is_given_up { ProgramState::TimedOut } else { ProgramState::Follows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bench {
        follow: SetpointProgram,
        inputs: Registers,
        outputs: Registers,
        reference: ReferenceGenerator,
    }

    impl Bench {
        fn new(mode: Mode) -> Self {
            let mut inputs = Registers::default();
            inputs.integers[FIRST] = mode.number();
            inputs.doubles[FIRST..FIRST + N_JOINTS].fill(0.5);
            let follow = SetpointProgram::new(&inputs, 500.0, true);
            let reference = ReferenceGenerator::new(0.002, &[0.0; N_JOINTS]);
            Self { follow, inputs, outputs: Registers::default(), reference }
        }

        fn cycle(&mut self, beats: bool) -> (Option<Command>, ProgramState) {
            self.inputs.integers[FIRST + 1] += i32::from(beats);
            self.follow.cycle(&self.inputs, &mut self.outputs, &mut self.reference)
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
        assert_eq!(bench.reference.reference().qd[0], 0.5);
        let states: Vec<ProgramState> = (0..200).map(|_| bench.cycle(false).1).collect();
        let end = states.iter().position(|state| *state == ProgramState::TimedOut);
        // 0.1 s of silence, then 0.5 rad/s at 4 rad/s²: 50 and 62.5 cycles, and one to hold.
        assert!(end.is_some_and(|k| (111..=115).contains(&k)), "{end:?}");
        assert_eq!(bench.reference.reference().qd[0], 0.0);
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
        assert!(bench.reference.reference().q.iter().all(|q| q.is_finite()));
        assert_eq!(bench.cycle(true).0, None);
    }
}
