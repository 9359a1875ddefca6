//! Evidence from samples.

use super::digits::n_distinct;
use super::noise::SampleNoise;
use super::sample::ModelSample;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::dynamics::Samples;
use crate::evidence::{Evidence, JointEvidence, RowSettings, Stretch, observe};
use crate::model::Robot;
use crate::params::Layout;
use crate::spatial::Vec3;
use std::collections::BTreeMap;

/// Samples with the errors of their digits.
pub(super) type Noisy<'a> = (&'a ModelSample, &'a SampleNoise);

/// Equations `M_ij = Y_i(q, 0, e_j) π` without gravity and `g_i = Y_i(q, 0, 0) π`: the regressor at unit
/// accelerations and at rest.
pub(super) struct Equations<'a> {
    pub(super) robot: &'a Robot,
    pub(super) layout: &'a Layout,
    pub(super) base: &'a Base,
    /// Largest share of the samples' size to which a number is taken to be known.
    pub(super) least_sigma: f64,
}

impl Equations<'_> {
    /// Rows of the mass matrix, then entries of the gravity vector, each of them a group. Every row is in
    /// units of its noise; a number that is the same in several poses is rounded once, and counts once.
    ///
    /// One half of the symmetric matrix.
    pub(super) fn evidence(&self, samples: &[Noisy<'_>]) -> Result<Evidence> {
        let n = self.robot.n_dof();
        let weightless = self.robot.clone().with_gravity(Vec3::ZERO);
        let with_matrix: Vec<Noisy<'_>> =
            samples.iter().copied().filter(|(s, _)| s.mass_matrix.is_some()).collect();
        let with_gravity: Vec<Noisy<'_>> =
            samples.iter().copied().filter(|(s, _)| s.gravity.is_some()).collect();
        let mut groups: Vec<Option<JointEvidence>> = vec![None; 2 * n];
        for (dof, column) in (0..n).flat_map(|dof| (dof..n).map(move |column| (dof, column))) {
            let entries = with_matrix.iter().map(|&(sample, noise)| {
                let value = |m: &Vec<f64>| 0.5 * (m[dof * n + column] + m[column * n + dof]);
                let sigma = noise.mass_matrix[dof * n + column];
                (sample, sample.mass_matrix.as_ref().map_or(0.0, value), sigma)
            });
            let entry = ModelEntry { dof, accelerated: Some(column), numbers: entries.collect() };
            self.add(&weightless, &entry, &mut groups[dof])?;
        }
        for dof in 0..n {
            let entries = with_gravity.iter().map(|&(sample, noise)| {
                (sample, sample.gravity.as_ref().map_or(0.0, |g| g[dof]), noise.gravity[dof])
            });
            let entry = ModelEntry { dof, accelerated: None, numbers: entries.collect() };
            self.add(self.robot, &entry, &mut groups[n + dof])?;
        }
        let groups = groups.into_iter().flatten().filter(|group| group.n_rows() > 0).collect();
        Ok(Evidence::of_groups(self.base.rank(), groups))
    }

    /// Adds the rows of one entry to its group: numbers known alike, within a factor of two, together.
    fn add(
        &self,
        robot: &Robot,
        entry: &ModelEntry<'_>,
        group: &mut Option<JointEvidence>,
    ) -> Result<()> {
        let distinct = n_distinct(entry.numbers.iter().map(|(_, value, _)| *value));
        let repeats = entry.numbers.len() as f64 / distinct.max(1) as f64;
        let mut alike: BTreeMap<i32, Vec<EntrySample<'_>>> = BTreeMap::new();
        for &(sample, value, sigma) in &entry.numbers {
            let sigma = sigma.max(self.least_sigma);
            alike.entry(sigma.log2().floor() as i32).or_default().push((sample, value, sigma));
        }
        for numbers in alike.values() {
            let squared = numbers.iter().map(|(.., sigma)| sigma * sigma).sum::<f64>();
            let noise = (repeats * squared / numbers.len() as f64).sqrt();
            let rows = self.observed(robot, entry, numbers)?.in_units_of(noise);
            match group {
                Some(group) => group.merge(&rows),
                None => *group = Some(rows),
            }
        }
        Ok(())
    }

    /// Rows of one entry.
    fn observed(
        &self,
        robot: &Robot,
        entry: &ModelEntry<'_>,
        numbers: &[EntrySample<'_>],
    ) -> Result<JointEvidence> {
        let (n, n_samples) = (robot.n_dof(), numbers.len());
        let channels = |of: &dyn Fn(&EntrySample<'_>, usize) -> f64| -> Vec<f64> {
            (0..n).flat_map(|dof| numbers.iter().map(move |number| of(number, dof))).collect()
        };
        let q = channels(&|(sample, ..), dof| sample.q[dof]);
        let qdd = channels(&|_, dof| f64::from(u8::from(entry.accelerated == Some(dof))));
        let tau = channels(&|(_, value, _), dof| if dof == entry.dof { *value } else { 0.0 });
        let rest = vec![0.0; q.len()];
        let stretch = Stretch { samples: Samples::new(n_samples, &q, &rest, &qdd), tau: &tau };
        let seen = observe(robot, self.layout, self.base, &[stretch], &RowSettings::default())?;
        Ok(seen.joints()[entry.dof].clone())
    }
}

/// A number of a sample with its standard deviation.
type EntrySample<'a> = (&'a ModelSample, f64, f64);

/// One entry of the mass matrix (with the coordinate that is accelerated) or of the gravity vector, over
/// all samples.
struct ModelEntry<'a> {
    dof: usize,
    accelerated: Option<usize>,
    numbers: Vec<EntrySample<'a>>,
}
