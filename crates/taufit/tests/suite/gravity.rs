//! Weights from poses: exact, noisy, simulated with true sticking, and refused.

use crate::common::{Dice, relative_difference};
use taufit::command::Command;
use taufit::dynamics::{Scratch, gravity_torque, inverse_dynamics};
use taufit::friction::{Friction, FrictionShape};
use taufit::methods::{GravityResult, GravitySettings, gravity_model, identify_gravity};
use taufit::model::{Robot, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit::sim::{ArmSettings, SimulatedArm, simulate};
use taufit::spatial::LinkInertia;
use taufit::study::{Identifiability, Provenance, RobotRecord};
use taufit::validate::Grade;

const RATE_HZ: f64 = 100.0;
const BAND: [f64; 6] = [6.0, 7.0, 4.0, 1.5, 1.2, 1.0];
const OFFSET: [f64; 6] = [0.4, -0.7, 0.3, -0.1, 0.2, 0.05];

/// A UR5 with links that are not those of its file, friction and offsets.
fn truth() -> Robot {
    let (mut robot, mut dice) = (catalog::robot("ur5").unwrap(), Dice::new(5));
    for link in 0..6 {
        let more = LinkInertia::from(dice.body());
        let body = robot.joints()[link].link.inertia;
        let share = LinkInertia::from_params(more.to_params().map(|x| 0.3 * x));
        robot = robot.with_link_inertia(link, body + share);
        let friction = Friction {
            shape: FrictionShape::COULOMB_VISCOUS.with_offset(),
            viscous: 0.5,
            coulomb: BAND[link],
            offset: OFFSET[link],
            ..Friction::NONE
        };
        robot = robot.with_friction(link, friction);
    }
    robot
}

fn nominal() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// Smooth motion from pose to pose, one second each, and a second at every one that says so.
#[derive(Clone)]
pub(crate) struct Tour {
    pub(crate) stations: Vec<(Vec<f64>, bool)>,
}

impl Tour {
    /// Random poses, each reached from both sides.
    fn both_ways(n_poses: usize, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        Self::from_both_sides((0..n_poses).map(|_| dice.vector(6, 2.0)).collect())
    }

    /// Poses, each reached from both sides.
    pub(crate) fn from_both_sides(poses: Vec<Vec<f64>>) -> Self {
        let mut stations = Vec::new();
        for pose in poses {
            for sign in [-1.0, 1.0] {
                let aside = pose.iter().map(|q| q + 0.1 * sign * if q > &0.0 { 1.0 } else { -1.0 });
                stations.push((aside.collect(), false));
                stations.push((pose.clone(), true));
            }
        }
        Self { stations }
    }

    fn duration_s(&self) -> f64 {
        1.0 + self.stations.iter().map(|(_, stop)| 1.0 + f64::from(u8::from(*stop))).sum::<f64>()
    }

    /// Position, velocity, acceleration and the direction of the last motion.
    fn at(&self, t_s: f64) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {
        let n = self.stations.first().map_or(0, |(pose, _)| pose.len());
        let (mut left_s, mut from, mut last) = (t_s, vec![0.0; n], vec![0.0; n]);
        for (to, stop) in &self.stations {
            let way: Vec<f64> = to.iter().zip(&from).map(|(to, from)| to - from).collect();
            let signs: Vec<f64> = way.iter().map(|w| w.signum()).collect();
            if left_s < 1.0 {
                let x = left_s;
                let s = x * x * x * (10.0 + x * (6.0 * x - 15.0));
                let (sd, sdd) =
                    (30.0 * x * x * (x - 1.0).powi(2), 60.0 * x * (x - 1.0) * (2.0 * x - 1.0));
                let q = from.iter().zip(&way).map(|(q, w)| q + s * w).collect();
                let scaled = |f: f64| way.iter().map(|w| w * f).collect();
                return (q, scaled(sd), scaled(sdd), signs);
            }
            left_s -= 1.0;
            if *stop {
                if left_s < 1.0 {
                    return (to.clone(), vec![0.0; n], vec![0.0; n], signs);
                }
                left_s -= 1.0;
            }
            (from, last) = (to.clone(), signs);
        }
        (from, vec![0.0; n], vec![0.0; n], last)
    }
}

/// A log of a motion; at rest friction stays as the last motion left it.
fn log(
    robot: &Robot,
    duration_s: f64,
    noise: f64,
    seed: u64,
    at: impl Fn(f64) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>),
) -> Recording {
    let (n, n_dof) = ((duration_s * RATE_HZ) as usize, robot.n_dof());
    let t_s: Vec<f64> = (0..n).map(|k| k as f64 / RATE_HZ).collect();
    let (mut q, mut effort) = (vec![0.0; n_dof * n], vec![0.0; n_dof * n]);
    let (mut scratch, mut dice) = (Scratch::new(robot), Dice::new(seed));
    for (k, t) in t_s.iter().enumerate() {
        let (qk, qd, qdd, way) = at(*t);
        let creep: Vec<f64> = qd.iter().zip(&way).map(|(v, d)| v + 1e-12 * d).collect();
        let tau = inverse_dynamics(robot, &mut scratch, &qk, &creep, &qdd).unwrap();
        for dof in 0..n_dof {
            q[dof * n + k] = qk[dof];
            effort[dof * n + k] = tau[dof] + noise * dice.normal();
        }
    }
    let joints = robot.dof_joint_iter().map(|j| j.name.clone()).collect();
    let (source, effort_kind) = ("tour".to_owned(), EffortKind::Torque);
    Recording { source, joints, t_s, q, q_motor: None, qd: None, effort, effort_kind }
}

pub(crate) fn tour_log(robot: &Robot, tour: &Tour, noise: f64, seed: u64) -> Recording {
    log(robot, tour.duration_s(), noise, seed, |t| tour.at(t))
}

fn identify(log: Recording) -> GravityResult {
    identify_gravity(&nominal(), &[log], &[], &GravitySettings::default()).unwrap()
}

pub(crate) fn provenance() -> Provenance {
    let settings = serde_json::Value::Null;
    let (version, command) = ("test".to_owned(), "test".to_owned());
    Provenance { version, command, settings, inputs: Vec::new() }
}

fn record() -> RobotRecord {
    RobotRecord::new("ur5", catalog::description("ur5").unwrap())
}

/// The robot that a result describes.
fn model(result: &GravityResult) -> Robot {
    gravity_model(&result.to_study(record(), provenance())).unwrap()
}

/// Largest error of the weight at poses that were not visited, joint by joint.
fn worst_errors(found: &Robot, truth: &Robot) -> Vec<f64> {
    let (mut a, mut b) = (Scratch::new(found), Scratch::new(truth));
    let (mut dice, mut worst) = (Dice::new(99), vec![0.0_f64; 6]);
    for _ in 0..200 {
        let q = dice.vector(6, 3.0);
        let (a, b) = (
            gravity_torque(found, &mut a, &q).unwrap(),
            gravity_torque(truth, &mut b, &q).unwrap(),
        );
        worst.iter_mut().zip(a.iter().zip(b)).for_each(|(w, (a, b))| *w = w.max((a - b).abs()));
    }
    worst
}

#[test]
fn poses_from_both_sides_give_weights_offsets_and_bands() {
    let truth = truth();
    let result = identify(tour_log(&truth, &Tour::both_ways(14, 3), 0.0, 1));
    let found = &result.found;
    assert_eq!(found.poses.iter().filter(|p| p.standing).count(), 28);
    assert_eq!(result.verdict.grade, Grade::Good, "{}", result.verdict.reason);
    assert!(found.held_out);
    for (dof, joint) in found.joints.iter().enumerate() {
        let ([band, _], [offset, _]) = (joint.band.unwrap(), joint.offset.unwrap());
        assert!((band - BAND[dof]).abs() < 0.02 * BAND[dof], "band {dof}: {band}");
        assert!((offset - OFFSET[dof]).abs() < 0.05, "offset {dof}: {offset}");
        assert!(joint.error_rms < 0.02 * BAND[dof], "{}", joint.error_rms);
        assert!(joint.nominal_error_rms > joint.error_rms);
    }
    // 170 N m are held at most.
    let worst = worst_errors(&model(&result), &truth);
    assert!(worst.iter().all(|w| *w < 0.1), "{worst:?}");
}

#[test]
fn what_a_standing_arm_never_tells_is_said() {
    let result = identify(tour_log(&truth(), &Tour::both_ways(14, 3), 0.0, 1));
    let parameters = &result.found.standard_parameters;
    let class = |name: &str| parameters.iter().find(|p| p.name == name).unwrap().identifiability;
    // The first axis is upright: nothing of the first link is ever lifted.
    assert_eq!(
        (class("m1"), class("mx1"), class("mz1")),
        (
            Identifiability::Unidentifiable,
            Identifiability::Unidentifiable,
            Identifiability::Unidentifiable
        )
    );
    assert_eq!(class("mx2"), Identifiability::Grouped);
    // De Luca, Robotics 2 lectures: gravity has far fewer coefficients than the dynamics.
    let weights = result.found.base_parameters.iter().filter(|c| c.name.starts_with('m')).count();
    assert!((8..=12).contains(&weights), "{weights}");
}

#[test]
fn a_slow_sweep_serves_as_well() {
    let truth = truth();
    let rates = [0.10, 0.13, 0.17, 0.21, 0.26, 0.31];
    let sweep = |t: f64| {
        // A slow sine per joint, no faster than 0.12 rad/s.
        let of = |f: &dyn Fn(f64, f64) -> f64| rates.iter().map(|w| f(0.12 / w, *w)).collect();
        let qd: Vec<f64> = of(&|a, w| a * w * (w * t).cos());
        let way = qd.iter().map(|v| v.signum()).collect();
        (of(&|a, w| a * (w * t).sin()), qd, of(&|a, w| -a * w * w * (w * t).sin()), way)
    };
    let result = identify(log(&truth, 250.0, 0.2, 4, sweep));
    assert!(result.found.poses.iter().all(|p| !p.standing));
    assert_eq!(result.verdict.grade, Grade::Good, "{}", result.verdict.reason);
    for (dof, joint) in result.found.joints.iter().enumerate() {
        // Viscous friction at these speeds adds at most 0.06 N m.
        assert!((joint.band.unwrap()[0] - BAND[dof]).abs() < 0.1, "{:?}", joint.band);
    }
    let worst = worst_errors(&model(&result), &truth);
    for dof in 1..6 {
        assert!(worst[dof] < BAND[dof], "{worst:?}");
    }
}

#[test]
fn a_simulated_arm_that_truly_sticks_is_predicted_to_its_friction() {
    let truth = truth();
    let tour = Tour::both_ways(12, 21);
    let start = vec![0.0; 6];
    let mut arm = SimulatedArm::new(&truth, &ArmSettings::default(), &start).unwrap();
    let follow = |t: f64| {
        let (q, qd, qdd, _) = tour.at(t);
        Command::follow(q, qd, qdd)
    };
    let run = simulate(&mut arm, follow, tour.duration_s(), RATE_HZ).unwrap();
    let result = identify(run.recording);
    for (dof, joint) in result.found.joints.iter().enumerate() {
        // At rest friction holds any torque up to its Coulomb value, so the band is not larger than that.
        assert!(joint.band.unwrap()[0].abs() < 1.1 * BAND[dof], "{joint:?}");
        assert!(joint.error_rms < 1.1 * BAND[dof], "{joint:?}");
        assert!(joint.error_rms < joint.nominal_error_rms || dof == 0, "{joint:?}");
    }
    let worst = worst_errors(&model(&result), &truth);
    for dof in 0..6 {
        assert!(worst[dof] < BAND[dof], "{worst:?}");
    }
}

#[test]
fn one_direction_only_leaves_the_band_unknown() {
    // Stairs: every joint only ever goes up.
    let mut dice = Dice::new(2);
    let mut pose = vec![-2.0; 6];
    let mut stations = vec![(pose.clone(), false)];
    for _ in 0..30 {
        pose.iter_mut().for_each(|q| *q += dice.uniform(0.02, 0.25));
        stations.push((pose.clone(), true));
    }
    let tour = Tour { stations };
    let log = tour_log(&truth(), &tour, 0.0, 1);
    let stairs = log.range(150, log.n_samples());
    let result = identify(stairs);
    assert!(result.found.joints.iter().all(|joint| joint.band.is_none()));
    let codes: Vec<&str> = result.warnings.iter().map(|w| w.code()).collect();
    assert_eq!(codes.iter().filter(|c| **c == "W225").count(), 6, "{codes:?}");
}

#[test]
fn poses_that_leave_something_open_say_what() {
    // Only the two joints with parallel axes move: the weight never leaves one plane of any link.
    let mut tour = Tour::both_ways(14, 3);
    for (pose, _) in &mut tour.stations {
        [0, 3, 4, 5].iter().for_each(|&dof| pose[dof] = 0.3);
    }
    let result = identify(tour_log(&truth(), &tour, 0.05, 1));
    let open: Vec<&str> = result
        .found
        .base_parameters
        .iter()
        .filter(|c| c.sigma.is_none())
        .map(|c| c.name.as_str())
        .collect();
    assert!(!open.is_empty());
    let codes: Vec<&str> = result.warnings.iter().map(|w| w.code()).collect();
    assert!(codes.contains(&"W226"), "{codes:?}");
    let all = identify(tour_log(&truth(), &Tour::both_ways(14, 3), 0.05, 1));
    assert!(all.found.base_parameters.iter().all(|c| c.sigma.is_some()));
}

#[test]
fn logs_that_tell_nothing_are_refused() {
    let refused = |recording: Recording| {
        let settings = GravitySettings::default();
        identify_gravity(&nominal(), &[recording], &[], &settings).unwrap_err().code()
    };
    // Every joint turns round at another time.
    let always = |t: f64| {
        let x = |k: usize| 3.0 * t + k as f64;
        let of = |f: &dyn Fn(f64) -> f64| (0..6).map(|k| f(x(k))).collect::<Vec<f64>>();
        let (q, qd) = (of(&f64::sin), of(&|x| 3.0 * x.cos()));
        (q, qd.clone(), of(&|x| -9.0 * x.sin()), qd)
    };
    let robot = truth();
    assert_eq!(refused(log(&robot, 10.0, 0.0, 1, always)), "E215");
    let one = |_: f64| (vec![0.3; 6], vec![0.0; 6], vec![0.0; 6], vec![0.0; 6]);
    assert_eq!(refused(log(&robot, 10.0, 0.0, 1, one)), "E216");
    let good = tour_log(&robot, &Tour::both_ways(4, 1), 0.0, 1);
    let mut broken = good.clone();
    broken.effort[17] = f64::NAN;
    assert_eq!(refused(broken), "E103");
    let mut short = good.clone();
    short.joints.truncate(5);
    short.q.truncate(5 * short.t_s.len());
    short.effort.truncate(5 * short.t_s.len());
    assert_eq!(refused(short), "E020");
    let few = tour_log(&robot, &Tour::both_ways(1, 1), 0.0, 1);
    let only_stops = GravitySettings { slow_speed: 0.0, ..GravitySettings::default() };
    let error = identify_gravity(&nominal(), &[few], &[], &only_stops).unwrap_err();
    assert!(["E026", "E216"].contains(&error.code()), "{error}");
    let bad = GravitySettings { block_s: f64::NAN, ..GravitySettings::default() };
    assert_eq!(identify_gravity(&nominal(), &[good], &[], &bad).unwrap_err().code(), "E100");
    let none: [Recording; 0] = [];
    assert_eq!(identify_gravity(&nominal(), &none, &[], &only_stops).unwrap_err().code(), "E215");
}

#[test]
fn a_kept_result_gives_the_same_robot() {
    let result = identify(tour_log(&truth(), &Tour::both_ways(14, 3), 0.0, 1));
    let study = result.to_study(record(), provenance());
    let text = serde_json::to_string(&study).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    assert_eq!(study, read);
    // The model predicts what the study says of its poses, up to the fold that was left out.
    let robot = gravity_model(&read).unwrap();
    let pose = &study.found.poses[3];
    let held = gravity_torque(&robot, &mut Scratch::new(&robot), &pose.q).unwrap().to_vec();
    let held: Vec<f64> = held
        .iter()
        .zip(&study.found.joints)
        .map(|(g, j)| g + j.offset.map_or(0.0, |[o, _]| o))
        .collect();
    assert!(relative_difference(&held, &pose.predicted).0 < 0.02);
}

#[test]
fn poses_that_push_against_something_are_beyond_the_band() {
    let robot = truth();
    let tour = Tour::both_ways(14, 6);
    let mut log = tour_log(&robot, &tour, 0.02, 6);
    // Every pose that is held carries another force of the surroundings on joint 4, some band widths.
    let (n, mut dice) = (log.n_samples(), Dice::new(60));
    for second in log.effort[3 * n..4 * n].chunks_mut(RATE_HZ as usize) {
        let contact = 8.0 * BAND[3] * dice.uniform(-1.0, 1.0);
        second.iter_mut().for_each(|tau| *tau += contact);
    }
    let codes: Vec<&str> = identify(log).warnings.iter().map(taufit::Warning::code).collect();
    assert!(codes.contains(&"W227"), "{codes:?}");
}
