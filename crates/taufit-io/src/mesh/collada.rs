//! COLLADA: geometries, and the scene that places them.
//!
//! The unit is applied; `up_axis` is not, as in ROS tools: a robot description places its meshes itself.

use super::Reason;
use crate::error::Result;
use crate::xml::{self, Element};
use std::collections::HashMap;
use taufit::spatial::{Mat3, Transform, Vec3};

/// The positions of all placed geometries, in metres.
pub(super) fn points(text: &str) -> Result<Vec<Vec3>, Reason> {
    xml::parse(text, "COLLADA", read).map_err(|error| error.to_string())
}

fn read(root: Element<'_, '_>) -> Result<Vec<Vec3>> {
    let mut geometries = HashMap::new();
    for geometry in root.children("library_geometries").flat_map(|l| l.children("geometry")) {
        geometries.insert(geometry.attribute("id").unwrap_or_default(), positions(geometry)?);
    }
    let unit = root.child("asset").and_then(|asset| asset.child("unit"));
    let unit_m = unit.map(|unit| unit.number("meter")).transpose()?.flatten().unwrap_or(1.0);
    let placed = placed(root, &geometries)?;
    // A file without a scene is its geometries, as they are.
    let points =
        if placed.is_empty() { geometries.into_values().flatten().collect() } else { placed };
    Ok(points.into_iter().map(|p| p * unit_m).collect())
}

/// The points of all geometries that scenes refer to, where they put them.
fn placed(root: Element<'_, '_>, geometries: &HashMap<&str, Vec<Vec3>>) -> Result<Vec<Vec3>> {
    let scenes = root.children("library_visual_scenes").flat_map(|l| l.children("visual_scene"));
    let nodes = scenes.flat_map(|scene| scene.children("node"));
    // A list of open nodes, not a recursion: a hostile file may nest a million of them. Their transforms
    // may scale, which is no harm: nothing is inverted.
    let mut open: Vec<_> = nodes.map(|node| (node, Transform::IDENTITY)).collect();
    let mut points = Vec::new();
    while let Some((node, scene_from_parent)) = open.pop() {
        let scene_from_node = scene_from_parent * transform(node)?;
        open.extend(node.children("node").map(|inner| (inner, scene_from_node)));
        if let Some(instance) = node.child("instance_node") {
            return Err(instance.unsupported("nodes that are used by reference are not read"));
        }
        for instance in node.children("instance_geometry") {
            let id = instance.required("url")?.trim_start_matches('#');
            let own = geometries.get(id).map_or(&[][..], Vec::as_slice);
            // An instance costs a few bytes, whatever it refers to.
            super::check_count(points.len() + own.len())
                .map_err(|reason| instance.bad_value("url", id, &reason))?;
            points.extend(own.iter().map(|p| scene_from_node.point(*p)));
        }
    }
    Ok(points)
}

/// The transforms of a node, the first outermost.
fn transform(node: Element<'_, '_>) -> Result<Transform> {
    let mut product = Transform::IDENTITY;
    for element in node.elements() {
        let text = element.text().unwrap_or_default();
        product = product
            * match element.tag() {
                "matrix" => matrix(element.parse_numbers("matrix", text)?),
                "translate" => {
                    let by: [f64; 3] = element.parse_numbers("translate", text)?;
                    Transform::from_translation(by.into())
                }
                "rotate" => {
                    let [x, y, z, angle_deg] = element.parse_numbers("rotate", text)?;
                    let axis = Vec3::new(x, y, z);
                    let axis = axis * (1.0 / axis.norm());
                    Transform::from_rotation(axis, angle_deg.to_radians())
                }
                "scale" => {
                    let [x, y, z] = element.parse_numbers("scale", text)?;
                    let rotation = Mat3::symmetric([x, 0.0, 0.0, y, 0.0, z]);
                    Transform { rotation, translation: Vec3::ZERO }
                }
                "lookat" | "skew" => {
                    return Err(element.unsupported("this kind of transform is not read"));
                }
                _ => continue,
            };
    }
    Ok(product)
}

/// A homogeneous matrix by rows.
fn matrix(m: [f64; 16]) -> Transform {
    let [a, b, c, d, e, f, g, h, i, j, k, l, ..] = m;
    Transform::from([a, b, c, d, e, f, g, h, i, j, k, l])
}

/// The positions of a geometry: the source that its `<vertices>` call POSITION.
fn positions(geometry: Element<'_, '_>) -> Result<Vec<Vec3>> {
    let Some(mesh) = geometry.child("mesh") else { return Ok(Vec::new()) };
    let inputs = mesh.children("vertices").flat_map(|v| v.children("input"));
    let mut named = inputs.filter(|input| input.attribute("semantic") == Some("POSITION"));
    let Some(input) = named.next() else { return Ok(Vec::new()) };
    let id = input.required("source")?.trim_start_matches('#');
    let mut sources = mesh.children("source");
    let Some(source) = sources.find(|s| s.attribute("id") == Some(id)) else {
        return Err(input.missing(format!("source {id:?}")));
    };
    let array = source.required_child("float_array")?;
    let numbers = array.parse_number_list("float_array", array.text().unwrap_or_default())?;
    let stride = stride(source)?;
    Ok(numbers
        .chunks_exact(stride)
        .filter_map(|p| p.first_chunk().copied().map(Vec3::from))
        .collect())
}

/// Numbers per position: three, unless the accessor states otherwise.
fn stride(source: Element<'_, '_>) -> Result<usize> {
    let accessor = source.child("technique_common").and_then(|t| t.child("accessor"));
    let Some((accessor, text)) = accessor.and_then(|a| Some((a, a.attribute("stride")?))) else {
        return Ok(3);
    };
    let stride = text.parse().ok().filter(|stride| *stride >= 3);
    stride.ok_or_else(|| accessor.bad_value("stride", text, "3 or more"))
}
