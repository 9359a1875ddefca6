//! URScript program that follows setpoints on the controller.
//!
//! It is sent once and reads the input registers in every cycle. Each setpoint increments a heartbeat; if it
//! does not change for [`SETPOINT_TIMEOUT_S`] while the robot moves, the program stops the robot and ends.
//! So a robot does not move on when the computer fails.

/// Name of the program, by which the served controller recognises it.
pub(crate) const NAME: &str = "taufit_follow";

/// Longest time without a new setpoint while the robot moves \[s\].
pub(crate) const SETPOINT_TIMEOUT_S: f64 = 0.1;
/// Longest time without a heartbeat while it is at rest \[s\].
pub(crate) const IDLE_TIMEOUT_S: f64 = 10.0;
/// Look-ahead time of `servoj` \[s\]: the shortest that it accepts.
pub(crate) const LOOKAHEAD_S: f64 = 0.03;
/// Gain of `servoj`: the highest that it accepts.
const GAIN: u32 = 2000;
/// Acceleration of `speedj` \[rad/s²\]: setpoints contain the ramps.
pub(crate) const SPEED_ACCELERATION: f64 = 40.0;
/// Acceleration of a stop \[rad/s²\].
pub(crate) const STOP_ACCELERATION: f64 = 4.0;

/// Program for a controller with this cycle rate \[Hz\].
pub(crate) fn text(rate_hz: f64) -> String {
    let cycle_s = 1.0 / rate_hz;
    let (quiet, idle) =
        ((SETPOINT_TIMEOUT_S * rate_hz).round(), (IDLE_TIMEOUT_S * rate_hz).round());
    format!(
        "\
def {NAME}():
  # Follows the setpoints in the input registers 24 to 29.
  count = read_input_integer_register(25)
  quiet = 0
  is_heard = False
  is_moving = False
  state = 1
  while state == 1:
    mode = read_input_integer_register(24)
    now = read_input_integer_register(25)
    setpoint = [read_input_float_register(24), read_input_float_register(25), read_input_float_register(26), read_input_float_register(27), read_input_float_register(28), read_input_float_register(29)]
    if now == count:
      quiet = quiet + 1
    else:
      count = now
      quiet = 0
      is_heard = True
    end
    if quiet >= {quiet}:
      is_heard = False
    end
    write_output_integer_register(24, read_input_integer_register(26))
    write_output_integer_register(25, state)
    write_output_integer_register(26, count)
    if is_heard and mode == 1:
      is_moving = True
      servoj(setpoint, 0, 0, {cycle_s}, {LOOKAHEAD_S}, {GAIN})
    elif is_heard and mode == 2:
      is_moving = True
      speedj(setpoint, {SPEED_ACCELERATION}, {cycle_s})
    else:
      if is_moving:
        is_moving = False
        stopj({STOP_ACCELERATION})
        if not is_heard:
          state = 2
        end
      elif (is_heard and mode == 3) or quiet > {idle}:
        state = 3
      end
      sync()
    end
  end
  write_output_integer_register(25, state)
end
"
    )
}

/// Program that stops the robot and replaces a running program.
pub(crate) fn stop_text() -> String {
    format!("def taufit_stop():\n  stopj({STOP_ACCELERATION})\nend\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_closed_and_the_cycle_is_that_of_the_controller() {
        let text = text(125.0);
        let opens = ["def ", "while ", "if "];
        let message = text.lines().map(str::trim);
        let n_open =
            message.clone().filter(|line| opens.iter().any(|o| line.starts_with(o))).count();
        assert_eq!(message.filter(|line| *line == "end").count(), n_open);
        assert!(text.contains("servoj(setpoint, 0, 0, 0.008, 0.03, 2000)"), "{text}");
        // 0.1 s are 12.5 cycles of 8 ms.
        assert!(text.contains("quiet >= 13:") && text.contains("quiet > 1250:"), "{text}");
    }
}
