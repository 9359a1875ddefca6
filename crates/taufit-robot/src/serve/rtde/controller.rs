//! What all ports of the served controller share, cycle by cycle.

use super::follow::Follow;
use super::mover::Mover;
use super::script::{PlainRun, parse};
use crate::link::Feedback;
use crate::rtde::program::{self, STOP_ACCELERATION};
use crate::rtde::registers::{FIRST, N_JOINTS, N_REGISTERS, ProgramState};
use crate::serve::Mischief;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taufit::dynamics::{Scratch, rnea};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit::sim::{Command, Setpoint};

/// Registers of one direction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Registers {
    pub(super) integers: [i32; N_REGISTERS],
    pub(super) doubles: [f64; N_REGISTERS],
}

impl Default for Registers {
    fn default() -> Self {
        Self { integers: [0; N_REGISTERS], doubles: [0.0; N_REGISTERS] }
    }
}

/// What the controller says in one cycle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) t_s: f64,
    pub(super) q: [f64; N_JOINTS],
    pub(super) qd: [f64; N_JOINTS],
    /// Known where torque constants are, or where the arm measures currents \[A\].
    pub(super) current_a: Option<[f64; N_JOINTS]>,
    pub(super) torque_nm: Option<[f64; N_JOINTS]>,
    pub(super) target_q: [f64; N_JOINTS],
    pub(super) target_qd: [f64; N_JOINTS],
    pub(super) target_qdd: [f64; N_JOINTS],
    pub(super) target_moment_nm: [f64; N_JOINTS],
    pub(super) target_current_a: [f64; N_JOINTS],
    pub(super) slider: f64,
    pub(super) is_playing: bool,
    pub(super) inputs: Registers,
    pub(super) outputs: Registers,
}

#[derive(Clone, Debug)]
enum Program {
    Follow(Follow),
    Plain(PlainRun),
}

/// The controller.
#[derive(Debug)]
pub(super) struct Controller {
    robot: Robot,
    scratch: Scratch,
    effort_kind: EffortKind,
    rate_hz: f64,
    mischief: Mischief,
    /// Inputs that are held, and by which client.
    held: Vec<(u64, String)>,
    pub(super) inputs: Registers,
    outputs: Registers,
    pub(super) slider: f64,
    mover: Mover,
    program: Option<Program>,
    now_s: f64,
}

/// The controller, shared by threads.
pub(super) type Shared = Arc<Mutex<Controller>>;

/// The controller, for a moment.
pub(super) fn locked(shared: &Shared) -> MutexGuard<'_, Controller> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Controller {
    pub(super) fn new(
        robot: &Robot,
        effort_kind: EffortKind,
        rate_hz: f64,
        mischief: &Mischief,
    ) -> Self {
        Self {
            robot: robot.clone(),
            scratch: Scratch::new(robot),
            effort_kind,
            rate_hz,
            mischief: mischief.clone(),
            held: Vec::new(),
            inputs: Registers::default(),
            outputs: Registers::default(),
            slider: mischief.speed_slider.unwrap_or(1.0),
            mover: Mover::new(1.0 / rate_hz, &[0.0; N_JOINTS]),
            program: None,
            now_s: 0.0,
        }
    }

    /// Whether a program runs.
    pub(super) fn is_playing(&self) -> bool {
        self.program.is_some()
    }

    /// Takes a program in place of the one that runs; or says why not.
    pub(super) fn load(&mut self, text: &str) -> Result<(), String> {
        if self.mischief.refuse_switch {
            return Err("the robot is in local control, programs are not accepted".to_owned());
        }
        let is_ours = text.trim_start().starts_with(&format!("def {}()", program::NAME));
        self.program = Some(if is_ours {
            Program::Follow(Follow::new(&self.inputs, self.rate_hz, !self.mischief.no_timeout))
        } else {
            Program::Plain(PlainRun::new(parse(text)?))
        });
        Ok(())
    }

    /// Ends the program; the robot comes to a stop.
    pub(super) fn end_program(&mut self) {
        self.program = None;
    }

    /// Gives an input to a client, unless another one has it.
    pub(super) fn hold(&mut self, client: u64, field: &str) -> bool {
        let is_free = !self.held.iter().any(|(who, what)| *who != client && what == field);
        if is_free {
            self.held.push((client, field.to_owned()));
        }
        is_free
    }

    /// A client is gone.
    pub(super) fn release(&mut self, client: u64) {
        self.held.retain(|(who, _)| *who != client);
    }

    /// One cycle, with what the arm says now: what to command, if anything.
    pub(super) fn cycle(&mut self, said: &Feedback) -> Option<Command> {
        self.mover.seen_at(&said.q);
        let due = |at_s: f64| said.t_s >= at_s && self.now_s < at_s;
        if self.mischief.abort_at_s.is_some_and(due) {
            self.program = None;
        }
        self.now_s = said.t_s;
        let (command, goes_on) = match &mut self.program {
            Some(Program::Follow(follow)) => {
                let (command, state) =
                    follow.cycle(&self.inputs, &mut self.outputs, &mut self.mover);
                self.outputs.integers[FIRST + 1] = state.number();
                (command, state == ProgramState::Follows)
            }
            Some(Program::Plain(run)) => {
                run.cycle(&mut self.outputs, &mut self.mover, self.slider / self.rate_hz)
            }
            None => return self.mover.halt(STOP_ACCELERATION),
        };
        if !goes_on {
            self.program = None;
        }
        command
    }

    /// What the controller says now.
    pub(super) fn state(&mut self, said: &Feedback) -> State {
        let constants: Option<Vec<f64>> =
            self.robot.dof_joint_iter().map(|joint| joint.motor.torque_constant_nm_a).collect();
        let constants = constants.as_deref();
        let effort = six(&said.effort);
        let scaled = |by: &dyn Fn(f64, f64) -> f64| {
            constants.map(|k| std::array::from_fn(|i| by(effort[i], k[i])))
        };
        let (current_a, torque_nm) = match self.effort_kind {
            EffortKind::Current => (Some(effort), scaled(&|current, k| current * k)),
            EffortKind::Torque => (scaled(&|torque, k| torque / k), Some(effort)),
        };
        let Setpoint { q, qd, qdd } = self.mover.reference();
        // The model of the controller knows no friction.
        let moment = rnea(&self.robot, &mut self.scratch, q, qd, qdd).map(six).unwrap_or_default();
        let wanted = constants.map(|k| std::array::from_fn(|i| moment[i] / k[i]));
        State {
            t_s: said.t_s,
            q: six(&said.q),
            qd: six(&said.qd),
            current_a,
            torque_nm,
            target_q: six(q),
            target_qd: six(qd),
            target_qdd: six(qdd),
            target_moment_nm: moment,
            target_current_a: wanted.unwrap_or_default(),
            slider: self.slider,
            is_playing: self.program.is_some(),
            inputs: self.inputs.clone(),
            outputs: self.outputs.clone(),
        }
    }
}

fn six(values: &[f64]) -> [f64; N_JOINTS] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or(f64::NAN))
}
