//! Errors and warnings about the description of a robot.

use super::names::did_you_mean;
use crate::define_diagnostics;
use serde::Serialize;

/// Kind of element that a name belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NameKind {
    /// A link.
    Link,
    /// A joint.
    Joint,
}

impl std::fmt::Display for NameKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Link => "link",
            Self::Joint => "joint",
        })
    }
}

define_diagnostics! {
    /// A robot description, or a choice of its unknowns, that cannot be used.
    pub error ModelError {
        /// Two elements share a name.
        "E001" DuplicateName {
            /// Link or joint.
            kind: NameKind,
            /// The name.
            name: String,
        } ("two {kind}s are called {name:?}; names must be unique, rename one of them");
        /// A joint refers to a link that is not there.
        "E002" UnknownLink {
            /// The joint.
            joint: String,
            /// "parent" or "child".
            role: &'static str,
            /// The missing link.
            link: String,
            /// Existing links.
            available: String,
        } ("joint {joint:?}: its {role} link {link:?} does not exist; the links are {available}");
        /// The joints form a loop, so that there is no base.
        "E003" Cycle {
            /// Links on loops.
            links: String,
        } ("the joints form a loop through {links}; a robot is a tree with one fixed base");
        /// More than one link has no parent.
        "E004" SeveralRoots {
            /// Number of links without parent.
            count: usize,
            /// Their names.
            roots: String,
        } ("{count} links have no parent ({roots}); connect them by joints so that one base remains");
        /// A link is the child of two joints.
        "E005" SeveralParents {
            /// The link.
            link: String,
            /// One joint.
            first: String,
            /// The other.
            second: String,
        } ("link {link:?} is the child of joints {first:?} and {second:?}; a link has one parent");
        /// A joint axis of length zero.
        "E006" ZeroAxis {
            /// The joint.
            joint: String,
            /// The axis as given.
            axis: [f64; 3],
        } ("joint {joint:?}: its axis {axis:?} has length zero; give a direction, such as 0 0 1");
        /// A matrix that should be a rotation is not.
        "E013" NotARotation {
            /// Which link or joint.
            element: String,
            /// Largest entry of `RᵀR − 1`.
            by: f64,
        } ("{element}: its orientation is not a rotation (columns off unit length or skew by {by:.1e})");
        /// Lower limit above the upper one.
        "E009" LimitsReversed {
            /// The joint.
            joint: String,
            /// Lower limit.
            lower: f64,
            /// Upper limit.
            upper: f64,
        } ("joint {joint:?}: lower limit {lower} lies above upper limit {upper}; swap them");
        /// A mimic joint that cannot follow.
        "E010" Mimic {
            /// The follower.
            joint: String,
            /// The joint to follow.
            source_joint: String,
            /// Reason.
            reason: &'static str,
        } ("joint {joint:?} mimics {source_joint:?}: {reason}");
        /// Friction numbers that make no sense.
        "E011" FrictionShape {
            /// The joint.
            joint: String,
            /// Fault, and the remedy.
            reason: &'static str,
        } ("joint {joint:?}: friction: {reason}");
        /// Nothing moves.
        "E012" NothingMoves {
            /// The robot.
            robot: String,
            /// Fixed joints.
            n_fixed: usize,
            /// Links.
            n_links: usize,
        } ("robot {robot:?} has no joint that moves ({n_fixed} fixed joints, {n_links} links)");
        /// More joints than any robot has.
        "E014" TooManyJoints {
            /// The robot.
            robot: String,
            /// Number of its joints.
            found: usize,
            /// Largest supported number.
            most: usize,
        } ("robot {robot:?} has {found} joints; at most {most} are supported");
        /// A load that no joint moves.
        "E015" PayloadOnBase {
            /// The frame.
            frame: String,
        } ("a payload on {frame:?} does nothing: that frame is fixed to the base; name a moving link");
        /// A pattern for parameters that matches none.
        "E022" NoSuchParameter {
            /// Requested pattern.
            pattern: String,
            /// The nearest that exists.
            suggestion: Option<String>,
            /// A link of this robot.
            example_link: String,
        } ("{pattern:?} matches no parameter{}; names look like Izz1, Izz[{example_link}], Ixy*, fc2", did_you_mean(suggestion));
        /// No parameter is left, or none has an effect.
        "E023" NothingIdentifiable {
            /// The robot.
            robot: String,
        } ("no parameter has any effect on the joint torques of {robot:?}; all were dropped, fixed or invisible");
        /// The mass matrix is singular, so accelerations are not defined.
        "E024" SingularMassMatrix {
            /// Where the factorisation broke down.
            joint: String,
            /// The pivot.
            pivot: f64,
        } ("the mass matrix is not positive definite at joint {joint:?} (pivot {pivot:.3e}): the links it moves have no inertia about its axis; give them mass or a rotor inertia");
        /// Settings of the base that contradict themselves.
        "E025" BaseSettings {
            /// Fault, and the remedy.
            reason: String,
        } ("base parameters: {reason}");
        /// A shape that no body has.
        "E130" BadSolid {
            /// Link or body that the shape belongs to.
            owner: String,
            /// Fault of the shape.
            reason: &'static str,
        } ("{owner}: a shape for collision checks cannot be used: {reason}");
        /// An elastic joint whose motor has no inertia.
        "E140" NoRotor {
            /// The joint.
            joint: String,
            /// Given inertia \[kg m²\].
            inertia_kg_m2: f64,
        } ("joint {joint:?}: an elastic joint needs a rotor inertia above zero, found {inertia_kg_m2}; give the motor's, or make the joints rigid");
        /// Rotors that turn with their carriers, but at an unknown ratio.
        "E141" NoGearRatio {
            /// The joint.
            joint: String,
        } ("joint {joint:?}: the full rotor model needs its gear ratio; give one, or choose the reduced model");
    }
}

define_diagnostics! {
    /// Doubtful values in the description of a robot.
    pub warning ModelWarning {
        /// A joint axis was given with another length than one.
        "W001" AxisNormalised {
            /// The joint.
            joint: String,
            /// The length as given.
            norm: f64,
        } ("joint {joint:?}: the axis has length {norm:.6}, not 1"),
        "scaled to length one; write a unit vector";
        /// A moving link has no inertial element.
        "W002" MissingInertial {
            /// The link.
            link: String,
        } ("link {link:?} moves but has no inertial"),
        "taken as massless; nominal torques leave it out until it is identified";
        /// A moving link has no mass.
        "W003" ZeroMass {
            /// The link.
            link: String,
        } ("link {link:?} moves but has no mass"),
        "taken as massless; nominal torques leave it out until it is identified";
        /// No rigid body has this inertia tensor.
        "W004" NotPhysical {
            /// The link.
            link: String,
            /// Principal moments about the centre of mass, ascending \[kg m²\].
            principal_moments: [f64; 3],
        } ("link {link:?}: no rigid body has principal moments {:.4e}, {:.4e}, {:.4e} kg m² \
             (each must be positive and at most the sum of the other two)", principal_moments[0], principal_moments[1], principal_moments[2]),
        "simulators refuse it: check units, signs of the products and the reference point";
        /// The tensor would need matter farther away than the whole arm reaches.
        "W005" ImplausibleInertia {
            /// The link.
            link: String,
            /// Radius of gyration \[m\].
            gyration_radius_m: f64,
            /// Length of the arm, stretched \[m\].
            reach_m: f64,
        } ("link {link:?}: radius of gyration {gyration_radius_m:.2} m, but the arm is {reach_m:.2} m long"),
        "check units (kg, m, kg m²) and decimal points";
        /// The centre of mass lies farther away than the whole arm reaches.
        "W006" ImplausibleCom {
            /// The link.
            link: String,
            /// Distance of the centre of mass from the link's origin \[m\].
            distance_m: f64,
            /// Length of the arm, stretched \[m\].
            reach_m: f64,
        } ("link {link:?}: centre of mass {distance_m:.2} m from its joint, but the arm is {reach_m:.2} m long"),
        "check units (kg, m, kg m²) and decimal points";
        /// Several links have exactly the same mass and tensor.
        "W007" PlaceholderInertials {
            /// The links.
            links: Vec<String>,
            /// Their common mass \[kg\].
            mass_kg: f64,
        } ("{} links have one and the same inertial ({mass_kg} kg): {}", links.len(), links.join(", ")),
        "looks like a placeholder: nominal torques mean nothing until identified";
        /// More mass than a body of the arm's size holds.
        "W008" ImplausibleMass {
            /// Sum over the moving links \[kg\].
            total_kg: f64,
            /// Length of the arm, stretched \[m\].
            reach_m: f64,
        } ("the moving links weigh {total_kg:.0} kg, much for an arm of {reach_m:.2} m"),
        "check units (kg, m, kg m²) and decimal points";
        /// Something in the source was not understood and left out.
        "W009" Ignored {
            /// Position.
            element: String,
            /// Content that is left out, and the reason.
            what: String,
        } ("{element}: {what}"),
        "left out of the model";
        /// A base parameter that only rounding of the geometry may separate from others.
        "W010" BarelyIndependent {
            /// The parameter with the largest part in it.
            parameter: String,
            /// Effect on torques relative to the most visible one.
            ratio: f64,
        } ("a combination led by {parameter} moves torques by only {ratio:.1e} of the most visible effect"),
        "do not expect data to separate it; angles such as 1.5707 for π/2 are a usual cause";
    }
}
