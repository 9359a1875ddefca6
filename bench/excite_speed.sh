#!/usr/bin/env bash
# Excitation of a UR5: taufit beside scipy's SLSQP, same task, same definition of the condition number, one run.
# usage: excite_speed.sh PEERS
#   PEERS   directory with the peers' scripts and robots: venv/, bench3_slsqp.py, robots/ur5.urdf
# Prints condition numbers (both computed by pinocchio at 100 Hz), times and ratios; then the set-up of Kovincic et al. 2019.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
peers=$(cd "$1" && pwd)
cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-io --example design_motion
target=${CARGO_TARGET_DIR:-$root/target}/release
exec "$peers/venv/bin/python" "$here/excite_speed.py" "$peers" "$target/examples/design_motion"
