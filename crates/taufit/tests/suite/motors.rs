//! Torque constants and friction from sweeps, against table 3 of Ulici et al..

use crate::motors_sweep::{
    Sweep, TRUTH, arm_sweep, identify, identify_in_noise, joint_of, ur5, with_mass, wrist_sweep,
};
use taufit::methods::{
    Combination, GivenConstant, MotorLog, MotorsSettings, RecordFitting, identify_motors,
};
use taufit::model::{Motor, Robot};
use taufit::recording::{EffortKind, Recording};
use taufit::spatial::Vec3;
use taufit::study::{ConstantOrigin, MotorMode, ParameterRecord, SpeedBox};
use taufit::validate::Grade;

fn codes(result: &taufit::methods::MotorsResult) -> Vec<&'static str> {
    result.warnings.iter().map(taufit::Warning::code).collect()
}

fn off(found: &Option<ParameterRecord>, truth: f64) -> f64 {
    (found.as_ref().unwrap().value / truth - 1.0).abs()
}

#[test]
fn table_3_comes_back_over_100_seeds_and_intervals_cover() {
    let (mut inside, mut all, mut worst) = ([0; 3], 0, [0.0_f64; 3]);
    let mut first_joint = 0;
    // Not the seeds that the method was made with.
    for seed in 70_000..70_100 {
        let result = identify(seed, &MotorsSettings::default());
        let pan = &result.joints[0];
        let joints = ["joint2", "joint3"].map(str::to_owned).to_vec();
        assert_eq!(pan.kct_origin, ConstantOrigin::SameMotor { joints });
        let [low, high] = pan.coulomb.as_ref().unwrap().interval.unwrap();
        first_joint += usize::from((low..high).contains(&TRUTH[0][2]));
        for (joint, truth) in result.joints.iter().zip(TRUTH).skip(1) {
            assert_eq!(joint.kct_origin, ConstantOrigin::Data, "{}", joint.name);
            let found = [&joint.kct, &joint.viscous, &joint.coulomb];
            for i in 0..3 {
                worst[i] = worst[i].max(off(found[i], truth[i]));
                let [low, high] = found[i].as_ref().unwrap().interval.unwrap();
                inside[i] += u32::from((low..high).contains(&truth[i]));
            }
            all += 1;
        }
        assert!(off(&pan.kct, TRUTH[0][0]) < 0.01);
    }
    println!("worst errors {worst:?}, inside {inside:?} of {all}; joint 1 {first_joint} of 100");
    assert!(worst[0] < 0.01 && worst[1] < 0.03 && worst[2] < 0.03, "{worst:?}");
    // 500 intervals of 95 %: 475 on average, 5 less or more by chance.
    for count in inside {
        assert!((460..=490).contains(&count), "{inside:?} of {all}");
    }
    // The constant of joint 1 is uncertain by the scatter of motors of one type, and so is its friction.
    assert!(first_joint >= 95, "{first_joint}");
}

/// Friction that differs by 1 % (one sigma) from record to record is no noise of the current: intervals
/// must be as wide as that makes them.
#[test]
fn intervals_cover_where_friction_differs_from_record_to_record() {
    let (mut inside, mut all) = ([0; 3], 0);
    for seed in 0..100 {
        let mut sweep = Sweep { scatter: 0.01, ..Sweep::arm(80_000 + seed) };
        sweep.joints.remove(0);
        let result = sweep.identify(&MotorsSettings::default());
        for dof in [1, 2] {
            let joint = &result.joints[dof];
            let found = [&joint.kct, &joint.viscous, &joint.coulomb];
            for i in 0..3 {
                let [low, high] = found[i].as_ref().unwrap().interval.unwrap();
                inside[i] += u32::from((low..high).contains(&TRUTH[dof][i]));
            }
            all += 1;
        }
    }
    println!("inside {inside:?} of {all}");
    // 200 intervals of 95 %: 190 on average, 3 less or more by chance.
    for count in inside {
        assert!((181..=199).contains(&count), "{inside:?} of {all}");
    }
}

/// Friction of the stages hangs on the torque constants of stage 1, which all batches share: the spread of
/// batches alone is too small by far. White noise and noise that wanders.
#[test]
fn intervals_of_the_stages_cover() {
    let stages = MotorsSettings { combination: Combination::Stages, ..MotorsSettings::default() };
    for (memory, first) in [(0.0, 95_000), (0.95, 96_000)] {
        let (mut inside, mut all) = (0, 0);
        for seed in first..first + 6 {
            let result = identify_in_noise(seed, memory, &stages);
            for (joint, truth) in result.joints.iter().zip(TRUTH) {
                let found = [&joint.kct, &joint.viscous, &joint.coulomb];
                for (found, truth) in found.iter().zip(truth) {
                    let [low, high] = found.as_ref().unwrap().interval.unwrap();
                    inside += usize::from((low..high).contains(&truth));
                    all += 1;
                }
            }
        }
        println!("noise of memory {memory}: {inside} of {all}");
        assert!(inside as f64 >= 0.90 * all as f64, "{inside} of {all}");
    }
}

#[test]
fn the_verdict_follows_the_warnings() {
    let good = identify(1, &MotorsSettings::default());
    assert_eq!(good.verdict.grade, Grade::Good, "{:?}", good.verdict);
    // A joint whose masses are three times too small in the model: its constant is, too.
    let robot = ur5();
    let (log, _) = arm_sweep(1);
    let mut scaled = log.clone();
    let n = log.n_samples();
    scaled.effort[2 * n..3 * n].iter_mut().for_each(|i| *i *= 3.0);
    let logs = [MotorLog { log: &scaled, robot: &robot, phases: &[] }];
    let result = identify_motors(&logs, &MotorsSettings::default()).unwrap();
    assert!(codes(&result).contains(&"W186"), "{:?}", codes(&result));
    assert_eq!(result.verdict.grade, Grade::Usable);
    let concerns = result.verdict.concerns.join("; ");
    assert!(concerns.contains("torque constants differ by"), "{concerns}");
}

#[test]
fn nelder_mead_and_the_closed_form_agree() {
    let run = |record_fit| identify(3, &MotorsSettings { record_fit, ..MotorsSettings::default() });
    let (closed, searched) = (run(RecordFitting::LeastSquares), run(RecordFitting::NelderMead));
    assert_eq!(closed.records.len(), searched.records.len());
    for (a, b) in closed.records.iter().zip(&searched.records) {
        let pairs = [(a.kct, b.kct), (a.friction_a, b.friction_a)];
        for (a, b) in pairs.into_iter().filter_map(|(a, b)| Some((a?, b?))) {
            assert!((a / b - 1.0).abs() < 1e-6, "{a} {b}");
        }
    }
    for (a, b) in closed.joints.iter().zip(&searched.joints) {
        let (a, b) = (a.kct.as_ref().unwrap().value, b.kct.as_ref().unwrap().value);
        assert!((a / b - 1.0).abs() < 1e-6, "{a} {b}");
    }
}

#[test]
fn the_stages_of_the_paper_give_the_same_within_their_spread() {
    let stages = MotorsSettings { combination: Combination::Stages, ..MotorsSettings::default() };
    let (joint, staged) = (identify(1, &MotorsSettings::default()), identify(1, &stages));
    for ((a, b), truth) in joint.joints.iter().zip(&staged.joints).zip(TRUTH).skip(1) {
        let triple = b.stages.unwrap();
        // All batches share the torque constants of their velocities, each the mean of five records.
        let of_box = |at: &SpeedBox| at.kct.deviation / at.kct.mean / 5.0_f64.sqrt();
        let shared = b.boxes.iter().map(of_box).fold(0.0, f64::max);
        for (found, truth) in [triple.kct, triple.kfv, triple.kfc].iter().zip(truth) {
            // Student with four degrees of freedom: beyond 6 standard errors once in 250 times.
            let error = (found.deviation / (found.count as f64).sqrt()).hypot(shared * found.mean);
            assert!((found.mean - truth).abs() < 6.0 * error, "{}: {found:?} {truth}", b.name);
        }
        assert_eq!(b.kct.as_ref().unwrap().value, triple.kct.mean);
        assert_eq!(a.stages, b.stages);
        // Five repetitions of every velocity, all of which tell a torque constant.
        assert!(b.boxes.iter().all(|at| at.kct.count == 5), "{}: {:?}", b.name, b.boxes);
    }
}

#[test]
fn robust_records_survive_outliers() {
    let robot = ur5();
    let (mut log, _) = arm_sweep(5);
    let n = log.n_samples();
    log.effort.iter_mut().skip(n).step_by(40).for_each(|i| *i += 6.0);
    let run = |record_fit| {
        let settings = MotorsSettings { record_fit, ..MotorsSettings::default() };
        identify_motors(&[MotorLog { log: &log, robot: &robot, phases: &[] }], &settings).unwrap()
    };
    let error = |result: &taufit::methods::MotorsResult| {
        (joint_of(result, "joint2").stages.unwrap().kfc.mean / TRUTH[1][2] - 1.0).abs()
    };
    let (plain, robust) =
        (error(&run(RecordFitting::LeastSquares)), error(&run(RecordFitting::Robust)));
    assert!(robust < 0.03 || robust < 0.5 * plain, "{plain} {robust}");
}

#[test]
fn noted_phases_give_what_velocities_give() {
    let robot = ur5();
    let (log, phases) = arm_sweep(2);
    let run = |phases| {
        let logs = [MotorLog { log: &log, robot: &robot, phases }];
        identify_motors(&logs, &MotorsSettings::default()).unwrap()
    };
    let (seen, noted) = (run(&[]), run(&phases));
    assert_eq!((seen.records.len(), noted.records.len()), (phases.len(), phases.len()));
    for (a, b) in seen.records.iter().zip(&noted.records) {
        assert_eq!((&a.joint, a.iteration), (&b.joint, b.iteration));
        let commanded = b.commanded_rad_s.unwrap();
        assert!((a.speed_rad_s / commanded - 1.0).abs() < 0.01, "{a:?}");
        assert!((a.kct.unwrap_or(1.0) / b.kct.unwrap_or(1.0) - 1.0).abs() < 1e-2);
    }
    assert_eq!(codes(&noted), ["W188", "W183"]);
}

#[test]
fn a_given_constant_leaves_friction_alone() {
    let given = vec![GivenConstant { joint: "joint1".to_owned(), kct: 12.3 }];
    let result = identify(4, &MotorsSettings { given, ..MotorsSettings::default() });
    let pan = &result.joints[0];
    assert_eq!(pan.kct_origin, ConstantOrigin::Given);
    assert!(off(&pan.viscous, TRUTH[0][1]) < 0.03);
    assert!(off(&pan.coulomb, TRUTH[0][2]) < 0.03);
    let unknown = vec![GivenConstant { joint: "elbow".to_owned(), kct: 12.3 }];
    let settings = MotorsSettings { given: unknown, ..MotorsSettings::default() };
    assert_eq!(refused(&ur5(), &arm_sweep(4).0, &settings), "E021");
}

#[test]
fn friction_that_differs_by_direction_or_falls_at_first_is_recognised() {
    let sweep = Sweep { backward: 1.3, ..Sweep::arm(7) };
    let found = sweep.identify(&MotorsSettings::default());
    let joint = joint_of(&found, "joint2");
    let chosen = joint.friction_candidates.iter().find(|step| step.chosen).unwrap();
    assert_eq!(chosen.name, "the same, per direction");
    let [forward, backward] = ["fcp2", "fcn2"]
        .map(|name| joint.terms.iter().find(|term| term.name == name).unwrap().value);
    // The way back needs 1.3 times the friction, viscous included, which one coefficient cannot show.
    assert!(backward > 1.15 * forward, "{forward} {backward}");

    let speeds = vec![0.05, 0.1, 0.2, 0.4, 0.7, 1.0];
    let sweep = Sweep { stribeck_nm: 4.0, speeds, ..Sweep::arm(8) };
    let found = sweep.identify(&MotorsSettings::default());
    let joint = joint_of(&found, "joint3");
    let chosen = joint.friction_candidates.iter().find(|step| step.chosen).unwrap();
    assert_eq!(chosen.name, "the same with Stribeck friction", "{:?}", joint.friction_candidates);
    assert!(off(&joint.coulomb, TRUTH[2][2]) < 0.05, "{:?}", joint.coulomb);
}

/// The code with which a log is refused.
fn refused(robot: &Robot, log: &Recording, settings: &MotorsSettings) -> &'static str {
    identify_motors(&[MotorLog { log, robot, phases: &[] }], settings).unwrap_err().code()
}

#[test]
fn a_log_without_plateau_is_refused_and_single_joint_mode_fits_it() {
    let robot = ur5();
    let log = crate::motors_sweep::sine(&robot, 1, 3.0);
    let settings = MotorsSettings::default();
    let error = identify_motors(&[MotorLog { log: &log, robot: &robot, phases: &[] }], &settings)
        .unwrap_err();
    assert_eq!(error.code(), "E170");
    assert!(error.to_string().contains("runs of single joints with changing speed"), "{error}");
    let settings = MotorsSettings { mode: MotorMode::SingleJoint, ..settings };
    let logs = [MotorLog { log: &log, robot: &robot, phases: &[] }];
    let result = identify_motors(&logs, &settings).unwrap();
    let joint = &result.joints[1];
    assert_eq!((joint.kct_origin.clone(), joint.n_records > 4), (ConstantOrigin::Data, true));
    assert!(off(&joint.kct, TRUTH[1][0]) < 0.01, "{:?}", joint.kct);
    assert!(off(&joint.coulomb, TRUTH[1][2]) < 0.03, "{:?}", joint.coulomb);
    assert!(off(&joint.viscous, TRUTH[1][1]) < 0.05, "{:?}", joint.viscous);
    let [low, high] = joint.rotor_inertia.as_ref().unwrap().interval.unwrap();
    assert!((low..high).contains(&3.0), "{low} {high}");
}

#[test]
fn one_direction_and_one_speed_are_said() {
    let one_way = Sweep { one_way: true, ..Sweep::arm(1) };
    let found = one_way.identify(&MotorsSettings::default());
    assert!(codes(&found).contains(&"W181"));
    assert!(joint_of(&found, "joint2").coulomb.is_some());

    let one_speed = Sweep { speeds: vec![0.5], ..Sweep::arm(1) };
    let found = one_speed.identify(&MotorsSettings::default());
    assert!(codes(&found).contains(&"W182"));
    let joint = joint_of(&found, "joint2");
    assert_eq!((&joint.viscous, &joint.coulomb), (&None, &None));
    let total = &joint.total_friction;
    assert!(off(total, TRUTH[1][2] + 0.5 * TRUTH[1][1]) < 0.02, "{total:?}");
}

#[test]
fn a_robot_that_does_not_match_its_log_is_recognised() {
    let (log, _) = arm_sweep(1);
    let settings = MotorsSettings::default();
    let ceiling = ur5().with_gravity(Vec3::new(0.0, 0.0, 9.81));
    assert_eq!(refused(&ceiling, &log, &settings), "E172");
    let renamed = Recording { joints: vec!["a".to_owned(); 6], ..log.clone() };
    assert_eq!(refused(&ur5(), &renamed, &settings), "E108");
    let planar = taufit::model::catalog::robot("planar2r").unwrap();
    assert_eq!(refused(&planar, &log, &settings), "E020");
    let torques = Recording { effort_kind: EffortKind::Torque, ..log };
    assert_eq!(refused(&ur5(), &torques, &settings), "E125");
    // A wall mount: the model's load follows another axis than the currents do.
    let wall = ur5().with_gravity(Vec3::new(9.81, 0.0, 0.0));
    let (log, _) = arm_sweep(1);
    match identify_motors(&[MotorLog { log: &log, robot: &wall, phases: &[] }], &settings) {
        Ok(found) => assert!(codes(&found).contains(&"W187"), "{:?}", codes(&found)),
        Err(error) => assert_eq!(error.code(), "E172"),
    }
}

#[test]
fn a_missing_mass_on_the_last_joint_is_said_with_the_mass_that_helps() {
    let robot = ur5();
    let (log, phases) = wrist_sweep(&robot, 1);
    let logs = [MotorLog { log: &log, robot: &robot, phases: &phases }];
    let found = identify_motors(&logs, &MotorsSettings::default()).unwrap();
    let last = joint_of(&found, "joint6");
    assert!(matches!(last.kct_origin, ConstantOrigin::SameMotor { .. }), "{:?}", last.kct_origin);
    let advice = last.advice.unwrap();
    let said = codes(&found);
    assert!(said.contains(&"W183") && said.contains(&"W185"), "{said:?}");
    // With the mass that was asked for, the constant is as sharp as was asked for, or nearly so.
    let loaded = with_mass(&robot, advice.mass_kg, advice.offset_m);
    let (log, phases) = wrist_sweep(&loaded, 2);
    let logs = [MotorLog { log: &log, robot: &loaded, phases: &phases }];
    let found = identify_motors(&logs, &MotorsSettings::default()).unwrap();
    let kct = joint_of(&found, "joint6").kct.as_ref().unwrap();
    assert_eq!(joint_of(&found, "joint6").kct_origin, ConstantOrigin::Data);
    let relative = kct.sigma.unwrap() / kct.value;
    assert!((0.3..2.0).contains(&(relative / advice.accuracy)), "{relative}");
}

#[test]
fn dead_currents_mixed_motors_and_missing_numbers_are_refused() {
    let (mut log, _) = arm_sweep(1);
    let settings = MotorsSettings::default();
    let n = log.n_samples();
    let mixed = vec![vec!["joint1".to_owned(), "joint5".to_owned()]];
    let mixed = MotorsSettings { same_motor: mixed, ..settings.clone() };
    assert_eq!(refused(&ur5(), &log, &mixed), "E173");
    log.effort[n..2 * n].fill(0.0);
    assert_eq!(refused(&ur5(), &log, &settings), "E171");
    log.effort[5] = f64::NAN;
    assert_eq!(refused(&ur5(), &log, &settings), "E103");
    let empty = log.range(0, 0);
    assert_eq!(refused(&ur5(), &empty, &settings), "E107");
    let none: [MotorLog<'_, Recording>; 0] = [];
    assert_eq!(identify_motors(&none, &settings).unwrap_err().code(), "E107");
    let bad = MotorsSettings { target_accuracy: -1.0, ..settings };
    assert_eq!(refused(&ur5(), &empty, &bad), "E100");
}

#[test]
fn a_joint_without_constant_and_without_others_of_its_motor_has_none() {
    // The first joint turns about the vertical: no load changes along its way.
    let mut sweep = Sweep::arm(9);
    sweep.joints.truncate(1);
    let motor = Motor { torque_constant_nm_a: None, ..ur5().dof_joint(0).motor.clone() };
    sweep.robot = sweep.robot.with_motor(0, motor);
    let found = sweep.identify(&MotorsSettings::default());
    assert!(codes(&found).contains(&"W184"), "{:?}", codes(&found));
    let joint = joint_of(&found, "joint1");
    assert_eq!((&joint.kct, &joint.kct_origin), (&None, &ConstantOrigin::Unknown));
}

#[test]
fn few_records_and_records_that_were_not_used_are_said() {
    let robot = ur5();
    let (log, _) = arm_sweep(10);
    // Four ways of the second joint: one velocity, forth and back twice.
    let starts = ways(&log, 1);
    let few = log.range(starts[0], starts[4]);
    let logs = [MotorLog { log: &few, robot: &robot, phases: &[] }];
    let found = identify_motors(&logs, &MotorsSettings::default()).unwrap();
    assert!(codes(&found).contains(&"W189"), "{:?}", codes(&found));
    assert!(joint_of(&found, "joint2").n_records < 6);
    // One way at another speed than was asked for.
    let (log, mut phases) = arm_sweep(10);
    phases[3].speed_rad_s = phases[3].speed_rad_s.map(|speed| 2.0 * speed);
    let logs = [MotorLog { log: &log, robot: &robot, phases: &phases }];
    let found = identify_motors(&logs, &MotorsSettings::default()).unwrap();
    assert!(codes(&found).contains(&"W180"), "{:?}", codes(&found));
    assert_eq!(found.records.len(), phases.len() - 1);
}

/// Samples at which a joint starts to move.
fn ways(log: &Recording, dof: usize) -> Vec<usize> {
    let n = log.n_samples();
    let q = &log.q[dof * n..(dof + 1) * n];
    let moves = |k: &usize| (q[*k] - q[*k - 1]).abs() > 1e-3;
    let starts =
        (1..n).filter(|k| moves(k) && (k.saturating_sub(20).max(1)..*k).all(|j| !moves(&j)));
    starts.collect()
}

#[test]
fn a_run_that_does_not_go_back_and_forth_is_refused() {
    let robot = ur5();
    let sine = crate::motors_sweep::sine(&robot, 1, 3.0);
    // A single way, less than a half period.
    let half = sine.range(0, 450);
    let settings = MotorsSettings { mode: MotorMode::SingleJoint, ..MotorsSettings::default() };
    assert_eq!(refused(&robot, &half, &settings), "E174");
}
