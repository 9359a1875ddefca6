//! Content of MJCF files beyond the torques: couplings, limits, chains of joints.

use taufit::model::{JointKind, Mimic, RobotDescription};
use taufit_io::parse_mjcf;

fn read(inside: &str) -> RobotDescription {
    parse_mjcf(&format!("<mujoco>{inside}</mujoco>")).unwrap().description
}

const TWO_JOINTS: &str = "<compiler angle='radian'/><worldbody>\
    <body name='a'><joint name='j' ref='0.5'/><body name='b'><joint name='k' ref='0.25'/></body></body>\
    </worldbody>";

#[test]
fn a_linear_coupling_becomes_a_mimic_joint() {
    let coupling = "<equality><joint joint1='k' joint2='j' polycoef='0.1 2 0 0 0'/></equality>";
    let robot = read(&format!("{TWO_JOINTS}{coupling}"));
    // q_k − 0.25 = 0.1 + 2 (q_j − 0.5)
    let Mimic { joint, ratio, offset } = robot.joints[1].mimic.clone().unwrap();
    assert_eq!((joint.as_str(), ratio), ("j", 2.0));
    assert!((offset - (0.25 + 0.1 - 2.0 * 0.5)).abs() < 1e-15);
}

#[test]
fn curved_and_inactive_couplings_are_left_out() {
    for (attribute, n_warnings) in [("polycoef='0 1 1 0 0'", 1), ("active='false'", 0)] {
        let coupling = format!("<equality><joint joint1='k' joint2='j' {attribute}/></equality>");
        let parsed = parse_mjcf(&format!("<mujoco>{TWO_JOINTS}{coupling}</mujoco>")).unwrap();
        assert!(parsed.description.joints.iter().all(|j| j.mimic.is_none()));
        assert_eq!(parsed.warnings.len(), n_warnings);
    }
}

#[test]
fn several_joints_of_a_body_become_a_chain() {
    let robot =
        read("<worldbody><body name='a'><joint name='x'/><joint name='y'/></body></worldbody>");
    let ends: Vec<_> = robot.joints.iter().map(|j| (j.parent.as_str(), j.child.as_str())).collect();
    assert_eq!(ends, [("world", "a/x"), ("a/x", "a")]);
}

#[test]
fn limits_need_to_be_switched_on() {
    let joint = |head: &str, attributes: &str| {
        let body = format!("<body name='a'><joint {attributes}/></body>");
        read(&format!("{head}<worldbody>{body}</worldbody>")).joints[0].clone()
    };
    let limited = joint("", "range='-90 90'");
    assert_eq!(limited.limits.upper, Some(90_f64.to_radians()));
    assert_eq!(limited.kind, JointKind::Revolute);
    assert_eq!(joint("", "range='-90 90' limited='false'").kind, JointKind::Continuous);
    assert_eq!(joint("", "range='0 0'").kind, JointKind::Continuous);
    let manual = "<compiler autolimits='false'/>";
    assert_eq!(joint(manual, "range='-90 90'").limits.upper, None);
    assert!(joint(manual, "range='-90 90' limited='true'").limits.upper.is_some());
    assert_eq!(joint("", "type='slide' range='-1 2'").limits.upper, Some(2.0));
}

#[test]
fn actuators_give_effort_times_gear_unless_the_joint_says_it() {
    let actuator = "<default><motor forcerange='-2 3'/></default>\
        <actuator><motor joint='j' gear='-10'/><motor joint='k'/></actuator>";
    let robot =
        read(&format!("{TWO_JOINTS}{actuator}").replace("ref='0.25'", "actuatorfrcrange='-7 7'"));
    assert_eq!(robot.joints[0].limits.effort, Some(30.0));
    assert_eq!(robot.joints[1].limits.effort, Some(7.0));
}

#[test]
fn bodies_and_joints_without_a_name_get_one() {
    let robot = read("<worldbody><body><joint/><body/></body></worldbody>");
    let links: Vec<_> = robot.links.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(links, ["world", "body#1", "body#2"]);
    assert_eq!(robot.joints[0].name, "joint#0");
}

#[test]
fn the_last_of_several_default_sections_counts() {
    let defaults =
        "<default><joint armature='1'/></default><default><joint armature='2'/></default>";
    let robot = read(&format!("{defaults}{TWO_JOINTS}"));
    assert!(robot.joints.iter().all(|j| j.motor.rotor_inertia_kg_m2 == 2.0));
}
