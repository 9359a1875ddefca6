//! Plans of experiments: the sweep of Ulici et al., poses, excitations, and what is refused.

use taufit::collision::{CollisionModel, CollisionSettings, Geometry, Scene};
use taufit::command::Command;
use taufit::diagnostics::{ExperimentError, InputError};
use taufit::excite::{Curve, FourierSeries, Lead, Trajectory};
use taufit::experiment::{
    Excitation, Experiment, GuardSettings, Phase, PhaseKind, PhaseMotion, Plan, PlanCheck, Poses,
    Sweep, SweepJoint, start_pose,
};
use taufit::model::{Robot, catalog};

fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// Ulici et al., section 3.4: initial joint positions, distance of travel, velocities, iterations.
fn sweep() -> Experiment {
    let joint = |name: &str, start: [f64; 6], distance_rad: f64, velocities: &[f64]| SweepJoint {
        name: name.to_owned(),
        start: start.to_vec(),
        distance_rad,
        velocities_rad_s: velocities.to_vec(),
    };
    let joints = vec![
        joint("joint2", [0.0, -2.0, 0.0, 0.0, 0.0, 0.0], 1.5, &[0.1, 0.2, 0.4]),
        joint("joint4", [0.0, -1.5, 0.0, 1.0, 0.0, 0.0], -2.0, &[0.3, 0.6, 0.8]),
    ];
    let sweep = Some(Sweep { iterations: 2, both_directions: true, joints });
    Experiment { sweep, ..Experiment::new("ur5") }
}

fn travels(plan: &Plan) -> Vec<&Phase> {
    plan.phases.iter().filter(|phase| phase.kind == PhaseKind::Travel).collect()
}

#[test]
fn a_sweep_drives_every_joint_velocity_iteration_and_direction() {
    let (experiment, robot) = (sweep(), ur5());
    let home = start_pose(&experiment, &robot, None).unwrap();
    assert_eq!(home, [0.0, -2.0, 0.0, 0.0, 0.0, 0.0]);
    let plan = Plan::new(&experiment, &robot, None, &home).unwrap();
    let driven: Vec<(&str, f64, usize)> = travels(&plan)
        .iter()
        .map(|p| (p.joint.as_deref().unwrap(), p.speed_rad_s.unwrap(), p.iteration.unwrap()))
        .collect();
    let mut expected = Vec::new();
    for (joint, sign, speeds) in
        [("joint2", 1.0, [0.1, 0.2, 0.4]), ("joint4", -1.0, [0.3, 0.6, 0.8])]
    {
        for speed in speeds {
            for iteration in [1, 2] {
                expected.push((joint, sign * speed, iteration));
                expected.push((joint, -sign * speed, iteration));
            }
        }
    }
    assert_eq!(driven, expected);
    // Distance over speed, and one ramp more: a quarter of pi/0.4 rad/s² is assumed.
    let ramp_s = |v: f64| v / (0.25 * std::f64::consts::PI / 0.4);
    for phase in travels(&plan) {
        let distance = if phase.joint.as_deref() == Some("joint2") { 1.5 } else { 2.0 };
        let v = phase.speed_rad_s.unwrap().abs();
        assert!((phase.duration_s - distance / v - ramp_s(v)).abs() < 1e-12);
    }
}

#[test]
fn phases_join_without_a_jump_and_commands_are_those_of_the_controllers() {
    let (experiment, robot) = (sweep(), ur5());
    let home = vec![0.3, -1.0, 0.2, 0.0, 0.0, 0.0];
    let plan = Plan::new(&experiment, &robot, None, &home).unwrap();
    let mut at = home.clone();
    for phase in &plan.phases {
        let begin = phase.motion.reference(0.0).unwrap();
        let end = phase.motion.reference(phase.duration_s).unwrap();
        let gap = begin.q.iter().zip(&at).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(gap < 1e-12, "{:?}", phase.kind);
        assert!(begin.qd.iter().chain(&end.qd).all(|v| v.abs() < 1e-9), "{:?}", phase.kind);
        let command = phase.motion.command(0.5 * phase.duration_s).unwrap();
        let is_velocity = matches!(command, Command::Velocity(_));
        assert_eq!(is_velocity, phase.kind == PhaseKind::Travel);
        at = end.q;
    }
    assert!(at.iter().zip(&home).all(|(a, b)| (a - b).abs() < 1e-12), "home again");
    assert_eq!(plan.phases.last().unwrap().kind, PhaseKind::Return);
    let check = PlanCheck::new(&plan, &robot, &GuardSettings::default(), None).unwrap();
    assert!((check.joints[1].highest - -0.5).abs() < 1e-9 && check.joints[3].lowest < -0.99);
}

#[test]
fn poses_are_held_in_turn() {
    let list = vec![vec![0.0, -1.0, 0.0, 0.0, 0.0, 0.0], vec![0.5, -1.5, 0.0, 0.0, 0.0, 0.0]];
    let poses = Some(Poses { list: list.clone(), dwell_s: 2.0 });
    let experiment = Experiment { poses, settle_s: 0.0, ..Experiment::new("ur5") };
    let plan = Plan::new(&experiment, &ur5(), None, &list[0]).unwrap();
    let kinds: Vec<PhaseKind> = plan.phases.iter().map(|phase| phase.kind).collect();
    use PhaseKind::{Dwell, GoToStart, Return};
    assert_eq!(kinds, [Dwell, GoToStart, Dwell, Return]);
    assert!(matches!(&plan.phases[2].motion, PhaseMotion::Hold { q, .. } if *q == list[1]));
}

fn wave(joints: Vec<String>) -> Trajectory {
    let curve = |k: usize| {
        let x = 0.1 * (k + 1) as f64;
        // At rest at both ends: the a sum to zero, and so do the b times their frequency.
        Curve::Fourier(FourierSeries {
            period_s: 8.0,
            offset: x,
            a: vec![x, -x],
            b: vec![2.0 * x, -x],
        })
    };
    let curves = (0..joints.len()).map(curve).collect();
    let home: Vec<f64> = (0..joints.len()).map(|k| 0.01 * k as f64).collect();
    Trajectory { joints, repetitions: 1, lead: Some(Lead { home, duration_s: 2.0 }), curves }
}

#[test]
fn a_trajectory_is_matched_by_name_and_repeated() {
    let robot = ur5();
    let names: Vec<String> = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    let backwards = wave(names.iter().rev().cloned().collect());
    let excitation = Some(Excitation { repetitions: Some(3), ..Excitation::default() });
    let mut experiment = Experiment { excitation, ..Experiment::new("ur5") };
    experiment.excitation.as_mut().unwrap().trajectory = Some("wave.json".to_owned());
    let start = start_pose(&experiment, &robot, Some(&backwards)).unwrap();
    assert_eq!(start, [0.05, 0.04, 0.03, 0.02, 0.01, 0.0]);
    let plan = Plan::new(&experiment, &robot, Some(&backwards), &start).unwrap();
    let follow = plan.phases.iter().find(|phase| phase.kind == PhaseKind::Follow).unwrap();
    assert_eq!(follow.duration_s, 3.0 * 8.0 + 2.0 * 2.0);
    let q = follow.motion.reference(5.0).unwrap().q;
    for (dof, q) in q.iter().enumerate() {
        assert_eq!(*q, backwards.joint_at(5 - dof, 5.0)[0]);
    }
    let stranger = wave(names.iter().map(|name| format!("{name}_x")).collect());
    let error = Plan::new(&experiment, &robot, Some(&stranger), &start).unwrap_err();
    assert!(
        matches!(error.kind(), Some(InputError::UnknownName { suggestion: Some(_), .. })),
        "{error}"
    );
}

#[test]
fn a_plan_beyond_limits_is_refused_before_anything_moves() {
    let robot = ur5();
    let checked = |experiment: &Experiment| {
        let start = start_pose(experiment, &robot, None)?;
        let plan = Plan::new(experiment, &robot, None, &start)?;
        PlanCheck::new(&plan, &robot, &GuardSettings::default(), None)
    };
    let mut far = sweep();
    far.sweep.as_mut().unwrap().joints[0].distance_rad = 9.0;
    let error = checked(&far).unwrap_err();
    let broken = matches!(error.kind(), Some(ExperimentError::PlanBreaksLimit { joint, quantity: "position", .. }) if joint == "joint2");
    assert!(broken, "{error}");
    let mut fast = sweep();
    fast.sweep.as_mut().unwrap().joints[1].velocities_rad_s = vec![3.5];
    fast.sweep.as_mut().unwrap().joints[1].distance_rad = -7.0;
    fast.sweep.as_mut().unwrap().joints[1].start[3] = 3.5;
    assert_eq!(checked(&fast).unwrap_err().code(), "E152");
    let mut unknown = sweep();
    unknown.sweep.as_mut().unwrap().joints[0].name = "jont2".to_owned();
    assert_eq!(checked(&unknown).unwrap_err().code(), "E021");
    let mut short = sweep();
    short.sweep.as_mut().unwrap().joints[0].start.pop();
    assert_eq!(checked(&short).unwrap_err().code(), "E150");
}

#[test]
fn a_plan_through_the_floor_is_refused() {
    let robot = ur5();
    let poses = |q2: f64| {
        let list = vec![vec![0.0, -1.5, 0.0, 0.0, 0.0, 0.0], vec![0.0, q2, 0.0, 0.0, 0.0, 0.0]];
        Experiment { poses: Some(Poses { list, dwell_s: 1.0 }), ..Experiment::new("ur5") }
    };
    let geometry = Geometry::without_meshes(&robot);
    let (scene, settings) = (Scene::with_floor(0.0), CollisionSettings::default());
    let model = CollisionModel::new(&robot, &geometry, &scene, &settings).unwrap();
    let check = |q2: f64| {
        let experiment = poses(q2);
        let start = start_pose(&experiment, &robot, None).unwrap();
        let plan = Plan::new(&experiment, &robot, None, &start).unwrap();
        PlanCheck::new(&plan, &robot, &GuardSettings::default(), Some(&model))
    };
    assert!(check(-1.2).unwrap().clearance_m.unwrap() >= 0.0);
    // 0.6 rad below the horizontal the arm of 0.9 m reaches 0.36 m below its shoulder at 0.15 m.
    let error = check(0.6).unwrap_err();
    assert!(
        matches!(error.kind(), Some(ExperimentError::PlanCollides { second, .. }) if second == "floor")
            || matches!(error.kind(), Some(ExperimentError::PlanCollides { first, .. }) if first == "floor"),
        "{error}"
    );
}
