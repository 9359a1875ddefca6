//! From numbers to places on the page.

use crate::numbers::{fixed, rounded, superscript};

/// A span of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ValueRange {
    pub(super) from: f64,
    pub(super) to: f64,
}

impl ValueRange {
    /// From the smallest to the largest of the finite values; `None` without any.
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let finite = values.into_iter().filter(|x| x.is_finite());
        finite.fold(None, |span, x| match span {
            None => Some(Self { from: x, to: x }),
            Some(Self { from, to }) => Some(Self { from: from.min(x), to: to.max(x) }),
        })
    }

    /// With a margin; a span without length gets one.
    pub(super) fn padded(self) -> Self {
        const MARGIN: f64 = 0.05;
        let length = self.to - self.from;
        let margin = match length {
            l if l > 0.0 => MARGIN * l,
            _ if self.from == 0.0 => 1.0,
            _ => 0.5 * self.from.abs(),
        };
        Self { from: self.from - margin, to: self.to + margin }
    }
}

/// Layout of numbers along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    Linear,
    /// By powers of ten; numbers must be positive.
    Decades,
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) place_px: f64,
    pub(super) label: String,
}

/// An axis: which number lies at which pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    spacing: Spacing,
    /// In powers of ten for decades.
    span: ValueRange,
    start_px: f64,
    end_px: f64,
}

impl Scale {
    pub(super) fn new(spacing: Spacing, span: ValueRange, start_px: f64, end_px: f64) -> Self {
        let span = match spacing {
            Spacing::Linear => span,
            Spacing::Decades => {
                let smallest = f64::MIN_POSITIVE;
                let from = span.from.max(smallest).log10().floor();
                let to = span.to.max(smallest).log10().ceil();
                ValueRange { from, to: if to > from { to } else { from + 1.0 } }
            }
        };
        Self { spacing, span, start_px, end_px }
    }

    /// Where a number lies; `None` for those that lie nowhere.
    pub(super) fn px(&self, x: f64) -> Option<f64> {
        let x = match self.spacing {
            Spacing::Linear => x,
            Spacing::Decades if x > 0.0 => x.log10(),
            Spacing::Decades => return None,
        };
        let along = (x - self.span.from) / (self.span.to - self.span.from);
        let px = self.start_px + along * (self.end_px - self.start_px);
        px.is_finite().then_some(px)
    }

    /// Marks at round numbers, about as many as asked for.
    pub(super) fn ticks(&self, about: usize) -> Vec<Tick> {
        match self.spacing {
            Spacing::Linear => self.linear_ticks(about),
            Spacing::Decades => self.decade_ticks(about),
        }
    }

    /// At least two, wherever there is room for numbers at all.
    fn linear_ticks(&self, about: usize) -> Vec<Tick> {
        let mut step = round_step((self.span.to - self.span.from) / about.max(2) as f64);
        if self.multiples(step).1 < 2 {
            step = round_step(0.3 * step);
        }
        let (first, n_ticks) = self.multiples(step);
        let tick = |k: usize| {
            let x = (first + k as f64) * step;
            Some(Tick { place_px: self.px(x)?, label: tick_label(x, step) })
        };
        (0..n_ticks).filter_map(tick).collect()
    }

    /// The first multiple of a step in the span, counted in steps, and how many there are.
    fn multiples(&self, step: f64) -> (f64, usize) {
        let (first, last) = ((self.span.from / step).ceil(), (self.span.to / step).floor());
        (first, (last - first + 1.0).clamp(0.0, 21.0) as usize)
    }

    fn decade_ticks(&self, about: usize) -> Vec<Tick> {
        let (first, last) = (self.span.from as i32, self.span.to as i32);
        let every = ((last - first) as usize).div_ceil(about.max(1)).max(1);
        let tick = |power: i32| {
            let place_px = self.px(10f64.powi(power))?;
            Some(Tick { place_px, label: format!("10{}", superscript(power)) })
        };
        (first..=last).step_by(every).filter_map(tick).collect()
    }
}

/// 1, 2 or 5 times a power of ten, not below `step`.
fn round_step(step: f64) -> f64 {
    if !(step.is_finite() && step > 0.0) {
        return 1.0;
    }
    let power = 10f64.powf(step.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= step * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// As many decimals as the step needs.
fn tick_label(x: f64, step: f64) -> String {
    let exponent = (step.log10() + 1e-9).floor();
    if !(-4.0..6.0).contains(&exponent) {
        let x = if x.abs() < 0.5 * step { 0.0 } else { x };
        return rounded(x, 2);
    }
    fixed(x, (-exponent).max(0.0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(from: f64, to: f64, spacing: Spacing) -> Vec<String> {
        let scale = Scale::new(spacing, ValueRange { from, to }, 0.0, 100.0);
        scale.ticks(5).into_iter().map(|t| t.label).collect()
    }

    #[test]
    fn ticks_are_round_numbers_inside_the_span() {
        assert_eq!(labels(-0.13, 0.21, Spacing::Linear), ["−0.1", "0.0", "0.1", "0.2"]);
        assert_eq!(labels(0.0, 100.0, Spacing::Linear), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(3e-4, 2e-2, Spacing::Decades), ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹"]);
    }

    #[test]
    fn every_axis_has_two_ticks() {
        for about in 0..12 {
            for k in 0..400 {
                let (from, length) =
                    (-3.0 + 0.0171 * f64::from(k), 10f64.powf(0.013 * f64::from(k) - 2.0));
                for spacing in [Spacing::Linear, Spacing::Decades] {
                    let span = ValueRange { from, to: from + length };
                    let n = Scale::new(spacing, span, 0.0, 100.0).ticks(about).len();
                    assert!((2..=21).contains(&n), "{n} of {from} + {length}, about {about}");
                }
            }
        }
    }

    #[test]
    fn strange_spans_still_give_an_axis() {
        for (from, to) in [(0.0, 0.0), (f64::NAN, 1.0), (5.0, 5.0), (-1e300, 1e300)] {
            let span = ValueRange::of([from, to]).unwrap().padded();
            let scale = Scale::new(Spacing::Linear, span, 0.0, 100.0);
            assert!(scale.px(span.from).is_some(), "{from} {to}");
            assert!(scale.ticks(5).len() <= 21);
        }
        assert_eq!(ValueRange::of([f64::NAN]), None);
        let zeros = Scale::new(Spacing::Decades, ValueRange { from: 0.0, to: 0.0 }, 0.0, 100.0);
        assert_eq!(zeros.px(0.0), None);
        assert!(zeros.ticks(5).len() <= 6);
    }
}
