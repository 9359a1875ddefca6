//! Collision shapes of every kind of robot file, and of the robots that others wrote.

use crate::common::public_models;
use std::f64::consts::FRAC_PI_2;
use taufit::Warning;
use taufit::collision::{CollisionModel, CollisionSettings, Geometry, Scene};
use taufit::diagnostics::ModelWarning;
use taufit::model::{RobotDescription, Shape, Solid};
use taufit::spatial::Vec3;
use taufit_io::MeshWarning;
use taufit_io::{parse_mjcf, parse_robot_toml, parse_urdf, read_geometry, read_robot};

fn urdf(collision: &str) -> taufit_io::Parsed {
    parse_urdf(&format!(
        r#"<robot name="one"><link name="base"/><link name="arm">{collision}</link>
           <joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>"#
    ))
    .unwrap()
}

fn shapes(solids: &[Solid]) -> Vec<Shape> {
    solids.iter().map(|solid| solid.shape.clone()).collect()
}

fn solids<'a>(description: &'a RobotDescription, link: &str) -> &'a [Solid] {
    &description.links.iter().find(|l| l.name == link).unwrap().collision
}

#[test]
fn every_shape_of_a_urdf_is_read() {
    let parsed = urdf(
        r#"<collision><origin xyz="1 2 3"/><geometry><box size="1 2 3"/></geometry></collision>
           <collision><geometry><cylinder radius="0.1" length="0.5"/></geometry></collision>
           <collision><geometry><sphere radius="0.2"/></geometry></collision>
           <collision><geometry><capsule radius="0.1" length="0.3"/></geometry></collision>
           <collision><geometry><mesh filename="a.stl" scale="1 1 2"/></geometry></collision>"#,
    );
    assert_eq!(parsed.warnings, []);
    let found = solids(&parsed.description, "arm");
    let expected = [
        Shape::Box { size_m: [1.0, 2.0, 3.0] },
        Shape::Cylinder { radius_m: 0.1, length_m: 0.5 },
        Shape::Sphere { radius_m: 0.2 },
        Shape::Capsule { radius_m: 0.1, length_m: 0.3 },
        Shape::Mesh { file: "a.stl".to_owned(), scale: [1.0, 1.0, 2.0] },
    ];
    assert_eq!(shapes(found), expected);
    assert_eq!(found[0].link_from_shape.translation, Vec3::new(1.0, 2.0, 3.0));
}

#[test]
fn shapes_that_make_no_sense_are_left_out_with_a_warning() {
    for collision in [
        r#"<box size="1 2"/>"#,
        r#"<box size="1 2 0"/>"#,
        r#"<sphere radius="NaN"/>"#,
        r#"<sphere/>"#,
        r#"<cone radius="1"/>"#,
        "",
    ] {
        let parsed = urdf(&format!("<collision><geometry>{collision}</geometry></collision>"));
        assert_eq!(solids(&parsed.description, "arm"), [], "{collision}");
        assert!(
            matches!(&parsed.warnings[..], [w] if matches!(w.kind(), Some(ModelWarning::Ignored { .. }))),
            "{collision}"
        );
        parsed.description.build().unwrap();
    }
}

#[test]
fn shapes_behind_fixed_joints_ride_on_what_carries_them() {
    let parsed = parse_urdf(
        r#"<robot name="one"><link name="base"/><link name="arm"/>
           <link name="tool"><collision><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry>
           </collision></link>
           <joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint>
           <joint name="f" type="fixed"><origin xyz="1 0 0" rpy="0 1.5707963267948966 0"/>
             <parent link="arm"/><child link="tool"/></joint></robot>"#,
    )
    .unwrap();
    let robot = parsed.description.build().unwrap();
    let [solid] = &robot.joints()[0].link.collision[..] else { panic!("one solid") };
    assert!((solid.link_from_shape.translation - Vec3::new(2.0, 0.0, 0.0)).norm() < 1e-12);
}

#[test]
fn geoms_of_an_mjcf_are_read_unless_they_touch_nothing() {
    let parsed = parse_mjcf(
        r#"<mujoco><compiler meshdir="assets"/>
           <default><default class="seen"><geom contype="0" conaffinity="0"/></default>
             <default class="felt"><geom type="capsule"/></default></default>
           <asset><mesh file="hand.stl"/></asset>
           <worldbody><geom type="plane" size="1 1 1"/>
             <body name="arm"><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/><joint axis="0 0 1"/>
               <geom class="seen" type="mesh" mesh="hand"/>
               <geom class="felt" size="0.05 0.2" pos="0 0 0.2"/>
               <geom class="felt" size="0.05" fromto="0 0 0 0 1 0"/>
               <geom type="box" size="0.1 0.2 0.3"/>
               <geom type="mesh" mesh="hand"/>
               <geom size="0.3"/></body></worldbody></mujoco>"#,
    )
    .unwrap();
    assert_eq!(parsed.warnings, []);
    let found = solids(&parsed.description, "arm");
    let expected = [
        Shape::Capsule { radius_m: 0.05, length_m: 0.4 },
        Shape::Capsule { radius_m: 0.05, length_m: 1.0 },
        Shape::Box { size_m: [0.2, 0.4, 0.6] },
        Shape::Mesh { file: "assets/hand.stl".to_owned(), scale: [1.0; 3] },
        Shape::Sphere { radius_m: 0.3 },
    ];
    assert_eq!(shapes(found), expected);
    let end = found[1].link_from_shape.point(Vec3::Z * 0.5);
    assert!((end - Vec3::new(0.0, 1.0, 0.0)).norm() < 1e-12);
    assert_eq!(solids(&parsed.description, "world"), []);
}

#[test]
fn shapes_of_a_robot_toml_are_read() {
    let parsed = parse_robot_toml(
        r#"name = "one"
           convention = "dh"
           base_collision = [{ shape = { type = "box", size_m = [0.2, 0.2, 0.1] } }]
           [[joint]]
           a_m = 0.5
           link.collision = [{ shape = { type = "capsule", radius_m = 0.05, length_m = 0.4 },
                               xyz_m = [-0.25, 0, 0], rpy_rad = [0, 1.5707963267948966, 0] }]"#,
    )
    .unwrap();
    assert_eq!(
        shapes(solids(&parsed.description, "base")),
        [Shape::Box { size_m: [0.2, 0.2, 0.1] }]
    );
    let found = solids(&parsed.description, "link1");
    let end = found[0].link_from_shape.point(Vec3::Z * 0.2);
    assert!((end - Vec3::new(-0.05, 0.0, 0.0)).norm() < 1e-12);
}

/// Every model has shapes for all its links, from the file or fitted, and pairs that can be checked; meshes,
/// of which there are none beside the files, are warnings.
#[test]
#[ignore = "needs TAUFIT_DATA"]
fn public_models_can_be_checked() {
    for folder in ["urdf", "mjcf"] {
        let path = public_models(folder);
        for file in std::fs::read_dir(path).unwrap() {
            let path = file.unwrap().path();
            let loaded = read_robot(path.to_str().unwrap()).unwrap();
            let shapes = read_geometry(&loaded, &[]);
            let missing: usize = shapes.geometry.bodies().map(|b| b.n_missing).sum();
            let not_found =
                |w: &&Warning| matches!(w.kind(), Some(MeshWarning::MeshNotFound { .. }));
            let n_warned = shapes.warnings.iter().filter(not_found).count();
            assert!(n_warned <= missing && (missing == 0) == (n_warned == 0), "{path:?}");
            let settings = CollisionSettings { n_poses: 100, ..CollisionSettings::default() };
            let scene = Scene::with_floor(-0.05);
            let model =
                CollisionModel::new(&loaded.robot, &shapes.geometry, &scene, &settings).unwrap();
            assert!(!model.pairs().is_empty(), "{path:?}");
            let mut scratch = model.scratch();
            let q = vec![0.1; loaded.robot.n_dof()];
            let near = model.distances(&q, &mut scratch).unwrap();
            assert!(near.iter().all(|p| !p.distance_m.is_nan()), "{path:?}");
        }
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn a_public_ur5e_is_free_of_collisions_upright_and_not_folded() {
    let path = public_models("mjcf");
    let path = path.join("menagerie_ur5e.xml");
    let robot = read_robot(path.to_str().unwrap()).unwrap().robot;
    let geometry = Geometry::without_meshes(&robot);
    assert!(geometry.bodies().all(|body| body.n_fitted == 0 && body.n_missing == 0));
    let settings = CollisionSettings::default();
    let model = CollisionModel::new(&robot, &geometry, &Scene::default(), &settings).unwrap();
    let mut scratch = model.scratch();
    let mut nearest = |q: &[f64]| {
        let near = model.distances(q, &mut scratch).unwrap();
        near.iter().map(|p| p.distance_m).fold(f64::INFINITY, f64::min)
    };
    assert!(nearest(&[0.0, -FRAC_PI_2, 0.0, -FRAC_PI_2, 0.0, 0.0]) > 0.0);
    assert!(nearest(&[0.0, -FRAC_PI_2, 3.0, 0.0, 0.0, 0.0]) < 0.0);
}
