//! Errors and warnings of payloads.

use crate::define_diagnostics;

define_diagnostics! {
    /// Logs or models that do not determine a payload.
    pub error PayloadError {
        /// The run with the load is the run without it.
        "E205" SameLog {
            /// The log without the load.
            free: String,
            /// The log with it.
            loaded: String,
        } ("{loaded} holds the same positions and efforts as {free}; give one log recorded without the load \
             and another with it");
        /// No joint that carries the load moves.
        "E206" LoadNotMoved {
            /// The link.
            link: String,
            /// The widest range of a joint \[rad or m\].
            widest: f64,
            /// Required motion \[rad or m\].
            needed: f64,
        } ("the joints that carry {link:?} move by {widest} rad or m at most, expected {needed} or more; move \
             the load, or identify_payload it in several static poses");
        /// An identified model of something else.
        "E207" AnotherRobot {
            /// Robot of the model.
            model: String,
            /// Robot that was given.
            robot: String,
            /// Where they differ.
            reason: String,
        } ("the model is one of {model:?}, not of {robot:?}: {reason}; identify this robot, or give its own \
             description");
        /// The mass is not determined.
        "E208" MassNotSeen ("the runs leave the mass of the load free; move joints whose axes are not upright, or lift and \
             lower the load");
        /// There is nothing to compare the run with.
        "E209" NothingToCompare ("a load shows as a difference: give an identified model of the robot, a log without the load, or \
             both");
        /// The run with the load takes less effort than the one without.
        "E210" NegativeMass {
            /// Estimated mass \[kg\].
            mass_kg: f64,
            /// Its standard deviation \[kg\].
            sigma_kg: f64,
        } ("the load would identify_payload {mass_kg:.3} kg ({sigma_kg:.3} kg is one standard deviation); the logs may be \
             swapped, or efforts have a load taken off that is not there: set the controller's payload to \
             zero");
        /// Too few poses to identify_payload a load at rest.
        "E211" TooFewPoses {
            /// Poses.
            found: usize,
            /// Poses that are needed.
            needed: usize,
        } ("{found} poses in which the robot stands still, expected {needed} or more; hold each pose for a \
             second, and give the speed below which the arm stands still");
        /// Torques in some logs, currents in others.
        "E213" MixedEfforts {
            /// A log.
            first: String,
            /// Its efforts.
            of_first: &'static str,
            /// Another.
            other: String,
            /// Its efforts.
            of_other: &'static str,
        } ("{first} holds {of_first} and {other} holds {of_other}; give logs of one kind");
        /// Currents, and not one gain.
        "E214" NoGains ("the logs hold motor currents and no joint that carries the load has a drive gain; give gains, or a run with a load of known mass");
    }
}

define_diagnostics! {
    /// Warnings about an identified payload.
    pub warning PayloadWarning {
        /// A mass that is not significant.
        "W215" NothingWeighed {
            /// Estimated mass \[kg\].
            mass_kg: f64,
            /// Its standard deviation \[kg\].
            sigma_kg: f64,
        } ("the load weighs {mass_kg:.3} ± {sigma_kg:.3} kg, which is not significantly above zero"),
        "check that the load was on, that efforts are those of the motors and not external torques, \
         and that the controller's own payload is zero; else move farther and faster";
        /// Parameters that the motion does not show.
        "W216" Held {
            /// Their names.
            parameters: Vec<String>,
            /// Prior that they were held to.
            prior: String,
        } ("not shown by the motion: {}; held to {prior}", parameters.join(", ")),
        "move faster, and turn the load about all its axes, or leave them at what is stated";
        /// A load on another link explains the efforts better.
        "W217" AnotherLink {
            /// The link that was named.
            link: String,
            /// The one that explains more.
            better: String,
            /// Squared residuals of the named link over those of the better one.
            ratio: f64,
        } ("a load on {better:?} leaves {ratio:.1} times less squared error than one on {link:?}"),
        "check the frame: where is the load fixed?";
        /// The load weighs something else than was said.
        "W218" StatedMassDiffers {
            /// Estimated mass \[kg\].
            mass_kg: f64,
            /// Its standard deviation \[kg\].
            sigma_kg: f64,
            /// Stated mass \[kg\].
            stated_kg: f64,
        } ("the load weighs {mass_kg:.3} ± {sigma_kg:.3} kg and was said to identify_payload {stated_kg} kg, \
             a factor of {:.2}", mass_kg / stated_kg),
        "a common factor is a wrong drive gain; a missing part is a controller that takes a payload \
         off, or a tool that was on in both runs";
        /// Efforts with the load are explained much worse than those without.
        "W219" ErrorStays {
            /// The joint.
            joint: String,
            /// Error with the load, after the fit \[N·m or N\].
            after_nm: f64,
            /// Error without the load \[N·m or N\].
            free_nm: f64,
        } ("joint {joint:?}: error with the load {after_nm:.3}, without it {free_nm:.3} N m (or N)"),
        "check the attachment, a load that swings or touches, and friction, which can be fitted again";
        /// Joints without drive gain.
        "W220" JointsLeftOut {
            /// The joints.
            joints: Vec<String>,
        } ("joints without drive gain are left out: {}", joints.join(", ")),
        "find their gains, or go without: the others identify_payload too";
        /// Friction under load decides about the mass.
        "W221" FrictionMatters {
            /// Mass with the friction of the run without load \[kg\].
            kept_kg: f64,
            /// Mass with friction found anew \[kg\].
            refitted_kg: f64,
            /// Standard deviation of the mass \[kg\].
            sigma_kg: f64,
        } ("the mass is {kept_kg:.3} kg with friction kept and {refitted_kg:.3} kg with friction found \
             anew, apart by {:.1} standard deviations", (kept_kg - refitted_kg).abs() / sigma_kg),
        "warm the robot up before both runs, and move so that gravity and friction come apart";
        /// The two ways to the mass contradict each other.
        "W222" RoutesDiffer {
            /// Mass from the efforts \[kg\].
            direct_kg: f64,
            /// Mass from the difference of coefficients \[kg\].
            difference_kg: f64,
            /// Standard deviation of the mass \[kg\].
            sigma_kg: f64,
        } ("the mass is {direct_kg:.3} kg from the efforts and {difference_kg:.3} kg from the \
             difference of coefficients, apart by {:.1} standard deviations", (direct_kg - difference_kg).abs() / sigma_kg),
        "one of the runs shows too little of the robot, or the robot changed in between";
        /// The identified model does not fit the run without load.
        "W223" ModelDiffers {
            /// The joint.
            joint: String,
            /// Its error in the run without load \[N·m or N\].
            found_nm: f64,
            /// Its error where the model was validated \[N·m or N\].
            expected_nm: f64,
        } ("joint {joint:?}: the model is off by {found_nm:.3} without load, where it was validated by \
             {expected_nm:.3} N m (or N)"),
        "the robot has changed since it was identified, or the run was not without load";
        /// Poses that all joints came to from one side.
        "W224" OneSided {
            /// Joints that were never approached from the other side.
            joints: Vec<String>,
        } ("poses were approached from one side only by {}", joints.join(", ")),
        "come to every pose from both sides, so that friction cancels instead of adding to the load";
        /// A load in the axes of the last link, because the description has no flange.
        "W239" NoFlange {
            /// The link.
            link: String,
        } ("the description has no flange (tool0, flange or link8): the load is given in the axes of \
             {link:?}, the last link"),
        "give the frame: a controller expects the axes of its flange, which may be turned and shifted";
    }
}
