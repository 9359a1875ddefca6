//! From a log with faults to a motion: what comes out against what is known, one test per fault.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::PI;
use taufit::Warning;
use taufit::diagnostics::{DataError, SignalWarning};
use taufit::recording::{EffortKind, Recording};
use taufit::signal::{ConditionSettings, Interpolation, Motion, Segment, TorqueFilter, condition};

const N_JOINTS: usize = 6;

/// Three harmonics of 0.1 Hz per joint: position, velocity, acceleration. Speeds are about 1 rad/s.
fn truth(joint: usize, t_s: f64) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for harmonic in 1..=3 {
        let w = 2.0 * PI * 0.1 * f64::from(harmonic);
        let (sin, cos) = (w * t_s + joint as f64 * f64::from(harmonic)).sin_cos();
        let amplitude = 0.8 / f64::from(harmonic);
        sum[0] += amplitude * sin;
        sum[1] += amplitude * w * cos;
        sum[2] -= amplitude * w * w * sin;
    }
    sum
}

fn torque(joint: usize, t_s: f64) -> f64 {
    let [q, qd, qdd] = truth(joint, t_s);
    20.0 * q.cos() + 5.0 * qd + 2.0 * qdd
}

/// Faults of the test robot's log.
#[derive(Clone, Copy)]
struct Faults {
    jitter_s: f64,
    gap: bool,
    q_noise: f64,
    tau_noise: f64,
}

const CLEAN: Faults = Faults { jitter_s: 0.0, gap: false, q_noise: 0.0, tau_noise: 0.0 };
const USUAL: Faults = Faults { jitter_s: 0.5e-3, gap: true, q_noise: 2e-5, tau_noise: 0.5 };

/// 40 s at 500 Hz; the gap lasts from 15 s to 17 s. Noise is uniform with the given bound.
fn log(faults: Faults) -> Recording {
    let mut rng = Pcg64::seed_from_u64(11);
    let mut draw = move |bound: f64| bound * rng.random_range(-1.0..1.0);
    let stamps = (0..20_000).map(|k| 0.002 * f64::from(k));
    let outside = stamps.filter(|t| !faults.gap || !(15.0..17.0).contains(t));
    let t_s: Vec<f64> = outside.map(|t| t + draw(faults.jitter_s)).collect();
    let (mut q, mut effort) = (Vec::new(), Vec::new());
    for joint in 0..N_JOINTS {
        q.extend(t_s.iter().map(|t| truth(joint, *t)[0] + draw(faults.q_noise)));
        effort.extend(t_s.iter().map(|t| torque(joint, *t) + draw(faults.tau_noise)));
    }
    let joints = (1..=N_JOINTS).map(|j| format!("joint{j}")).collect();
    let source = "synthetic".into();
    Recording {
        source,
        joints,
        t_s,
        q,
        qd: None,
        effort,
        q_motor: None,
        effort_kind: EffortKind::Torque,
    }
}

/// Torques filtered like positions, so that every channel can be compared with the truth.
fn plain() -> ConditionSettings {
    ConditionSettings { torque: TorqueFilter::LikePositions, ..ConditionSettings::default() }
}

fn run(recording: &Recording) -> taufit::Result<Motion> {
    condition(recording, &[], &plain())
}

/// Largest errors of q, qd, qdd and tau over all joints, samples and segments.
fn errors(motion: &Motion) -> [f64; 4] {
    let mut worst = [0.0_f64; 4];
    for segment in &motion.segments {
        for joint in 0..motion.joints.len() {
            for k in 0..segment.n_samples {
                let found = at(segment, joint, k);
                let [q, qd, qdd] = truth(joint, segment.t_s[k]);
                let expected = [q, qd, qdd, torque(joint, segment.t_s[k])];
                for (w, (a, b)) in worst.iter_mut().zip(found.iter().zip(expected)) {
                    *w = w.max((a - b).abs());
                }
            }
        }
    }
    worst
}

fn at(segment: &Segment, joint: usize, k: usize) -> [f64; 4] {
    let i = joint * segment.n_samples + k;
    [segment.q[i], segment.qd[i], segment.qdd[i], segment.tau[i]]
}

fn codes(motion: &Motion) -> Vec<&'static str> {
    motion.warnings.iter().map(Warning::code).collect()
}

fn assert_below(found: [f64; 4], limits: [f64; 4]) {
    let text = found.map(|error| format!("{error:.1e}")).join(", ");
    assert!(found.iter().zip(limits).all(|(f, l)| *f < l), "{text}; limits {limits:?}");
}

#[test]
fn a_clean_log_gives_the_motion_back() {
    let motion = run(&log(CLEAN)).unwrap();
    assert!(motion.warnings.is_empty(), "{:?}", motion.warnings);
    assert_eq!(motion.segments.len(), 1);
    // Largest where the edges end: there the filter has not quite forgotten the reflection.
    assert_below(errors(&motion), [1e-4, 1e-3, 2e-2, 2e-2]);
}

#[test]
fn velocities_and_accelerations_survive_jitter_gap_and_noise() {
    let motion = run(&log(USUAL)).unwrap();
    assert_eq!(codes(&motion), ["W101", "W102"]);
    assert_eq!(motion.segments.len(), 2);
    assert!((motion.filter_rate_hz - 500.0).abs() < 5.0, "{}", motion.filter_rate_hz);
    assert!((2.4..5.0).contains(&motion.cutoff_hz), "{}", motion.cutoff_reason);
    // Speeds reach 1.5 rad/s, accelerations 2 rad/s², torques 30 N·m.
    assert_below(errors(&motion), [1e-3, 5e-3, 0.05, 0.25]);
}

#[test]
fn torques_that_are_filtered_with_the_model_stay_as_they_are() {
    let recording = log(CLEAN);
    let motion = condition(&recording, &[], &ConditionSettings::default()).unwrap();
    let torque_hz = motion.torque_cutoff_hz.unwrap();
    assert!((motion.cutoff_hz - 4.0 * torque_hz).abs() < 1e-9, "{motion:?}");
    assert_eq!(motion.parallel_filter().unwrap().unwrap().cutoff_hz(), torque_hz);
    let segment = &motion.segments[0];
    let skipped = recording.t_s.partition_point(|t| *t < segment.t_s[0] - 1e-9);
    let raw = &recording.effort(2)[skipped..][..segment.n_samples];
    let tau = &segment.tau[2 * segment.n_samples..][..segment.n_samples];
    assert!(raw.iter().zip(tau).all(|(a, b)| (a - b).abs() < 1e-9));
    let given = TorqueFilter::Parallel { cutoff_hz: Some(2.5) };
    let settings = ConditionSettings { torque: given, ..ConditionSettings::default() };
    let motion = condition(&recording, &[], &settings).unwrap();
    assert_eq!((motion.torque_cutoff_hz, motion.cutoff_hz), (Some(2.5), 10.0));
}

#[test]
fn nothing_crosses_a_gap() {
    let motion = run(&log(USUAL)).unwrap();
    let [before, after] = &motion.segments[..] else { panic!("{}", motion.segments.len()) };
    let (end_s, start_s) = (before.t_s[before.n_samples - 1], after.t_s[0]);
    assert!((15.0 - end_s - motion.edge_trim_s).abs() < 0.01, "{end_s}");
    assert!((start_s - 17.0 - motion.edge_trim_s).abs() < 0.01, "{start_s}");
    assert!((motion.timing.gaps[0].duration_s - 2.0).abs() < 0.01);
}

#[test]
fn every_choice_counts_and_can_be_read_back() {
    let settings = ConditionSettings {
        cutoff_hz: Some(6.0),
        order: 5,
        edge_trim_s: Some(1.0),
        decimation: 10,
        interpolation: Interpolation::Cubic,
        ..plain()
    };
    let motion = condition(&log(CLEAN), &[], &settings).unwrap();
    assert_eq!((motion.cutoff_hz, motion.edge_trim_s), (6.0, 1.0));
    assert_eq!(motion.cutoff_reason, "given in the settings");
    assert!((motion.rate_hz - 50.0).abs() < 1e-6);
    assert_eq!(motion.n_samples(), 1900);
    assert_eq!(motion.segments[0].q.len(), 1900 * N_JOINTS);
    assert!((motion.segments[0].t_s[1] - motion.segments[0].t_s[0] - 0.02).abs() < 1e-9);
    assert_eq!(motion.settings, settings);
    assert_below(errors(&motion), [1e-4, 1e-3, 5e-2, 5e-2]);
}

#[test]
fn the_same_log_gives_the_same_bits() {
    assert_eq!(run(&log(USUAL)), run(&log(USUAL)));
}

#[test]
fn a_higher_cutoff_lets_more_noise_through() {
    let noise = |cutoff_hz| {
        let (cutoff_hz, edge_trim_s) = (Some(cutoff_hz), Some(2.0));
        let settings = ConditionSettings { cutoff_hz, edge_trim_s, ..plain() };
        errors(&condition(&log(USUAL), &[], &settings).unwrap())[2]
    };
    assert!(noise(20.0) > 10.0 * noise(5.0));
}

#[test]
fn currents_become_torques() {
    let constants: Vec<Option<f64>> = (1..=N_JOINTS).map(|j| Some(2.0 * j as f64)).collect();
    let mut recording = log(CLEAN);
    let torques = run(&recording).unwrap();
    recording.effort_kind = EffortKind::Current;
    let n = recording.n_samples();
    for (i, effort) in recording.effort.iter_mut().enumerate() {
        *effort /= constants[i / n].unwrap();
    }
    let motion = condition(&recording, &constants, &plain()).unwrap();
    let pairs = motion.segments[0].tau.iter().zip(&torques.segments[0].tau);
    assert!(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) < 1e-10);

    let error = condition(&recording, &constants[..4], &plain());
    assert_eq!(error, Err(DataError::MissingTorqueConstant { joint: "joint5".into() }.into()));
}

#[test]
fn duplicate_stamps_are_left_out_with_a_warning() {
    let mut recording = log(CLEAN);
    recording.t_s[301] = recording.t_s[300];
    let motion = run(&recording).unwrap();
    let expected = SignalWarning::DuplicateStamps { count: 1, index: 301, t_s: recording.t_s[300] };
    assert_eq!(motion.warnings, [expected.into()]);
    assert_below(errors(&motion), [1e-4, 1e-3, 2e-2, 2e-2]);
}

#[test]
fn backward_stamps_are_refused() {
    let mut recording = log(CLEAN);
    recording.t_s[301] = 0.1;
    let previous_s = recording.t_s[300];
    assert_eq!(
        run(&recording),
        Err(DataError::TimeBackwards { index: 301, t_s: 0.1, previous_s }.into())
    );
}

#[test]
fn stamps_that_are_no_numbers_are_refused() {
    let mut recording = log(CLEAN);
    recording.t_s[4] = f64::NAN;
    assert_eq!(run(&recording), Err(DataError::StampNotFinite { index: 4 }.into()));
}

#[test]
fn nan_is_refused_with_joint_and_time() {
    let mut recording = log(CLEAN);
    let n = recording.n_samples();
    recording.q[2 * n + 500] = f64::NAN;
    let t_s = recording.t_s[500];
    let (joint, quantity) = ("joint3".into(), "position");
    assert_eq!(
        run(&recording),
        Err(DataError::SampleNotFinite { quantity, joint, index: 500, t_s }.into())
    );
}

#[test]
fn a_constant_column_is_doubted() {
    let mut recording = log(CLEAN);
    let n = recording.n_samples();
    recording.effort[n..2 * n].fill(-3.5);
    let (joint, quantity) = ("joint2".into(), "effort");
    let expected = SignalWarning::ConstantChannel { joint, quantity, value: -3.5 };
    assert_eq!(run(&recording).unwrap().warnings, [expected.into()]);
}

#[test]
fn a_held_column_is_doubted() {
    let mut recording = log(CLEAN);
    let n = recording.n_samples();
    for k in 0..n {
        recording.q[k] = recording.q[k / 4 * 4];
    }
    let motion = run(&recording).unwrap();
    let Some(SignalWarning::HeldChannel { joint, quantity: "position", share }) =
        motion.warnings[0].kind()
    else {
        panic!("{:?}", motion.warnings)
    };
    assert!(joint == "joint1" && *share > 0.99 && motion.warnings.len() == 1);
}

#[test]
fn standstill_is_doubted_and_filtered_all_the_same() {
    let mut recording = log(CLEAN);
    recording.q.fill(0.25);
    let motion = run(&recording).unwrap();
    assert!(codes(&motion).contains(&"W106"), "{:?}", motion.warnings);
    assert!(motion.segments[0].qdd.iter().all(|a| a.abs() < 1e-6));
}

/// The first `n` samples.
fn start_of(recording: &Recording, n: usize) -> Recording {
    let cut = |x: &[f64]| -> Vec<f64> {
        x.chunks(recording.n_samples()).flat_map(|channel| channel[..n].to_vec()).collect()
    };
    let (t_s, q, effort) = (cut(&recording.t_s), cut(&recording.q), cut(&recording.effort));
    Recording { t_s, q, effort, ..recording.clone() }
}

#[test]
fn a_log_that_is_too_short_is_refused() {
    let recording = log(CLEAN);
    for n in [4, 100, 400] {
        let error = run(&start_of(&recording, n)).unwrap_err();
        assert!(
            matches!(error.kind(), Some(DataError::LogTooShort { .. })),
            "{n} samples: {error}"
        );
    }
    for n in [0, 1] {
        assert_eq!(run(&start_of(&recording, n)).unwrap_err().code(), "E107");
    }
    assert_eq!(run(&start_of(&recording, 5000)).unwrap().segments.len(), 1);
    // 3 s are enough for one second between short edges, not between long ones.
    let at = |cutoff_hz| {
        let settings = ConditionSettings { cutoff_hz: Some(cutoff_hz), ..plain() };
        condition(&start_of(&recording, 1500), &[], &settings).map(|motion| motion.segments.len())
    };
    assert_eq!(at(10.0), Ok(1));
    assert_eq!(at(2.0).unwrap_err().code(), "E105");
}

#[test]
fn short_stretches_between_gaps_are_dropped_with_a_warning() {
    let mut recording = log(CLEAN);
    recording.t_s[200..].iter_mut().for_each(|t| *t += 1.0);
    recording.t_s[300..].iter_mut().for_each(|t| *t += 1.0);
    let motion = run(&recording).unwrap();
    assert_eq!(motion.segments.len(), 1);
    let kinds: Vec<&SignalWarning> = motion.warnings.iter().filter_map(Warning::kind).collect();
    let expected = matches!(
        kinds[..],
        [SignalWarning::Gaps { count: 2, .. }, SignalWarning::StretchesDropped { count: 2, .. }]
    );
    assert!(expected && motion.warnings.len() == 2, "{:?}", motion.warnings);
}

#[test]
fn a_cutoff_above_nyquist_is_refused() {
    let settings = ConditionSettings { cutoff_hz: Some(260.0), ..plain() };
    let error = condition(&log(CLEAN), &[], &settings).unwrap_err();
    assert!(matches!(error.kind(), Some(DataError::CutoffAboveNyquist { .. })), "{error}");
    assert!(error.to_string().contains("250"), "{error}");
}

#[test]
fn channels_of_unequal_length_are_refused() {
    let mut recording = log(CLEAN);
    recording.effort.pop();
    assert_eq!(run(&recording).unwrap_err().code(), "E020");
}
