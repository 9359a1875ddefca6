//! The nearest of many pairs of solids, with as little work as possible.

use super::contact::{ClosestPoints, Proximity};

/// The nearest contact so far, and the least distance of what was passed over.
pub(super) struct Search {
    exact_within_m: f64,
    passed_over_m: f64,
    nearest: Option<(f64, ClosestPoints)>,
}

impl Search {
    pub(super) fn new(exact_within_m: f64) -> Self {
        Self { exact_within_m, passed_over_m: f64::INFINITY, nearest: None }
    }

    /// Whether a pair of solids that is at least this far apart can still matter.
    pub(super) fn is_open(&mut self, least_m: f64) -> bool {
        if least_m > self.exact_within_m {
            self.passed_over_m = self.passed_over_m.min(least_m);
            return false;
        }
        self.nearest.is_none_or(|(nearest_m, _)| least_m < nearest_m)
    }

    pub(super) fn meet(&mut self, (distance_m, contact): (f64, ClosestPoints)) {
        if self.nearest.is_none_or(|(nearest_m, _)| distance_m < nearest_m) {
            self.nearest = Some((distance_m, contact));
        }
    }

    pub(super) fn finish(self) -> Proximity {
        match self.nearest {
            Some((distance_m, contact)) if distance_m <= self.passed_over_m => {
                Proximity { distance_m, contact: Some(contact) }
            }
            _ => Proximity { distance_m: self.passed_over_m, contact: None },
        }
    }
}
