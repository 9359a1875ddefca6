//! Known drivers, with every name that can be changed.

use super::LiveError;
use crate::error::Result;
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr};
use taufit::experiment::{LinkSettings, Rmw, RosSettings, RtdeSettings};
use taufit::model::Robot;
use taufit::recording::EffortKind;

/// What Universal Robots' drivers call the joints.
const UR_JOINTS: [&str; 6] = [
    "shoulder_pan_joint",
    "shoulder_lift_joint",
    "elbow_joint",
    "wrist_1_joint",
    "wrist_2_joint",
    "wrist_3_joint",
];

/// How long a robot may take to answer, if nothing else is said \[s\].
const TIMEOUT_S: f64 = 5.0;

/// How a robot is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkKind {
    /// ROS 2.
    Ros2,
    /// ROS 1.
    Ros1,
    /// Real-time data exchange of Universal Robots.
    Rtde,
}

impl LinkKind {
    /// That of a link or a preset, by its name.
    pub fn of(name: &str) -> Result<Self> {
        Ok(preset(name)?.kind)
    }

    /// As on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ros2 => "ros2",
            Self::Ros1 => "ros1",
            Self::Rtde => "rtde",
        }
    }
}

/// A driver as it comes out of its box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// How it is reached.
    pub kind: LinkKind,
    /// For whom it is.
    pub about: &'static str,
    distribution: &'static str,
    /// Whether its joints have the names of Universal Robots.
    is_ur: bool,
    /// What its efforts mean, where that is the same for every robot behind it.
    effort: Option<EffortKind>,
    position_controller: &'static str,
    velocity_controller: &'static str,
    velocity_topic: &'static str,
    speed_scaling: &'static str,
}

/// A ROS 2 driver without habits of its own.
const GENERIC_ROS2: Preset = Preset {
    name: "generic-ros2",
    kind: LinkKind::Ros2,
    about: "ros2_control with the usual controllers; say what effort means",
    distribution: "jazzy",
    is_ur: false,
    effort: None,
    position_controller: "joint_trajectory_controller",
    velocity_controller: "forward_velocity_controller",
    velocity_topic: "/forward_velocity_controller/commands",
    speed_scaling: "",
};

const GENERIC_ROS1: Preset = Preset {
    name: "generic-ros1",
    kind: LinkKind::Ros1,
    about: "ros_control with the usual controllers; say what effort means",
    distribution: "noetic",
    position_controller: "pos_joint_traj_controller",
    velocity_controller: "joint_group_vel_controller",
    velocity_topic: "/joint_group_vel_controller/command",
    ..GENERIC_ROS2
};

const UR_ROS2: Preset = Preset {
    name: "ur-ros2-jazzy",
    about: "Universal Robots' driver for ROS 2 Jazzy",
    is_ur: true,
    effort: Some(EffortKind::Current),
    position_controller: "scaled_joint_trajectory_controller",
    speed_scaling: "/speed_scaling_state_broadcaster/speed_scaling",
    ..GENERIC_ROS2
};

/// Every known driver.
pub const PRESETS: [Preset; 7] = [
    GENERIC_ROS2,
    Preset {
        name: "ur-ros2-humble",
        about: "Universal Robots' driver for ROS 2 Humble",
        distribution: "humble",
        ..UR_ROS2
    },
    UR_ROS2,
    Preset {
        name: "ur-ros2-lyrical",
        about: "Universal Robots' driver for ROS 2 Lyrical; its efforts are torques or currents: say which",
        distribution: "lyrical",
        effort: None,
        position_controller: "joint_trajectory_controller",
        ..UR_ROS2
    },
    GENERIC_ROS1,
    Preset {
        name: "ur-ros1-noetic",
        about: "Universal Robots' driver for ROS 1 Noetic",
        is_ur: true,
        effort: Some(EffortKind::Current),
        position_controller: "scaled_pos_joint_traj_controller",
        speed_scaling: "/speed_scaling_factor",
        ..GENERIC_ROS1
    },
    Preset {
        name: "ur-rtde",
        kind: LinkKind::Rtde,
        about: "a controller of Universal Robots, without ROS",
        distribution: "",
        is_ur: true,
        effort: Some(EffortKind::Current),
        position_controller: "",
        velocity_controller: "",
        velocity_topic: "",
        speed_scaling: "",
    },
];

/// The preset of a name, or the plainest of a kind: `ros2`, `ros1`, `rtde`.
fn preset(name: &str) -> Result<&'static Preset, LiveError> {
    let named = PRESETS.iter().find(|preset| preset.name == name);
    named.or_else(|| PRESETS.iter().find(|preset| preset.kind.word() == name)).ok_or_else(|| {
        let names = PRESETS.iter().map(|preset| preset.name);
        LiveError::UnknownPreset {
            name: name.to_owned(),
            suggestion: taufit::diagnostics::suggest(name, names.clone()),
            available: names.collect::<Vec<_>>().join(", "),
        }
    })
}

/// How to reach a robot, with nothing left open.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LiveSettings {
    /// The preset it began with.
    pub preset: String,
    /// How it is reached.
    pub kind: LinkKind,
    /// The robot's names of the model's joints.
    pub joint_names: Vec<String>,
    /// What its efforts mean.
    pub effort: EffortKind,
    /// How long it may take to answer \[s\].
    pub timeout_s: f64,
    /// Packets per second \[Hz\], as the experiment says.
    pub rate_hz: f64,
    /// Nothing will be commanded: no controller is asked for, and nobody is told anything.
    pub only_listens: bool,
    /// Names on the ROS side.
    pub ros: RosNames,
    /// Where a controller of Universal Robots is.
    pub rtde: RtdeAddress,
}

/// Names on the ROS side. A name is empty where there is no such thing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RosNames {
    /// ROS distribution.
    pub distribution: String,
    /// Topic of the joint states.
    pub joint_states: String,
    /// Controller that follows trajectories.
    pub position_controller: String,
    /// Controller that takes velocities.
    pub velocity_controller: String,
    /// Topic of its commands.
    pub velocity_topic: String,
    /// Name of the controller manager.
    pub controller_manager: String,
    /// Topic of the speed scaling.
    pub speed_scaling: String,
    /// Topic or parameter with the robot's own URDF.
    pub robot_description: String,
    /// ROS 2: the domain, where said.
    pub domain_id: Option<u16>,
    /// ROS 2: the middleware of the peer.
    pub rmw: Rmw,
    /// ROS 2: address of the network interface that is used; 0.0.0.0 for all.
    pub interface: IpAddr,
    /// ROS 1: the master, where said.
    pub master_uri: Option<String>,
}

/// Where a controller of Universal Robots listens.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RtdeAddress {
    /// Name or address.
    pub host: String,
    /// Port of the real-time data exchange.
    pub port: u16,
    /// Port that takes programs.
    pub script_port: u16,
    /// Port of the dashboard server.
    pub dashboard_port: u16,
}

impl LiveSettings {
    /// What an experiment says, completed by the preset `name`; that of the settings if absent.
    pub fn new(
        settings: &LinkSettings,
        name: Option<&str>,
        robot: &Robot,
        rate_hz: f64,
    ) -> Result<Self> {
        settings.validate(robot.n_dof())?;
        // A preset in the file says more than the bare kind on the command line.
        let said = settings.preset.as_deref();
        let name = match (name, said) {
            (Some(kind), Some(said)) if preset(said)?.kind.word() == kind => said,
            (Some(name), _) | (None, Some(name)) => name,
            (None, None) => GENERIC_ROS2.name,
        };
        let preset = preset(name)?;
        Ok(Self {
            preset: preset.name.to_owned(),
            kind: preset.kind,
            joint_names: joint_names(settings, preset, robot),
            effort: settings.effort.or(preset.effort).ok_or(LiveError::NotSaid {
                preset: preset.name.to_owned(),
                setting: "effort",
                why: "drivers publish torques or currents under the same name",
            })?,
            timeout_s: settings.timeout_s.unwrap_or(TIMEOUT_S),
            rate_hz,
            only_listens: false,
            ros: RosNames::new(&settings.ros, preset),
            rtde: RtdeAddress::new(&settings.rtde),
        })
    }

    /// The warning that torque limits of the model are not guarded; nothing is while a run only listens.
    #[cfg(any(feature = "ros1", feature = "ros2", feature = "rtde"))]
    pub(crate) fn torque_doubt(&self, robot: &Robot) -> Option<super::LiveDoubt> {
        let doubt = super::LiveDoubt::torque_unguarded(robot, self.effort);
        doubt.filter(|_| !self.only_listens)
    }

    /// How long the robot may take to answer; for ever, where that is too long to be counted.
    #[cfg(any(feature = "ros1", feature = "ros2"))]
    pub(crate) fn timeout(&self) -> std::time::Duration {
        use std::time::Duration;
        Duration::try_from_secs_f64(self.timeout_s).unwrap_or(Duration::MAX)
    }
}

/// As said; those of the model where a robot has them; those of the driver.
fn joint_names(settings: &LinkSettings, preset: &Preset, robot: &Robot) -> Vec<String> {
    let modelled = || robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    let of_driver = (preset.is_ur && robot.n_dof() == UR_JOINTS.len())
        .then(|| UR_JOINTS.map(str::to_owned).to_vec());
    settings.joint_names.clone().or(of_driver).unwrap_or_else(modelled)
}

impl RosNames {
    fn new(said: &RosSettings, preset: &Preset) -> Self {
        let or =
            |said: &Option<String>, usual: &str| said.clone().unwrap_or_else(|| usual.to_owned());
        let velocity_controller = or(&said.velocity_controller, preset.velocity_controller);
        // The topic follows a controller that was renamed.
        let velocity_topic =
            preset.velocity_topic.replace(preset.velocity_controller, &velocity_controller);
        Self {
            distribution: or(&said.distribution, preset.distribution),
            joint_states: or(&said.joint_states, "/joint_states"),
            position_controller: or(&said.position_controller, preset.position_controller),
            velocity_topic: or(&said.velocity_topic, &velocity_topic),
            velocity_controller,
            controller_manager: or(&said.controller_manager, "/controller_manager"),
            speed_scaling: or(&said.speed_scaling, preset.speed_scaling),
            robot_description: or(&said.robot_description, "/robot_description"),
            domain_id: said.domain_id,
            rmw: said.rmw.unwrap_or_default(),
            interface: match said.all_interfaces {
                true => Ipv4Addr::UNSPECIFIED.into(),
                false => Ipv4Addr::LOCALHOST.into(),
            },
            master_uri: said.master_uri.clone(),
        }
    }
}

impl RtdeAddress {
    fn new(said: &RtdeSettings) -> Self {
        Self {
            host: said.host.clone().unwrap_or_else(|| "127.0.0.1".to_owned()),
            port: said.port.unwrap_or(30004),
            script_port: said.script_port.unwrap_or(30002),
            dashboard_port: said.dashboard_port.unwrap_or(29999),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::model::catalog;

    fn settings(said: &LinkSettings, name: Option<&str>) -> Result<LiveSettings> {
        LiveSettings::new(said, name, &catalog::robot("ur5").unwrap(), 500.0)
    }

    #[test]
    fn a_preset_fills_what_is_not_said() {
        let ros = RosSettings {
            velocity_controller: Some("vel".to_owned()),
            domain_id: Some(7),
            ..RosSettings::default()
        };
        let said = LinkSettings { ros, ..LinkSettings::default() };
        let found = settings(&said, Some("ur-ros2-humble")).unwrap();
        assert_eq!(found.joint_names[2], "elbow_joint");
        assert_eq!(found.ros.velocity_topic, "/vel/commands");
        assert_eq!(found.ros.position_controller, "scaled_joint_trajectory_controller");
        assert_eq!((found.effort, found.ros.domain_id), (EffortKind::Current, Some(7)));
    }

    #[test]
    fn a_bare_kind_keeps_the_preset_of_the_file() {
        let preset = Some("ur-ros2-jazzy".to_owned());
        let said = LinkSettings { preset, ..LinkSettings::default() };
        assert_eq!(settings(&said, Some("ros2")).unwrap().preset, "ur-ros2-jazzy");
        assert_eq!(settings(&said, Some("rtde")).unwrap().preset, "ur-rtde");
    }

    #[test]
    fn what_efforts_mean_is_never_guessed() {
        let error = settings(&LinkSettings::default(), Some("ros2")).unwrap_err();
        assert_eq!(error.code(), "E232");
        assert!(error.to_string().contains("effort"), "{error}");
        let error = settings(&LinkSettings::default(), Some("ur-ros2-jazy")).unwrap_err();
        assert!(error.to_string().contains("ur-ros2-jazzy"), "{error}");
    }

    #[test]
    fn names_must_fit_the_robot() {
        let joint_names = Some(vec!["a".to_owned()]);
        let said = LinkSettings { joint_names, ..LinkSettings::default() };
        assert!(settings(&said, Some("rtde")).is_err());
    }
}
