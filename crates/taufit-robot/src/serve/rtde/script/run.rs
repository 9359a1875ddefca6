//! The steps of a plain program, cycle by cycle.

use super::super::controller::Registers;
use super::super::mover::Mover;
use super::Step;
use std::collections::VecDeque;
use taufit::experiment::RestToRest;
use taufit::sim::Command;

/// A program at work.
#[derive(Clone, Debug)]
pub(in super::super) struct PlainRun {
    steps: VecDeque<Step>,
    /// The motion of a move that has begun.
    way: Option<RestToRest>,
    /// Time in the step, stretched by the speed slider \[s\].
    t_s: f64,
}

impl PlainRun {
    pub(in super::super) fn new(steps: Vec<Step>) -> Self {
        Self { steps: steps.into(), way: None, t_s: 0.0 }
    }

    /// One cycle; false once the last step is done. Steps that take no time are done on the way.
    pub(in super::super) fn cycle(
        &mut self,
        outputs: &mut Registers,
        mover: &mut Mover,
        passed_s: f64,
    ) -> (Option<Command>, bool) {
        while let Some(step) = self.steps.front().cloned() {
            if let Step::Mark { register, value } = step {
                outputs.integers[register] = value;
                self.next();
                continue;
            }
            self.t_s += passed_s;
            let (command, is_done) = self.go_on(&step, mover);
            if is_done {
                self.next();
            }
            return (command, true);
        }
        (None, false)
    }

    fn next(&mut self) {
        self.steps.pop_front();
        (self.way, self.t_s) = (None, 0.0);
    }

    /// What a step commands now, and whether it is over.
    fn go_on(&mut self, step: &Step, mover: &mut Mover) -> (Option<Command>, bool) {
        match step {
            Step::Move { q, acceleration, speed } => {
                let limits = |_| (*speed, *acceleration);
                let from = || RestToRest::within(&mover.reference().q, q, limits);
                let way = self.way.get_or_insert_with(from);
                let is_over = self.t_s >= way.duration_s;
                (Some(mover.follow(way.at(self.t_s))), is_over)
            }
            Step::Servo { q, for_s, lookahead_s } => {
                (Some(mover.servo(q, *lookahead_s)), self.t_s >= *for_s)
            }
            Step::Speed { qd, acceleration, for_s } => {
                (Some(mover.speed(qd, *acceleration)), self.t_s >= *for_s)
            }
            Step::Stop { acceleration } => {
                let command = mover.halt(*acceleration);
                let is_over = command.is_none();
                (command, is_over)
            }
            Step::Sleep { for_s } => (None, self.t_s >= *for_s),
            Step::Mark { .. } => (None, true),
        }
    }
}
