//! One UR5, written in five ways, moves alike.

use crate::common::{Random, assert_close, robot_file, torques};
use taufit_io::{LoadedRobot, read_robot};

const FILES: [&str; 4] = ["ur5_dh.toml", "ur5_mdh.toml", "ur5.urdf", "ur5_mjcf.xml"];

fn built_in() -> LoadedRobot {
    read_robot("ur5").unwrap()
}

#[test]
fn every_format_gives_the_same_torques() {
    let expected = built_in().robot;
    for file in FILES {
        let robot = read_robot(&robot_file(file)).unwrap().robot;
        let mut random = Random(1);
        for _ in 0..100 {
            let [q, qd, qdd] = [3.0, 2.0, 5.0]
                .map(|scale| random.vector(6).iter().map(|x| x * scale).collect::<Vec<f64>>());
            let expected = torques(&expected, &q, &qd, &qdd);
            assert_close(file, &torques(&robot, &q, &qd, &qdd), &expected, 1e-9);
        }
    }
}

#[test]
fn every_format_keeps_names_limits_and_friction() {
    let expected = built_in().robot;
    for file in FILES {
        let robot = read_robot(&robot_file(file)).unwrap().robot;
        for (found, expected) in robot.joints().iter().zip(expected.joints()) {
            assert_eq!(found.name, expected.name, "{file}");
            assert_eq!(found.link.name, expected.link.name, "{file}");
            assert_eq!(found.friction, expected.friction, "{file}");
            assert_eq!(found.limits.lower, expected.limits.lower, "{file}");
            assert_eq!(found.limits.effort, expected.limits.effort, "{file}");
        }
    }
}

#[test]
fn gear_ratios_and_torque_constants_survive_where_the_format_has_them() {
    let expected = built_in().robot;
    for (file, constants) in [("ur5_dh.toml", true), ("ur5_mdh.toml", true), ("ur5.urdf", false)] {
        let robot = read_robot(&robot_file(file)).unwrap().robot;
        for (found, expected) in robot.joints().iter().zip(expected.joints()) {
            assert_eq!(found.motor.gear_ratio, expected.motor.gear_ratio, "{file}");
            if constants {
                assert_eq!(found.motor, expected.motor, "{file}");
            }
        }
    }
}

#[test]
fn the_files_of_the_arm_raise_no_doubt_of_the_reader() {
    for file in FILES {
        let loaded = read_robot(&robot_file(file)).unwrap();
        assert_eq!(loaded.warnings, loaded.robot.warnings(), "{file}");
    }
}
