//! Wavefront OBJ: its lines `v x y z`.

use super::{Reason, three_numbers};
use taufit::spatial::Vec3;

/// All vertices.
pub(super) fn points(text: &str) -> Result<Vec<Vec3>, Reason> {
    let vertices = text.lines().enumerate().filter_map(|(k, line)| {
        let mut words = line.split_ascii_whitespace();
        let bad = || format!("line {}: expected three numbers after \"v\"", k + 1);
        (words.next()? == "v").then(|| three_numbers(words).ok_or_else(bad))
    });
    vertices.collect()
}
