//! Steps from the text of a program.
//!
//! ```text
//! def try():
//!   movej([0.0, -1.57, 0.0, -1.57, 0.0, 0.0], a=1.4, v=1.05)
//!   speedj([0.2, 0, 0, 0, 0, 0], 0.5, 2.0)
//!   stopj(2.0)
//! end
//! ```

use super::controller::Registers;
use super::reference::ReferenceGenerator;
use crate::rtde::program::{LOOKAHEAD_S, STOP_ACCELERATION};
use crate::rtde::registers::{N_JOINTS, N_REGISTERS};
use std::collections::VecDeque;
use taufit::command::Command;
use taufit::experiment::RestToRest;

/// Defaults of URScript commands \[rad/s², rad/s, s\].
const ACCELERATION: f64 = 1.4;
const SPEED: f64 = 1.05;
const SERVO_S: f64 = 0.002;

/// Command of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ScriptStep {
    /// Motion to a pose; acceleration and speed are those of the fastest joint.
    Move { q: [f64; N_JOINTS], acceleration: f64, speed: f64 },
    /// Servo motion to a pose for a time \[s\].
    Servo { q: [f64; N_JOINTS], for_s: f64, lookahead_s: f64 },
    /// Motion at velocities for a time \[s\].
    Speed { qd: [f64; N_JOINTS], acceleration: f64, for_s: f64 },
    /// Stop.
    Stop { acceleration: f64 },
    /// Wait for a time \[s\].
    Sleep { for_s: f64 },
    /// Write to an output register.
    WriteRegister { register: usize, value: i32 },
}

/// Steps of a program, or the first line that is not supported with the reason.
pub(super) fn parse(text: &str) -> Result<Vec<ScriptStep>, String> {
    let mut steps = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let is_frame = line.is_empty() || line == "end" || line.starts_with("def ");
        if !is_frame {
            steps.push(step(line).map_err(|why| format!("{line:?}: {why}"))?);
        }
    }
    Ok(steps)
}

fn step(line: &str) -> Result<ScriptStep, String> {
    let call = line.strip_suffix(')').and_then(|line| line.split_once('('));
    let (name, arguments) = call.ok_or("only plain commands are understood here")?;
    let call = Arguments::new(arguments)?;
    match name.trim() {
        "movej" => Ok(ScriptStep::Move {
            q: call.joints("q", 0)?,
            acceleration: call.positive("a", 1, ACCELERATION)?,
            speed: call.positive("v", 2, SPEED)?,
        }),
        "servoj" => Ok(ScriptStep::Servo {
            q: call.joints("q", 0)?,
            for_s: call.positive("t", 3, SERVO_S)?,
            lookahead_s: call.positive("lookahead_time", 4, LOOKAHEAD_S)?,
        }),
        "speedj" => Ok(ScriptStep::Speed {
            qd: call.joints("qd", 0)?,
            acceleration: call.positive("a", 1, ACCELERATION)?,
            for_s: call.positive("t", 2, SERVO_S)?,
        }),
        "stopj" | "stopl" => {
            Ok(ScriptStep::Stop { acceleration: call.positive("a", 0, STOP_ACCELERATION)? })
        }
        "sleep" => Ok(ScriptStep::Sleep { for_s: call.positive("t", 0, SERVO_S)? }),
        "write_output_integer_register" => {
            let register = call.number("address", 0)?;
            let (register, value) = (register as usize, call.number("value", 1)? as i32);
            let fits = register < N_REGISTERS;
            fits.then_some(ScriptStep::WriteRegister { register, value })
                .ok_or_else(|| format!("there are {N_REGISTERS} registers"))
        }
        other => Err(format!(
            "{other} is not known here; known are movej, servoj, speedj, stopj, stopl, sleep and \
             write_output_integer_register"
        )),
    }
}

/// Arguments of a command.
struct Arguments(Vec<(Option<String>, Vec<f64>)>);

impl Arguments {
    fn new(text: &str) -> Result<Self, String> {
        let mut depth = 0;
        let pieces = text.split(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            c == ',' && depth == 0
        });
        let wanted = pieces.map(str::trim).filter(|piece| !piece.is_empty());
        wanted.map(argument).collect::<Result<_, _>>().map(Self)
    }

    /// Argument by its name, else by its position.
    fn find(&self, name: &str, register_index: usize) -> Option<&[f64]> {
        let named = self.0.iter().find(|(key, _)| key.as_deref() == Some(name));
        let placed = || self.0.get(register_index).filter(|(key, _)| key.is_none());
        named.or_else(placed).map(|(_, values)| &values[..])
    }

    fn joints(&self, name: &str, register_index: usize) -> Result<[f64; N_JOINTS], String> {
        let values = self.find(name, register_index).unwrap_or_default();
        let found = values.len();
        values.try_into().map_err(|_| format!("{N_JOINTS} joints were expected, {found} found"))
    }

    fn number(&self, name: &str, register_index: usize) -> Result<f64, String> {
        match self.find(name, register_index) {
            Some([value]) => Ok(*value),
            _ => Err(format!("{name} should be one number")),
        }
    }

    fn positive(&self, name: &str, register_index: usize, usual: f64) -> Result<f64, String> {
        let value = match self.find(name, register_index) {
            None => return Ok(usual),
            Some(_) => self.number(name, register_index)?,
        };
        // Zero means the default in positional calls, such as servoj(q, 0, 0, t).
        let value = if value == 0.0 { usual } else { value };
        (value > 0.0).then_some(value).ok_or_else(|| format!("{name} should be positive"))
    }
}

/// `name=value` or `value`, where a value is a number or a list of numbers.
fn argument(text: &str) -> Result<(Option<String>, Vec<f64>), String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (Some(name.trim().to_owned()), value.trim()),
        None => (None, text),
    };
    let list = value.strip_prefix('[').and_then(|value| value.strip_suffix(']')).unwrap_or(value);
    let number = |text: &str| {
        let value = text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
        value.ok_or_else(|| format!("{} is not a number", text.trim()))
    };
    Ok((name, list.split(',').map(number).collect::<Result<_, _>>()?))
}

/// Program in execution.
#[derive(Clone, Debug)]
pub(super) struct ScriptRun {
    steps: VecDeque<ScriptStep>,
    /// Planned motion of the current move.
    motion: Option<RestToRest>,
    /// Time in the step, scaled by the speed slider \[s\].
    t_s: f64,
}

impl ScriptRun {
    pub(super) fn new(steps: Vec<ScriptStep>) -> Self {
        Self { steps: steps.into(), motion: None, t_s: 0.0 }
    }

    /// One cycle; false once the last step is done. Steps without duration are executed in between.
    pub(super) fn cycle(
        &mut self,
        outputs: &mut Registers,
        reference: &mut ReferenceGenerator,
        passed_s: f64,
    ) -> (Option<Command>, bool) {
        while let Some(step) = self.steps.front().cloned() {
            if let ScriptStep::WriteRegister { register, value } = step {
                outputs.integers[register] = value;
                self.next();
                continue;
            }
            self.t_s += passed_s;
            let (command, is_done) = self.continue_step(&step, reference);
            if is_done {
                self.next();
            }
            return (command, true);
        }
        (None, false)
    }

    fn next(&mut self) {
        self.steps.pop_front();
        (self.motion, self.t_s) = (None, 0.0);
    }

    /// Command of a step, and whether it is done.
    fn continue_step(
        &mut self,
        step: &ScriptStep,
        reference: &mut ReferenceGenerator,
    ) -> (Option<Command>, bool) {
        match step {
            ScriptStep::Move { q, acceleration, speed } => {
                let limits = |_| (*speed, *acceleration);
                let from = || RestToRest::within(&reference.reference().q, q, limits);
                let motion = self.motion.get_or_insert_with(from);
                let is_over = self.t_s >= motion.duration_s;
                (Some(reference.follow(motion.at(self.t_s))), is_over)
            }
            ScriptStep::Servo { q, for_s, lookahead_s } => {
                (Some(reference.servo(q, *lookahead_s)), self.t_s >= *for_s)
            }
            ScriptStep::Speed { qd, acceleration, for_s } => {
                (Some(reference.speed(qd, *acceleration)), self.t_s >= *for_s)
            }
            ScriptStep::Stop { acceleration } => {
                let command = reference.halt(*acceleration);
                let is_over = command.is_none();
                (command, is_over)
            }
            ScriptStep::Sleep { for_s } => (None, self.t_s >= *for_s),
            ScriptStep::WriteRegister { .. } => (None, true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_commands_are_understood_by_place_and_by_name() {
        let text = "def go():\n  movej([1, 2, 3, 4, 5, 6.5], v=0.5) # there\n  speedj([0.2,0,0,0,0,0], 0.5, 2.0)\n  \
                    stopj(2)\n  sleep(0.1)\n  write_output_integer_register(3, -7)\nend\n";
        let steps = parse(text).unwrap();
        let q = [1.0, 2.0, 3.0, 4.0, 5.0, 6.5];
        assert_eq!(steps[0], ScriptStep::Move { q, acceleration: 1.4, speed: 0.5 });
        let qd = [0.2, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(steps[1], ScriptStep::Speed { qd, acceleration: 0.5, for_s: 2.0 });
        assert_eq!(steps[2], ScriptStep::Stop { acceleration: 2.0 });
        assert_eq!(steps[4], ScriptStep::WriteRegister { register: 3, value: -7 });
    }

    #[test]
    fn what_is_not_known_is_refused_with_its_line() {
        for (text, word) in [
            ("movel(p[1,2,3,4,5,6])", "p[1"),
            ("while True:", "plain commands"),
            ("movej([1,2])", "2 found"),
            ("movej([1,2,3,4,5,x])", "x is not a number"),
            ("movej([1,2,3,4,5,nan])", "nan is not a number"),
            ("speedj([1,2,3,4,5,6], -1)", "positive"),
            ("write_output_integer_register(48, 1)", "48 registers"),
            ("set_digital_out(1, 0)", "set_digital_out is not known"),
            (")(", "plain"),
            ("movej(]]]],[[[)", "not a number"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
