//! Efforts against the nominal robot.

use crate::survey::log::{channel, clean, codes, look, near, only, reordered, simulate, ur5, wave};
use taufit::diagnostics::{EffortGuess, LogWarning, Reversal};
use taufit::model::catalog;
use taufit::recording::{EffortKind, Recording};
use taufit::spatial::Vec3;
use taufit::survey::{SurveySettings, survey};

/// What each joint needs to become a current: the torque constants of the UR5.
fn constants() -> Vec<f64> {
    ur5().dof_joint_iter().map(|joint| joint.motor.torque_constant_nm_a.unwrap()).collect()
}

/// The log with every effort divided by a number of its joint.
fn divided(by: &[f64]) -> Recording {
    let mut log = clean();
    for (joint, by) in by.iter().enumerate() {
        channel(&mut log.effort, joint).iter_mut().for_each(|effort| *effort /= by);
    }
    log
}

#[test]
fn torques_of_the_right_robot_have_gain_one() {
    let efforts = look(&clean()).efforts.unwrap();
    assert_eq!(efforts.looks_like, EffortGuess::JointTorque);
    let shoulder = &efforts.joints[1];
    near(shoulder.gain.unwrap(), 1.0, 0.01);
    assert!(shoulder.correlation.unwrap() > 0.99);
    assert_eq!(shoulder.along_motion, Some(true));
}

#[test]
fn one_reversed_effort_is_named_with_or_without_gravity() {
    for joint in 0..6 {
        let mut log = clean();
        channel(&mut log.effort, joint).iter_mut().for_each(|effort| *effort = -*effort);
        let found = look(&log);
        let LogWarning::EffortReversed { joints, all, reversal } = only(&found, "W130") else {
            panic!()
        };
        assert_eq!(joints, [format!("joint{}", joint + 1)]);
        assert_eq!((all, reversal), (false, Reversal::Effort));
        let expected = format!("usable after negating the efforts of joint{}", joint + 1);
        assert_eq!(found.verdict.sentence(), expected);
    }
}

#[test]
fn efforts_that_are_all_reversed_are_told_from_a_ceiling_mount() {
    let mut log = clean();
    log.effort.iter_mut().for_each(|effort| *effort = -*effort);
    let found = look(&log);
    let LogWarning::EffortReversed { joints, all, reversal } = only(&found, "W130") else {
        panic!()
    };
    assert_eq!((joints.len(), all, reversal), (6, true, Reversal::Effort));

    let hanging = simulate(&ur5().with_gravity(Vec3::new(0.0, 0.0, 9.81)), wave);
    let LogWarning::EffortReversed { joints, all, reversal } = only(&look(&hanging), "W130") else {
        panic!()
    };
    assert!(all && joints.contains(&"joint2".to_owned()), "{joints:?}");
    assert_eq!(reversal, Reversal::Gravity);
}

#[test]
fn currents_called_torques_are_recognised_with_their_constants() {
    let found = look(&divided(&constants()));
    let LogWarning::EffortScale { looks_like, nm_per_unit, .. } = only(&found, "W131") else {
        panic!()
    };
    assert_eq!(looks_like, EffortGuess::Current);
    let (joint, shoulder) = &nm_per_unit[0];
    assert_eq!(joint, "joint2");
    near(*shoulder, 12.6351, 0.01 * 12.6351);
    assert!(found.efforts.unwrap().reason.contains("torque constants of the robot"));
}

#[test]
fn motor_side_torques_are_recognised_by_the_gear_ratio() {
    let found = look(&divided(&[101.0; 6]));
    let LogWarning::EffortScale { looks_like, nm_per_unit, .. } = only(&found, "W131") else {
        panic!()
    };
    assert_eq!(looks_like, EffortGuess::MotorTorque);
    near(nm_per_unit[0].1, 101.0, 0.01 * 101.0);
}

#[test]
fn currents_called_currents_are_fine_and_torques_called_currents_are_not() {
    let mut log = divided(&constants());
    log.effort_kind = EffortKind::Current;
    let found = look(&log);
    assert_eq!(codes(&found), [""; 0], "{:?}", found.warnings);
    assert_eq!(found.efforts.unwrap().looks_like, EffortGuess::Current);

    let mut log = clean();
    log.effort_kind = EffortKind::Current;
    let found = look(&log);
    let LogWarning::EffortScale { looks_like, .. } = only(&found, "W131") else { panic!() };
    assert_eq!(looks_like, EffortGuess::JointTorque);
}

#[test]
fn given_torque_constants_win_over_those_of_the_robot() {
    let mut log = divided(&[5.0; 6]);
    log.effort_kind = EffortKind::Current;
    let settings = SurveySettings {
        torque_constants_nm_per_a: vec![Some(5.0); 6],
        ..SurveySettings::default()
    };
    let found = survey(&log, Some(&ur5()), &settings).unwrap();
    assert_eq!(codes(&found), [""; 0], "{:?}", found.warnings);
    near(found.efforts.unwrap().joints[1].gain.unwrap(), 1.0, 0.01);
}

#[test]
fn columns_in_another_order_are_put_right() {
    let order = [2, 1, 0, 3, 4, 5];
    let mut log = clean();
    log.q = reordered(&log.q, &order);
    log.qd = log.qd.map(|qd| reordered(&qd, &order));
    log.effort = reordered(&log.effort, &order);
    let found = look(&log);
    let LogWarning::EffortOrder { order, positions_too, correlation_before, correlation, .. } =
        only(&found, "W132")
    else {
        panic!()
    };
    assert_eq!(order, ["joint3", "joint2", "joint1", "joint4", "joint5", "joint6"]);
    assert!(positions_too && correlation > 0.95 && correlation_before < 0.7);
    assert!(found.verdict.sentence().contains("giving the joints their own columns"));
}

#[test]
fn swapped_neighbours_with_parallel_axes_are_told_apart() {
    for (a, b) in [(1, 2), (2, 3), (3, 4)] {
        let mut order = [0, 1, 2, 3, 4, 5];
        order.swap(a, b);
        let mut log = clean();
        log.q = reordered(&log.q, &order);
        log.qd = log.qd.map(|qd| reordered(&qd, &order));
        log.effort = reordered(&log.effort, &order);
        let found = look(&log);
        let LogWarning::EffortOrder { order: named, positions_too, .. } = only(&found, "W132")
        else {
            panic!()
        };
        let expected = order.map(|joint| format!("joint{}", joint + 1));
        assert_eq!((&named[..], positions_too), (&expected[..], true));
    }
}

#[test]
fn efforts_in_another_order_than_positions_are_put_right() {
    let mut log = clean();
    log.effort = reordered(&log.effort, &[1, 2, 0, 3, 4, 5]);
    let found = look(&log);
    let LogWarning::EffortOrder { order, positions_too, .. } = only(&found, "W132") else {
        panic!()
    };
    // The effort of joint1 now stands in the third column, that of joint2 in the first, ...
    assert_eq!(order[..3], ["joint3", "joint1", "joint2"]);
    assert!(!positions_too);
}

#[test]
fn the_log_of_another_robot_is_recognised() {
    let mut log = simulate(&catalog::robot("puma560").unwrap(), wave);
    log.joints = clean().joints;
    let found = look(&log);
    let LogWarning::EffortUnrelated { joints, correlation } = only(&found, "W133") else {
        panic!()
    };
    assert_eq!(joints, ["joint2", "joint3"]);
    assert!(correlation < 0.7, "{correlation}");
    assert!(found.verdict.sentence().starts_with("not usable because the efforts do not belong"));
}

#[test]
fn a_load_that_the_description_does_not_know_is_no_other_unit() {
    let body = taufit::spatial::Inertial {
        mass_kg: 4.0,
        com_in_link_m: Vec3::new(0.0, 0.05, 0.1),
        inertia_about_com_in_link: [0.02, 0.0, 0.0, 0.02, 0.0, 0.02],
    };
    let log = simulate(&ur5().with_payload("link6", body).unwrap(), wave);
    let found = look(&log);
    let alarms = ["W130", "W131", "W132", "W133"];
    assert!(!codes(&found).iter().any(|code| alarms.contains(code)), "{:?}", found.warnings);
}

#[test]
fn a_log_with_such_a_finding_is_refused_by_the_methods_with_its_reason() {
    use taufit::methods::{RigidInputs, RigidSettings, identify_rigid};
    let robot = catalog::robot("ur5").unwrap();
    let mut log = clean();
    let n = log.n_samples();
    log.effort[n..2 * n].iter_mut().for_each(|tau| *tau = -*tau);
    let error =
        identify_rigid(&robot, &RigidInputs::new(&[log]), &RigidSettings::default()).unwrap_err();
    assert_eq!(error.code(), "E109");
    assert!(error.to_string().contains("joint2"), "{error}");
}

/// The log with efforts that are behind the positions by so many samples, or ahead of them.
fn delayed(mut log: Recording, samples: isize) -> Recording {
    let n = log.n_samples();
    for channel in log.effort.chunks_mut(n) {
        let source = channel.to_vec();
        let late = |k: usize| (k as isize - samples).clamp(0, n as isize - 1) as usize;
        channel.iter_mut().enumerate().for_each(|(k, tau)| *tau = source[late(k)]);
    }
    log
}

#[test]
fn late_and_early_efforts_are_found_with_their_delay() {
    for (samples, delay_s) in [(4, 0.04), (15, 0.15), (-6, -0.06)] {
        let LogWarning::EffortDelay { delay_s: found, factor } =
            only(&look(&delayed(clean(), samples)), "W153")
        else {
            panic!()
        };
        near(found, delay_s, 0.005);
        assert!(factor > 1.1, "{factor}");
    }
    // Drivers filter currents for 10 to 20 ms.
    assert!(!codes(&look(&delayed(clean(), 1))).contains(&"W153"));
}

#[test]
fn the_effort_of_one_joint_that_is_late_is_named() {
    for (joint, samples) in [(0, 10), (2, 8), (4, -10)] {
        let (mut log, late) = (clean(), delayed(clean(), samples));
        let n = log.n_samples();
        log.effort[joint * n..][..n].copy_from_slice(&late.effort[joint * n..][..n]);
        let LogWarning::JointEffortDelay { joint: name, delay_s, .. } = only(&look(&log), "W163")
        else {
            panic!()
        };
        assert_eq!(name, format!("joint{}", joint + 1));
        near(delay_s, 0.01 * samples as f64, 0.02);
    }
}

#[test]
fn wrapped_positions_are_refused() {
    use std::f64::consts::PI;
    let mut log = clean();
    let middle = channel(&mut log.q, 2).iter().sum::<f64>() / log.n_samples() as f64;
    channel(&mut log.q, 2).iter_mut().for_each(|q| *q = (*q - middle).rem_euclid(2.0 * PI));
    let LogWarning::PositionJump { joints, jump, .. } = only(&look(&log), "W164") else { panic!() };
    assert_eq!(joints, ["joint3"]);
    near(jump.abs(), 2.0 * PI, 0.2);
}

#[test]
fn a_zero_that_is_off_by_some_degrees_is_found() {
    for (joint, shift) in [(1, 0.2), (2, -0.3)] {
        let mut log = clean();
        channel(&mut log.q, joint).iter_mut().for_each(|q| *q += shift);
        let LogWarning::PositionZero { joint: name, shift_rad, .. } = only(&look(&log), "W154")
        else {
            panic!()
        };
        assert_eq!(name, format!("joint{}", joint + 1));
        near(shift_rad, -shift, 0.05);
    }
}

#[test]
fn a_scale_of_one_joint_is_named_and_keeps_the_verdict_from_being_good() {
    use taufit::methods::{RigidInputs, RigidSettings, identify_rigid};
    let mut log = clean();
    channel(&mut log.effort, 2).iter_mut().for_each(|tau| *tau *= 0.55);
    let scale = |log: &Recording| match only(&look(log), "W159") {
        LogWarning::JointEffortScale { joint, gain, torque } => (joint, gain, torque),
        other => panic!("{other:?}"),
    };
    let (joint, gain, torque) = scale(&log);
    assert_eq!((joint.as_str(), torque), ("joint3", "gravity"));
    near(gain, 0.55, 0.05);
    // Gravity does not act on the first joint: inertia shows its scale.
    let mut first = clean();
    channel(&mut first.effort, 0).iter_mut().for_each(|tau| *tau *= 2.0);
    let (joint, gain, torque) = scale(&first);
    assert_eq!((joint.as_str(), torque), ("joint1", "inertial"));
    near(gain, 2.0, 0.3);
    let found =
        identify_rigid(&ur5(), &RigidInputs::new(&[log]), &RigidSettings::default()).unwrap();
    assert!(found.verdict.concerns[0].starts_with("W159"), "{:?}", found.verdict.concerns);
    assert_ne!(found.verdict.grade, taufit::validate::Grade::Good);
}

#[test]
fn a_sensor_that_is_not_zeroed_keeps_the_verdict_from_being_good() {
    use taufit::methods::{RigidInputs, RigidSettings, identify_rigid};
    let concern = |offset_nm: f64| {
        let mut log = clean();
        channel(&mut log.effort, 1).iter_mut().for_each(|tau| *tau += offset_nm);
        let found =
            identify_rigid(&ur5(), &RigidInputs::new(&[log]), &RigidSettings::default()).unwrap();
        found.verdict.concerns.iter().any(|concern| concern.contains("\"joint2\": an offset"))
    };
    assert!(concern(60.0) && !concern(1.0));
}
