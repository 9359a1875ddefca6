//! Robot files without meshes: what is left out, and what MuJoCo says of the rest.

use crate::common::public_models;
use taufit::Warning;
use taufit_io::{ExportWarning, mjcf_without_meshes, parse_mjcf, parse_urdf, urdf_without_meshes};

const URDF: &str = r#"<?xml version="1.0"?>
<!-- of its owner -->
<robot name="arm">
  <link name="base">
    <visual>
      <geometry><mesh filename="package://arm/base.dae"/></geometry>
      <material name="white"/>
    </visual>
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>
  </link>
  <link name="arm"> <!-- moves -->
    <inertial><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <collision><geometry><mesh filename="package://arm/arm.stl" scale="0.1 0.1 0.1"/></geometry></collision>
    <visual><geometry><cylinder radius="0.1" length="1"/></geometry></visual>
  </link>
  <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
</robot>
"#;

const MJCF: &str = r#"<mujoco model="arm">
  <compiler angle="radian" meshdir="assets"/>
  <asset>
    <mesh name="arm" file="arm.stl"/>
    <texture name="wood" type="2d" file="wood.png"/>
    <texture name="sky" type="skybox" builtin="gradient" width="16" height="16"/>
    <material name="planks" texture="wood" rgba="1 0 0 1"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 0.1"/>
    <body name="arm">
      <joint name="j" axis="0 0 1"/>
      <inertial pos="0 0 0" mass="2" diaginertia="0.1 0.1 0.1"/>
      <frame pos="0 0 0.1"><geom name="shell" type="mesh" mesh="arm" material="planks"/></frame>
      <geom name="tip" size="0.02" material="planks"/>
      <body name="cover"><geom type="mesh" mesh="arm"/></body>
    </body>
  </worldbody>
  <contact>
    <pair geom1="floor" geom2="shell"/>
    <pair geom1="floor" geom2="tip"/>
  </contact>
</mujoco>
"#;

#[test]
fn meshes_of_a_urdf_go_and_shapes_and_comments_stay() {
    let found = urdf_without_meshes(URDF).unwrap();
    assert_eq!((found.n_removed, found.warnings.len()), (2, 0));
    assert!(!found.text.contains("mesh") && !found.text.contains("white"), "{}", found.text);
    for kept in ["<!-- of its owner -->", "<box size", "<!-- moves -->", "<cylinder radius"] {
        assert!(found.text.contains(kept), "{kept}");
    }
    let [before, after] =
        [URDF, found.text.as_str()].map(|text| parse_urdf(text).unwrap().description);
    assert_eq!(after.links[1].inertial, before.links[1].inertial);
    assert_eq!(after.joints, before.joints);
    // What has no meshes stays byte for byte.
    assert_eq!(urdf_without_meshes(&found.text).unwrap().text, found.text);
}

#[test]
fn meshes_of_an_mjcf_go_with_all_that_names_them() {
    let found = mjcf_without_meshes(MJCF).unwrap();
    assert_eq!(found.n_removed, 5);
    for gone in ["arm.stl", "wood", "shell", "mesh=\""] {
        assert!(!found.text.contains(gone), "{gone} in {}", found.text);
    }
    for kept in
        ["name=\"sky\"", "<material name=\"planks\" rgba", "geom2=\"tip\"", "name=\"floor\""]
    {
        assert!(found.text.contains(kept), "{kept} in {}", found.text);
    }
    let cover = ExportWarning::InertiaFromMeshes { body: "cover".to_owned() };
    assert_eq!(found.warnings, [Warning::from(cover)]);
    assert_eq!(parse_mjcf(&found.text).unwrap().description.joints.len(), 2);
}

/// Codes and texts of the warnings about a URDF whose second link has this inertial.
fn refused(inertial: &str) -> Vec<String> {
    let start = URDF.find("<inertial>").unwrap();
    let end = URDF.find("</inertial>").unwrap() + "</inertial>".len();
    let text = URDF.replace(&URDF[start..end], inertial);
    let warnings = urdf_without_meshes(&text).unwrap().warnings;
    assert!(warnings.iter().all(|warning| warning.code() == "W074"));
    warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn links_that_mujoco_refuses_are_named_with_the_reason() {
    let inertial = |mass: &str, [xx, xy, yy, zz]: [&str; 4]| {
        format!(
            "<inertial><mass value=\"{mass}\"/><inertia ixx=\"{xx}\" ixy=\"{xy}\" ixz=\"0\" iyy=\"{yy}\" iyz=\"0\" izz=\"{zz}\"/></inertial>"
        )
    };
    let cases = [
        (inertial("1", ["0.01", "0.02", "0.01", "0.01"]), "moment of inertia of -1.0e-2"),
        (inertial("1", ["0.01", "0", "0.01", "0.1"]), "one above the sum of the others"),
        (inertial("1", ["0", "0", "0", "0"]), "no inertia though it moves"),
        (String::new(), "no mass though it moves"),
    ];
    for (inertial, reason) in cases {
        let found = refused(&inertial);
        assert!(found.len() == 1 && found[0].contains(reason), "{reason}: {found:?}");
        assert!(found[0].contains("link \"arm\""), "{found:?}");
    }
    assert!(refused(&inertial("1", ["0.01", "0", "0.01", "0.02"])).is_empty(), "a sheet exists");
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn public_models_lose_their_meshes_alone() {
    let read = |folder: &str| {
        let entries = std::fs::read_dir(public_models(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path()).map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
    };
    for (name, text) in read("urdf") {
        let found = urdf_without_meshes(&text).unwrap();
        // What the owner commented out stays.
        let document = roxmltree::Document::parse(&found.text).unwrap();
        let is_left = document.descendants().any(|node| node.has_tag_name("mesh"));
        assert!(found.n_removed > 0 && !is_left, "{name}");
        // As MuJoCo 4.0.0 says (bench/check_export.sh): one link of TIAGo, and an arm without masses.
        let refused: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
        match name.as_str() {
            "erd_tiago_no_hand" => assert!(refused[0].contains("antenna"), "{refused:?}"),
            "rtb_puma560" => assert!(refused[0].contains("no mass"), "{refused:?}"),
            _ => assert!(refused.is_empty(), "{name}: {refused:?}"),
        }
    }
    for (name, text) in read("mjcf") {
        let found = mjcf_without_meshes(&text).unwrap();
        assert!(found.n_removed > 0 && !found.text.contains("mesh=\""), "{name}");
        assert!(!found.text.contains("file="), "{name}");
    }
}
