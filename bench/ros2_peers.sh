#!/usr/bin/env bash
# taufit against a ROS 2 that others wrote: rclpy (Jazzy, from PyPI) in front of a UR5 in MuJoCo.
# usage: ros2_peers.sh [sweep] [bag] [excitation] [long]      default: sweep bag
#   sweep        a constant-velocity sweep, identified, against the truth in MuJoCo
#   bag          the log of the sweep as a bag of ROS 2, in rosbags (PyPI)
#   excitation   all joints at once, identified; friction is printed
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

# drive EXPERIMENT: on the robot in MuJoCo, into the bag of that name.
drive() {
    rm -rf "${dir:?}/$1"
    export PYTHONPATH=$here/peers PYTHONDONTWRITEBYTECODE=1 peer_log=$dir/$1.peer.txt rate_hz=${TAUFIT_PEER_RATE_HZ:-500}
    # shellcheck disable=SC2016  # expanded in the namespace
    unshare -rn bash -c '
        ip link set lo up && ip link set lo multicast on && ip route add 224.0.0.0/4 dev lo
        "$1" "$2" "$3" --rate "$rate_hz" > "$peer_log" 2>&1 &
        peer=$!
        trap "kill $peer" EXIT
        for _ in $(seq 300); do
            grep -q ready "$peer_log" && break
            sleep 0.1
        done
        shift 3
        /usr/bin/time -f "%e s, processor %U + %S s, %M kB" "$@"' \
        bash "$venv/bin/python" "$here/peers/ros2_mujoco.py" "$model" \
        "$taufit" run "$here/peers/ros2_$1.toml" --link ros2 --yes -o "$dir/$1"
}

sweep() {
    drive sweep
    "$taufit" motors ur5 "$dir/sweep" --out "$dir/sweep_found" > "$dir/sweep_found.txt"
    PYTHONPATH=$here/peers "$venv/bin/python" "$here/peers/ros2_compare.py" "$model" "$dir/sweep_found/result.json"
}

bag() {
    "$venv/bin/python" "$here/peers/check_bag.py" "$dir/sweep"
}

excitation() {
    drive excitation
    "$taufit" identify ur5 "$dir/excitation" --gains 12.3,12.6351,12.0383,7.7366,7.9228,7.4723 --friction coulomb-viscous \
        --out "$dir/excitation_found" > "$dir/excitation_found.txt"
    PYTHONPATH=$here/peers "$venv/bin/python" "$here/peers/ros2_compare.py" "$model" "$dir/excitation_found/result.json" || true
}

long() {
    drive long
}

prepare
for part in ${*:-sweep bag}; do
    echo "== $part"
    "$part"
done
