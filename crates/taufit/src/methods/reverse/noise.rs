//! Errors that the digits of samples leave in them.

use super::digits::Printed;
use super::sample::ModelSample;
use crate::diagnostics::Result;
use crate::dynamics::{Scratch, gravity_torque, mass_matrix};
use crate::model::Robot;

/// Step of a difference quotient \[rad or m\].
const STEP: f64 = 1e-6;

/// Standard deviations of the numbers of one sample: those of the mass matrix by rows, those of the
/// gravity vector.
#[derive(Clone, Debug, Default)]
pub(super) struct SampleNoise {
    pub(super) mass_matrix: Vec<f64>,
    pub(super) gravity: Vec<f64>,
}

/// Form of the positions, of the mass matrices and of the gravity vectors.
pub(super) struct Forms {
    q: Printed,
    mass_matrix: Printed,
    gravity: Printed,
}

impl Forms {
    pub(super) fn of(samples: &[ModelSample]) -> Self {
        let all = |of: &dyn Fn(&ModelSample) -> Option<&Vec<f64>>| -> Vec<f64> {
            samples.iter().filter_map(of).flatten().copied().collect()
        };
        Self {
            q: Printed::of(&all(&|s| Some(&s.q))),
            mass_matrix: Printed::of(&all(&|s| s.mass_matrix.as_ref())),
            gravity: Printed::of(&all(&|s| s.gravity.as_ref())),
        }
    }

    /// Rounding of the numbers themselves.
    pub(super) fn rounding(&self, sample: &ModelSample) -> SampleNoise {
        let sigma = |form: Printed, values: &Option<Vec<f64>>| -> Vec<f64> {
            values.iter().flatten().map(|x| form.rounding_sigma(*x)).collect()
        };
        SampleNoise {
            mass_matrix: sigma(self.mass_matrix, &sample.mass_matrix),
            gravity: sigma(self.gravity, &sample.gravity),
        }
    }

    /// The same with that of the positions, `σ² + Σ_k σ(q_k)² (∂x/∂q_k)²`, by a model near to the samples.
    pub(super) fn noise(&self, model: &Robot, sample: &ModelSample) -> Result<SampleNoise> {
        let mut noise = self.rounding(sample);
        let mut scratch = Scratch::new(model);
        for (k, q) in sample.q.iter().enumerate() {
            let sigma = self.q.rounding_sigma(*q);
            if sigma == 0.0 {
                continue;
            }
            let [mut up, mut down] = [sample.q.clone(), sample.q.clone()];
            up[k] += STEP;
            down[k] -= STEP;
            let add = |noise: &mut [f64], up: &[f64], down: &[f64]| {
                for (noise, (up, down)) in noise.iter_mut().zip(up.iter().zip(down)) {
                    *noise = noise.hypot(sigma * (up - down) / (2.0 * STEP));
                }
            };
            let upper = mass_matrix(model, &mut scratch, &up)?.to_vec();
            add(&mut noise.mass_matrix, &upper, mass_matrix(model, &mut scratch, &down)?);
            let upper = gravity_torque(model, &mut scratch, &up)?.to_vec();
            add(&mut noise.gravity, &upper, gravity_torque(model, &mut scratch, &down)?);
        }
        Ok(noise)
    }
}
