//! Parameters for other programs.

use crate::common::perturb::perturbed;
use crate::common::{Random, assert_close, assert_error};
use serde_json::Value;
use std::collections::HashMap;
use taufit::Warning;
use taufit::friction::{Friction, FrictionShape};
use taufit::model::{Robot, catalog};
use taufit::params::Layout;
use taufit::spatial::{Inertial, Vec3};
use taufit_io::{
    export_ur_parameters, parameters_csv, parameters_json, parse_robot_toml, parse_urdf,
    pinocchio_parameters, write_ur_parameters,
};

fn slider() -> Robot {
    let text = "name = 's'\nconvention = 'mdh'\n[[joint]]\nname = 'rail, 1'\ntype = 'prismatic'\n\
        friction = { viscous = 2.5, offset = 0.5 }\nmotor = { rotor_inertia_kg_m2 = 4.0 }\n\
        link = { name = 'cart \"A\"', mass_kg = 2.0 }\n";
    parse_robot_toml(text).unwrap().description.build().unwrap()
}

#[test]
fn csv_has_names_units_and_values() {
    let text = parameters_csv(&slider());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "name,long_name,unit,value");
    assert_eq!(lines[1], "m1,\"m[cart \"\"A\"\"]\",kg,2.0");
    assert_eq!(lines[10], "Izz1,\"Izz[cart \"\"A\"\"]\",kg m²,0.0");
    let joint = [
        "Ia1,\"Ia[rail, 1]\",kg,4.0",
        "fv1,\"fv[rail, 1]\",N·s/m,2.5",
        "off1,\"off[rail, 1]\",N,0.5",
    ];
    assert_eq!(lines[11..], joint);
}

#[test]
fn json_values_are_those_of_the_layout_to_the_last_bit() {
    let shape = FrictionShape::COULOMB_VISCOUS.with_tanh(0.05);
    let friction = Friction { shape, ..Friction::coulomb_viscous(1.0 / 3.0, 0.1) };
    let robot =
        perturbed(&catalog::robot("ur5").unwrap(), &mut Random(8)).with_friction(2, friction);
    let text = parameters_json(&robot);
    let document: Value = serde_json::from_str(&text).unwrap();
    let rows = document["parameters"].as_array().unwrap();
    let layout = Layout::of_robot(&robot);
    // Not through `Value`: its reader is off by a bit now and then.
    let values: Vec<f64> = text
        .split("\"value\": ")
        .skip(1)
        .map(|s| s.split('\n').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(values, layout.nominal(&robot));
    assert_eq!(rows[17]["long_name"], layout.long_name(17));
    assert_eq!(document["friction_models"][2]["sign"]["tanh"]["width_rad_s"], 0.05);
    assert_eq!(document["gravity_in_world_m_s2"][2], -9.81);
}

#[test]
fn pinocchio_gets_its_own_order_about_the_joint() {
    let body = Inertial {
        mass_kg: 2.0,
        com_in_link_m: Vec3::new(0.1, 0.2, 0.3),
        inertia_about_com_in_link: [0.5, 0.01, 0.02, 0.6, 0.03, 0.7],
    };
    let friction = Friction {
        offset: 0.25,
        shape: FrictionShape::COULOMB_VISCOUS.with_offset(),
        ..Friction::coulomb_viscous(1.0, 2.0)
    };
    let robot = catalog::robot("planar2r")
        .unwrap()
        .with_link_inertia(1, body.into())
        .with_friction(1, friction);
    let exported = pinocchio_parameters(&robot);
    let document: Value = serde_json::from_str(&exported.text).unwrap();
    let joint = &document["joints"][1];
    let ten: Vec<f64> = serde_json::from_value(joint["dynamic_parameters"].clone()).unwrap();
    // xx xy yy xz yz zz; Huygens-Steiner by hand, with m = 2 and c = (0.1, 0.2, 0.3).
    let expected = [
        2.0,
        0.2,
        0.4,
        0.6,
        0.5 + 0.26,
        0.01 - 0.04,
        0.6 + 0.2,
        0.02 - 0.06,
        0.03 - 0.12,
        0.7 + 0.1,
    ];
    assert_close("ten", &ten, &expected, 1e-15);
    assert_eq!(
        (&joint["name"], &joint["damping"], &joint["friction"]),
        (&"joint2".into(), &2.0.into(), &1.0.into())
    );
    assert_eq!(exported.notes.iter().map(|n| n.quantity).collect::<Vec<_>>(), ["offset"]);
}

/// An arm in the frames of `ur_description`: numbers of no real robot.
fn ur_arm(prefix: &str) -> String {
    let links = ["shoulder", "upper_arm", "forearm", "wrist_1", "wrist_2", "wrist_3"];
    let joints = ["shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3"];
    let rolls = [0.0, 90.0, 0.0, 0.0, 90.0, -90.0_f64];
    let mut text =
        format!("<robot name='arm'><link name='{prefix}base_link'/><link name='{prefix}tool0'/>");
    let mut parent = "base".to_owned();
    for ((link, joint), roll) in links.iter().zip(joints).zip(rolls) {
        text += &format!(
            "<link name='{prefix}{link}_link'/><joint name='{prefix}{joint}_joint' type='revolute'>\
             <parent link='{prefix}{parent}_link'/><child link='{prefix}{link}_link'/>\
             <origin xyz='-0.2 0.1 0.1' rpy='{} 0.002 0'/><axis xyz='0 0 1'/>\
             <limit lower='-6' upper='6' effort='0' velocity='0'/></joint>",
            roll.to_radians()
        );
        parent = (*link).to_owned();
    }
    text + &format!(
        "<joint name='{prefix}tool' type='fixed'><parent link='{prefix}wrist_3_link'/>\
         <child link='{prefix}tool0'/></joint></robot>"
    )
}

/// A file of the right keys, with comments and with axes of the tensors that differ from link to link.
fn ur_file() -> String {
    let links = ["shoulder", "upper_arm", "forearm", "wrist_1", "wrist_2", "wrist_3"];
    let mut text = "# measured\noffsets:\n  shoulder_offset: 0.138 # from the model\n\n\
        inertia_parameters:\n  base_mass: 4.0  # not known\n"
        .to_owned();
    links.iter().for_each(|link| text += &format!("  {link}_mass: 1.0\n"));
    text += "  links:\n    base:\n      radius: 0.06\n\n  center_of_mass:\n";
    for link in links {
        text += &format!("    {link}_cog:\n      x: 0.0  # model.x\n      y: 0\n      z: 1e-3\n");
    }
    text += "  rotation:\n";
    for (i, link) in links.iter().enumerate() {
        text += &format!(
            "    {link}:\n      roll: {}\n      pitch: 0\n      yaw: 0.{i}\n",
            [std::f64::consts::FRAC_PI_2, 0.0][i % 2]
        );
    }
    text += "  tensor:\n";
    for link in links {
        text += &format!("    {link}:\n");
        ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"]
            .iter()
            .for_each(|key| text += &format!("      {key}: 0.1\n"));
    }
    text
}

/// Every number of a nested YAML file by its last two keys, read without the code under test.
fn yaml_numbers(text: &str) -> HashMap<(String, String), f64> {
    let mut heading = String::new();
    let mut section = String::new();
    let mut numbers = HashMap::new();
    for line in text.lines() {
        let (key, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.split('#').next().unwrap().trim();
        match (value.parse(), key.len() - key.trim_start().len()) {
            (Ok(number), _) => drop(
                numbers.insert((format!("{section}/{heading}"), key.trim().to_owned()), number),
            ),
            (Err(_), 2) => section = key.trim().to_owned(),
            (Err(_), _) => heading = key.trim().to_owned(),
        }
    }
    numbers
}

fn ur_robot(prefix: &str) -> Robot {
    let nominal = parse_urdf(&ur_arm(prefix)).unwrap().description.build().unwrap();
    perturbed(&nominal, &mut Random(12))
}

#[test]
fn a_ur_file_gets_the_bodies_in_its_own_axes() {
    let robot = ur_robot("left_");
    let source = ur_file();
    let exported = export_ur_parameters(&source, &robot).unwrap();
    assert!(exported.warnings.is_empty());
    let numbers = yaml_numbers(&exported.text);
    let get = |heading: &str, key: &str| numbers[&(heading.to_owned(), key.to_owned())];
    let body = robot.joints()[1].link.inertia.to_inertial().unwrap();
    let of =
        |part: &str, keys: &[&str]| -> Vec<f64> { keys.iter().map(|key| get(part, key)).collect() };
    assert_close(
        "com",
        &of("center_of_mass/upper_arm_cog", &["x", "y", "z"]),
        &<[f64; 3]>::from(body.com_in_link_m),
        1e-15,
    );
    // Turned by yaw 0.1 only: Izz stays, and so do Ixx + Iyy and the determinant of the rest.
    let [xx, xy, xz, yy, yz, zz] = body.inertia_about_com_in_link;
    let written = of("tensor/upper_arm", &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"]);
    let (s, c) = 0.1_f64.sin_cos();
    let expected = [
        c * c * xx + 2.0 * c * s * xy + s * s * yy,
        c * s * (yy - xx) + (c * c - s * s) * xy,
        c * xz + s * yz,
        s * s * xx - 2.0 * c * s * xy + c * c * yy,
        c * yz - s * xz,
        zz,
    ];
    assert_close("tensor", &written, &expected, 1e-14);
    let strip = |text: &str| {
        text.lines()
            .map(|l| l.split(": ").next().unwrap().to_owned() + l.split('#').nth(1).unwrap_or(""))
            .collect::<Vec<_>>()
    };
    assert_eq!(strip(&exported.text), strip(&source));
    assert!(
        exported.text.contains("  shoulder_offset: 0.138 # from the model\n")
            && exported.text.contains("base_mass: 4.0  # not known")
    );
    assert_eq!(exported.notes.iter().filter(|n| n.quantity == "rotor inertia").count(), 6);
}

/// The arm with the lengths `a2 a3 d4 d5 d6`.
fn ur_arm_of([a2, a3, d4, d5, d6]: [f64; 5]) -> Robot {
    let places = [
        "0 0 0.15".to_owned(),
        "0 0 0".to_owned(),
        format!("{a2} 0 0"),
        format!("{a3} 0 {d4}"),
        format!("0 {} 0", -d5),
        format!("0 {d6} 0"),
    ];
    let place = "-0.2 0.1 0.1";
    let text = places.iter().fold(ur_arm(""), |text, new| {
        text.replacen(&format!("xyz='{place}'"), &format!("xyz='{new}'"), 1)
    });
    perturbed(&parse_urdf(&text).unwrap().description.build().unwrap(), &mut Random(3))
}

#[test]
fn a_whole_ur_file_is_written_for_the_models_that_are_known() {
    let ur5e = [-0.425, -0.3922, 0.1333, 0.0997, 0.0996];
    let robot = ur_arm_of(ur5e);
    let text = write_ur_parameters(&robot).unwrap().text;
    assert!(text.starts_with("# Physical parameters of a UR5e:"), "{text}");
    let numbers = yaml_numbers(&text);
    let get = |heading: &str, key: &str| numbers[&(heading.to_owned(), key.to_owned())];
    assert_eq!(text.matches("shoulder_offset: 0.138\n").count(), 1);
    assert_eq!(text.matches("base_mass: 4.0\n").count(), 1);
    assert_eq!(get("links/base", "radius"), 0.06);
    let body = robot.joints()[2].link.inertia.to_inertial().unwrap();
    let com = ["x", "y", "z"].map(|key| get("center_of_mass/forearm_cog", key));
    assert_close("com", &com, &<[f64; 3]>::from(body.com_in_link_m), 1e-15);
    let tensor = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"].map(|key| get("tensor/forearm", key));
    assert_close("tensor", &tensor, &body.inertia_about_com_in_link, 1e-14);
    // A file that was written is a file to patch.
    assert_eq!(export_ur_parameters(&text, &robot).unwrap().text, text);
    // Calibration moves lengths by a millimetre; the generation before has other wrists.
    let calibrated = ur_arm_of([-0.4243, -0.3931, 0.1341, 0.0994, 0.0991]);
    assert!(write_ur_parameters(&calibrated).unwrap().text.contains("UR5e"));
    let ur5 = ur_arm_of([-0.425, -0.39225, 0.10915, 0.09465, 0.0823]);
    assert!(write_ur_parameters(&ur5).unwrap().text.contains("of a UR5:"));
    for (name, model) in
        [("ur3", "UR3"), ("ur10", "UR10"), ("ur3e", "UR3e"), ("ur5e", "UR5e"), ("ur10e", "UR10e")]
    {
        let built_in = perturbed(&catalog::robot(name).unwrap(), &mut Random(4));
        let text = write_ur_parameters(&built_in).unwrap().text;
        assert!(text.contains(&format!("of a {model}:")), "{name}: {text}");
    }
    let longer = ur_arm_of([-0.8620, -0.7287, 0.201, 0.1593, 0.1543]);
    let error = write_ur_parameters(&longer).unwrap_err();
    assert_error(&error, "E087", &["a2 = -0.8620", "the file of its model"]);
}

#[test]
fn other_robots_and_other_files_are_refused() {
    let ur5 = perturbed(&catalog::robot("ur5").unwrap(), &mut Random(1));
    assert_error(&export_ur_parameters(&ur_file(), &ur5).unwrap_err(), "E087", &["joint1"]);
    let old = ur_arm("").replacen("0 0 1", "0 1 0", 3);
    let old = perturbed(&parse_urdf(&old).unwrap().description.build().unwrap(), &mut Random(1));
    assert_error(
        &export_ur_parameters(&ur_file(), &old).unwrap_err(),
        "E087",
        &["shoulder_link", "ur_description"],
    );
    let robot = ur_robot("");
    let without = ur_file().replace("forearm_mass", "fore_mass");
    assert_error(
        &export_ur_parameters(&without, &robot).unwrap_err(),
        "E033",
        &["inertia_parameters.forearm_mass"],
    );
    let wrong = ur_file().replace("pitch: 0", "pitch: none");
    assert_error(
        &export_ur_parameters(&wrong, &robot).unwrap_err(),
        "E034",
        &["none", "rotation.shoulder.pitch"],
    );
    assert_error(&export_ur_parameters("", &robot).unwrap_err(), "E033", &[]);
}

#[test]
fn a_gripper_in_the_last_link_is_pointed_out() {
    let text = ur_arm("").replace("tool0", "gripper");
    let nominal = parse_urdf(&text).unwrap().description.build().unwrap();
    let exported = export_ur_parameters(&ur_file(), &perturbed(&nominal, &mut Random(2))).unwrap();
    assert_eq!(exported.warnings.iter().map(Warning::code).collect::<Vec<_>>(), ["W072"]);
    assert!(exported.warnings[0].to_string().contains("gripper"));
}
