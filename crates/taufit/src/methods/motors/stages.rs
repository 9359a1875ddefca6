//! Stages 2 and 3 of Ulici et al.: friction over speeds, batch by batch, then means with their spread, and
//! the uncertainty of these means with all stages taken into account.

use super::clusters::jackknife_sigma;
use super::drive::{Borrowed, Uncertain, uncertain};
use super::joint_fit::Fitted;
use super::speeds::SpeedGroups;
use crate::signal::quantile;
use crate::study::{SpeedBox, Spread, StageTriple};

/// Torque constants of single records, velocity by velocity.
pub(super) fn boxes(records: &[Fitted<'_>], groups: &SpeedGroups) -> Vec<SpeedBox> {
    let of_group = |(group, speed): (usize, &f64)| {
        let kct = spread(&constants(records, groups, group))?;
        Some(SpeedBox { speed_rad_s: *speed, kct })
    };
    groups.speeds.iter().enumerate().filter_map(of_group).collect()
}

/// Torque constants of the records of one velocity.
fn constants(records: &[Fitted<'_>], groups: &SpeedGroups, group: usize) -> Vec<f64> {
    let of_group = records.iter().zip(&groups.of).filter(|(_, g)| **g == group);
    of_group.filter_map(|((_, line), _)| line.kct()).collect()
}

/// The final triple: the mean over velocities of the mean torque constant of each, and means over
/// batches of friction; a batch has one record of every velocity. `known_kct` is used where the
/// records have none. `None` where friction cannot be split.
pub(super) fn triple(
    records: &[Fitted<'_>],
    groups: &SpeedGroups,
    known_kct: Option<f64>,
) -> Option<StageTriple> {
    let mean = |group: usize| {
        let found = spread(&constants(records, groups, group)).map(|s| s.mean);
        if known_kct.is_some() { known_kct } else { found }
    };
    let means: Vec<f64> = (0..groups.speeds.len()).map(mean).collect::<Option<_>>()?;
    let all: Vec<f64> = records.iter().filter_map(|(_, line)| line.kct()).collect();
    let kct = match known_kct {
        Some(kct) => Spread { count: 0, mean: kct, deviation: 0.0, five_numbers: [kct; 5] },
        None => Spread { mean: means.iter().sum::<f64>() / means.len() as f64, ..spread(&all)? },
    };
    let n_batches = records.iter().map(|(record, _)| record.iteration).max()?;
    let split = |batch: usize| {
        let points = records.iter().zip(&groups.of).filter(|((r, _), _)| r.iteration == batch);
        let friction = points.map(|((record, line), group)| {
            let kct = means[*group];
            let current = match known_kct {
                Some(kct) => line.centre_a - line.mean_load_nm / kct,
                None => line.friction_a(),
            };
            (record.speed, kct * current)
        });
        friction_line(&friction.collect::<Vec<_>>())
    };
    let (kfv, kfc): (Vec<f64>, Vec<f64>) = (1..=n_batches).filter_map(split).unzip();
    Some(StageTriple { kct, kfv: spread(&kfv)?, kfc: spread(&kfc)? })
}

/// The means of a triple with intervals.
pub(super) struct StageMeans {
    /// `None` where it was known before.
    pub(super) kct: Option<Uncertain>,
    pub(super) kfv: Uncertain,
    pub(super) kfc: Uncertain,
}

/// Means of a triple with the jackknife over velocities or records, each left out of all stages: friction
/// of all batches hangs on the torque constants of stage 1, which their spread does not show. `borrowed`
/// gives the uncertainty of a known constant.
pub(super) fn stage_means(
    records: &[Fitted<'_>],
    groups: &SpeedGroups,
    known_kct: Option<f64>,
    borrowed: Borrowed,
) -> Option<StageMeans> {
    let found = means(&triple(records, groups, known_kct)?);
    let units = groups.units();
    let n_units = units.iter().max()? + 1;
    let without = |left_out: usize| {
        let kept = records.iter().zip(&units).filter(|(_, unit)| **unit != left_out);
        let kept: Vec<Fitted<'_>> = kept.map(|(record, _)| *record).collect();
        let speeds: Vec<f64> = kept.iter().map(|(record, _)| record.nominal_speed()).collect();
        Some(means(&triple(&kept, &SpeedGroups::new(&speeds), known_kct)?))
    };
    let all: Option<Vec<[f64; 3]>> = (0..n_units).map(without).collect();
    let sigma = all.and_then(|all| jackknife_sigma(&all));
    let n_unknowns = if known_kct.is_some() { 2 } else { 3 };
    let freedom = (n_units.saturating_sub(n_unknowns).max(1) as f64).min(borrowed.freedom);
    let mean = |i: usize| {
        let share = found[i] * borrowed.relative_sigma;
        uncertain(found[i], sigma.as_ref().map(|sigma| sigma[i].hypot(share)), freedom)
    };
    let kct = known_kct.is_none().then(|| mean(0));
    Some(StageMeans { kct, kfv: mean(1), kfc: mean(2) })
}

fn means(triple: &StageTriple) -> [f64; 3] {
    [triple.kct.mean, triple.kfv.mean, triple.kfc.mean]
}

/// Least squares of `τ_f = kfv q̇ + kfc sign(q̇)` (Ulici et al., eq. 3); `None` for one speed.
///
/// With `u = |q̇|` and `y = τ_f sign(q̇)` it is the straight line `y = kfc + kfv u`.
fn friction_line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    const SAME: f64 = 1e-6;
    let n = points.len() as f64;
    let folded: Vec<(f64, f64)> =
        points.iter().map(|(qd, tau)| (qd.abs(), tau * qd.signum())).collect();
    let (u0, y0) = folded.iter().fold((0.0, 0.0), |(u, y), p| (u + p.0 / n, y + p.1 / n));
    let square: f64 = folded.iter().map(|(u, _)| (u - u0).powi(2)).sum();
    let product: f64 = folded.iter().map(|(u, y)| (u - u0) * (y - y0)).sum();
    let kfv = product / square;
    (square > SAME * u0 * u0).then_some((kfv, y0 - kfv * u0))
}

/// Count, mean, deviation and quartiles; `None` of nothing.
pub(super) fn spread(values: &[f64]) -> Option<Spread> {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(values, share));
    let [Some(least), Some(low), Some(middle), Some(high), Some(most)] = shares else {
        return None;
    };
    Some(Spread {
        count: values.len(),
        mean,
        deviation: (squares / (n - 1.0).max(1.0)).sqrt(),
        five_numbers: [least, low, middle, high, most],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friction_of_table_3_comes_back() {
        // Joint 4 of Ulici et al.
        let (kfv, kfc) = (2.4405, 1.8286);
        let points: Vec<(f64, f64)> =
            [-2.0_f64, -0.5, 0.5, 1.0, 3.0].map(|v| (v, kfv * v + kfc * v.signum())).to_vec();
        let found = friction_line(&points).unwrap();
        assert!((found.0 - kfv).abs() < 1e-12 && (found.1 - kfc).abs() < 1e-12);
        assert_eq!(friction_line(&[(0.5, 2.0), (-0.5, -2.1)]), None);
        assert_eq!(friction_line(&[]), None);
    }

    #[test]
    fn five_values_are_their_own_five_numbers() {
        let found = spread(&[3.0, 1.0, 5.0, 2.0, 4.0]).unwrap();
        assert_eq!(found.five_numbers, [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!((found.count, found.mean), (5, 3.0));
        assert!((found.deviation - 2.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(spread(&[]), None);
        assert_eq!(spread(&[7.0]).unwrap().deviation, 0.0);
    }
}
