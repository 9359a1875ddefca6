//! Content of URDF files where the standard leaves something open.

use taufit::friction::Friction;
use taufit::model::{JointDescription, Limits, Mimic};
use taufit::spatial::{Transform, Vec3};
use taufit_io::{Parsed, parse_urdf};

/// A robot of one joint `j`, with this inside, and this beside it.
fn read(kind: &str, inside: &str, beside: &str) -> Parsed {
    let text = format!(
        "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='{kind}'>\
         <parent link='a'/><child link='b'/>{inside}</joint>{beside}</robot>"
    );
    parse_urdf(&text).unwrap()
}

fn joint(kind: &str, inside: &str) -> JointDescription {
    read(kind, inside, "").description.joints[0].clone()
}

#[test]
fn what_is_missing_stays_missing() {
    let parsed = read("revolute", "", "");
    assert!(parsed.description.links.iter().all(|link| link.inertial.is_none()));
    let joint = &parsed.description.joints[0];
    assert_eq!((joint.limits, joint.friction), (Limits::default(), Friction::NONE));
    assert_eq!(joint.parent_from_joint, Transform::IDENTITY);
    assert_eq!((joint.motor.gear_ratio, joint.mimic.is_some()), (None, false));
}

#[test]
fn the_axis_is_x_unless_given() {
    assert_eq!(joint("revolute", "").axis, Vec3::X);
    assert_eq!(joint("revolute", "<axis/>").axis, Vec3::X);
    assert_eq!(joint("revolute", "<axis xyz='0 1 0'/>").axis, Vec3::Y);
}

#[test]
fn an_origin_may_be_a_quaternion() {
    let (s, c) = 0.35_f64.sin_cos();
    let origin = format!("<origin xyz='1 2 3' quat_xyzw='0 0 {} {}'/>", 2.0 * s, 2.0 * c);
    let found: [f64; 12] = joint("revolute", &origin).parent_from_joint.into();
    let expected: [f64; 12] = Transform::from_xyz_rpy([1.0, 2.0, 3.0], [0.0, 0.0, 0.7]).into();
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{found:?}");
}

#[test]
fn limits_are_those_of_the_kind_of_joint() {
    let limit = "<limit lower='-1' upper='2' velocity='3' effort='4' acceleration='5'/>";
    let expected = Limits {
        lower: Some(-1.0),
        upper: Some(2.0),
        velocity: Some(3.0),
        acceleration: Some(5.0),
        effort: Some(4.0),
    };
    assert_eq!(joint("prismatic", limit).limits, expected);
    let endless = Limits { lower: None, upper: None, ..expected };
    assert_eq!(joint("continuous", limit).limits, endless);
}

#[test]
fn half_of_the_dynamics_leaves_the_other_half_zero() {
    let damping = joint("revolute", "<dynamics damping='2'/>").friction;
    assert_eq!(damping, Friction::coulomb_viscous(0.0, 2.0));
    let friction = joint("revolute", "<dynamics friction='3'/>").friction;
    assert_eq!(friction, Friction::coulomb_viscous(3.0, 0.0));
    assert_eq!(joint("revolute", "<dynamics/>").friction, Friction::NONE);
}

#[test]
fn a_mimic_joint_follows_one_to_one_unless_told_otherwise() {
    let mimic = |text| joint("revolute", text).mimic.unwrap();
    let expected = Mimic { joint: "k".to_owned(), ratio: 1.0, offset: 0.0 };
    assert_eq!(mimic("<mimic joint='k'/>"), expected);
    let expected = Mimic { ratio: -2.0, offset: 0.5, ..expected };
    assert_eq!(mimic("<mimic joint='k' multiplier='-2' offset='0.5'/>"), expected);
}

#[test]
fn gear_ratios_come_from_simple_transmissions_that_say_one() {
    let ratio = |inside: &str| {
        let transmission = format!("<transmission name='t'>{inside}</transmission>");
        read("revolute", "", &transmission).description.joints[0].motor.gear_ratio
    };
    let motor = |n| format!("<actuator><mechanicalReduction>{n}</mechanicalReduction></actuator>");
    assert_eq!(ratio(&format!("<joint name='j'/>{}", motor("50"))), Some(50.0));
    // Templates write 1 for "none"; a differential has two of everything.
    assert_eq!(ratio(&format!("<joint name='j'/>{}", motor("1.0"))), None);
    assert_eq!(ratio(&format!("<joint name='j'/><joint name='k'/>{}", motor("50"))), None);
}

#[test]
fn a_second_inertial_is_left_out_with_a_warning() {
    let body = |mass: &str| {
        format!(
            "<inertial><mass value='{mass}'/>\
             <inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"
        )
    };
    let link = format!("<link name='c'>{}{}</link>", body("1"), body("2"));
    let parsed = read("revolute", "", &link);
    assert_eq!(parsed.description.links[2].inertial.unwrap().mass_kg, 1.0);
    assert!(parsed.warnings[0].to_string().contains("link \"c\""));
}

#[test]
fn the_tensor_is_turned_into_the_frame_of_the_link() {
    let link = "<link name='c'><inertial><origin rpy='0 0 0.3'/><mass value='1'/>\
                <inertia ixx='3' ixy='0' ixz='0' iyy='2' iyz='0' izz='4'/></inertial></link>";
    let body = read("revolute", "", link).description.links[2].inertial.unwrap();
    let (s, c) = 0.3_f64.sin_cos();
    // Rz(ψ) diag(a, b, ·) Rz(ψ)ᵀ: xx = a c² + b s², xy = (a − b) s c, yy = a s² + b c².
    let expected = [3.0 * c * c + 2.0 * s * s, s * c, 0.0, 3.0 * s * s + 2.0 * c * c, 0.0, 4.0];
    let found = body.inertia_about_com_in_link;
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{found:?}");
}
