//! `robot.toml`: what is read, and what is refused.

use crate::common::assert_error;
use taufit::friction::{CoulombShape, Stribeck};
use taufit::model::JointKind;
use taufit_io::{Error, Parsed, parse_robot_toml};

fn arm(inside_joint: &str) -> String {
    format!("name = 'arm'\nconvention = 'dh'\n[[joint]]\nname = 'elbow'\n{inside_joint}\n")
}

fn read(text: &str) -> Parsed {
    parse_robot_toml(text).unwrap()
}

fn refusal(text: &str) -> Error {
    let built = |p: Parsed| p.description.build().map_err(Error::from);
    parse_robot_toml(text).and_then(built).expect_err("a broken robot was accepted")
}

#[test]
fn names_and_parents_follow_the_order_where_the_file_is_silent() {
    let text = "name = 'tree'\nconvention = 'mdh'\n[[joint]]\n[[joint]]\nname = 'left'\n\
                [[joint]]\nparent = 'joint1'\n[[joint]]\nparent = 'base'\ntype = 'prismatic'";
    let robot = read(text).description;
    let ends: Vec<_> = robot.joints.iter().map(|j| (j.parent.as_str(), j.child.as_str())).collect();
    assert_eq!(
        ends,
        [("base", "link1"), ("link1", "link2"), ("link1", "link3"), ("base", "link4")]
    );
    assert_eq!(robot.joints[1].name, "left");
    assert_eq!(robot.joints[3].kind, JointKind::Prismatic);
    assert_eq!(robot.build().unwrap().n_dof(), 4);
}

#[test]
fn degrees_are_an_alternative_to_radians() {
    let degrees = read(&arm("alpha_deg = 90\ntheta_deg = -45"));
    let radians = read(&arm("alpha_rad = 1.5707963267948966\ntheta_rad = -0.7853981633974483"));
    assert_eq!(degrees, radians);
    let both = refusal(&arm("alpha_deg = 90\nalpha_rad = 1.5"));
    assert_error(&both, "E039", &["\"elbow\"", "alpha_rad", "alpha_deg"]);
}

#[test]
fn motor_side_values_pass_through_the_gearbox() {
    let motor = "motor = { gear_ratio = 100, motor_torque_constant_nm_a = 0.1, \
                 motor_rotor_inertia_kg_m2 = 2e-5, motor_type = 'big' }";
    let motor = read(&arm(motor)).description.joints[0].motor.clone();
    assert_eq!(motor.torque_constant_nm_a, Some(10.0));
    assert!((motor.rotor_inertia_kg_m2 - 0.2).abs() < 1e-15);
    let without_gear = refusal(&arm("motor = { motor_torque_constant_nm_a = 0.1 }"));
    assert_error(&without_gear, "E033", &["\"elbow\"", "gear_ratio"]);
    let both = "motor = { gear_ratio = 2, rotor_inertia_kg_m2 = 1, motor_rotor_inertia_kg_m2 = 1 }";
    assert_error(&refusal(&arm(both)), "E039", &["rotor_inertia_kg_m2"]);
}

#[test]
fn the_friction_terms_that_are_given_are_the_model() {
    let text = "friction = { viscous = 1, coulomb = 2, coulomb_backward = 3, stribeck = 0.5, \
                stribeck_velocity_rad_s = 0.1, tanh_width_rad_s = 0.01, offset = 0.2 }";
    let friction = read(&arm(text)).description.joints[0].friction;
    assert!(friction.shape.viscous && friction.shape.per_direction && friction.shape.offset);
    assert_eq!(friction.shape.stribeck, Some(Stribeck { velocity_rad_s: 0.1, exponent: 2.0 }));
    let smooth = CoulombShape::Tanh { width_rad_s: 0.01, shift_rad_s: 0.0 };
    assert_eq!(friction.shape.sign, smooth);
    let viscous = read(&arm("friction = { viscous = 1 }")).description.joints[0].friction;
    assert!(viscous.shape.viscous && !viscous.shape.coulomb);
}

#[test]
fn half_a_friction_model_says_what_is_missing() {
    for (given, missing) in [
        ("stribeck = 1", "stribeck_velocity_rad_s"),
        ("stribeck_exponent = 1", "\"stribeck\""),
        ("tanh_shift_rad_s = 1", "tanh_width_rad_s"),
        ("coulomb_backward = 1", "\"coulomb\""),
    ] {
        let error = refusal(&arm(&format!("friction = {{ {given} }}")));
        assert_error(&error, "E033", &["\"elbow\"", missing]);
    }
    let negative_width = refusal(&arm("friction = { coulomb = 1, tanh_width_rad_s = -1 }"));
    assert_error(&negative_width, "E011", &["\"elbow\""]);
}

#[test]
fn a_tool_adds_its_body_to_the_last_link() {
    let tool = "link = { mass_kg = 2 }\n[[attachment]]\nname = 'gripper'\nxyz_m = [0, 0, 0.1]\n\
                mass_kg = 0.5\ncom_m = [0, 0, 0.05]";
    let robot = read(&arm(tool)).description.build().unwrap();
    let link = &robot.joints()[0].link;
    assert_eq!(link.inertia.mass_kg, 2.5);
    assert!((link.inertia.first_moment.z - 0.5 * 0.15).abs() < 1e-15);
    assert_eq!(robot.frame("gripper").unwrap().link, Some(0));
}

#[test]
fn unknown_keys_have_a_suggestion_and_a_place() {
    let error = refusal(&arm("alpha_red = 1"));
    assert_error(&error, "E037", &["\"alpha_red\"", "mean \"alpha_rad\"", "line 5, column 1"]);
    let error = refusal(&arm("link = { mass = 1 }"));
    assert_error(&error, "E037", &["\"mass\"", "mean \"mass_kg\""]);
    assert_error(&refusal(&arm("limits = { lover = 1 }")), "E037", &["mean \"lower\""]);
    assert_error(&refusal("nam = 'a'"), "E037", &["mean \"name\""]);
}

#[test]
fn missing_keys_are_named() {
    assert_error(&refusal("name = 'a'"), "E033", &["convention"]);
    assert_error(&refusal(""), "E033", &["name"]);
    let error = refusal(&arm("link = { com_m = [0, 0, 1] }"));
    assert_error(&error, "E033", &["link \"link1\"", "mass_kg"]);
}

#[test]
fn wrong_types_and_broken_text_say_where() {
    assert_error(&refusal(&arm("a_m = 'long'")), "E032", &["line 5"]);
    assert_error(&refusal(&arm("type = 'screw'")), "E032", &["screw", "line 5"]);
    assert_error(&refusal(&arm("link = { com_m = [1, 2] }")), "E032", &["line 5"]);
    assert_error(&refusal("name = 'a"), "E032", &["line 1"]);
    assert_error(&refusal("<robot/>"), "E032", &["line 1"]);
    assert_error(&refusal("name = 'a'\nconvention = 'ddh'"), "E032", &["dh", "mdh", "line 2"]);
}

#[test]
fn the_model_refuses_what_is_written_well_but_makes_no_sense() {
    assert_error(&refusal(&arm("a_m = nan")), "E007", &["\"elbow\""]);
    assert_error(&refusal(&arm("link = { mass_kg = -1 }")), "E008", &["\"link1\""]);
    assert_error(&refusal(&arm("parent = 'elbow'")), "E003", &["\"link1\""]);
    assert_error(&refusal(&arm("parent = 'sholder'")), "E002", &["\"elbow\"", "\"sholder\""]);
    assert_error(&refusal(&arm("[[joint]]\nname = 'elbow'")), "E001", &["\"elbow\""]);
    assert_error(&refusal("name = 'a'\nconvention = 'dh'"), "E012", &["\"a\""]);
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("name = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(refusal(&deep).code(), "E032");
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(read(&format!("\u{feff}{}", arm(""))).description.name, "arm");
}
