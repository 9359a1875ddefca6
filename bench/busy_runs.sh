#!/usr/bin/env bash
# Runs at 500 Hz on every connection, side by side, beside busy loops and a disk that never comes to rest: packets lost,
# guard trips, exit codes.
# usage: busy_runs.sh [SECONDS [LOOPS]]      600 s beside 4 loops by default
#   TAUFIT_NO_BUILD    set to take the program in target/release as it is
set -eu
seconds=${1:-600}
loops=${2:-4}
cd "$(dirname "$0")/.."
[ -n "${TAUFIT_NO_BUILD:-}" ] || cargo build --release --quiet -p taufit-cli
taufit=$PWD/target/release/taufit
work=$(mktemp -d)
pids=()
cleanup() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap cleanup EXIT
for _ in $(seq "$loops"); do
    (while :; do :; done) &
    pids+=("$!")
done
(while :; do dd if=/dev/zero of="$work/disk" bs=4M count=64 conv=fsync 2>/dev/null; done) &
pids+=("$!")
# One iteration of the sweep takes about 11 s.
iterations=$((seconds / 11 + 1))
cat > "$work/sweep.toml" <<TOML
robot = "ur5"
rate_hz = 500.0

[sweep]
iterations = $iterations

[[sweep.joint]]
name = "joint2"
start = [0.0, -2.0, 0.5, 0.0, 0.0, 0.0]
distance_rad = 1.0
velocities_rad_s = [0.2]

[link.rtde]
port = 31004
script_port = 31002
dashboard_port = 30999

[link.ros]
master_uri = "http://127.0.0.1:12411"
domain_id = 93

[simulation]
start = [0.0, -2.0, 0.5, 0.0, 0.0, 0.0]
TOML

# Serves the arm, runs the sweep on it and prints what became of it.
run() {
    local preset=$1 offset=0 code=0 here="$work/$1" server
    mkdir "$here"
    [ "$preset" != ur-rtde ] || offset=1000
    "$taufit" serve --as "$preset" --experiment "$work/sweep.toml" --sample-rate-hz 500 --port-offset "$offset" \
        > "$here/served" 2>&1 &
    server=$!
    sleep 5
    "$taufit" run "$work/sweep.toml" --link "$preset" --yes -o "$here/log.mcap" > "$here/out" 2> "$here/err" || code=$?
    echo "$preset beside $loops busy loops and a busy disk: exit $code; $(head -1 "$here/out")$(grep -o 'error.*' "$here/err" | head -1)"
    kill -INT "$server"
    wait "$server" || true
}
runs=()
for preset in ur-rtde ur-ros1-noetic ur-ros2-jazzy; do
    run "$preset" &
    runs+=("$!")
    pids+=("$!")
done
wait "${runs[@]}"
