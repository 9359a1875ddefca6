//! Identifiability of the parameters of a robot from a motion.

use super::filtered_log::FilteredLog;
use super::travel::LoggedMotion;
use crate::diagnostics::LogWarning;
use crate::estimate::stacked;
use faer::Mat;
use serde::Serialize;
use taufit_data::evidence::{RowSettings, Stretch, observe};
use taufit_dynamics::base::{Base, BaseSettings};
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::dynamics::Samples;
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::{Layout, LayoutSettings};

/// Directions that are seen by less than this share of the best seen one are not seen at all: what
/// is left there is rounding and what the filter could not remove.
const UNSEEN: f64 = 1e-6;
/// Columns shorter than this share of the longest one are rounding: scaled to one length with the
/// others they would count as seen.
const NOTHING: f64 = 1e-10;
/// Condition number from which on a motion is called weak. Noise is amplified by as much in the worst
/// direction as against the best; optimised trajectories reach 30 to 200, and with 2000 and more
/// published identifications failed on other motions.
const WEAK: f64 = 1000.0;
/// Components below this share of a direction are not worth a word.
const NAMED: f64 = 0.25;
/// Largest number of components that describe a direction.
const MOST_NAMED: usize = 4;

/// A component of a direction in the space of the base parameters, columns scaled to one length.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Component {
    /// The parameter that leads the base parameter.
    pub parameter: String,
    /// Its share, −1 to 1.
    pub share: f64,
}

/// Identifiability of the base parameters from a motion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExcitationScore {
    /// Base parameters: dynamics, rotor inertia and friction.
    pub n_base: usize,
    /// Combinations of them that the motion reveals.
    pub rank: usize,
    /// Condition number of the observation matrix, columns scaled to one length, over what it reveals.
    pub condition: f64,
    /// The worst direction that is still revealed, largest components first.
    pub worst: Vec<Component>,
    /// Parameters with a part in what is not revealed.
    pub unseen: Vec<String>,
}

impl ExcitationScore {
    /// Observes a motion. Joints that are idle are taken as at rest: their noise is no motion.
    pub(super) fn new(
        robot: &Robot,
        filtered: &FilteredLog,
        travel: &LoggedMotion,
        settings: &LayoutSettings,
    ) -> Result<Self> {
        let layout = Layout::new(robot, settings);
        let base = Base::new(robot, &layout, &BaseSettings::default())?;
        let at_rest = |x: &[Vec<f64>]| -> Vec<f64> {
            let joints = x.iter().zip(&travel.joints);
            let still = |(x, joint): (&Vec<f64>, &super::travel::JointMotionSummary)| {
                if joint.is_idle() { vec![0.0; x.len()] } else { x.clone() }
            };
            joints.flat_map(still).collect()
        };
        let flat = |x: &[Vec<f64>]| x.iter().flatten().copied().collect::<Vec<f64>>();
        let (q, qd, qdd) = (flat(&filtered.q), at_rest(&filtered.qd), at_rest(&filtered.qdd));
        let samples = Samples::new(filtered.n_samples(), &q, &qd, &qdd);
        let tau = flat(&filtered.effort);
        let stretch = Stretch { samples, tau: &tau };
        let evidence = observe(robot, &layout, &base, &[stretch], &RowSettings::default())?;
        let w = stacked(&evidence, &vec![1.0; robot.n_dof()]).matrix();
        let names: Vec<String> = base.independent().iter().map(|&c| layout.name(c)).collect();
        Self::of(&w, &names)
    }

    /// Singular values and directions of an observation matrix.
    fn of(w: &Mat<f64>, names: &[String]) -> Result<Self> {
        let lengths: Vec<f64> = (0..w.ncols()).map(|c| w.col(c).norm_l2()).collect();
        let longest = lengths.iter().copied().fold(0.0, f64::max);
        let scaled = Mat::from_fn(w.nrows(), w.ncols(), |i, c| {
            if lengths[c] > NOTHING * longest { w[(i, c)] / lengths[c] } else { 0.0 }
        });
        let svd = scaled.thin_svd().map_err(|_| InputError::NotFinite {
            element: "the motion".to_owned(),
            field: "an observation",
        })?;
        let sigma: Vec<f64> = svd.S().column_vector().iter().copied().collect();
        let largest = sigma.first().copied().unwrap_or(0.0);
        let rank = sigma.iter().filter(|s| **s > UNSEEN * largest).count();
        let direction =
            |k: usize| -> Vec<f64> { (0..names.len()).map(|c| svd.V()[(c, k)]).collect() };
        let last = rank.saturating_sub(1);
        let unseen = |c: &usize| {
            let seen: f64 = (0..rank).map(|k| svd.V()[(*c, k)].powi(2)).sum();
            1.0 - seen > NAMED * NAMED
        };
        Ok(Self {
            n_base: names.len(),
            rank,
            condition: largest / sigma.get(last).copied().unwrap_or(largest).max(f64::MIN_POSITIVE),
            worst: components(&direction(last), names),
            unseen: (0..names.len()).filter(unseen).map(|c| names[c].clone()).collect(),
        })
    }

    /// Parameters that stay unknown, or nearly so.
    pub(super) fn findings(&self) -> Vec<LogWarning> {
        let deficient = (self.rank < self.n_base).then(|| LogWarning::RankDeficient {
            rank: self.rank,
            n_base: self.n_base,
            parameters: self.unseen.clone(),
        });
        let weak = (self.condition > WEAK).then(|| LogWarning::WeakExcitation {
            condition: self.condition,
            direction: self.worst_text(),
        });
        [deficient, weak].into_iter().flatten().collect()
    }

    /// The worst direction as a sum: `0.71 Ixx3 - 0.69 Iyy3`.
    pub fn worst_text(&self) -> String {
        let mut text = String::new();
        for Component { parameter, share } in &self.worst {
            let sign = match (text.is_empty(), *share < 0.0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += &format!("{sign}{:.2} {parameter}", share.abs());
        }
        text
    }
}

/// The largest components of a direction.
fn components(direction: &[f64], names: &[String]) -> Vec<Component> {
    let mut all: Vec<Component> = direction
        .iter()
        .zip(names)
        .filter(|(share, _)| share.abs() >= NAMED)
        .map(|(share, name)| Component { parameter: name.clone(), share: *share })
        .collect();
    all.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
    all.truncate(MOST_NAMED);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(n: usize) -> Vec<String> {
        (0..n).map(|i| format!("p{i}")).collect()
    }

    #[test]
    fn columns_that_go_together_are_the_worst_direction() {
        // Columns x, y, and nearly x: unit vectors at an angle of e = 0.01.
        let e: f64 = 0.01;
        let columns = [[1.0, 0.0, 0.0], [0.0, 5.0, 0.0], [e.cos(), 0.0, e.sin()]];
        let w = Mat::from_fn(3, 3, |i, c| columns[c][i]);
        let found = ExcitationScore::of(&w, &names(3)).unwrap();
        // Singular values of two unit vectors at the angle e: √(1 ± cos e).
        let expected = ((1.0 + e.cos()) / (1.0 - e.cos())).sqrt();
        assert!((found.condition / expected - 1.0).abs() < 1e-9, "{}", found.condition);
        assert_eq!(found.rank, 3);
        assert!(found.unseen.is_empty());
        let words = found.worst_text();
        assert!(words.contains("0.71 p0") && words.contains("0.71 p2"), "{words}");
    }

    #[test]
    fn a_column_of_zeros_is_unseen() {
        let w = Mat::from_fn(4, 3, |i, c| if c == 1 { 0.0 } else { f64::from(u8::from(i == c)) });
        let found = ExcitationScore::of(&w, &names(3)).unwrap();
        assert_eq!((found.rank, found.condition), (2, 1.0));
        assert_eq!(found.unseen, ["p1"]);
        assert_eq!(found.findings().len(), 1);
    }
}
