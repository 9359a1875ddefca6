//! Doubts about a weighed load.

use serde::Serialize;
use std::fmt;

/// A doubt about a weighed load, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PayloadDoubt {
    /// A mass that cannot be told from nothing.
    NothingWeighed {
        /// What came out \[kg\].
        mass_kg: f64,
        /// Its standard deviation \[kg\].
        sigma_kg: f64,
    },
    /// Parameters that the motion does not show.
    Held {
        /// Their names.
        parameters: Vec<String>,
        /// What they were held to.
        prior: String,
    },
    /// A load on another link explains the efforts better.
    AnotherLink {
        /// The link that was named.
        link: String,
        /// The one that explains more.
        better: String,
        /// Squared residuals of the named link over those of the better one.
        ratio: f64,
    },
    /// The load weighs something else than was said.
    StatedMassDiffers {
        /// What came out \[kg\].
        mass_kg: f64,
        /// Its standard deviation \[kg\].
        sigma_kg: f64,
        /// What was said \[kg\].
        stated_kg: f64,
    },
    /// Efforts with the load are explained much worse than those without.
    ErrorStays {
        /// The joint.
        joint: String,
        /// Error with the load, after the fit \[N·m or N\].
        after_nm: f64,
        /// Error without the load \[N·m or N\].
        free_nm: f64,
    },
    /// Joints without drive gain.
    JointsLeftOut {
        /// The joints.
        joints: Vec<String>,
    },
    /// Friction under load decides about the mass.
    FrictionMatters {
        /// Mass with the friction of the run without load \[kg\].
        kept_kg: f64,
        /// Mass with friction found anew \[kg\].
        refitted_kg: f64,
        /// Standard deviation of the mass \[kg\].
        sigma_kg: f64,
    },
    /// The two ways to the mass contradict each other.
    RoutesDiffer {
        /// Mass from the efforts \[kg\].
        direct_kg: f64,
        /// Mass from the difference of coefficients \[kg\].
        difference_kg: f64,
        /// Standard deviation of the mass \[kg\].
        sigma_kg: f64,
    },
    /// The identified model does not fit the run without load.
    ModelDiffers {
        /// The joint.
        joint: String,
        /// Its error in the run without load \[N·m or N\].
        found_nm: f64,
        /// Its error where the model was validated \[N·m or N\].
        expected_nm: f64,
    },
    /// Poses that all joints came to from one side.
    OneSided {
        /// Joints that were never approached from the other side.
        joints: Vec<String>,
    },
    /// A load in the axes of the last link, because the description has no flange.
    NoFlange {
        /// The link.
        link: String,
    },
}

impl PayloadDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NothingWeighed { .. } => "W215",
            Self::Held { .. } => "W216",
            Self::AnotherLink { .. } => "W217",
            Self::StatedMassDiffers { .. } => "W218",
            Self::ErrorStays { .. } => "W219",
            Self::JointsLeftOut { .. } => "W220",
            Self::FrictionMatters { .. } => "W221",
            Self::RoutesDiffer { .. } => "W222",
            Self::ModelDiffers { .. } => "W223",
            Self::OneSided { .. } => "W224",
            Self::NoFlange { .. } => "W239",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NothingWeighed { .. } => {
                "check that the load was on, that efforts are those of the motors and not external torques, \
                 and that the controller's own payload is zero; else move farther and faster"
            }
            Self::Held { .. } => {
                "move faster, and turn the load about all its axes, or leave them at what is stated"
            }
            Self::AnotherLink { .. } => "check --frame: where is the load fixed?",
            Self::StatedMassDiffers { .. } => {
                "a common factor is a wrong drive gain; a missing part is a controller that takes a payload \
                 off, or a tool that was on in both runs"
            }
            Self::ErrorStays { .. } => {
                "check the attachment, a load that swings or touches, and friction (--friction refit)"
            }
            Self::JointsLeftOut { .. } => {
                "find their gains (`taufit gains`), or go without: the others weigh too"
            }
            Self::FrictionMatters { .. } => {
                "warm the robot up before both runs, and move so that gravity and friction come apart"
            }
            Self::RoutesDiffer { .. } => {
                "one of the runs shows too little of the robot, or the robot changed in between"
            }
            Self::ModelDiffers { .. } => {
                "the robot has changed since it was identified, or the run was not without load"
            }
            Self::NoFlange { .. } => {
                "give --frame: a controller expects the axes of its flange, which may be turned and shifted"
            }
            Self::OneSided { .. } => {
                "come to every pose from both sides, so that friction cancels instead of adding to the load"
            }
        }
    }
}

impl fmt::Display for PayloadDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingWeighed { mass_kg, sigma_kg } => write!(
                f,
                "the load weighs {mass_kg:.3} ± {sigma_kg:.3} kg, which cannot be told from nothing"
            ),
            Self::Held { parameters, prior } => {
                write!(f, "not shown by the motion: {}; held to {prior}", parameters.join(", "))
            }
            Self::AnotherLink { link, better, ratio } => write!(
                f,
                "a load on {better:?} leaves {ratio:.1} times less squared error than one on {link:?}"
            ),
            Self::StatedMassDiffers { mass_kg, sigma_kg, stated_kg } => write!(
                f,
                "the load weighs {mass_kg:.3} ± {sigma_kg:.3} kg and was said to weigh {stated_kg} kg, \
                 a factor of {:.2}",
                mass_kg / stated_kg
            ),
            Self::ErrorStays { joint, after_nm, free_nm } => write!(
                f,
                "joint {joint:?}: error with the load {after_nm:.3}, without it {free_nm:.3} N m (or N)"
            ),
            Self::JointsLeftOut { joints } => {
                write!(f, "joints without drive gain are left out: {}", joints.join(", "))
            }
            Self::FrictionMatters { kept_kg, refitted_kg, sigma_kg } => write!(
                f,
                "the mass is {kept_kg:.3} kg with friction kept and {refitted_kg:.3} kg with friction found \
                 anew, apart by {:.1} standard deviations",
                (kept_kg - refitted_kg).abs() / sigma_kg
            ),
            Self::RoutesDiffer { direct_kg, difference_kg, sigma_kg } => write!(
                f,
                "the mass is {direct_kg:.3} kg from the efforts and {difference_kg:.3} kg from the \
                 difference of coefficients, apart by {:.1} standard deviations",
                (direct_kg - difference_kg).abs() / sigma_kg
            ),
            Self::ModelDiffers { joint, found_nm, expected_nm } => write!(
                f,
                "joint {joint:?}: the model is off by {found_nm:.3} without load, where it was validated by \
                 {expected_nm:.3} N m (or N)"
            ),
            Self::OneSided { joints } => {
                write!(f, "poses were approached from one side only by {}", joints.join(", "))
            }
            Self::NoFlange { link } => write!(
                f,
                "the description has no flange (tool0, flange or link8): the load is given in the axes of \
                 {link:?}, the last link"
            ),
        }
    }
}
