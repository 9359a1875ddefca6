//! Errors and warnings of the identification of rigid arms.

use crate::define_diagnostics;

define_diagnostics! {
    /// Settings or logs that a study cannot use.
    pub error StudyError {
        /// A bound or tie on a parameter that torques do not show by itself.
        "E126" NotABaseParameter {
            /// The parameter.
            name: String,
            /// Its class, and the next step.
            why: String,
        } ("{name} is no base parameter: {why}");
        /// Settings of a finished study that this version does not understand.
        "E127" StudySettings {
            /// Fault of the settings.
            reason: String,
        } ("the settings in the result cannot be read: {reason}; identify again with this version of taufit");
        /// A log of torques where currents are needed.
        "E125" NotCurrents {
            /// The log.
            source_name: String,
        } ("{source_name}: the log has torques, but gains are found from motor currents; name the columns that hold currents");
    }
}

define_diagnostics! {
    /// Warnings about a fit, its data and its intervals.
    pub warning FitWarning {
        /// The motion leaves directions of the base parameters unseen.
        "W121" RankDeficient {
            /// Directions that the data determine.
            rank: usize,
            /// Base parameters.
            n_base: usize,
        } ("the motion determines {rank} of {n_base} base parameters; along the others the smallest \
             values were taken"),
        "record a motion that moves all joints, at several speeds and in many poses; until then \
         trust predictions on similar motions only";
        /// A robust estimate that still changed in its last pass.
        "W140" NotSettled {
            /// Number of passes over the data.
            n_passes: usize,
        } ("the estimate has not settled after {n_passes} passes over the data"),
        "taken as it is; compare with least squares, and look for a motion that shows more";
        /// Parameters that would leave their bounds if they could.
        "W141" AtBounds {
            /// Short names.
            parameters: Vec<String>,
        } ("parameters at a bound: {}", parameters.join(", ")),
        "the data ask for values beyond: check the bounds, the friction model and the log";
        /// Residuals that follow an effect which the model does not have.
        "W148" LackOfFit {
            /// Joints, the effect and the share of the residual's variance \[%\].
            joints: Vec<(String, String, f64)>,
        } ("residuals follow effects that the model does not have: {}", effect_list(joints)),
        "standard deviations and 95 % intervals cannot be trusted: use a model with this effect, or \
         compare several logs";
        /// Validation data that repeat the motion of the fit.
        "W151" RepeatedMotion {
            /// Share of the validation rows that occur in the fit \[%\].
            percent: f64,
        } ("the validation data repeat the motion of the fit: {percent:.0} % of their rows occur there"),
        "the errors may not hold for other motions: validate on a log of another motion";
        /// Parameters with intervals wider than the robot itself.
        "W152" BarelyVisible {
            /// Short names, standard deviations, and the robot's mass, mass times reach, or mass times squared
            /// reach.
            parameters: Vec<(String, f64, f64)>,
        } ("the motion hardly shows {}", beside_robot(parameters)),
        "their values are not determined, and correlated ones neither: fix one at a known value or leave \
         it out, or record a motion that shows it";
        /// Rows that repeat the one before because the log was polled faster than its source, or held.
        "W149" RepeatedRows {
            /// The log.
            source: String,
            /// Share of the rows that repeat \[%\].
            percent: f64,
            /// Whether stamps of the others were spaced evenly again.
            restamped: bool,
        } ("{source}: {percent:.1} % of the rows repeat the one before in every channel{}", if *restamped { "; the others are stamped evenly again" } else { "" }),
        "repeated rows were left out; record at the rate of the source";
        /// Single samples far off their neighbours, replaced by these.
        "W142" Spikes {
            /// The log.
            source: String,
            /// Position or effort of a joint, or the time stamps.
            channel: String,
            /// Number of samples.
            count: usize,
            /// The first of them \[s\].
            t_s: f64,
        } ("{source}, {channel}: samples off their neighbours: {count}, the first at t = {t_s} s"),
        "replaced by what lies between their neighbours";
    }
}

/// Parameters with their standard deviation and the size of the robot, for a message.
fn beside_robot(parameters: &[(String, f64, f64)]) -> String {
    let one = |(name, sigma, size): &(String, f64, f64)| {
        format!("{name} (standard deviation {sigma:.3}, the whole robot has {size:.3})")
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Joints with the effect in their residuals and its share, for a message.
fn effect_list(effects: &[(String, String, f64)]) -> String {
    let one = |(joint, effect, percent): &(String, String, f64)| {
        format!("{joint:?} {effect} ({percent:.0} %)")
    };
    effects.iter().map(one).collect::<Vec<_>>().join(", ")
}
