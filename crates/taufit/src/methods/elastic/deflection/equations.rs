//! The equations of the fit around where it is: residuals, their derivatives, their weights.

use super::DeflectionFit;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};
use crate::evidence::JointEvidence;
use crate::methods::elastic::observe::ElasticEvidence;
use crate::methods::elastic::rows::{ElasticRows, squared, times};
use crate::methods::elastic::settings::EncoderCorrection;

impl DeflectionFit<'_> {
    /// Place of the lag of each joint; hysteresis and shifts follow.
    pub(super) fn places(&self) -> Vec<Option<usize>> {
        let mut next = (self.observed.n_base..).step_by(n_extras(self.observed));
        let place = |rows: &ElasticRows| if rows.is_elastic { next.next() } else { None };
        self.observed.rows.iter().map(place).collect()
    }

    /// Columns of lag, hysteresis and shifts; `None` for what is not sought.
    pub(super) fn extra_columns(&self, rows: &ElasticRows) -> Vec<Option<usize>> {
        let EncoderCorrection { lag, shift, hysteresis } = self.sought;
        let shifts = (0..rows.n_logs).map(|log| shift.then(|| rows.one(log)));
        let first = [lag.then(|| rows.speed()), hysteresis.then(|| rows.direction())];
        first.into_iter().chain(shifts).collect()
    }

    /// Coefficients of `model − deflection` of a joint.
    pub(super) fn deflection_residual(&self, rows: &ElasticRows, lag: usize) -> Vec<f64> {
        let mut c = rows.link_load(&self.x);
        let compliance = rows.stiffness.map_or(0.0, |k| self.x[k]);
        c.iter_mut().for_each(|c| *c *= compliance);
        c[rows.deflection()] = -1.0;
        c[rows.deflection_rate()] = -rows.damping.map_or(0.0, |d| self.x[d]);
        for (k, column) in self.extra_columns(rows).into_iter().enumerate() {
            column.into_iter().for_each(|column| c[column] = self.x[lag + k]);
        }
        c
    }

    /// Hands over every row `J Δ = e` in units of its noise.
    fn for_each_row(&self, triangles: &[JointEvidence], mut take: impl FnMut(&[f64], f64)) {
        let joints = self.observed.rows.iter().zip(triangles).zip(self.places()).enumerate();
        for (joint, ((rows, triangle), place)) in joints {
            let weight = |line: usize| {
                1.0 / (self.sigma[joint][line] * self.times[joint][line].sqrt())
                    .max(f64::MIN_POSITIVE)
            };
            self.whole_rows(rows, triangle, weight(0), &mut take);
            if let Some(lag) = place {
                self.deflection_rows(rows, triangle, lag, weight(1), &mut take);
            }
        }
    }

    fn whole_rows(
        &self,
        rows: &ElasticRows,
        triangle: &JointEvidence,
        weight: f64,
        take: &mut impl FnMut(&[f64], f64),
    ) {
        let residual = rows.whole_residual(&self.x);
        for row in 0..triangle.r_rows() {
            let mut entries = vec![0.0; self.x.len()];
            add_whole(rows, triangle, row, &mut entries);
            entries.iter_mut().for_each(|e| *e *= weight);
            take(&entries, -weight * times(triangle, row, &residual));
        }
    }

    fn deflection_rows(
        &self,
        rows: &ElasticRows,
        triangle: &JointEvidence,
        lag: usize,
        weight: f64,
        take: &mut impl FnMut(&[f64], f64),
    ) {
        let Some(k) = rows.stiffness else { return };
        let (residual, load) = (self.deflection_residual(rows, lag), rows.link_load(&self.x));
        for row in 0..triangle.r_rows() {
            let mut entries = vec![0.0; self.x.len()];
            for (c, &place) in rows.link.iter().enumerate() {
                entries[place] += self.x[k] * triangle.r(row, c);
            }
            entries[k] = times(triangle, row, &load);
            if let Some(d) = rows.damping {
                entries[d] = -triangle.r(row, rows.deflection_rate());
            }
            for (k, column) in self.extra_columns(rows).into_iter().enumerate() {
                entries[lag + k] = column.map_or(0.0, |column| triangle.r(row, column));
            }
            entries.iter_mut().for_each(|e| *e *= weight);
            take(&entries, -weight * times(triangle, row, &residual));
        }
    }

    /// All rows around where the fit is.
    pub(super) fn linearised(&self) -> Stacked {
        self.linearised_of(&self.observed.triangles)
    }

    /// The rows of some triangles, one per joint.
    pub(super) fn linearised_of(&self, triangles: &[JointEvidence]) -> Stacked {
        let (mut r, mut z) = (Vec::new(), Vec::new());
        self.for_each_row(triangles, |entries, left| {
            r.extend_from_slice(entries);
            z.push(left);
        });
        Stacked::new(self.x.len(), r, z)
    }

    /// Sum of squares that is left.
    pub(super) fn cost(&self) -> f64 {
        let mut sum = 0.0;
        self.for_each_row(&self.observed.triangles, |_, left| sum += left * left);
        sum
    }

    /// The problem around the solution as rows over base parameters, each in units of its noise.
    pub(in crate::methods::elastic) fn rows_over_beta(&self) -> Stacked {
        let beta = self.beta();
        let (mut r, mut z) = (Vec::new(), Vec::new());
        self.for_each_row(&self.observed.triangles, |entries, left| {
            let mut own = entries[..self.observed.n_base].to_vec();
            for rows in &self.observed.rows {
                let Some(k) = rows.stiffness else { continue };
                // d(1/K) = −dK/K²,  d(D/K) = dD/K − D dK/K²
                let stiffness = beta[k];
                own[k] = -entries[k] / (stiffness * stiffness);
                if let Some(d) = rows.damping {
                    own[k] -= entries[d] * beta[d] / (stiffness * stiffness);
                    own[d] = entries[d] / stiffness;
                }
            }
            z.push(left + own.iter().zip(&beta).map(|(r, b)| r * b).sum::<f64>());
            r.extend(own);
        });
        Stacked::new(self.observed.n_base, r, z)
    }
}

/// Unknowns of an elastic joint besides its spring: lag, hysteresis and a shift per log.
pub(super) fn n_extras(observed: &ElasticEvidence) -> usize {
    2 + observed.rows.first().map_or(0, |rows| rows.n_logs)
}

/// Base parameters by the whole lines alone, without rotor inertias, which links that hardly deflect
/// cannot tell from their own.
pub(in crate::methods::elastic) fn whole_lines(
    observed: &ElasticEvidence,
    rotors: &[usize],
) -> Result<Vec<f64>> {
    let n_base = observed.n_base;
    let (mut r, mut z) = (Vec::new(), Vec::new());
    for (rows, triangle) in observed.rows.iter().zip(&observed.triangles) {
        let size = squared(triangle, &rows.whole_residual(&vec![0.0; n_base])).sqrt();
        let weight = 1.0 / size.max(f64::MIN_POSITIVE.sqrt());
        for row in 0..triangle.r_rows() {
            let mut entries = vec![0.0; n_base];
            add_whole(rows, triangle, row, &mut entries);
            rotors.iter().for_each(|&k| entries[k] = 0.0);
            r.extend(entries.iter().map(|e| weight * e));
            z.push(weight * triangle.r(row, rows.torque()));
        }
    }
    Ok(Solution::of(&Stacked::new(n_base, r, z))?.beta)
}

/// Adds a row of the whole line over the base parameters.
fn add_whole(rows: &ElasticRows, triangle: &JointEvidence, row: usize, entries: &mut [f64]) {
    for (c, &place) in rows.link.iter().chain(&rows.motor).enumerate() {
        entries[place] += triangle.r(row, c);
    }
}
