//! Lets long stretches pass and remembers the short ones.

use crate::diagnostics::{DataError, SignalWarning};
use taufit_dynamics::diagnostics::{Result, Warning};

/// Stretches that were too short so far.
#[derive(Debug, Default)]
pub(super) struct ShortStretches {
    count: usize,
    total_s: f64,
}

impl ShortStretches {
    /// The items that last `needed_s` or longer; an error if none does.
    pub(super) fn keep<T>(
        &mut self,
        items: Vec<T>,
        needed_s: f64,
        duration_s: impl Fn(&T) -> f64,
    ) -> Result<Vec<T>> {
        let longest_s = items.iter().map(&duration_s).fold(0.0, f64::max);
        let (long, short): (Vec<T>, Vec<T>) =
            items.into_iter().partition(|item| duration_s(item) >= needed_s);
        if long.is_empty() {
            return Err(DataError::LogTooShort { longest_s, needed_s }.into());
        }
        self.count += short.len();
        self.total_s += short.iter().map(duration_s).sum::<f64>();
        Ok(long)
    }

    /// A warning, if anything was too short.
    pub(super) fn warning(&self, needed_s: f64) -> Option<Warning> {
        let (count, total_s) = (self.count, self.total_s);
        (count > 0).then_some(SignalWarning::StretchesDropped { count, total_s, needed_s }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_items_are_dropped_and_counted() {
        let mut short_stretches = ShortStretches::default();
        assert_eq!(short_stretches.keep(vec![1.0, 3.0, 0.5, 2.0], 2.0, |x| *x), Ok(vec![3.0, 2.0]));
        assert_eq!(short_stretches.keep(vec![3.0, 2.0], 2.5, |x| *x), Ok(vec![3.0]));
        let expected = SignalWarning::StretchesDropped { count: 3, total_s: 3.5, needed_s: 2.5 };
        assert_eq!(short_stretches.warning(2.5), Some(expected.into()));
    }

    #[test]
    fn nothing_long_enough_is_an_error() {
        let mut short_stretches = ShortStretches::default();
        let error = short_stretches.keep(vec![0.25, 0.5], 2.0, |x| *x).unwrap_err();
        assert_eq!(error, DataError::LogTooShort { longest_s: 0.5, needed_s: 2.0 }.into());
        assert_eq!(ShortStretches::default().warning(2.0), None);
    }
}
