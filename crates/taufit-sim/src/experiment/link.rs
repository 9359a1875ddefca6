//! Connection to a real robot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use taufit_data::recording::EffortKind;
use taufit_dynamics::diagnostics::{InputError, Result};

/// `[link]` of an experiment: the connection to a real robot. Absent settings are those of the preset.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ConnectionOptions {
    /// A known driver, such as `ur-ros2-jazzy` or `ur-rtde`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Joint names that the robot uses, in the order of the model's; the same names if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint_names: Option<Vec<String>>,
    /// Meaning of its efforts: `torque` or `current`. Nothing is guessed: drivers differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub effort: Option<EffortKind>,
    /// Time limit of an answer of the robot \[s\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<f64>,
    /// Names of controllers, topics and services.
    pub ros: RosSettings,
    /// A controller of Universal Robots.
    pub rtde: RtdeSettings,
}

/// `[link.ros]`: ROS names and network.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RosSettings {
    /// ROS distribution, such as `noetic`, `humble`, `jazzy`: services differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<String>,
    /// Topic of the joint states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint_states: Option<String>,
    /// Controller that follows trajectories.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_controller: Option<String>,
    /// Controller that takes velocities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity_controller: Option<String>,
    /// Topic of its commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity_topic: Option<String>,
    /// Name of the controller manager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controller_manager: Option<String>,
    /// Topic of the speed scaling; empty where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed_scaling: Option<String>,
    /// Topic (ROS 2) or parameter (ROS 1) with the robot's own URDF, which is compared with the model
    /// before anything moves; empty where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robot_description: Option<String>,
    /// ROS 2: the domain; that of `ROS_DOMAIN_ID`, or 0, if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain_id: Option<u16>,
    /// ROS 2: middleware of the robot, which determines the service mapping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rmw: Option<Rmw>,
    /// ROS 2: use all network interfaces instead of the loopback of this computer only.
    pub all_interfaces: bool,
    /// ROS 1: the master; that of `ROS_MASTER_URI` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub master_uri: Option<String>,
}

/// Middleware of a ROS 2 robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rmw {
    /// Detected by trying both.
    #[default]
    Auto,
    /// `rmw_fastrtps_cpp`.
    FastRtps,
    /// `rmw_cyclonedds_cpp`.
    CycloneDds,
}

/// `[link.rtde]`: address of the controller.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RtdeSettings {
    /// Host name or IP address of the controller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Port of the real-time data exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// Port for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script_port: Option<u16>,
    /// Port of the dashboard server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dashboard_port: Option<u16>,
}

impl ConnectionOptions {
    /// Refuses numbers out of range, and names that do not fit `n_dof` joints.
    pub fn validate(&self, n_dof: usize) -> Result<()> {
        if let Some(timeout_s) = self.timeout_s {
            InputError::check_positive("timeout_s of the link", timeout_s)?;
        }
        match &self.joint_names {
            Some(names) if names.len() != n_dof => Err(InputError::LengthMismatch {
                what: "joint_names of the link",
                expected: n_dof,
                found: names.len(),
            }
            .into()),
            _ => Ok(()),
        }
    }
}
