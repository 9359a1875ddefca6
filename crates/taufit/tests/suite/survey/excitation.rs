//! What the motion reveals, and joints that rest.

use crate::survey::log::{clean, codes, look, near, only, simulate, ur5, wave};
use taufit::diagnostics::LogWarning;

#[test]
fn a_rich_motion_reveals_all_base_parameters() {
    let excitation = look(&clean()).excitation.unwrap();
    assert_eq!(excitation.rank, excitation.n_base);
    assert!(excitation.unseen.is_empty());
    assert!(excitation.condition < 1000.0, "{}", excitation.condition);
}

#[test]
fn a_robot_at_rest_is_no_experiment() {
    let log = simulate(&ur5(), |joint, _| [wave(joint, 0.0)[0], 0.0, 0.0]);
    let found = look(&log);
    assert!(codes(&found).contains(&"W106"), "{:?}", found.warnings);
    let LogWarning::RankDeficient { rank, n_base, .. } = only(&found, "W136") else { panic!() };
    // One pose: as many equations as joints.
    assert!(rank <= 6 && n_base > 50, "{rank} of {n_base}");
    let travel = found.travel.unwrap();
    near(travel.standstill_share, 1.0, 0.0);
    assert_eq!(travel.standstills.len(), 1);
    assert!(found.verdict.sentence().starts_with("not usable because no joint moves"));
}

#[test]
fn a_joint_that_rests_is_named_with_what_stays_unknown() {
    let still = |joint: usize, t_s: f64| {
        if joint == 4 { [wave(4, 0.0)[0], 0.0, 0.0] } else { wave(joint, t_s) }
    };
    let found = look(&simulate(&ur5(), still));
    let LogWarning::IdleJoint { joint, moving_share, .. } = only(&found, "W134") else { panic!() };
    assert_eq!((joint.as_str(), moving_share), ("joint5", 0.0));
    let LogWarning::RankDeficient { parameters, .. } = only(&found, "W136") else { panic!() };
    for unseen in ["fv5", "fc5"] {
        assert!(parameters.contains(&unseen.to_owned()), "{unseen} in {parameters:?}");
    }
    assert!(found.verdict.sentence().contains("adding a motion of joint5"));
}

#[test]
fn joints_that_always_move_together_are_a_weak_excitation() {
    // All joints in step: coupled inertias and friction cannot be told apart.
    let together = |joint: usize, t_s: f64| {
        let [q, qd, qdd] = wave(0, t_s);
        [q - 0.2 * joint as f64, qd, qdd]
    };
    let found = look(&simulate(&ur5(), together));
    let excitation = found.excitation.as_ref().unwrap();
    assert!(codes(&found).iter().any(|c| ["W135", "W136"].contains(c)), "{:?}", found.warnings);
    assert!(excitation.condition > 1000.0 || excitation.rank < excitation.n_base);
    assert!(!excitation.worst.is_empty());
    assert!(found.verdict.sentence().contains("adding a motion that excites more"));
}

#[test]
fn speeds_turns_and_standstill_are_those_of_the_motion() {
    // A sine of 0.5 Hz between a rest of 10 s at either end; all joints alike.
    let motion = |joint: usize, t_s: f64| {
        let w = std::f64::consts::PI;
        let (sin, cos) = (w * (t_s - 10.0)).sin_cos();
        let middle = wave(joint, 0.0)[0];
        match (10.0..30.0).contains(&t_s) {
            true => [middle + 0.5 * (1.0 - cos), 0.5 * w * sin, 0.5 * w * w * cos],
            false => [middle, 0.0, 0.0],
        }
    };
    let found = look(&simulate(&ur5(), motion));
    let travel = found.travel.unwrap();
    near(travel.standstill_share, 0.5, 0.05);
    assert_eq!(travel.standstills.len(), 2, "{:?}", travel.standstills);
    near(travel.standstills[1].t_s, 30.0, 0.3);
    for joint in &travel.joints {
        near(joint.speed_max, 0.5 * std::f64::consts::PI, 0.02);
        // Ten periods turn around twenty times, less the last.
        assert_eq!(joint.n_reversals, 19);
        near(joint.relative_speed, 1.0, 0.01);
        near(joint.speed_used.unwrap(), 0.5, 0.01);
    }
}
