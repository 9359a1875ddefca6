//! Logged velocities against positions.

use crate::survey::log::{channel, clean, codes, look, near, only, reordered};
use taufit::diagnostics::LogWarning;

#[test]
fn velocities_of_a_clean_log_have_slope_one_and_no_delay() {
    let found = look(&clean());
    for fit in &found.velocities {
        near(fit.slope, 1.0, 0.005);
        near(fit.delay_s, 0.0, 0.001);
        assert!(fit.correlation > 0.999, "{fit:?}");
    }
}

#[test]
fn a_wrong_rate_is_found_with_the_right_one() {
    let mut log = clean();
    log.t_s.iter_mut().for_each(|t| *t *= 2.0);
    let found = look(&log);
    let LogWarning::TimeBase { factor, rate_hz, true_rate_hz } = only(&found, "W115") else {
        panic!()
    };
    near(factor, 2.0, 0.02);
    near(rate_hz, 50.0, 1e-6);
    near(true_rate_hz, 100.0, 1.0);
    assert!(!codes(&found).iter().any(|code| ["W116", "W130", "W133"].contains(code)));
    assert!(found.verdict.sentence().contains("correcting the time column to"));
}

#[test]
fn velocities_in_degrees_are_found() {
    let mut log = clean();
    log.qd.as_mut().unwrap().iter_mut().for_each(|qd| *qd = qd.to_degrees());
    let found = look(&log);
    assert_eq!(codes(&found), ["W116"; 6]);
    for fit in &found.velocities {
        near(fit.slope, 57.3, 0.3);
    }
    assert_eq!(found.verdict.sentence(), "ready for identification");
}

#[test]
fn positions_in_degrees_beside_velocities_in_radians_are_found_without_robot() {
    let mut log = clean();
    // Small enough not to be given away by their size.
    log.q.iter_mut().for_each(|q| *q = q.to_degrees() * 0.05);
    log.qd.as_mut().unwrap().iter_mut().for_each(|qd| *qd *= 0.05);
    let found = taufit::survey::survey(&log, None, &Default::default()).unwrap();
    let LogWarning::PositionsInDegrees { joints, reason, .. } = only(&found, "W114") else {
        panic!()
    };
    assert_eq!(joints.len(), 6);
    assert!(reason.contains("slopes"), "{reason}");
}

#[test]
fn one_velocity_of_the_wrong_sign_is_named() {
    let mut log = clean();
    channel(log.qd.as_mut().unwrap(), 3).iter_mut().for_each(|qd| *qd = -*qd);
    let found = look(&log);
    let LogWarning::VelocitySign { joint, slope } = only(&found, "W117") else { panic!() };
    assert_eq!(joint, "joint4");
    near(slope, -1.0, 0.005);
    assert_eq!(codes(&found), ["W117"]);
}

#[test]
fn velocities_in_another_order_are_put_right() {
    let mut log = clean();
    // As ROS sorts joint names: the third comes first.
    log.qd = Some(reordered(log.qd.as_ref().unwrap(), &[2, 1, 0, 3, 4, 5]));
    let found = look(&log);
    let LogWarning::VelocityOrder { order } = only(&found, "W118") else { panic!() };
    assert_eq!(order, ["joint3", "joint2", "joint1", "joint4", "joint5", "joint6"]);
}

#[test]
fn a_velocity_of_something_else_is_named() {
    let mut log = clean();
    for (k, qd) in channel(log.qd.as_mut().unwrap(), 1).iter_mut().enumerate() {
        *qd = (0.07 * k as f64).sin();
    }
    let found = look(&log);
    let LogWarning::VelocityUnrelated { joint, correlation } = only(&found, "W119") else {
        panic!()
    };
    assert_eq!(joint, "joint2");
    assert!(correlation.abs() < 0.5, "{correlation}");
}

#[test]
fn late_velocities_are_measured() {
    let mut log = clean();
    for joint in 0..6 {
        let qd = channel(log.qd.as_mut().unwrap(), joint);
        qd.rotate_right(4);
        let first = qd[4];
        qd[..4].fill(first);
    }
    let found = look(&log);
    assert_eq!(codes(&found), ["W137"; 6]);
    for fit in &found.velocities {
        near(fit.delay_s, 0.04, 0.001);
        near(fit.slope, 1.0, 0.005);
    }
}
