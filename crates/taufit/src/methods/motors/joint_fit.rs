//! The rows of a joint's records: every line of stage 1 counts by its own error and by how much
//! records differ.

use super::clusters::{Cluster, Regression};
use super::drive::DriveData;
use super::record::Record;
use super::speeds::SpeedGroups;
use super::stage1::CurrentLine;
use crate::diagnostics::Result;
use crate::friction::FrictionShape;

/// Rounds in which the scatter between records is found.
const ROUNDS: usize = 4;
/// Smallest standard deviation of a row, over the size of what it holds: rounding.
const ROUNDING: f64 = 1e-9;

/// A record with its line.
pub(super) type Fitted<'a> = (&'a Record, CurrentLine);

/// Variances by which records differ beyond their own errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Scatter {
    slope: f64,
    centre: f64,
}

/// The data of one joint.
pub(super) fn plateau_data<'a>(
    dof: usize,
    records: &'a [Fitted<'a>],
    groups: &SpeedGroups,
) -> Result<DriveData<'a>> {
    let (n_speeds, both_directions) = (groups.n_magnitudes(), groups.has_both_directions());
    let groups = groups.clone();
    let scatter = Scatter::between(records, &richest(n_speeds, both_directions))?;
    let shares = records.iter().map(|(record, _)| record.gravity_share.powi(2));
    Ok(DriveData {
        dof,
        observe: Box::new(move |shape| by_velocity(clusters(records, scatter, shape), &groups)),
        has_rotor: false,
        top_speed: records.iter().map(|(record, _)| record.speed.abs()).fold(0.0, f64::max),
        n_speeds,
        both_directions,
        gravity_share: (shares.sum::<f64>() / records.len().max(1) as f64).sqrt(),
        slope_scatter: scatter.slope.sqrt(),
    })
}

/// Records of one velocity put together, where there are enough velocities.
fn by_velocity(clusters: Vec<Cluster>, groups: &SpeedGroups) -> Vec<Cluster> {
    let units = groups.units();
    let mut merged = vec![Cluster::default(); units.iter().max().map_or(0, |last| last + 1)];
    for (cluster, unit) in clusters.into_iter().zip(units) {
        merged[unit].rows.extend(cluster.rows);
        merged[unit].z.extend(cluster.z);
    }
    merged
}

/// The richest straight friction model that such records determine.
fn richest(n_speeds: usize, both_directions: bool) -> FrictionShape {
    let plain = FrictionShape { coulomb: true, viscous: n_speeds > 1, ..FrictionShape::NONE };
    if both_directions { plain.with_direction() } else { plain }
}

/// Two rows per record: `slope = 1/kct`, and `centre = (mean load + friction)/kct`.
fn clusters(records: &[Fitted<'_>], scatter: Scatter, shape: &FrictionShape) -> Vec<Cluster> {
    let n_terms = shape.terms().count();
    let cluster = |(record, line): &Fitted<'_>| {
        let mut cluster = Cluster::default();
        if line.slope_variance.is_finite() {
            let row = std::iter::once(1.0).chain(std::iter::repeat_n(0.0, n_terms));
            let sigma = (line.slope_variance + scatter.slope).sqrt();
            cluster.push(row, line.slope, sigma.max(ROUNDING * line.slope.abs()));
        }
        let friction = shape.terms().map(|term| shape.column(term, record.speed));
        let row = std::iter::once(line.mean_load_nm).chain(friction);
        let sigma = (line.centre_variance + scatter.centre).sqrt();
        let least = ROUNDING * line.centre_a.abs() + f64::MIN_POSITIVE;
        cluster.push(row, line.centre_a, sigma.max(least));
        cluster
    };
    records.iter().map(cluster).collect()
}

impl Scatter {
    /// Variance of slopes and centres beyond their own errors, by moments (DerSimonian and
    /// Laird 1986).
    fn between(records: &[Fitted<'_>], shape: &FrictionShape) -> Result<Self> {
        let mut scatter = Self::default();
        let n_columns = 1 + shape.terms().count();
        for _ in 0..ROUNDS {
            let clusters = clusters(records, scatter, shape);
            let problem = Regression { clusters, n_columns, known_slope: None };
            let Some(theta) = problem.solve(|_| true)? else { return Ok(scatter) };
            let slopes = records.iter().map(|(_, line)| {
                ((line.slope - theta[0]).powi(2), line.slope_variance, scatter.slope)
            });
            let centres = records.iter().map(|(record, line)| {
                let friction = shape.terms().zip(&theta[1..]);
                let friction: f64 =
                    friction.map(|(term, f)| f * shape.column(term, record.speed)).sum();
                let left = line.centre_a - theta[0] * line.mean_load_nm - friction;
                (left.powi(2), line.centre_variance, scatter.centre)
            });
            scatter = Self { slope: excess(slopes, 1), centre: excess(centres, n_columns - 1) };
        }
        Ok(scatter)
    }
}

/// `s²` with `Σ (e² − v)/(v + s²)` as large as chance makes it: `e²` squared residuals, `v` their own
/// variances; weights from the round before.
fn excess(rows: impl Iterator<Item = (f64, f64, f64)>, n_unknowns: usize) -> f64 {
    let rows: Vec<(f64, f64, f64)> = rows.filter(|(_, v, _)| v.is_finite()).collect();
    let freedom = rows.len().saturating_sub(n_unknowns) as f64 / rows.len().max(1) as f64;
    let weight = |v: f64, before: f64| 1.0 / (v + before).max(f64::MIN_POSITIVE);
    let beyond = |(e, v, before): &(f64, f64, f64)| weight(*v, *before) * (e - freedom * v);
    let total: f64 = rows.iter().map(|(_, v, before)| weight(*v, *before)).sum();
    if total > 0.0 && freedom > 0.0 {
        (rows.iter().map(beyond).sum::<f64>() / (total * freedom)).max(0.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scatter_beyond_the_own_errors_is_found() {
        // Squared residuals of 5 where 1 is their own: 4 is left, but for one unknown among 100.
        let rows = |before: f64| (0..100).map(move |_| (5.0 * 0.99, 1.0, before));
        assert!((excess(rows(0.0), 1) - 4.0).abs() < 1e-9);
        assert!((excess(rows(4.0), 1) - 4.0).abs() < 1e-9);
        assert_eq!(excess((0..100).map(|_| (0.5, 1.0, 0.0)), 1), 0.0);
        assert_eq!(excess(std::iter::empty(), 1), 0.0);
    }
}
