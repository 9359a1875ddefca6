//! `--fault`: injected faults of a served robot.

use std::str::FromStr;
use taufit_robot::serve::{DriverFaults, FeedbackFault};

/// Injected fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FaultArg {
    Freeze(f64),
    Silent(f64),
    Drop(f64),
    Refuse,
    Abort(f64),
    Slider(f64),
    Shuffle,
    Rename,
    Feedback(FeedbackFault, f64),
    Lag(f64),
    NoTimeout,
}

impl FromStr for FaultArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = match text.split_once(['@', '=']) {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let number = || {
            let value = value.and_then(|value| value.parse::<f64>().ok());
            value.filter(|x| *x >= 0.0 && x.is_finite()).ok_or("expected a number, not negative")
        };
        let share = || number().and_then(|x| (x <= 1.0).then_some(x).ok_or("expected 0 to 1"));
        Ok(match name {
            "freeze" => Self::Freeze(number()?),
            "silent" => Self::Silent(number()?),
            "drop" => Self::Drop(share()?),
            "refuse" => Self::Refuse,
            "abort" => Self::Abort(number()?),
            "slider" => Self::Slider(share()?),
            "shuffle" => Self::Shuffle,
            "rename" => Self::Rename,
            "lag" => Self::Lag(number()?),
            "no-timeout" => Self::NoTimeout,
            _ => match FeedbackFault::ALL.iter().find(|(known, _)| *known == name) {
                Some((_, fault)) => Self::Feedback(*fault, number()?),
                None => return Err(format!("expected {}", expected())),
            },
        })
    }
}

/// All faults with their syntax.
fn expected() -> String {
    let feedback = FeedbackFault::ALL.map(|(name, _)| format!("{name}@S")).join(", ");
    format!(
        "freeze@S, silent@S, drop=SHARE, refuse, abort@S, slider=SHARE, shuffle, rename, lag=RATE, \
         no-timeout, {feedback}"
    )
}

/// Faults of a driver from the arguments.
pub(super) fn driver_faults(faults: &[FaultArg]) -> DriverFaults {
    let feedback = faults.iter().filter_map(|fault| match fault {
        FaultArg::Feedback(kind, from_s) => Some((*kind, *from_s)),
        _ => None,
    });
    let first = DriverFaults { feedback: feedback.collect(), ..DriverFaults::default() };
    faults.iter().fold(first, |so_far, fault| match *fault {
        FaultArg::Freeze(at_s) => DriverFaults { freeze_at_s: Some(at_s), ..so_far },
        FaultArg::Silent(at_s) => DriverFaults { silent_at_s: Some(at_s), ..so_far },
        FaultArg::Drop(drop_share) => DriverFaults { drop_share, ..so_far },
        FaultArg::Refuse => DriverFaults { refuse_switch: true, ..so_far },
        FaultArg::Abort(at_s) => DriverFaults { abort_at_s: Some(at_s), ..so_far },
        FaultArg::Slider(share) => DriverFaults { speed_slider: Some(share), ..so_far },
        FaultArg::Shuffle => DriverFaults { shuffle_joints: true, ..so_far },
        FaultArg::Rename => DriverFaults { rename_joints: true, ..so_far },
        FaultArg::Lag(growing_lag) => DriverFaults { growing_lag, ..so_far },
        FaultArg::NoTimeout => DriverFaults { no_timeout: true, ..so_far },
        FaultArg::Feedback(..) => so_far,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_add_up() {
        let faults: Vec<FaultArg> =
            ["freeze@5", "drop=0.1", "refuse", "nan-stamp@2", "clock-ahead@3"]
                .map(|text| text.parse().unwrap())
                .to_vec();
        let expected = DriverFaults {
            freeze_at_s: Some(5.0),
            drop_share: 0.1,
            refuse_switch: true,
            feedback: vec![(FeedbackFault::NanStamp, 2.0), (FeedbackFault::ClockAhead, 3.0)],
            ..DriverFaults::default()
        };
        assert_eq!(driver_faults(&faults), expected);
    }

    #[test]
    fn malformed_faults_are_refused() {
        for text in
            ["freeze", "freeze@x", "drop=2", "slider=-1", "explode", "nan-stamp", "lag=x", ""]
        {
            assert!(text.parse::<FaultArg>().is_err(), "{text}");
        }
    }
}
