//! Distances between the links, and to the surroundings.

use super::{Guard, Sighting};
use crate::collision::CollisionModel;
use crate::excite::instants::InstantStates;
use taufit_dynamics::diagnostics::Result;

/// Distance that counts as one unit of coming too near \[m\].
const UNIT_M: f64 = 0.1;

/// Every pair stays at least `clearance_m` apart.
pub(in crate::excite) struct DistanceGuard<'a> {
    model: &'a CollisionModel,
    clearance_m: f64,
}

impl<'a> DistanceGuard<'a> {
    pub(in crate::excite) fn new(model: &'a CollisionModel, clearance_m: f64) -> Self {
        Self { model, clearance_m }
    }
}

impl Guard for DistanceGuard<'_> {
    fn look(&self, states: &InstantStates, above: f64, slopes: bool) -> Result<Vec<Sighting>> {
        let mut scratch = self.model.scratch();
        let below_m = self.clearance_m - UNIT_M * above;
        let mut seen = Vec::new();
        for instant in 0..states.n {
            let q = states.at(0, instant);
            let still = vec![0.0; q.len()];
            let (near, gradients) = self.model.gradients(&q, below_m, &mut scratch)?;
            for (pair, row) in gradients.iter() {
                let value = (self.clearance_m - near[pair].distance_m) / UNIT_M;
                let by_q: Vec<f64> = row.iter().map(|x| -x / UNIT_M).collect();
                let slopes = slopes.then(|| [by_q, still.clone(), still.clone()]);
                seen.push(Sighting { instant, which: pair, value, slopes });
            }
        }
        Ok(seen)
    }

    fn describe(&self, which: usize, value: f64) -> String {
        let pair = &self.model.pairs()[which];
        let distance = self.clearance_m - UNIT_M * value;
        let wanted = self.clearance_m;
        let (a, b) = (&pair.a, &pair.b);
        format!(
            "{a} and {b} come within {distance:.3} m of each other where {wanted:.3} m are kept"
        )
    }
}
