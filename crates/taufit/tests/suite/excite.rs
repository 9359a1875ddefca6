//! Designed motions: safe on any robot, sharper than random ones, and as good as forecast.

use crate::common::Dice;
use rayon::prelude::*;
use taufit::base::Base;
use taufit::collision::{CollisionModel, CollisionSettings, Geometry, Scene};
use taufit::diagnostics::ExciteError;
use taufit::dynamics::{Samples, Scratch, inverse_dynamics};
use taufit::estimate::{Weighting, least_squares};
use taufit::evidence::{Evidence, RowSettings, Stretch, observe};
use taufit::excite::{
    Curve, Design, ExciteSettings, Family, JointLimits, JointPeaks, Known, LimitSettings, Measure,
    Scaling, Surroundings, design_motion, random_design,
};
use taufit::model::{
    JointDescription, JointKind, Limits, LinkDescription, Motor, Robot, RobotDescription, catalog,
};
use taufit::params::Layout;
use taufit::spatial::{Transform, Vec3};

const NOBODY: &(dyn Fn(&taufit::excite::DesignProgress) -> bool + Sync) = &|_| true;

/// A short design: the tests are about safety and forecasts, not about the last percent.
fn brief() -> ExciteSettings {
    ExciteSettings { n_starts: 1, n_iterations: 12, period_s: 10.0, ..ExciteSettings::default() }
}

/// An arm of six or seven axes in random directions, with links of random length and some sliding joints.
fn random_arm(seed: u64) -> Robot {
    let mut dice = Dice::new(seed);
    let n = 6 + dice.below(2);
    let mut links = vec![LinkDescription::new("base", None)];
    let mut joints = Vec::new();
    for i in 0..n {
        let child = format!("link{}", i + 1);
        let slides = dice.below(8) == 0;
        let kind = if slides { JointKind::Prismatic } else { JointKind::Revolute };
        let range = if slides { 0.3 } else { dice.uniform(1.0, 3.0) };
        let parent_from_joint = Transform {
            translation: Vec3::new(0.0, 0.0, dice.uniform(0.15, 0.45)),
            ..dice.transform(0.1)
        };
        joints.push(JointDescription {
            axis: dice.unit(),
            parent_from_joint,
            limits: Limits {
                lower: Some(-range),
                upper: Some(range * dice.uniform(0.8, 1.0)),
                velocity: Some(dice.uniform(0.5, 3.0)),
                acceleration: Some(dice.uniform(2.0, 10.0)),
                effort: None,
            },
            motor: Motor { rotor_inertia_kg_m2: 0.1, ..Motor::default() },
            ..JointDescription::new(
                format!("joint{}", i + 1),
                kind,
                links[i].name.clone(),
                child.clone(),
            )
        });
        links.push(LinkDescription::new(child, Some(dice.body())));
    }
    let description = RobotDescription {
        name: format!("arm{seed}"),
        gravity_in_world: Vec3::new(0.0, 3.0, -9.0),
        links,
        joints,
    };
    description.build().unwrap()
}

/// Twenty times the rate of the log: no limit may be broken, no two bodies too near.
fn assert_safe(robot: &Robot, design: &Design, model: Option<&CollisionModel>) {
    let motion = &design.trajectory;
    let step_s = 1.0 / (20.0 * design.settings.rate_hz);
    let n = (motion.duration_s() / step_s) as usize;
    let mut scratch = Scratch::new(robot);
    let mut near = model.map(CollisionModel::scratch);
    let over = |x: f64, most: f64| x.abs() > most * (1.0 + 1e-6);
    for k in 0..=n {
        // An irrational shift, so that no instant is one of the design's own.
        let t_s = (k as f64 + 0.381_966) * step_s;
        let state = motion.at(t_s);
        let tau = inverse_dynamics(robot, &mut scratch, &state.q, &state.qd, &state.qdd).unwrap();
        for (dof, limit) in design.limits.iter().enumerate() {
            let (q, name) = (state.q[dof], robot.name());
            assert!(
                q >= limit.lower - 1e-9 && q <= limit.upper + 1e-9,
                "{name} {t_s}: {q} {limit:?}"
            );
            assert!(!over(state.qd[dof], limit.velocity), "{name} {dof} {t_s}: {state:?}");
            assert!(!over(state.qdd[dof], limit.acceleration), "{name} {dof} {t_s}: {state:?}");
            let jerk = limit.jerk.unwrap_or(f64::INFINITY);
            assert!(!over(state.qddd[dof], jerk), "{name} {dof} {t_s}: {state:?}");
            let torque = limit.torque.unwrap_or(f64::INFINITY);
            assert!(!over(tau[dof], torque), "{name} {dof} {t_s}: {} {torque}", tau[dof]);
        }
        if let (Some(model), Some(scratch), 0) = (model, near.as_mut(), k % 10) {
            let nearest = model.distances(&state.q, scratch).unwrap().iter();
            let nearest = nearest.map(|p| p.distance_m).fold(f64::INFINITY, f64::min);
            let kept = design.settings.limits.clearance_m;
            assert!(nearest >= kept - 5e-4, "{} {t_s}: {nearest} {kept}", robot.name());
        }
    }
    let (first, last) = (motion.at(0.0), motion.at(motion.duration_s()));
    for state in [first, last] {
        assert!(state.qd.iter().chain(&state.qdd).all(|x| x.abs() < 1e-12), "{state:?}");
    }
}

fn surroundings_of(robot: &Robot, clearance_m: f64) -> CollisionModel {
    let settings = CollisionSettings { touching_m: clearance_m, ..CollisionSettings::default() };
    CollisionModel::new(robot, &Geometry::without_meshes(robot), &Scene::default(), &settings)
        .unwrap()
}

#[test]
fn designs_for_random_arms_keep_all_limits_and_distances() {
    let one = |seed: u64| {
        let robot = random_arm(seed);
        let mut settings = ExciteSettings { seed, ..brief() };
        // Every torque limit binds: half of what the arm would use, but enough to hold it anywhere.
        let free = design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap();
        settings.limits.torque =
            Some(free.check.joints.iter().map(|p| 0.9 * p.torque.max(1.0) / 0.9).collect());
        if seed.is_multiple_of(3) {
            settings.family = Family::Spline { points: vec![12] };
            settings.limits.jerk = Some(free.limits.iter().map(|l| 8.0 * l.acceleration).collect());
        }
        let model = surroundings_of(&robot, settings.limits.clearance_m);
        let around = Surroundings { collisions: Some(&model), known: None };
        match design_motion(&robot, &settings, &around, NOBODY) {
            Ok(design) => {
                assert_safe(&robot, &design, Some(&model));
                true
            }
            // An arm that blocks itself in every pose, or nearly so, is told so.
            Err(error) => {
                let Some(ExciteError::NothingFeasible { what, .. }) = error.kind() else {
                    panic!("{error}")
                };
                let reasons = ["come within", "torque", "too small to tell"];
                assert!(reasons.iter().any(|reason| what.contains(reason)), "{what}");
                false
            }
        }
    };
    let n_found = (0..50).into_par_iter().filter(|&seed| one(seed)).count();
    assert!(n_found >= 40, "{n_found} of 50");
}

#[test]
fn the_same_seed_gives_the_same_motion_and_another_one_another() {
    let robot = catalog::robot("ur5").unwrap();
    let of = |seed| {
        let settings = ExciteSettings { seed, n_starts: 2, ..brief() };
        design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap().trajectory
    };
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn a_stopped_design_hands_over_a_safe_motion() {
    let robot = catalog::robot("ur5").unwrap();
    let settings = ExciteSettings { n_starts: 3, ..brief() };
    let design = design_motion(&robot, &settings, &Surroundings::default(), &|_| false).unwrap();
    assert_safe(&robot, &design, None);
}

#[test]
fn home_and_offsets_are_kept() {
    let robot = catalog::robot("ur5").unwrap();
    let home = vec![0.2, -1.5, 0.4, -1.0, 0.3, 0.1];
    let settings = ExciteSettings {
        home: Some(home.clone()),
        offset: Some(vec![0.0, -std::f64::consts::FRAC_PI_2, 0.0, 0.0, 0.0, 0.0]),
        repetitions: 2,
        ..brief()
    };
    let design = design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap();
    assert_safe(&robot, &design, None);
    let motion = &design.trajectory;
    assert_eq!(motion.at(0.0).q, home);
    let end = motion.at(motion.duration_s()).q;
    assert!(end.iter().zip(&home).all(|(a, b)| (a - b).abs() < 1e-12));
    let Curve::Fourier(second) = &motion.curves[1] else { panic!("no Fourier series") };
    assert!((second.offset + std::f64::consts::FRAC_PI_2).abs() < 1e-12);
}

#[test]
fn what_cannot_be_done_is_explained() {
    let robot = catalog::robot("ur5").unwrap();
    let limits = |limits: LimitSettings| {
        let settings = ExciteSettings { limits, ..brief() };
        design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap_err()
    };
    let weak = limits(LimitSettings {
        torque: Some(vec![150.0, 0.5, 0.5, 28.0, 28.0, 28.0]),
        ..LimitSettings::default()
    });
    let Some(ExciteError::NothingFeasible { what, .. }) = weak.kind() else { panic!("{weak}") };
    assert!(what.contains("the torque of joint") && what.contains("0.5 is allowed"), "{what}");
    let narrow = limits(LimitSettings {
        lower: Some(vec![1.0; 6]),
        upper: Some(vec![0.95; 6]),
        ..LimitSettings::default()
    });
    assert!(matches!(narrow.kind(), Some(ExciteError::NoRoom { .. })), "{narrow}");
    let far = Some([Vec3::new(5.0, 5.0, 5.0), Vec3::new(6.0, 6.0, 6.0)]);
    let away = limits(LimitSettings { tool_box_m: far, ..LimitSettings::default() });
    let Some(ExciteError::NothingFeasible { what, .. }) = away.kind() else { panic!("{away}") };
    assert!(what.contains("its box"), "{what}");
    let settings = ExciteSettings { home: Some(vec![9.0; 6]), ..brief() };
    let lost = design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap_err();
    assert!(matches!(lost.kind(), Some(ExciteError::PoseRefused { which: "home", .. })), "{lost}");
}

/// The UR5 with drives.
fn with_drives() -> Robot {
    let mut robot = catalog::robot("ur5").unwrap();
    for dof in 0..robot.n_dof() {
        let motor = robot.dof_joint(dof).motor.clone();
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2: 0.5, ..motor });
        let mut friction = robot.dof_joint(dof).friction;
        friction.shape = taufit::friction::FrictionShape::COULOMB_VISCOUS.with_offset();
        (friction.viscous, friction.coulomb, friction.offset) = (6.0, 4.0, 0.5);
        robot = robot.with_friction(dof, friction);
    }
    robot
}

/// Evidence of one simulated run of a motion, with white torque noise.
fn experiment(robot: &Robot, design: &Design, noise_seed: u64) -> Evidence {
    let settings = &design.settings;
    let layout = Layout::with_friction(
        robot,
        settings.rotor_inertia,
        vec![settings.friction; robot.n_dof()],
    );
    let base = Base::new(robot, &layout, &settings.selection.settings(&layout).unwrap()).unwrap();
    let n = (design.trajectory.period_s() * settings.rate_hz) as usize;
    let mut dice = Dice::new(noise_seed);
    let mut channels = [(); 4].map(|()| vec![0.0; n * robot.n_dof()]);
    let mut scratch = Scratch::new(robot);
    for k in 0..n {
        let state = design.trajectory.at(k as f64 / settings.rate_hz);
        let tau = inverse_dynamics(robot, &mut scratch, &state.q, &state.qd, &state.qdd).unwrap();
        for dof in 0..robot.n_dof() {
            let noisy = tau[dof] + design.torque_noise[dof] * dice.normal();
            let values = [state.q[dof], state.qd[dof], state.qdd[dof], noisy];
            channels.iter_mut().zip(values).for_each(|(c, x)| c[dof * n + k] = x);
        }
    }
    let [q, qd, qdd, tau] = &channels;
    let stretch = Stretch { samples: Samples::new(n, q, qd, qdd), tau };
    observe(robot, &layout, &base, &[stretch], &RowSettings::default()).unwrap()
}

#[test]
fn the_forecast_is_the_spread_of_many_experiments() {
    const N: u64 = 400;
    let robot = with_drives();
    let settings =
        ExciteSettings { torque_noise: Some(vec![3.0, 3.0, 2.0, 1.0, 0.8, 0.5]), ..brief() };
    let design = design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap();
    let found: Vec<Vec<f64>> = (0..N)
        .into_par_iter()
        .map(|seed| {
            least_squares(&experiment(&robot, &design, seed), Weighting::PerJoint).unwrap().beta
        })
        .collect();
    let mut ratios: Vec<f64> = Vec::new();
    for (k, forecast) in design.forecast.iter().enumerate() {
        let mean = found.iter().map(|b| b[k]).sum::<f64>() / N as f64;
        let variance = found.iter().map(|b| (b[k] - mean).powi(2)).sum::<f64>() / (N - 1) as f64;
        ratios.push(variance / forecast.sigma.powi(2));
        // Chance alone spreads a standard deviation of 400 runs by 3.5 %.
        let ratio = variance.sqrt() / forecast.sigma;
        assert!((0.8..1.25).contains(&ratio), "{}: {ratio}", forecast.expression);
    }
    let all = (ratios.iter().sum::<f64>() / ratios.len() as f64).sqrt();
    assert!((0.95..1.05).contains(&all), "{all}");
    let near = ratios.iter().filter(|r| (0.9..1.1).contains(&r.sqrt())).count();
    assert!(near as f64 > 0.9 * ratios.len() as f64, "{near} of {}", ratios.len());
}

/// Root of the summed variances of all base parameters.
fn total_sigma(design: &Design) -> f64 {
    design.forecast.iter().map(|f| f.sigma * f.sigma).sum::<f64>().sqrt()
}

fn median(mut x: Vec<f64>) -> f64 {
    x.sort_by(f64::total_cmp);
    x[x.len() / 2]
}

#[test]
fn a_designed_motion_is_five_times_sharper_than_random_ones() {
    let robot = with_drives();
    // The sum of variances in SI units is the criterion itself.
    let settings = ExciteSettings {
        criterion: Measure::A.into(),
        scaling: Scaling::Si,
        n_starts: 2,
        n_iterations: 60,
        ..ExciteSettings::default()
    };
    let around = Surroundings::default();
    let designed = design_motion(&robot, &settings, &around, NOBODY).unwrap();
    let median_of = |fill: &(dyn Fn(u64) -> f64 + Sync)| {
        let random = |seed: u64| {
            let settings = ExciteSettings { seed, ..settings.clone() };
            total_sigma(&random_design(&robot, &settings, &around, fill(seed)).unwrap())
        };
        median((0..30).into_par_iter().map(random).collect())
    };
    // Random motions of any size that the limits allow, and those that nearly fill them.
    let of_any_size = median_of(&|seed| Dice::new(seed).uniform(0.0, 1.0)) / total_sigma(&designed);
    let large = median_of(&|_| 0.8) / total_sigma(&designed);
    assert!(of_any_size > 5.0, "only {of_any_size} times sharper");
    assert!(large > 4.0, "only {large} times sharper than large ones");
}

#[test]
fn the_second_design_sharpens_what_the_first_run_left_open() {
    let robot = with_drives();
    // A poor first run: the last three joints hardly move.
    let poor = ExciteSettings {
        limits: LimitSettings {
            lower: Some(vec![-3.0, -3.0, -3.0, -0.15, -0.15, -0.15]),
            upper: Some(vec![3.0, 3.0, 3.0, 0.15, 0.15, 0.15]),
            ..LimitSettings::default()
        },
        ..brief()
    };
    let around = Surroundings::default();
    let first = random_design(&robot, &poor, &around, 0.8).unwrap();
    let known =
        Known { evidence: experiment(&robot, &first, 1), sigma: first.torque_noise.clone() };
    // Standard deviations in SI units are compared, so their squares are to be minimised.
    let settings = ExciteSettings {
        criterion: Measure::A.into(),
        scaling: Scaling::Si,
        n_iterations: 40,
        ..brief()
    };
    let given = Surroundings { collisions: None, known: Some(&known) };
    let second = design_motion(&robot, &settings, &given, NOBODY).unwrap();
    // Repeating a design that knows of nothing: the poor motion once more halves the variances.
    let repeated = |k: usize| first.forecast[k].sigma / 2.0_f64.sqrt();
    let mut worst: Vec<usize> = (0..first.forecast.len()).collect();
    worst.sort_by(|&a, &b| first.forecast[b].sigma.total_cmp(&first.forecast[a].sigma));
    for &k in &worst[..5] {
        let gain = repeated(k) / second.forecast[k].sigma;
        assert!(gain > 10.0, "{}: {gain}", first.forecast[k].expression);
    }
}

/// Six axes, vertical and horizontal in turn but for a hundredth or so of a radian, as in a calibrated
/// description: the second rotor is told from the second link by that tilt alone.
fn tilted_arm() -> Robot {
    let mut dice = Dice::new(11);
    let mut links = vec![LinkDescription::new("base", None)];
    let mut joints = Vec::new();
    for (i, upright) in [true, false, false, true, false, true].into_iter().enumerate() {
        let (child, tilt) = (format!("link{}", i + 1), [(); 2].map(|()| dice.uniform(-0.02, 0.02)));
        let axis = if upright {
            Vec3::new(tilt[0], tilt[1], 1.0)
        } else {
            Vec3::new(tilt[0], 1.0, tilt[1])
        };
        joints.push(JointDescription {
            axis,
            parent_from_joint: Transform {
                translation: Vec3::new(0.02, 0.05, 0.3),
                ..Transform::IDENTITY
            },
            limits: Limits {
                lower: Some(-2.2),
                upper: Some(2.2),
                velocity: Some(2.5),
                acceleration: Some(7.0),
                effort: Some(300.0 / (1.0 + i as f64)),
            },
            ..JointDescription::new(
                format!("joint{}", i + 1),
                JointKind::Revolute,
                links[i].name.clone(),
                child.clone(),
            )
        });
        links.push(LinkDescription::new(child, Some(dice.body())));
    }
    let gravity_in_world = Vec3::new(0.0, 0.0, -9.81);
    RobotDescription { name: "tilted".to_owned(), gravity_in_world, links, joints }.build().unwrap()
}

/// Largest share of travel, speed and acceleration that the least used joint uses.
fn least_use(design: &Design) -> f64 {
    let of_joint = |(peaks, limits): (&JointPeaks, &JointLimits)| {
        let travel = (peaks.highest - peaks.lowest) / (limits.upper - limits.lower);
        let rates = (peaks.velocity / limits.velocity, peaks.acceleration / limits.acceleration);
        travel.max(rates.0).max(rates.1)
    };
    design.check.joints.iter().zip(&design.limits).map(of_joint).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_nearly_unobservable_combination_does_not_take_the_motion() {
    let robot = tilted_arm();
    let design =
        design_motion(&robot, &ExciteSettings::default(), &Surroundings::default(), NOBODY)
            .unwrap();
    assert!(least_use(&design) > 0.6, "{}: {:?}", least_use(&design), design.check.joints);
    let codes: Vec<&str> = design.warnings.iter().map(taufit::Warning::code).collect();
    assert!(codes.contains(&"W162"), "{codes:?}");
    let words = design.warnings.iter().map(ToString::to_string).collect::<String>();
    assert!(words.contains("Ia2"), "{words}");
}

#[test]
fn a_joint_that_is_hardly_used_comes_with_the_reason() {
    let robot = catalog::robot("ur5").unwrap();
    // Only the first joint's friction matters: the others need not move.
    let settings = ExciteSettings { only: Some("fc1,fv1".to_owned()), ..brief() };
    let design = design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap();
    for (peaks, limits) in design.check.joints.iter().zip(&design.limits) {
        let travel = (peaks.highest - peaks.lowest) / (limits.upper - limits.lower);
        let rates = (peaks.velocity / limits.velocity, peaks.acceleration / limits.acceleration);
        let is_used = travel.max(rates.0).max(rates.1) >= 0.3;
        let is_named = design
            .warnings
            .iter()
            .any(|w| w.code() == "W161" && w.to_string().contains(&format!("{:?}", peaks.name)));
        assert_eq!(is_used, !is_named, "{}", peaks.name);
    }
}

/// A design for the UR5 of Kovincic et al. 2019 about their offsets, close above a floor.
fn design_above_floor(settings: ExciteSettings) -> Design {
    let robot = catalog::robot("ur5-kovincic").unwrap();
    let offset = vec![0.0, -std::f64::consts::FRAC_PI_2, 0.0, 0.0, 0.0, 0.0];
    let settings = ExciteSettings { offset: Some(offset), ..settings };
    let scene = Scene::with_floor(-0.2);
    let touching = CollisionSettings { touching_m: 0.02, ..CollisionSettings::default() };
    let model =
        CollisionModel::new(&robot, &Geometry::without_meshes(&robot), &scene, &touching).unwrap();
    let around = Surroundings { collisions: Some(&model), known: None };
    let design = design_motion(&robot, &settings, &around, NOBODY).unwrap();
    assert_safe(&robot, &design, Some(&model));
    design
}

#[test]
fn motions_are_compared_after_they_were_made_safe() {
    let criterion = Measure::A.into();
    let settings = ExciteSettings { criterion, most_periods: 3, ..ExciteSettings::default() };
    let design = design_above_floor(settings);
    assert!(design.condition_number < 200.0, "{}", design.condition_number);
}

#[test]
fn a_motion_that_had_to_shrink_to_be_safe_grows_again() {
    // With the mean of the variances all motions of this period touch something before they are made safe.
    let criterion = Measure::A.into();
    let design =
        design_above_floor(ExciteSettings { criterion, n_starts: 2, ..ExciteSettings::default() });
    assert!(design.condition_number < 200.0, "{}", design.condition_number);
    assert!(least_use(&design) > 0.3, "{}", least_use(&design));
    let unsafe_best = design.starts.iter().map(|s| s.criterion).fold(f64::INFINITY, f64::min);
    assert!(design.criterion < unsafe_best + 0.2, "{} {unsafe_best}", design.criterion);
}

#[test]
fn the_default_criterion_does_not_depend_on_units() {
    let robot = with_drives();
    let of = |scaling| {
        let settings = ExciteSettings { scaling, ..brief() };
        design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap()
    };
    let (torque, si) = (of(Scaling::Torque), of(Scaling::Si));
    let pairs = torque.check.joints.iter().zip(&si.check.joints);
    for (a, b) in pairs {
        assert!((a.velocity - b.velocity).abs() < 1e-2 * a.velocity, "{a:?} {b:?}");
    }
}

#[test]
fn rounding_in_the_nominal_model_is_no_value_to_relate_to() {
    let mut robot = with_drives();
    let mut friction = robot.dof_joint(2).friction;
    friction.coulomb = 4.0e-17;
    robot = robot.with_friction(2, friction);
    let design = design_motion(&robot, &brief(), &Surroundings::default(), NOBODY).unwrap();
    let of = |name: &str| design.forecast.iter().find(|f| f.expression == name).unwrap();
    assert_eq!((of("fc3").nominal, of("fc3").percent_sigma), (0.0, None));
    assert!(of("fc2").percent_sigma.is_some_and(|percent| percent < 100.0));
}

#[test]
fn more_base_frequencies_to_choose_from_are_not_worse() {
    let robot = with_drives();
    let of = |most_periods: usize| {
        let settings = ExciteSettings { most_periods, period_s: 20.0, ..brief() };
        design_motion(&robot, &settings, &Surroundings::default(), NOBODY).unwrap()
    };
    let (one, several) = (of(1), of(3));
    assert_safe(&robot, &several, None);
    let motion = &several.trajectory;
    assert!((motion.duration_s() - one.trajectory.duration_s()).abs() < 1e-9);
    assert!(motion.repetitions > 1, "{}", motion.repetitions);
    assert!(several.criterion < one.criterion, "{} {}", several.criterion, one.criterion);
    assert_eq!(several.starts.len(), 3);
}

#[test]
fn a_sliding_joint_without_ends_is_refused_until_they_are_given() {
    let mut description = catalog::description("planar2r").unwrap();
    let slider = &mut description.joints[1];
    (slider.kind, slider.limits) = (JointKind::Prismatic, Limits::default());
    let robot = description.build().unwrap();
    let designed = |limits: LimitSettings| {
        let settings = ExciteSettings { limits, ..brief() };
        design_motion(&robot, &settings, &Surroundings::default(), NOBODY)
    };
    assert_eq!(designed(LimitSettings::default()).unwrap_err().code(), "E137");
    let ends = LimitSettings {
        lower: Some(vec![-1.0, 0.0]),
        upper: Some(vec![1.0, 0.4]),
        ..LimitSettings::default()
    };
    assert_safe(&robot, &designed(ends).unwrap(), None);
}
