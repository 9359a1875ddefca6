//! One broken MJCF per test: the error has the right code and names what is wrong.

use crate::common::assert_error;
use taufit_io::{Error, Parsed, parse_mjcf};

const BODY: &str = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";

fn model(head: &str, inside_body: &str) -> String {
    format!(
        "<mujoco>{head}<worldbody><body name='arm'>{BODY}{inside_body}</body></worldbody></mujoco>"
    )
}

fn refusal(text: &str) -> Error {
    let built = |p: Parsed| p.description.build().map_err(Error::from);
    parse_mjcf(text).and_then(built).expect_err("a broken robot was accepted")
}

fn messages(text: &str) -> String {
    let parsed = parse_mjcf(text).unwrap();
    parsed.warnings.iter().map(|w| format!("{w}\n")).collect()
}

#[test]
fn joints_with_several_axes_are_refused_by_name() {
    for (inside, kind) in [
        ("<joint name='j' type='ball'/>", "ball"),
        ("<joint name='j' type='free'/>", "free"),
        ("<freejoint name='j'/>", "free"),
    ] {
        assert_error(&refusal(&model("", inside)), "E035", &["\"j\"", kind, "hinge, slide"]);
    }
}

#[test]
fn the_world_has_no_joint() {
    let text = "<mujoco><worldbody><joint name='j'/></worldbody></mujoco>";
    assert_error(&refusal(text), "E042", &["\"j\"", "world"]);
}

#[test]
fn included_files_are_not_followed() {
    let text = "<mujoco>\n<include file='arm.xml'/></mujoco>";
    assert_error(&refusal(text), "E042", &["<include>", "not followed", "line 2"]);
}

#[test]
fn global_coordinates_are_refused() {
    assert_error(&refusal(&model("<compiler coordinate='global'/>", "")), "E042", &["<compiler>"]);
}

#[test]
fn an_unknown_class_has_a_suggestion() {
    let head = "<default><default class='large_joint'><joint armature='1'/></default></default>";
    let text = model(head, "<joint name='j' class='large_jiont'/>");
    assert_error(&refusal(&text), "E043", &["\"j\"", "\"large_jiont\"", "mean \"large_joint\""]);
}

#[test]
fn words_where_numbers_should_be_are_named() {
    let error = refusal(&model("", "<joint name='j' armature='heavy'/>"));
    assert_error(&error, "E034", &["joint \"j\"", "armature", "heavy", "line 1"]);
    let head = "<default><joint range='0'/></default>";
    assert_error(&refusal(&model(head, "<joint/>")), "E034", &["<joint>", "range", "2 numbers"]);
    let error = refusal(&model("<compiler angle='grad'/>", ""));
    assert_error(&error, "E034", &["angle", "radian or degree"]);
    let error = refusal(&model("<compiler eulerseq='xyw'/>", ""));
    assert_error(&error, "E034", &["eulerseq"]);
    let error = refusal(&model("", "<joint damping='1 2 3'/>"));
    assert_error(&error, "E034", &["damping", "polynomial"]);
}

#[test]
fn an_inertial_must_say_its_mass_and_one_tensor() {
    let with = |inertial: &str| model("", "<joint/>").replace(BODY, inertial);
    let error = refusal(&with("<inertial pos='0 0 0'/>"));
    assert_error(&error, "E033", &["<inertial> of body \"arm\"", "mass"]);
    let error =
        refusal(&with("<inertial pos='0 0 0' mass='1' quat='1 0 0 0' fullinertia='1 1 1 0 0 0'/>"));
    assert_error(&error, "E039", &["fullinertia", "orientation"]);
    let error = refusal(&with(
        "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>",
    ));
    assert_error(&error, "E039", &["fullinertia", "diaginertia"]);
}

#[test]
fn two_orientations_contradict_each_other() {
    let text =
        model("", "<joint/>").replace("name='arm'", "name='arm' quat='1 0 0 0' euler='0 0 0'");
    assert_error(&refusal(&text), "E039", &["\"arm\"", "quat", "euler"]);
}

#[test]
fn numbers_that_are_none_are_refused_by_the_model() {
    for inside in [
        "<joint name='j' axis='0 nan 1'/>",
        "<joint name='j' pos='inf 0 0'/>",
        "<joint name='j' ref='nan'/>",
        "<joint name='j' armature='nan'/>",
    ] {
        assert_error(&refusal(&model("", inside)), "E007", &["\"j\""]);
    }
    let text = model("", "<joint name='j'/>").replace("name='arm'", "name='arm' quat='0 0 0 0'");
    assert_error(&refusal(&text), "E007", &["\"j\""]);
    assert_error(&refusal(&model("", "<joint name='j' axis='0 0 0'/>")), "E006", &["\"j\""]);
    assert_error(&refusal(&model("", "<joint name='j' armature='-1'/>")), "E008", &["\"j\""]);
    let reversed = model("", "<joint name='j' range='1 -1'/>");
    assert_error(&refusal(&reversed), "E009", &["\"j\""]);
}

#[test]
fn bodies_with_the_same_name_are_refused() {
    let text = model("", "<joint/><body name='arm'/>");
    assert_error(&refusal(&text), "E001", &["\"arm\""]);
}

#[test]
fn inertia_from_geoms_is_not_invented() {
    let text = model("", "<joint name='j'/><geom size='1'/>").replace(BODY, "");
    let parsed = parse_mjcf(&text).unwrap();
    assert!(parsed.description.links.iter().all(|l| l.inertial.is_none()));
    assert!(messages(&text).contains("body \"arm\""), "{}", messages(&text));
    assert!(messages(&text).contains("geoms"), "{}", messages(&text));
    // A pedestal does not move: nobody misses its inertia.
    let fixed = text.replace("<joint name='j'/>", "");
    assert_eq!(messages(&fixed), "");
}

#[test]
fn what_would_act_like_a_force_is_reported() {
    for (head, inside, what) in [
        ("", "<joint name='j' stiffness='5'/>", "stiffness = 5"),
        ("<tendon><fixed/></tendon>", "<joint/>", "<tendon>"),
        ("<compiler settotalmass='3'/>", "<joint/>", "settotalmass"),
        ("<equality><weld body1='arm'/></equality>", "<joint/>", "<weld>"),
        ("", "<joint/><replicate count='3'/>", "<replicate>"),
    ] {
        assert!(messages(&model(head, inside)).contains(what), "{what}");
    }
    let text = model("", "<joint/>").replace("name='arm'", "name='arm' gravcomp='1'");
    assert!(messages(&text).contains("gravcomp"));
}
