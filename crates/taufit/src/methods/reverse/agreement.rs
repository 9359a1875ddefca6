//! Differences between samples and the model that was found, beside the errors of their digits.

use super::noise::SampleNoise;
use super::sample::ModelSample;
use crate::base::Base;
use crate::diagnostics::{GravityWarning, Result, Warning};
use crate::dynamics::{Scratch, gravity_torque, mass_matrix};
use crate::estimate::Estimate;
use crate::model::Robot;
use crate::params::Layout;
use crate::study::Agreement;

/// Samples beside the model of the base parameters.
pub(super) fn agreement(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    estimate: &Estimate,
    samples: &[ModelSample],
    noise: &[SampleNoise],
) -> Result<(Vec<Agreement>, Vec<Warning>)> {
    let values = base.to_standard(&estimate.beta, &layout.nominal(robot))?;
    let model = layout.apply(robot, &values)?;
    let mut scratch = Scratch::new(&model);
    let [mut matrix, mut gravity] = [Compared::default(), Compared::default()];
    for (sample, noise) in samples.iter().zip(noise) {
        if let Some(given) = &sample.mass_matrix {
            let found = mass_matrix(&model, &mut scratch, &sample.q)?;
            matrix.add(given, found, &noise.mass_matrix);
        }
        if let Some(given) = &sample.gravity {
            gravity.add(given, gravity_torque(&model, &mut scratch, &sample.q)?, &noise.gravity);
        }
    }
    let both = [("mass matrix", matrix), ("gravity vector", gravity)];
    let both: Vec<(&'static str, Agreement)> = both
        .into_iter()
        .filter(|(_, compared)| !compared.given.is_empty())
        .map(|(what, compared)| (what, compared.agreement(what)))
        .collect();
    let is_off = |(_, agreement): &&(&str, Agreement)| !agreement.is_within_digits();
    let finding =
        |&(what, Agreement { relative_rms, digits_rms, .. }): &(&'static str, Agreement)| {
            GravityWarning::OffModel { what, relative: relative_rms, expected: digits_rms }.into()
        };
    let warnings = both.iter().filter(is_off).map(finding).collect();
    Ok((both.into_iter().map(|(_, agreement)| agreement).collect(), warnings))
}

#[derive(Default)]
struct Compared {
    given: Vec<f64>,
    model: Vec<f64>,
    noise: Vec<f64>,
}

impl Compared {
    fn add(&mut self, given: &[f64], model: &[f64], noise: &[f64]) {
        self.given.extend(given);
        self.model.extend(model);
        self.noise.extend(noise);
    }

    fn agreement(&self, what: &str) -> Agreement {
        let squares = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>();
        let size = squares(&mut self.given.iter().copied()).sqrt().max(f64::MIN_POSITIVE);
        let off = squares(&mut self.given.iter().zip(&self.model).map(|(a, b)| a - b)).sqrt();
        let digits = squares(&mut self.noise.iter().copied()).sqrt();
        Agreement { what: what.to_owned(), relative_rms: off / size, digits_rms: digits / size }
    }
}
