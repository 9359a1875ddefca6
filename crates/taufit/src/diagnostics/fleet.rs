//! Errors and warnings of fleets.

use crate::define_diagnostics;

define_diagnostics! {
    /// Plans and evidence that do not fit together.
    pub error FleetError {
        /// A plan of a format that this build does not read.
        "E260" PlanVersion {
            /// Version of the plan.
            found: u32,
            /// Version that this build reads and writes.
            expected: u32,
        } ("the plan of the fleet has version {found}, this build reads version {expected}; make a new store with this version");
        /// A plan whose numbers contradict each other.
        "E261" PlanSizes {
            /// Which numbers.
            what: &'static str,
            /// Required number.
            expected: usize,
            /// Number found.
            found: usize,
        } ("the plan of the fleet has {found} {what}, its robot {expected}; make a new store");
        /// Evidence that was made by another plan.
        "E262" OtherPlan {
            /// The log.
            log: String,
            /// Base parameters or settings.
            what: &'static str,
            /// Beginning of the hash of the evidence.
            found: String,
            /// Beginning of the hash of the plan.
            expected: String,
        } ("{log}: its evidence has other {what} ({found}) than the plan of the fleet ({expected}); observe the log again with this plan");
        /// A robot that is not the one of the plan.
        "E263" OtherRobot {
            /// The robot that was given.
            found: String,
            /// The robot of the plan.
            expected: String,
        } ("the robot {found:?} is not the robot {expected:?} of the fleet's plan; use one store per robot type");
        /// No log to make a plan from.
        "E264" NoPlanLogs {
            /// The first log with the reason against it; "none was given".
            first: String,
        } ("no log to make the plan of the fleet from: {first}; give at least one that the gate accepts");
        /// Nothing to merge.
        "E265" NothingToMerge ("there is no evidence to merge; observe logs first");
        /// A log whose worker process died each time.
        "E266" WorkerLost {
            /// The log.
            log: String,
            /// Times that it was tried.
            attempts: usize,
        } ("{log}: the worker that observed it died {attempts} times, the last time with no other log at work; look at its memory limit, then observe the log alone");
    }
}

define_diagnostics! {
    /// Warnings about the logs of a fleet.
    pub warning FleetWarning {
        /// A log that begins in the future.
        "W260" ClockInFuture {
            /// The robot.
            robot: String,
            /// The log.
            log: String,
            /// Time until it begins \[s\].
            ahead_s: f64,
        } ("{robot}: log {log:?} begins {:.1} h in the future", ahead_s / 3600.0),
        "set the clock of the robot; drift is judged by the order of these times";
        /// The same log under several names.
        "W261" DuplicateLog {
            /// The log.
            log: String,
            /// Its other name.
            other: String,
        } ("log {log:?} has the content of {other:?}"),
        "counted once";
        /// A fleet that is too small for its statistics.
        "W262" FewRobots {
            /// Robots with usable evidence.
            found: usize,
            /// Required number.
            needed: usize,
        } ("{found} robots of this type have evidence, outliers need {needed}"),
        "estimates per robot and drifts are given; add robots for the rest";
    }
}
