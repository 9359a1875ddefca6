//! Options of a log, as the choices have them, for the reader.

use crate::diagnostics::{Result, StudioError};
use crate::project::OptionValue;
use std::collections::BTreeMap;
use taufit::recording::EffortKind;
use taufit_io::{AngleUnit, Interrupt, LogOptions, Negate, TimeUnit, VelocityUnit};

/// Options of the reader. Those that concern the method alone are left out.
pub(super) fn log_options(
    given: &BTreeMap<String, OptionValue>,
    interrupt: Interrupt,
) -> Result<LogOptions> {
    let mut options = LogOptions { interrupt, ..LogOptions::default() };
    for (name, value) in given {
        let texts = value.texts();
        let Some(text) = texts.first() else {
            if name == "negate" && *value == OptionValue::Flag(true) {
                options.negate = Negate::All;
            }
            continue;
        };
        let one_of = |choices: &[&str]| {
            let known = choices.join(", ");
            StudioError::malformed(format!("{name} is {text:?}; expected one of {known}"))
        };
        match name.as_str() {
            "map" => {
                for entry in &texts {
                    options = options.with_map(entry)?;
                }
            }
            "negate" => {
                options.negate =
                    Negate::Joints(texts.join(",").split(',').map(str::to_owned).collect())
            }
            "topic" => options.topic = Some(text.clone()),
            "effort_delay_s" => options.effort_delay_s = number(name, text)?,
            "rate_hz" => options.rate_hz = Some(number(name, text)?),
            "effort" => {
                options.effort = Some(effort(text).ok_or_else(|| one_of(&["torque", "current"]))?)
            }
            "time_unit" => {
                options.time_unit =
                    Some(time_unit(text).ok_or_else(|| one_of(&["s", "ms", "us", "ns"]))?);
            }
            "angle_unit" => {
                options.angle_unit = Some(angle_unit(text).ok_or_else(|| one_of(&["rad", "deg"]))?);
            }
            "velocity_unit" => {
                let unit = velocity_unit(text).ok_or_else(|| one_of(&["rad/s", "deg/s", "rpm"]))?;
                options.velocity_unit = Some(unit);
            }
            _ => {}
        }
    }
    Ok(options)
}

fn number(name: &str, text: &str) -> Result<f64> {
    let number = text.parse().ok().filter(|x: &f64| x.is_finite());
    number.ok_or_else(|| StudioError::malformed(format!("{name} is {text:?}; expected a number")))
}

fn effort(text: &str) -> Option<EffortKind> {
    match text {
        "torque" => Some(EffortKind::Torque),
        "current" => Some(EffortKind::Current),
        _ => None,
    }
}

fn time_unit(text: &str) -> Option<TimeUnit> {
    match text {
        "s" => Some(TimeUnit::Seconds),
        "ms" => Some(TimeUnit::Milliseconds),
        "us" => Some(TimeUnit::Microseconds),
        "ns" => Some(TimeUnit::Nanoseconds),
        _ => None,
    }
}

fn angle_unit(text: &str) -> Option<AngleUnit> {
    match text {
        "rad" => Some(AngleUnit::Radians),
        "deg" => Some(AngleUnit::Degrees),
        _ => None,
    }
}

fn velocity_unit(text: &str) -> Option<VelocityUnit> {
    match text {
        "rad/s" => Some(VelocityUnit::RadiansPerSecond),
        "deg/s" => Some(VelocityUnit::DegreesPerSecond),
        "rpm" => Some(VelocityUnit::Rpm),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: OptionValue) -> Result<LogOptions> {
        log_options(&BTreeMap::from([(name.to_owned(), value)]), Interrupt::default())
    }

    #[test]
    fn options_mean_what_they_mean_on_the_command_line() {
        let text = |text: &str| OptionValue::Text(text.to_owned());
        assert_eq!(read("effort", text("current")).unwrap().effort, Some(EffortKind::Current));
        assert_eq!(read("negate", OptionValue::Flag(true)).unwrap().negate, Negate::All);
        let joints = vec!["joint2".to_owned(), "joint4".to_owned()];
        assert_eq!(read("negate", text("joint2,joint4")).unwrap().negate, Negate::Joints(joints));
        let map = read("map", OptionValue::List(vec!["tau=tau_J".to_owned()])).unwrap().map;
        assert_eq!(map, [("tau".to_owned(), "tau_J".to_owned())]);
        assert_eq!(read("rate_hz", OptionValue::Number(125.0)).unwrap().rate_hz, Some(125.0));
        for (name, wrong) in [("effort", "volts"), ("rate_hz", "fast"), ("angle_unit", "gon")] {
            assert!(
                matches!(read(name, text(wrong)), Err(StudioError::Malformed { .. })),
                "{name}"
            );
        }
    }
}
