//! Errors and warnings of clamped-arm stiffness.

use crate::define_diagnostics;

define_diagnostics! {
    /// Records that do not determine joint stiffness.
    pub error StiffnessError {
        /// Components of the wrench that are neither measured nor said to be zero.
        "E195" WrenchIncomplete {
            /// The record of forces.
            source_name: String,
            /// The missing components, comma between them.
            missing: String,
        } ("{source_name}: {missing} of the wrench are not measured; if the contact cannot transmit them, \
             state that they are zero");
        /// Forces without a frame mean nothing.
        "E196" NoWrenchFrame {
            /// The record of forces.
            source_name: String,
            /// The frames of the robot.
            available: String,
        } ("{source_name}: the frame of the wrench is not given; name the frame of the robot whose axes and \
             origin the numbers refer to; the robot has {available}");
        /// Positions that cannot be radians.
        "E197" PositionsInDegrees {
            /// The log.
            source_name: String,
            /// The joint.
            joint: String,
            /// Its position as logged.
            value: f64,
        } ("{source_name}: joint {joint:?} stands at {value:.2}, which is more than two turns; positions must \
             be in radians. In degrees that is {:.3} rad: convert them, or name the unit in the header (q1_deg)", value.to_radians());
        /// Nothing was pressed.
        "E198" NoLoadVariation {
            /// Ranges of torque and angle of every axis.
            ranges: String,
        } ("no axis saw its load change: {ranges}. A stiffness is the slope of torque over motor angle; press \
             harder, or record while the force changes");
        /// Two records without a common time.
        "E199" NoCommonTime {
            /// The record of forces.
            forces: String,
            /// Its first stamp \[s\].
            force_from_s: f64,
            /// Its last stamp \[s\].
            force_to_s: f64,
            /// The log of joints.
            joints: String,
            /// Its first stamp \[s\].
            joint_from_s: f64,
            /// Its last stamp \[s\].
            joint_to_s: f64,
        } ("{forces} lasts from {force_from_s:.3} s to {force_to_s:.3} s, {joints} from {joint_from_s:.3} s to \
             {joint_to_s:.3} s: they have no second in common that can be filtered; bring both to one clock");
        /// A wrench that no axis feels.
        "E200" NothingClamped {
            /// The body that was named.
            body: String,
        } ("the wrench acts on {body:?}, which no joint moves; name the link that is clamped");
    }
}

define_diagnostics! {
    /// Warnings about joint stiffness.
    pub warning StiffnessWarning {
        /// From some moment on the same torque goes with another angle.
        "W205" ClampMoved {
            /// The log.
            source: String,
            /// The joint that shows it most.
            joint: String,
            /// From when on \[s\].
            t_s: f64,
            /// By how much the joint's line has moved \[rad or m\].
            by_rad: f64,
            /// The same at the tool \[m\].
            tool_m: f64,
        } ("{source}: the clamp seems to have moved at t = {t_s:.2} s: {joint} by {by_rad:.2e} rad, {:.3} \
             mm at the tool", 1e3 * tool_m),
        "a clamp that slips or settles adds its own motion to the deflection: fasten it, load it \
         once before the record, and cut the log there";
        /// The compliance of the clamp is unknown.
        "W201" ClampInSeries ("stiffness of joint and clamp in series: the compliance of the clamp is unknown"),
        "give the clamp's stiffness in six directions (infinite where it is rigid), or \
         measure how far the clamped link moves";
        /// The torque of an axis depends on the deflection of another one.
        "W202" Coupled {
            /// The joint.
            joint: String,
            /// The joint whose deflection it follows.
            other: String,
            /// Range of the effect over that of the torque \[%\].
            percent: f64,
        } ("{joint}: {percent:.0} % of its torque by the wrench follow the deflection of {other}"),
        "joints alone do not do this: the clamp gives way, or frame, pose or signs of \
         the wrench are wrong";
        /// Forces and joints do not have the same clock.
        "W203" WrenchLate {
            /// The record of forces.
            source: String,
            /// Its delay; negative if early \[s\].
            delay_s: f64,
            /// Whether the search ended there.
            at_edge: bool,
        } ("{source}: forces are {:.3} s {} against the joints", delay_s.abs(), if *delay_s > 0.0 { "late" } else { "early" }),
        if *at_edge {
            "removed, but the search ends there: align the clocks, or give the delay"
        } else {
            "removed; give the delay if it is known, 0 leaves the stamps alone"
        };
        /// The whole deflection is a few steps of the encoder.
        "W206" FewCounts {
            /// The joint.
            joint: String,
            /// Steps of the encoder from end to end.
            counts: f64,
        } ("{joint}: the whole deflection is {counts:.0} steps of the encoder"),
        "press harder, or read the encoder on the motor's side";
        /// Components of the wrench that count as zero.
        "W207" AssumedZero {
            /// The record of forces.
            source: String,
            /// The components, comma between them.
            components: String,
        } ("{source}: {components} of the wrench are taken as zero"),
        "right only if the contact cannot transmit them; friction of the joints \
         alone loads a full clamp in all directions";
        /// The two methods contradict each other.
        "W208" MethodsDiffer {
            /// The joint.
            joint: String,
            /// `100 |k_motor − k_wrench|/k_wrench`.
            percent: f64,
            /// The same in standard deviations.
            sigmas: f64,
        } ("{joint}: motor torque and wrench differ by {percent:.1} %, {sigmas:.1} standard deviations"),
        "check the drive gain of this axis, the frame of the wrench and the pose; the wrench needs \
         no drive gain";
        /// Torque falls where the angle grows.
        "W209" NegativeStiffness {
            /// The joint.
            joint: String,
            /// Motor torque or wrench.
            method: &'static str,
            /// The slope \[N·m/rad or N/m\].
            slope: f64,
        } ("{joint}: by {method} the stiffness would be negative ({slope:.3e})"),
        "the sign of the torque or of the force is reversed: a sensor that shows the force on the robot must be declared as such";
        /// The load went one way only.
        "W210" OneBranch {
            /// The joint.
            joint: String,
        } ("{joint}: the load went one way only"),
        "friction cannot be separated from stiffness: load and unload within one record";
        /// Loading and unloading have different slopes.
        "W211" BranchesDiffer {
            /// The joint.
            joint: String,
            /// Slope while the angle grows \[N·m/rad or N/m\].
            rising: f64,
            /// Slope while it falls.
            falling: f64,
        } ("{joint}: slope {rising:.3e} while the angle grows, {falling:.3e} while it falls"),
        "friction that grows with the load does this; the mean of both is taken, each branch alone \
         would be biased";
        /// A pose in which forces are hardly felt by some axis.
        "W212" BadPose {
            /// The log.
            source: String,
            /// Condition number of the Jacobian.
            condition: f64,
        } ("{source}: the Jacobian of the pose has condition number {condition:.0}"),
        "some axes hardly feel the force: their stiffness by the wrench leans on the geometry; take \
         another pose for them";
        /// A compliance that lacks axes.
        "W213" RigidAxes {
            /// The joints without stiffness.
            joints: String,
        } ("the stiffness of {joints} is not known"),
        "taken as rigid: the compliance is a lower bound; load these axes in another pose";
        /// The wrench goes another way back than it came.
        "W214" WrenchHysteresis {
            /// The joint.
            joint: String,
            /// Distance of the two ways \[N·m or N\].
            width: f64,
            /// The same as a share of the range of the torque \[%\].
            percent: f64,
        } ("{joint}: torque by the wrench comes back {width:.3} beside its way up, {percent:.1} % of its \
             range"),
        "nothing between motor encoder and sensor should rub: look for a slipping clamp, backlash, \
         or a force record that is late";
    }
}
