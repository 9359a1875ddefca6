//! Facts about a result that keep its verdict from being good.

use std::fmt;
use taufit_dynamics::diagnostics::{ModelWarning, Warning};
use taufit_dynamics::model::Robot;

/// A link heavier than this multiple of its nominal mass is named: loads, another robot or a wrong sign
/// are more likely than a description that errs so much.
const MASS_FACTOR: f64 = 2.0;
/// Torque error of nominal links from which on they are not those of the robot. Public logs have 2 to
/// 20 %; descriptions of other arms of the same size 34 % and more.
const LARGEST_LINK_ERROR: f64 = 0.3;
/// Masses below this are not compared \[kg\]: descriptions give covers and flanges a few grams.
const LEAST_MASS_KG: f64 = 1.0;
/// Standard deviations from which on a value is significantly negative (two-sided 0.3 %).
const SIGNIFICANT: f64 = 3.0;

/// Offset over rms effort from which on it is named. Public logs have 0.22 at most, and less than their Coulomb
/// friction; a sensor that is not zeroed or a balancing spring has more.
const LARGEST_OFFSET: f64 = 0.3;

/// A fact that keeps a verdict from being good.
#[derive(Clone, Debug, PartialEq)]
pub enum Concern {
    /// A finding of the gate that did not stop the method.
    Accepted(Warning),
    /// Nominal links that have little to do with the torques.
    NominalFar {
        /// Their torque error with friction and rotor inertias fitted \[%\].
        error_percent: f64,
    },
    /// A joint whose efforts were not used: they hardly ever change, or the user does not want them.
    EffortUnused {
        /// The joint.
        joint: String,
    },
    /// A link much heavier than its nominal mass.
    Mass {
        /// The link.
        link: String,
        /// Identified \[kg\].
        mass_kg: f64,
        /// Nominal \[kg\].
        nominal_kg: f64,
    },
    /// An identified body that no link of this size has.
    Implausible(Warning),
    /// A warning that a good result does not have.
    Warned(Warning),
    /// A parameter that must not be negative and significantly is.
    Negative {
        /// The parameter.
        name: String,
        /// Its value.
        value: f64,
        /// Its standard deviation.
        sigma: f64,
    },
    /// A joint that the nominal model predicts better.
    WorseThanNominal {
        /// The joint.
        joint: String,
        /// Error of the result \[%\].
        error_percent: f64,
        /// Error of the nominal model \[%\].
        nominal_percent: f64,
    },
    /// Torques that may all be wrong by one factor, which nothing in the logs tells.
    ScaleUnverified {
        /// Origin of the torques, and what would verify them.
        reason: &'static str,
    },
    /// Errors on other logs far above those of the identification.
    BeyondIdentification {
        /// Error on these logs \[%\].
        error_percent: f64,
        /// Error of the identification on data not used for its fit \[%\].
        identified_percent: f64,
    },
    /// An offset that neither friction nor a sensor at rest explains.
    LargeOffset {
        /// The joint.
        joint: String,
        /// Its offset \[N·m or N\].
        offset_nm: f64,
        /// Over the root mean square of its effort \[%\].
        percent: f64,
    },
    /// Base parameters that the motion does not determine.
    RankDeficient {
        /// Combinations that the motion determines.
        rank: usize,
        /// Base parameters.
        n_base: usize,
    },
}

impl fmt::Display for Concern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted(finding) => write!(f, "{}: {finding}", finding.code()),
            Self::NominalFar { error_percent } => write!(
                f,
                "the nominal links miss {error_percent:.0} % of the torques although friction and \
                 rotors are fitted: another robot or mounting, a load, or placeholder inertials"
            ),
            Self::EffortUnused { joint } => {
                write!(f, "joint {joint:?}: its effort was not used")
            }
            Self::Mass { link, mass_kg, nominal_kg } => write!(
                f,
                "link {link:?} has {mass_kg:.3} kg, {:.1} times its nominal {nominal_kg:.3} kg: \
                 a load that the description does not have, or wrong data",
                mass_kg / nominal_kg
            ),
            Self::Implausible(warning) | Self::Warned(warning) => write!(f, "{warning}"),
            Self::Negative { name, value, sigma } => {
                write!(f, "{name} = {value:.4} ± {sigma:.4} is significantly negative")
            }
            Self::WorseThanNominal { joint, error_percent, nominal_percent } => write!(
                f,
                "joint {joint:?}: torque error {error_percent:.1} %, {nominal_percent:.1} % for the \
                 nominal model"
            ),
            Self::ScaleUnverified { reason } => {
                write!(f, "the scale of the torques is unverified: {reason}")
            }
            Self::BeyondIdentification { error_percent, identified_percent } => write!(
                f,
                "torque error {error_percent:.1} % here, {identified_percent:.1} % where the robot was \
                 identified: not the robot, load or setting that was identified"
            ),
            Self::LargeOffset { joint, offset_nm, percent } => write!(
                f,
                "joint {joint:?}: an offset of {offset_nm:.3} N m or N, {percent:.0} % of its rms effort and more than \
                 its Coulomb friction: a sensor that is not zeroed, a spring or a load that the model lacks"
            ),
            Self::RankDeficient { rank, n_base } => {
                write!(f, "the motion determines {rank} of {n_base} base parameters")
            }
        }
    }
}

/// Nominal links that explain less of the torques than any description of the right robot does.
pub fn nominal_far(nominal: &Robot, link_error: f64) -> Option<Concern> {
    let is_far =
        nominal.total_mass_kg() > 0.0 && (link_error.is_nan() || link_error > LARGEST_LINK_ERROR);
    is_far.then_some(Concern::NominalFar { error_percent: 100.0 * link_error })
}

/// Bodies of an identified robot that its nominal description and its size speak against.
pub fn implausible_bodies(nominal: &Robot, identified: &Robot) -> Vec<Concern> {
    let is_size = |w: &&Warning| {
        matches!(
            w.kind(),
            Some(ModelWarning::ImplausibleInertia { .. } | ModelWarning::ImplausibleCom { .. })
        )
    };
    let sizes = |robot: &Robot| robot.warnings().iter().filter(is_size).count();
    let has_placeholders = nominal
        .warnings()
        .iter()
        .any(|w| matches!(w.kind(), Some(ModelWarning::PlaceholderInertials { .. })));
    let mass =
        |(before, after): (&taufit_dynamics::model::Joint, &taufit_dynamics::model::Joint)| {
            let (nominal_kg, mass_kg) = (before.link.inertia.mass_kg, after.link.inertia.mass_kg);
            let is_heavy = mass_kg > MASS_FACTOR * nominal_kg && mass_kg > LEAST_MASS_KG;
            let link = before.link.name.clone();
            (nominal_kg > 0.0 && is_heavy).then_some(Concern::Mass { link, mass_kg, nominal_kg })
        };
    let pairs = nominal.joints().iter().zip(identified.joints());
    let mut found: Vec<Concern> =
        if has_placeholders { Vec::new() } else { pairs.filter_map(mass).collect() };
    // A description that is implausible itself is no yardstick.
    if sizes(nominal) == 0 {
        let worst = identified.warnings().iter().filter(is_size);
        found.extend(worst.cloned().map(Concern::Implausible));
    }
    found
}

/// An offset that is large beside the effort of its joint and its Coulomb friction.
pub fn large_offset(
    joint: &str,
    offset_nm: f64,
    coulomb_nm: f64,
    effort_rms_nm: f64,
) -> Option<Concern> {
    let is_large = offset_nm.abs() > LARGEST_OFFSET * effort_rms_nm
        && offset_nm.abs() > coulomb_nm.abs()
        && effort_rms_nm > 0.0;
    let percent = 100.0 * offset_nm.abs() / effort_rms_nm;
    is_large.then(|| Concern::LargeOffset { joint: joint.to_owned(), offset_nm, percent })
}

/// A value that must not be negative, if it significantly is.
pub fn negative(name: &str, value: f64, sigma: f64) -> Option<Concern> {
    let is_negative = sigma.is_finite() && value < -SIGNIFICANT * sigma;
    is_negative.then(|| Concern::Negative { name: name.to_owned(), value, sigma })
}
