//! Texts that are no robot, or mean harm: refused at once, whatever their size.

use crate::common::assert_error;
use std::time::{Duration, Instant};
use taufit_io::{Error, parse_mjcf, parse_urdf};

/// Refused by both readers, each within a time that is long for a debug build and short for a user.
fn assert_refused(text: &str, code: &str, names: &[&str]) {
    const PATIENCE: Duration = Duration::from_secs(20);
    let start = Instant::now();
    for error in [parse_urdf(text).unwrap_err(), parse_mjcf(text).unwrap_err()] {
        assert_error(&error, code, names);
    }
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
}

#[test]
fn an_empty_text_is_not_xml() {
    assert_refused("", "E032", &["no element", "line 1"]);
    assert_refused("  \n ", "E032", &["no element"]);
}

#[test]
fn prose_is_not_xml() {
    assert_refused("name = \"ur5\"", "E032", &["not valid XML"]);
}

#[test]
fn a_truncated_text_says_so() {
    let text = "<robot name='r'>\n  <link name='a'>";
    assert_refused(text, "E032", &["ends in the middle", "line 2, column 18"]);
    assert_refused("<robot name='r'>\n <link na", "E032", &["line 2"]);
}

#[test]
fn mismatched_tags_say_where() {
    assert_refused("<robot name='r'>\n<link></joint></robot>", "E032", &["link", "line 2"]);
}

#[test]
fn another_root_is_named() {
    assert_refused("<sdf version='1.7'/>", "E040", &["<sdf>"]);
}

#[test]
fn entities_are_not_expanded() {
    let laughs = "<!DOCTYPE r [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>\
                  <!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]><robot name='&c;'/>";
    assert_refused(laughs, "E032", &["document type"]);
}

#[test]
fn a_million_nested_elements_do_not_overflow_the_stack() {
    let nested = "<a>".repeat(1_000_000);
    assert_refused(&nested, "E038", &["XML nodes"]);
}

#[test]
fn deep_but_closed_nesting_is_read_without_recursion() {
    let depth = 50_000;
    let (open, close) = ("<a>".repeat(depth), "</a>".repeat(depth));
    let text = format!("<robot name='r'><link name='l'>{open}{close}</link></robot>");
    assert!(parse_urdf(&text).is_ok());
    let (open, close) = ("<body>".repeat(depth), "</body>".repeat(depth));
    let text = format!("<mujoco><worldbody>{open}{close}</worldbody></mujoco>");
    assert_error(&parse_mjcf(&text).unwrap_err(), "E038", &["joints"]);
    let (open, close) = ("<frame>".repeat(depth), "</frame>".repeat(depth));
    let text = format!("<mujoco><worldbody>{open}{close}</worldbody></mujoco>");
    assert!(parse_mjcf(&text).is_ok());
}

#[test]
fn nested_default_classes_are_bounded() {
    let text = format!(
        "<mujoco>{}{}</mujoco>",
        "<default class='a'>".repeat(5000),
        "</default>".repeat(5000)
    );
    assert_error(&parse_mjcf(&text).unwrap_err(), "E038", &["<default>"]);
}

#[test]
fn an_element_with_a_million_attributes_is_refused_before_parsing() {
    let attributes: String = (0..1_000_000).map(|i| format!("a{i}='' ")).collect();
    assert_refused(&format!("<robot {attributes}/>"), "E038", &["attributes"]);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let text = "\u{feff}<?xml version='1.0'?><robot name='r'><link name='a'/></robot>";
    assert_eq!(parse_urdf(text).unwrap().description.name, "r");
}

#[test]
fn messages_stay_short() {
    let text = format!(
        "<robot name='r'><link name='l'><inertial><mass value='{}'/></inertial></link></robot>",
        "9x".repeat(50_000)
    );
    let error = parse_urdf(&text).unwrap_err();
    assert!(matches!(error, Error::BadValue { .. }) && error.to_string().len() < 300);
}
