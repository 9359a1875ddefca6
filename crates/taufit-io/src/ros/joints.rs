//! Joint states, arrays and trajectories.

use super::RosDuration;
use serde::{Deserialize, Serialize};

/// `sensor_msgs/JointState`: arrays that are not known are empty.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct JointState<H> {
    /// Stamp.
    pub header: H,
    /// Names, in an order of the publisher's own.
    pub name: Vec<String>,
    /// Positions.
    pub position: Vec<f64>,
    /// Velocities.
    pub velocity: Vec<f64>,
    /// Torques or currents: drivers differ.
    pub effort: Vec<f64>,
}

/// `std_msgs/Float64`.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Float64 {
    /// The number.
    pub data: f64,
}

/// `std_msgs/String`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StringMessage {
    /// The text.
    pub data: String,
}

/// `std_msgs/Float64MultiArray`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Float64MultiArray {
    /// Arrangement of the numbers.
    pub layout: MultiArrayLayout,
    /// The numbers.
    pub data: Vec<f64>,
}

impl Float64MultiArray {
    /// A plain list.
    pub fn new(data: &[f64]) -> Self {
        Self { layout: MultiArrayLayout::default(), data: data.to_vec() }
    }
}

/// `std_msgs/MultiArrayLayout`: empty for a plain list.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MultiArrayLayout {
    /// The dimensions, outermost first.
    pub dim: Vec<MultiArrayDimension>,
    /// Numbers before the first one that counts.
    pub data_offset: u32,
}

/// `std_msgs/MultiArrayDimension`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MultiArrayDimension {
    /// Its name.
    pub label: String,
    /// Its length.
    pub size: u32,
    /// Numbers from one to the next.
    pub stride: u32,
}

/// `trajectory_msgs/JointTrajectory`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct JointTrajectory<H> {
    /// Time of the start; zero for at once.
    pub header: H,
    /// Joints, in the order of all vectors.
    pub joint_names: Vec<String>,
    /// The points.
    pub points: Vec<TrajectoryPoint>,
}

/// `trajectory_msgs/JointTrajectoryPoint`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct TrajectoryPoint {
    /// Positions.
    pub positions: Vec<f64>,
    /// Velocities; empty if left to the controller.
    pub velocities: Vec<f64>,
    /// Accelerations; empty if left to the controller.
    pub accelerations: Vec<f64>,
    /// Efforts; empty if left to the controller.
    pub effort: Vec<f64>,
    /// Time of arrival.
    pub time_from_start: RosDuration,
}
