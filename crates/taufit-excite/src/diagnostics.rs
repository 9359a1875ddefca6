//! Errors and warnings of collision checks and of designed motions.

use taufit_dynamics::define_diagnostics;

define_diagnostics! {
    /// A scene or settings of collision checks that cannot be used.
    pub error CollisionError {
        /// An obstacle that cannot be.
        "E131" BadObstacle {
            /// Which one.
            obstacle: String,
            /// Fault, and the remedy.
            reason: &'static str,
        } ("scene: {obstacle}: {reason}");
        /// Settings of the collision checks that contradict themselves.
        "E132" CollisionSettings {
            /// Fault, and the remedy.
            reason: String,
        } ("collision settings: {reason}");
    }
}

define_diagnostics! {
    /// Bodies that a collision check leaves out.
    pub warning CollisionWarning {
        /// A moving link without any shape on a robot that has shapes.
        "W157" NoShape {
            /// The link.
            link: String,
        } ("link {link:?} moves but has no collision shape, though others have"),
        "taken as bare; it cannot collide";
        /// Two bodies that touch in nearly every pose, so that the check has no meaning.
        "W158" AlwaysTouching {
            /// One.
            a: String,
            /// The other.
            b: String,
            /// Share of the sampled poses in which they touch.
            share: f64,
        } ("{a:?} and {b:?} touch in {:.0} % of the poses that the limits allow", 100.0 * share),
        "not checked; give closer shapes if the two can really come apart";
    }
}

define_diagnostics! {
    /// A motion that cannot be designed or read.
    pub error ExciteError {
        /// A motion whose description contradicts itself.
        "E135" Trajectory {
            /// Fault of the description.
            problem: String,
        } ("the trajectory is not usable: {problem}; design it anew");
        /// A motion cannot be designed like this.
        "E136" ExciteSettings {
            /// Fault found, and the expectation.
            problem: String,
        } ("the motion cannot be designed like this: {problem}");
        /// A sliding joint without ends.
        "E137" NoTravel {
            /// The joint.
            joint: String,
        } ("joint {joint:?} slides but has no position limits; give them in the robot file or in the settings");
        /// No pose within the limits respects all conditions.
        "E139" NothingFeasible {
            /// Number of poses tried.
            tried: usize,
            /// The condition that binds, and by how much.
            what: String,
        } ("no feasible motion was found: in the best of {tried} poses {what}; relax that limit, or move what is in the way");
        /// A pose that the user gave breaks a condition.
        "E116" PoseRefused {
            /// "home" or "offset".
            which: &'static str,
            /// The condition, and by how much it is broken.
            what: String,
        } ("the {which} pose cannot be used: {what}; choose another one or relax the limit");
        /// Limits that leave a joint no room to move.
        "E138" NoRoom {
            /// The joint.
            joint: String,
            /// Lowest position with margin.
            lower: f64,
            /// Highest position with margin.
            upper: f64,
            /// Highest speed.
            velocity: f64,
            /// Highest acceleration.
            acceleration: f64,
        } ("joint {joint:?} has no room to move: positions {lower:.4} to {upper:.4} after the margin, speed {velocity:.4}, \
             acceleration {acceleration:.4}; lower must be below upper, speed, acceleration and share positive");
    }
}

define_diagnostics! {
    /// Weaknesses of a designed motion.
    pub warning ExciteWarning {
        /// Limits that neither the robot nor the user gave.
        "W160" AssumedLimits {
            /// Which, with their values.
            assumed: String,
        } ("limits that are not given are assumed: {assumed}"),
        "give the robot's own limits, in its file or in the settings";
        /// A joint that stays far below all of its limits.
        "W161" JointLittleUsed {
            /// The joint.
            joint: String,
            /// Largest share of a limit (travel, speed, acceleration, torque) that it uses, in percent.
            percent: f64,
            /// The condition that a wider motion of this joint breaks; `None` where a wider motion is allowed
            /// but not more informative.
            blocked_by: Option<String>,
        } ("joint {joint:?} uses {percent:.0} % of its limits; a wider motion of it alone is not more informative"),
        match blocked_by {
            Some(_) => "give the joint more room, or search from more starts",
            None => "search from more starts, or for the parameters of its link only",
        };
        /// Combinations of parameters whose torques nearly cancel.
        "W162" NearlyUnobservable {
            /// The largest components of each combination.
            combinations: Vec<String>,
            /// Largest torque of such a combination, in percent of the torques of its components.
            percent: f64,
        } ("torques of {} nearly cancel within the limits (to {percent:.2} %): only their sum is determined", combinations.join("; of ")),
        "predicted torques do not suffer; if the value of one of them is known, fix it";
    }
}
