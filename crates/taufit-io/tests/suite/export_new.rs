//! New files for robots that came from a table.

use crate::common::perturb::{full_friction, perturbed};
use crate::common::{Random, assert_close, assert_error, robot_file, torques};
use taufit::dynamics::{Scratch, forward_kinematics};
use taufit::friction::Friction;
use taufit::model::{Limits, Motor, Robot, catalog};
use taufit::spatial::{Inertial, LinkInertia, Transform, Vec3};
use taufit_io::{
    Parsed, Result, export_robot_toml, parse_mjcf, parse_robot_toml, parse_urdf, read_robot,
    write_mjcf, write_robot_toml, write_urdf,
};

/// Sliding and turning joints, a follower, a branch, a tool, tilted gravity.
const GANTRY: &str = r#"
# A gantry that nobody has built.
name = "gantry <\"1\" & 2>"
convention = "mdh"
gravity_m_s2 = [1.0, -2.0, -9.5]   # it leans
base_link = "floor"

[[joint]]
name = "rail"
type = "prismatic"
a_m = 0.1
alpha_deg = 30
theta_deg = -50
limits = { lower = -1.0, upper = 2.0 }
friction = { coulomb = 5.0, viscous = 3.0 }  # worn
link = { mass_kg = 8.0, com_m = [0.1, 0.2, 0.3], inertia_kg_m2 = [0.5, 0.01, 0.02, 0.6, 0.03, 0.7] }

[[joint]]
name = "turn"
a_m = -0.3
alpha_rad = 1.1
d_m = 0.2
motor = { gear_ratio = 10.0, motor_rotor_inertia_kg_m2 = 0.002 }
link.mass_kg = 3.0
link.com_m = [0.0, 0.1, 0.0]
link.inertia_kg_m2 = [0.05, 0.0, 0.0, 0.06, 0.0, 0.04]

[[joint]]
name = "follow"
parent = "rail"
alpha_rad = -0.4
d_m = -0.1
mimic = { joint = "turn", ratio = -1.5, offset = 0.2 }
link = { mass_kg = 1.0, com_m = [0.1, 0.0, 0.0], inertia_kg_m2 = [0.01, 0.0, 0.0, 0.01, 0.0, 0.01] }

[[attachment]]
name = "gripper"
parent = "turn"
xyz_m = [0.1, 0.0, 0.2]
rpy_rad = [0.3, 1.5707963267948966, -0.2]
mass_kg = 0.7
com_m = [0.0, 0.0, 0.05]
inertia_kg_m2 = [0.001, 0.0, 0.0, 0.001, 0.0, 0.001]
"#;

fn built(parsed: Result<Parsed>) -> Robot {
    parsed.unwrap().description.build().unwrap()
}

fn gantry() -> Robot {
    built(parse_robot_toml(GANTRY))
}

/// Every built-in robot with bodies that exist, and the gantry.
fn robots() -> Vec<Robot> {
    let built_in = catalog::ENTRIES.iter().map(|entry| catalog::robot(entry.name).unwrap());
    built_in.map(|robot| perturbed(&robot, &mut Random(5))).chain([gantry()]).collect()
}

fn without_rotors(robot: &Robot) -> Robot {
    (0..robot.n_dof()).fold(robot.clone(), |r, dof| r.with_motor(dof, Motor::default()))
}

fn assert_same_torques(a: &Robot, b: &Robot, relative: f64) {
    let mut random = Random(9);
    for _ in 0..50 {
        let [q, qd, qdd] = [3.0, 2.0, 5.0]
            .map(|most| random.vector(a.n_dof()).iter().map(|x| x * most).collect::<Vec<f64>>());
        assert_close(a.name(), &torques(b, &q, &qd, &qdd), &torques(a, &q, &qd, &qdd), relative);
    }
}

#[test]
fn a_new_urdf_needs_the_torques_of_the_table() {
    for robot in robots() {
        let exported = write_urdf(&robot, &[]).unwrap();
        let back = built(parse_urdf(&exported.text)).with_gravity(robot.gravity_in_world());
        assert_same_torques(&without_rotors(&robot), &back, 1e-9);
        assert_eq!(urdf_rs::read_from_string(&exported.text).unwrap().name, robot.name());
    }
}

#[test]
fn a_new_mjcf_needs_the_torques_of_the_robot() {
    for robot in robots() {
        let exported = write_mjcf(&robot, &[]).unwrap();
        let back = built(parse_mjcf(&exported.text));
        assert_same_torques(&robot, &back, 1e-9);
        assert_eq!(back.name(), robot.name());
        for (found, expected) in back.joints().iter().zip(robot.joints()) {
            let range = |limits: &Limits| (limits.lower, limits.upper);
            assert_eq!(found.name, expected.name);
            if expected.limits.lower.is_some() && expected.limits.upper.is_some() {
                assert_eq!(range(&found.limits), range(&expected.limits), "{}", found.name);
            }
        }
    }
}

#[test]
fn a_robot_on_the_world_becomes_an_mjcf() {
    let text = GANTRY.replace("base_link = \"floor\"", "base_link = \"world\"");
    let robot = built(parse_robot_toml(&text));
    let exported = write_mjcf(&robot, &[]).unwrap();
    assert!(!exported.text.contains("<body name=\"world\""), "{}", exported.text);
    assert_same_torques(&robot, &built(parse_mjcf(&exported.text)), 1e-9);
}

#[test]
fn frames_stay_where_they_are() {
    for robot in robots() {
        let back = built(parse_urdf(&write_urdf(&robot, &[]).unwrap().text));
        let q = Random(4).vector(robot.n_dof());
        for frame in robot.frames() {
            let own = format!("{}_frame", frame.name);
            let name = if back.frame(&own).is_ok() { &own } else { &frame.name };
            let [expected, found] = [(&robot, &frame.name), (&back, name)].map(|(robot, name)| {
                let poses =
                    forward_kinematics(robot, &mut Scratch::new(robot), &q).unwrap().to_vec();
                let frame = robot.frame(name).unwrap();
                let link = frame.link.map_or(Transform::IDENTITY, |i| poses[i]);
                <[f64; 12]>::from(link * frame.link_from_frame)
            });
            assert_close(&frame.name, &found, &expected, 1e-13);
        }
    }
}

#[test]
fn tilted_gravity_and_rotors_are_listed() {
    let notes = write_urdf(&gantry(), &[]).unwrap().notes;
    let named: Vec<_> = notes.iter().map(|n| (n.owner.as_str(), n.quantity, n.value)).collect();
    let expected = [
        ("robot", "gravity along x", 1.0),
        ("robot", "gravity along y", -2.0),
        ("robot", "gravity along z", -9.5),
        ("joint \"turn\"", "rotor inertia", 0.2),
        ("joint \"turn\"", "gear ratio", 10.0),
    ];
    assert_eq!(named, expected);
}

#[test]
fn tables_without_bodies_keep_the_kinematics_and_half_bodies_are_refused() {
    let kr500 = catalog::robot("kr500").unwrap();
    let text = write_urdf(&kr500, &[]).unwrap().text;
    assert!(!text.contains("<inertial>"));
    // Of its first link only the moment about the axis is known.
    let error = write_urdf(&catalog::robot("puma560").unwrap(), &[]).unwrap_err();
    assert_error(&error, "E080", &["link1"]);
    let pushing = kr500.with_friction(3, Friction::coulomb_viscous(-1.0, 0.0));
    assert_error(&write_urdf(&pushing, &[]).unwrap_err(), "E084", &["joint4", "Coulomb"]);
}

#[test]
fn a_new_robot_toml_holds_everything() {
    // Its frames are those of a URDF.
    let follows_table = |robot: &Robot| robot.name() != "ur5-kovincic";
    for robot in robots().into_iter().filter(follows_table) {
        let exported = write_robot_toml(&robot).unwrap();
        assert_eq!(exported.notes, []);
        let back = built(parse_robot_toml(&exported.text));
        assert_same_torques(&robot, &back, 1e-12);
        for (found, expected) in back.joints().iter().zip(robot.joints()) {
            assert_eq!((&found.name, &found.limits), (&expected.name, &expected.limits));
            assert_eq!((&found.motor, &found.friction), (&expected.motor, &expected.friction));
        }
        let names =
            |robot: &Robot| robot.frames().iter().map(|f| f.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&back), names(&robot));
    }
}

#[test]
fn a_robot_that_follows_no_table_is_refused() {
    let text = r#"<robot name="r"><link name="a"/><link name="b"/>
        <joint name="skew" type="continuous"><parent link="a"/><child link="b"/>
        <origin rpy="0.3 0.4 0.5"/><axis xyz="0 0 1"/></joint></robot>"#;
    let error = write_robot_toml(&built(parse_urdf(text))).unwrap_err();
    assert_error(&error, "E086", &["skew"]);
    let turned = perturbed(&catalog::robot("ur5-kovincic").unwrap(), &mut Random(5));
    assert_error(&write_robot_toml(&turned).unwrap_err(), "E086", &["joint2"]);
}

fn box_of(mass_kg: f64) -> LinkInertia {
    let inertia_about_com_in_link = [0.05, 0.001, 0.0, 0.06, 0.0, 0.04].map(|x| x * mass_kg);
    Inertial { mass_kg, com_in_link_m: Vec3::new(0.1, 0.0, -0.1), inertia_about_com_in_link }.into()
}

#[test]
fn a_robot_toml_keeps_its_comments_and_takes_every_friction() {
    let friction = full_friction();
    let drive = gantry().joints()[1].motor.clone();
    let motor = Motor { rotor_inertia_kg_m2: 0.3, torque_constant_nm_a: Some(7.5), ..drive };
    let robot = gantry()
        .with_link_inertia(1, box_of(4.0))
        .with_friction(1, friction)
        .with_motor(1, motor.clone())
        .with_friction(0, Friction::coulomb_viscous(6.0, 3.5))
        .with_gravity(Vec3::new(0.0, 0.0, -9.8));
    for source in [GANTRY.to_owned(), GANTRY.replace('\n', "\r\n"), format!("\u{feff}{GANTRY}")] {
        let exported = export_robot_toml(&source, &robot).unwrap();
        let text = exported.text;
        assert_eq!(text.contains("\r\n"), source.contains("\r\n"));
        assert_eq!(text.lines().count(), source.lines().count() + 1, "{text}");
        for kept in [
            "# A gantry that nobody has built.",
            "gravity_m_s2 = [0.0, 0.0, -9.8]   # it leans",
            "friction = { coulomb = 6.0, viscous = 3.5 }  # worn",
            "alpha_deg = 30",
            "link = { mass_kg = 8.0,",
            "mass_kg = 0.7",
        ] {
            assert!(text.contains(kept), "{kept} in {text}");
        }
        let back = built(parse_robot_toml(&text));
        assert_eq!(exported.notes, []);
        assert_eq!(back.joints()[1].friction, friction);
        assert_eq!(back.joints()[1].motor, motor);
        assert_same_torques(&robot, &back, 1e-12);
    }
    assert_eq!(export_robot_toml(GANTRY, &gantry()).unwrap().text, GANTRY);
}

#[test]
fn a_gripper_too_heavy_for_the_sum_becomes_a_frame() {
    let exported = export_robot_toml(GANTRY, &gantry().with_link_inertia(1, box_of(0.6))).unwrap();
    assert_eq!(exported.warnings.len(), 1);
    assert!(
        !exported.text.contains("mass_kg = 0.7") && exported.text.contains("name = \"gripper\"")
    );
}

#[test]
fn one_arm_in_both_conventions_takes_the_same_bodies() {
    for file in ["ur5_dh.toml", "ur5_mdh.toml"] {
        let path = robot_file(file);
        let source = std::fs::read_to_string(&path).unwrap();
        let robot = perturbed(&read_robot(&path).unwrap().robot, &mut Random(6));
        let back = built(parse_robot_toml(&export_robot_toml(&source, &robot).unwrap().text));
        assert_same_torques(&robot, &back, 1e-12);
    }
}
