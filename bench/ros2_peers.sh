#!/usr/bin/env bash
# taufit against a ROS 2 that others wrote: rclpy (Jazzy, from PyPI) in front of a UR5 in MuJoCo.
# usage: ros2_peers.sh [sweep] [bag] [excitation] [topics] [refusals] [long]      default: all but long
#   sweep        a constant-velocity sweep, identified, against the truth in MuJoCo
#   bag          the log of the sweep as a bag of ROS 2, in rosbags (PyPI)
#   excitation   all joints at once, identified; friction is printed
#   topics       joint states at 500 Hz, both ways: rclpy of Kilted, and Cyclone DDS
#   refusals     another robot by its own description; Ctrl-C on the way: it stands, and its controllers run as before
#   long         ten minutes at 500 Hz: loss and processor time
#   TAUFIT_BENCH_DIR    where peers and logs go, about 1 GB (default /tmp/taufit-bench)
#   TAUFIT_PEER_RATE_HZ joint states per second (default 500; 125 for a computer that cannot simulate that fast)
#   TAUFIT_ROS2_VENV    virtual environment with the peers (default: made there)
#   TAUFIT_NO_BUILD     set to take the programs in target/release as they are
# Everything happens on loopback, in a network namespace of its own. Installs packages by name; where they cannot be had it says so
# and passes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
dir=${TAUFIT_BENCH_DIR:-/tmp/taufit-bench}/ros2
venv=${TAUFIT_ROS2_VENV:-$dir/jazzy}
model=$root/testdata/robots/ur5_mjcf.xml
packages="ros-rclpy[fastrtps]==7.1.6 mujoco==4.0.0 rosbags==0.11.9 catkin_pkg cmake"
for name in rclpy sensor-msgs trajectory-msgs std-msgs action-msgs rosidl-default-generators rosidl-core-generators \
    python-cmake-module ament-cmake ament-cmake-ros ament-package ament-cmake-include-directories ament-cmake-gmock \
    ament-cmake-gtest ament-cmake-pytest; do
    packages="$packages ros-jazzy-$name"
done

skip() {
    echo "skipped: $*"
    exit 0
}

# The newest Python that the wheels of ROS are made for.
usable_python() {
    local version candidate
    for version in 3.12 3.13 3.11 3.10; do
        for candidate in "python$version" "$HOME/.pyenv/versions/$version".*/bin/python3; do
            if "$candidate" -c 'import venv' 2> /dev/null; then
                echo "$candidate"
                return
            fi
        done
    done
}

prepare() {
    mkdir -p "$dir"
    unshare -rn true 2> /dev/null || skip "a network namespace of one's own is not allowed here (unshare -rn)"
    if [ ! -x "$venv/bin/python" ]; then
        local python
        python=$(usable_python)
        [ -n "$python" ] || skip "the wheels of ROS need Python 3.10 to 3.13 with venv"
        "$python" -m venv "$venv"
    fi
    # shellcheck disable=SC2086  # a list of package names
    "$venv/bin/python" -c 'import rclpy, mujoco, rosbags' 2> /dev/null ||
        "$venv/bin/pip" --quiet install $packages > "$dir/pip.log" 2>&1 || skip "PyPI has no ROS 2 for this computer, see $dir/pip.log"
    "$here/peers/ros2_interfaces.sh" "$venv" || skip "the interfaces of controllers cannot be built"
    [ -n "${TAUFIT_NO_BUILD:-}" ] || cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-cli
    taufit=$root/target/release/taufit
}

# alone COMMAND...: on a loopback that nobody else has.
alone() {
    # shellcheck disable=SC2016  # expanded in the namespace
    unshare -rn bash -c 'ip link set lo up && ip link set lo multicast on && ip route add 224.0.0.0/4 dev lo && exec "$@"' bash "$@"
}

# drive EXPERIMENT [DESCRIPTION [SECONDS]]: on the robot in MuJoCo, into the bag of that name; interrupted after so long.
drive() {
    rm -rf "${dir:?}/$1"
    local urdf=${2:-$here/../testdata/robots/ur5.urdf}
    interrupt_s=${3:-}
    sed -e s/joint1/shoulder_pan_joint/ -e s/joint2/shoulder_lift_joint/ -e s/joint3/elbow_joint/ \
        -e s/joint4/wrist_1_joint/ -e s/joint5/wrist_2_joint/ -e s/joint6/wrist_3_joint/ "$urdf" > "$dir/description.urdf"
    export interrupt_s description=$dir/description.urdf
    export PYTHONPATH=$here/peers PYTHONDONTWRITEBYTECODE=1 peer_log=$dir/$1.peer.txt rate_hz=${TAUFIT_PEER_RATE_HZ:-500}
    # shellcheck disable=SC2016  # expanded in the namespace
    alone bash -c '
        "$1" "$2" "$3" --rate "$rate_hz" --description "$description" > "$peer_log" 2>&1 &
        peer=$!
        trap "kill $peer" EXIT
        for _ in $(seq 300); do
            grep -q ready "$peer_log" && break
            sleep 0.1
        done
        shift 3
        if [ -n "$interrupt_s" ]; then
            timeout --preserve-status --signal INT "$interrupt_s" "$@"
        else
            /usr/bin/time -f "%e s, processor %U + %S s, %M kB" "$@"
        fi' \
        bash "$venv/bin/python" "$here/peers/ros2_mujoco.py" "$model" \
        "$taufit" run "$here/peers/ros2_$1.toml" --link ros2 --yes -o "$dir/$1"
}

sweep() {
    drive sweep
    "$taufit" motors ur5 "$dir/sweep" --kct joint6=7.4723 --out "$dir/sweep_found" > "$dir/sweep_found.txt"
    PYTHONPATH=$here/peers "$venv/bin/python" "$here/peers/ros2_compare.py" "$model" "$dir/sweep_found/result.json"
}

bag() {
    "$venv/bin/python" "$here/peers/check_bag.py" "$dir/sweep"
}

excitation() {
    drive excitation
    "$taufit" identify ur5 "$dir/excitation" --gains 12.3,12.6351,12.0383,7.7366,7.9228,7.4723 --friction coulomb-viscous \
        --out "$dir/excitation_found" > "$dir/excitation_found.txt"
    PYTHONPATH=$here/peers "$venv/bin/python" "$here/peers/ros2_compare.py" "$model" "$dir/excitation_found/result.json"
}

# The peer speaks and `taufit run` records; then `taufit serve` speaks and the peer counts.
topics() {
    local peers=$dir/topics library
    if [ ! -x "$peers/bin/python" ]; then
        "$(usable_python)" -m venv "$peers"
        "$peers/bin/pip" --quiet install "ros-rclpy[fastrtps]==9.1.2" ros-kilted-rclpy ros-kilted-sensor-msgs mujoco==4.0.0 \
            cyclonedds==11.0.1 > "$dir/pip.log" 2>&1 || skip "PyPI has no Kilted or Cyclone DDS for this computer, see $dir/pip.log"
    fi
    export PYTHONPATH=$here/peers PYTHONDONTWRITEBYTECODE=1
    for library in rclpy cyclone; do
        echo "-- $library"
        rm -rf "${dir:?}/heard"
        # shellcheck disable=SC2016  # expanded in the namespace
        alone bash -c '"$1" "$2" "$3" say 30 > /dev/null 2>&1 & trap "kill $!" EXIT; shift 3; "$@"' \
            bash "$peers/bin/python" "$here/peers/ros2_topics.py" "$library" \
            "$taufit" run "$here/peers/ros2_listen.toml" --link ros2 -o "$dir/heard"
        # shellcheck disable=SC2016  # expanded in the namespace
        alone bash -c '"$1" serve --as ros2 --robot ur5 --sample-rate-hz 500 --for-s 40 > /dev/null & trap "kill $!" EXIT; shift; "$@"' \
            bash "$taufit" "$peers/bin/python" "$here/peers/ros2_topics.py" "$library" hear 10
    done
}

refusals() {
    sed 's/xyz="-0.425 /xyz="-0.612 /' "$here/../testdata/robots/ur5.urdf" > "$dir/other.urdf"
    if drive sweep "$dir/other.urdf" 2> "$dir/refused.txt"; then return 1; fi
    grep E255 "$dir/refused.txt"
    if drive sweep "" 20 2> "$dir/refused.txt"; then return 1; fi
    grep E162 "$dir/refused.txt"
    # The peer says which controller runs; the log goes on until the arm stands.
    [ "$(grep -c "runs forward_velocity_controller" "$dir/sweep.peer.txt")" -gt 0 ]
    tail -1 "$dir/sweep.peer.txt" | grep "runs scaled_joint_trajectory_controller"
    "$venv/bin/python" "$here/peers/check_rest.py" "$dir/sweep"
}

long() {
    drive long
}

prepare
for part in ${*:-sweep bag excitation topics refusals}; do
    echo "== $part"
    "$part"
done
