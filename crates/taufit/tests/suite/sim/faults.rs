//! Faults on request.

use crate::sim::with_drives;
use taufit::sim::{ArmSettings, Fault, SimulatedArm};

fn arm(fault: Fault) -> SimulatedArm {
    let settings = ArmSettings { faults: vec![fault], ..ArmSettings::default() };
    SimulatedArm::new(&with_drives("planar2r"), &settings, &[0.3, -0.2]).unwrap()
}

#[test]
fn stale_feedback_repeats_itself() {
    let mut arm = arm(Fault::StaleFeedback { from_s: 0.1 });
    arm.advance_to(0.099).unwrap();
    let before = arm.sense().unwrap();
    arm.advance_to(0.2).unwrap();
    assert_eq!(arm.sense().unwrap(), before);
    assert_eq!(before.t_s, 0.099);
}

#[test]
fn an_encoder_that_jumps_misleads_drive_and_log() {
    let mut arm = arm(Fault::EncoderJump { from_s: 0.1, dof: 1, by_rad: 0.05 });
    arm.advance_to(0.099).unwrap();
    let before = arm.sense().unwrap().q[1];
    arm.advance_to(0.1).unwrap();
    assert!((arm.sense().unwrap().q[1] - before - 0.05).abs() < 1e-9);
    arm.advance_to(2.0).unwrap();
    // The drive has moved the joint back to where the encoder shows the old value.
    assert!((arm.truth().unwrap().signals.q[1] - before + 0.05).abs() < 0.01);
}

#[test]
fn a_torque_spike_shows_in_the_effort_and_moves_the_arm() {
    let mut arm = arm(Fault::TorqueSpike { from_s: 0.1, to_s: 0.12, dof: 0, torque_nm: 300.0 });
    arm.advance_to(0.0995).unwrap();
    let before = arm.sense().unwrap();
    // Before the controller answers.
    arm.advance_to(0.1005).unwrap();
    let during = arm.sense().unwrap();
    assert!((during.effort[0] - before.effort[0] - 300.0).abs() < 1.0);
    arm.advance_to(0.12).unwrap();
    assert!((arm.truth().unwrap().signals.q[0] - before.q[0]).abs() > 1e-3);
    arm.advance_to(2.0).unwrap();
    assert!((arm.sense().unwrap().effort[0] - before.effort[0]).abs() < 10.0, "it is over");
}
