//! A low pass run forwards and backwards, so that nothing is delayed.

use super::butterworth::{LowPass, Section};
use crate::diagnostics::DataError;
use taufit_dynamics::diagnostics::Result;

impl LowPass {
    /// Forward-backward filtering: gain `|H|²`, phase zero.
    ///
    /// Both ends are continued by [`LowPass::padding`] samples of the odd reflection `2 x₀ − x₋ₖ`, and
    /// each pass starts in the steady state of its first sample, so that a constant passes unchanged.
    /// Same result as `scipy.signal.sosfiltfilt` with its defaults.
    pub fn zero_phase(&self, x: &[f64]) -> Result<Vec<f64>> {
        let mut y = x.to_vec();
        self.zero_phase_in_place(&mut y, &mut Vec::new())?;
        Ok(y)
    }

    /// The same in the place of the signal; `padded` is a buffer, whatever it holds.
    pub(super) fn zero_phase_in_place(&self, x: &mut [f64], padded: &mut Vec<f64>) -> Result<()> {
        let pad = self.padding();
        odd_extension(x, pad, padded)?;
        cascade(&self.sections, padded.iter_mut());
        cascade(&self.sections, padded.iter_mut().rev());
        x.copy_from_slice(&padded[pad..pad + x.len()]);
        Ok(())
    }
}

/// `x` with `pad` samples before and behind it, reflected in its end points.
fn odd_extension(x: &[f64], pad: usize, padded: &mut Vec<f64>) -> Result<()> {
    let n = x.len();
    let (Some(first), Some(last), true) = (x.first(), x.last(), n > pad) else {
        return Err(
            DataError::TooFewSamples { what: "filtering", needed: pad + 1, found: n }.into()
        );
    };
    padded.clear();
    padded.extend(x[1..=pad].iter().rev().map(|v| 2.0 * first - v));
    padded.extend_from_slice(x);
    padded.extend(x[n - 1 - pad..n - 1].iter().rev().map(|v| 2.0 * last - v));
    Ok(())
}

/// Runs all sections over a signal in the given order, in place (transposed direct form II).
fn cascade<'a>(sections: &[Section], x: impl Iterator<Item = &'a mut f64>) {
    match *sections {
        // The usual order four: its states stay in registers.
        [one, other] => run([one, other], [[0.0; 2]; 2], x),
        ref many => run(many, vec![[0.0; 2]; many.len()], x),
    }
}

/// The same with memory for the states.
#[inline(always)]
fn run<'a>(
    sections: impl AsRef<[Section]>,
    mut states: impl AsMut<[[f64; 2]]>,
    x: impl Iterator<Item = &'a mut f64>,
) {
    let mut x = x.peekable();
    let start = x.peek().map_or(0.0, |first| **first);
    for (s, state) in sections.as_ref().iter().zip(states.as_mut()) {
        // Steady state of a section of unit gain, y = x: z1 = y − b0 x, z2 = b2 x − a2 y.
        *state = [(1.0 - s.b[0]) * start, (s.b[2] - s.a[1]) * start];
    }
    for value in x {
        let mut v = *value;
        for (Section { b, a }, z) in sections.as_ref().iter().zip(states.as_mut()) {
            let y = b[0] * v + z[0];
            *z = [b[1] * v - a[0] * y + z[1], b[2] * v - a[1] * y];
            v = y;
        }
        *value = v;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn straight_lines_pass_unchanged() {
        // The odd reflection continues a line, and the symmetric impulse response keeps it.
        for order in 1..=10 {
            let filter = LowPass::butterworth(order, 20.0, 100.0).unwrap();
            let line: Vec<f64> = (0..400).map(|k| 3.0 - 0.01 * f64::from(k)).collect();
            let y = filter.zero_phase(&line).unwrap();
            let middle = 150..250;
            let worst = middle.map(|k| (y[k] - line[k]).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-9, "order {order}: {worst:e}");
        }
    }

    #[test]
    fn constants_pass_unchanged_up_to_the_edges() {
        let filter = LowPass::butterworth(7, 10.0, 100.0).unwrap();
        let y = filter.zero_phase(&[2.5; 60]).unwrap();
        assert!(y.iter().all(|v| (v - 2.5).abs() < 1e-12), "{y:?}");
    }

    #[test]
    fn a_sine_keeps_its_phase_and_loses_the_known_amplitude() {
        let filter = LowPass::butterworth(4, 10.0, 200.0).unwrap();
        for f_hz in [1.0, 5.0, 10.0] {
            let wave = |k: usize| (2.0 * PI * f_hz * k as f64 / 200.0).sin();
            let x: Vec<f64> = (0..2000).map(wave).collect();
            let y = filter.zero_phase(&x).unwrap();
            let gain = filter.zero_phase_gain(f_hz);
            let error = |k: usize| (y[k] - gain * x[k]).abs();
            assert!((500..1500).map(error).fold(0.0, f64::max) < 1e-10, "{f_hz} Hz");
        }
    }

    #[test]
    fn a_signal_shorter_than_its_continuation_is_refused() {
        let filter = LowPass::butterworth(4, 10.0, 100.0).unwrap();
        let error = filter.zero_phase(&[0.0; 15]).unwrap_err();
        assert_eq!(
            error,
            DataError::TooFewSamples { what: "filtering", needed: 16, found: 15 }.into()
        );
        assert_eq!(filter.zero_phase(&[0.0; 16]).unwrap().len(), 16);
        assert!(filter.zero_phase(&[]).is_err());
    }
}
