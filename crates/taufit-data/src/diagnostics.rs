//! Errors and warnings about recorded samples and their conditioning.

use taufit_dynamics::define_diagnostics;
use taufit_dynamics::diagnostics::Error;

define_diagnostics! {
    /// Samples or filter settings that cannot be used.
    pub error DataError {
        /// A cut-off that the sampling rate cannot carry.
        "E101" CutoffAboveNyquist {
            /// The cut-off \[Hz\].
            cutoff_hz: f64,
            /// Half the sampling rate \[Hz\].
            nyquist_hz: f64,
        } ("the cut-off of {cutoff_hz} Hz is not below half the sampling rate, {nyquist_hz:.3} Hz; choose a lower one");
        /// A stamp earlier than the one before.
        "E102" TimeBackwards {
            /// The sample, counted from zero.
            index: usize,
            /// Its stamp \[s\].
            t_s: f64,
            /// The stamp before \[s\].
            previous_s: f64,
        } ("time runs backwards at sample {index}: {t_s} s follows {previous_s} s; sort the log or cut it there");
        /// NaN or infinity in a channel.
        "E103" SampleNotFinite {
            /// Position or effort.
            quantity: &'static str,
            /// The joint.
            joint: String,
            /// The sample, counted from zero.
            index: usize,
            /// Its stamp \[s\].
            t_s: f64,
        } ("joint {joint:?}: its {quantity} is not a finite number at sample {index} (t = {t_s} s); cut the log there or repair it");
        /// A log of currents without the constant that makes them torques.
        "E104" MissingTorqueConstant {
            /// The joint.
            joint: String,
        } ("joint {joint:?}: the log has motor currents, but no usable torque constant is known; give its N·m/A (N/A if it slides)");
        /// No stretch without gap is long enough.
        "E105" LogTooShort {
            /// The longest stretch \[s\].
            longest_s: f64,
            /// Required duration \[s\].
            needed_s: f64,
        } ("the longest stretch without gap lasts {longest_s:.3} s; at least {needed_s:.3} s are needed (shortest segment and both edges)");
        /// NaN or infinity among the stamps.
        "E106" StampNotFinite {
            /// The sample, counted from zero.
            index: usize,
        } ("the time stamp of sample {index} is not a finite number; remove that sample");
        /// Fewer samples than a computation needs.
        "E107" TooFewSamples {
            /// Which computation.
            what: &'static str,
            /// Required number.
            needed: usize,
            /// Number found.
            found: usize,
        } ("{what} needs at least {needed} samples, found {found}");
        /// A log of other joints than those of the robot.
        "E108" JointsDiffer {
            /// Place of the joint, from 1.
            number: usize,
            /// Its name in the log.
            found: String,
            /// Its name in the robot.
            expected: String,
        } ("joint {number} of the log is {found:?}, that of the robot {expected:?}; read the log with this robot");
        /// Bytes that are no evidence, or damaged.
        "E110" EvidenceBytes {
            /// Fault, and the remedy.
            reason: String,
        } ("evidence bytes: {reason}");
        /// Evidence of a format that this build does not read.
        "E111" EvidenceVersion {
            /// Version of the bytes.
            found: u32,
            /// Version that this build reads and writes.
            expected: u32,
        } ("evidence bytes have version {found}, this build reads version {expected}; observe the log again");
    }
}

define_diagnostics! {
    /// Irregularities of a log that conditioning handles.
    pub warning SignalWarning {
        /// Samples with the stamp of the one before.
        "W100" DuplicateStamps {
            /// Number of samples.
            count: usize,
            /// The first of them, counted from zero.
            index: usize,
            /// Its stamp \[s\].
            t_s: f64,
        } ("samples with the stamp of the one before: {count}, first sample {index} at {t_s} s"),
        "the first of equal stamps is used, the others are left out";
        /// The log pauses.
        "W101" Gaps {
            /// Number of gaps.
            count: usize,
            /// The longest pause \[s\].
            longest_s: f64,
            /// Last stamp before it \[s\].
            t_s: f64,
            /// Nominal period \[s\].
            period_s: f64,
        } ("gaps in the log: {count}, longest {longest_s:.4} s after t = {t_s:.4} s (period {period_s:.6} s)"),
        "split there; nothing is interpolated or filtered across a gap";
        /// Stamps jitter.
        "W102" UnevenStamps {
            /// Nominal period \[s\].
            period_s: f64,
            /// Root mean square deviation of the steps from it \[s\].
            jitter_rms_s: f64,
            /// Shortest step \[s\].
            shortest_s: f64,
        } ("stamps jitter by {:.0} % of the period of {period_s:.6} s (shortest step {shortest_s:.6} s)", 100.0 * jitter_rms_s / period_s),
        "put on a uniform grid by interpolation";
        /// Stretches between gaps are too short to be used.
        "W103" StretchesDropped {
            /// Number of stretches.
            count: usize,
            /// Their length together \[s\].
            total_s: f64,
            /// Length that would have been enough \[s\].
            needed_s: f64,
        } ("stretches between gaps shorter than {needed_s:.2} s: {count}, together {total_s:.2} s"),
        "left out; a higher cut-off or a lower min_segment_s keeps more";
        /// A channel has one value throughout.
        "W104" ConstantChannel {
            /// The joint.
            joint: String,
            /// Position or effort.
            quantity: &'static str,
            /// The value, in the unit of the log.
            value: f64,
        } ("joint {joint:?}: its {quantity} is {value} from start to end"),
        "check the column; a joint that never moves reveals little about its link";
        /// A channel is updated less often than it is logged.
        "W105" HeldChannel {
            /// The joint.
            joint: String,
            /// Position or effort.
            quantity: &'static str,
            /// Share of its jumps that follow a repeated value.
            share: f64,
        } ("joint {joint:?}: {:.0} % of the changes of its {quantity} follow a repeated value", 100.0 * share),
        "the driver updates more slowly than the log: log at its rate, or keep the cut-off low";
        /// No joint moves, so that the motion cannot suggest a cut-off.
        "W106" NoMotion {
            /// The cut-off used instead \[Hz\].
            cutoff_hz: f64,
        } ("no joint moves above the noise; filtered at {cutoff_hz} Hz for want of a better cut-off"),
        "check the position columns and their unit (rad, m)";
    }
}

/// Whether a log or a part of it is only too short to be conditioned.
pub fn is_too_short(error: &Error) -> bool {
    matches!(error.kind(), Some(DataError::LogTooShort { .. } | DataError::TooFewSamples { .. }))
}
