//! One broken URDF per test: the error has the right code and names what is wrong.

use crate::common::assert_error;
use taufit::Warning;
use taufit::diagnostics::ModelWarning;
use taufit_io::{Error, parse_urdf};

/// A link with a body.
fn link(name: &str, mass: &str) -> String {
    format!(
        "<link name='{name}'><inertial><mass value='{mass}'/>\
         <inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
    )
}

/// A joint about z, with anything more inside.
fn joint(name: &str, parent: &str, child: &str, inside: &str) -> String {
    format!(
        "<joint name='{name}' type='revolute'><parent link='{parent}'/><child link='{child}'/>\
         {inside}</joint>"
    )
}

fn robot(inside: &str) -> String {
    format!("<robot name='r'>{inside}</robot>")
}

/// Base, joint `elbow` and link `forearm`, with anything more inside the joint.
fn arm(inside_joint: &str) -> String {
    robot(
        &(link("base", "1")
            + &link("forearm", "1")
            + &joint("elbow", "base", "forearm", inside_joint)),
    )
}

fn refusal(text: &str) -> Error {
    let built = |p: taufit_io::Parsed| p.description.build().map_err(Error::from);
    parse_urdf(text).and_then(built).expect_err("a broken robot was accepted")
}

fn warnings(text: &str) -> Vec<Warning> {
    let parsed = parse_urdf(text).unwrap();
    let robot = parsed.description.build().unwrap();
    parsed.warnings.iter().chain(robot.warnings()).cloned().collect()
}

#[test]
fn the_sound_arm_is_accepted_without_a_warning() {
    // The unit tensor on a link of 1 kg is doubted only against the reach, which is zero here.
    assert_eq!(warnings(&arm("")), []);
}

#[test]
fn a_loop_is_named() {
    let links = link("a", "1") + &link("b", "1");
    let text = robot(&(links + &joint("j", "a", "b", "") + &joint("k", "b", "a", "")));
    assert_error(&refusal(&text), "E003", &["\"a\"", "\"b\""]);
}

#[test]
fn a_loop_beside_the_base_is_named() {
    let links = ["base", "a", "b"].map(|n| link(n, "1")).concat();
    let text = robot(&(links + &joint("j", "a", "b", "") + &joint("k", "b", "a", "")));
    assert_error(&refusal(&text), "E003", &["\"a\"", "\"b\""]);
}

#[test]
fn a_disconnected_part_is_named() {
    let links = ["base", "a", "island", "b"].map(|n| link(n, "1")).concat();
    let text = robot(&(links + &joint("j", "base", "a", "") + &joint("k", "island", "b", "")));
    assert_error(&refusal(&text), "E004", &["\"base\"", "\"island\""]);
}

#[test]
fn two_roots_are_named() {
    let links = ["left", "right", "hand"].map(|n| link(n, "1")).concat();
    let text = robot(&(links + &joint("j", "left", "hand", "")));
    assert_error(&refusal(&text), "E004", &["\"left\"", "\"right\""]);
}

#[test]
fn a_link_with_two_parents_is_named() {
    let links = ["a", "b", "c"].map(|n| link(n, "1")).concat();
    let text = robot(&(links + &joint("j", "a", "c", "") + &joint("k", "b", "c", "")));
    assert_error(&refusal(&text), "E005", &["\"c\"", "\"j\"", "\"k\""]);
}

#[test]
fn an_unknown_parent_is_named() {
    let text = robot(&(link("base", "1") + &joint("elbow", "bsae", "base", "")));
    assert_error(&refusal(&text), "E002", &["\"elbow\"", "\"bsae\"", "\"base\""]);
}

#[test]
fn an_axis_without_length_is_refused() {
    assert_error(&refusal(&arm("<axis xyz='0 0 0'/>")), "E006", &["\"elbow\""]);
}

#[test]
fn an_axis_of_another_length_is_scaled_with_a_warning() {
    let expected = ModelWarning::AxisNormalised { joint: "elbow".to_owned(), norm: 2.0 };
    assert_eq!(warnings(&arm("<axis xyz='0 0 2'/>")), [expected.into()]);
}

#[test]
fn not_a_number_is_refused_wherever_it_stands() {
    let body = robot(&(link("base", "1") + &link("hand", "nan") + &joint("j", "base", "hand", "")));
    assert_error(&refusal(&body), "E007", &["\"hand\""]);
    for inside in [
        "<axis xyz='0 nan 1'/>",
        "<origin xyz='nan 0 0'/>",
        "<origin rpy='0 inf 0'/>",
        "<dynamics damping='NaN'/>",
        "<limit lower='nan' upper='1'/>",
    ] {
        assert_error(&refusal(&arm(inside)), "E007", &["\"elbow\""]);
    }
}

#[test]
fn infinite_inertia_is_refused() {
    for mass in ["inf", "-inf", "1e999"] {
        let text =
            robot(&(link("base", "1") + &link("hand", mass) + &joint("j", "base", "hand", "")));
        assert_error(&refusal(&text), "E007", &["\"hand\""]);
    }
}

#[test]
fn negative_mass_is_refused() {
    let text = robot(&(link("base", "1") + &link("hand", "-2") + &joint("j", "base", "hand", "")));
    assert_error(&refusal(&text), "E008", &["\"hand\"", "mass", "-2"]);
}

#[test]
fn a_tensor_that_no_body_has_is_doubted() {
    let text = arm("").replace("izz='1'", "izz='3'");
    let doubted = |w: &Warning| matches!(w.kind(), Some(ModelWarning::NotPhysical { link, .. }) if link == "forearm");
    assert!(warnings(&text).iter().any(doubted));
}

#[test]
fn names_must_be_unique() {
    let text = robot(&(link("hand", "1") + &link("hand", "1")));
    assert_error(&refusal(&text), "E001", &["link", "\"hand\""]);
    let links = ["a", "b", "c"].map(|n| link(n, "1")).concat();
    let text = robot(&(links + &joint("j", "a", "b", "") + &joint("j", "b", "c", "")));
    assert_error(&refusal(&text), "E001", &["joint", "\"j\""]);
}

#[test]
fn reversed_limits_are_refused() {
    let text = arm("<limit lower='1' upper='-1'/>");
    assert_error(&refusal(&text), "E009", &["\"elbow\"", "1", "-1"]);
}

#[test]
fn zero_limits_are_taken_as_not_given() {
    let text = arm("<limit lower='0' upper='0' effort='0' velocity='0'/>");
    let parsed = parse_urdf(&text).unwrap();
    assert_eq!(parsed.description.joints[0].limits, taufit::model::Limits::default());
    assert!(parsed.warnings[0].to_string().contains("elbow"));
}

#[test]
fn a_mimic_joint_must_follow_one_that_moves() {
    assert_error(&refusal(&arm("<mimic joint='wrist'/>")), "E010", &["\"elbow\"", "\"wrist\""]);
    assert_error(&refusal(&arm("<mimic joint='elbow'/>")), "E010", &["\"elbow\""]);
}

#[test]
fn a_robot_without_joints_does_not_move() {
    assert_error(&refusal(&robot(&link("rock", "1"))), "E012", &["\"r\""]);
    assert_error(&refusal(&robot("")), "E012", &["\"r\""]);
}

#[test]
fn joints_with_several_axes_are_refused_by_name() {
    for kind in ["floating", "planar", "revolut"] {
        let text = arm("").replace("'revolute'", &format!("'{kind}'"));
        assert_error(&refusal(&text), "E035", &["\"elbow\"", kind, "revolute, continuous"]);
    }
}

#[test]
fn malformed_numbers_say_where() {
    let text = robot(&(link("base", "1") + "\n" + &link("hand", "2,5")));
    let error = refusal(&text);
    assert_error(&error, "E034", &["<mass> of link \"hand\"", "value", "2,5", "line 2"]);
    let error = refusal(&arm("<axis xyz='0 1'/>"));
    assert_error(&error, "E034", &["<axis> of joint \"elbow\"", "xyz", "\"0 1\"", "3 numbers"]);
    assert_error(&refusal(&arm("<limit effort=''/>")), "E034", &["effort", "a number"]);
}

#[test]
fn what_must_be_there_is_named() {
    let cases = [
        (robot("<link/>"), "attribute \"name\""),
        (robot("<joint name='j'/>"), "attribute \"type\""),
        (robot("<joint name='j' type='fixed'><child link='a'/></joint>"), "element <parent>"),
        (robot("<link name='l'><inertial/></link>"), "element <mass>"),
        (link("l", "1").replace(" ixy='0'", ""), "attribute \"ixy\""),
        ("<robot/>".to_owned(), "attribute \"name\""),
    ];
    for (text, what) in cases {
        let text = if text.starts_with("<link") { robot(&text) } else { text };
        assert_error(&refusal(&text), "E033", &[what, "missing", "line 1"]);
    }
}

#[test]
fn xacro_must_be_expanded_first() {
    let macros = "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'><xacro:arm/></robot>";
    assert_error(&refusal(macros), "E041", &["<xacro:arm>", "xacro robot.urdf.xacro"]);
    assert_error(&refusal("<robot name='r'><xacro:arm/></robot>"), "E041", &["xacro:"]);
    let property = robot("<link name='${prefix}base'/>");
    assert_error(&refusal(&property), "E041", &["${prefix}base"]);
}

#[test]
fn unknown_elements_are_reported_once() {
    let text = arm("<gearbox/><gearbox/>");
    let parsed = parse_urdf(&text).unwrap();
    let messages: Vec<String> = parsed.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains("elbow") && messages[0].contains("<gearbox>"), "{messages:?}");
}

#[test]
fn thousands_of_links_are_no_robot() {
    let text = robot(&"<link name='a'/>".repeat(taufit_io::MAX_ELEMENTS + 1));
    assert_error(&refusal(&text), "E038", &["2000 links"]);
}
