//! From samples to rows: every sample, or what a parallel filter makes of them.

use crate::signal::ParallelFilter;
use std::ops::Range;

/// Rows that are triangularised at once. A triangularisation also redoes the triangle on top, so
/// there are many times its height.
const BATCH: usize = 512;

/// The rows of one joint that are not yet part of its triangle, by columns, the torque last.
pub struct PendingRows {
    columns: Vec<Vec<f64>>,
    /// Number of the first of them in its stretch.
    first: usize,
}

impl PendingRows {
    /// An empty set of rows.
    pub fn new(n_columns: usize) -> Self {
        Self { columns: vec![Vec::new(); n_columns], first: 0 }
    }

    /// Adds what the samples `start ..` contribute to the rows of a parallel filter.
    pub fn accumulate(&mut self, filter: &ParallelFilter, start: usize, x: &[&[f64]]) {
        let Some(n) = x.first().map(|column| column.len()) else { return };
        let touched = rows_touched(filter, start, n);
        let (from, end) = (touched.start.max(self.first), touched.end.max(self.first));
        let first = self.first;
        self.columns.iter_mut().for_each(|rows| rows.resize(rows.len().max(end - first), 0.0));
        let rows = self.columns.iter_mut().map(|rows| &mut rows[from - first..end - first]);
        filter.accumulate(x.iter().copied().zip(rows), start, from);
    }

    /// Takes out the rows below `complete`, if they are many or the last, and hands over those that
    /// `keep` wants.
    pub fn flush(
        &mut self,
        complete: usize,
        is_last: bool,
        keep: impl Fn(usize) -> bool,
    ) -> Option<Vec<Vec<f64>>> {
        let ready = complete.saturating_sub(self.first);
        if ready == 0 || (ready < BATCH && !is_last) {
            return None;
        }
        let kept: Vec<usize> = (0..ready).filter(|&k| keep(self.first + k)).collect();
        let pick = |column: &Vec<f64>| kept.iter().map(|&k| column[k]).collect::<Vec<f64>>();
        let picked = self.columns.iter().map(pick).collect();
        self.columns.iter_mut().for_each(|column| drop(column.drain(..ready)));
        self.first += ready;
        Some(picked)
    }

    /// Forgets incomplete rows: a stretch has ended.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Vec::clear);
        self.first = 0;
    }
}

/// Rows that depend on any of `n` samples from `start` on.
fn rows_touched(filter: &ParallelFilter, start: usize, n: usize) -> Range<usize> {
    let first = (start + 1).saturating_sub(filter.length()).div_ceil(filter.every());
    first..(start + n - 1) / filter.every() + 1
}
