//! Positions and velocities that logs cover.

use crate::study::{CoverageHistogram, JointCoverage, Series};

/// Bins of a histogram.
const BINS: usize = 32;

/// Coverage of a coordinate by the data of the fit and by those for validation.
pub(super) fn coverage(series: &[Series], dof: usize, n_dof: usize) -> JointCoverage {
    let of = |channels: fn(&Series) -> &[f64]| {
        let side = |validation: bool| {
            let parts = series.iter().filter(move |s| s.validation == validation);
            parts.flat_map(move |s| {
                let n = channels(s).len() / n_dof.max(1);
                channels(s)[dof * n..(dof + 1) * n].iter().copied()
            })
        };
        histogram(side(false), side(true))
    };
    JointCoverage { position: of(|s| &s.q), velocity: of(|s| &s.qd) }
}

fn histogram(
    fit: impl Iterator<Item = f64> + Clone,
    validation: impl Iterator<Item = f64> + Clone,
) -> CoverageHistogram {
    let all = fit.clone().chain(validation.clone()).filter(|x| x.is_finite());
    let (low, high) =
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    if !(high > low && (high - low).is_finite()) {
        return CoverageHistogram::default();
    }
    let width = (high - low) / BINS as f64;
    let counts = |x: &mut dyn Iterator<Item = f64>| {
        let mut counts = vec![0; BINS];
        for x in x.filter(|x| x.is_finite()) {
            counts[(((x - low) / width) as usize).min(BINS - 1)] += 1;
        }
        counts
    };
    let (mut fit, mut validation) = (fit, validation);
    CoverageHistogram {
        from: low,
        width,
        fit: counts(&mut fit),
        validation: counts(&mut validation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_counts_once_on_its_side() {
        let part = |validation: bool, q: Vec<f64>| Series {
            validation,
            qd: vec![0.0; q.len()],
            q,
            ..Series::default()
        };
        // Two coordinates; the first from 0 to 32, the second elsewhere.
        let fit: Vec<f64> = (0..16).map(f64::from).chain((0..16).map(|_| 99.0)).collect();
        let proof: Vec<f64> = (16..33).map(f64::from).chain((0..17).map(|_| 99.0)).collect();
        let found = coverage(&[part(false, fit), part(true, proof)], 0, 2);
        let CoverageHistogram { from, width, fit, validation } = found.position;
        assert_eq!((from, width), (0.0, 1.0));
        assert_eq!((fit[..16].to_vec(), fit[16..].to_vec()), (vec![1; 16], vec![0; 16]));
        assert_eq!((validation[15], validation[16], validation[31]), (0, 1, 2));
        // A joint that stands still covers nothing.
        assert!(found.velocity.fit.is_empty());
    }
}
