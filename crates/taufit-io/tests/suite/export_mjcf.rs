//! Identified numbers in the user's own MJCF.

use crate::common::{Random, assert_close, assert_error, robot_file, torques};
use taufit::friction::{Friction, FrictionShape};
use taufit::model::{Motor, Robot};
use taufit::spatial::{Inertial, LinkInertia};
use taufit_io::ExportWarning;
use taufit_io::{export_mjcf, parse_mjcf};

/// Bodies and joints without names, default classes, a welded sensor and a welded shape.
const ARM: &str = r#"<mujoco model="arm">
  <compiler angle="radian" inertiafromgeom="true" inertiafromgeom2="x"/>
  <default>
    <joint damping="1" armature="0.1"/> <!-- for all -->
    <default class="light"><joint frictionloss="0.3"/></default>
  </default>
  <worldbody>
    <body>
      <joint name="pan" class="light"/>
      <inertial pos="0 0 0.1" mass="3" quat="1 0.2 0 0"
                diaginertia="0.03 0.04 0.05"/><!-- CAD -->
      <body pos="0 0 0.3">
        <geom type="box" size="0.1 0.1 0.1"/>
        <joint axis="0 1 0"/>
        <body name="sensor" pos="0 0 0.2" euler="0.1 0.2 0.3">
          <inertial pos="0 0 0" mass="0.2" fullinertia="2e-4 2e-4 2e-4 0 0 0"/>
        </body>
        <body name="cover"><geom type="box" size="0.1 0.1 0.1"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>
"#;

fn arm() -> String {
    ARM.replace(r#" inertiafromgeom="true" inertiafromgeom2="x""#, "")
}

fn nominal(text: &str) -> Robot {
    parse_mjcf(text).unwrap().description.build().unwrap()
}

fn body(mass_kg: f64, inertia_about_com_in_link: [f64; 6]) -> LinkInertia {
    let com_in_link_m = [0.01, 0.02, 0.15].into();
    Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link }.into()
}

#[test]
fn an_inertial_loses_its_axes_and_keeps_its_place() {
    let text = arm();
    let new = body(2.5, [0.03, 0.001, 0.002, 0.04, 0.003, 0.05]);
    let exported = export_mjcf(&text, &nominal(&text).with_link_inertia(0, new), &[]).unwrap();
    let was = "<inertial pos=\"0 0 0.1\" mass=\"3\" quat=\"1 0.2 0 0\"\n                diaginertia=\"0.03 0.04 0.05\"/>";
    let start = exported.text.find("<inertial").unwrap();
    let end = start + exported.text[start..].find("/>").unwrap() + 2;
    assert_eq!(exported.text.replace(&exported.text[start..end], was), text);
    assert!(
        !exported.text[start..end].contains("quat")
            && exported.text[start..end].contains("mass=\"2.5\" fullinertia=\"0.0")
    );
    let back = nominal(&exported.text).joints()[0].link.inertia;
    assert_close("body", &back.to_params(), &new.to_params(), 1e-14);
}

#[test]
fn drives_go_onto_the_joint_and_leave_the_classes_alone() {
    let text = arm();
    let motor = Motor { rotor_inertia_kg_m2: 0.25, ..Motor::default() };
    let robot =
        nominal(&text).with_friction(0, Friction::coulomb_viscous(0.5, 1.0)).with_motor(1, motor);
    let exported = export_mjcf(&text, &robot, &[]).unwrap();
    let expected = text
        .replace(r#"class="light"/>"#, r#"class="light" frictionloss="0.5"/>"#)
        .replace(r#"<joint axis="0 1 0"/>"#, r#"<joint axis="0 1 0" armature="0.25"/>"#);
    assert_eq!(exported.text, expected);
    assert!(exported.notes.is_empty());
}

#[test]
fn shapes_no_longer_count_where_an_inertia_is_identified() {
    let text = arm();
    let sensor = nominal(&text).joints()[1].link.inertia;
    let own = body(2.0, [0.02, 0.0, 0.0, 0.02, 0.0, 0.02]);
    let exported =
        export_mjcf(&text, &nominal(&text).with_link_inertia(1, own + sensor), &[]).unwrap();
    let silenced = |name: &str| ExportWarning::ShapesSilenced { body: name.to_owned() };
    assert_eq!(exported.warnings, [silenced("body#2").into(), silenced("cover").into()]);
    let nothing = "<inertial pos=\"0.0 0.0 0.0\" mass=\"0.0\" diaginertia=\"0.0 0.0 0.0\"/>";
    assert!(
        exported.text.contains(&format!("<body name=\"cover\">\n          {nothing}<geom")),
        "{}",
        exported.text
    );
    assert!(exported.text.contains("<body pos=\"0 0 0.3\">\n        <inertial pos=\"0.0"));
    assert!(exported.text.contains(r#"mass="0.2" fullinertia="2e-4 2e-4 2e-4 0 0 0"/>"#));
}

#[test]
fn a_welded_body_too_heavy_for_the_sum_says_that_it_is_empty() {
    let text = arm();
    let light = body(0.1, [1e-3, 0.0, 0.0, 1e-3, 0.0, 1e-3]);
    let exported = export_mjcf(&text, &nominal(&text).with_link_inertia(1, light), &[]).unwrap();
    assert_eq!(exported.warnings[0].code(), "W070");
    assert!(
        exported
            .text
            .contains(r#"<inertial pos="0.0 0.0 0.0" mass="0.0" diaginertia="0.0 0.0 0.0"/>"#)
    );
    assert!(!exported.text.contains("2e-4"));
}

#[test]
fn settings_that_would_change_the_written_numbers_are_refused() {
    let text = ARM.replace(r#" inertiafromgeom2="x""#, "");
    let heavier = body(2.5, [0.03, 0.0, 0.0, 0.04, 0.0, 0.05]);
    let error = export_mjcf(&text, &nominal(&text).with_link_inertia(0, heavier), &[]).unwrap_err();
    assert_error(&error, "E083", &["inertiafromgeom", "true"]);
    let total = text.replace("inertiafromgeom=\"true\"", "settotalmass=\"12\"");
    let error =
        export_mjcf(&total, &nominal(&total).with_link_inertia(0, heavier), &[]).unwrap_err();
    assert_error(&error, "E083", &["settotalmass", "12"]);
    // Drives are not touched by them.
    assert!(
        export_mjcf(
            &text,
            &nominal(&text).with_friction(0, Friction::coulomb_viscous(1.0, 1.0)),
            &[]
        )
        .is_ok()
    );
    let included = "<mujoco><include file='a.xml'/></mujoco>";
    assert_error(&export_mjcf(included, &nominal(&text), &[]).unwrap_err(), "E042", &["include"]);
}

#[test]
fn offsets_are_listed() {
    let text = arm();
    let friction = Friction {
        shape: FrictionShape::COULOMB_VISCOUS.with_offset(),
        viscous: 1.0,
        coulomb: 0.3,
        offset: 0.4,
        ..Friction::NONE
    };
    let notes = export_mjcf(&text, &nominal(&text).with_friction(0, friction), &[]).unwrap().notes;
    assert_eq!(notes.len(), 1);
    assert_eq!((notes[0].quantity, notes[0].value, notes[0].held), ("offset", 0.4, None));
}

#[test]
fn every_rule_of_mjcf_survives() {
    let text = std::fs::read_to_string(robot_file("tricky.xml")).unwrap();
    let robot = nominal(&text);
    let extra = body(1.0, [0.01, 0.001, 0.0, 0.01, 0.0, 0.01]);
    let with_mass = (0..robot.n_links()).filter(|&i| robot.joints()[i].link.inertia.mass_kg > 0.0);
    let heavier = with_mass.fold(robot.clone(), |heavier, i| {
        heavier.with_link_inertia(i, robot.joints()[i].link.inertia + extra)
    });
    let back = nominal(&export_mjcf(&text, &heavier, &[]).unwrap().text);
    let mut random = Random(3);
    for _ in 0..20 {
        let [q, qd, qdd] = [2.0, 2.0, 5.0]
            .map(|most| random.vector(5).iter().map(|x| x * most).collect::<Vec<f64>>());
        let expected = torques(&heavier, &q, &qd, &qdd);
        assert_close("tau", &torques(&back, &q, &qd, &qdd), &expected, 1e-12);
    }
    // Between the two joints of the shoulder there is no body.
    let between = robot.with_link_inertia(0, extra);
    assert_error(&export_mjcf(&text, &between, &[]).unwrap_err(), "E082", &["shoulder/pan"]);
}
