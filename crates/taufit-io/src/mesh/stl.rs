//! STL files, binary and text.

use super::{Reason, three_numbers};
use taufit::spatial::Vec3;

const HEADER: usize = 80;
const TRIANGLE: usize = 50;

/// Corners of all triangles. The first word does not distinguish the two kinds: many
/// binary ones begin with `solid` too. So a file as long as its count of triangles says is binary.
pub(super) fn points(bytes: &[u8]) -> Result<Vec<Vec3>, Reason> {
    let binary = binary_triangles(bytes);
    let exact =
        binary.is_some_and(|(claimed, rest)| rest.len() as u64 == claimed * TRIANGLE as u64);
    match std::str::from_utf8(bytes) {
        Ok(text) if !exact && text.trim_start().starts_with("solid") => text_points(text),
        _ => binary_points(binary),
    }
}

/// Number of triangles stated by a binary file, and the bytes after it.
fn binary_triangles(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (count, triangles) = bytes.get(HEADER..)?.split_first_chunk()?;
    Some((u32::from_le_bytes(*count).into(), triangles))
}

fn binary_points(binary: Option<(u64, &[u8])>) -> Result<Vec<Vec3>, Reason> {
    let (claimed, triangles) = binary.ok_or("it ends before its header does")?;
    let present = (triangles.len() / TRIANGLE) as u64;
    if claimed > present {
        return Err(format!("it claims {claimed} triangles and holds {present}"));
    }
    let triangles = triangles.chunks_exact(TRIANGLE).zip(0..claimed);
    Ok(triangles.flat_map(|(triangle, _)| corners(triangle)).collect())
}

/// Twelve numbers: the normal, then three corners.
fn corners(triangle: &[u8]) -> [Vec3; 3] {
    let number = |k: usize| {
        let word = triangle.get(4 * k..).and_then(|rest| rest.first_chunk::<4>());
        word.map_or(f64::NAN, |word| f64::from(f32::from_le_bytes(*word)))
    };
    [3, 6, 9].map(|k| Vec3::new(number(k), number(k + 1), number(k + 2)))
}

fn text_points(text: &str) -> Result<Vec<Vec3>, Reason> {
    if !text.trim_end().lines().last().is_some_and(|line| line.trim().starts_with("endsolid")) {
        return Err("it ends before \"endsolid\"".to_owned());
    }
    let vertices = text.lines().enumerate().filter_map(|(k, line)| {
        let words = line.trim().strip_prefix("vertex")?;
        let bad = || format!("line {}: expected three numbers after \"vertex\"", k + 1);
        Some(three_numbers(words.split_ascii_whitespace()).ok_or_else(bad))
    });
    vertices.collect()
}
