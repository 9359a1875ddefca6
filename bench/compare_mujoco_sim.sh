#!/usr/bin/env bash
# The simulated robot against MuJoCo: same arm with rotors, damping and friction loss, same torques, five seconds.
# usage: compare_mujoco_sim.sh [UR5.xml]      default testdata/robots/ur5_mjcf.xml
#   TAUFIT_PEERS_VENV   virtual environment with mujoco and numpy (needed: setup.sh does not install MuJoCo)
#   TAUFIT_BENCH_DIR    where the files go (default /tmp/taufit-bench)
# Prints the largest difference of every joint; fails above 1e-3 rad.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
robot=$(realpath "${1:-$root/testdata/robots/ur5_mjcf.xml}")
dir=${TAUFIT_BENCH_DIR:-/tmp/taufit-bench}/sim
python=${TAUFIT_PEERS_VENV:?set it to a virtual environment with mujoco and numpy}/bin/python

cargo run --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-io --example simulate_torques -- "$dir" "$robot"
cd "$dir" # MuJoCo writes its log where it runs
exec "$python" "$here/compare_mujoco_sim.py" "$dir"
