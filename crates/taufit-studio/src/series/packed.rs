//! Buckets as bytes: length of a head, head as JSON, times as doubles, extremes as singles; little-endian throughout.

use super::Pyramid;
use serde::Serialize;
use std::ops::Range;
use taufit::recording::EffortKind;

/// Header in front of the numbers.
#[derive(Debug, Serialize)]
struct SeriesHead<'a> {
    n_buckets: usize,
    /// Names of the channels: `q1`, `qd1`, `tau1`, ... by the number of the joint.
    channels: Vec<String>,
    joints: &'a [String],
    effort_kind: Option<EffortKind>,
    n_samples: u64,
    first_s: f64,
    last_s: f64,
    /// Whether every bucket is one sample.
    exact: bool,
    /// Whether the log has been read to its end.
    complete: bool,
}

/// Buckets of a log.
pub(super) fn packed(pyramid: &Pyramid, buckets: Range<usize>, is_complete: bool) -> Vec<u8> {
    let n_joints = pyramid.joints.len();
    let mut kinds = vec!["q"];
    kinds.extend(pyramid.has_velocities.then_some("qd"));
    kinds.push("tau");
    let names = kinds.iter().flat_map(|kind| (1..=n_joints).map(move |j| format!("{kind}{j}")));
    // What is not a number cannot stand in JSON.
    let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
    let head = SeriesHead {
        n_buckets: buckets.len(),
        channels: names.collect(),
        joints: &pyramid.joints,
        effort_kind: pyramid.effort_kind,
        n_samples: pyramid.n_samples,
        first_s: finite(pyramid.first_s),
        last_s: finite(pyramid.last_s),
        exact: pyramid.is_exact(),
        complete: is_complete,
    };
    let mut text = serde_json::to_vec(&head).unwrap_or_default();
    // Doubles are read where their place is a multiple of their length.
    text.resize(text.len().next_multiple_of(8) + 4, b' ');
    let mut bytes = u32::try_from(text.len()).unwrap_or_default().to_le_bytes().to_vec();
    bytes.extend(text);
    bytes.extend(pyramid.t_s[buckets.clone()].iter().flat_map(|t| t.to_le_bytes()));
    for channel in &pyramid.channels {
        for values in [&channel.low, &channel.high] {
            bytes.extend(values[buckets.clone()].iter().flat_map(|x| x.to_le_bytes()));
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_at_a_multiple_of_eight() {
        let bytes = packed(&Pyramid::new(8), 0..0, false);
        let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        assert_eq!(((4 + length) % 8, bytes.len()), (0, 4 + length));
        let head: serde_json::Value = serde_json::from_slice(&bytes[4..]).unwrap();
        assert_eq!(head["complete"], false);
    }
}
