//! The log without the samples that would stop its conditioning, so that the rest can be looked at.

use std::borrow::Cow;
use taufit_data::recording::Recording;

/// Velocities with a larger share of missing values are left out altogether: drivers that do not
/// measure velocity fill the column with NaN, and samples must not go because of that.
const MOSTLY_ABSENT: f64 = 0.5;

/// The log with those samples of `kept` in which every channel has a number; the log itself where that is
/// all of it.
pub(super) fn mend<'a>(recording: &'a Recording, kept: &[usize]) -> Cow<'a, Recording> {
    let qd = recording.qd.as_ref().filter(|qd| {
        let absent = qd.iter().filter(|value| !value.is_finite()).count();
        absent as f64 <= MOSTLY_ABSENT * qd.len() as f64
    });
    let mut used = vec![&recording.q, &recording.effort];
    used.extend(qd);
    let n = recording.n_samples();
    let has_all = used.iter().all(|x| x.iter().all(|value| value.is_finite()));
    if has_all && kept.len() == n && qd.is_some() == recording.qd.is_some() {
        return Cow::Borrowed(recording);
    }
    let is_whole =
        |k: &usize| used.iter().all(|x| x.iter().skip(*k).step_by(n).all(|v| v.is_finite()));
    let samples: Vec<usize> = kept.iter().copied().filter(is_whole).collect();
    let with_used = Recording { qd: qd.cloned(), ..recording.clone() };
    Cow::Owned(with_used.picked(&samples))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_data::recording::EffortKind;

    fn two_joints() -> Recording {
        Recording {
            source: "test".into(),
            joints: vec!["a".into(), "b".into()],
            t_s: vec![0.0, 1.0, 2.0, 3.0],
            q: vec![0.0, 1.0, 2.0, 3.0, 10.0, 11.0, 12.0, 13.0],
            qd: Some(vec![f64::NAN; 8]),
            effort: vec![5.0, 5.0, f64::NAN, 5.0, 6.0, 6.0, 6.0, 6.0],
            q_motor: None,
            effort_kind: EffortKind::Torque,
        }
    }

    #[test]
    fn samples_without_a_number_go_and_absent_velocities_take_nothing_along() {
        let log = two_joints();
        let mended = mend(&log, &[0, 2, 3]);
        assert_eq!(mended.t_s, [0.0, 3.0]);
        assert_eq!(mended.q, [0.0, 3.0, 10.0, 13.0]);
        assert_eq!(mended.qd, None);
        mended.check().unwrap();
    }

    #[test]
    fn a_log_that_lacks_nothing_is_not_copied() {
        let log = Recording { qd: None, effort: vec![5.0; 8], ..two_joints() };
        assert!(matches!(mend(&log, &[0, 1, 2, 3]), Cow::Borrowed(_)));
        assert_eq!(mend(&log, &[0, 1, 3]).t_s, [0.0, 1.0, 3.0]);
        assert_eq!(mend(&two_joints(), &[0, 1, 2, 3]).n_samples(), 3);
    }
}
