//! Every number of a URDF, against the crate `urdf-rs` as a second reader.

use crate::common::{assert_close, public_models, robot_file};
use std::f64::consts::FRAC_PI_2;
use std::path::Path;
use taufit::model::{JointDescription, JointKind, LinkDescription, RobotDescription};
use taufit::spatial::{Mat3, Transform};
use taufit_io::parse_urdf;

fn pose(pose: &urdf_rs::Pose) -> Transform {
    Transform::from_xyz_rpy(pose.xyz.0, pose.rpy.0.map(unrounded))
}

/// Right angles that a file gives to two to seven decimals are exact in our reader, and only there.
fn unrounded(angle: f64) -> f64 {
    let right = (angle / FRAC_PI_2).round() * FRAC_PI_2;
    let off = (angle - right).abs();
    if (1e-8..5e-3).contains(&off) { right } else { angle }
}

#[test]
fn both_readers_agree_on_every_number() {
    compare(Path::new(&robot_file("ur5.urdf")));
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn both_readers_agree_on_every_number_of_public_models() {
    for entry in std::fs::read_dir(public_models("urdf")).unwrap() {
        compare(&entry.unwrap().path());
    }
}

fn compare(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let ours: RobotDescription = parse_urdf(&text).unwrap().description;
    let theirs = urdf_rs::read_from_string(&text).unwrap();
    assert_eq!(ours.name, theirs.name);
    assert_eq!((ours.links.len(), ours.joints.len()), (theirs.links.len(), theirs.joints.len()));
    for (ours, theirs) in ours.links.iter().zip(&theirs.links) {
        compare_links(ours, theirs);
    }
    for (ours, theirs) in ours.joints.iter().zip(&theirs.joints) {
        compare_joints(ours, theirs);
    }
}

fn compare_links(ours: &LinkDescription, theirs: &urdf_rs::Link) {
    assert_eq!(ours.name, theirs.name);
    // urdf-rs makes up a massless body where there is none.
    let Some(body) = ours.inertial else {
        assert_eq!(theirs.inertial.mass.value, 0.0);
        return;
    };
    let urdf_rs::Inertia { ixx, ixy, ixz, iyy, iyz, izz } = theirs.inertial.inertia;
    let origin = pose(&theirs.inertial.origin);
    let tensor = Mat3::symmetric([ixx, ixy, ixz, iyy, iyz, izz]);
    let turned = origin.rotation * tensor * origin.rotation.transpose();
    assert_eq!(body.mass_kg, theirs.inertial.mass.value, "{}", ours.name);
    assert_eq!(body.com_in_link_m, origin.translation, "{}", ours.name);
    let expected = turned.symmetric_entries();
    assert_close(&ours.name, &body.inertia_about_com_in_link, &expected, 1e-15);
}

fn compare_joints(ours: &JointDescription, theirs: &urdf_rs::Joint) {
    let kind = match theirs.joint_type {
        urdf_rs::JointType::Revolute => JointKind::Revolute,
        urdf_rs::JointType::Continuous => JointKind::Continuous,
        urdf_rs::JointType::Prismatic => JointKind::Prismatic,
        _ => JointKind::Fixed,
    };
    let name = &ours.name;
    assert_eq!((name, ours.kind), (&theirs.name, kind));
    assert_eq!((&ours.parent, &ours.child), (&theirs.parent.link, &theirs.child.link));
    assert_eq!(ours.parent_from_joint, pose(&theirs.origin), "{name}");
    let axis: [f64; 3] = ours.axis.into();
    assert_eq!(axis, theirs.axis.xyz.0, "{name}");
    compare_limits(ours, &theirs.limit);
    let (damping, friction) =
        theirs.dynamics.as_ref().map_or((0.0, 0.0), |d| (d.damping, d.friction));
    assert_eq!((ours.friction.viscous, ours.friction.coulomb), (damping, friction), "{name}");
    assert_eq!(ours.mimic.is_some(), theirs.mimic.is_some(), "{name}");
}

/// urdf-rs writes zeros where nothing is given.
fn compare_limits(ours: &JointDescription, theirs: &urdf_rs::JointLimit) {
    let zero = |x: Option<f64>| x.unwrap_or(0.0);
    let limits = ours.limits;
    assert_eq!(zero(limits.effort), theirs.effort, "{}", ours.name);
    assert_eq!(zero(limits.velocity), theirs.velocity, "{}", ours.name);
    if matches!(ours.kind, JointKind::Revolute | JointKind::Prismatic) {
        assert_eq!(zero(limits.lower), theirs.lower, "{}", ours.name);
        assert_eq!(zero(limits.upper), theirs.upper, "{}", ours.name);
    }
}
