//! Errors and warnings of elastic joints.

use crate::define_diagnostics;

define_diagnostics! {
    /// Logs that do not show the deflection of elastic joints.
    pub error ElasticError {
        /// No motor-side positions.
        "E185" OneSide {
            /// The log.
            source_name: String,
        } ("{source_name}: there are positions of one side only; elastic joints need those of links and \
             motors: columns qm1.. (or qm.<joint>) beside q1.., in a bag the names <joint>.link beside \
             <joint>; for joints without an encoder on the link say which stiffness to assume");
        /// The same positions twice.
        "E186" SameChannel {
            /// The joint.
            joint: String,
        } ("joint {joint:?}: positions of link and motor are the same in every sample; leave it out of the \
             elastic joints, or say which stiffness to assume");
        /// Motor positions in another unit or on the other side of the gear.
        "E187" Ratio {
            /// The joint.
            joint: String,
            /// Motor over link.
            ratio: f64,
        } ("joint {joint:?}: the motor moves {ratio:.4} times as far as the link{}; give motor positions \
             seen from the joint side, in the unit and direction of the link's", looks_like(*ratio));
        /// Positions that no joint of this range takes.
        "E188" Travel {
            /// The joint.
            joint: String,
            /// From the smallest to the largest position.
            travel: f64,
            /// From the lower to the upper limit \[rad or m\].
            range: f64,
        } ("joint {joint:?}: it travels {travel:.4} in a log, its range is {range:.4} rad; the positions look \
             like degrees, give radians");
        /// One side that is updated less often than it is logged.
        "E189" Held {
            /// The joint.
            joint: String,
            /// Link or motor.
            side: &'static str,
            /// Share of the jumps.
            share: f64,
        } ("joint {joint:?}: {:.0} % of the jumps of the {side}'s position follow a repeated value, so that \
             it is updated less often than logged and deflections mean nothing; log both sides at the rate of \
             the slower one", 100.0 * share);
        /// No joint whose stiffness could be found.
        "E190" NothingElastic ("no joint is left whose stiffness could be found; name one with encoders on both sides");
    }
}

define_diagnostics! {
    /// Warnings about elastic joints.
    pub warning ElasticWarning {
        /// The encoder of the link is late.
        "W195" Lag {
            /// The joint.
            joint: String,
            /// By how much; negative if the motor's is late \[s\].
            lag_s: f64,
            /// Its standard deviation \[s\].
            sigma_s: f64,
        } ("joint {joint:?}: the encoder of the {} is {:.2} ms late (± {:.2} ms)", if *lag_s >= 0.0 { "link" } else { "motor" }, 1e3 * lag_s.abs(), 1e3 * sigma_s),
        "removed from the link's positions";
        /// A stiffness that the data do not determine.
        "W196" NoStiffness {
            /// The joint.
            joint: String,
            /// Why.
            reason: String,
        } ("joint {joint:?}: its stiffness is {reason}"),
        "do not use the number; load the joint in the motion";
        /// The fit still changed in its last step.
        "W197" NotSettled ("the fit of deflections has not settled"),
        "taken as it is; look for a motion that loads every joint";
        /// Deflections of a few steps of the encoders.
        "W198" Coarse {
            /// The joint.
            joint: String,
            /// From the smallest to the largest deflection, in steps of the coarser encoder.
            n_steps: f64,
        } ("joint {joint:?}: deflections span {n_steps:.0} steps of its encoders"),
        "use finer encoders or larger loads, and do not trust details";
        /// A parameter that physics does not allow below zero and that significantly is.
        "W200" Negative {
            /// Its short name.
            name: String,
            /// Its value.
            value: f64,
            /// Its standard deviation.
            sigma: f64,
            /// Its unit.
            unit: String,
        } ("{name} = {value:.4} ± {sigma:.4} {unit} is significantly negative"),
        "check the signs of efforts and positions, and the friction model; do not use the number";
        /// Least squares with noisy deflections as regressors.
        "W199" Attenuated {
            /// The joint.
            joint: String,
            /// Stiffness by least squares \[N·m/rad or N/m\].
            least_squares: f64,
            /// Stiffness with deflections as measurements.
            deflection: f64,
        } ("joint {joint:?}: least squares finds a stiffness of {least_squares:.4e}, deflections \
             against loads show {deflection:.4e}"),
        "noise of the encoders draws least squares to zero; use the default estimator";
    }
}

/// Likely cause of a ratio of motor to link positions, for a message.
fn looks_like(ratio: f64) -> &'static str {
    const DEGREES: f64 = 180.0 / std::f64::consts::PI;
    let near = |x: f64| (ratio / x - 1.0).abs() < 0.05;
    if near(DEGREES) {
        " (degrees beside radians)"
    } else if near(1.0 / DEGREES) {
        " (radians beside degrees)"
    } else if near(-1.0) {
        " (the other direction)"
    } else if ratio.abs() > 5.0 {
        " (a gear ratio)"
    } else {
        ""
    }
}
