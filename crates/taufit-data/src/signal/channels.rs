//! The channels of a log: numbers that are none, channels that do not live, currents.

use crate::diagnostics::{DataError, SignalWarning};
use crate::recording::{EffortKind, Recording};
use rayon::prelude::*;
use taufit_dynamics::diagnostics::{InputError, Result, Warning};

/// Jumps larger than this many times the smallest one are more than the last digit flickering.
const JUMP: f64 = 4.0;
/// A channel is held if more than this share of its jumps follows a repeated value.
const HELD_SHARE: f64 = 0.5;
/// Fewest jumps that are evaluated.
const FEWEST_JUMPS: usize = 10;

/// Refuses logs without joints, with channels of unequal length, with NaN or infinity.
pub(super) fn check_channels(recording: &Recording) -> Result<()> {
    recording.check()?;
    if recording.joints.is_empty() {
        return Err(
            InputError::LengthMismatch { what: "joints of a log", expected: 1, found: 0 }.into()
        );
    }
    for (quantity, joint, channel) in channels(recording) {
        if let Some(index) = channel.iter().position(|x| !x.is_finite()) {
            let (joint, t_s) = (joint.to_owned(), recording.t_s[index]);
            return Err(DataError::SampleNotFinite { quantity, joint, index, t_s }.into());
        }
    }
    Ok(())
}

/// Newton metres (or newtons) per unit of each effort channel.
pub fn torque_factors(rec: &Recording, constants: &[Option<f64>]) -> Result<Vec<f64>> {
    match rec.effort_kind {
        EffortKind::Torque => Ok(vec![1.0; rec.joints.len()]),
        EffortKind::Current => {
            let constant = |(j, joint): (usize, &String)| {
                let usable = constants.get(j).copied().flatten().filter(|k| k.is_normal());
                usable
                    .ok_or_else(|| DataError::MissingTorqueConstant { joint: joint.clone() }.into())
            };
            rec.joints.iter().enumerate().map(constant).collect()
        }
    }
}

/// Warnings about channels that never change, or change less often than they are logged.
pub(super) fn findings(recording: &Recording) -> Vec<Warning> {
    let finding = |(quantity, joint, x): (&'static str, &str, &[f64])| {
        let joint = joint.to_owned();
        if let [value, rest @ ..] = x
            && rest.iter().all(|other| other == value)
        {
            return Some(Warning::from(SignalWarning::ConstantChannel {
                joint,
                quantity,
                value: *value,
            }));
        }
        held_share(x).map(|share| SignalWarning::HeldChannel { joint, quantity, share }.into())
    };
    channels(recording).collect::<Vec<_>>().into_par_iter().filter_map(finding).collect()
}

/// Quantity, joint and values of every channel that is used.
fn channels(recording: &Recording) -> impl Iterator<Item = (&'static str, &str, &[f64])> {
    let joints = recording.joints.iter().enumerate();
    joints.flat_map(|(j, joint)| {
        [("position", joint.as_str(), recording.q(j)), ("effort", joint, recording.effort(j))]
    })
}

/// Share of the jumps that follow a repeated value, if the channel looks held.
///
/// A driver that updates more slowly than the log is written repeats each value and then jumps. A
/// slow motion seen through a coarse encoder repeats too, but then moves by its last digit only.
pub fn held_share(x: &[f64]) -> Option<f64> {
    let steps = x.windows(2).map(|w| (w[1] - w[0]).abs());
    let digit = steps.filter(|step| *step > 0.0).fold(f64::INFINITY, f64::min);
    let jumps = x.windows(3).filter(|w| (w[2] - w[1]).abs() > JUMP * digit);
    let (held, all) =
        jumps.fold((0, 0), |(held, all), w| (held + usize::from(w[1] == w[0]), all + 1));
    let share = held as f64 / (all.max(1)) as f64;
    (all >= FEWEST_JUMPS && share > HELD_SHARE).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(q: Vec<f64>, effort_kind: EffortKind) -> Recording {
        let n = q.len();
        Recording {
            source: "test".into(),
            joints: vec!["elbow".into()],
            t_s: (0..n).map(|k| 0.01 * k as f64).collect(),
            q,
            qd: None,
            effort: (0..n).map(|k| (k as f64).sqrt()).collect(),
            q_motor: None,
            effort_kind,
        }
    }

    fn sine(n: usize, hold: usize, digit: f64) -> Vec<f64> {
        let value = |k: usize| (0.02 * (k / hold * hold) as f64).sin();
        (0..n)
            .map(|k| if digit > 0.0 { (value(k) / digit).round() * digit } else { value(k) })
            .collect()
    }

    #[test]
    fn nan_is_refused_with_joint_and_time() {
        let mut log = recording(sine(50, 1, 0.0), EffortKind::Torque);
        log.effort[7] = f64::NAN;
        let error = check_channels(&log).unwrap_err();
        assert_eq!(error.code(), "E103");
        assert!(error.to_string().contains("\"elbow\""), "{error}");
        assert!(error.to_string().contains("0.07"), "{error}");
    }

    #[test]
    fn a_log_without_joints_is_refused() {
        let mut log = recording(vec![], EffortKind::Torque);
        log.joints.clear();
        assert_eq!(check_channels(&log).unwrap_err().code(), "E020");
    }

    #[test]
    fn held_values_are_told_from_coarse_ones() {
        assert_eq!(held_share(&sine(1000, 4, 0.0)), Some(1.0));
        assert_eq!(held_share(&sine(1000, 2, 1e-4)).map(|s| s > 0.9), Some(true));
        assert_eq!(held_share(&sine(1000, 1, 0.0)), None);
        assert_eq!(held_share(&sine(1000, 1, 0.05)), None);
        assert_eq!(held_share(&[]), None);
    }

    #[test]
    fn a_channel_that_never_changes_is_doubted() {
        let found = findings(&recording(vec![0.3; 40], EffortKind::Torque));
        let joint = "elbow".to_owned();
        assert_eq!(
            found,
            [SignalWarning::ConstantChannel { joint, quantity: "position", value: 0.3 }.into()]
        );
        assert!(findings(&recording(sine(40, 1, 0.0), EffortKind::Torque)).is_empty());
    }

    #[test]
    fn currents_need_a_constant_per_joint_and_torques_need_none() {
        let log = recording(sine(40, 1, 0.0), EffortKind::Current);
        assert_eq!(torque_factors(&log, &[Some(9.5)]), Ok(vec![9.5]));
        for constants in [&[][..], &[None], &[Some(f64::NAN)], &[Some(0.0)]] {
            let error = torque_factors(&log, constants).unwrap_err();
            assert_eq!(error, DataError::MissingTorqueConstant { joint: "elbow".into() }.into());
        }
        let log = recording(sine(40, 1, 0.0), EffortKind::Torque);
        assert_eq!(torque_factors(&log, &[]), Ok(vec![1.0]));
    }
}
