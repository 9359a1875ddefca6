//! Steps from the text of a program.
//!
//! ```text
//! def try():
//!   movej([0.0, -1.57, 0.0, -1.57, 0.0, 0.0], a=1.4, v=1.05)
//!   speedj([0.2, 0, 0, 0, 0, 0], 0.5, 2.0)
//!   stopj(2.0)
//! end
//! ```

use crate::rtde::program::{LOOKAHEAD_S, STOP_ACCELERATION};
use crate::rtde::registers::{N_JOINTS, N_REGISTERS};

/// What UR's manual says of commands that leave these out \[rad/s², rad/s, s\].
const ACCELERATION: f64 = 1.4;
const SPEED: f64 = 1.05;
const SERVO_S: f64 = 0.002;

/// One command of a program.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Step {
    /// To a pose; acceleration and speed are those of the fastest joint.
    Move { q: [f64; N_JOINTS], acceleration: f64, speed: f64 },
    /// To a pose without a plan, for a time \[s\].
    Servo { q: [f64; N_JOINTS], for_s: f64, lookahead_s: f64 },
    /// At velocities, for a time \[s\].
    Speed { qd: [f64; N_JOINTS], acceleration: f64, for_s: f64 },
    /// To a stop.
    Stop { acceleration: f64 },
    /// Nothing new, for a time \[s\].
    Sleep { for_s: f64 },
    /// A mark in the stream.
    Mark { register: usize, value: i32 },
}

/// The steps of a program; or the first line that is not understood, and why.
pub(in super::super) fn parse(text: &str) -> Result<Vec<Step>, String> {
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

fn step(line: &str) -> Result<Step, String> {
    let call = line.strip_suffix(')').and_then(|line| line.split_once('('));
    let (name, arguments) = call.ok_or("only plain commands are understood here")?;
    let call = Call::new(arguments)?;
    match name.trim() {
        "movej" => Ok(Step::Move {
            q: call.joints("q", 0)?,
            acceleration: call.positive("a", 1, ACCELERATION)?,
            speed: call.positive("v", 2, SPEED)?,
        }),
        "servoj" => Ok(Step::Servo {
            q: call.joints("q", 0)?,
            for_s: call.positive("t", 3, SERVO_S)?,
            lookahead_s: call.positive("lookahead_time", 4, LOOKAHEAD_S)?,
        }),
        "speedj" => Ok(Step::Speed {
            qd: call.joints("qd", 0)?,
            acceleration: call.positive("a", 1, ACCELERATION)?,
            for_s: call.positive("t", 2, SERVO_S)?,
        }),
        "stopj" | "stopl" => {
            Ok(Step::Stop { acceleration: call.positive("a", 0, STOP_ACCELERATION)? })
        }
        "sleep" => Ok(Step::Sleep { for_s: call.positive("t", 0, SERVO_S)? }),
        "write_output_integer_register" => {
            let register = call.number("address", 0)?;
            let (register, value) = (register as usize, call.number("value", 1)? as i32);
            let fits = register < N_REGISTERS;
            fits.then_some(Step::Mark { register, value })
                .ok_or_else(|| format!("there are {N_REGISTERS} registers"))
        }
        other => Err(format!(
            "{other} is not known here; known are movej, servoj, speedj, stopj, stopl, sleep and \
             write_output_integer_register"
        )),
    }
}

/// The arguments of a command.
struct Call(Vec<(Option<String>, Vec<f64>)>);

impl Call {
    fn new(text: &str) -> Result<Self, String> {
        let mut depth = 0;
        let pieces = text.split(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            c == ',' && depth == 0
        });
        let wanted = pieces.map(str::trim).filter(|piece| !piece.is_empty());
        wanted.map(argument).collect::<Result<_, _>>().map(Self)
    }

    /// By its name, or else by its place.
    fn find(&self, name: &str, place: usize) -> Option<&[f64]> {
        let named = self.0.iter().find(|(key, _)| key.as_deref() == Some(name));
        let placed = || self.0.get(place).filter(|(key, _)| key.is_none());
        named.or_else(placed).map(|(_, values)| &values[..])
    }

    fn joints(&self, name: &str, place: usize) -> Result<[f64; N_JOINTS], String> {
        let values = self.find(name, place).unwrap_or_default();
        let found = values.len();
        values.try_into().map_err(|_| format!("{N_JOINTS} joints were expected, {found} found"))
    }

    fn number(&self, name: &str, place: usize) -> Result<f64, String> {
        match self.find(name, place) {
            Some([value]) => Ok(*value),
            _ => Err(format!("{name} should be one number")),
        }
    }

    fn positive(&self, name: &str, place: usize, usual: f64) -> Result<f64, String> {
        let value = match self.find(name, place) {
            None => return Ok(usual),
            Some(_) => self.number(name, place)?,
        };
        // Zero stands for "as usual" in positional calls, such as servoj(q, 0, 0, t).
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_commands_are_understood_by_place_and_by_name() {
        let text = "def go():\n  movej([1, 2, 3, 4, 5, 6.5], v=0.5) # there\n  speedj([0.2,0,0,0,0,0], 0.5, 2.0)\n  \
                    stopj(2)\n  sleep(0.1)\n  write_output_integer_register(3, -7)\nend\n";
        let steps = parse(text).unwrap();
        let q = [1.0, 2.0, 3.0, 4.0, 5.0, 6.5];
        assert_eq!(steps[0], Step::Move { q, acceleration: 1.4, speed: 0.5 });
        let qd = [0.2, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(steps[1], Step::Speed { qd, acceleration: 0.5, for_s: 2.0 });
        assert_eq!(steps[2], Step::Stop { acceleration: 2.0 });
        assert_eq!(steps[4], Step::Mark { register: 3, value: -7 });
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
