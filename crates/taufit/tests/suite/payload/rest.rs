//! Loads at rest.

use super::*;
use taufit::methods::{DriveGain, KnownRobot, PayloadInputs, identify_payload_static};
use taufit::study::{Identifiability, PayloadFound, PayloadMode};

/// Poses of one second each, approached from alternating sides, with hold torques between plus and minus
/// friction.
fn poses(robot: &Robot, n_poses: usize, both_sides: bool, seed: u64) -> Recording {
    held(robot, n_poses, both_sides, seed, [0.5, 0.5])
}

/// A tool weighed in poses that friction holds with changing shares, against other poses without it or an
/// identified robot.
pub(super) fn weigh_at_rest(
    robot: &Robot,
    known: Option<&KnownRobot>,
    n_poses: usize,
    mass_kg: f64,
    seed: u64,
) -> PayloadFound {
    const HOLD: [f64; 2] = [0.3, 0.9];
    let free = [held(robot, n_poses, true, seed, HOLD)];
    let loaded = [held(&with_tool(robot, mass_kg), n_poses, true, seed + 100_000, HOLD)];
    let free = if known.is_some() { &[][..] } else { &free };
    identify_payload_static(
        robot,
        &PayloadInputs { known, ..PayloadInputs::new(free, &loaded, &flange(robot)) },
        &settings(),
    )
    .unwrap()
    .found
}

/// The same with hold torques between two shares of Coulomb friction, drawn for every pose.
fn held(robot: &Robot, n_poses: usize, both_sides: bool, seed: u64, hold: [f64; 2]) -> Recording {
    let (n_dof, mut dice) = (robot.n_dof(), Dice::new(seed));
    let targets: Vec<Vec<f64>> = (0..n_poses).map(|_| dice.vector(n_dof, 1.2)).collect();
    let (mut t_s, mut states) = (Vec::new(), Vec::new());
    let mut scratch = Scratch::new(robot);
    for (k, target) in targets.iter().enumerate() {
        let sign = if both_sides && k % 2 == 1 { -1.0 } else { 1.0 };
        let [low, high] = hold;
        let share = |x: f64| 0.5 * (low + high + (high - low) * x);
        let share: Vec<f64> = dice.vector(n_dof, 1.0).into_iter().map(share).collect();
        for step in 0..250_u32 {
            // A second of travel, then rest.
            let left = (1.0 - f64::from(step) / 100.0).max(0.0);
            let smooth = left * left * (3.0 - 2.0 * left);
            let q: Vec<f64> = target.iter().map(|x| x - sign * 0.3 * smooth).collect();
            let zero = vec![0.0; n_dof];
            let gravity = inverse_dynamics(robot, &mut scratch, &q, &zero, &zero).unwrap();
            let tau: Vec<f64> = gravity
                .iter()
                .enumerate()
                .map(|(dof, g)| {
                    let hold = share[dof] * robot.dof_joint(dof).friction.coulomb;
                    g + sign * hold + 0.05 * dice.normal()
                })
                .collect();
            t_s.push(t_s.len() as f64 / RATE_HZ);
            states.push([q, tau]);
        }
    }
    let channels = |which: usize| -> Vec<f64> {
        (0..n_dof).flat_map(|j| states.iter().map(move |state| state[which][j])).collect()
    };
    let (q, effort) = (channels(0), channels(1));
    let joints = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    let (source, effort_kind) = (format!("poses {seed}"), EffortKind::Torque);
    Recording { source, joints, t_s, q, q_motor: None, qd: None, effort, effort_kind }
}

#[test]
fn poses_from_both_sides_tell_mass_and_centre_in_spite_of_friction() {
    let robot = arm("ur5");
    let runs = [poses(&robot, 16, true, 1), poses(&with_tool(&robot, 2.0), 16, true, 1)];
    let frame = flange(&robot);
    let result = identify_payload_static(
        &robot,
        &PayloadInputs::new(&runs[..1], &runs[1..], &frame),
        &settings(),
    )
    .unwrap();
    let found = &result.found;
    assert_eq!((found.mode, found.poses.len()), (PayloadMode::Static, 16));
    let mass = &found.parameters[0].parameter;
    assert!((mass.value - 2.0).abs() < 0.02 && is_inside(&found.parameters[0], 2.0), "{mass:?}");
    for (parameter, truth) in found.parameters[1..4].iter().zip(&truth(2.0)[1..]) {
        assert!((parameter.parameter.value - truth).abs() < 0.002, "{parameter:?} against {truth}");
    }
    let inertia = &found.parameters[4..];
    assert!(inertia.iter().all(|p| p.parameter.identifiability == Identifiability::NotEstimated));
    assert!(!codes(&result).contains(&"W224"), "{:?}", codes(&result));
}

#[test]
fn advice_brings_the_numbers_below_their_targets_and_one_sided_poses_are_named() {
    let robot = arm("ur5");
    let runs = [poses(&robot, 5, false, 3), poses(&with_tool(&robot, 1.0), 5, false, 3)];
    let frame = flange(&robot);
    let result = identify_payload_static(
        &robot,
        &PayloadInputs::new(&runs[..1], &runs[1..], &frame),
        &settings(),
    )
    .unwrap();
    assert!(codes(&result).contains(&"W224"));
    let advice = result.found.advice.unwrap();
    let (mass, com) = (&advice.mass_sigma_kg, &advice.com_sigma_m);
    assert_eq!(mass.len(), advice.poses.len() + 1);
    assert!(mass.windows(2).all(|w| w[1] <= w[0]) && com.windows(2).all(|w| w[1] <= w[0]));
    let last = (mass[mass.len() - 1], com[com.len() - 1]);
    let met = last.0 <= advice.target_mass_sigma_kg && last.1 <= advice.target_com_sigma_m;
    assert_eq!(met, advice.reached);
}

#[test]
fn a_moving_robot_has_no_poses() {
    let robot = arm("ur5");
    let runs = [Run::USUAL.of(&robot), Run { seed: 2, ..Run::USUAL }.of(&with_tool(&robot, 2.0))];
    let frame = flange(&robot);
    let error = identify_payload_static(
        &robot,
        &PayloadInputs::new(&runs[..1], &runs[1..], &frame),
        &settings(),
    )
    .unwrap_err();
    assert_eq!(error.code(), "E211");
}

#[test]
fn gains_that_are_hardly_known_widen_the_interval_and_no_pose_helps() {
    let robot = arm("ur5");
    let runs = [poses(&robot, 16, true, 1), poses(&with_tool(&robot, 2.0), 16, true, 1)];
    let runs = runs.map(|log| Recording { effort_kind: EffortKind::Current, ..log });
    let frame = flange(&robot);
    let weighed = |relative_sigma: f64| {
        let gains = vec![Some(DriveGain { nm_per_a: 1.0, relative_sigma }); 6];
        let (free, loaded) = runs.split_at(1);
        identify_payload_static(
            &robot,
            &PayloadInputs { gains: &gains, ..PayloadInputs::new(free, loaded, &frame) },
            &settings(),
        )
        .unwrap()
        .found
    };
    let (sure, unsure) = (weighed(0.0), weighed(0.05));
    // Independent gains, each to 5 %: the mass is a mean over the joints that feel it.
    let [sure_kg, unsure_kg] =
        [&sure, &unsure].map(|found| found.parameters[0].parameter.sigma_or_infinity());
    let relative = unsure_kg / 2.0;
    assert!((0.015..0.06).contains(&relative), "{relative}");
    assert!(sure_kg < 0.5 * unsure_kg);
    let advice = unsure.advice.unwrap();
    assert!(advice.poses.is_empty() && !advice.reached);
}
