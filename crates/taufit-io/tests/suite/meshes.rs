//! Meshes of all kinds become hulls; broken ones become warnings, never panics or gigabytes.

use crate::common::scratch_file;
use taufit::model::Shape;
use taufit::spatial::Vec3;
use taufit_io::MeshWarning;
use taufit_io::{LoadedGeometry, read_geometry, read_robot};

/// The corners of a box of 0.2 × 0.4 × 0.6 m about the origin.
fn corners() -> Vec<[f32; 3]> {
    let side = |i: usize, bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
    (0..8).map(|i| [0.1 * side(i, 0), 0.2 * side(i, 1), 0.3 * side(i, 2)]).collect()
}

/// A binary STL of triangles through all corners that claims `claimed` of them.
fn stl(corners: &[[f32; 3]], claimed: u32) -> Vec<u8> {
    let mut bytes = b"solid in name only".to_vec();
    bytes.resize(80, 0xff);
    bytes.extend(claimed.to_le_bytes());
    for k in 0..corners.len() {
        let triangle = (0..3).map(|i| corners[(k + i) % corners.len()]);
        let numbers = [[0.0; 3]].into_iter().chain(triangle).flatten();
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
        bytes.extend([0, 0]);
    }
    bytes
}

fn text_stl() -> String {
    let mut text = "solid box\nfacet normal 0 0 0\nouter loop\n".to_owned();
    for [x, y, z] in corners() {
        text += &format!("  vertex {x} {y} {z}\n");
    }
    text + "endloop\nendfacet\nendsolid box\n"
}

fn obj() -> String {
    corners().iter().map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect::<String>() + "f 1 2 3\n"
}

/// In centimetres, turned about z by 90° and lifted by a metre in its scene.
fn dae() -> String {
    let numbers: Vec<String> =
        corners().iter().flatten().map(|x| (100.0 * x).to_string()).collect();
    format!(
        r##"<COLLADA><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
        <library_geometries><geometry id="g"><mesh>
          <source id="p"><float_array id="f" count="24">{}</float_array></source>
          <source id="n"><float_array id="h" count="3">9 9 9</float_array></source>
          <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        </mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="s">
          <node><translate>0 0 100</translate><node><rotate>0 0 1 90</rotate>
            <instance_geometry url="#g"/></node></node>
        </visual_scene></library_visual_scenes></COLLADA>"##,
        numbers.join(" ")
    )
}

/// A robot of one moving link with this mesh.
fn read(folder: &str, file: &str, content: &[u8], scale: &str) -> LoadedGeometry {
    scratch_file(&format!("{folder}/meshes/{file}"), content);
    let urdf = format!(
        r#"<robot name="one"><link name="base"/><link name="arm"><collision>
             <origin xyz="0 0 1"/><geometry><mesh filename="package://pkg/meshes/{file}" {scale}/></geometry>
           </collision></link>
           <joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>"#
    );
    let path = scratch_file(&format!("{folder}/one.urdf"), urdf.as_bytes());
    read_geometry(&read_robot(path.to_str().unwrap()).unwrap(), &[])
}

fn vertices(loaded: &LoadedGeometry) -> Vec<Vec3> {
    assert_eq!(loaded.warnings, []);
    match &loaded.geometry.links[0].solids[0].shape {
        Shape::Hull { vertices_m, swell_m } => {
            assert_eq!(*swell_m, 0.0);
            vertices_m.clone()
        }
        other => panic!("{other:?}"),
    }
}

fn largest(vertices: &[Vec3]) -> [f64; 3] {
    let most = |axis: fn(&Vec3) -> f64| vertices.iter().map(axis).fold(f64::MIN, f64::max);
    [most(|v| v.x), most(|v| v.y), most(|v| v.z)]
}

fn assert_near(found: [f64; 3], expected: [f64; 3]) {
    // Meshes have single precision.
    assert!(
        found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-7),
        "{found:?} {expected:?}"
    );
}

#[test]
fn every_format_gives_the_same_box() {
    let stl = stl(&corners(), 8);
    for (file, content) in
        [("a.stl", stl.as_slice()), ("b.STL", text_stl().as_bytes()), ("c.obj", obj().as_bytes())]
    {
        let vertices = vertices(&read("formats", file, content, ""));
        assert_eq!(vertices.len(), 8, "{file}");
        assert_near(largest(&vertices), [0.1, 0.2, 0.3]);
    }
}

#[test]
fn scale_unit_and_scene_are_applied() {
    let scaled = read("scaled", "a.stl", &stl(&corners(), 8), r#"scale="1 2 0.5""#);
    assert_near(largest(&vertices(&scaled)), [0.1, 0.4, 0.15]);
    let placed = read("placed", "a.dae", dae().as_bytes(), "");
    assert_near(largest(&vertices(&placed)), [0.2, 0.1, 1.3]);
}

#[test]
fn a_missing_mesh_is_a_warning_and_a_capsule() {
    let urdf = r#"<robot name="one"><link name="base"/><link name="arm"><collision><geometry>
        <mesh filename="package://nowhere/a.stl"/></geometry></collision></link>
        <joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>"#;
    let path = scratch_file("missing/one.urdf", urdf.as_bytes());
    let loaded = read_geometry(&read_robot(path.to_str().unwrap()).unwrap(), &[]);
    assert!(
        matches!(&loaded.warnings[..], [w] if matches!(w.kind(), Some(MeshWarning::MeshNotFound { link, .. }) if link == "arm"))
    );
    let arm = &loaded.geometry.links[0];
    assert_eq!((arm.solids.len(), arm.n_fitted, arm.n_missing), (1, 1, 1));
}

#[test]
fn broken_meshes_are_warnings() {
    let whole = stl(&corners(), 8);
    let nan = stl(&[[f32::NAN, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 3);
    let deep = "<COLLADA>".to_owned() + &"<node>".repeat(100_000);
    let lost = dae().replace("source=\"#p\"", "source=\"#q\"");
    let cases: [(&str, &[u8], &str); 12] = [
        ("truncated.stl", &whole[..whole.len() - 60], "claims 8 triangles and holds 6"),
        ("header.stl", &whole[..50], "ends before its header"),
        ("claims.stl", &stl(&corners(), u32::MAX), "claims 4294967295 triangles"),
        ("none.stl", &stl(&[], 0), "no points"),
        ("empty.stl", b"", "ends before its header"),
        ("nan.stl", &nan, "not finite"),
        ("cut.stl", b"solid a\nvertex 0 0 0\n", "endsolid"),
        ("words.stl", b"solid a\nvertex 0 zero 0\nendsolid a", "three numbers"),
        ("words.obj", b"v 1 2\n", "three numbers"),
        ("deep.dae", deep.as_bytes(), ""),
        ("lost.dae", lost.as_bytes(), "source"),
        ("image.png", b"png", "not read"),
    ];
    for (file, content, reason) in cases {
        let loaded = read("broken", file, content, "");
        let Some(MeshWarning::ShapeUnusable { reason: found, .. }) = loaded.warnings[0].kind()
        else {
            panic!("{file}: {:?}", loaded.warnings);
        };
        assert!(found.contains(reason), "{file}: {found}");
        assert_eq!(loaded.geometry.links[0].n_fitted, 1, "{file}");
    }
}
