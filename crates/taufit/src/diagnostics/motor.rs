//! Errors and warnings of motor constants.

use crate::define_diagnostics;

define_diagnostics! {
    /// Logs that do not determine motor constants.
    pub error MotorError {
        /// No joint moves at constant velocity often enough.
        "E170" NoPlateau {
            /// Plateaus that can be used.
            n_plateaus: usize,
            /// Moves that were looked at.
            n_moves: usize,
            /// Reasons for unused moves, with a leading separator.
            reasons: String,
        } ("no joint has two stretches at constant velocity: {n_plateaus} found among {n_moves} moves of one joint at \
             a time{reasons}; sweep joint by joint, or use runs of single joints with changing speed");
        /// Currents of a joint that moves are all the same.
        "E171" DeadCurrent {
            /// The joint.
            joint: String,
            /// The value.
            value: f64,
        } ("joint {joint:?} moves, but its current is {value} A all the time; check which columns or topic hold \
             the motor currents");
        /// The current falls where the load should make it rise.
        "E172" LoadReversed {
            /// The joint.
            joint: String,
            /// Current per torque \[A/N·m\].
            slope_a_nm: f64,
        } ("joint {joint:?}: its current changes by {slope_a_nm:.4} A for every N m that the robot's model says it \
             carries, which should be positive; check that robot, gravity, payload and the order and signs of the \
             joints are those of the log");
        /// Joints that are said to have the same motor, but have not.
        "E173" MixedMotors {
            /// One joint.
            first: String,
            /// Its motor type.
            first_type: String,
            /// The other.
            second: String,
            /// Its motor type.
            second_type: String,
        } ("joints {first:?} and {second:?} are said to have the same motor, but the robot's description says \
             {first_type:?} and {second_type:?}; leave one out, or correct the description");
        /// A log that does not move one joint back and forth.
        "E174" NoStrokes {
            /// The log.
            source_name: String,
            /// Strokes that were found.
            n_strokes: usize,
            /// Required number.
            needed: usize,
        } ("{source_name}: {n_strokes} strokes of one joint alone were found, at least {needed} are needed; give \
             runs in which one joint goes back and forth and all others stand");
    }
}

define_diagnostics! {
    /// Warnings about torque constants and friction.
    pub warning MotorWarning {
        /// Moves that were not used.
        "W180" RecordsRejected {
            /// Number of moves.
            count: usize,
            /// Of how many.
            n_moves: usize,
            /// Why, with counts.
            reasons: String,
        } ("{count} of {n_moves} moves were not used: {reasons}"),
        "left out; travel farther or slower where a plateau was too short";
        /// A joint that only moved one way.
        "W181" OneDirection {
            /// The joint.
            joint: String,
        } ("joint {joint:?} moves in one direction only"),
        "Coulomb friction cannot be separated from an offset of the current; drive both ways";
        /// A joint that only moved at one speed.
        "W182" OneSpeed {
            /// The joint.
            joint: String,
            /// The speed \[rad/s or m/s\].
            speed_rad_s: f64,
        } ("joint {joint:?} moves at one speed only, {speed_rad_s:.4}"),
        "only the sum of Coulomb and viscous friction is known; drive at several speeds";
        /// A torque constant that does not come from the joint's own data.
        "W183" BorrowedConstant {
            /// The joint.
            joint: String,
            /// Reason for which the data do not determine it.
            reason: String,
            /// Where it comes from.
            origin: String,
        } ("joint {joint:?}: {reason}; its torque constant comes from {origin}"),
        "friction is as uncertain as this constant; give a better one if it is known";
        /// An unknown torque constant.
        "W184" NoConstant {
            /// The joint.
            joint: String,
            /// Reason for which the data do not determine it.
            reason: String,
        } ("joint {joint:?}: {reason}, and no torque constant was given"),
        "friction is not given either; give the constant, or name joints with the same motor";
        /// A joint that needs a mass off its axis.
        "W185" NeedsMass {
            /// The joint.
            joint: String,
            /// The mass \[kg\].
            mass_kg: f64,
            /// Its distance from the axis \[m\].
            offset_m: f64,
            /// Relative standard deviation of the torque constant with it.
            accuracy: f64,
        } ("joint {joint:?}: {mass_kg:.2} kg at {offset_m:.2} m from its axis would show its torque \
             constant to {:.1} %", 100.0 * accuracy),
        "fix it so that mass times distance is known at least as well, sweep again and state it";
        /// Joints with one motor type whose torque constants lie far apart.
        "W186" ConstantsDiffer {
            /// The joints.
            joints: Vec<String>,
            /// Largest over smallest, less one.
            spread: f64,
        } ("joints {} count as one motor type, but their torque constants differ by {:.0} %", joints.join(", "), 100.0 * spread),
        "not pooled; are these motors of one type, and are masses and loads those of the robot?";
        /// Currents that the model's load explains badly.
        "W187" LoadFitsBadly {
            /// The joint.
            joint: String,
            /// Residual over the variation of the current within a record.
            share: f64,
            /// Standard deviation of the records' torque constants over their median.
            spread: f64,
        } ("joint {joint:?}: {:.0} % of the change of its current within a record is not explained by the \
             model's load, and torque constants of single records scatter by {:.0} %", 100.0 * share, 100.0 * spread),
        "check the robot's masses, its mounting and the payload; kct is only as good as they are";
        /// Joints without records.
        "W188" NotSwept {
            /// The joints.
            joints: Vec<String>,
        } ("no record of {}", joints.join(", ")),
        "nothing is known about them from these logs";
        /// Intervals that rest on few records.
        "W189" FewRecords {
            /// The joint.
            joint: String,
            /// Number of records.
            count: usize,
        } ("joint {joint:?}: its intervals rest on {count} records only"),
        "take the intervals for a rough guess; repeat more often";
    }
}
