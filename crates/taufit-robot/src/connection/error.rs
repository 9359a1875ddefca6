//! Errors of connections.

/// Error of a connection: a robot that cannot be reached, does not follow commands, or must not be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionError {
    /// Unknown connection or preset.
    #[error(
        "no connection or preset is called {name:?}{}; there are {available}",
        did_you_mean(suggestion)
    )]
    UnknownPreset {
        /// Requested name.
        name: String,
        /// Similar name.
        suggestion: Option<String>,
        /// Known names.
        available: String,
    },
    /// The program was built without this kind of connection.
    #[error(
        "this build of taufit has no connection over {kind}; build it with the cargo feature {kind}"
    )]
    NotInBuild {
        /// Kind of connection.
        kind: &'static str,
    },
    /// A setting without a default is missing.
    #[error("the connection {preset} needs {setting}: {why}; give it in [link] of the experiment")]
    MissingSetting {
        /// Preset.
        preset: String,
        /// Missing setting.
        setting: &'static str,
        /// Its purpose.
        why: &'static str,
    },
    /// A master, controller or port cannot be reached.
    #[error(
        "{what} at {address} cannot be reached: {problem}; is the robot on, and the address right?"
    )]
    Unreachable {
        /// Master, controller or port.
        what: &'static str,
        /// Its address.
        address: String,
        /// Network error.
        problem: String,
    },
    /// No joint states after connecting.
    #[error(
        "no joint states came from {source_name} within {waited_s:.1} s; is the driver running, and the name right?"
    )]
    Silent {
        /// Topic or port.
        source_name: String,
        /// Time waited \[s\].
        waited_s: f64,
    },
    /// The robot has other joints than the model.
    #[error(
        "the robot has no joint {missing}; it has {found}. Give its names of the model's joints in joint_names of \
         [link], or use the model of this robot"
    )]
    OtherJoints {
        /// Missing joints.
        missing: String,
        /// Joints of the robot.
        found: String,
    },
    /// The robot's own URDF differs from the model.
    #[error(
        "this is not the robot of the model: by its own description {problem}. Use the model of this robot, or \
         another robot"
    )]
    OtherArm {
        /// Difference.
        problem: String,
    },
    /// The connection was lost.
    #[error("the connection to {what} was lost: {problem}")]
    Lost {
        /// Driver, controller or master.
        what: String,
        /// Symptom.
        problem: String,
    },
    /// The controller manager refused a switch.
    #[error("controller {controller} was not {action}: {answer}")]
    SwitchRefused {
        /// Controller.
        controller: String,
        /// `started` or `stopped`.
        action: &'static str,
        /// Answer of the manager.
        answer: String,
    },
    /// The controller aborted a motion.
    #[error("the controller aborted the motion: {answer}")]
    MotionAborted {
        /// Its reason.
        answer: String,
    },
    /// The robot runs slower than full speed.
    #[error(
        "the robot runs at {percent:.0} % of its speed, so that motions take longer than planned; set its speed \
         slider to 100 %"
    )]
    SpeedScaled {
        /// Speed \[% of full speed\].
        percent: f64,
    },
    /// The robot is switched off, in a protective stop, or locked.
    #[error("the robot is not ready: {state}; {advice}")]
    NotReady {
        /// State.
        state: String,
        /// Advice.
        advice: &'static str,
    },
    /// Neither controller is loaded.
    #[error(
        "no controller {wanted} is loaded; there are: {found}. Load one, or give its name in [link.ros] of the \
         experiment"
    )]
    NoController {
        /// Expected controllers.
        wanted: String,
        /// Loaded controllers.
        found: String,
    },
    /// A motion does not end.
    #[error(
        "the controller has not reported the end of a motion {waited_s:.1} s after its time; does it wait for a \
         tolerance that it cannot reach?"
    )]
    NotFinished {
        /// Time waited \[s\].
        waited_s: f64,
    },
    /// Unknown ROS distribution.
    #[error(
        "ROS distribution {name:?} is not known; there are {available}. Give it in [link.ros] of the experiment"
    )]
    UnknownDistribution {
        /// Requested name.
        name: String,
        /// Known names.
        available: String,
    },
    /// Error of controllers of Universal Robots.
    #[cfg(feature = "rtde")]
    #[error(transparent)]
    Rtde(#[from] crate::rtde::RtdeError),
    /// Error of ROS 1 nodes.
    #[cfg(feature = "ros1")]
    #[error(transparent)]
    Ros1(taufit_ros1::Ros1Error),
    /// No ROS master answers.
    #[error(
        "no ROS master at {master_uri}: {problem}; start `roscore` or serve a robot as ros1, or give the address of one: \
         master_uri in [link.ros] of the experiment, or ROS_MASTER_URI"
    )]
    NoMaster {
        /// Address of the master.
        master_uri: String,
        /// Network error.
        problem: String,
    },
    /// Packets without a usable time stamp.
    #[error(
        "packets have a time stamp that was never set or is not a finite number; check the driver"
    )]
    UnusableStamp,
    /// A peer violates the protocol.
    #[error("{source_name} violates the protocol: {problem}")]
    Protocol {
        /// Peer.
        source_name: String,
        /// Found and expected content.
        problem: String,
    },
}

fn did_you_mean(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|name| format!(" (did you mean {name:?}?)")).unwrap_or_default()
}

impl ConnectionError {
    /// Stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownPreset { .. } => "E230",
            Self::NotInBuild { .. } => "E231",
            Self::MissingSetting { .. } => "E232",
            Self::Unreachable { .. } => "E233",
            Self::Silent { .. } => "E234",
            Self::OtherJoints { .. } => "E235",
            Self::OtherArm { .. } => "E255",
            Self::Lost { .. } => "E236",
            Self::SwitchRefused { .. } => "E237",
            Self::MotionAborted { .. } => "E238",
            Self::SpeedScaled { .. } => "E239",
            Self::NotReady { .. } => "E240",
            Self::Protocol { .. } => "E241",
            Self::UnusableStamp => "E164",
            Self::NoController { .. } => "E246",
            Self::NotFinished { .. } => "E247",
            Self::UnknownDistribution { .. } => "E248",
            #[cfg(feature = "rtde")]
            Self::Rtde(error) => error.code(),
            #[cfg(feature = "ros1")]
            Self::Ros1(error) => ros1_code(error),
            Self::NoMaster { .. } => "E249",
        }
    }
}

#[cfg(feature = "ros1")]
fn ros1_code(error: &taufit_ros1::Ros1Error) -> &'static str {
    use taufit_ros1::Ros1Error;
    match error {
        Ros1Error::TypeMismatch { .. } => "E250",
        Ros1Error::MasterRefused { .. } => "E251",
        Ros1Error::MasterPort { .. } => "E252",
        _ => "E253",
    }
}
