#!/bin/sh
# An hour of recording at 500 Hz: memory, size of the log, samples; memory of reading it and of a fit. Needs GNU time.
# Usage: bench/long_run.sh [HOURS]
set -eu
hours=${1:-1}
cd "$(dirname "$0")/.."
cargo build --release -p taufit-cli
taufit=$PWD/target/release/taufit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# One iteration there and back takes 21.1 s.
iterations=$(awk "BEGIN { print int($hours * 3600 / 21.1) + 1 }")
cat > "$work/long.toml" <<TOML
robot = "ur5"
rate_hz = 500.0

[sweep]
iterations = $iterations

[[sweep.joint]]
name = "joint2"
start = [0.0, -2.0, 0.5, 0.0, 0.0, 0.0]
distance_rad = 1.0
velocities_rad_s = [0.1]

[simulation.arm.sensors.effort]
noise = [1.0]
TOML
/usr/bin/time -f '%e s, at most %M kB of memory' "$taufit" run "$work/long.toml" -o "$work/long.mcap"
ls -l "$work/long.mcap"
/usr/bin/time -f 'reading: %e s, at most %M kB of memory' \
    "$taufit" inspect "$work/long.mcap" --robot ur5 | head -30
# The exit code is that of a verdict: one joint moves, so that it is poor.
/usr/bin/time -f 'fit: %e s, at most %M kB of memory' "$taufit" identify ur5 "$work/long.mcap" > "$work/fit.txt" || [ $? -eq 4 ]
