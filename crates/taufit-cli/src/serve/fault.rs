//! `--fault`: what a served robot does wrong.

use std::str::FromStr;
use taufit_robot::serve::{FeedbackFault, Mischief};

/// One thing that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fault {
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

impl FromStr for Fault {
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

/// All faults, as they are typed.
fn expected() -> String {
    let feedback = FeedbackFault::ALL.map(|(name, _)| format!("{name}@S")).join(", ");
    format!(
        "freeze@S, silent@S, drop=SHARE, refuse, abort@S, slider=SHARE, shuffle, rename, lag=RATE, \
         no-timeout, {feedback}"
    )
}

/// All of them together.
pub(super) fn mischief(faults: &[Fault]) -> Mischief {
    let feedback = faults.iter().filter_map(|fault| match fault {
        Fault::Feedback(kind, from_s) => Some((*kind, *from_s)),
        _ => None,
    });
    let first = Mischief { feedback: feedback.collect(), ..Mischief::default() };
    faults.iter().fold(first, |so_far, fault| match *fault {
        Fault::Freeze(at_s) => Mischief { freeze_at_s: Some(at_s), ..so_far },
        Fault::Silent(at_s) => Mischief { silent_at_s: Some(at_s), ..so_far },
        Fault::Drop(drop_share) => Mischief { drop_share, ..so_far },
        Fault::Refuse => Mischief { refuse_switch: true, ..so_far },
        Fault::Abort(at_s) => Mischief { abort_at_s: Some(at_s), ..so_far },
        Fault::Slider(share) => Mischief { speed_slider: Some(share), ..so_far },
        Fault::Shuffle => Mischief { shuffle_joints: true, ..so_far },
        Fault::Rename => Mischief { rename_joints: true, ..so_far },
        Fault::Lag(growing_lag) => Mischief { growing_lag, ..so_far },
        Fault::NoTimeout => Mischief { no_timeout: true, ..so_far },
        Fault::Feedback(..) => so_far,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_add_up() {
        let faults: Vec<Fault> = ["freeze@5", "drop=0.1", "refuse", "nan-stamp@2", "clock-ahead@3"]
            .map(|text| text.parse().unwrap())
            .to_vec();
        let expected = Mischief {
            freeze_at_s: Some(5.0),
            drop_share: 0.1,
            refuse_switch: true,
            feedback: vec![(FeedbackFault::NanStamp, 2.0), (FeedbackFault::ClockAhead, 3.0)],
            ..Mischief::default()
        };
        assert_eq!(mischief(&faults), expected);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["freeze", "freeze@x", "drop=2", "slider=-1", "explode", "nan-stamp", "lag=x", ""]
        {
            assert!(text.parse::<Fault>().is_err(), "{text}");
        }
    }
}
