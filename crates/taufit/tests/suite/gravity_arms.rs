//! Weights of random arms: intervals, offsets, verdicts, and what stays near the robot's file.

use crate::common::Dice;
use crate::gravity::{Tour, provenance, tour_log};
use rayon::prelude::*;
use taufit::base::{Base, BaseSettings};
use taufit::dynamics::{Scratch, gravity_torque};
use taufit::friction::{Friction, FrictionShape};
use taufit::methods::{GravityResult, GravitySettings, gravity_model, identify_gravity};
use taufit::model::{
    JointDescription, JointKind, Limits, LinkDescription, Robot, RobotDescription,
};
use taufit::params::{Layout, LinkParam, Param};
use taufit::spatial::{Inertial, Transform, Vec3};
use taufit::study::{GravityJoint, RobotRecord};
use taufit::survey::GateSettings;
use taufit::validate::Grade;

/// Largest position of every joint \[rad\].
const RANGE: f64 = 2.0;

/// An arm, and the file that describes it less well.
struct Arm {
    truth: Robot,
    file: RobotDescription,
}

impl Arm {
    /// Six turning joints with random axes; links of the file are off by a share of about `wrong`.
    fn random(dice: &mut Dice, wrong: f64, friction: bool, offset: bool) -> Self {
        let (mut links, mut true_links) = (vec![LinkDescription::new("base", None)], Vec::new());
        true_links.push(links[0].clone());
        let mut joints = Vec::new();
        for i in 0..6 {
            let (name, heavy) = (format!("link{}", i + 1), 8.0 * 0.7_f64.powi(i));
            let body = slim_body(dice, heavy);
            let off = |dice: &mut Dice| 1.0 + wrong * dice.normal();
            let com = body.com_in_link_m;
            let told = Inertial {
                mass_kg: body.mass_kg * off(dice).max(0.2),
                com_in_link_m: com * off(dice) + dice.vec3(0.1 * wrong),
                ..body
            };
            joints.push(JointDescription {
                axis: dice.unit(),
                parent_from_joint: Transform {
                    translation: Vec3::new(0.0, 0.0, dice.uniform(0.1, 0.35)),
                    ..dice.transform(0.05)
                },
                limits: Limits { lower: Some(-RANGE), upper: Some(RANGE), ..Limits::default() },
                ..JointDescription::new(
                    format!("joint{}", i + 1),
                    JointKind::Revolute,
                    links[i as usize].name.clone(),
                    name.clone(),
                )
            });
            links.push(LinkDescription::new(name.clone(), Some(told)));
            true_links.push(LinkDescription::new(name, Some(body)));
        }
        let gravity_in_world = Vec3::new(0.0, 0.0, -9.81);
        let file = RobotDescription { name: "arm".to_owned(), gravity_in_world, links, joints };
        let mut truth = RobotDescription { links: true_links, ..file.clone() }.build().unwrap();
        for dof in 0..truth.n_dof() {
            let size = 3.0 * 0.7_f64.powi(dof as i32);
            let model = Friction {
                shape: FrictionShape::COULOMB_VISCOUS.with_offset(),
                viscous: 0.2,
                coulomb: if friction { dice.uniform(0.5, 1.5) * size } else { 0.0 },
                offset: if offset { dice.uniform(-0.5, 0.5) * size } else { 0.0 },
                ..Friction::NONE
            };
            truth = truth.with_friction(dof, model);
        }
        Self { truth, file }
    }

    fn nominal(&self) -> Robot {
        self.file.clone().build().unwrap()
    }

    fn identify(&self, tour: &Tour, noise: f64, seed: u64) -> GravityResult {
        let log = tour_log(&self.truth, tour, noise, seed);
        identify_gravity(&self.nominal(), &[log], &[], &settings()).unwrap()
    }

    /// Root mean square error of a model's gravity torques over poses within the limits.
    fn gravity_error(&self, model: &Robot) -> f64 {
        let (mut a, mut b) = (Scratch::new(model), Scratch::new(&self.truth));
        let (mut dice, mut sum) = (Dice::new(77), 0.0);
        for _ in 0..200 {
            let q = dice.vector(6, RANGE);
            let found = gravity_torque(model, &mut a, &q).unwrap();
            let true_torque = gravity_torque(&self.truth, &mut b, &q).unwrap();
            sum += found.iter().zip(true_torque).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        }
        (sum / 200.0).sqrt()
    }

    /// The robot that is exported.
    fn exported(&self, result: &GravityResult) -> Robot {
        let record = RobotRecord::new("arm", self.file.clone());
        gravity_model(&result.to_study(record, provenance())).unwrap()
    }
}

/// Poses that differ little have torques in which friction hides the weights; other gravity is to be judged.
fn settings() -> GravitySettings {
    let accept = ["W133", "W145", "W146"].map(str::to_owned).to_vec();
    GravitySettings { gate: GateSettings { accept }, ..GravitySettings::default() }
}

/// A body somewhere along its link.
fn slim_body(dice: &mut Dice, mass_kg: f64) -> Inertial {
    let mass_kg = mass_kg * dice.uniform(0.6, 1.4);
    let com_in_link_m = dice.vec3(0.1) + Vec3::new(0.0, 0.0, 0.1);
    let moment = 0.01 * mass_kg;
    let inertia_about_com_in_link = [moment, 0.0, 0.0, moment, 0.0, 0.8 * moment];
    Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link }
}

/// Poses anywhere.
fn wide_tour(dice: &mut Dice, n_poses: usize) -> Tour {
    Tour::from_both_sides((0..n_poses).map(|_| dice.vector(6, RANGE)).collect())
}

/// Poses about one, some joints hardly moving.
fn narrow_tour(dice: &mut Dice, n_poses: usize) -> Tour {
    let middle = dice.vector(6, 1.5);
    let widths: Vec<f64> = (0..6).map(|_| if dice.below(2) == 0 { 0.05 } else { 0.4 }).collect();
    let pose = |dice: &mut Dice| {
        let way = dice.vector(6, 1.0);
        middle.iter().zip(&widths).zip(way).map(|((q, w), x)| q + w * x).collect()
    };
    Tour::from_both_sides((0..n_poses).map(|_| pose(dice)).collect())
}

/// True coefficients, in the order of the result's.
fn true_coefficients(arm: &Arm, result: &GravityResult) -> Vec<f64> {
    let friction = result.layout.friction().to_vec();
    let layout = Layout::with_friction(&arm.truth, false, friction);
    let is_tensor = |p: Param| matches!(p, Param::Link { param, .. } if param as usize >= LinkParam::Ixx as usize);
    let drop = (0..layout.n_params()).filter(|&c| is_tensor(layout.params()[c])).collect();
    let settings = BaseSettings { drop, quasi_static: true, ..BaseSettings::default() };
    let base = Base::new(&arm.nominal(), &layout, &settings).unwrap();
    base.combine(&layout.nominal(&arm.truth))
}

/// Share of the 95 % intervals that hold the truth, over runs each with its own arm, file, poses and noise.
fn coverage(first_seed: u64, n_runs: u64) -> (f64, usize) {
    let run = |seed: u64| {
        let mut dice = Dice::new(seed);
        let arm = Arm::random(&mut dice, 0.2, true, true);
        let tour = wide_tour(&mut dice, 10);
        let noise = dice.uniform(0.3, 2.0);
        let result = arm.identify(&tour, noise, seed);
        let truth = true_coefficients(&arm, &result);
        let known = result.found.base_parameters.iter().zip(truth);
        let inside: Vec<bool> = known
            .filter_map(|(c, truth)| Some((c.value - truth).abs() <= 1.96 * c.sigma?))
            .collect();
        (inside.iter().filter(|x| **x).count(), inside.len())
    };
    let (inside, all) = (first_seed..first_seed + n_runs)
        .into_par_iter()
        .map(run)
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    (inside as f64 / all as f64, all)
}

#[test]
fn intervals_contain_the_truth_as_often_as_they_claim() {
    let (share, all) = coverage(1000, 100);
    assert!((0.90..=0.98).contains(&share), "{share} of {all}");
}

#[test]
fn open_weights_stay_near_the_file() {
    let ratio = |seed: u64| {
        let mut dice = Dice::new(seed);
        let arm = Arm::random(&mut dice, 0.1, true, false);
        let tour = narrow_tour(&mut dice, 8);
        let result = arm.identify(&tour, 0.5, seed);
        arm.gravity_error(&arm.exported(&result)) / arm.gravity_error(&arm.nominal())
    };
    let ratios: Vec<f64> = (1000..1030).into_par_iter().map(ratio).collect();
    assert!(ratios.iter().all(|r| *r <= 1.0), "{ratios:.2?}");
}

#[test]
fn a_torque_sensor_without_friction_is_judged_by_its_error() {
    let mut dice = Dice::new(5);
    let arm = Arm::random(&mut dice, 0.2, false, false);
    let result = arm.identify(&wide_tour(&mut dice, 14), 0.3, 1);
    let verdict = &result.verdict;
    assert_eq!(verdict.grade, Grade::Good, "{}", verdict.reason);
    assert!(result.found.joints.iter().all(|joint| joint.is_predicted), "{}", verdict.reason);
    // The same with heavy friction: it is taken off, and the verdict rests on what is left.
    let sticky = Arm::random(&mut Dice::new(5), 0.2, true, false);
    let sticky = sticky.identify(&wide_tour(&mut Dice::new(9), 14), 0.3, 1);
    assert_eq!(sticky.verdict.grade, Grade::Good, "{}", sticky.verdict.reason);
}

#[test]
fn an_error_beyond_the_printed_bound_is_never_usable() {
    // Gravity from elsewhere: nothing fits.
    let mut dice = Dice::new(6);
    let mut arm = Arm::random(&mut dice, 0.2, true, false);
    let log = tour_log(&arm.truth, &wide_tour(&mut dice, 14), 0.3, 1);
    arm.file.gravity_in_world = Vec3::new(9.81, 0.0, 0.0);
    let result = identify_gravity(&arm.nominal(), &[log], &[], &settings()).unwrap();
    let squares = |of: fn(&GravityJoint) -> f64| {
        result.found.joints.iter().map(|j| of(j).powi(2)).sum::<f64>()
    };
    let share = (squares(|j| j.error_rms) / squares(|j| j.torque_rms)).sqrt();
    let verdict = &result.verdict;
    assert!(share > 0.2, "{share}");
    assert_eq!(verdict.grade, Grade::Poor, "{}", verdict.reason);
    assert!(verdict.reason.contains(&format!("{:.1} %", 100.0 * share)), "{}", verdict.reason);
    assert!(verdict.rule.contains("20 %"));
}

#[test]
fn offsets_are_stated_where_they_are_significant() {
    let found = |seed: u64, offset: bool| {
        let mut dice = Dice::new(seed);
        let arm = Arm::random(&mut dice, 0.2, true, offset);
        let result = arm.identify(&wide_tour(&mut dice, 10), 1.0, seed);
        let stated = result.found.joints.iter().filter(|joint| joint.offset.is_some()).count();
        let off = |(dof, joint): (usize, &GravityJoint)| {
            let [value, sigma] = joint.offset?;
            Some((value - arm.truth.dof_joint(dof).friction.offset).abs() <= 4.0 * sigma)
        };
        assert!(result.found.joints.iter().enumerate().filter_map(off).all(|near| near));
        stated
    };
    let none: usize = (0..10).into_par_iter().map(|seed| found(seed, false)).sum();
    let some: usize = (0..10).into_par_iter().map(|seed| found(seed, true)).sum();
    assert!(none <= 4, "{none} of 60 are chance");
    assert!(some >= 40, "{some} of 60");
}
