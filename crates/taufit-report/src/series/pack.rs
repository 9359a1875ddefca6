//! A stretch as text that the page's script unpacks.

use super::decimate::Spans;
use super::{MAX_SAMPLES, channel, residual, shown_times};
use taufit::study::Series;

/// A stretch, packed.
#[derive(Debug)]
pub(crate) struct PackedStretch {
    /// First time as shown \[s\]; packed times count from it, so that single precision is enough.
    pub(crate) start_s: f64,
    /// Values per channel.
    pub(crate) n_kept: usize,
    /// Base64 of little-endian single-precision numbers: the times, then for each joint
    /// measured, predicted, feasible, nominal and residual torques.
    pub(crate) text: String,
}

/// Packs every stretch; long ones share [`MAX_SAMPLES`] by their length.
pub(crate) fn pack(series: &[Series], n_joints: usize) -> Vec<PackedStretch> {
    let total: usize = series.iter().map(|s| s.t_s.len()).sum();
    let quota = |stretch: &Series| match stretch.t_s.len() {
        n if total <= MAX_SAMPLES => n,
        n => (n * MAX_SAMPLES / total).max(2),
    };
    series.iter().map(|stretch| pack_stretch(stretch, n_joints, quota(stretch))).collect()
}

fn pack_stretch(series: &Series, n_joints: usize, n_kept: usize) -> PackedStretch {
    let n_samples = series.t_s.len();
    let spans = Spans::new(n_samples, n_kept);
    let shown = shown_times(series);
    let start_s = shown.first().copied().filter(|t| t.is_finite()).unwrap_or(0.0);
    let t_s: Vec<f64> = shown.iter().map(|t| t - start_s).collect();
    let times = spans.as_ref().map_or_else(|| t_s.clone(), |s| s.times(&t_s));
    let mut bytes = Vec::new();
    push(&times, &mut bytes);
    for joint in 0..n_joints {
        let of_joint = |values| channel(values, joint, n_samples);
        for values in [
            of_joint(&series.measured),
            of_joint(&series.predicted),
            of_joint(&series.feasible),
            of_joint(&series.nominal),
            &residual(series, joint),
        ] {
            match &spans {
                Some(spans) => push(&spans.extremes(values), &mut bytes),
                None => push(values, &mut bytes),
            }
        }
    }
    let mut text = String::new();
    encode(&bytes, &mut text);
    PackedStretch { start_s, n_kept: times.len(), text }
}

/// Numbers as text: base64 of little-endian single precision.
pub(crate) fn packed(values: impl IntoIterator<Item = f64>) -> String {
    let (mut bytes, mut text) = (Vec::new(), String::new());
    push(&values.into_iter().collect::<Vec<f64>>(), &mut bytes);
    encode(&bytes, &mut text);
    text
}

/// A screen has a few thousand pixels: single precision is plenty.
fn push(values: &[f64], bytes: &mut Vec<u8>) {
    values.iter().for_each(|x| bytes.extend_from_slice(&(*x as f32).to_le_bytes()));
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PADDING: char = '=';

/// Appends the bytes as text.
pub(super) fn encode(bytes: &[u8], text: &mut String) {
    text.reserve(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |k: usize| three.get(k).copied().map_or(0, u32::from);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let six = (bits >> (18 - 6 * k)) & 0x3f;
            let has_data = k <= three.len();
            text.push(if has_data { char::from(ALPHABET[six as usize]) } else { PADDING });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes by looking every letter up, unlike the encoder.
    fn decode(text: &str) -> Vec<f32> {
        let value = |c: char| match c {
            'A'..='Z' => c as u32 - 'A' as u32,
            'a'..='z' => c as u32 - 'a' as u32 + 26,
            '0'..='9' => c as u32 - '0' as u32 + 52,
            '+' => 62,
            _ => 63,
        };
        let bits: Vec<bool> = text
            .trim_end_matches('=')
            .chars()
            .flat_map(|c| (0..6).rev().map(move |k| value(c) >> k & 1 == 1))
            .collect();
        let byte = |bits: &[bool]| bits.iter().fold(0_u8, |b, bit| b << 1 | u8::from(*bit));
        let bytes: Vec<u8> = bits.chunks_exact(8).map(byte).collect();
        bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    }

    fn series(n_samples: usize, start_s: f64) -> Series {
        let both = |scale: f64| (0..2 * n_samples).map(|k| scale * k as f64).collect::<Vec<f64>>();
        Series {
            t_s: (0..n_samples).map(|k| start_s + 0.25 * k as f64).collect(),
            measured: both(8.0),
            predicted: both(4.0),
            feasible: both(2.0),
            nominal: both(1.0),
            ..Series::default()
        }
    }

    #[test]
    fn packed_numbers_come_back() {
        let packed = pack(&[series(3, 5.0)], 2).remove(0);
        assert_eq!((packed.start_s, packed.n_kept), (5.0, 3));
        let numbers = decode(&packed.text);
        assert_eq!(numbers.len(), 3 * (1 + 2 * 5));
        assert_eq!(numbers[..6], [0.0, 0.25, 0.5, 0.0, 8.0, 16.0]);
        // The second joint: measured, ..., and the residual last.
        assert_eq!(numbers[18..21], [24.0, 32.0, 40.0]);
        assert_eq!(numbers[30..], [12.0, 16.0, 20.0]);
    }

    #[test]
    fn stamps_of_a_clock_keep_their_distances() {
        let packed = pack(&[series(3, 1_700_000_000.0)], 2).remove(0);
        assert_eq!(packed.start_s, 0.0);
        assert_eq!(decode(&packed.text)[..3], [0.0, 0.25, 0.5]);
    }

    #[test]
    fn long_stretches_share_the_room() {
        let packed = pack(&[series(2 * MAX_SAMPLES, 0.0), series(MAX_SAMPLES, 0.0)], 2);
        let kept: Vec<usize> = packed.iter().map(|p| p.n_kept).collect();
        assert!(kept.iter().sum::<usize>() <= MAX_SAMPLES && kept[0] > 33_000 && kept[1] > 16_000);
    }

    #[test]
    fn test_vectors_of_the_standard() {
        for (plain, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            let mut text = String::new();
            encode(plain.as_bytes(), &mut text);
            assert_eq!(text, expected);
        }
    }
}
