//! `read_robot`: names, files, and what is neither.

use crate::common::{assert_error, robot_file, scratch_file};
use taufit_io::{
    Error, MAX_FILE_BYTES, Origin, RobotFormat, read_mjcf, read_robot, read_robot_toml, read_urdf,
};

fn refusal(name: &str, content: &[u8]) -> Error {
    let path = scratch_file(name, content);
    let error = read_robot(path.to_str().unwrap()).unwrap_err();
    assert!(error.to_string().ends_with(&format!("(in {})", path.display())), "{error}");
    error
}

#[test]
fn every_built_in_robot_is_read_by_name() {
    for entry in taufit::model::catalog::ENTRIES {
        let loaded = read_robot(entry.name).unwrap();
        assert_eq!(loaded.origin, Origin::BuiltIn { name: entry.name.to_owned() });
        assert_eq!(loaded.warnings, loaded.robot.warnings());
    }
}

#[test]
fn files_are_told_apart_by_what_they_hold() {
    for (file, format) in [
        ("ur5_dh.toml", RobotFormat::RobotToml),
        ("ur5.urdf", RobotFormat::Urdf),
        ("ur5_mjcf.xml", RobotFormat::Mjcf),
    ] {
        let path = robot_file(file);
        let expected = Origin::File { path: path.clone().into(), format };
        assert_eq!(read_robot(&path).unwrap().origin, expected);
    }
    let text = std::fs::read(robot_file("ur5.urdf")).unwrap();
    let renamed = scratch_file("arm.xml", &text);
    let found = read_robot(renamed.to_str().unwrap()).unwrap().origin;
    assert_eq!(found, Origin::File { path: renamed, format: RobotFormat::Urdf });
}

#[test]
fn a_reader_of_one_format_takes_no_other() {
    assert_eq!(read_urdf(robot_file("ur5.urdf")).unwrap().robot.n_dof(), 6);
    assert_eq!(read_mjcf(robot_file("ur5_mjcf.xml")).unwrap().robot.n_dof(), 6);
    assert_eq!(read_robot_toml(robot_file("ur5_dh.toml")).unwrap().robot.n_dof(), 6);
    assert_error(&read_urdf(robot_file("ur5_mjcf.xml")).unwrap_err(), "E040", &["<mujoco>"]);
    assert_error(&read_mjcf(robot_file("ur5.urdf")).unwrap_err(), "E040", &["<robot>"]);
    assert_eq!(read_robot_toml(robot_file("ur5.urdf")).unwrap_err().code(), "E032");
}

#[test]
fn neither_a_file_nor_a_name_says_both() {
    let error = read_robot("pumma560").unwrap_err();
    let names = ["neither a file nor a built-in robot", "mean \"puma560\"", "\"ur5\""];
    assert_error(&error, "E036", &names);
    assert_error(&read_robot("zzzz").unwrap_err(), "E036", &["\"zzzz\""]);
}

#[test]
fn a_mistyped_file_gets_its_neighbour_as_suggestion() {
    let error = read_robot(&robot_file("ur5_dhh.toml")).unwrap_err();
    assert_error(&error, "E036", &["did you mean", "ur5_dh.toml"]);
}

#[test]
fn files_that_are_no_robot_are_refused_with_their_path() {
    assert_eq!(refusal("empty.urdf", b"").code(), "E032");
    assert_eq!(refusal("empty.toml", b"").code(), "E033");
    assert_eq!(refusal("prose.urdf", b"a robot").code(), "E032");
    assert_error(&refusal("scene.sdf", b"<sdf/>"), "E040", &["<sdf>", "<robot> or <mujoco>"]);
    assert_error(&refusal("latin1.urdf", b"<robot name='B\xf6tchen'/>"), "E044", &["byte 14"]);
    assert_eq!(refusal("binary.toml", &[0xff; 100]).code(), "E044");
}

#[test]
fn errors_of_the_model_keep_their_code_and_gain_the_path() {
    let error = refusal("still.urdf", b"<robot name='rock'><link name='a'/></robot>");
    assert_error(&error, "E012", &["\"rock\""]);
}

#[test]
fn a_directory_cannot_be_read() {
    let folder = std::env::temp_dir();
    assert_error(&read_robot(folder.to_str().unwrap()).unwrap_err(), "E030", &[]);
    assert_error(&read_urdf("no/such/file.urdf").unwrap_err(), "E030", &["no/such/file.urdf"]);
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    // A sparse file: its length is there, its content is not.
    let path = scratch_file("huge.urdf", b"");
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    file.set_len(10 * MAX_FILE_BYTES).unwrap();
    let error = read_robot(path.to_str().unwrap()).unwrap_err();
    assert_error(&error, "E031", &["671088640", "67108864"]);
}

#[test]
fn the_seeds_of_the_fuzzer_are_robots() {
    for seed in ["urdf/arm.urdf", "mjcf/arm.xml", "robot_toml/arm.toml"] {
        let path = format!("{}/../../fuzz/seeds/{seed}", env!("CARGO_MANIFEST_DIR"));
        assert!(read_robot(&path).is_ok_and(|loaded| loaded.robot.has_mimic()), "{seed}");
    }
}
