//! ROS 1: names, checksums and definitions. Both ends compare checksums when they connect, and recorders
//! write the definition into their files.
//!
//! The checksum of a message is the MD5 sum of its definition without comments, constants first, where
//! the type of every field that is a message itself is replaced by that message's checksum.

use super::{
    ActionGoal, ActionOutcome, Empty, Float64, Float64MultiArray, FollowFeedback1, FollowGoal1,
    FollowResult, GoalId, GoalStatusArray, Header1, JointState, ListControllers1,
    SwitchController1, SwitchResponse,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A message of ROS 1.
pub trait Ros1Message: Serialize + DeserializeOwned {
    /// Package and name, such as `sensor_msgs/JointState`.
    const NAME: &'static str;
    /// Checksum.
    const MD5: &'static str;
    /// Fields, then those of the messages in it.
    const DEFINITION: &'static str;
}

/// A service of ROS 1.
pub trait Ros1Service {
    /// Package and name.
    const NAME: &'static str;
    /// Checksum of both together.
    const MD5: &'static str;
    /// Request.
    type Request: Ros1Message;
    /// Response.
    type Response: Ros1Message;
}

/// Fields, then the messages in them with their own fields.
macro_rules! definition {
    ($fields:expr $(, $name:literal: $nested:expr)* $(,)?) => {
        concat!(
            $fields,
            $(
                "================================================================================\nMSG: ",
                $name,
                "\n",
                $nested,
            )*
        )
    };
}

macro_rules! header {
    () => {
        "uint32 seq\ntime stamp\nstring frame_id\n"
    };
}

macro_rules! goal_id {
    () => {
        "time stamp\nstring id\n"
    };
}

macro_rules! goal_status {
    () => {
        "GoalID goal_id\nuint8 status\nuint8 PENDING=0\nuint8 ACTIVE=1\nuint8 PREEMPTED=2\n\
         uint8 SUCCEEDED=3\nuint8 ABORTED=4\nuint8 REJECTED=5\nuint8 PREEMPTING=6\n\
         uint8 RECALLING=7\nuint8 RECALLED=8\nuint8 LOST=9\nstring text\n"
    };
}

macro_rules! trajectory {
    () => {
        "Header header\nstring[] joint_names\nJointTrajectoryPoint[] points\n"
    };
}

macro_rules! point {
    () => {
        "float64[] positions\nfloat64[] velocities\nfloat64[] accelerations\nfloat64[] effort\n\
         duration time_from_start\n"
    };
}

macro_rules! tolerance {
    () => {
        "string name\nfloat64 position\nfloat64 velocity\nfloat64 acceleration\n"
    };
}

macro_rules! follow_goal {
    () => {
        "trajectory_msgs/JointTrajectory trajectory\nJointTolerance[] path_tolerance\n\
         JointTolerance[] goal_tolerance\nduration goal_time_tolerance\n"
    };
}

macro_rules! follow_result {
    () => {
        "int32 error_code\nint32 SUCCESSFUL=0\nint32 INVALID_GOAL=-1\nint32 INVALID_JOINTS=-2\n\
         int32 OLD_HEADER_TIMESTAMP=-3\nint32 PATH_TOLERANCE_VIOLATED=-4\n\
         int32 GOAL_TOLERANCE_VIOLATED=-5\nstring error_string\n"
    };
}

macro_rules! follow_feedback {
    () => {
        "Header header\nstring[] joint_names\ntrajectory_msgs/JointTrajectoryPoint desired\n\
         trajectory_msgs/JointTrajectoryPoint actual\ntrajectory_msgs/JointTrajectoryPoint error\n"
    };
}

impl Ros1Message for JointState<Header1> {
    const NAME: &'static str = "sensor_msgs/JointState";
    const MD5: &'static str = "3066dcd76a6cfaef579bd0f34173e9fd";
    const DEFINITION: &'static str = definition!(
        "Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n",
        "std_msgs/Header": header!(),
    );
}

impl Ros1Message for Float64 {
    const NAME: &'static str = "std_msgs/Float64";
    const MD5: &'static str = "fdb28210bfa9d7c91146260178d9a584";
    const DEFINITION: &'static str = "float64 data\n";
}

impl Ros1Message for Float64MultiArray {
    const NAME: &'static str = "std_msgs/Float64MultiArray";
    const MD5: &'static str = "4b7d974086d4060e7db4613a7e6c3ba4";
    const DEFINITION: &'static str = definition!(
        "MultiArrayLayout layout\nfloat64[] data\n",
        "std_msgs/MultiArrayLayout": "MultiArrayDimension[] dim\nuint32 data_offset\n",
        "std_msgs/MultiArrayDimension": "string label\nuint32 size\nuint32 stride\n",
    );
}

impl Ros1Message for GoalId {
    const NAME: &'static str = "actionlib_msgs/GoalID";
    const MD5: &'static str = "302881f31927c1df708a2dbab0e80ee8";
    const DEFINITION: &'static str = goal_id!();
}

impl Ros1Message for GoalStatusArray {
    const NAME: &'static str = "actionlib_msgs/GoalStatusArray";
    const MD5: &'static str = "8b2b82f13216d0a8ea88bd3af735e619";
    const DEFINITION: &'static str = definition!(
        "Header header\nGoalStatus[] status_list\n",
        "std_msgs/Header": header!(),
        "actionlib_msgs/GoalStatus": goal_status!(),
        "actionlib_msgs/GoalID": goal_id!(),
    );
}

impl Ros1Message for ActionGoal<FollowGoal1> {
    const NAME: &'static str = "control_msgs/FollowJointTrajectoryActionGoal";
    const MD5: &'static str = "cff5c1d533bf2f82dd0138d57f4304bb";
    const DEFINITION: &'static str = definition!(
        "Header header\nactionlib_msgs/GoalID goal_id\nFollowJointTrajectoryGoal goal\n",
        "std_msgs/Header": header!(),
        "actionlib_msgs/GoalID": goal_id!(),
        "control_msgs/FollowJointTrajectoryGoal": follow_goal!(),
        "trajectory_msgs/JointTrajectory": trajectory!(),
        "trajectory_msgs/JointTrajectoryPoint": point!(),
        "control_msgs/JointTolerance": tolerance!(),
    );
}

impl Ros1Message for ActionOutcome<FollowResult> {
    const NAME: &'static str = "control_msgs/FollowJointTrajectoryActionResult";
    const MD5: &'static str = "c4fb3b000dc9da4fd99699380efcc5d9";
    const DEFINITION: &'static str = definition!(
        "Header header\nactionlib_msgs/GoalStatus status\nFollowJointTrajectoryResult result\n",
        "std_msgs/Header": header!(),
        "actionlib_msgs/GoalStatus": goal_status!(),
        "actionlib_msgs/GoalID": goal_id!(),
        "control_msgs/FollowJointTrajectoryResult": follow_result!(),
    );
}

impl Ros1Message for ActionOutcome<FollowFeedback1> {
    const NAME: &'static str = "control_msgs/FollowJointTrajectoryActionFeedback";
    const MD5: &'static str = "d8920dc4eae9fc107e00999cce4be641";
    const DEFINITION: &'static str = definition!(
        "Header header\nactionlib_msgs/GoalStatus status\nFollowJointTrajectoryFeedback feedback\n",
        "std_msgs/Header": header!(),
        "actionlib_msgs/GoalStatus": goal_status!(),
        "actionlib_msgs/GoalID": goal_id!(),
        "control_msgs/FollowJointTrajectoryFeedback": follow_feedback!(),
        "trajectory_msgs/JointTrajectoryPoint": point!(),
    );
}

impl Ros1Message for Empty {
    const NAME: &'static str = "controller_manager_msgs/ListControllersRequest";
    const MD5: &'static str = "d41d8cd98f00b204e9800998ecf8427e";
    const DEFINITION: &'static str = "";
}

impl Ros1Message for ListControllers1 {
    const NAME: &'static str = "controller_manager_msgs/ListControllersResponse";
    const MD5: &'static str = "1341feb2e63fa791f855565d0da950d8";
    const DEFINITION: &'static str = definition!(
        "ControllerState[] controller\n",
        "controller_manager_msgs/ControllerState":
            "string name\nstring state\nstring type\nHardwareInterfaceResources[] claimed_resources\n",
        "controller_manager_msgs/HardwareInterfaceResources":
            "string hardware_interface\nstring[] resources\n",
    );
}

impl Ros1Message for SwitchController1 {
    const NAME: &'static str = "controller_manager_msgs/SwitchControllerRequest";
    const MD5: &'static str = "36d99a977432b71d4bf16ce5847949d7";
    const DEFINITION: &'static str = "string[] start_controllers\nstring[] stop_controllers\nint32 strictness\n\
                                      int32 BEST_EFFORT=1\nint32 STRICT=2\nbool start_asap\nfloat64 timeout\n";
}

impl Ros1Message for SwitchResponse {
    const NAME: &'static str = "controller_manager_msgs/SwitchControllerResponse";
    const MD5: &'static str = "6f6da3883749771fac40d6deb24a8c02";
    const DEFINITION: &'static str = "bool ok\n";
}

impl Ros1Service for ListControllers1 {
    const NAME: &'static str = "controller_manager_msgs/ListControllers";
    const MD5: &'static str = "1341feb2e63fa791f855565d0da950d8";
    type Request = Empty;
    type Response = Self;
}

impl Ros1Service for SwitchController1 {
    const NAME: &'static str = "controller_manager_msgs/SwitchController";
    const MD5: &'static str = "b29a7abc673b2c54c14b54e50f8d06a5";
    type Request = Self;
    type Response = SwitchResponse;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The text that the checksum of a message is taken of.
    fn summed_text(name: &str, fields: &HashMap<String, String>) -> String {
        let package = name.split('/').next().unwrap();
        let lines = || fields[name].lines();
        let constants = lines().filter(|line| line.contains('=')).map(str::to_owned);
        let variables = lines().filter(|line| !line.contains('=')).map(|line| {
            let (kind, variable) = line.split_once(' ').unwrap();
            let bare = kind.trim_end_matches("[]");
            let full = match bare {
                "Header" => "std_msgs/Header".to_owned(),
                _ if bare.contains('/') => bare.to_owned(),
                _ => format!("{package}/{bare}"),
            };
            match fields.contains_key(&full) {
                true => format!("{} {variable}", checksum(&summed_text(&full, fields))),
                false => line.to_owned(),
            }
        });
        constants.chain(variables).collect::<Vec<_>>().join("\n")
    }

    fn checksum(text: &str) -> String {
        format!("{:x}", md5::compute(text))
    }

    fn text_of<M: Ros1Message>() -> String {
        let parts = M::DEFINITION.split(
            "================================================================================\nMSG: ",
        );
        let named = parts.enumerate().map(|(k, part)| match k {
            0 => (M::NAME.to_owned(), part.to_owned()),
            _ => part.split_once('\n').map(|(n, f)| (n.to_owned(), f.to_owned())).unwrap(),
        });
        summed_text(M::NAME, &named.collect())
    }

    fn check<M: Ros1Message>() {
        assert_eq!(checksum(&text_of::<M>()), M::MD5, "{}", M::NAME);
    }

    #[test]
    fn checksums_follow_from_definitions() {
        check::<JointState<Header1>>();
        check::<Float64>();
        check::<Float64MultiArray>();
        check::<GoalId>();
        check::<GoalStatusArray>();
        check::<ActionGoal<FollowGoal1>>();
        check::<ActionOutcome<FollowResult>>();
        check::<ActionOutcome<FollowFeedback1>>();
        check::<Empty>();
        check::<ListControllers1>();
        check::<SwitchController1>();
        check::<SwitchResponse>();
    }

    #[test]
    fn the_checksum_of_a_service_is_that_of_both_texts() {
        let both = text_of::<SwitchController1>() + &text_of::<SwitchResponse>();
        assert_eq!(checksum(&both), <SwitchController1 as Ros1Service>::MD5);
        let both = text_of::<Empty>() + &text_of::<ListControllers1>();
        assert_eq!(checksum(&both), <ListControllers1 as Ros1Service>::MD5);
    }
}
