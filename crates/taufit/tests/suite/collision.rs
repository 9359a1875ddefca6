//! Collision checks on whole robots: distances, gradients, bounds, and which pairs are checked.

use crate::common::Dice;
use std::f64::consts::{FRAC_PI_2, PI};
use taufit::collision::{
    BodyGeometry, BoxObstacle, CollisionModel, CollisionSettings, Exclusion, Geometry, Scene, Wall,
};
use taufit::diagnostics::{CollisionError, InputError, ModelError};
use taufit::model::{Robot, Shape, Solid, catalog};
use taufit::spatial::Vec3;

const UR5_UP: [f64; 6] = [0.0, -FRAC_PI_2, 0.0, -FRAC_PI_2, 0.0, 0.0];

fn ur5() -> Robot {
    catalog::description("ur5").unwrap().build().unwrap()
}

fn exact() -> CollisionSettings {
    let exact_within_m = f64::INFINITY;
    CollisionSettings { exact_within_m, n_poses: 100, ..CollisionSettings::default() }
}

/// Every pair that no joint connects.
fn all_pairs() -> CollisionSettings {
    CollisionSettings { touching_share: 1.0, never_near_share: 100.0, ..exact() }
}

fn model(robot: &Robot, scene: &Scene, settings: &CollisionSettings) -> CollisionModel {
    CollisionModel::new(robot, &Geometry::without_meshes(robot), scene, settings).unwrap()
}

fn table() -> BoxObstacle {
    BoxObstacle {
        name: Some("table".to_owned()),
        size_m: [0.4, 0.6, 0.3],
        position_m: [0.5, 0.2, 0.1],
        rpy_rad: [0.0, 0.0, 0.3],
    }
}

fn workshop() -> Scene {
    let wall = Wall { name: None, position_m: Vec3::X * -0.6, normal: Vec3::X * 2.0 };
    Scene { floor_m: Some(-0.1), walls: vec![wall], boxes: vec![table()] }
}

/// Random shapes of every kind on every link of a random tree.
fn random_arm(seed: u64) -> (Robot, Geometry) {
    let mut dice = Dice::new(seed);
    let robot = dice.robot(6, true);
    let mut body = || {
        let mut shape = || {
            let radius_m = dice.uniform(0.02, 0.06);
            let length_m = dice.uniform(0.05, 0.2);
            match dice.below(5) {
                0 => Shape::Sphere { radius_m },
                1 => Shape::Capsule { radius_m, length_m },
                2 => Shape::Cylinder { radius_m, length_m },
                3 => Shape::Box { size_m: [radius_m, length_m, 0.1] },
                _ => Shape::Hull {
                    vertices_m: (0..12).map(|_| dice.vec3(0.08)).collect(),
                    swell_m: 0.01,
                },
            }
        };
        let shapes = [shape(), shape()];
        let solids = shapes.map(|shape| Solid { shape, link_from_shape: dice.transform(0.1) });
        BodyGeometry { solids: solids.into(), ..BodyGeometry::default() }
    };
    let links = (0..robot.n_links()).map(|_| body()).collect();
    (robot, Geometry { base: body(), links })
}

fn random_models() -> impl Iterator<Item = CollisionModel> {
    (0..12).map(|seed| {
        let (robot, geometry) = random_arm(seed);
        let settings = CollisionSettings { n_poses: 20, ..all_pairs() };
        CollisionModel::new(&robot, &geometry, &workshop(), &settings).unwrap()
    })
}

#[test]
fn gradients_equal_differences() {
    const STEP: f64 = 1e-6;
    let mut dice = Dice::new(4);
    let (mut n_checked, mut n_kinks) = (0, 0);
    for model in random_models().chain([model(&ur5(), &workshop(), &exact())]) {
        let n_dof = model.robot().n_dof();
        let mut scratch = model.scratch();
        for _ in 0..20 {
            let q = dice.vector(n_dof, 2.0);
            let (_, gradients) = model.gradients(&q, f64::INFINITY, &mut scratch).unwrap();
            let gradients = gradients.clone();
            assert_eq!(gradients.iter().len(), model.pairs().len());
            for j in 0..n_dof {
                let mut at = |step: f64| -> Vec<f64> {
                    let mut q = q.clone();
                    q[j] += step;
                    let near = model.distances(&q, &mut scratch).unwrap();
                    near.iter().map(|p| p.distance_m).collect()
                };
                let (here, before, after) = (at(0.0), at(-STEP), at(STEP));
                for (pair, row) in gradients.iter() {
                    let forward = (after[pair] - here[pair]) / STEP;
                    let backward = (here[pair] - before[pair]) / STEP;
                    // Where another corner becomes the nearest, the slope jumps.
                    if (forward - backward).abs() > 1e-4 {
                        n_kinks += 1;
                        continue;
                    }
                    n_checked += 1;
                    let difference = 0.5 * (forward + backward);
                    let error = (difference - row[j]).abs();
                    assert!(
                        error < 2e-5,
                        "{:?}, coordinate {j}: {difference} by differences, {} by gradient, at {} m",
                        model.pairs()[pair],
                        row[j],
                        here[pair]
                    );
                }
            }
        }
    }
    assert!(n_checked > 10_000 && n_kinks * 50 < n_checked, "{n_checked} {n_kinks}");
}

#[test]
fn no_distance_shrinks_faster_than_its_bound() {
    let mut dice = Dice::new(9);
    let mut tightest: f64 = 0.0;
    for model in random_models().chain([model(&ur5(), &workshop(), &exact())]) {
        let n_dof = model.robot().n_dof();
        // The bound counts on limits of sliding joints: stay within them.
        let within = |q: Vec<f64>| -> Vec<f64> {
            let limits = model.robot().dof_joint_iter().map(|j| j.limits);
            let clamp = |(q, l): (f64, taufit::model::Limits)| {
                q.clamp(l.lower.unwrap_or(-9.0), l.upper.unwrap_or(9.0))
            };
            q.into_iter().zip(limits).map(clamp).collect()
        };
        let mut scratch = model.scratch();
        for _ in 0..100 {
            let from = within(dice.vector(n_dof, 2.0));
            let step = dice.vector(n_dof, 0.1);
            let to = within(from.iter().zip(&step).map(|(q, s)| q + s).collect());
            let moved: Vec<f64> = from.iter().zip(&to).map(|(a, b)| a - b).collect();
            let before = model.distances(&from, &mut scratch).unwrap().to_vec();
            let after = model.distances(&to, &mut scratch).unwrap();
            for (k, (before, after)) in before.iter().zip(after).enumerate() {
                let shrunk = before.distance_m - after.distance_m;
                let bound = model.max_approach_speed(k, &moved);
                assert!(shrunk <= bound + 1e-12, "{:?}: {shrunk} > {bound}", model.pairs()[k]);
                tightest = tightest.max(shrunk / bound);
            }
        }
    }
    // A bound that is never nearly reached would be useless.
    assert!(tightest > 0.8, "{tightest}");
}

#[test]
fn far_pairs_are_bounded_from_below() {
    let robot = ur5();
    let near = CollisionSettings { exact_within_m: 0.1, ..exact() };
    let models = [model(&robot, &workshop(), &near), model(&robot, &workshop(), &exact())];
    assert_eq!(models[0].pairs(), models[1].pairs());
    let [mut first, mut second] = [models[0].scratch(), models[1].scratch()];
    let mut dice = Dice::new(2);
    let mut n_bounds = 0;
    for _ in 0..200 {
        let q = dice.vector(6, 3.0);
        let rough = models[0].distances(&q, &mut first).unwrap();
        let exact = models[1].distances(&q, &mut second).unwrap();
        for (rough, exact) in rough.iter().zip(exact) {
            match rough.contact {
                Some(_) => assert_eq!(rough, exact),
                None => {
                    n_bounds += 1;
                    assert!(rough.distance_m > 0.1 && rough.distance_m <= exact.distance_m);
                }
            }
        }
    }
    assert!(n_bounds > 100, "{n_bounds}");
}

#[test]
fn an_upright_ur5_is_free_and_a_folded_one_is_not() {
    let model = model(&ur5(), &Scene::with_floor(0.0), &CollisionSettings::default());
    let mut scratch = model.scratch();
    let mut nearest = |q: &[f64]| {
        let near = model.distances(q, &mut scratch).unwrap();
        near.iter().map(|p| p.distance_m).fold(f64::INFINITY, f64::min)
    };
    assert!(nearest(&UR5_UP) > 0.0);
    // The elbow bent so far that the wrist lies in the shoulder.
    assert!(nearest(&[0.0, -FRAC_PI_2, 3.0, 0.0, 0.0, 0.0]) < 0.0);
    // The arm stretched into the floor.
    assert!(nearest(&[0.0, FRAC_PI_2, 0.0, 0.0, 0.0, 0.0]) < -0.5);
}

#[test]
fn joints_connect_what_is_not_checked() {
    let model = model(&ur5(), &Scene::with_floor(0.0), &CollisionSettings::default());
    let reason = |a: &str, b: &str| {
        let found = model.excluded().iter().find(|e| e.a == a && e.b == b);
        found.map(|e| e.reason)
    };
    for (a, b) in [("base", "link1"), ("link1", "link2"), ("link5", "link6")] {
        assert_eq!(reason(a, b), Some(Exclusion::Adjacent));
    }
    // The first link stands on the floor whatever the pose; the base is not compared with it at all.
    assert!(
        matches!(reason("link1", "floor"), Some(Exclusion::AlwaysTouching { share }) if share == 1.0)
    );
    assert_eq!(reason("base", "floor"), None);
    assert!(model.pairs().iter().all(|p| p.a != "base" || p.b != "floor"));
    assert!(model.pairs().iter().any(|p| p.a == "link6" && p.b == "floor"));
    let warned = model.warnings();
    assert!(warned.iter().any(|w| w.code() == "W158" && w.to_string().contains("floor")));
}

#[test]
fn what_cannot_be_reached_is_not_checked() {
    let mut far = table();
    far.position_m = [0.0, 0.0, 4.0];
    let scene = Scene { boxes: vec![far], ..Scene::default() };
    let model = model(&ur5(), &scene, &CollisionSettings::default());
    assert!(model.pairs().iter().all(|p| p.b != "table"));
    let nearest = model.excluded().iter().filter_map(|e| match e.reason {
        Exclusion::NeverNear { nearest_m } if e.b == "table" => Some(nearest_m),
        _ => None,
    });
    // The arm is less than 1.4 m long; the box begins at 3.85 m.
    assert!(
        nearest.clone().count() == 6 && nearest.clone().all(|m| m > 2.0),
        "{:?}",
        nearest.max_by(f64::total_cmp)
    );
}

#[test]
fn pairs_can_be_excluded_by_name() {
    let with = |a: &str, b: &str| CollisionSettings {
        exclude: vec![[a.to_owned(), b.to_owned()]],
        ..CollisionSettings::default()
    };
    let robot = ur5();
    let geometry = Geometry::without_meshes(&robot);
    let scene = Scene::with_floor(0.0);
    let model = CollisionModel::new(&robot, &geometry, &scene, &with("floor", "link6")).unwrap();
    assert!(model.pairs().iter().all(|p| (p.a.as_str(), p.b.as_str()) != ("link6", "floor")));
    assert!(model.excluded().iter().any(|e| e.a == "link6" && e.reason == Exclusion::ByUser));
    let error = CollisionModel::new(&robot, &geometry, &scene, &with("flor", "link6")).unwrap_err();
    assert!(
        matches!(error.kind(), Some(InputError::UnknownName { suggestion, .. }) if suggestion.as_deref() == Some("floor"))
    );
}

#[test]
fn bad_input_is_refused() {
    let robot = ur5();
    let geometry = Geometry::without_meshes(&robot);
    let build = |geometry: &Geometry, scene: &Scene, settings: &CollisionSettings| {
        CollisionModel::new(&robot, geometry, scene, settings).map(|_| ())
    };
    let (scene, settings) = (Scene::default(), CollisionSettings::default());
    let none = CollisionSettings { n_poses: 0, ..settings.clone() };
    assert!(matches!(
        build(&geometry, &scene, &none).unwrap_err().kind(),
        Some(CollisionError::CollisionSettings { .. })
    ));
    let nowhere = Scene::with_floor(f64::NAN);
    assert!(matches!(
        build(&geometry, &nowhere, &settings).unwrap_err().kind(),
        Some(CollisionError::BadObstacle { .. })
    ));
    let mut unread = geometry.clone();
    let shape = Shape::Mesh { file: "a.stl".to_owned(), scale: [1.0; 3] };
    unread.base.solids[0].shape = shape;
    assert!(matches!(
        build(&unread, &scene, &settings).unwrap_err().kind(),
        Some(ModelError::BadSolid { .. })
    ));
    let mut short = geometry.clone();
    short.links.pop();
    assert!(matches!(
        build(&short, &scene, &settings).unwrap_err().kind(),
        Some(InputError::LengthMismatch { .. })
    ));
    let model = model(&robot, &scene, &settings);
    let mut scratch = model.scratch();
    let refused = model.distances(&[f64::NAN; 6], &mut scratch).map(|_| ());
    assert!(matches!(refused.unwrap_err().kind(), Some(InputError::NotFinite { .. })));
    let refused = model.distances(&[0.0; 5], &mut scratch).map(|_| ());
    assert!(matches!(refused.unwrap_err().kind(), Some(InputError::LengthMismatch { .. })));
}

#[test]
fn threads_share_a_model() {
    fn shared<T: Sync + Send>(_: &T) {}
    shared(&model(&ur5(), &Scene::default(), &CollisionSettings::default()));
}

/// A capsule of known size on a known joint: the height of its lowest point is known too.
#[test]
fn a_single_pendulum_hangs_above_the_floor_by_what_trigonometry_says() {
    let robot = catalog::description("planar2r").unwrap().build().unwrap();
    let mut geometry = Geometry::without_meshes(&robot);
    let solid = Solid::capsule_between(Vec3::ZERO, Vec3::X * -0.3, 0.05);
    geometry.links[1].solids = vec![solid];
    let wall = Wall { name: None, position_m: Vec3::X * 3.0, normal: -Vec3::X };
    let scene = Scene { walls: vec![wall], ..Scene::default() };
    let model = CollisionModel::new(&robot, &geometry, &scene, &all_pairs()).unwrap();
    let pair = model.pairs().iter().position(|p| p.a == "link2" && p.b == "wall1").unwrap();
    let mut scratch = model.scratch();
    let frame = robot.frame("link2").unwrap().clone();
    for k in 0..20 {
        let q = [PI * f64::from(k) / 10.0, 0.3 * f64::from(k)];
        let mut dynamics = taufit::dynamics::Scratch::new(&robot);
        let tip = taufit::dynamics::frame_pose(&robot, &mut dynamics, &q, &frame).unwrap();
        let reach = tip.translation.x.max(tip.point(Vec3::X * -0.3).x);
        let near = model.distances(&q, &mut scratch).unwrap()[pair];
        assert!((near.distance_m - (3.0 - reach - 0.05)).abs() < 1e-12);
    }
}

#[test]
fn links_without_shapes_are_named() {
    let mut description = catalog::description("planar2r").unwrap();
    let [upper, fore] = [1, 2].map(|link: usize| description.links[link].name.clone());
    let ball = Solid::capsule_between(Vec3::ZERO, Vec3::X * 0.3, 0.1);
    description.links[1].collision.push(ball);
    let robot = description.build().unwrap();
    let warnings = Geometry::without_meshes(&robot).warnings(&robot);
    assert_eq!(warnings.len(), 1, "{upper}: {warnings:?}");
    assert_eq!(warnings[0].code(), "W157");
    assert!(warnings[0].to_string().contains(&fore), "{warnings:?}");
    // A robot without any shape gets capsules on all links.
    let none = catalog::robot("planar2r").unwrap();
    assert_eq!(Geometry::without_meshes(&none).warnings(&none), []);
}
