//! Speeds below which joints do not slide for certain, joint by joint, from the motion itself.

use crate::diagnostics::{InputError, Result};
use crate::evidence::{RowSettings, sliding_rows};
use crate::signal::Segment;
use serde::{Deserialize, Serialize};

/// Slow speeds that are tried, over the joint's rms speed: friction of drives has settled to its
/// sliding value above them, and the first that leaves enough rows is taken.
const SHARES: [f64; 4] = [0.05, 0.02, 0.01, 0.005];
/// Share of a joint's rows that must remain.
const LEAST_KEPT: f64 = 0.65;
/// Joints below this share of the fastest joint's rms speed stand still: their rows show gravity only,
/// and are all kept.
const IDLE: f64 = 1e-3;

/// Which rows near velocity reversals are left out of a fit.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReversalMask {
    /// Those in which a joint is slower than a share of its own rms speed.
    #[default]
    Auto,
    /// Those in which a joint is slower than this \[rad/s or m/s\]; zero keeps all rows.
    Below(f64),
}

impl ReversalMask {
    /// Refuses numbers out of range.
    pub(in crate::methods) fn validate(self) -> Result<()> {
        match self {
            Self::Below(value) if !(value >= 0.0 && value.is_finite()) => {
                let (setting, expected) = ("min_speed", "zero or more rad/s");
                Err(InputError::OutOfRange { setting, value, expected }.into())
            }
            _ => Ok(()),
        }
    }

    /// The slow speed of every coordinate; infinite for those whose efforts are not used.
    pub(in crate::methods) fn slow_speeds(
        self,
        sample: &[(Segment, RowSettings)],
        is_used: &[bool],
    ) -> Vec<f64> {
        let speeds = rms_speeds(sample.iter().map(|(segment, _)| segment), is_used.len());
        let fastest = speeds.iter().copied().fold(0.0, f64::max);
        let slow = |dof: usize| match self {
            _ if !is_used[dof] => f64::INFINITY,
            Self::Below(speed) => speed,
            Self::Auto if speeds[dof] <= IDLE * fastest => 0.0,
            Self::Auto => {
                let tried = SHARES.iter().map(|share| share * speeds[dof]);
                let enough = |slow: &f64| kept_share(sample, dof, *slow) >= LEAST_KEPT;
                tried.into_iter().find(enough).unwrap_or(0.0)
            }
        };
        (0..is_used.len()).map(slow).collect()
    }
}

/// Root mean square speed of every coordinate.
pub(super) fn rms_speeds<'s>(
    segments: impl Iterator<Item = &'s Segment>,
    n_dof: usize,
) -> Vec<f64> {
    let (mut squared, mut n_samples) = (vec![0.0; n_dof], 0);
    for segment in segments {
        n_samples += segment.n_samples;
        for (sum, qd) in squared.iter_mut().zip(segment.qd.chunks(segment.n_samples.max(1))) {
            *sum += qd.iter().map(|v| v * v).sum::<f64>();
        }
    }
    squared.iter().map(|sum| (sum / n_samples.max(1) as f64).sqrt()).collect()
}

/// Share of a coordinate's rows in which it slides.
fn kept_share(sample: &[(Segment, RowSettings)], dof: usize, slow: f64) -> f64 {
    let (mut kept, mut all) = (0, 0);
    for (segment, rows) in sample {
        let qd = &segment.qd[dof * segment.n_samples..][..segment.n_samples];
        let slides = sliding_rows(rows.filter.as_ref(), qd, slow);
        kept += slides.iter().filter(|slides| **slides).count();
        all += slides.len();
    }
    kept as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two joints at 100 Hz for 20 s: one swings fast, one a tenth of that, one stands.
    fn swinging() -> Vec<(Segment, RowSettings)> {
        let t_s: Vec<f64> = (0..2000).map(|k| 0.01 * f64::from(k)).collect();
        let swing = |speed: f64| t_s.iter().map(move |t| speed * (2.0 * t).cos());
        let qd: Vec<f64> = swing(1.0).chain(swing(0.1)).chain(swing(0.0)).collect();
        let zero = vec![0.0; qd.len()];
        let segment =
            Segment { n_samples: 2000, q: zero.clone(), qdd: zero.clone(), tau: zero, qd, t_s };
        vec![(segment, RowSettings::default())]
    }

    #[test]
    fn slow_is_relative_to_each_joint_and_joints_at_rest_keep_their_rows() {
        let slow = ReversalMask::Auto.slow_speeds(&swinging(), &[true, true, true]);
        let rms = 0.5_f64.sqrt();
        assert!((slow[0] - 0.05 * rms).abs() < 1e-3, "{slow:?}");
        assert!((slow[1] - 0.005 * rms).abs() < 1e-4, "{slow:?}");
        assert_eq!(slow[2], 0.0);
        let given = ReversalMask::Below(0.2).slow_speeds(&swinging(), &[true, false, true]);
        assert_eq!(given, [0.2, f64::INFINITY, 0.2]);
    }
}
