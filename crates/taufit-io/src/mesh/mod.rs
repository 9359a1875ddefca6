//! Meshes, of which only the points matter here: a collision shape is their convex hull.
//!
//! STL (binary and text), OBJ and COLLADA. A mesh that cannot be used never stops the work: the link falls
//! back to capsules, with a warning.

mod collada;
mod search;
mod stl;

pub(crate) use search::MeshSearch;
pub use search::mesh_folders_of_environment;

use crate::limits::MAX_FILE_BYTES;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use taufit::spatial::Vec3;

/// Description of a defect of a mesh.
type Reason = String;

/// Most points of a mesh, before repeated ones are left out: two million triangles.
const MAX_POINTS: usize = 6_000_000;

/// Refuses more points than a mesh may have.
fn check_count(n_points: usize) -> Result<(), Reason> {
    match n_points > MAX_POINTS {
        true => Err(format!("more than {MAX_POINTS} points; simplify the mesh")),
        false => Ok(()),
    }
}

/// The points of a mesh in its own unit, each once.
pub(crate) fn read_points(path: &Path) -> Result<Vec<Vec3>, Reason> {
    let bytes = read_bytes(path)?;
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    let points = match extension.to_ascii_lowercase().as_str() {
        "stl" => stl::points(&bytes),
        "obj" => obj_points(text(&bytes)?),
        "dae" => collada::points(text(&bytes)?),
        other => Err(format!("files of type {other:?} are not read; STL, OBJ and DAE are")),
    }?;
    Ok(each_once(points))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Reason> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("larger than {MAX_FILE_BYTES} bytes"));
    }
    Ok(bytes)
}

fn text(bytes: &[u8]) -> Result<&str, Reason> {
    std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
}

/// Triangles repeat their corners: six times on the average.
fn each_once(mut points: Vec<Vec3>) -> Vec<Vec3> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z)));
    points.dedup();
    points
}

/// Three numbers, if the words are numbers.
fn three_numbers<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Vec3> {
    let mut next = || words.next()?.parse::<f64>().ok();
    Some(Vec3::new(next()?, next()?, next()?))
}

/// Vertices of a Wavefront OBJ file: its lines `v x y z`.
fn obj_points(text: &str) -> Result<Vec<Vec3>, Reason> {
    let vertices = text.lines().enumerate().filter_map(|(k, line)| {
        let mut words = line.split_ascii_whitespace();
        let bad = || format!("line {}: expected three numbers after \"v\"", k + 1);
        (words.next()? == "v").then(|| three_numbers(words).ok_or_else(bad))
    });
    vertices.collect()
}
