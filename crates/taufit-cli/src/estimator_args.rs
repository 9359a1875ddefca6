//! Options of the estimator.

use crate::failure::{Failure, Outcome};
use clap::{Args, ValueEnum};
use taufit::estimate::Weighting;
use taufit::evidence::Loss;
use taufit::methods::{Estimator, NamedBound};

/// Level of the F-test, if not given \[%\].
const ESSENTIAL_PERCENT: &str = "5";

/// The estimator and its options.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Estimator")]
pub(crate) struct EstimatorArgs {
    /// Estimator of the parameters
    #[arg(long, value_enum, default_value_t = EstimatorArg::Wls)]
    method: EstimatorArg,
    /// Lean on the nominal model, as if it were so many observations of each parameter
    #[arg(long, value_name = "WEIGHT")]
    ridge: Option<f64>,
    /// Bounds of a base parameter in SI units, such as fv2=0..5, Ia*=0.. or off1=..2; a base parameter
    /// goes by the first name of its sum in `taufit base`
    #[arg(long, value_name = "P=LOW..HIGH", value_parser = bound, allow_hyphen_values = true)]
    bound: Vec<NamedBound>,
    /// Rotor inertias and friction coefficients must not be negative
    #[arg(long)]
    non_negative: bool,
    /// Parameters that share one value, such as fv1=fv2,fc1=fc2 for motors of one type
    #[arg(long, value_name = "P=Q,..")]
    tie: Vec<String>,
    /// Leave out base parameters that the data do not need: the least certain first, until an F-test
    /// at this level says that the fit suffers
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true, default_missing_value = ESSENTIAL_PERCENT)]
    essential: Option<f64>,
}

/// The estimator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EstimatorArg {
    /// Ordinary least squares: all rows alike
    Ols,
    /// Weighted least squares: every joint by the inverse of its own residual
    Wls,
    /// Like wls, but rows far off pull with a bounded force
    Huber,
    /// Like wls, but rows far off do not pull at all
    Tukey,
    /// Total least squares: errors in the motion as well as in the torques
    Tls,
}

impl EstimatorArgs {
    /// Relative weights of the joints' rows.
    pub(crate) fn weighting(&self) -> Weighting {
        if self.method == EstimatorArg::Ols { Weighting::Equal } else { Weighting::PerJoint }
    }

    /// The estimator that was requested.
    pub(crate) fn estimator(&self) -> Outcome<Estimator> {
        let requested = self.requested();
        if let [(one, _), (another, _), ..] = &requested[..] {
            return Err(Failure::misuse(format!(
                "{one} and {another} are two ways to find the parameters; identify once with each and \
                 compare the results with `taufit compare`"
            )));
        }
        Ok(requested.into_iter().next().map_or(Estimator::LeastSquares, |(_, estimator)| estimator))
    }

    /// Every estimator that the options name, besides plain least squares.
    fn requested(&self) -> Vec<(&'static str, Estimator)> {
        let method = match self.method {
            EstimatorArg::Ols | EstimatorArg::Wls => None,
            EstimatorArg::Huber => {
                Some(("--method huber", Estimator::Robust { loss: Loss::HUBER }))
            }
            EstimatorArg::Tukey => {
                Some(("--method tukey", Estimator::Robust { loss: Loss::TUKEY }))
            }
            EstimatorArg::Tls => Some(("--method tls", Estimator::Total)),
        };
        let ridge = self.ridge.map(|strength| ("--ridge", Estimator::Ridge { strength }));
        let (bounds, non_negative) = (self.bound.clone(), self.non_negative);
        let bounds_name = if bounds.is_empty() { "--non-negative" } else { "--bound" };
        let bounded = (non_negative || !bounds.is_empty())
            .then_some((bounds_name, Estimator::Bounded { bounds, non_negative }));
        let groups: Vec<String> =
            self.tie.iter().flat_map(|list| list.split(',')).map(str::to_owned).collect();
        let tied = (!groups.is_empty()).then_some(("--tie", Estimator::Tied { groups }));
        let essential = self.essential;
        let essential =
            essential.map(|p| ("--essential", Estimator::Essential { level: 0.01 * p }));
        [method, ridge, bounded, tied, essential].into_iter().flatten().collect()
    }
}

fn bound(text: &str) -> Result<NamedBound, String> {
    const EXPECTED: &str = "expected P=LOW..HIGH, such as fv2=0..5, fv2=0.. or fv2=..5";
    let (pattern, range) = text.split_once('=').ok_or(EXPECTED)?;
    let (low, high) = range.split_once("..").ok_or(EXPECTED)?;
    let end = |text: &str| match text.trim() {
        "" => Ok(None),
        number => match number.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(Some(x)),
            _ => Err(format!("{number:?} is not a finite number")),
        },
    };
    let (lower, upper) = (end(low)?, end(high)?);
    match (lower, upper) {
        (None, None) => Err(EXPECTED.to_owned()),
        (Some(low), Some(high)) if low > high => {
            Err(format!("the lower bound {low} lies above the upper bound {high}; swap them"))
        }
        _ => Ok(NamedBound { pattern: pattern.trim().to_owned(), lower, upper }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        estimator: EstimatorArgs,
    }

    fn estimator(options: &[&str]) -> Outcome<Estimator> {
        let line = ["test"].iter().chain(options);
        Line::try_parse_from(line).unwrap().estimator.estimator()
    }

    #[test]
    fn options_name_one_estimator() {
        assert!(matches!(estimator(&[]), Ok(Estimator::LeastSquares)));
        assert!(matches!(estimator(&["--method", "ols"]), Ok(Estimator::LeastSquares)));
        assert!(
            matches!(estimator(&["--essential"]), Ok(Estimator::Essential { level }) if level == 0.05)
        );
        assert!(
            matches!(estimator(&["--essential=1"]), Ok(Estimator::Essential { level }) if level == 0.01)
        );
        let Ok(Estimator::Tied { groups }) = estimator(&["--tie", "fv1=fv2,fc1=fc2"]) else {
            panic!("no tie")
        };
        assert_eq!(groups, ["fv1=fv2", "fc1=fc2"]);
        let both = estimator(&["--bound", "fv1=0..1", "--non-negative"]);
        assert!(matches!(both, Ok(Estimator::Bounded { non_negative: true, .. })));
    }

    #[test]
    fn two_estimators_at_once_are_refused_with_what_to_do() {
        for options in [
            &["--ridge", "1", "--essential"][..],
            &["--method", "huber", "--tie", "fv1=fv2"],
            &["--non-negative", "--method", "tls"],
        ] {
            let text = estimator(options).unwrap_err().render(false);
            assert!(text.contains("taufit compare"), "{text}");
        }
    }

    #[test]
    fn bounds_have_a_name_and_at_least_one_end() {
        let named = |lower, upper| NamedBound { pattern: "fv2".into(), lower, upper };
        assert_eq!(bound("fv2=0..5"), Ok(named(Some(0.0), Some(5.0))));
        assert_eq!(bound("fv2 = -1.5 .. "), Ok(named(Some(-1.5), None)));
        assert_eq!(bound("fv2=..1e3"), Ok(named(None, Some(1000.0))));
        for wrong in ["fv2", "fv2=1", "fv2=..", "fv2=2..1", "fv2=a..b", "fv2=nan..1"] {
            assert!(bound(wrong).is_err(), "{wrong}");
        }
    }
}
