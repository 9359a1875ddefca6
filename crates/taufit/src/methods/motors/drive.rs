//! One drive: torque constant, rotor inertia and friction from the rows of its records.

use super::clusters::{Cluster, Regression};
use crate::diagnostics::Result;
use crate::estimate::student_bound;
use crate::friction::{Friction, FrictionShape, FrictionTerm};

/// Probability that a value lies outside its interval.
const OUTSIDE: f64 = 0.05;

/// Makes rows for a friction model.
type RowFunction<'a> = Box<dyn Fn(&FrictionShape) -> Vec<Cluster> + 'a>;

/// Data of one joint before the fit.
pub(super) struct DriveData<'a> {
    pub(super) dof: usize,
    /// The rows of every record for a friction model: load, acceleration if `has_rotor`, friction terms.
    pub(super) observe: RowFunction<'a>,
    /// Whether a rotor inertia is among the unknowns.
    pub(super) has_rotor: bool,
    pub(super) top_speed: f64,
    /// Number of speeds, whatever the direction.
    pub(super) n_speeds: usize,
    pub(super) both_directions: bool,
    /// Share of gravity that can turn the joint.
    pub(super) gravity_share: f64,
    /// Standard deviation of the slopes `1/kct` of records beyond their own errors \[A/N·m\].
    pub(super) slope_scatter: f64,
}

impl DriveData<'_> {
    /// The rows with a friction model; `known_slope` is `1/kct` where that is not sought.
    pub(super) fn regression(&self, shape: &FrictionShape, known_slope: Option<f64>) -> Regression {
        Regression {
            clusters: (self.observe)(shape),
            n_columns: 1 + usize::from(self.has_rotor) + shape.terms().count(),
            known_slope,
        }
    }
}

/// Uncertainty of a torque constant that comes from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Borrowed {
    /// Standard deviation over the value.
    pub(super) relative_sigma: f64,
    /// Degrees of freedom of that.
    pub(super) freedom: f64,
}

impl Borrowed {
    /// Nothing is added: the constant is the joint's own, or taken for exact.
    pub(super) const EXACT: Self = Self { relative_sigma: 0.0, freedom: f64::INFINITY };
}

/// A fitted drive.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DriveFit {
    shape: FrictionShape,
    has_rotor: bool,
    values: Vec<f64>,
    /// Standard deviations of the values, and of the slope.
    sigma: Option<Vec<f64>>,
    /// Slope over its standard deviation; infinite where it was known.
    pub(super) slope_sharpness: f64,
    /// `1/kct`.
    pub(super) slope: f64,
    freedom: f64,
    borrowed: Borrowed,
}

impl DriveFit {
    /// Fits a drive; `None` where its records do not determine it. `borrowed` tells
    /// how well a known slope is known.
    pub(super) fn fit(
        data: &DriveData<'_>,
        shape: FrictionShape,
        known_slope: Option<f64>,
        borrowed: Borrowed,
    ) -> Result<Option<Self>> {
        let problem = data.regression(&shape, known_slope);
        let Some(theta) = problem.solve(|_| true)? else { return Ok(None) };
        let physical = |theta: &[f64]| values(theta, &shape, data.has_rotor);
        let with_slope = |theta: &[f64]| [physical(theta), vec![theta[0]]].concat();
        let sigma = problem.jackknife(with_slope)?;
        let slope = theta[0];
        let slope_sigma = sigma.as_ref().and_then(|s| s.last().copied());
        let slope_sharpness = match known_slope {
            Some(_) => f64::INFINITY,
            None => slope_sigma.map_or(0.0, |s| slope / s.max(f64::MIN_POSITIVE)),
        };
        let freedom = problem.clusters.len().saturating_sub(problem.n_unknowns()).max(1) as f64;
        let (values, has_rotor) = (physical(&theta), data.has_rotor);
        let sigma = sigma.filter(|s| s.iter().all(|s| s.is_finite()));
        Ok(Some(Self {
            shape,
            has_rotor,
            values,
            sigma,
            slope_sharpness,
            slope,
            freedom,
            borrowed,
        }))
    }

    /// The torque constant, as far as it was found here.
    pub(super) fn kct(&self) -> Uncertain {
        self.uncertain(0)
    }

    /// Rotor inertia on top of the model's.
    pub(super) fn rotor_inertia(&self) -> Option<Uncertain> {
        self.has_rotor.then(|| self.uncertain(1))
    }

    /// Every friction term.
    pub(super) fn terms(&self) -> Vec<(FrictionTerm, Uncertain)> {
        let first = 1 + usize::from(self.has_rotor);
        let terms = self.shape.terms().enumerate();
        terms.map(|(k, term)| (term, self.uncertain(first + k))).collect()
    }

    /// Coulomb friction, the mean of both directions.
    pub(super) fn coulomb(&self) -> Option<Uncertain> {
        self.shape.coulomb.then(|| self.uncertain(self.values.len() - 1))
    }

    /// Viscous friction.
    pub(super) fn viscous(&self) -> Option<Uncertain> {
        self.terms().into_iter().find(|(term, _)| *term == FrictionTerm::Viscous).map(|(_, x)| x)
    }

    /// The friction model with its coefficients.
    pub(super) fn friction(&self) -> Friction {
        let mut friction = Friction { shape: self.shape, ..Friction::NONE };
        for (term, found) in self.terms() {
            friction.set_coefficient(term, found.value);
        }
        friction
    }

    fn uncertain(&self, i: usize) -> Uncertain {
        let value = self.values[i];
        let borrowed = value * self.borrowed.relative_sigma;
        let sigma = self.sigma.as_ref().map(|sigma| sigma[i].hypot(borrowed));
        uncertain(value, sigma, self.freedom.min(self.borrowed.freedom))
    }
}

/// A value with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Uncertain {
    pub(super) value: f64,
    /// Standard deviation; `None` with too few records.
    pub(super) sigma: Option<f64>,
    /// 95 % interval, by Student's distribution.
    pub(super) interval: Option<[f64; 2]>,
}

/// A value with an interval by Student's distribution.
pub(super) fn uncertain(value: f64, sigma: Option<f64>, freedom: f64) -> Uncertain {
    let reach = sigma.map(|sigma| sigma * student_bound(OUTSIDE, freedom));
    Uncertain { value, sigma, interval: reach.map(|reach| [value - reach, value + reach]) }
}

/// `kct`, rotor inertia, friction terms, mean Coulomb friction from `1/kct` and all else over `kct`.
fn values(theta: &[f64], shape: &FrictionShape, has_rotor: bool) -> Vec<f64> {
    let Some((slope, others)) = theta.split_first() else { return Vec::new() };
    let mut values = vec![1.0 / slope];
    values.extend(others.iter().map(|x| x / slope));
    let mut friction = Friction { shape: *shape, ..Friction::NONE };
    for (k, term) in shape.terms().enumerate() {
        friction.set_coefficient(term, values[1 + usize::from(has_rotor) + k]);
    }
    values.push(friction.coefficient(FrictionTerm::Coulomb));
    values
}
