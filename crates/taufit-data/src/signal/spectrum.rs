//! Averaged periodogram: how the power of a signal spreads over frequency.

use std::f64::consts::PI;

/// One-sided power spectral density, `∫ S df = variance`.
///
/// Welch's method (IEEE Trans. Audio and Electroacoustics, 1967): periodograms of half-overlapping
/// Hann windows, each without its mean, averaged.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// Distance of the frequencies \[Hz\]; entry `i` of `density` belongs to `i · bin_hz`.
    pub bin_hz: f64,
    /// Density \[unit²/Hz\], from zero to half the sampling rate.
    pub density: Vec<f64>,
    /// Windows averaged.
    pub n_windows: usize,
}

impl Spectrum {
    /// Longest window, in samples.
    const LONGEST: usize = 1 << 16;
    /// Shorter windows \[s\] do not resolve the motion of an arm, and averaging does not help.
    const SHORTEST_S: f64 = 16.0;

    /// Spectrum of a signal given in stretches; those shorter than the window are left out.
    ///
    /// The window is a quarter of the longest stretch, so that seven are averaged, but not less
    /// than 16 s if there are as many; rounded down to a power of two. Cost O(n log n).
    pub fn averaged(stretches: &[Vec<f64>], rate_hz: f64) -> Self {
        let longest = stretches.iter().map(Vec::len).max().unwrap_or(0);
        let mut scan = SpectrumScan::new(longest, rate_hz);
        for stretch in stretches {
            scan.push(stretch.iter().copied());
            scan.end_stretch();
        }
        scan.finish()
    }
}

/// An averaged periodogram of a signal that comes in pieces; holds one window and what the next one needs.
#[derive(Clone, Debug)]
pub(super) struct SpectrumScan {
    rate_hz: f64,
    hann: Vec<f64>,
    turns: Vec<(f64, f64)>,
    density: Vec<f64>,
    n_windows: usize,
    /// Samples of the stretch that the next window needs.
    held: Vec<f64>,
    /// A window that waits for another one: two go through one transform.
    single: Option<Vec<f64>>,
}

impl SpectrumScan {
    /// With the window for stretches of so many samples.
    pub(super) fn new(longest: usize, rate_hz: f64) -> Self {
        let length = window_length(longest, rate_hz);
        Self {
            rate_hz,
            hann: (0..length).map(|k| (PI * k as f64 / length as f64).sin().powi(2)).collect(),
            turns: turns(length),
            density: vec![0.0; length / 2 + 1],
            n_windows: 0,
            held: Vec::new(),
            single: None,
        }
    }

    /// Adds samples that follow without a gap.
    pub(super) fn push(&mut self, x: impl Iterator<Item = f64>) {
        let mut held = std::mem::take(&mut self.held);
        held.extend(x);
        let length = self.hann.len();
        let mut start = 0;
        while start + length <= held.len() {
            self.add(&held[start..start + length]);
            start += length / 2;
        }
        held.drain(..start);
        self.held = held;
    }

    /// Ends a stretch: no window reaches over a gap.
    pub(super) fn end_stretch(&mut self) {
        self.held.clear();
    }

    fn add(&mut self, window: &[f64]) {
        self.n_windows += 1;
        match self.single.take() {
            Some(other) => {
                add_periodograms(&mut self.density, &[&other, window], &self.hann, &self.turns);
            }
            None => self.single = Some(window.to_vec()),
        }
    }

    /// The spectrum of everything so far.
    pub(super) fn finish(mut self) -> Spectrum {
        if let Some(window) = self.single.take() {
            add_periodograms(&mut self.density, &[&window], &self.hann, &self.turns);
        }
        // S = 2 |X|² / (fs Σ w²)
        let weight: f64 = self.hann.iter().map(|w| w * w).sum();
        let scale = 2.0 / (self.rate_hz * weight * self.n_windows.max(1) as f64);
        self.density.iter_mut().for_each(|d| *d *= scale);
        let bin_hz = self.rate_hz / self.hann.len() as f64;
        Spectrum { bin_hz, density: self.density, n_windows: self.n_windows }
    }
}

fn window_length(longest: usize, rate_hz: f64) -> usize {
    let resolving = (Spectrum::SHORTEST_S * rate_hz) as usize;
    let wanted = (longest / 4).max(longest.min(resolving)).clamp(2, Spectrum::LONGEST);
    1 << wanted.ilog2()
}

/// Adds `|X|² + |Y|²` of a pair of pieces, or `|X|²` of a single one.
///
/// Both go through one transform: with `z = x + iy`, `|X_i|² + |Y_i|² = (|Z_i|² + |Z_{n−i}|²)/2`.
fn add_periodograms(sum: &mut [f64], pair: &[&[f64]], window: &[f64], turns: &[(f64, f64)]) {
    let mut z = vec![[0.0; 2]; window.len()];
    for (part, x) in pair.iter().enumerate() {
        let mean = x.iter().sum::<f64>() / x.len() as f64;
        for ((z, x), w) in z.iter_mut().zip(*x).zip(window) {
            z[part] = (x - mean) * w;
        }
    }
    fourier(&mut z, turns);
    let power = |[re, im]: [f64; 2]| re * re + im * im;
    let n = z.len();
    for (i, sum) in sum.iter_mut().enumerate() {
        *sum += 0.5 * (power(z[i]) + power(z[(n - i) % n]));
    }
}

/// Sine and cosine of `2πi/n` over half a turn.
fn turns(n: usize) -> Vec<(f64, f64)> {
    (0..n / 2).map(|i| (2.0 * PI * i as f64 / n as f64).sin_cos()).collect()
}

/// Discrete Fourier transform `X_i = Σ x_k e^(−2πi·ik/n)` in place; the length is a power of two.
///
/// Cooley and Tukey (1965), radix two. Written here because it is short and gives the same bits
/// whatever vector instructions a machine has, which libraries chosen for speed do not promise.
fn fourier(z: &mut [[f64; 2]], turns: &[(f64, f64)]) {
    let n = z.len();
    for k in 1..n {
        let mirrored = k.reverse_bits() >> (n.leading_zeros() + 1);
        if k < mirrored {
            z.swap(k, mirrored);
        }
    }
    // The first two steps turn by quarters only.
    z.chunks_exact_mut(4).for_each(quarter_turns);
    let mut length = if n < 4 { n.min(2) } else { 8 };
    while length > 1 && length <= n {
        z.chunks_mut(length).for_each(|block| butterflies(block, turns));
        length *= 2;
    }
}

/// The transform of four samples whose order is mirrored.
fn quarter_turns(z: &mut [[f64; 2]]) {
    let [a, b, c, d] = z else { return };
    let sum = |x: &[f64; 2], y: &[f64; 2]| [x[0] + y[0], x[1] + y[1]];
    let difference = |x: &[f64; 2], y: &[f64; 2]| [x[0] - y[0], x[1] - y[1]];
    let (even, odd) = ([sum(a, b), difference(a, b)], [sum(c, d), difference(c, d)]);
    // −i times the second of the odd ones
    let turned = [odd[1][1], -odd[1][0]];
    [*a, *b] = [sum(&even[0], &odd[0]), sum(&even[1], &turned)];
    [*c, *d] = [difference(&even[0], &odd[0]), difference(&even[1], &turned)];
}

/// Joins the transforms of the even and the odd samples of one block.
fn butterflies(block: &mut [[f64; 2]], turns: &[(f64, f64)]) {
    let (even, odd) = block.split_at_mut(block.len() / 2);
    let stride = turns.len() / even.len();
    for ((a, b), (sin, cos)) in even.iter_mut().zip(odd).zip(turns.iter().step_by(stride)) {
        // b e^(−iφ)
        let turned = [b[0] * cos + b[1] * sin, b[1] * cos - b[0] * sin];
        *b = [a[0] - turned[0], a[1] - turned[1]];
        *a = [a[0] + turned[0], a[1] + turned[1]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_transform_equals_the_sum() {
        let x: Vec<[f64; 2]> =
            (0..16).map(|k| [(f64::from(k * k)).sin(), (3.0 * f64::from(k)).cos()]).collect();
        let mut z = x.clone();
        fourier(&mut z, &turns(16));
        for (i, found) in z.iter().enumerate() {
            let mut sum = [0.0, 0.0];
            for (k, [re, im]) in x.iter().enumerate() {
                let (sin, cos) = (-2.0 * PI * (i * k) as f64 / 16.0).sin_cos();
                sum = [sum[0] + re * cos - im * sin, sum[1] + re * sin + im * cos];
            }
            assert!((found[0] - sum[0]).abs() < 1e-13 && (found[1] - sum[1]).abs() < 1e-13);
        }
    }

    #[test]
    fn a_sine_shows_its_power_at_its_frequency() {
        let x: Vec<f64> = (0..8000).map(|k| 3.0 * (2.0 * PI * 0.05 * f64::from(k)).sin()).collect();
        let spectrum = Spectrum::averaged(&[x], 100.0);
        let power = spectrum.density.iter().sum::<f64>() * spectrum.bin_hz;
        // The window cuts a period short, which changes the power by some 1e-4 of itself.
        assert!((power - 4.5).abs() < 4.5e-3, "{power}");
        let peak = (0..spectrum.density.len())
            .max_by(|a, b| spectrum.density[*a].total_cmp(&spectrum.density[*b]))
            .unwrap();
        assert!((peak as f64 * spectrum.bin_hz - 5.0).abs() <= spectrum.bin_hz);
        assert!(spectrum.n_windows >= 7);
    }

    #[test]
    fn a_pair_of_pieces_adds_what_both_add_alone() {
        let piece = |f: f64| (0..64).map(|k| (f * f64::from(k)).sin() + 0.2).collect::<Vec<f64>>();
        let (x, y, window, turns) = (piece(0.7), piece(2.1), vec![1.0; 64], turns(64));
        let [mut both, mut alone] = [vec![0.0; 33], vec![0.0; 33]];
        add_periodograms(&mut both, &[&x, &y], &window, &turns);
        add_periodograms(&mut alone, &[&x], &window, &turns);
        add_periodograms(&mut alone, &[&y], &window, &turns);
        assert!(both.iter().zip(&alone).all(|(a, b)| (a - b).abs() < 1e-10), "{both:?}");
    }

    #[test]
    fn short_and_empty_signals_are_survived() {
        assert_eq!(Spectrum::averaged(&[], 100.0).n_windows, 0);
        assert_eq!(Spectrum::averaged(&[vec![1.0]], 100.0).n_windows, 0);
        assert_eq!(Spectrum::averaged(&[vec![1.0; 5], vec![1.0; 3]], 100.0).n_windows, 1);
        assert_eq!(window_length(30, 100.0), 16);
        assert_eq!(window_length(1000, 100.0), 512);
        assert_eq!(window_length(3000, 100.0), 1024);
        assert_eq!(window_length(20_000, 100.0), 4096);
    }
}
