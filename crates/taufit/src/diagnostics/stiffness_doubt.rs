//! Doubts about the stiffness of a clamped arm.

use serde::Serialize;
use std::fmt;

/// A doubt about stiffnesses, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum StiffnessDoubt {
    /// From some moment on the same torque goes with another angle.
    ClampMoved {
        /// The log.
        source: String,
        /// The joint that shows it most.
        joint: String,
        /// From when on \[s\].
        t_s: f64,
        /// By how much the joint's line has moved \[rad or m\].
        by_rad: f64,
        /// What that is at the tool \[m\].
        tool_m: f64,
    },
    /// Nothing tells how far the clamp gives way.
    ClampInSeries,
    /// The torque of an axis depends on the deflection of another one.
    Coupled {
        /// The joint.
        joint: String,
        /// The joint whose deflection it follows.
        other: String,
        /// Range of the effect over that of the torque \[%\].
        percent: f64,
    },
    /// Forces and joints do not have the same clock.
    WrenchLate {
        /// The record of forces.
        source: String,
        /// How late it is; negative if early \[s\].
        delay_s: f64,
        /// Whether the search ended there.
        at_edge: bool,
    },
    /// The whole deflection is a few steps of the encoder.
    FewCounts {
        /// The joint.
        joint: String,
        /// Steps of the encoder from end to end.
        counts: f64,
    },
    /// Components of the wrench that count as zero.
    AssumedZero {
        /// The record of forces.
        source: String,
        /// The components, comma between them.
        components: String,
    },
    /// The two methods contradict each other.
    MethodsDiffer {
        /// The joint.
        joint: String,
        /// `100 |k_motor − k_wrench|/k_wrench`.
        percent: f64,
        /// The same in standard deviations.
        sigmas: f64,
    },
    /// Torque falls where the angle grows.
    NegativeStiffness {
        /// The joint.
        joint: String,
        /// Motor torque or wrench.
        method: &'static str,
        /// The slope \[N·m/rad or N/m\].
        slope: f64,
    },
    /// The load went one way only.
    OneBranch {
        /// The joint.
        joint: String,
    },
    /// Loading and unloading have different slopes.
    BranchesDiffer {
        /// The joint.
        joint: String,
        /// Slope while the angle grows \[N·m/rad or N/m\].
        rising: f64,
        /// Slope while it falls.
        falling: f64,
    },
    /// A pose in which forces are hardly felt by some axis.
    BadPose {
        /// The log.
        source: String,
        /// Condition number of the Jacobian.
        condition: f64,
    },
    /// A compliance that lacks axes.
    RigidAxes {
        /// The joints without stiffness.
        joints: String,
    },
    /// The wrench goes another way back than it came.
    WrenchHysteresis {
        /// The joint.
        joint: String,
        /// Distance of the two ways \[N·m or N\].
        width: f64,
        /// The same as a share of the range of the torque \[%\].
        percent: f64,
    },
}

impl StiffnessDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ClampInSeries => "W201",
            Self::Coupled { .. } => "W202",
            Self::WrenchLate { .. } => "W203",
            Self::ClampMoved { .. } => "W205",
            Self::FewCounts { .. } => "W206",
            Self::AssumedZero { .. } => "W207",
            Self::MethodsDiffer { .. } => "W208",
            Self::NegativeStiffness { .. } => "W209",
            Self::OneBranch { .. } => "W210",
            Self::BranchesDiffer { .. } => "W211",
            Self::BadPose { .. } => "W212",
            Self::RigidAxes { .. } => "W213",
            Self::WrenchHysteresis { .. } => "W214",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::ClampMoved { .. } => {
                "a clamp that slips or settles adds its own motion to the deflection: fasten it, load it \
                 once before the record, and cut the log there"
            }
            Self::ClampInSeries => {
                "give the clamp's stiffness by --clamp-stiffness KX,KY,KZ,KMX,KMY,KMZ (inf where it is rigid), or \
                 measure how far the clamped link moves"
            }
            Self::Coupled { .. } => {
                "joints alone do not do this: the clamp gives way (--clamp-stiffness), or frame, pose or signs of \
                 the wrench are wrong"
            }
            Self::WrenchLate { at_edge: false, .. } => {
                "removed; --wrench-delay S sets it, 0 leaves the stamps alone"
            }
            Self::WrenchLate { at_edge: true, .. } => {
                "removed, but the search ends there: align the clocks, or give --wrench-delay S"
            }
            Self::FewCounts { .. } => "press harder, or read the encoder on the motor's side",
            Self::AssumedZero { .. } => {
                "right only if the contact cannot transmit them; friction of the joints \
                 alone loads a full clamp in all directions"
            }
            Self::MethodsDiffer { .. } => {
                "check the drive gain of this axis, the frame of the wrench and the pose; the wrench needs \
                 no drive gain"
            }
            Self::NegativeStiffness { .. } => {
                "the sign of the torque or of the force is reversed: a sensor that shows the force on the \
                 robot needs --wrench-on robot"
            }
            Self::OneBranch { .. } => {
                "friction cannot be told from stiffness: load and unload within one record"
            }
            Self::BranchesDiffer { .. } => {
                "friction that grows with the load does this; the mean of both is taken, each branch alone \
                 would be biased"
            }
            Self::BadPose { .. } => {
                "some axes hardly feel the force: their stiffness by the wrench leans on the geometry; take \
                 another pose for them"
            }
            Self::RigidAxes { .. } => {
                "taken as rigid: the compliance is a lower bound; load these axes in another pose"
            }
            Self::WrenchHysteresis { .. } => {
                "nothing between motor encoder and sensor should rub: look for a slipping clamp, backlash, \
                 or a force record that is late (--wrench-delay)"
            }
        }
    }
}

impl fmt::Display for StiffnessDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClampMoved { source, joint, t_s, by_rad, tool_m } => write!(
                f,
                "{source}: the clamp seems to have moved at t = {t_s:.2} s: {joint} by {by_rad:.2e} rad, {:.3} \
                 mm at the tool",
                1e3 * tool_m
            ),
            Self::ClampInSeries => write!(
                f,
                "stiffness of joint and clamp in series: nothing in the data tells how far the clamp gives way"
            ),
            Self::Coupled { joint, other, percent } => write!(
                f,
                "{joint}: {percent:.0} % of its torque by the wrench follow the deflection of {other}"
            ),
            Self::WrenchLate { source, delay_s, .. } => write!(
                f,
                "{source}: forces are {:.3} s {} against the joints",
                delay_s.abs(),
                if *delay_s > 0.0 { "late" } else { "early" }
            ),
            Self::FewCounts { joint, counts } => {
                write!(f, "{joint}: the whole deflection is {counts:.0} steps of the encoder")
            }
            Self::AssumedZero { source, components } => {
                write!(f, "{source}: {components} of the wrench are taken as zero")
            }
            Self::MethodsDiffer { joint, percent, sigmas } => write!(
                f,
                "{joint}: motor torque and wrench differ by {percent:.1} %, {sigmas:.1} standard deviations"
            ),
            Self::NegativeStiffness { joint, method, slope } => {
                write!(f, "{joint}: by {method} the stiffness would be negative ({slope:.3e})")
            }
            Self::OneBranch { joint } => {
                write!(f, "{joint}: the load went one way only")
            }
            Self::BranchesDiffer { joint, rising, falling } => {
                write!(
                    f,
                    "{joint}: slope {rising:.3e} while the angle grows, {falling:.3e} while it falls"
                )
            }
            Self::BadPose { source, condition } => {
                write!(f, "{source}: the Jacobian of the pose has condition number {condition:.0}")
            }
            Self::RigidAxes { joints } => write!(f, "the stiffness of {joints} is not known"),
            Self::WrenchHysteresis { joint, width, percent } => write!(
                f,
                "{joint}: torque by the wrench comes back {width:.3} beside its way up, {percent:.1} % of its \
                 range"
            ),
        }
    }
}
