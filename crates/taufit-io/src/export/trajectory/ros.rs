//! `trajectory_msgs/JointTrajectory` as YAML for `ros2 topic pub`, and as one message in an MCAP file.

use super::super::yaml_patch::yaml_number;
use super::PlannedMotion;
use crate::error::Result;
use crate::record::cdr::Cdr;
use crate::record::writer::{add_topic, unwritable, write_options};
use crate::ros::RosDuration;
use crate::ros::schema::JOINT_TRAJECTORY;
use mcap::McapResult;
use mcap::records::MessageHeader;
use std::io::Cursor;

/// Log time of the message: a plan has no date \[ns\].
const LOGGED_NS: u64 = 0;
/// Subscribers that come late get the message too.
const QOS: &str = "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n";

/// One message in an MCAP file, without chunks.
pub(super) fn render_mcap(motion: &PlannedMotion<'_>) -> Result<Vec<u8>> {
    let write = || -> McapResult<Vec<u8>> {
        let options = write_options().use_chunks(false).compression(None);
        let mut file = options.create(Cursor::new(Vec::new()))?;
        let channel_id = add_topic(&mut file, (TOPIC, &JOINT_TRAJECTORY), QOS)?;
        let (log_time, publish_time) = (LOGGED_NS, LOGGED_NS);
        let header = MessageHeader { channel_id, sequence: 0, log_time, publish_time };
        file.write_to_known_channel(&header, joint_trajectory(motion).bytes())?;
        file.finish()?;
        Ok(file.into_inner().into_inner())
    };
    write().map_err(unwritable)
}

/// The motion as `trajectory_msgs/JointTrajectory`, with a header of zeros: start at once.
fn joint_trajectory(motion: &PlannedMotion<'_>) -> Cdr {
    let mut cdr = Cdr::default();
    let at_once = RosDuration { sec: 0, nanosec: 0 };
    duration(cdr.restart(), at_once).text("").texts(&motion.trajectory().joints);
    let samples: Vec<_> = motion.samples().collect();
    cdr.length(samples.len());
    for (t_s, state) in samples {
        for values in [&state.q[..], &state.qd, &state.qdd, &[]] {
            cdr.doubles(values);
        }
        duration(&mut cdr, RosDuration::from_s(t_s));
    }
    cdr
}

fn duration(cdr: &mut Cdr, RosDuration { sec, nanosec }: RosDuration) -> &mut Cdr {
    cdr.i32(sec).u32(nanosec)
}

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

/// Topic of the message in a bag: that of the usual controller of ros2_control.
pub(super) const TOPIC: &str = "/joint_trajectory_controller/joint_trajectory";
