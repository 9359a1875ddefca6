#!/usr/bin/env bash
# taufit against ROS 1 that others wrote: Debian's roscore, rospy and actionlib in front of a UR5 in MuJoCo, rosbag record beside it.
# usage: ros1_peers.sh [sweep] [excitation] [faults] [interrupt] [serve] [master] [long]      default: all but long
#   sweep       a constant-velocity sweep; our log and Debian's bag, identified, against the truth in MuJoCo
#   excitation  all joints at once, identified in the same way
#   faults      every fault of a driver: stopped, log whole, cause named
#   interrupt   Ctrl-C in the middle of a stroke: velocity zero, controllers as before
#   serve       our served robot beside roscore, driven by actionlib and looked at by rostopic
#   master      the same with a master of our own, and rosservice, rosparam, rosnode and rosbag beside
#   long        ten minutes at 500 Hz: loss and processor time
#   TAUFIT_BENCH_DIR    where files go (default /tmp/taufit-bench)
#   TAUFIT              the program (default: built here)
# Installs packages by name; where they cannot be had it says so and passes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
dir=${TAUFIT_BENCH_DIR:-/tmp/taufit-bench}/ros1
model=$root/testdata/robots/ur5_mjcf.xml
packages="ros-core python3-rosbag python3-roslaunch python3-rostopic python3-actionlib python3-actionlib-tools python3-trajectory-msgs
    python3-sensor-msgs python3-genpy ros-sensor-msgs ros-std-msgs ros-trajectory-msgs ros-actionlib-msgs ros-geometry-msgs python3-venv"

skip() {
    echo "skipped: $*"
    exit 0
}

install() {
    # shellcheck disable=SC2086  # a list of package names
    dpkg --status $packages > /dev/null 2>&1 && return
    command -v apt-get > /dev/null || skip "ROS 1 is taken from Debian's packages, and there is no apt-get"
    local sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update > "$dir/apt.log" 2>&1 || true
    # shellcheck disable=SC2086
    $sudo apt-get install --yes --no-install-recommends $packages >> "$dir/apt.log" 2>&1 ||
        skip "Debian's packages of ROS 1 cannot be installed, see $dir/apt.log"
}

prepare() {
    mkdir -p "$dir"
    install
    export PATH=/usr/bin:$PATH # the system's Python, which has ROS
    [ -x "$dir/venv/bin/python" ] || python3 -m venv --system-site-packages "$dir/venv"
    "$dir/venv/bin/python" -c 'import mujoco' 2> /dev/null ||
        "$dir/venv/bin/pip" --quiet install mujoco==4.0.0 || skip "mujoco cannot be installed from PyPI"
    "$here/peers/ros1_messages.sh" "$dir/messages"
    if [ -z "${TAUFIT:-}" ]; then
        cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-cli
        TAUFIT=$root/target/release/taufit
    fi
    port=$(free_port)
    export ROS_MASTER_URI=http://127.0.0.1:$port ROS_IP=127.0.0.1 ROS_HOME=$dir/home ROS_LOG_DIR=$dir/home
    export PYTHONPATH=$dir/messages:$here/peers PYTHONDONTWRITEBYTECODE=1
    roscore -p "$port" > "$dir/roscore.log" 2>&1 &
    master=$!
    trap 'stop_peer; kill $master 2> /dev/null; wait' EXIT
    wait_for rostopic list
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# wait_for COMMAND...: until it succeeds, 30 s at most.
wait_for() {
    local n
    for n in $(seq 60); do
        "$@" > /dev/null 2>&1 && return
        sleep 0.5
    done
    echo "failed: $* did not succeed within 30 s"
    exit 1
}

# start_peer [OPTION...]: the robot; its process is $peer.
peer=
start_peer() {
    rm -f "$dir/ready"
    "$dir/venv/bin/python" "$here/peers/ros1_mujoco.py" "$model" --ready "$dir/ready" "$@" > "$dir/peer.log" 2>&1 &
    peer=$!
    wait_for test -e "$dir/ready"
}

stop_peer() {
    [ -z "$peer" ] || kill "$peer" 2> /dev/null || true
    [ -z "$peer" ] || wait "$peer" 2> /dev/null || true
    peer=
}

# run_taufit EXPERIMENT LOG: nobody is asked, since nothing real moves.
run_taufit() {
    rm -rf "$2"
    "$TAUFIT" run "$here/peers/$1" --link ros1 --yes -o "$2"
}

# drive NAME: the experiment of that name, recorded by us and by rosbag.
drive() {
    start_peer
    rm -f "$dir/$1.bag"
    rosbag record --quiet -O "$dir/$1.bag" /joint_states > "$dir/rosbag.log" 2>&1 &
    local bag=$!
    sleep 3
    run_taufit "ros1_$1.toml" "$dir/$1.mcap"
    kill -INT $bag
    wait $bag 2> /dev/null || true
    stop_peer
}

# of_log NAME VERB [OPTION...] and of_bag NAME VERB [OPTION...]: what is found in our log, and in that of rosbag.
of_log() {
    local name=$1 verb=$2
    shift 2
    "$TAUFIT" "$verb" ur5 "$dir/$name.mcap" "$@" --out "$dir/$name.of_log" > "$dir/$name.of_log.txt"
}

of_bag() {
    local name=$1 verb=$2
    shift 2
    "$TAUFIT" "$verb" ur5 "$dir/$name.bag" "$@" --effort current --map joint1=shoulder_pan_joint --map joint2=shoulder_lift_joint \
        --map joint3=elbow_joint --map joint4=wrist_1_joint --map joint5=wrist_2_joint --map joint6=wrist_3_joint \
        --out "$dir/$name.of_bag" > "$dir/$name.of_bag.txt"
}

compare() {
    "$dir/venv/bin/python" "$here/peers/ros1_compare.py" "$model" "$dir/$1.of_log/result.json" "$dir/$1.of_bag/result.json"
}

# cut_bag NAME: its bag from the first to the last sample of our log, since rosbag records before and after the run.
cut_bag() {
    local span
    span=$(python3 -c 'import json, sys
log = json.load(open(sys.argv[1]))["logs"][0]
first, last = log["start_s"], log["start_s"] + log["duration_s"]
print(f"{first - 5e-4} <= m.header.stamp.to_sec() <= {last + 5e-4}")' "$dir/$1.of_log/result.json")
    mv "$dir/$1.bag" "$dir/$1.whole.bag"
    rosbag filter "$dir/$1.whole.bag" "$dir/$1.bag" "$span" > "$dir/$1.filter.txt" 2>&1
}

sweep() {
    drive sweep
    of_log sweep motors
    of_bag sweep motors
    compare sweep
}

excitation() {
    local how="identify --gains 12.3,12.6351,12.0383,7.7366,7.9228,7.4723 --friction coulomb-viscous"
    drive excitation
    # shellcheck disable=SC2086  # a verb and its options
    of_log excitation $how
    cut_bag excitation
    # shellcheck disable=SC2086
    of_bag excitation $how
    compare excitation
}

# fault CODE FAULT [rest]: a run on a peer with this fault ends with this code; with `rest`, the robot is asked whether it stands.
fault() {
    start_peer --fault "$2"
    rm -f "$dir/fault.mcap"
    local status=0
    run_taufit ros1_short.toml "$dir/fault.mcap" > "$dir/fault.txt" 2>&1 || status=$?
    if [ $status = 0 ] || ! grep -q "error\[$1\]" "$dir/fault.txt"; then
        echo "failed: $2 should have ended with $1"
        tail -5 "$dir/fault.txt"
        exit 1
    fi
    local whole="no log, nothing moved" rest="gone"
    if [ -e "$dir/fault.mcap" ]; then
        "$TAUFIT" inspect "$dir/fault.mcap" --robot ur5 > "$dir/fault.inspect.txt" || true
        whole="log of $(grep -m1 -o '[0-9][0-9]* samples' "$dir/fault.inspect.txt")"
    fi
    if [ -n "${3:-}" ]; then
        rest=$(/usr/bin/python3 "$here/peers/ros1_rest.py") || { echo "failed: $2: it still moves: $rest"; exit 1; }
    fi
    echo "$2: $1, $whole, robot: $rest"
    stop_peer
}

faults() {
    fault E160 die@1            # on the way to the start
    fault E160 die@5            # under velocity control
    fault E160 freeze@1 rest
    fault E160 freeze@5 rest
    fault E237 refuse rest
    fault E238 abort@1 rest
    fault E239 slider=0.5 rest
    fault E235 rename rest
    fault E235 short rest
    start_peer --fault drop=0.1
    run_taufit ros1_short.toml "$dir/drop.mcap" 2>&1 | tail -4
    stop_peer
}

# states: every controller and its state, in a line.
states() {
    rosservice call /controller_manager/list_controllers | grep -E '^ +-? *(name|state):' | tr -d '"' | awk '{ printf "%s ", $NF }'
}

interrupt() {
    start_peer
    local before status=0
    before=$(states)
    rm -f "$dir/interrupt.mcap"
    "$TAUFIT" run "$here/peers/ros1_short.toml" --link ros1 --yes -o "$dir/interrupt.mcap" > "$dir/interrupt.txt" 2>&1 &
    local run=$!
    wait_for moves_under_velocity
    kill -INT $run
    wait $run || status=$?
    grep -q "error\[E162\].*constant velocity" "$dir/interrupt.txt" ||
        { echo "failed: interrupted, exit code $status"; tail -5 "$dir/interrupt.txt"; exit 1; }
    [ "$(states)" = "$before" ] || { echo "failed: controllers were $before and are $(states)"; exit 1; }
    echo "interrupted: E162, robot: $(/usr/bin/python3 "$here/peers/ros1_rest.py"), controllers as before: $before"
    stop_peer
}

moves_under_velocity() {
    case "$(states)" in *"joint_group_vel_controller running"*) sleep 1 ;; *) false ;; esac
}

# start_served: our robot, at the master of ROS_MASTER_URI or with one of its own; its process is $peer.
start_served() {
    "$TAUFIT" serve --as ros1 --experiment "$here/peers/ros1_short.toml" > "$dir/serve.txt" 2>&1 &
    peer=$!
    wait_for rostopic info /joint_states
    grep "ROS master" "$dir/serve.txt"
}

serve() {
    start_served
    timeout 6 rostopic hz /joint_states 2> /dev/null | grep average | tail -1 || true
    /usr/bin/python3 "$here/peers/ros1_client.py"
    stop_peer
}

# Everything without roscore, in a shell of its own: nothing of it is left for the other parts.
master() (
    ROS_MASTER_URI=http://127.0.0.1:$(free_port)
    peer=
    trap stop_peer EXIT
    start_served
    grep -q "started here" "$dir/serve.txt" || { echo "failed: no master of our own"; exit 1; }
    echo "rostopic list: $(rostopic list | wc -l) topics, type $(rostopic type /joint_states)"
    rostopic echo -n 1 /joint_states/name
    timeout 6 rostopic hz /joint_states 2> /dev/null | grep average | tail -1 || true
    echo "rosservice: $(states)"
    rosparam set /arm '{rate: 500, name: ur5, limits: [1.0, 2.5]}'
    echo "rosparam: $(rosparam get /arm | tr '\n' ' ')$(rosparam list | tr '\n' ' ')"
    rosparam delete /arm
    echo "rosnode info: $(rosnode info "$(rosnode list | grep taufit_robot)" | grep -c '^ \* /') topics and services"
    rm -f "$dir/master.bag"
    timeout --signal INT 6 rosbag record --quiet -O "$dir/master.bag" /joint_states || true
    rosbag info "$dir/master.bag" | grep -E 'messages|joint_states'
    /usr/bin/python3 "$here/peers/ros1_client.py"
    stop_peer
    start_served
    run_taufit ros1_short.toml "$dir/master.mcap" 2>&1 | tail -4
)

long() {
    start_peer
    time run_taufit ros1_long.toml "$dir/long.mcap"
    stop_peer
}

prepare
for part in ${*:-sweep excitation faults interrupt serve master}; do
    echo "== $part"
    "$part"
done
