//! Fleets: plan, evidence, merges in any order, population, outliers, drifts.

mod simulation;

use rayon::prelude::*;
use simulation::{FleetSimulation, Planted, SHAPE, type_record};
use taufit::estimate::NORMAL_95;
use taufit::methods::{
    Fit, FleetLog, FleetModel, FleetPlan, FleetSettings, FrictionChoice, RigidInputs,
    RigidSettings, RobotEstimate, check_evidence, identify_fleet, identify_rigid, merge_all,
    merge_by, observe_log,
};
use taufit::recording::{EffortKind, Recording};
use taufit::study::FleetStudy;

const SMALL: FleetSimulation = FleetSimulation {
    seed: 1,
    n_robots: 40,
    n_logs: 6,
    n_outliers: 2,
    n_drifts: 2,
    duration_s: 20.0,
    rate_hz: 100.0,
};

fn plan() -> FleetModel {
    SMALL.plan(FrictionChoice::Given(SHAPE))
}

fn logs(model: &FleetModel, robot: usize) -> Vec<FleetLog> {
    (0..SMALL.n_logs).map(|log| SMALL.observed(model, robot, log)).collect()
}

/// Largest difference of two vectors over the size of their entries.
fn relative(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs() / a.abs().max(1e-3)).fold(0.0, f64::max)
}

#[test]
fn merges_in_any_order_give_the_estimates_of_one_process() {
    let model = plan();
    let logs: Vec<FleetLog> = (0..3).flat_map(|robot| logs(&model, robot)).collect();
    let all: Vec<_> = logs.iter().map(|log| &log.evidence).collect();
    let mut one = all[0].clone();
    all[1..].iter().for_each(|evidence| one.merge(evidence).unwrap());
    let expected = Fit::new(&model, &one).unwrap();
    let mut turned = all.clone();
    turned.reverse();
    turned.swap(2, 9);
    let by_robot =
        merge_by(&logs, |log| (log.robot.clone(), log.started_at_s as i64 / 2_592_000)).unwrap();
    let parts: Vec<_> = by_robot.values().collect();
    for merged in [merge_all(&all), merge_all(&turned), merge_all(&parts)] {
        let found = Fit::new(&model, &merged.unwrap()).unwrap();
        assert!(
            relative(&expected.beta, &found.beta) < 1e-9,
            "{}",
            relative(&expected.beta, &found.beta)
        );
        assert!(relative(&expected.variance, &found.variance) < 1e-9);
    }
    assert_eq!(merge_all(&[]).unwrap_err().code(), "E265");
}

/// A log in which three joints stand still leaves parameters open; merges agree on the rest and on the residual.
#[test]
fn columns_without_rank_do_not_disturb_merges() {
    let model = plan();
    let still = |log: usize| {
        let mut recording: Recording = SMALL.log(7, log);
        let n = recording.n_samples();
        for dof in [0, 4, 5] {
            recording.q[dof * n..(dof + 1) * n].fill(0.3);
        }
        let mut model = model.clone();
        model.plan.gate.accept = [
            "W130", "W132", "W133", "W134", "W135", "W131", "W136", "W137", "W138", "W139", "W145",
            "W146", "W147",
        ]
        .map(String::from)
        .to_vec();
        observe_log(&model, &recording).unwrap().evidence
    };
    let parts: Vec<_> = (0..4).map(still).collect();
    let order = |places: [usize; 4]| {
        let merged = merge_all(&places.map(|k| &parts[k])).unwrap();
        Fit::new(&model, &merged).unwrap()
    };
    let (one, other) = (order([0, 1, 2, 3]), order([3, 0, 2, 1]));
    assert!(!one.is_determined);
    assert!((one.scale / other.scale - 1.0).abs() < 1e-9, "{} {}", one.scale, other.scale);
    assert!(one.variance.iter().zip(&other.variance).all(|(a, b)| a.is_finite() == b.is_finite()));
    assert!(relative(&one.beta, &other.beta) < 1e-6);
}

#[test]
fn evidence_of_another_base_or_conditioning_is_refused() {
    let model = plan();
    let log = SMALL.observed(&model, 1, 0);
    assert_eq!(check_evidence(&model, &log), Ok(()));
    let other = FleetLog { base_hash: "0".repeat(64), ..log.clone() };
    assert_eq!(check_evidence(&model, &other).unwrap_err().code(), "E262");
    let other = FleetLog { settings_hash: "0".repeat(64), ..log };
    assert_eq!(RobotEstimate::new(&model, "a", vec![other]).unwrap_err().code(), "E262");
    let mut plan = model.plan.clone();
    plan.version = 9;
    assert_eq!(plan.build().unwrap_err().code(), "E260");
    let mut plan = model.plan.clone();
    plan.beta.pop();
    assert_eq!(plan.build().unwrap_err().code(), "E261");
    let text = serde_json::to_string(&model.plan).unwrap();
    let back = serde_json::from_str::<taufit::methods::FleetPlan>(&text).unwrap().build().unwrap();
    assert_eq!((back.base_hash, back.settings_hash), (model.base_hash, model.settings_hash));
}

/// Wrong data are not explained by the plan, and the gate names the cause.
#[test]
fn logs_with_wrong_signs_units_or_order_are_refused() {
    let model = plan();
    let refused = |change: fn(&mut Recording)| {
        let mut recording = SMALL.log(3, 1);
        change(&mut recording);
        observe_log(&model, &recording).unwrap_err().code()
    };
    assert_eq!(refused(|log| log.effort.iter_mut().for_each(|tau| *tau = -*tau)), "E109");
    assert_eq!(refused(|log| log.q.iter_mut().for_each(|q| *q = q.to_degrees())), "E109");
    let swapped = |log: &mut Recording| {
        let n = log.n_samples();
        let (first, second) = log.effort.split_at_mut(2 * n);
        first[n..].swap_with_slice(&mut second[..n]);
    };
    assert_eq!(refused(swapped), "E109");
    assert_eq!(refused(|log| log.joints.reverse()), "E108");
}

#[test]
fn planted_outliers_and_drifts_are_found_and_intervals_cover() {
    let model = plan();
    let robots: Vec<RobotEstimate> = (0..SMALL.n_robots)
        .into_par_iter()
        .map(|r| RobotEstimate::new(&model, &SMALL.name(r), logs(&model, r)).unwrap())
        .collect();
    let study = identify_fleet(&model, &robots, &FleetSettings::default()).unwrap();
    let named = |planted: fn(Planted) -> bool| -> Vec<String> {
        (0..SMALL.n_robots).filter(|&r| planted(SMALL.planted(r))).map(|r| SMALL.name(r)).collect()
    };
    let worn = named(|p| matches!(p, Planted::Tool(_) | Planted::Gearbox(..)));
    let drifting = named(|p| matches!(p, Planted::Step(..) | Planted::Ramp(..)));
    let outliers: Vec<&String> =
        study.robots.iter().filter(|r| r.is_outlier).map(|r| &r.robot).collect();
    assert!(worn.iter().all(|robot| outliers.contains(&robot)), "{worn:?} {outliers:?}");
    assert!(
        outliers.iter().all(|robot| worn.contains(robot) || drifting.contains(robot)),
        "{outliers:?}"
    );
    let found: Vec<&String> = study.drifts.iter().map(|drift| &drift.robot).collect();
    assert!(drifting.iter().all(|robot| found.contains(&robot)), "{drifting:?} {found:?}");
    assert!(found.iter().all(|robot| drifting.contains(robot)), "{found:?}");
    let (mut own, mut shrunken, mut covered, mut n) = (0.0, 0.0, 0, 0);
    for (r, robot) in
        study.robots.iter().enumerate().filter(|(r, _)| SMALL.planted(*r) == Planted::Nothing)
    {
        let truth = SMALL.truth(&model, r, 0);
        for (k, truth) in truth.iter().enumerate() {
            let size = study.parameters[k].spread.unwrap().max(1e-9);
            own += ((robot.values[k] - truth) / size).powi(2);
            shrunken += ((robot.shrunken[k] - truth) / size).powi(2);
            let reach = NORMAL_95 * robot.sigma[k].unwrap();
            covered += usize::from((robot.values[k] - truth).abs() < reach);
            n += 1;
        }
    }
    assert!(shrunken < 0.9 * own, "{shrunken} {own}");
    let share = covered as f64 / n as f64;
    assert!((0.92..=0.98).contains(&share), "{share}");
}

/// Torque constants of the simulated type \[N·m/A\], those of its two sizes of motors; of the second joint that of the
/// plan is a tenth too large.
const CONSTANTS: [f64; 6] = [12.0, 12.0, 12.0, 9.0, 9.0, 9.0];
const BY_PLAN: [f64; 6] = [12.0, 13.2, 12.0, 9.0, 9.0, 9.0];

/// A log as currents of motors with these constants.
fn in_amperes(mut log: Recording, constants: &[f64; 6]) -> Recording {
    let n = log.n_samples();
    log.effort.iter_mut().enumerate().for_each(|(k, x)| *x /= constants[k / n]);
    Recording { effort_kind: EffortKind::Current, ..log }
}

fn plan_of_currents(constants: &[f64; 6]) -> FleetModel {
    let settings =
        RigidSettings { friction: FrictionChoice::Given(SHAPE), ..RigidSettings::default() };
    let logs: Vec<Recording> = (0..5).map(|log| in_amperes(SMALL.log(0, log), constants)).collect();
    let gains = BY_PLAN.map(Some);
    let inputs = RigidInputs { gains: &gains, ..RigidInputs::new(&logs) };
    let nominal = type_record().description.build().unwrap();
    let result = identify_rigid(&nominal, &inputs, &settings).unwrap();
    let plan =
        FleetPlan::new(type_record(), &settings, EffortKind::Current, &gains, &result).unwrap();
    plan.build().unwrap()
}

/// A fleet without planted faults whose motors have these constants.
fn fleet_of_currents(constants: &[f64; 6]) -> FleetStudy {
    const SOUND: FleetSimulation = FleetSimulation { n_outliers: 0, n_drifts: 0, ..SMALL };
    let model = plan_of_currents(constants);
    let observed = |robot: usize, log: usize| {
        let recording = in_amperes(SOUND.log(robot, log), constants);
        let found = observe_log(&model, &recording).unwrap();
        FleetLog {
            robot: SOUND.name(robot),
            log: recording.source,
            started_at_s: log as f64,
            base_hash: model.base_hash.clone(),
            settings_hash: model.settings_hash.clone(),
            evidence: found.evidence,
            validation: found.validation,
        }
    };
    let robots: Vec<RobotEstimate> = (0..SOUND.n_robots)
        .into_par_iter()
        .map(|r| {
            let logs = (0..2).map(|log| observed(r, log)).collect();
            RobotEstimate::new(&model, &SOUND.name(r), logs).unwrap()
        })
        .collect();
    identify_fleet(&model, &robots, &FleetSettings::default()).unwrap()
}

#[test]
fn torque_constants_come_from_the_weights_and_are_pooled_by_motor_size() {
    let study = fleet_of_currents(&CONSTANTS);
    let found = |joint: usize| &study.torque_constants[joint - 1];
    for joint in [2, 3, 4] {
        let constant = found(joint);
        let [low, high] = constant.mean_interval.unwrap();
        let truth = CONSTANTS[joint - 1];
        // Link masses scatter by 1 % between robots, and with them the constants by weight.
        assert!((low..high).contains(&truth), "{constant:?}");
        assert!(
            (high - low) < 0.03 * truth && constant.spread.unwrap() < 0.03 * truth,
            "{constant:?}"
        );
    }
    // No weight loads the last joint.
    assert_eq!((found(6).mean, found(6).by_plan), (None, 9.0));
    let pool = study.pools.iter().find(|pool| pool.parameters.contains(&"kct2".into())).unwrap();
    assert!(pool.parameters.contains(&"kct3".into()) && pool.is_homogeneous, "{pool:?}");
    assert!((pool.value / 12.0 - 1.0).abs() < 0.01, "{pool:?}");
}

#[test]
fn motors_of_one_size_that_differ_are_not_one_value() {
    let study = fleet_of_currents(&[12.0, 12.6, 12.0, 9.0, 9.0, 9.0]);
    let pool = study.pools.iter().find(|pool| pool.parameters.contains(&"kct2".into())).unwrap();
    assert!(!pool.is_homogeneous && pool.p < 1e-3, "{pool:?}");
}

#[test]
fn logs_of_torques_have_no_torque_constants() {
    let model = plan();
    let robots =
        [0, 1].map(|r| RobotEstimate::new(&model, &SMALL.name(r), logs(&model, r)).unwrap());
    let study = identify_fleet(&model, &robots, &FleetSettings::default()).unwrap();
    assert!(study.torque_constants.is_empty() && study.pools.is_empty());
}
