//! Choices of an identification: estimators, spikes, standstills, callbacks for progress.

use crate::common::Dice;
use std::sync::Mutex;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::evidence::Loss;
use taufit::friction::{Friction, FrictionShape};
use taufit::methods::{
    Estimator, FrictionChoice, NamedBound, ReversalMask, RigidInputs, RigidResult, RigidSettings,
    Stage, StudyModel, identify_rigid, identify_rigid_with_progress,
};
use taufit::model::{Robot, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit::signal::{ConditionSettings, Standstill, TorqueFilter};
use taufit::spatial::{Mat3, Vec3};
use taufit::study::{Provenance, RobotRecord};

const RATE_HZ: f64 = 200.0;
const VISCOUS: f64 = 3.0;

/// The planar arm with the same viscous friction in both joints and no offset.
fn arm() -> Robot {
    let mut robot = catalog::robot("planar2r").unwrap();
    for dof in 0..2 {
        let mut friction = robot.dof_joint(dof).friction;
        friction.shape = FrictionShape::COULOMB_VISCOUS.with_offset();
        (friction.viscous, friction.coulomb) = (VISCOUS, 2.0 + dof as f64);
        robot = robot.with_friction(dof, friction);
    }
    robot
}

/// A log of sums of sines that slows down to a stop within `stop_s`; torque noise of 0.2 N·m.
fn record(duration_s: f64, stop_s: Option<[f64; 2]>, seed: u64) -> Recording {
    record_of(&arm(), duration_s, stop_s, seed)
}

fn record_of(robot: &Robot, duration_s: f64, stop_s: Option<[f64; 2]>, seed: u64) -> Recording {
    let mut dice = Dice::new(seed);
    let n = (duration_s * RATE_HZ) as usize;
    let mut scratch = Scratch::new(robot);
    let (mut q, mut effort) = (vec![0.0; 2 * n], vec![0.0; 2 * n]);
    let t_s: Vec<f64> = (0..n).map(|k| k as f64 / RATE_HZ).collect();
    for (k, &t) in t_s.iter().enumerate() {
        // Frozen time is frozen motion.
        let is_stopped = stop_s.is_some_and(|[from, to]| (from..to).contains(&t));
        let at = match stop_s {
            Some([from, _]) if is_stopped => from,
            Some([from, to]) if t >= to => t - to + from,
            _ => t,
        };
        let waves = [[0.8, 1.1, 0.3], [0.5, 2.9, 1.0], [0.9, 1.7, 2.0], [0.3, 3.7, 0.1]];
        let (mut state, rate) = ([[0.0; 2]; 3], if is_stopped { 0.0 } else { 1.0 });
        for (i, [a, w, phase]) in waves.into_iter().enumerate() {
            let (s, c) = (w * at + phase).sin_cos();
            state[0][i / 2] += a * s;
            state[1][i / 2] += rate * a * w * c;
            state[2][i / 2] -= rate * a * w * w * s;
        }
        let [x, v, a] = state;
        let tau = inverse_dynamics(robot, &mut scratch, &x, &v, &a).unwrap();
        for j in 0..2 {
            q[j * n + k] = x[j];
            effort[j * n + k] = tau[j] + 0.2 * dice.normal();
        }
    }
    let joints = robot.dof_joint_iter().map(|j| j.name.clone()).collect();
    let (source, effort_kind) = ("simulated".to_owned(), EffortKind::Torque);
    Recording { source, joints, t_s, q, qd: None, effort, q_motor: None, effort_kind }
}

fn settings(estimator: Estimator) -> RigidSettings {
    let friction = FrictionChoice::Given(FrictionShape::COULOMB_VISCOUS.with_offset());
    RigidSettings { friction, estimator, ..RigidSettings::default() }
}

fn identify(log: Recording, settings: &RigidSettings) -> RigidResult {
    identify_rigid(&arm(), &RigidInputs::new(&[log]), settings).unwrap()
}

fn value(result: &RigidResult, name: &str) -> f64 {
    result.estimate.beta[place(result, name)]
}

fn place(result: &RigidResult, name: &str) -> usize {
    let names = result.base.independent().iter().map(|&c| result.layout.name(c));
    names.into_iter().position(|n| n == name).unwrap()
}

fn codes(result: &RigidResult) -> Vec<&'static str> {
    result.warnings.iter().map(|w| w.code()).collect()
}

#[test]
fn rows_near_reversals_of_a_joint_without_coulomb_friction_are_used() {
    let smooth = Friction { coulomb: 0.0, ..arm().dof_joint(0).friction };
    let robot = arm().with_friction(0, smooth);
    let found = |reversals: ReversalMask| {
        let settings = RigidSettings { reversals, ..settings(Estimator::LeastSquares) };
        let log = record_of(&robot, 60.0, None, 5);
        let result = identify_rigid(&robot, &RigidInputs::new(&[log]), &settings).unwrap();
        [0, 1].map(|dof: usize| result.evidence.joints()[dof].n_rows())
    };
    let (automatic, all) = (found(ReversalMask::Auto), found(ReversalMask::Below(0.0)));
    assert_eq!(automatic[0], all[0]);
    assert!(automatic[1] < all[1], "{automatic:?} of {all:?}");
}

#[test]
fn every_estimator_finds_the_truth_of_good_data() {
    // Of the rotor inertias only the second is a base parameter.
    let bounds = ["fv*", "Ia*"].map(|pattern| NamedBound {
        pattern: pattern.to_owned(),
        lower: Some(0.0),
        upper: Some(50.0),
    });
    for estimator in [
        Estimator::LeastSquares,
        Estimator::Robust { loss: Loss::HUBER },
        Estimator::Robust { loss: Loss::TUKEY },
        Estimator::Ridge { strength: 1.0 },
        Estimator::Total,
        Estimator::Bounded { bounds: bounds.to_vec(), non_negative: true },
        Estimator::Tied { groups: vec!["fv1=fv2".into()] },
        Estimator::Essential { level: 0.05 },
    ] {
        let result = identify(record(30.0, None, 1), &settings(estimator.clone()));
        let truth = result.base.combine(&result.layout.nominal(&arm()));
        for (k, truth) in truth.iter().enumerate() {
            let (found, sigma) = (result.estimate.beta[k], result.sigma[k]);
            let name = result.layout.name(result.base.independent()[k]);
            // What is left out is zero within what least squares cannot tell from it.
            let sigma = sigma.max(result.least_squares.sigma[k] * 3.0);
            let error = (found - truth).abs();
            assert!(error < 4.0 * sigma, "{estimator:?} {name}: {found} ± {sigma}, not {truth}");
        }
        assert!(
            result.feasible_validation.relative_percent < 1.2 * result.validation.relative_percent
        );
        let is_plain = estimator == Estimator::LeastSquares;
        assert_eq!(result.estimator.least_squares.is_none(), is_plain);
        assert!(!codes(&result).contains(&"W121"), "{estimator:?}");
    }
}

#[test]
fn robust_estimates_resist_bursts_that_draw_least_squares_away() {
    let mut log = record(30.0, None, 2);
    // Bursts of half a second are no spikes: they stay in.
    let n = log.n_samples();
    for burst in (0..n).step_by(n / 6) {
        log.effort[burst..burst + 100].iter_mut().for_each(|tau| *tau += 60.0);
    }
    let settings = settings(Estimator::Robust { loss: Loss::TUKEY });
    let result = identify(log, &settings);
    let truth = result.base.combine(&result.layout.nominal(&arm()));
    let k = place(&result, "fv1");
    let (robust, plain) = (result.estimate.beta[k], result.least_squares.beta[k]);
    assert!((robust - truth[k]).abs() < 0.2 * (plain - truth[k]).abs(), "{robust} and {plain}");
    assert!(result.estimator.notes[0].contains("count less than half"));
}

#[test]
fn the_verdict_judges_friction_as_files_hold_it() {
    let sharp = identify(record(20.0, None, 4), &settings(Estimator::LeastSquares));
    assert_eq!(sharp.exported_validation, sharp.feasible_validation);
    // A reversal so gradual that Coulomb and viscous friction are far from it.
    let shape = FrictionShape::COULOMB_VISCOUS.with_tanh(1.0);
    let friction = Friction { shape, ..Friction::coulomb_viscous(30.0, 1.0) };
    let soft = arm().with_friction(0, friction).with_friction(1, friction);
    let settings =
        RigidSettings { friction: FrictionChoice::Given(shape), ..RigidSettings::default() };
    let found = identify(record_of(&soft, 20.0, None, 4), &settings);
    let [own, exported] =
        [&found.feasible_validation, &found.exported_validation].map(|m| m.relative_percent);
    assert!(exported > 2.0 * own, "{exported} and {own}");
    let judged = format!("torque error {exported:.2} %");
    assert!(found.verdict.reason.contains(&judged), "{judged}: {}", found.verdict.reason);
}

#[test]
fn ties_share_one_value_and_bounds_are_kept() {
    let tied =
        identify(record(20.0, None, 3), &settings(Estimator::Tied { groups: vec!["fv*".into()] }));
    assert_eq!(value(&tied, "fv1"), value(&tied, "fv2"));
    assert_eq!(tied.estimator.notes, ["one value for fv1, fv2"]);

    let bounds = vec![NamedBound { pattern: "fv2".into(), lower: None, upper: Some(1.0) }];
    let bounded = identify(
        record(20.0, None, 3),
        &settings(Estimator::Bounded { bounds, non_negative: true }),
    );
    assert_eq!(value(&bounded, "fv2"), 1.0);
    assert!(codes(&bounded).contains(&"W141"));
    // The interval is one-sided: nothing lies beyond the bound, and the data do not say that it is exact.
    let [low, high] = bounded.intervals()[place(&bounded, "fv2")];
    assert!(high == 1.0 && low < 1.0 && low > 0.5, "{low} .. {high}");
    // A wrong bound costs, and the cost is shown.
    let plain = bounded.estimator.least_squares.unwrap();
    assert!(bounded.validation.relative_percent > 1.05 * plain.relative_percent);
    // The robot that can exist keeps to it as well as the data let it.
    assert!((bounded.feasible.beta[place(&bounded, "fv2")] - 1.0).abs() < 0.05);
}

#[test]
fn parameters_that_are_nothing_are_left_out_at_no_cost() {
    let result = identify(record(30.0, None, 4), &settings(Estimator::Essential { level: 0.05 }));
    let names: Vec<&str> = result.estimator.left_out.iter().map(|p| p.name.as_str()).collect();
    // Offsets are zero, and so are the first moments across the links.
    for nothing in ["off1", "off2", "my2"] {
        assert!(names.contains(&nothing), "{names:?}");
        assert_eq!(value(&result, nothing), 0.0);
    }
    assert!(!names.contains(&"fv1") && !names.contains(&"fc2"), "{names:?}");
    let plain = result.estimator.least_squares.unwrap();
    assert!(result.validation.relative_percent < 1.01 * plain.relative_percent);
    assert_eq!(result.least_squares.rank(), result.base.rank());
}

#[test]
fn a_name_that_torques_do_not_show_is_refused_with_what_they_show() {
    let settings = settings(Estimator::Tied { groups: vec!["Ia1=fv2".into()] });
    let log = record(5.0, None, 5);
    let error = identify_rigid(&arm(), &RigidInputs::new(&[log]), &settings).unwrap_err();
    assert_eq!(error.code(), "E126");
    assert!(error.to_string().contains("only as part of Izz1"), "{error}");
}

#[test]
fn spikes_are_mended_counted_and_told() {
    let clean = record(20.0, None, 6);
    let n = clean.n_samples();
    let mut log = clean.clone();
    for k in [500, 1500, 2500] {
        log.q[k] += 0.3;
        log.effort[n + k] += 400.0;
    }
    let default = settings(Estimator::LeastSquares);
    let untouched = identify(clean, &default);
    assert_eq!(untouched.logs[0].mending.n_spikes, 0);
    let mended = identify(log.clone(), &default);
    assert_eq!(mended.logs[0].mending.n_spikes, 6);
    assert_eq!(codes(&mended).iter().filter(|code| **code == "W142").count(), 2);
    let left = identify(log, &RigidSettings { spike_factor: None, ..default });
    let error = |result: &RigidResult| result.fit.relative_percent;
    assert!((error(&mended) / error(&untouched) - 1.0).abs() < 0.01);
    assert!(error(&left) > 2.0 * error(&untouched));
    assert!(!codes(&left).contains(&"W142"));
}

#[test]
fn standstills_are_cut_out_with_a_margin_or_as_asked_for() {
    let log = record(30.0, Some([5.0, 11.0]), 7);
    let default = identify(log.clone(), &settings(Estimator::LeastSquares));
    let cut_s = default.logs[0].mending.standstill_s;
    assert!((cut_s - 6.5).abs() < 0.5, "{cut_s} s with a quarter of a second at either end");
    let never = Some(Standstill { speed: 1e-9, shortest_s: 1e3 });
    let every_row =
        RigidSettings { reversals: ReversalMask::Below(0.0), ..settings(Estimator::LeastSquares) };
    let kept = RigidSettings { standstill: never, ..every_row.clone() };
    let all = identify(log.clone(), &kept);
    assert_eq!(all.logs[0].mending.standstill_s, 0.0);
    let standstill = Some(Standstill { speed: 0.05, shortest_s: 0.5 });
    let moving = identify(log, &RigidSettings { standstill, ..every_row });
    let cut_s = moving.logs[0].mending.standstill_s;
    assert!((cut_s - 6.0).abs() < 0.5, "{cut_s} s");
    let rows = |result: &RigidResult| result.evidence.n_samples() as f64;
    let expected = cut_s * moving.logs[0].row_rate_hz;
    // The filter needs its length at both new edges as well.
    assert!((rows(&all) - rows(&moving) - expected).abs() < 0.2 * expected);
}

#[test]
fn whoever_watches_is_told_every_stage_up_to_its_end() {
    let seen = Mutex::new(Vec::new());
    let settings = RigidSettings::default();
    let log = record(20.0, None, 8);
    let n_samples = log.n_samples();
    identify_rigid_with_progress(&arm(), &RigidInputs::new(&[log]), &settings, &|progress| {
        assert_eq!(progress.source, "simulated");
        assert!(progress.n_samples.is_none_or(|n| progress.n_done <= n && n == n_samples));
        seen.lock().unwrap().push((progress.stage, progress.n_done));
    })
    .unwrap();
    let mut stages: Vec<Stage> = seen.lock().unwrap().iter().map(|(stage, _)| *stage).collect();
    stages.dedup();
    assert_eq!(stages, [Stage::Reading, Stage::Friction, Stage::Fitting, Stage::Comparing]);
    // Filtered edges are never part of a stretch.
    let last = seen.lock().unwrap().last().unwrap().1;
    assert!(last > n_samples * 9 / 10, "{last} of {n_samples}");
}

#[test]
fn a_long_log_does_not_hide_the_torques_of_validation() {
    let condition = ConditionSettings {
        cutoff_hz: Some(20.0),
        torque: TorqueFilter::LikePositions,
        ..ConditionSettings::default()
    };
    let settings = RigidSettings { condition, ..settings(Estimator::LeastSquares) };
    let (long, proof) = (record(400.0, None, 9), record(20.0, None, 10));
    let result = identify_rigid(
        &arm(),
        &RigidInputs { validation: &[proof], ..RigidInputs::new(&[long]) },
        &settings,
    )
    .unwrap();
    let kept = |validation: bool| -> usize {
        let series = result.series.iter().filter(|s| s.validation == validation);
        series.map(|s| s.t_s.len()).sum()
    };
    assert!(kept(true) > 3500, "{}", kept(true));
    assert!(kept(false) > 55_000 && kept(false) + kept(true) <= 60_000, "{}", kept(false));
    let joints = result.series.iter().all(|s| s.measured.len() == 2 * s.t_s.len());
    assert!(joints, "every channel is cut alike");
}

#[test]
fn a_study_whose_settings_cannot_be_read_says_so() {
    let result = identify(record(20.0, None, 11), &settings(Estimator::LeastSquares));
    let mut provenance = Provenance {
        version: "0".into(),
        command: "test".into(),
        settings: serde_json::to_value(settings(Estimator::Total)).unwrap(),
        inputs: Vec::new(),
    };
    let robot = RobotRecord::new("planar2r", catalog::description("planar2r").unwrap());
    let study = |provenance: &Provenance| {
        result.to_study(&arm(), robot.clone(), provenance.clone()).unwrap()
    };
    let proof = [record(10.0, None, 12)];
    assert!(StudyModel::new(&study(&provenance)).unwrap().validate(&proof, &[]).is_ok());
    provenance.settings = serde_json::json!({ "no_such_setting": 1 });
    let model = StudyModel::new(&study(&provenance)).unwrap();
    let error = model.validate(&proof, &[]).unwrap_err();
    assert_eq!(error.code(), "E127");
    assert!(error.to_string().contains("no_such_setting"), "{error}");
}

#[test]
fn a_log_polled_twice_as_fast_as_its_source_is_told() {
    let log = record(20.0, None, 13);
    let twice = |channel: &[f64]| channel.iter().flat_map(|x| [*x, *x]).collect::<Vec<f64>>();
    let polled = Recording {
        t_s: (0..2 * log.n_samples()).map(|k| 0.5 * k as f64 / RATE_HZ).collect(),
        q: twice(&log.q),
        effort: twice(&log.effort),
        ..log.clone()
    };
    let [polled, plain] =
        [polled, log].map(|log| identify(log, &settings(Estimator::LeastSquares)));
    assert!(codes(&polled).contains(&"W149") && !codes(&plain).contains(&"W149"));
    let k = place(&plain, "fv1");
    let apart = polled.estimate.beta[k] - plain.estimate.beta[k];
    assert!(apart.abs() < 2.0 * plain.sigma[k], "{apart}");
}

#[test]
fn validation_data_that_repeat_the_motion_are_told() {
    use crate::payload::{Run, arm};
    let robot = arm("ur5");
    let log = |seed: u64| Run { duration_s: 20.0, seed, ..Run::USUAL }.of(&robot);
    let mut dice = Dice::new(15);
    let mut again = log(14);
    again.effort.iter_mut().for_each(|tau| *tau += 0.1 * dice.normal());
    for (proof, is_repeated) in [(again, true), (log(15), false)] {
        let found = identify_rigid(
            &robot,
            &RigidInputs { validation: &[proof], ..RigidInputs::new(&[log(14)]) },
            &RigidSettings::default(),
        )
        .unwrap();
        assert_eq!(codes(&found).contains(&"W151"), is_repeated, "{:?}", codes(&found));
    }
}

/// Axes all but parallel: moments across them move the torques by next to nothing.
#[test]
fn parameters_that_are_all_but_hidden_are_told() {
    let mut description = catalog::description("planar2r").unwrap();
    let tilt = Mat3::rotation(Vec3::X, 1e-3);
    let elbow = &mut description.joints[1].parent_from_joint;
    elbow.rotation = tilt * elbow.rotation;
    let robot = description.build().unwrap();
    let log = record_of(&robot, 20.0, None, 16);
    let found =
        identify_rigid(&robot, &RigidInputs::new(&[log]), &settings(Estimator::LeastSquares))
            .unwrap();
    assert!(codes(&found).contains(&"W152"), "{:?}", codes(&found));
}

/// A Huber loss that is all but the sum of magnitudes: passes come nearer and nearer, and do not arrive.
#[test]
fn a_robust_estimate_that_still_changes_is_told() {
    let loss = Loss::Huber { k: 0.02 };
    let found = identify(record(20.0, None, 17), &settings(Estimator::Robust { loss }));
    assert!(codes(&found).contains(&"W140"), "{:?}", codes(&found));
    let plain = Estimator::Robust { loss: Loss::HUBER };
    assert!(!codes(&identify(record(20.0, None, 17), &settings(plain))).contains(&"W140"));
}
