//! Links, rotors and friction of a rigid arm from motion and torque.

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{Error, Result};
use crate::dynamics::Samples;
use crate::estimate::{Estimate, Weighting, correlation_time, least_squares};
use crate::evidence::{Evidence, Observer};
use crate::model::Robot;
use crate::params::Layout;
use crate::signal::{Motion, Segment};
use crate::validate::{Metrics, Verdict, compare, predict, verdict};
use serde::{Deserialize, Serialize};

/// Choices of [`identify_rigid`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RigidSettings {
    /// How the base parameters are found, and what is dropped or fixed.
    pub base: BaseSettings,
    /// How the joints' rows count against each other.
    pub weighting: Weighting,
    /// Share of every log, at its end, that is kept for validation where no other data are given.
    pub hold_out: f64,
}

impl Default for RigidSettings {
    fn default() -> Self {
        Self { base: BaseSettings::default(), weighting: Weighting::default(), hold_out: 0.3 }
    }
}

/// Base parameters with their uncertainty, and the proof on other data.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RigidResult {
    /// The base parameters and their groups.
    pub base: Base,
    /// Their values.
    pub estimate: Estimate,
    /// Standard deviations, the correlation of the residuals taken into account.
    pub sigma: Vec<f64>,
    /// Correlation time of the residuals of each joint, in samples.
    pub correlation_times: Vec<f64>,
    /// Torque errors on the data of the fit.
    pub fit: Metrics,
    /// Torque errors on data that were not used for the fit.
    pub validation: Metrics,
    /// The same errors for the robot's nominal parameters.
    pub nominal: Metrics,
    /// What to make of it.
    pub verdict: Verdict,
}

impl RigidResult {
    /// `100 σ/|β|` of every base parameter.
    pub fn percent_sigma(&self) -> Vec<f64> {
        self.estimate.beta.iter().zip(&self.sigma).map(|(b, s)| 100.0 * s / b.abs()).collect()
    }

    /// 95 % intervals of the base parameters.
    pub fn intervals(&self) -> Vec<[f64; 2]> {
        const NORMAL_95: f64 = 1.96;
        let interval = |(b, s): (&f64, &f64)| [b - NORMAL_95 * s, b + NORMAL_95 * s];
        self.estimate.beta.iter().zip(&self.sigma).map(interval).collect()
    }
}

/// Identifies the base parameters and validates them on `other` data, or on the end of every log.
pub fn identify_rigid(
    robot: &Robot,
    layout: &Layout,
    motions: &[Motion],
    other: &[Motion],
    settings: &RigidSettings,
) -> Result<RigidResult> {
    let base = Base::new(robot, layout, &settings.base)?;
    let (fit_on, prove_on) = split(motions, other, settings.hold_out)?;
    let study = Study { robot, layout, base: &base };

    let evidence = study.observe(&fit_on)?;
    let estimate = least_squares(&evidence, settings.weighting)?;
    let fit = study.torques(&fit_on, &estimate.beta)?;
    let n_dof = robot.n_dof();
    let correlation_times = fit.correlation_times(n_dof);
    let sigma = estimate.correlated_sigma(&evidence, &correlation_times);

    let nominal_beta = base.combine(&layout.nominal(robot));
    let validation = study.torques(&prove_on, &estimate.beta)?.metrics(n_dof)?;
    let nominal = study.torques(&prove_on, &nominal_beta)?.metrics(n_dof)?;
    Ok(RigidResult {
        verdict: verdict(&validation, &nominal),
        fit: fit.metrics(n_dof)?,
        estimate,
        sigma,
        correlation_times,
        validation,
        nominal,
        base,
    })
}

/// The segments to fit on and those to prove on. Without other data, every segment is cut in time:
/// neighbouring samples are nearly the same, so a random choice would prove nothing.
fn split(
    motions: &[Motion],
    other: &[Motion],
    hold_out: f64,
) -> Result<(Vec<Segment>, Vec<Segment>)> {
    let segments = |motions: &[Motion]| -> Vec<Segment> {
        motions.iter().flat_map(|m| m.segments.iter().cloned()).collect()
    };
    let (mut fit_on, mut prove_on) = (segments(motions), segments(other));
    if prove_on.is_empty() {
        let cut =
            |s: &Segment| s.split_at((s.n_samples as f64 * (1.0 - hold_out)).round() as usize);
        (fit_on, prove_on) = fit_on.iter().map(cut).unzip();
    }
    let samples = |segments: &[Segment]| segments.iter().map(|s| s.n_samples).sum::<usize>();
    if samples(&fit_on) == 0 || samples(&prove_on) == 0 {
        return Err(Error::TooFewSamples { what: "fit and validation", needed: 1, found: 0 });
    }
    Ok((fit_on, prove_on))
}

struct Study<'a> {
    robot: &'a Robot,
    layout: &'a Layout,
    base: &'a Base,
}

impl Study<'_> {
    fn observe(&self, segments: &[Segment]) -> Result<Evidence> {
        let mut observer = Observer::new(self.robot, self.layout, self.base);
        for segment in segments {
            observer.push(&samples_of(segment), &segment.tau)?;
        }
        Ok(observer.finish())
    }

    /// Measured and predicted torques, segment by segment.
    fn torques(&self, segments: &[Segment], beta: &[f64]) -> Result<Torques> {
        let mut torques = Torques { pieces: Vec::new() };
        for segment in segments {
            let samples = samples_of(segment);
            let predicted = predict(self.robot, self.layout, self.base, beta, &samples)?;
            let (n_samples, measured) = (segment.n_samples, segment.tau.clone());
            torques.pieces.push(Piece { n_samples, measured, predicted });
        }
        Ok(torques)
    }
}

fn samples_of(segment: &Segment) -> Samples<'_> {
    Samples::new(segment.n_samples, &segment.q, &segment.qd, &segment.qdd)
}

/// Measured and predicted torques of every segment.
struct Torques {
    pieces: Vec<Piece>,
}

/// Both `n_dof × n_samples`, sample index fastest.
struct Piece {
    n_samples: usize,
    measured: Vec<f64>,
    predicted: Vec<f64>,
}

impl Piece {
    fn measured(&self, dof: usize) -> &[f64] {
        &self.measured[dof * self.n_samples..(dof + 1) * self.n_samples]
    }

    fn predicted(&self, dof: usize) -> &[f64] {
        &self.predicted[dof * self.n_samples..(dof + 1) * self.n_samples]
    }

    fn correlation_time(&self, dof: usize) -> f64 {
        let both = self.measured(dof).iter().zip(self.predicted(dof));
        correlation_time(&both.map(|(tau, fit)| tau - fit).collect::<Vec<f64>>())
    }
}

impl Torques {
    /// Errors over all segments, these strung together joint by joint.
    fn metrics(&self, n_dof: usize) -> Result<Metrics> {
        let n_samples = self.pieces.iter().map(|piece| piece.n_samples).sum();
        let (mut measured, mut predicted) = (Vec::new(), Vec::new());
        for dof in 0..n_dof {
            for piece in &self.pieces {
                measured.extend_from_slice(piece.measured(dof));
                predicted.extend_from_slice(piece.predicted(dof));
            }
        }
        compare(&measured, &predicted, n_samples)
    }

    /// The longest correlation time of each joint's residual over the segments.
    fn correlation_times(&self, n_dof: usize) -> Vec<f64> {
        let longest = |dof| self.pieces.iter().map(|p| p.correlation_time(dof)).fold(1.0, f64::max);
        (0..n_dof).map(longest).collect()
    }
}
