//! What goes wrong between here and a robot.

/// Why a robot cannot be reached, does not do what it is told, or must not be used as it is.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LiveError {
    /// No such driver is known.
    #[error(
        "no link or preset is called {name:?}{}; there are {available}",
        did_you_mean(suggestion)
    )]
    UnknownPreset {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        suggestion: Option<String>,
        /// What there is.
        available: String,
    },
    /// The program was built without it.
    #[error(
        "this taufit was built without the link {kind}; build it with `cargo build --release --features {kind}`"
    )]
    NotInBuild {
        /// The link.
        kind: &'static str,
    },
    /// Something that only the user knows was not said.
    #[error("the link {preset} needs {setting}: {why}; say it in [link] of the experiment")]
    NotSaid {
        /// The preset.
        preset: String,
        /// What is missing.
        setting: &'static str,
        /// What it is needed for.
        why: &'static str,
    },
    /// Nobody answers.
    #[error(
        "{what} at {address} cannot be reached: {problem}; is the robot on, and the address right?"
    )]
    Unreachable {
        /// Master, controller, port.
        what: &'static str,
        /// Where it should be.
        address: String,
        /// What the network said.
        problem: String,
    },
    /// Connected, but silent.
    #[error(
        "no joint states came from {source_name} within {waited_s:.1} s; is the driver running, and the name right?"
    )]
    Silent {
        /// Topic or port.
        source_name: String,
        /// How long was waited \[s\].
        waited_s: f64,
    },
    /// The robot has other joints.
    #[error(
        "the robot has no joint {missing}; it has {found}. Say what it calls the joints of the model in \
         joint_names of [link], or take the model of this robot"
    )]
    OtherJoints {
        /// What is missing.
        missing: String,
        /// What there is.
        found: String,
    },
    /// The robot describes itself as another one.
    #[error(
        "this is not the robot of the model: by its own description {problem}. Take the model of this robot, or \
         another robot"
    )]
    OtherArm {
        /// Where the two differ.
        problem: String,
    },
    /// The connection broke.
    #[error("the connection to {what} was lost: {problem}")]
    Lost {
        /// Driver, controller, master.
        what: String,
        /// How it showed.
        problem: String,
    },
    /// A controller could not be switched on or off.
    #[error("controller {controller} was not {wish}: {answer}")]
    SwitchRefused {
        /// The controller.
        controller: String,
        /// Started or stopped.
        wish: &'static str,
        /// What the manager said.
        answer: String,
    },
    /// A motion was not carried out.
    #[error("the controller gave up the motion: {answer}")]
    MotionAborted {
        /// What it said.
        answer: String,
    },
    /// The robot stretches time.
    #[error(
        "the robot runs at {percent:.0} % of its speed, so that motions take longer than planned; put its speed \
         slider at 100 %"
    )]
    SpeedScaled {
        /// Share of its speed \[%\].
        percent: f64,
    },
    /// The robot is switched off, in a protective stop, or locked.
    #[error("the robot is not ready: {state}; {advice}")]
    NotReady {
        /// What it says.
        state: String,
        /// What to do.
        advice: &'static str,
    },
    /// No controller to command.
    #[error(
        "no controller {wanted} is loaded; there are: {found}. Load one, or say its name in [link.ros] of the \
         experiment"
    )]
    NoController {
        /// What was looked for.
        wanted: String,
        /// What there is.
        found: String,
    },
    /// A motion does not come to its end.
    #[error(
        "the controller has not reported the end of a motion {waited_s:.1} s after its time; does it wait for a \
         tolerance that it cannot reach?"
    )]
    NotFinished {
        /// How long was waited \[s\].
        waited_s: f64,
    },
    /// Services of a distribution that we do not know.
    #[error(
        "ROS distribution {name:?} is not known; there are {available}. Say it in [link.ros] of the experiment"
    )]
    UnknownDistribution {
        /// What was said.
        name: String,
        /// What there is.
        available: String,
    },
    /// Something that only controllers of Universal Robots do.
    #[cfg(feature = "rtde")]
    #[error(transparent)]
    Rtde(#[from] crate::rtde::RtdeError),
    /// Something that only nodes of ROS 1 do.
    #[cfg(feature = "ros1")]
    #[error(transparent)]
    Ros1(#[from] crate::ros::Ros1Error),
    /// Nobody knows who is there.
    #[error(
        "no ROS master at {master_uri}: {problem}; start `roscore` or `taufit serve --as ros1`, or say where one \
         runs: master_uri in [link.ros] of the experiment, or ROS_MASTER_URI"
    )]
    NoMaster {
        /// Where it was looked for.
        master_uri: String,
        /// What the network said.
        problem: String,
    },
    /// Packets that say nothing about when they were made.
    #[error(
        "packets have a time stamp that was never set or is not a finite number; check the driver"
    )]
    UnusableStamp,
    /// A message that makes no sense.
    #[error("{source_name} sent what cannot be understood: {problem}")]
    Gibberish {
        /// Who.
        source_name: String,
        /// What was found, what was expected.
        problem: String,
    },
}

fn did_you_mean(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|name| format!(" (did you mean {name:?}?)")).unwrap_or_default()
}

impl LiveError {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownPreset { .. } => "E230",
            Self::NotInBuild { .. } => "E231",
            Self::NotSaid { .. } => "E232",
            Self::Unreachable { .. } => "E233",
            Self::Silent { .. } => "E234",
            Self::OtherJoints { .. } => "E235",
            Self::OtherArm { .. } => "E255",
            Self::Lost { .. } => "E236",
            Self::SwitchRefused { .. } => "E237",
            Self::MotionAborted { .. } => "E238",
            Self::SpeedScaled { .. } => "E239",
            Self::NotReady { .. } => "E240",
            Self::Gibberish { .. } => "E241",
            Self::UnusableStamp => "E164",
            Self::NoController { .. } => "E246",
            Self::NotFinished { .. } => "E247",
            Self::UnknownDistribution { .. } => "E248",
            #[cfg(feature = "rtde")]
            Self::Rtde(error) => error.code(),
            #[cfg(feature = "ros1")]
            Self::Ros1(error) => error.code(),
            Self::NoMaster { .. } => "E249",
        }
    }
}
