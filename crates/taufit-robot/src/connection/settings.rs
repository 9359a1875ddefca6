//! Settings of connections, with presets for known drivers.

use super::ConnectionError;
use crate::error::Result;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr};
use taufit::experiment::{ConnectionOptions, Rmw, RosSettings, RtdeSettings};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_io::UNIVERSAL_ROBOTS;

/// Default time-out of an answer \[s\].
const TIMEOUT_S: f64 = 5.0;

/// Kind of connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionKind {
    /// ROS 2.
    Ros2,
    /// ROS 1.
    Ros1,
    /// Real-time data exchange of Universal Robots.
    Rtde,
}

impl ConnectionKind {
    /// Kind of a preset, or of the kind's own name.
    pub fn of(name: &str) -> Result<Self> {
        Ok(preset(name)?.kind)
    }

    /// Name as on the command line.
    pub fn label(self) -> &'static str {
        match self {
            Self::Ros2 => "ros2",
            Self::Ros1 => "ros1",
            Self::Rtde => "rtde",
        }
    }
}

/// Default names of a driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Name.
    pub name: &'static str,
    /// Kind of connection.
    pub kind: ConnectionKind,
    /// Description.
    pub about: &'static str,
    distribution: &'static str,
    /// Whether its joints have the names of Universal Robots.
    is_ur: bool,
    /// Quantity of its efforts, where it is the same for every robot.
    effort: Option<EffortKind>,
    position_controller: &'static str,
    velocity_controller: &'static str,
    velocity_topic: &'static str,
    speed_scaling: &'static str,
}

/// ROS 2 driver with the usual controllers.
const GENERIC_ROS2: Preset = Preset {
    name: "generic-ros2",
    kind: ConnectionKind::Ros2,
    about: "ros2_control with the usual controllers; the meaning of efforts must be given",
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
    kind: ConnectionKind::Ros1,
    about: "ros_control with the usual controllers; the meaning of efforts must be given",
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

/// All presets.
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
        about: "Universal Robots' driver for ROS 2 Lyrical; its efforts are torques or currents: one must be given",
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
        kind: ConnectionKind::Rtde,
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

/// Preset of a name, or the first of a kind: `ros2`, `ros1`, `rtde`.
fn preset(name: &str) -> Result<&'static Preset, ConnectionError> {
    let named = PRESETS.iter().find(|preset| preset.name == name);
    named.or_else(|| PRESETS.iter().find(|preset| preset.kind.label() == name)).ok_or_else(|| {
        let names = PRESETS.iter().map(|preset| preset.name);
        ConnectionError::UnknownPreset {
            name: name.to_owned(),
            suggestion: taufit::diagnostics::suggest(name, names.clone()),
            available: names.collect::<Vec<_>>().join(", "),
        }
    })
}

/// Complete settings of a connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConnectionSettings {
    /// Preset.
    pub preset: String,
    /// Kind of connection.
    pub kind: ConnectionKind,
    /// The robot's names of the model's joints.
    pub joint_names: Vec<String>,
    /// Quantity of the efforts.
    pub effort: EffortKind,
    /// Time-out of an answer \[s\].
    pub timeout_s: f64,
    /// Packets per second \[Hz\], as in the experiment.
    pub rate_hz: f64,
    /// Whether nothing is commanded: no controller is needed, nothing is published.
    pub only_listens: bool,
    /// ROS names.
    pub ros: RosNames,
    /// Address of a controller of Universal Robots.
    pub rtde: RtdeAddress,
}

/// ROS names; empty where there is no such topic or controller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// ROS 2: domain, if given.
    pub domain_id: Option<u16>,
    /// ROS 2: middleware of the robot.
    pub rmw: Rmw,
    /// ROS 2: address of the network interface; 0.0.0.0 for all.
    pub interface: IpAddr,
    /// ROS 1: address of the master, if given.
    pub master_uri: Option<String>,
}

/// Address and ports of a controller of Universal Robots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RtdeAddress {
    /// Host name or IP address.
    pub host: String,
    /// Port of the real-time data exchange.
    pub port: u16,
    /// Port for programs.
    pub script_port: u16,
    /// Port of the dashboard server.
    pub dashboard_port: u16,
}

impl ConnectionSettings {
    /// Settings of an experiment, completed by the preset `name`; by that of the options if none.
    pub fn new(
        settings: &ConnectionOptions,
        name: Option<&str>,
        robot: &Robot,
        rate_hz: f64,
    ) -> Result<Self> {
        settings.validate(robot.n_dof())?;
        // A preset in the file is more specific than a kind on the command line.
        let options = settings.preset.as_deref();
        let name = match (name, options) {
            (Some(kind), Some(options)) if preset(options)?.kind.label() == kind => options,
            (Some(name), _) | (None, Some(name)) => name,
            (None, None) => GENERIC_ROS2.name,
        };
        let preset = preset(name)?;
        Ok(Self {
            preset: preset.name.to_owned(),
            kind: preset.kind,
            joint_names: joint_names(settings, preset, robot),
            effort: settings.effort.or(preset.effort).ok_or(ConnectionError::MissingSetting {
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

    /// Warning about torque limits that are not checked; none for a run that only listens.
    #[cfg(any(feature = "ros1", feature = "ros2", feature = "rtde"))]
    pub(crate) fn torque_warning(&self, robot: &Robot) -> Option<super::ConnectionWarning> {
        let warning = super::ConnectionWarning::torque_unguarded(robot, self.effort);
        warning.filter(|_| !self.only_listens)
    }

    /// Time-out of an answer.
    #[cfg(any(feature = "ros1", feature = "ros2"))]
    pub(crate) fn timeout(&self) -> std::time::Duration {
        use std::time::Duration;
        Duration::try_from_secs_f64(self.timeout_s).unwrap_or(Duration::MAX)
    }
}

/// Names of the options, else of the driver, else of the model.
fn joint_names(settings: &ConnectionOptions, preset: &Preset, robot: &Robot) -> Vec<String> {
    let modelled = || robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    let of_driver = (preset.is_ur && robot.n_dof() == UNIVERSAL_ROBOTS.len())
        .then(|| UNIVERSAL_ROBOTS.map(str::to_owned).to_vec());
    settings.joint_names.clone().or(of_driver).unwrap_or_else(modelled)
}

impl RosNames {
    fn new(options: &RosSettings, preset: &Preset) -> Self {
        let or = |options: &Option<String>, usual: &str| {
            options.clone().unwrap_or_else(|| usual.to_owned())
        };
        let velocity_controller = or(&options.velocity_controller, preset.velocity_controller);
        // The topic of a renamed controller has its name.
        let velocity_topic =
            preset.velocity_topic.replace(preset.velocity_controller, &velocity_controller);
        Self {
            distribution: or(&options.distribution, preset.distribution),
            joint_states: or(&options.joint_states, "/joint_states"),
            position_controller: or(&options.position_controller, preset.position_controller),
            velocity_topic: or(&options.velocity_topic, &velocity_topic),
            velocity_controller,
            controller_manager: or(&options.controller_manager, "/controller_manager"),
            speed_scaling: or(&options.speed_scaling, preset.speed_scaling),
            robot_description: or(&options.robot_description, "/robot_description"),
            domain_id: options.domain_id,
            rmw: options.rmw.unwrap_or_default(),
            interface: match options.all_interfaces {
                true => Ipv4Addr::UNSPECIFIED.into(),
                false => Ipv4Addr::LOCALHOST.into(),
            },
            master_uri: options.master_uri.clone(),
        }
    }
}

impl RtdeAddress {
    fn new(options: &RtdeSettings) -> Self {
        Self {
            host: options.host.clone().unwrap_or_else(|| "127.0.0.1".to_owned()),
            port: options.port.unwrap_or(30004),
            script_port: options.script_port.unwrap_or(30002),
            dashboard_port: options.dashboard_port.unwrap_or(29999),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::model::catalog;

    fn settings(options: &ConnectionOptions, name: Option<&str>) -> Result<ConnectionSettings> {
        ConnectionSettings::new(options, name, &catalog::robot("ur5").unwrap(), 500.0)
    }

    #[test]
    fn a_preset_fills_what_is_not_said() {
        let ros = RosSettings {
            velocity_controller: Some("vel".to_owned()),
            domain_id: Some(7),
            ..RosSettings::default()
        };
        let options = ConnectionOptions { ros, ..ConnectionOptions::default() };
        let found = settings(&options, Some("ur-ros2-humble")).unwrap();
        assert_eq!(found.joint_names[2], "elbow_joint");
        assert_eq!(found.ros.velocity_topic, "/vel/commands");
        assert_eq!(found.ros.position_controller, "scaled_joint_trajectory_controller");
        assert_eq!((found.effort, found.ros.domain_id), (EffortKind::Current, Some(7)));
    }

    #[test]
    fn a_bare_kind_keeps_the_preset_of_the_file() {
        let preset = Some("ur-ros2-jazzy".to_owned());
        let options = ConnectionOptions { preset, ..ConnectionOptions::default() };
        assert_eq!(settings(&options, Some("ros2")).unwrap().preset, "ur-ros2-jazzy");
        assert_eq!(settings(&options, Some("rtde")).unwrap().preset, "ur-rtde");
    }

    #[test]
    fn what_efforts_mean_is_never_guessed() {
        let error = settings(&ConnectionOptions::default(), Some("ros2")).unwrap_err();
        assert_eq!(error.code(), "E232");
        assert!(error.to_string().contains("effort"), "{error}");
        let error = settings(&ConnectionOptions::default(), Some("ur-ros2-jazy")).unwrap_err();
        assert_eq!(error.code(), "E230");
        assert!(error.to_string().contains("ur-ros2-jazzy"), "{error}");
    }

    #[test]
    fn names_must_fit_the_robot() {
        let joint_names = Some(vec!["a".to_owned()]);
        let options = ConnectionOptions { joint_names, ..ConnectionOptions::default() };
        assert!(settings(&options, Some("rtde")).is_err());
    }
}
