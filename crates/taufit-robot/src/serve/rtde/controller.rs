//! State that all ports of the served controller share, cycle by cycle.

use super::reference::ReferenceGenerator;
use super::script::{ScriptRun, parse};
use super::setpoint_program::SetpointProgram;
use crate::connection::RobotFeedback;
use crate::rtde::program::{self, STOP_ACCELERATION};
use crate::rtde::registers::{FIRST, N_JOINTS, N_REGISTERS, ProgramState};
use crate::serve::SharedFaults;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taufit::command::{Command, Setpoint};
use taufit::dynamics::{Scratch, rnea};
use taufit::model::Robot;
use taufit::recording::EffortKind;

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

/// Output of the controller in one cycle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ControllerOutput {
    pub(super) t_s: f64,
    pub(super) q: [f64; N_JOINTS],
    pub(super) qd: [f64; N_JOINTS],
    /// Known with torque constants, or where the arm measures currents \[A\].
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
    Setpoints(SetpointProgram),
    Script(ScriptRun),
}

/// Served controller.
#[derive(Debug)]
pub(super) struct ServedController {
    robot: Robot,
    scratch: Scratch,
    effort_kind: EffortKind,
    rate_hz: f64,
    driver_faults: SharedFaults,
    /// Reserved inputs with the number of the client.
    reserved: Vec<(u64, String)>,
    pub(super) inputs: Registers,
    outputs: Registers,
    pub(super) slider: f64,
    reference: ReferenceGenerator,
    program: Option<Program>,
    now_s: f64,
}

/// Controller behind a lock.
pub(super) type SharedController = Arc<Mutex<ServedController>>;

/// Lock of the controller.
pub(super) fn locked(shared: &SharedController) -> MutexGuard<'_, ServedController> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ServedController {
    pub(super) fn new(
        robot: &Robot,
        effort_kind: EffortKind,
        rate_hz: f64,
        driver_faults: &SharedFaults,
    ) -> Self {
        Self {
            robot: robot.clone(),
            scratch: Scratch::new(robot),
            effort_kind,
            rate_hz,
            driver_faults: driver_faults.clone(),
            reserved: Vec::new(),
            inputs: Registers::default(),
            outputs: Registers::default(),
            slider: driver_faults.get().speed_slider.unwrap_or(1.0),
            reference: ReferenceGenerator::new(1.0 / rate_hz, &[0.0; N_JOINTS]),
            program: None,
            now_s: 0.0,
        }
    }

    /// Whether a program runs.
    pub(super) fn is_playing(&self) -> bool {
        self.program.is_some()
    }

    /// Loads a program in place of a running one, or returns the reason of a refusal.
    pub(super) fn load(&mut self, text: &str) -> Result<(), String> {
        if self.driver_faults.get().refuse_switch {
            return Err("the robot is in local control, programs are not accepted".to_owned());
        }
        let is_ours = text.trim_start().starts_with(&format!("def {}()", program::NAME));
        self.program = Some(if is_ours {
            Program::Setpoints(SetpointProgram::new(
                &self.inputs,
                self.rate_hz,
                !self.driver_faults.get().no_timeout,
            ))
        } else {
            Program::Script(ScriptRun::new(parse(text)?))
        });
        Ok(())
    }

    /// Ends the program; the robot stops.
    pub(super) fn end_program(&mut self) {
        self.program = None;
    }

    /// Reserves an input for a client, unless another one has it.
    pub(super) fn reserve(&mut self, client: u64, field: &str) -> bool {
        let is_free = !self.reserved.iter().any(|(who, what)| *who != client && what == field);
        if is_free {
            self.reserved.push((client, field.to_owned()));
        }
        is_free
    }

    /// Releases the inputs of a client.
    pub(super) fn release(&mut self, client: u64) {
        self.reserved.retain(|(who, _)| *who != client);
    }

    /// One cycle with the feedback of the arm: the next command, if any.
    pub(super) fn cycle(&mut self, feedback: &RobotFeedback) -> Option<Command> {
        self.reference.update_position(&feedback.q);
        let due = |at_s: f64| feedback.t_s >= at_s && self.now_s < at_s;
        if self.driver_faults.get().abort_at_s.is_some_and(due) {
            self.program = None;
        }
        self.now_s = feedback.t_s;
        let (command, goes_on) = match &mut self.program {
            Some(Program::Setpoints(follow)) => {
                let (command, state) =
                    follow.cycle(&self.inputs, &mut self.outputs, &mut self.reference);
                self.outputs.integers[FIRST + 1] = state.number();
                (command, state == ProgramState::Follows)
            }
            Some(Program::Script(run)) => {
                run.cycle(&mut self.outputs, &mut self.reference, self.slider / self.rate_hz)
            }
            None => return self.reference.halt(STOP_ACCELERATION),
        };
        if !goes_on {
            self.program = None;
        }
        command
    }

    /// Output of this cycle.
    pub(super) fn output(&mut self, feedback: &RobotFeedback) -> ControllerOutput {
        let constants: Option<Vec<f64>> =
            self.robot.dof_joint_iter().map(|joint| joint.motor.torque_constant_nm_a).collect();
        let constants = constants.as_deref();
        let effort = six(&feedback.effort);
        let scaled = |by: &dyn Fn(f64, f64) -> f64| {
            constants.map(|k| std::array::from_fn(|i| by(effort[i], k[i])))
        };
        let (current_a, torque_nm) = match self.effort_kind {
            EffortKind::Current => (Some(effort), scaled(&|current, k| current * k)),
            EffortKind::Torque => (scaled(&|torque, k| torque / k), Some(effort)),
        };
        let Setpoint { q, qd, qdd } = self.reference.reference();
        // The model of the controller has no friction.
        let moment = rnea(&self.robot, &mut self.scratch, q, qd, qdd).map(six).unwrap_or_default();
        let wanted = constants.map(|k| std::array::from_fn(|i| moment[i] / k[i]));
        ControllerOutput {
            t_s: feedback.t_s,
            q: six(&feedback.q),
            qd: six(&feedback.qd),
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
