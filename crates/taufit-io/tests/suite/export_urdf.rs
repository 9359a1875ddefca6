//! Identified numbers in the user's own URDF.

use crate::common::perturb::full_friction;
use crate::common::{Random, assert_close, assert_error};
use taufit::Warning;
use taufit::friction::Friction;
use taufit::model::{Motor, Robot};
use taufit::spatial::{Inertial, LinkInertia, Vec3};
use taufit_io::ExportWarning;
use taufit_io::{export_urdf, parse_urdf};

/// An arm with a tool behind a fixed joint, a follower, and much that is not read.
const ARM: &str = r#"<?xml version="1.0"?>
<!-- first comment: mass value="9" -->
<robot name="arm &amp; tool"   xmlns:x='http://example.org/x'>
  <gazebo reference="fore &amp; arm"><mu1>0.2</mu1></gazebo>
  <link name="base"><inertial><mass value="7"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="upper">
    <!-- turned by a quarter about x -->
    <inertial>
      <origin rpy='1.5707963267948966 0 0' xyz='0.1   0 0.2'/>  <!-- from CAD -->
      <mass value = "4.0"/>
      <inertia izz="0.04" ixx="0.05"
               ixy="0.001" ixz="0.002" iyy="0.06" iyz="0.003"/>
    </inertial>
    <visual><geometry><mesh filename="upper.stl"/></geometry></visual>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/> <child link="upper"/>
    <axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/>
    <dynamics friction="1.5" damping="0.5"/><!-- guessed -->
  </joint>
	<link name="fore &amp; arm"/>
	<joint name="elbow" type="revolute">
		<origin xyz="0.4 0 0" rpy="1.2 0.3 -0.4"/>
		<parent link="upper"/>
		<child link="fore &amp; arm"/>
		<limit lower="-2" upper="2" effort="50" velocity="3"/> <!-- last -->
	</joint>
  <link name="tool">
    <inertial>
      <origin xyz="0 0 0.05"/>
      <mass value="0.5"/>
      <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>
    </inertial>
  </link>
  <joint name="flange" type="fixed">
    <origin xyz="0.3 0 0.1" rpy="0.5 -0.6 0.7"/><parent link="fore &amp; arm"/><child link="tool"/>
  </joint>
  <transmission name="t"><x:odd a="1"/></transmission>
</robot>
<!-- the end -->
"#;

fn nominal(text: &str) -> Robot {
    parse_urdf(text).unwrap().description.build().unwrap()
}

fn body(mass_kg: f64, com: [f64; 3], inertia_about_com_in_link: [f64; 6]) -> LinkInertia {
    Inertial { mass_kg, com_in_link_m: com.into(), inertia_about_com_in_link }.into()
}

/// The upper arm as identified: away from every symmetry.
fn upper() -> LinkInertia {
    body(4.5, [0.11, 0.02, 0.19], [0.051, 0.004, 0.005, 0.041, 0.006, 0.062])
}

fn fore_arm() -> LinkInertia {
    body(2.0, [0.15, 0.01, 0.03], [0.01, 0.001, 0.0, 0.03, 0.0, 0.03])
}

/// The text with every attribute inside `<inertial>` and of `<dynamics>` replaced by `#`.
fn without_numbers(text: &str) -> String {
    let mask = |tag: &str| {
        let parts = tag.split(['"', '\'']).enumerate();
        parts.map(|(k, part)| if k % 2 == 1 { "#" } else { part }).collect::<Vec<_>>().join("'")
    };
    let mut inside = false;
    let tags = text.split('<').map(|tag| {
        inside = (inside || tag.starts_with("inertial")) && !tag.starts_with("/inertial");
        if inside || tag.starts_with("dynamics") { mask(tag) } else { tag.to_owned() }
    });
    tags.collect::<Vec<_>>().join("<")
}

#[test]
fn everything_but_the_numbers_stays_byte_for_byte() {
    let mark = format!("\u{feff}{ARM}");
    for text in [ARM.to_owned(), ARM.replace('\n', "\r\n"), mark] {
        let robot = nominal(&text)
            .with_link_inertia(0, upper())
            .with_friction(0, Friction::coulomb_viscous(2.5, 0.75));
        let exported = export_urdf(&text, &robot, &[]).unwrap();
        assert_ne!(exported.text, text);
        assert_eq!(without_numbers(&exported.text), without_numbers(&text));
        assert!(
            exported.text.contains(r#"<dynamics friction="2.5" damping="0.75"/><!-- guessed -->"#)
        );
        assert!(exported.text.contains(r#"<mass value = "4.5"/>"#));
        assert!(exported.notes.is_empty() && exported.warnings.is_empty());
        assert_close(
            "upper",
            &nominal(&exported.text).joints()[0].link.inertia.to_params(),
            &upper().to_params(),
            1e-14,
        );
    }
}

#[test]
fn a_turned_inertial_keeps_its_axes() {
    let robot = nominal(ARM).with_link_inertia(0, upper());
    let read = urdf_rs::read_from_string(&export_urdf(ARM, &robot, &[]).unwrap().text).unwrap();
    let inertial = &read.links.iter().find(|l| l.name == "upper").unwrap().inertial;
    assert_eq!(*inertial.origin.rpy, [std::f64::consts::FRAC_PI_2, 0.0, 0.0]);
    assert_close("com", &*inertial.origin.xyz, &[0.11, 0.02, 0.19], 1e-15);
    // A quarter turn about x takes y to z and z to −y.
    let i = &inertial.inertia;
    let in_link = [i.ixx, -i.ixz, i.ixy, i.izz, -i.iyz, i.iyy];
    assert_close("tensor", &in_link, &[0.051, 0.004, 0.005, 0.041, 0.006, 0.062], 1e-14);
}

#[test]
fn what_is_missing_is_put_in_like_its_neighbours() {
    let tool = nominal(ARM).joints()[1].link.inertia;
    let robot = nominal(ARM)
        .with_link_inertia(1, fore_arm() + tool)
        .with_friction(1, Friction::coulomb_viscous(0.25, 0.125));
    let text = export_urdf(ARM, &robot, &[]).unwrap().text;
    let lines = [
        "\t<link name=\"fore &amp; arm\">",
        "\t  <inertial>",
        "\t    <origin xyz=\"0.15",
        "\t    <mass value=\"2.0",
        "\t  </inertial>",
        "\t</link>",
        "\t\t<dynamics damping=\"0.125\" friction=\"0.25\"/>\n\t</joint>",
        "velocity=\"3\"/> <!-- last -->\n",
    ];
    for line in lines {
        assert!(text.contains(&format!("\n{line}")) || text.contains(line), "{line:?} in {text}");
    }
    let crlf = export_urdf(&ARM.replace('\n', "\r\n"), &robot, &[]).unwrap().text;
    assert_eq!(crlf, text.replace('\n', "\r\n"));
}

#[test]
fn a_tool_keeps_its_body_while_the_rest_is_one() {
    let tool = nominal(ARM).joints()[1].link.inertia;
    let robot = nominal(ARM).with_link_inertia(1, fore_arm() + tool);
    let exported = export_urdf(ARM, &robot, &[]).unwrap();
    assert!(exported.warnings.is_empty());
    let read = urdf_rs::read_from_string(&exported.text).unwrap();
    let mass = |name: &str| read.links.iter().find(|l| l.name == name).unwrap().inertial.mass.value;
    assert_close(
        "masses",
        &[mass("tool"), mass("fore & arm"), mass("base")],
        &[0.5, 2.0, 7.0],
        1e-14,
    );
}

#[test]
fn a_tool_too_heavy_for_the_sum_becomes_a_frame() {
    let light = body(0.4, [0.15, 0.01, 0.03], [0.002, 0.0, 0.0, 0.003, 0.0, 0.003]);
    let exported = export_urdf(ARM, &nominal(ARM).with_link_inertia(1, light), &[]).unwrap();
    let moved = ExportWarning::InertialMoved {
        link: "tool".to_owned(),
        into: "fore & arm".to_owned(),
        mass_kg: 0.5,
    };
    assert_eq!(exported.warnings, [moved.into()]);
    assert!(exported.text.contains("  <link name=\"tool\">\n  </link>\n"), "{}", exported.text);
    assert_close(
        "sum",
        &nominal(&exported.text).joints()[1].link.inertia.to_params(),
        &light.to_params(),
        1e-14,
    );
}

#[test]
fn a_follower_loses_the_friction_that_its_leader_now_has() {
    let text = ARM.replace("\t\t<parent link=\"upper\"/>", "\t\t<mimic joint=\"shoulder\" multiplier=\"-2\"/><dynamics damping=\"3\"/>\n\t\t<parent link=\"upper\"/>");
    let robot = nominal(&text).with_friction(0, Friction::coulomb_viscous(2.5, 0.75));
    let exported = export_urdf(&text, &robot, &[]).unwrap();
    assert_eq!(
        exported.text,
        text.replace("damping=\"3\"", "damping=\"0.0\"")
            .replace("friction=\"1.5\" damping=\"0.5\"", "friction=\"2.5\" damping=\"0.75\"")
    );
    assert_eq!(exported.warnings.iter().map(Warning::code).collect::<Vec<_>>(), ["W073"]);
    // Nothing that URDF holds has changed here.
    let motor = Motor { rotor_inertia_kg_m2: 0.7, ..Motor::default() };
    assert_eq!(export_urdf(&text, &nominal(&text).with_motor(0, motor), &[]).unwrap().text, text);
    // Bodies of followers are ordinary bodies.
    let heavier = nominal(&text).with_link_inertia(1, fore_arm());
    assert!(export_urdf(&text, &heavier, &[]).is_ok());
}

#[test]
fn what_urdf_cannot_hold_is_listed() {
    let friction = full_friction();
    let motor = Motor { rotor_inertia_kg_m2: 0.7, ..Motor::default() };
    let robot = nominal(ARM)
        .with_friction(0, friction)
        .with_motor(0, motor)
        .with_gravity(Vec3::new(0.0, 9.81, 0.0));
    let notes = export_urdf(ARM, &robot, &[]).unwrap().notes;
    let table: Vec<_> =
        notes.iter().map(|n| (n.owner.as_str(), n.quantity, n.value, n.unit, n.held)).collect();
    let joint = "joint \"shoulder\"";
    let expected = [
        ("robot", "gravity along y", 9.81, "m/s²", Some(0.0)),
        ("robot", "gravity along z", 0.0, "m/s²", Some(-9.81)),
        (joint, "offset", -0.3, "N·m", None),
        (joint, "rotor inertia", 0.7, "kg m²", None),
    ];
    assert_eq!(table[..4], expected);
    assert!(
        notes[3].to_string().contains("rotor inertia 0.7 kg m² is left out; set it as armature")
    );
    let (owner, quantity, value, unit, held) = table[4];
    let within = "friction beyond Coulomb and viscous, rms within the speed limit";
    assert_eq!((owner, quantity, unit, held), (joint, within, "N·m", None));
    assert!(value > 0.1, "{value}");
    assert_eq!(table.len(), 5);
}

#[test]
fn what_no_simulator_would_take_is_refused_by_name() {
    let robot = nominal(ARM);
    let export = |robot: Robot| export_urdf(ARM, &robot, &[]).unwrap_err();
    let flat = body(2.0, [0.1, 0.0, 0.0], [0.1, 0.0, 0.0, 0.1, 0.0, 0.5]);
    assert_error(
        &export(robot.clone().with_link_inertia(0, flat)),
        "E080",
        &["\"upper\"", "-1.5000e-1"],
    );
    assert_error(
        &export(robot.clone().with_link_inertia(1, LinkInertia::ZERO)),
        "E080",
        &["fore & arm"],
    );
    let nan = LinkInertia { mass_kg: f64::NAN, ..upper() };
    assert_error(&export(robot.clone().with_link_inertia(0, nan)), "E080", &["upper"]);
    let gains_energy = robot.with_friction(1, Friction::coulomb_viscous(1.0, -0.2));
    assert_error(&export(gains_energy), "E084", &["elbow", "viscous", "-2.0000e-1"]);
}

#[test]
fn another_robots_file_is_refused() {
    let robot = nominal(ARM);
    let renamed = ARM.replace("\"elbow\"", "\"wrist\"");
    assert_error(&export_urdf(&renamed, &robot, &[]).unwrap_err(), "E081", &["wrist", "elbow"]);
    let moved = ARM.replace("xyz=\"0.4 0 0\"", "xyz=\"0.5 0 0\"");
    assert_error(&export_urdf(&moved, &robot, &[]).unwrap_err(), "E081", &["elbow"]);
    let shorter = ARM.replace("name=\"elbow\" type=\"revolute\"", "name=\"elbow\" type=\"fixed\"");
    assert_error(
        &export_urdf(&shorter, &robot, &[]).unwrap_err(),
        "E081",
        &["1 moving joints, expected 2"],
    );
}

#[test]
fn damaged_files_are_refused_or_written_but_never_fatal() {
    let robot = nominal(ARM).with_link_inertia(0, upper()).with_link_inertia(1, fore_arm());
    let mut random = Random(11);
    let damaged = |place: f64| {
        let mut bytes = ARM.as_bytes().to_vec();
        let at = (0.5 * (place + 1.0) * (bytes.len() - 1) as f64) as usize;
        match at % 3 {
            0 => drop(bytes.remove(at)),
            1 => bytes[at] = b" <>/\"'=&0-e."[at % 12],
            _ => bytes.insert(at, b" <>/\"'=&0-e."[at % 11]),
        }
        String::from_utf8(bytes).unwrap()
    };
    let cut = (0..ARM.len()).step_by(7).map(|end| ARM[..end].to_owned());
    let texts = random.vector(3000).into_iter().map(damaged).chain(cut);
    let (written, refused): (Vec<_>, Vec<_>) =
        texts.map(|text| export_urdf(&text, &robot, &[])).partition(|result| result.is_ok());
    let (written, refused) = (written.len(), refused.len());
    assert!(written > 100 && refused > 100, "{written} {refused}");
}
