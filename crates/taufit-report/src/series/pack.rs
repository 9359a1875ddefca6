//! Signals as text that the page's script unpacks.
//!
//! Every channel is rounded to 65 535 steps of its own range, times to a tick, and stored as differences of
//! neighbours, low bytes before high bytes, compressed (deflate) and written as base64. That is a
//! sixth of the same numbers in single precision, at full resolution in time.

use flate2::{Compression, write::DeflateEncoder};
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;

/// Code of a value that is no number.
const NONE: u16 = u16::MAX;
/// Smallest distance of two times that is kept \[s\].
const TICK_S: f64 = 1e-6;

/// One signal.
#[derive(Clone, Debug)]
pub(crate) struct SignalChannel<'a> {
    /// Its name for the script.
    pub(crate) key: String,
    pub(crate) values: Cow<'a, [f64]>,
}

/// Signals over one base of time, packed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PackedSignals {
    /// First time as shown \[s\]; packed times count from it.
    pub(crate) start_s: f64,
    pub(crate) n_samples: usize,
    /// Unit of the packed times \[s\].
    pub(crate) tick_s: f64,
    pub(crate) channels: Vec<PackedChannel>,
    /// The numbers; written into the page beside the description.
    #[serde(skip)]
    pub(crate) text: String,
}

/// Scale of a packed channel: `low + step · code`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PackedChannel {
    key: String,
    low: f64,
    step: f64,
}

/// Packs channels of as many values as there are times.
pub(crate) fn pack(t_s: &[f64], channels: &[SignalChannel<'_>]) -> PackedSignals {
    let start_s = t_s.first().copied().filter(|t| t.is_finite()).unwrap_or(0.0);
    let duration_s = t_s.last().map_or(0.0, |last| last - start_s);
    let tick_s = TICK_S.max(duration_s / f64::from(i32::MAX));
    let ticks: Vec<u32> = t_s.iter().map(|t| ((t - start_s) / tick_s).round() as u32).collect();
    let mut bytes = Vec::new();
    let steps = differences(&ticks, u32::wrapping_sub);
    push_planes(&differences(&steps, u32::wrapping_sub), 4, &mut bytes);
    let channels = channels.iter().map(|channel| push_channel(channel, &mut bytes)).collect();
    let text = base64(&deflate(&bytes));
    PackedSignals { start_s, n_samples: t_s.len(), tick_s, channels, text }
}

fn push_channel(channel: &SignalChannel<'_>, bytes: &mut Vec<u8>) -> PackedChannel {
    let finite = channel.values.iter().copied().filter(|x| x.is_finite());
    let (low, high) =
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    let (low, step) = match high - low {
        span if span.is_finite() && span > 0.0 => (low, span / f64::from(NONE - 1)),
        0.0 => (low, 1.0),
        _ => (0.0, 1.0),
    };
    let code = |x: &f64| if x.is_finite() { ((x - low) / step).round() as u16 } else { NONE };
    let codes: Vec<u16> = channel.values.iter().map(code).collect();
    let differences: Vec<u32> =
        differences(&codes, u16::wrapping_sub).into_iter().map(u32::from).collect();
    push_planes(&differences, 2, bytes);
    PackedChannel { key: channel.key.clone(), low, step }
}

/// Differences to the value before; the first to zero.
fn differences<T: Copy + Default>(values: &[T], minus: fn(T, T) -> T) -> Vec<T> {
    let before = std::iter::once(T::default()).chain(values.iter().copied());
    values.iter().zip(before).map(|(now, before)| minus(*now, before)).collect()
}

/// The lowest bytes of all values, then the next ones: bytes of one kind compress better.
fn push_planes(values: &[u32], n_bytes: usize, bytes: &mut Vec<u8>) {
    for plane in 0..n_bytes {
        bytes.extend(values.iter().map(|x| x.to_le_bytes()[plane]));
    }
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // A vector takes everything: without it the page would have no plots, but nothing would be wrong.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PADDING: char = '=';

/// Bytes as text.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |k: usize| three.get(k).copied().map_or(0, u32::from);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let six = (bits >> (18 - 6 * k)) & 0x3f;
            let has_data = k <= three.len();
            text.push(if has_data { char::from(ALPHABET[six as usize]) } else { PADDING });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::DeflateDecoder;
    use std::io::Read;

    /// Decodes by looking every letter up, unlike the encoder.
    fn bytes(text: &str) -> Vec<u8> {
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
        bits.chunks_exact(8).map(byte).collect()
    }

    fn inflated(text: &str) -> Vec<u8> {
        let mut plain = Vec::new();
        DeflateDecoder::new(&bytes(text)[..]).read_to_end(&mut plain).unwrap();
        plain
    }

    /// Values of a channel that starts at a place of the plain bytes.
    fn unpacked(plain: &[u8], at: usize, n: usize, channel: &PackedChannel) -> Vec<f64> {
        let mut code = 0_u16;
        let value = |k: usize| {
            code = code.wrapping_add(u16::from_le_bytes([plain[at + k], plain[at + n + k]]));
            if code == NONE { f64::NAN } else { channel.low + channel.step * f64::from(code) }
        };
        (0..n).map(value).collect()
    }

    #[test]
    fn packed_numbers_come_back_to_a_step_of_their_range() {
        let n = 1000;
        let t_s: Vec<f64> = (0..n).map(|k| 5.0 + 0.008 * k as f64).collect();
        let wave: Vec<f64> = t_s.iter().map(|t| 80.0 * (1.3 * t).sin()).collect();
        let mut holes = wave.clone();
        (holes[3], holes[700]) = (f64::NAN, f64::INFINITY);
        let channel =
            |values: &[f64]| SignalChannel { key: "x".into(), values: values.to_vec().into() };
        let packed = pack(&t_s, &[channel(&wave), channel(&holes), channel(&[7.0; 1000])]);
        assert_eq!((packed.start_s, packed.n_samples, packed.tick_s), (5.0, n, 1e-6));
        let plain = inflated(&packed.text);
        assert_eq!(plain.len(), n * (4 + 3 * 2));
        let read = |k: usize| unpacked(&plain, n * (4 + 2 * k), n, &packed.channels[k]);
        for (found, expected) in read(0).iter().zip(&wave) {
            assert!((found - expected).abs() <= 0.5001 * 160.0 / 65_534.0, "{found} {expected}");
        }
        assert!(read(1)[3].is_nan() && read(1)[700].is_nan() && read(1)[4].is_finite());
        assert_eq!(read(2), [7.0; 1000]);
    }

    #[test]
    fn times_of_an_even_grid_take_next_to_no_room() {
        let t_s: Vec<f64> = (0..10_000).map(|k| 1e4 + 0.002 * f64::from(k)).collect();
        let packed = pack(&t_s, &[]);
        assert!(packed.text.len() < 200, "{}", packed.text.len());
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
            assert_eq!(base64(plain.as_bytes()), expected);
        }
    }
}
