//! Errors and warnings of gravity terms and of known models.

use crate::define_diagnostics;

define_diagnostics! {
    /// Poses or samples that do not determine gravity terms.
    pub error GravityError {
        /// Logs in which the arm neither stands nor creeps.
        "E215" NothingQuiet {
            /// Speed below which a joint stands \[rad/s or m/s\].
            stand_speed: f64,
            /// Shortest stop \[s\].
            shortest_s: f64,
            /// Speed below which a joint creeps \[rad/s or m/s\].
            slow_speed: f64,
            /// The highest speed in the slowest stretch of that length \[rad/s or m/s\].
            slowest: f64,
        } ("the arm never stands still (all joints below {stand_speed} rad/s for {shortest_s} s) nor creeps (below \
             {slow_speed} rad/s); its slowest {shortest_s} s go up to {slowest:.3} rad/s; stop in every pose for a \
             second, or raise the speed below which it creeps");
        /// Poses that differ too little.
        "E216" PosesAlike {
            /// Number of poses.
            n_poses: usize,
            /// The farthest that any joint moves between them \[rad or m\].
            range: f64,
        } ("{n_poses} poses lie within {range:.3} rad or m of each other: they determine the torque of one pose, not how it \
             changes; visit poses that turn every joint by half a radian or more");
        /// A mass matrix whose halves differ.
        "E217" NotSymmetric {
            /// Number of the sample, from 1.
            sample: usize,
            /// Row, from 1.
            row: usize,
            /// Column, from 1.
            column: usize,
            /// Above the diagonal.
            upper: f64,
            /// Below it.
            lower: f64,
        } ("sample {sample}: M{row}{column} is {upper} but M{column}{row} is {lower}; a mass matrix is symmetric, so \
             columns are mixed up or the matrix is another one");
        /// A mass matrix that moves without energy.
        "E218" NotPositive {
            /// Number of the sample, from 1.
            sample: usize,
        } ("sample {sample}: the mass matrix is not positive definite: a motion would have no or negative kinetic \
             energy; check the order of the columns and the units (kg m², kg m, kg)");
        /// Angles that look like degrees.
        "E219" LooksLikeDegrees {
            /// Number of the sample, from 1.
            sample: usize,
            /// The joint.
            joint: String,
            /// The angle as given.
            value: f64,
            /// In turns.
            turns: f64,
        } ("sample {sample}: joint {joint:?} is at {value} rad, {turns:.1} turns; angles are given in rad, not in degrees");
    }
}

define_diagnostics! {
    /// Warnings about gravity terms.
    pub warning GravityWarning {
        /// A joint that came to its poses from one side only.
        "W225" OneDirection {
            /// The joint.
            joint: String,
            /// Poses reached from either side.
            n_poses: usize,
        } ("joint {joint:?} came to all of its {n_poses} poses from one side"),
        "its friction is not separated from its offset, and the band is unknown; reach every pose from both sides";
        /// Coefficients that the poses do not fix.
        "W226" Unfixed {
            /// Short names.
            parameters: Vec<String>,
        } ("the poses do not fix {}", parameters.join(", ")),
        "taken near the robot's file; add poses that turn the joints before and after these links";
        /// A joint whose torque is off by more than its friction explains.
        "W227" BeyondBand {
            /// The joint.
            joint: String,
            /// Root mean square error of the prediction \[N·m or N\].
            error: f64,
            /// Half the difference between the directions \[N·m or N\].
            band: f64,
        } ("joint {joint:?}: the prediction is off by {error:.3}, its friction explains {band:.3}"),
        "look for poses in contact, cables, a load that changed, or a wrong zero of a joint";
        /// Samples of a model that no rigid arm of this geometry gives.
        "W228" OffModel {
            /// Mass matrix or gravity vector.
            what: &'static str,
            /// Root mean square error relative to the size of the samples.
            relative: f64,
            /// Error that the digits of the samples explain.
            expected: f64,
        } ("the {what} differs from every rigid arm of this geometry by {relative:.1e} of its size, its digits explain {expected:.1e}"),
        "check geometry, gravity and joint order; include rotor inertias if the matrix holds them";
    }
}
