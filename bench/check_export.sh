#!/usr/bin/env bash
# Exported robots in pinocchio and MuJoCo: do they need the torques that were exported with them?
# usage: check_export.sh [MODELS_DIR]      default $TAUFIT_DATA/models: all of urdf/ and mjcf/, and the built-in robots
#   TAUFIT_PEERS_VENV   virtual environment with pin, mujoco and numpy (needed: setup.sh does not install MuJoCo)
#   TAUFIT_BENCH_DIR    where the exported files go (default /tmp/taufit-bench)
# Prints the largest differences, relative to the largest torque of the robot; fails above 1e-9.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
models=$(cd "${1:-$TAUFIT_DATA/models}" && pwd)
dir=${TAUFIT_BENCH_DIR:-/tmp/taufit-bench}/export
python=${TAUFIT_PEERS_VENV:?set it to a virtual environment with pin, mujoco and numpy}/bin/python

rm -rf "$dir"
cargo run --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-io --example export_states -- "$dir" \
    planar2r ur5 ur5-kovincic puma560 kr500 panda "$root/testdata/robots/ur5_mjcf.xml" "$models"/urdf/*.urdf "$models"/mjcf/*.xml
cd "$dir" # MuJoCo writes its log where it runs
exec "$python" "$here/check_export.py" "$dir"
