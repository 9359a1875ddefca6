//! Faults of the time stamps.

use crate::survey::log::{N_SAMPLES, channel, clean, codes, look, near, only};
use taufit::diagnostics::{LogWarning, SignalWarning};
use taufit::recording::Recording;

/// The log without some samples.
fn without(log: &Recording, gone: impl Fn(usize) -> bool) -> Recording {
    let kept: Vec<usize> = (0..log.n_samples()).filter(|&k| !gone(k)).collect();
    let pick = |x: &Vec<f64>| -> Vec<f64> {
        x.chunks(log.n_samples()).flat_map(|c| kept.iter().map(|&k| c[k])).collect()
    };
    Recording {
        t_s: pick(&log.t_s),
        q: pick(&log.q),
        qd: log.qd.as_ref().map(pick),
        effort: pick(&log.effort),
        ..log.clone()
    }
}

#[test]
fn pace_and_length_are_those_of_the_simulation() {
    let clock = look(&clean()).clock;
    assert_eq!(clock.n_samples, N_SAMPLES);
    near(clock.rate_hz, 100.0, 1e-6);
    near(clock.duration_s, 39.99, 1e-9);
    assert!(clock.timing.jitter_rms_s < 1e-9 && clock.n_dropped == 0);
    assert_eq!(clock.steps.iter().map(|bin| bin.count).max(), Some(N_SAMPLES - 1));
}

#[test]
fn a_gap_is_found_with_place_and_length() {
    let found = look(&without(&clean(), |k| (1500..1700).contains(&k)));
    assert_eq!(codes(&found), ["W101"]);
    let Some(&SignalWarning::Gaps { count, longest_s, t_s, .. }) = found.warnings[0].kind() else {
        panic!()
    };
    assert_eq!(count, 1);
    near(longest_s, 2.01, 1e-9);
    near(t_s, 14.99, 1e-9);
    assert_eq!(found.clock.n_dropped, 0);
    assert_eq!(found.verdict.sentence(), "ready for identification");
}

#[test]
fn equal_stamps_are_counted() {
    let mut log = clean();
    for k in [700, 701, 2000] {
        log.t_s[k] = log.t_s[k - 1];
    }
    let found = look(&log);
    let expected = SignalWarning::DuplicateStamps { count: 3, index: 700, t_s: log.t_s[699] };
    assert_eq!(found.warnings[0], expected.into());
    assert_eq!(found.clock.timing.n_duplicates, 3);
}

#[test]
fn time_that_runs_backwards_is_found_and_the_rest_is_still_examined() {
    let mut log = clean();
    log.t_s[1200] -= 0.5;
    let found = look(&log);
    assert_eq!(codes(&found), ["W110"]);
    let LogWarning::StampsBackwards { count, index, t_s, by_s } = only(&found, "W110") else {
        panic!()
    };
    assert_eq!((count, index), (1, 1200));
    near(t_s, 11.5, 1e-9);
    near(by_s, 0.49, 1e-9);
    assert!(found.excitation.is_some());
    assert!(found.verdict.sentence().starts_with("usable after sorting out the samples"));
}

#[test]
fn lost_samples_are_estimated() {
    let found = look(&without(&clean(), |k| k % 40 == 13));
    let LogWarning::DroppedPackets { count, share } = only(&found, "W138") else { panic!() };
    assert_eq!(count, N_SAMPLES / 40);
    near(share, 0.025, 1e-12);
}

#[test]
fn jitter_is_measured_and_shown_as_a_histogram() {
    // Positions of the true times, stamps late by 4 ms at every other sample.
    let mut log = clean();
    log.t_s.iter_mut().skip(1).step_by(2).for_each(|t| *t += 0.004);
    let found = look(&log);
    assert!(codes(&found).contains(&"W102"), "{:?}", found.warnings);
    // Steps of 14 ms and 6 ms; the lower of two medians is the period.
    let counts: Vec<usize> =
        found.clock.steps.iter().map(|bin| bin.count).filter(|count| *count > 0).collect();
    assert_eq!(counts.iter().sum::<usize>(), N_SAMPLES - 1);
    assert_eq!(counts.len(), 2);
}

#[test]
fn a_log_that_is_too_short_is_said_to_be() {
    let found = look(&without(&clean(), |k| k >= 60));
    assert!(matches!(only(&found, "W139"), LogWarning::MotionNotExamined { .. }));
    assert!(found.travel.is_none());
    assert!(found.verdict.sentence().starts_with("not usable because the longest stretch"));
}

#[test]
fn a_log_without_a_single_whole_sample_still_has_a_clock() {
    let mut log = clean();
    channel(&mut log.effort, 2).fill(f64::NAN);
    let found = look(&log);
    near(found.clock.rate_hz, 100.0, 1e-6);
    let LogWarning::NotFinite { count, .. } = only(&found, "W111") else { panic!() };
    assert_eq!(count, N_SAMPLES);
    assert!(codes(&found).contains(&"W139"));
}

#[test]
fn a_log_whose_time_only_falls_is_refused_for_that() {
    use taufit::survey::{SurveySettings, survey};
    let mut log = clean();
    log.t_s.reverse();
    let error = survey(&log, None, &SurveySettings::default()).unwrap_err();
    assert_eq!(error.code(), "E102", "{error}");
}
