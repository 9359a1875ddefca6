#!/usr/bin/env bash
# Builds the two interface packages that PyPI does not have, from definitions of our own, into a virtual environment.
# usage: build.sh VENV
set -eu
venv=$(realpath "${1:?usage: build.sh VENV}")
python=$venv/bin/python
site=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
tag=cp${version/./}
[ -d "$venv/share/controller_manager_msgs" ] && exit 0
command -v g++ >/dev/null || { echo "skipped: a C++ compiler is needed (g++)" >&2; exit 77; }

# The wheels remember the machine that they were made on.
base=$("$python" -c 'import sys; print(sys.base_prefix)')
grep -rl "/opt/python/$tag-$tag" "$venv/share" --include='*.cmake' | while read -r file; do
    sed -i -e "s#/opt/python/$tag-$tag/lib/python$version/site-packages#$site#g" -e "s#/opt/python/$tag-$tag#$base#g" "$file"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

package() { # name dependencies...: package.xml and CMakeLists.txt around the files that are there
    name=$1
    shift
    {
        echo '<package format="3">'
        echo "<name>$name</name><version>0.0.0</version><description>for tests</description>"
        echo '<maintainer email="nobody@example.org">nobody</maintainer><license>MIT</license>'
        echo '<buildtool_depend>ament_cmake</buildtool_depend><build_depend>rosidl_default_generators</build_depend>'
        for dependency in "$@"; do echo "<depend>$dependency</depend>"; done
        echo '<exec_depend>rosidl_default_runtime</exec_depend><member_of_group>rosidl_interface_packages</member_of_group>'
        echo '<export><build_type>ament_cmake</build_type></export></package>'
    } > "$work/$name/package.xml"
    {
        echo "cmake_minimum_required(VERSION 3.8)"
        echo "project($name)"
        echo "find_package(ament_cmake REQUIRED)"
        echo "find_package(rosidl_default_generators REQUIRED)"
        for dependency in "$@"; do echo "find_package($dependency REQUIRED)"; done
        echo "rosidl_generate_interfaces($name"
        (cd "$work/$name" && find msg srv action -type f 2>/dev/null | sed 's/.*/  "&"/')
        echo "  DEPENDENCIES $*)"
        echo "ament_package()"
    } > "$work/$name/CMakeLists.txt"
}

mkdir -p "$work/control_msgs/action" "$work/control_msgs/msg"
cat > "$work/control_msgs/msg/JointTolerance.msg" <<MSG
string name
float64 position
float64 velocity
float64 acceleration
MSG
cat > "$work/control_msgs/msg/JointComponentTolerance.msg" <<MSG
string joint_name
uint16 component
float64 position
float64 velocity
float64 acceleration
MSG
cat > "$work/control_msgs/action/FollowJointTrajectory.action" <<ACTION
trajectory_msgs/JointTrajectory trajectory
trajectory_msgs/MultiDOFJointTrajectory multi_dof_trajectory
JointTolerance[] path_tolerance
JointComponentTolerance[] component_path_tolerance
JointTolerance[] goal_tolerance
JointComponentTolerance[] component_goal_tolerance
builtin_interfaces/Duration goal_time_tolerance
---
int32 error_code
int32 SUCCESSFUL=0
int32 PATH_TOLERANCE_VIOLATED=-4
string error_string
---
std_msgs/Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error
string[] multi_dof_joint_names
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_desired
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_actual
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_error
ACTION
package control_msgs builtin_interfaces std_msgs trajectory_msgs

mkdir -p "$work/controller_manager_msgs/srv" "$work/controller_manager_msgs/msg"
printf 'string name\nstring[] reference_interfaces\n' > "$work/controller_manager_msgs/msg/ChainConnection.msg"
cat > "$work/controller_manager_msgs/msg/ControllerState.msg" <<MSG
string name
string state
string type
bool is_async
uint16 update_rate
string[] claimed_interfaces
string[] required_command_interfaces
string[] required_state_interfaces
bool is_chainable
bool is_chained
string[] exported_state_interfaces
string[] reference_interfaces
ChainConnection[] chain_connections
MSG
printf -- '---\nControllerState[] controller\n' > "$work/controller_manager_msgs/srv/ListControllers.srv"
cat > "$work/controller_manager_msgs/srv/SwitchController.srv" <<SRV
string[] activate_controllers
string[] deactivate_controllers
int32 strictness
int32 BEST_EFFORT=1
int32 STRICT=2
bool activate_asap
builtin_interfaces/Duration timeout
---
bool ok
string message
SRV
package controller_manager_msgs builtin_interfaces

export PATH="$venv/bin:$PATH" AMENT_PREFIX_PATH="$venv" CMAKE_PREFIX_PATH="$venv" LD_LIBRARY_PATH="$venv/lib"
export PYTHONPATH="$site" _ROS_WHEELS_BOOTSTRAP_COMPLETE=1
for name in control_msgs controller_manager_msgs; do
    cmake -S "$work/$name" -B "$work/$name/build" -DCMAKE_INSTALL_PREFIX="$venv" -DPython3_EXECUTABLE="$python" \
        -DBUILD_TESTING=OFF > "$work/$name.log" 2>&1 &&
        make -C "$work/$name/build" install >> "$work/$name.log" 2>&1 || { tail -30 "$work/$name.log" >&2; exit 1; }
done
