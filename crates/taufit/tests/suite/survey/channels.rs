//! Faults of single channels, and units.

use crate::survey::log::{COUNTS, N_SAMPLES, channel, clean, codes, find, look, near, only};
use taufit::diagnostics::{LogWarning, SignalWarning};

#[test]
fn missing_numbers_are_counted_and_left_out() {
    let mut log = clean();
    channel(&mut log.effort, 3)[100] = f64::NAN;
    channel(&mut log.effort, 3)[2222] = f64::INFINITY;
    let found = look(&log);
    assert_eq!(codes(&found), ["W111"]);
    let LogWarning::NotFinite { joint, quantity, count, index } = only(&found, "W111") else {
        panic!()
    };
    assert_eq!((joint.as_str(), quantity, count, index), ("joint4", "effort", 2, 100));
    assert!(found.verdict.sentence().contains("removing the samples that are no numbers"));
}

#[test]
fn velocities_that_are_never_numbers_cost_no_samples() {
    let mut log = clean();
    log.qd = Some(vec![f64::NAN; 6 * N_SAMPLES]);
    let found = look(&log);
    assert_eq!(codes(&found), ["W111"; 6]);
    assert_eq!(found.verdict.sentence(), "ready for identification");
    assert!(found.velocities.is_empty() && found.excitation.is_some());
}

#[test]
fn a_constant_effort_is_found() {
    let mut log = clean();
    channel(&mut log.effort, 4).fill(1.5);
    let found = look(&log);
    let joint = "joint5".to_owned();
    let expected = SignalWarning::ConstantChannel { joint, quantity: "effort", value: 1.5 };
    assert!(found.warnings.contains(&expected.into()), "{:?}", found.warnings);
    assert!(found.verdict.sentence().contains("finding the effort of joint5"));
}

#[test]
fn a_held_channel_is_found_with_its_own_rate() {
    let mut log = clean();
    for block in channel(&mut log.q, 1).chunks_mut(4) {
        let first = block[0];
        block.fill(first);
    }
    let found = look(&log);
    assert!(codes(&found).contains(&"W105"), "{:?}", found.warnings);
    let position = find(&found, "position", "joint2");
    // Where the joint turns around, two updates may give the same count.
    near(position.update_rate_hz.unwrap(), 25.0, 0.25);
    near(position.repeated_share, 0.75, 0.01);
    near(find(&found, "position", "joint1").update_rate_hz.unwrap(), 100.0, 0.5);
}

#[test]
fn a_channel_that_freezes_while_others_move_is_found_with_its_time() {
    let mut log = clean();
    let q = channel(&mut log.q, 2);
    let stale = q[1000];
    q[1000..=1080].fill(stale);
    let found = look(&log);
    let LogWarning::Frozen { channels, count, t_s, longest_s } = only(&found, "W112") else {
        panic!()
    };
    assert_eq!((channels, count), (vec!["position of \"joint3\"".to_owned()], 1));
    near(t_s, 10.0, 0.011);
    near(longest_s, 0.8, 0.011);
    assert!(found.verdict.sentence().contains("cutting out the frozen stretches"));
}

#[test]
fn a_log_that_repeats_whole_samples_is_one_freeze() {
    let mut log = clean();
    for x in [Some(&mut log.q), log.qd.as_mut(), Some(&mut log.effort)].into_iter().flatten() {
        for joint in 0..6 {
            let x = channel(x, joint);
            let stale = x[2500];
            x[2500..2550].fill(stale);
        }
    }
    let found = look(&log);
    let longest = found.freezes.iter().max_by_key(|freeze| freeze.channels.len()).unwrap();
    // A channel whose value happens to come back to where it stopped does not jump.
    assert!(longest.channels.len() >= 9, "{longest:?}");
    near(longest.t_s, 25.0, 1e-9);
    near(longest.duration_s, 0.49, 1e-9);
}

#[test]
fn the_encoder_is_recognised() {
    let found = look(&clean());
    for joint in ["joint1", "joint4", "joint6"] {
        let resolution = find(&found, "position", joint).resolution.unwrap();
        near(resolution.counts_per_turn, COUNTS, 0.01);
        assert!(!resolution.decimal);
        assert_eq!(find(&found, "effort", joint).resolution, None);
    }
}

#[test]
fn degrees_are_told_by_their_size_and_the_limits() {
    let mut log = clean();
    log.q.iter_mut().chain(log.qd.as_mut().unwrap()).for_each(|x| *x = x.to_degrees());
    let found = look(&log);
    let LogWarning::PositionsInDegrees { joints, largest, .. } = only(&found, "W114") else {
        panic!()
    };
    assert!(joints.len() >= 3, "{joints:?}");
    let expected = clean().q.iter().fold(0.0_f64, |m, q| m.max(q.abs())).to_degrees();
    near(largest, expected, 1e-9);
    assert!(found.verdict.sentence().contains("from degrees to radians"));
    // Nothing else is said about positions that are none.
    assert_eq!(codes(&found), ["W114"]);
}

#[test]
fn what_is_beyond_the_limits_is_named() {
    let mut log = clean();
    channel(&mut log.q, 5).iter_mut().for_each(|q| *q += 6.5);
    let found = look(&log);
    let LogWarning::LimitExceeded { joint, quantity, found: value, limit } = only(&found, "W113")
    else {
        panic!()
    };
    assert_eq!((joint.as_str(), quantity), ("joint6", "position"));
    near(limit, std::f64::consts::TAU, 1e-12);
    assert!(value > 7.0 && value < 9.0, "{value}");
}
