//! Doubts that do not stop the work.

use serde::Serialize;
use std::fmt;

/// A doubt, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Warning {
    /// A joint axis was given with another length than one.
    AxisNormalised {
        /// The joint.
        joint: String,
        /// The length as given.
        norm: f64,
    },
    /// A moving link has no inertial element.
    MissingInertial {
        /// The link.
        link: String,
    },
    /// A moving link has no mass.
    ZeroMass {
        /// The link.
        link: String,
    },
    /// No rigid body has this inertia tensor.
    NotPhysical {
        /// The link.
        link: String,
        /// Principal moments about the centre of mass, ascending \[kg m²\].
        principal_moments: [f64; 3],
    },
    /// The tensor would need matter farther away than the whole arm reaches.
    ImplausibleInertia {
        /// The link.
        link: String,
        /// Radius of gyration \[m\].
        gyration_radius_m: f64,
        /// Length of the arm, stretched \[m\].
        reach_m: f64,
    },
    /// The centre of mass lies farther away than the whole arm reaches.
    ImplausibleCom {
        /// The link.
        link: String,
        /// Distance of the centre of mass from the link's origin \[m\].
        distance_m: f64,
        /// Length of the arm, stretched \[m\].
        reach_m: f64,
    },
    /// Several links have exactly the same mass and tensor.
    PlaceholderInertials {
        /// The links.
        links: Vec<String>,
        /// Their common mass \[kg\].
        mass_kg: f64,
    },
    /// More mass than a body of the arm's size holds.
    ImplausibleMass {
        /// Sum over the moving links \[kg\].
        total_kg: f64,
        /// Length of the arm, stretched \[m\].
        reach_m: f64,
    },
    /// Something in the source was not understood and left out.
    Ignored {
        /// Where it stands.
        element: String,
        /// What it says, and why it is left out.
        what: String,
    },
    /// A base parameter that only rounding of the geometry may separate from others.
    BarelyIndependent {
        /// Parameter.
        parameter: String,
        /// Share of its column that no other column explains.
        ratio: f64,
    },
}

impl Warning {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::AxisNormalised { .. } => "W001",
            Self::MissingInertial { .. } => "W002",
            Self::ZeroMass { .. } => "W003",
            Self::NotPhysical { .. } => "W004",
            Self::ImplausibleInertia { .. } => "W005",
            Self::ImplausibleCom { .. } => "W006",
            Self::PlaceholderInertials { .. } => "W007",
            Self::ImplausibleMass { .. } => "W008",
            Self::Ignored { .. } => "W009",
            Self::BarelyIndependent { .. } => "W010",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::AxisNormalised { .. } => "scaled to length one; write a unit vector",
            Self::MissingInertial { .. } | Self::ZeroMass { .. } => {
                "taken as massless; nominal torques leave it out until it is identified"
            }
            Self::NotPhysical { .. } => {
                "simulators refuse it: check units, signs of the products and the reference point"
            }
            Self::ImplausibleInertia { .. }
            | Self::ImplausibleCom { .. }
            | Self::ImplausibleMass { .. } => "check units (kg, m, kg m²) and decimal points",
            Self::PlaceholderInertials { .. } => {
                "looks like a placeholder: nominal torques mean nothing until identified"
            }
            Self::Ignored { .. } => "left out of the model",
            Self::BarelyIndependent { .. } => {
                "do not expect data to separate it; angles such as 1.5707 for π/2 are a usual cause"
            }
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AxisNormalised { joint, norm } => {
                write!(f, "joint {joint:?}: the axis has length {norm:.6}, not 1")
            }
            Self::MissingInertial { link } => write!(f, "link {link:?} moves but has no inertial"),
            Self::ZeroMass { link } => write!(f, "link {link:?} moves but has no mass"),
            Self::NotPhysical { link, principal_moments: [a, b, c] } => write!(
                f,
                "link {link:?}: no rigid body has principal moments {a:.4e}, {b:.4e}, {c:.4e} kg m² \
                 (each must be positive and at most the sum of the other two)"
            ),
            Self::ImplausibleInertia { link, gyration_radius_m, reach_m } => write!(
                f,
                "link {link:?}: radius of gyration {gyration_radius_m:.2} m, but the arm is {reach_m:.2} m long"
            ),
            Self::ImplausibleCom { link, distance_m, reach_m } => write!(
                f,
                "link {link:?}: centre of mass {distance_m:.2} m from its joint, but the arm is {reach_m:.2} m long"
            ),
            Self::PlaceholderInertials { links, mass_kg } => write!(
                f,
                "{} links have one and the same inertial ({mass_kg} kg): {}",
                links.len(),
                links.join(", ")
            ),
            Self::ImplausibleMass { total_kg, reach_m } => {
                write!(
                    f,
                    "the moving links weigh {total_kg:.0} kg, much for an arm of {reach_m:.2} m"
                )
            }
            Self::Ignored { element, what } => write!(f, "{element}: {what}"),
            Self::BarelyIndependent { parameter, ratio } => write!(
                f,
                "{parameter} differs from a combination of others by only {ratio:.1e} of its effect"
            ),
        }
    }
}
