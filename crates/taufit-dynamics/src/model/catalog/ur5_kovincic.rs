//! The UR5 in the frames of Kovincic et al. 2019, §IV (eqs 28 and 36): axes z y y y z y.

use super::ur5;
use crate::model::{
    JointDescription, JointKind, LinkDescription, RobotDescription, STANDARD_GRAVITY,
};
use crate::spatial::{Inertial, Mat3, Transform, Vec3};
use std::f64::consts::{FRAC_PI_2, PI};

pub(super) const ABOUT: &str = "Universal Robots UR5 in the frames of the parameter identification paper (eqs 28, 36; rank 52 of 78)";

/// Joint origins in the parent link \[m\], extra turn about y before the joint \[rad\], joint axis.
const CHAIN: [(Vec3, f64, Vec3); 6] = [
    (Vec3::new(0.0, 0.0, 0.1519), 0.0, Vec3::Z),
    (Vec3::new(0.0, 0.11336, 0.0), FRAC_PI_2, Vec3::Y),
    (Vec3::new(0.0, -0.11336, 0.425), 0.0, Vec3::Y),
    (Vec3::new(0.0, 0.0, 0.39225), FRAC_PI_2, Vec3::Y),
    (Vec3::new(0.0, 0.10915, 0.0), 0.0, Vec3::Z),
    (Vec3::new(0.0, 0.0, 0.09465), 0.0, Vec3::Y),
];

pub(super) fn describe() -> RobotDescription {
    let link_name = |i: usize| if i == 0 { "base".to_owned() } else { format!("link{i}") };
    let mut links = vec![LinkDescription::new(link_name(0), None)];
    let mut joints = Vec::new();
    for (i, (origin, turn_rad, axis)) in CHAIN.into_iter().enumerate() {
        links.push(LinkDescription::new(link_name(i + 1), Some(body(i))));
        let (motor, friction) = ur5::drive(i);
        joints.push(JointDescription {
            parent_from_joint: Transform::from_translation(origin)
                * Transform::from_rotation(Vec3::Y, turn_rad),
            axis,
            limits: ur5::limits(i),
            motor,
            friction,
            ..JointDescription::new(
                format!("joint{}", i + 1),
                JointKind::Revolute,
                link_name(i),
                link_name(i + 1),
            )
        });
    }
    RobotDescription {
        name: "ur5-kovincic".to_owned(),
        gravity_in_world: STANDARD_GRAVITY,
        links,
        joints,
    }
}

/// Link `i` of the `ur5`, carried over: `link_from_dh` is where its DH frame sits on this link, with
/// both arms at `q = 0` and this one's base turned by π about z.
fn body(i: usize) -> Inertial {
    let link_from_dh =
        world_from_link(i).inverse() * Transform::from_rotation(Vec3::Z, PI) * world_from_dh(i);
    let (mass_kg, com_in_dh) = ur5::BODIES[i];
    let r = link_from_dh.rotation;
    let central = Mat3::symmetric(ur5::central_inertia(i));
    Inertial {
        mass_kg,
        com_in_link_m: rounded(link_from_dh.point(com_in_dh)),
        inertia_about_com_in_link: (r * central * r.transpose()).symmetric_entries().map(clean),
    }
}

/// The frames are turned by multiples of π/2: what is left of sin π is rounding.
fn clean(x: f64) -> f64 {
    const GRID: f64 = 1e12;
    (x * GRID).round() / GRID
}

fn rounded(v: Vec3) -> Vec3 {
    Vec3::new(clean(v.x), clean(v.y), clean(v.z))
}

fn world_from_link(i: usize) -> Transform {
    CHAIN[..=i].iter().fold(Transform::IDENTITY, |pose, (origin, turn_rad, _)| {
        pose * Transform::from_translation(*origin) * Transform::from_rotation(Vec3::Y, *turn_rad)
    })
}

fn world_from_dh(i: usize) -> Transform {
    ur5::DH[..=i].iter().fold(Transform::IDENTITY, |pose, row| {
        let (parent_from_joint, joint_from_link) = row.frames(super::DhConvention::Standard);
        pose * parent_from_joint * joint_from_link
    })
}
