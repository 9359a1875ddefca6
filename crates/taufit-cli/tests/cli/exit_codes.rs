//! 0 done, 1 internal or I/O, 2 usage, 3 data refused.

use crate::{failure, file, stdout};

const ZERO_AXIS: &str = r#"<robot name="bad"><link name="a"/><link name="b"/>
<joint name="elbow" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 0"/></joint>
</robot>"#;

#[test]
fn a_robot_that_cannot_be_is_data_refused() {
    let path = file("zero_axis.urdf", ZERO_AXIS);
    let message = failure(&["inspect", &path], 3);
    assert!(message.starts_with("error[E006]: joint \"elbow\""), "{message}");
    assert!(message.ends_with("help: taufit explain E006\n"), "{message}");
}

#[test]
fn a_file_that_is_no_xml_is_data_refused() {
    let path = file("cut_off.urdf", "<robot name=");
    assert!(failure(&["base", &path], 3).starts_with("error[E032]"));
}

#[test]
fn a_directory_is_an_io_failure() {
    let message = failure(&["inspect", env!("CARGO_TARGET_TMPDIR")], 1);
    assert!(message.starts_with("error[E030]"), "{message}");
}

#[test]
fn a_mistyped_robot_is_usage_and_the_nearest_is_named() {
    let message = failure(&["base", "ur55"], 2);
    assert!(message.starts_with("error[E036]"), "{message}");
    assert!(message.contains("did you mean \"ur5\"?"), "{message}");
}

#[test]
fn mistakes_on_the_command_line_are_usage() {
    failure(&[], 2);
    failure(&["identfy"], 2);
    failure(&["inspect", "ur5", "--gravity", "0,0"], 2);
    failure(&["base", "ur5", "--friction", "sticky"], 2);
    failure(&["explain", "E999"], 2);
    assert!(failure(&["base", "ur5", "--drop", "Izz9"], 2).starts_with("error[E022]"));
    assert!(failure(&["base", "ur5", "--fix", "m9=1"], 2).starts_with("error[E022]"));
    assert!(
        failure(&["inspect", "ur5", "--payload", "hand:1,0,0,0"], 2).starts_with("error[E021]")
    );
}

#[test]
fn options_change_the_robot() {
    assert!(stdout(&["inspect", "ur5", "--gravity", "0,0,-1.62"]).contains("0 0 -1.62 m/s²"));
    let loaded = stdout(&["inspect", "ur5", "--payload", "link6:2.5,0,0,0.05"]);
    assert!(loaded.starts_with("ur5: 6 joints, 6 links, 19.55 kg"), "{loaded}");
}

#[test]
fn a_corrupt_gzip_is_data_refused() {
    // A head of gzip, and then no deflate stream.
    let bytes = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &[0xff; 64]].concat();
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("corrupt.csv.gz");
    std::fs::write(&path, bytes).unwrap();
    let message = failure(&["identify", "planar2r", path.to_str().unwrap()], 3);
    assert!(message.starts_with("error[E061]") && message.contains("gzip"), "{message}");
}
