#!/usr/bin/env bash
# Python modules control_msgs and controller_manager_msgs, which Debian does not have, from the text below.
# usage: ros1_messages.sh DIR      DIR is put in front of PYTHONPATH afterwards
set -eu
dir=${1:?usage: ros1_messages.sh DIR}
rm -rf "$dir"
mkdir -p "$dir/text/control_msgs" "$dir/text/controller_manager_msgs"

cat > "$dir/text/control_msgs/JointTolerance.msg" <<'TEXT'
string name
float64 position
float64 velocity
float64 acceleration
TEXT
cat > "$dir/text/control_msgs/FollowJointTrajectoryGoal.msg" <<'TEXT'
trajectory_msgs/JointTrajectory trajectory
JointTolerance[] path_tolerance
JointTolerance[] goal_tolerance
duration goal_time_tolerance
TEXT
cat > "$dir/text/control_msgs/FollowJointTrajectoryResult.msg" <<'TEXT'
int32 error_code
int32 SUCCESSFUL = 0
int32 INVALID_GOAL = -1
int32 INVALID_JOINTS = -2
int32 OLD_HEADER_TIMESTAMP = -3
int32 PATH_TOLERANCE_VIOLATED = -4
int32 GOAL_TOLERANCE_VIOLATED = -5
string error_string
TEXT
cat > "$dir/text/control_msgs/FollowJointTrajectoryFeedback.msg" <<'TEXT'
Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error
TEXT
cat > "$dir/text/control_msgs/FollowJointTrajectoryActionGoal.msg" <<'TEXT'
Header header
actionlib_msgs/GoalID goal_id
FollowJointTrajectoryGoal goal
TEXT
cat > "$dir/text/control_msgs/FollowJointTrajectoryActionResult.msg" <<'TEXT'
Header header
actionlib_msgs/GoalStatus status
FollowJointTrajectoryResult result
TEXT
cat > "$dir/text/control_msgs/FollowJointTrajectoryActionFeedback.msg" <<'TEXT'
Header header
actionlib_msgs/GoalStatus status
FollowJointTrajectoryFeedback feedback
TEXT
cat > "$dir/text/control_msgs/FollowJointTrajectoryAction.msg" <<'TEXT'
FollowJointTrajectoryActionGoal action_goal
FollowJointTrajectoryActionResult action_result
FollowJointTrajectoryActionFeedback action_feedback
TEXT
cat > "$dir/text/controller_manager_msgs/HardwareInterfaceResources.msg" <<'TEXT'
string hardware_interface
string[] resources
TEXT
cat > "$dir/text/controller_manager_msgs/ControllerState.msg" <<'TEXT'
string name
string state
string type
controller_manager_msgs/HardwareInterfaceResources[] claimed_resources
TEXT
cat > "$dir/text/controller_manager_msgs/ListControllers.srv" <<'TEXT'
---
ControllerState[] controller
TEXT
cat > "$dir/text/controller_manager_msgs/SwitchController.srv" <<'TEXT'
string[] start_controllers
string[] stop_controllers
int32 strictness
int32 BEST_EFFORT=1
int32 STRICT=2
bool start_asap
float64 timeout
---
bool ok
TEXT

export PATH=/usr/bin:$PATH # the system's Python, which has ROS
include=
for package in std_msgs actionlib_msgs trajectory_msgs geometry_msgs; do include="$include -I $package:/usr/share/$package/msg"; done
for package in control_msgs controller_manager_msgs; do
    include="$include -I $package:$dir/text/$package"
done
for package in control_msgs controller_manager_msgs; do
    mkdir -p "$dir/$package"
    touch "$dir/$package/__init__.py"
    for kind in msg srv; do
        for text in "$dir/text/$package/"*."$kind"; do
            [ -e "$text" ] || continue
            # shellcheck disable=SC2086  # a list of options
            "/usr/lib/genpy/gen${kind}_py.py" "$text" $include -p "$package" -o "$dir/$package/$kind" > "$dir/log"
        done
        [ -d "$dir/$package/$kind" ] && "/usr/lib/genpy/gen${kind}_py.py" --initpy -p "$package" -o "$dir/$package/$kind" > "$dir/log"
    done
done
PYTHONPATH=$dir python3 -B - <<'PYTHON'
from control_msgs.msg import FollowJointTrajectoryAction
from controller_manager_msgs.srv import ListControllers, SwitchController

# What every ROS 1 robot expects.
assert FollowJointTrajectoryAction._md5sum == "bc4f9b743838566551c0390c65f1a248"
assert SwitchController._md5sum == "b29a7abc673b2c54c14b54e50f8d06a5"
assert ListControllers._md5sum == "1341feb2e63fa791f855565d0da950d8"
PYTHON
