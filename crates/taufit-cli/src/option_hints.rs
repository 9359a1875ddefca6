//! Command-line options that resolve an error or a finding of the gate: libraries state facts, options are named here.

use taufit::Warning;
use taufit::diagnostics::{EffortGuess, LogWarning, Reversal};
use taufit_io::ReadWarning;

/// Options about the error or warning with this code, where they do not depend on its fields.
pub(crate) fn option_hint(code: &str) -> Option<&'static str> {
    Some(match code {
        "E087" => "--source physical_parameters.yaml of another model",
        "E135" => "taufit excite",
        "E137" => "--lower, --upper",
        "E170" => "taufit run for a sweep, or --single-joint",
        "E195" => "--assume-zero COMPONENTS",
        "E196" => "--wrench-frame NAME",
        "E199" => "--wrench-delay S",
        "E200" => "--clamped LINK",
        "E206" => "--static",
        "E214" => "--gains, or --loaded LOG --mass-kg KG",
        "E215" => "--slow-speed",
        "E226" => "--free LOG",
        "W053" => "--effort current",
        "W054" | "W061" | "W118" | "W132" => "--map",
        "W133" => "--gravity",
        "W142" => "--keep-spikes leaves them in",
        "W151" => "--validate LOG",
        "W152" => "--fix NAME=VALUE, --drop NAME",
        "W160" => "--velocity, --acceleration",
        "W161" => "--starts, --only",
        "W162" => "--fix PARAMETER=VALUE",
        "W183" => "--kct JOINT=VALUE",
        "W184" => "--kct JOINT=VALUE, or --same-motor",
        "W185" => "--load",
        "W195" => "--keep-lag leaves it in",
        "W201" | "W202" => "--clamp-stiffness KX,KY,KZ,KMX,KMY,KMZ",
        "W203" | "W214" => "--wrench-delay S, 0 leaves the stamps alone",
        "W209" => "--wrench-on robot",
        "W217" | "W239" => "--frame",
        "W219" => "--load-friction refit",
        "W220" => "taufit gains",
        "W228" => "--rotor",
        "W058" => "--effort torque, or --effort current",
        "E054" => "--effort torque, or --effort current",
        "E063" => "--topic NAME",
        "E096" => "--force",
        "E097" | "E098" => "--out NAME",
        "E153" | "E175" => "-o FILE",
        "E202" => "--wrench-topic NAME",
        "E271" => "--port PORT, --listen ADDRESS",
        _ => return None,
    })
}

/// The option that is named as a setting is, if a verb has one.
pub(crate) fn option_of_setting(setting: &str) -> Option<String> {
    let name = setting.replace('_', "-");
    let command = crate::args::command();
    let has_it =
        |verb: &clap::Command| verb.get_arguments().any(|a| a.get_long() == Some(name.as_str()));
    command.get_subcommands().any(has_it).then(|| format!("--{name}"))
}

/// Options that resolve an error of reading or writing files.
pub(crate) fn option_hint_for_file(error: &taufit_io::Error) -> Option<String> {
    use taufit_io::Error;
    match error {
        Error::NoHeader { example, .. } => Some(format!("--map {}", example.join(" --map "))),
        Error::MissingColumns { entries, or_rate: true, .. } => {
            Some(format!("--map {}, or --rate-hz HZ", entries.join(" --map ")))
        }
        Error::MissingColumns { entries, .. } => Some(format!("--map {}", entries.join(" --map "))),
        Error::AmbiguousColumns { entry, .. } => Some(format!("--map {entry}")),
        Error::JointsNotInTopic { pairs, .. } if !pairs.is_empty() => {
            Some(format!("--map {}", pairs.join(" --map ")))
        }
        Error::LogSetting { setting: "negate", .. } => Some("--negate".to_owned()),
        Error::LogSetting { setting: "effort_delay_s", .. } => {
            Some("--effort-delay-s S".to_owned())
        }
        Error::LogSetting { setting: "rate_hz", .. } => Some("--rate-hz HZ".to_owned()),
        Error::OtherStudy { found, wanted } => {
            Some(format!("taufit {wanted} makes one; taufit {found} made this"))
        }
        other => option_hint(other.code()).map(str::to_owned),
    }
}

/// The option that repairs a finding, where there is one.
pub(crate) fn repair_option(finding: &Warning) -> Option<String> {
    if let Some(ReadWarning::EffortTakenAsTorque { .. }) = finding.kind() {
        return Some("--effort torque, or --effort current --gains K1,K2,..".to_owned());
    }
    match finding.kind()? {
        LogWarning::PositionsInDegrees { .. } => Some("--angle-unit deg".to_owned()),
        LogWarning::TimeUnit { unit, .. } => Some(format!("--time-unit {unit}")),
        LogWarning::GravityMagnitude { .. } => Some("--gravity 0,0,-9.81".to_owned()),
        LogWarning::GravityDirection { gravity_m_s2: [x, y, z], .. } => {
            Some(format!("--gravity {x},{y},{z}"))
        }
        LogWarning::EffortReversed { reversal: Reversal::Effort, all: true, .. } => {
            Some("--negate".to_owned())
        }
        LogWarning::EffortReversed { reversal: Reversal::Effort, joints, .. } => {
            Some(format!("--negate={}", joints.join(",")))
        }
        LogWarning::EffortReversed { reversal: Reversal::Gravity, .. } => {
            Some("--gravity X,Y,Z".to_owned())
        }
        LogWarning::EffortScale { looks_like: EffortGuess::Current, .. } => {
            Some("--effort current --gains K1,K2,..".to_owned())
        }
        LogWarning::EffortScale { looks_like: EffortGuess::MotorTorque, .. } => {
            Some("--effort current --gains RATIO1,RATIO2,..".to_owned())
        }
        LogWarning::EffortScale { looks_like: EffortGuess::JointTorque, .. } => {
            Some("--effort torque".to_owned())
        }
        LogWarning::EffortDelay { delay_s, .. } => Some(format!("--effort-delay-s {delay_s:.3}")),
        LogWarning::EffortOrder { .. } | LogWarning::VelocityOrder { .. } => {
            Some("--map WHAT=COLUMNS".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_are_options_are_known() {
        assert_eq!(option_of_setting("hold_out").as_deref(), Some("--hold-out"));
        assert_eq!(option_of_setting("speed of a standstill"), None);
    }

    #[test]
    fn entries_of_the_map_become_options() {
        let entry = "tau=tau_J".to_owned();
        let [what, first, second] = ["torques", "\"a\"", "\"b\""];
        let (first, second) = (first.to_owned(), second.to_owned());
        let error = taufit_io::Error::AmbiguousColumns { what, first, second, entry };
        assert_eq!(option_hint_for_file(&error).unwrap(), "--map tau=tau_J");
        assert_eq!(option_hint_for_file(&taufit_io::Error::FileExists).unwrap(), "--force");
        assert_eq!(option_hint_for_file(&taufit_io::Error::WrenchFormat), None);
    }
}
