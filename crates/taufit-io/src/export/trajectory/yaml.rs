//! `trajectory_msgs/JointTrajectory` as `ros2 topic pub` takes it.

use super::super::yaml_patch::yaml_number;
use super::PlannedMotion;
use super::joint_trajectory::TOPIC;
use crate::ros::RosDuration;
use crate::ros::schema::JOINT_TRAJECTORY;

pub(super) fn render_yaml(motion: &PlannedMotion<'_>) -> String {
    let names: Vec<String> = motion.trajectory().joints.iter().map(|name| text(name)).collect();
    let type_name = JOINT_TRAJECTORY.name;
    let mut yaml = format!(
        "# ros2 topic pub --once {TOPIC} {type_name} \"$(cat FILE)\"\n\
         # The robot has to wait at the first point.\n\
         header: {{stamp: {{sec: 0, nanosec: 0}}, frame_id: \"\"}}\n\
         joint_names: [{}]\npoints:\n",
        names.join(", ")
    );
    for (t_s, state) in motion.samples() {
        let RosDuration { sec, nanosec } = RosDuration::from_s(t_s);
        yaml += &format!(
            "- positions: {}\n  velocities: {}\n  accelerations: {}\n  \
             time_from_start: {{sec: {sec}, nanosec: {nanosec}}}\n",
            list(&state.q),
            list(&state.qd),
            list(&state.qdd),
        );
    }
    yaml
}

fn list(values: &[f64]) -> String {
    let numbers: Vec<String> = values.iter().map(|x| yaml_number(*x)).collect();
    format!("[{}]", numbers.join(", "))
}

/// A text in double quotes, which YAML escapes as JSON does.
fn text(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}
