//! Errors and warnings of simulations and experiments.

use taufit_dynamics::define_diagnostics;

define_diagnostics! {
    /// A simulation that cannot be set up or continued.
    pub error SimError {
        /// A simulation that cannot go on.
        "E142" SimulationFailed {
            /// When \[s\].
            t_s: f64,
            /// Why.
            reason: &'static str,
        } ("the simulation stops at {t_s} s: {reason}; check inertias, gains and stiffnesses, or allow larger errors");
        /// Time that has passed already.
        "E143" PastTime {
            /// The present \[s\].
            now_s: f64,
            /// Requested time \[s\].
            asked_s: f64,
        } ("the simulated arm is at {now_s} s and cannot go to {asked_s} s; ask for a later time");
    }
}

define_diagnostics! {
    /// Events of a simulation that a user should know.
    pub warning SimWarning {
        /// A controller that asked for more torque than the joint can give.
        "W150" TorqueSaturated {
            /// The joint.
            joint: String,
            /// Share of the controller's periods in which it did.
            share: f64,
            /// The highest torque of the joint \[N·m or N\].
            limit: f64,
        } ("joint {joint:?}: its torque was at the limit of {limit} for {:.1} % of the run", 100.0 * share),
        "the motion is too fast or the load too heavy for it: slow down, or lower the gains";
    }
}

define_diagnostics! {
    /// An experiment that cannot be run on its robot.
    pub error ExperimentError {
        /// An experiment that contradicts itself.
        "E150" Experiment {
            /// Fault found, and the expectation.
            problem: String,
        } ("the experiment cannot be run like this: {problem}");
        /// A plan that leaves the limits of its robot.
        "E151" PlanBreaksLimit {
            /// Number of the phase, from 1.
            phase: usize,
            /// Purpose of the phase.
            kind: &'static str,
            /// The joint.
            joint: String,
            /// Position or speed.
            quantity: &'static str,
            /// Planned value.
            value: f64,
            /// Permitted value.
            limit: f64,
        } ("phase {phase} ({kind}) brings joint {joint:?} to a {quantity} of {value:.4}, the limit is {limit:.4} \
             (margin of the guard included); change the experiment, or correct the limit in the robot's file");
        /// A plan on whose way something stands.
        "E154" PlanCollides {
            /// Number of the phase, from 1.
            phase: usize,
            /// Purpose of the phase.
            kind: &'static str,
            /// One body.
            first: String,
            /// The other.
            second: String,
            /// Overlap \[m\].
            depth_m: f64,
        } ("in phase {phase} ({kind}) {first:?} would run {depth_m:.3} m into {second:?}; change the experiment, or \
             correct the scene or the shapes in the robot's file");
        /// A way on which a speed is not reached, or not long enough.
        "E152" TravelTooShort {
            /// The joint.
            joint: String,
            /// The speed \[rad/s or m/s\].
            speed_rad_s: f64,
            /// The way \[rad or m\].
            distance_rad: f64,
            /// The shortest way for that speed \[rad or m\].
            needed_rad: f64,
        } ("joint {joint:?} cannot travel {distance_rad} at {speed_rad_s}: ramps and an equal stretch at constant \
             speed take at least {needed_rad:.3} rad or m; travel farther or slower (speeds are positive)");
    }
}

define_diagnostics! {
    /// Limits that a run cannot supervise.
    pub warning ExperimentWarning {
        /// Bounds that the guard of a run cannot keep, for want of limits.
        "W170" Unguarded {
            /// Position, speed or effort.
            quantity: String,
            /// The joints.
            joints: String,
        } ("the {quantity} of {joints} has no limit, so that the guard cannot watch it"),
        "give the limits in the robot's file, so that the guard can stop the robot in time";
    }
}
