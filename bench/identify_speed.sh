#!/usr/bin/env bash
# Identification of a six-axis arm from 100 000 samples: taufit beside rosbags + pinocchio + LAPACK and beside FIGAROH, one run.
# usage: identify_speed.sh PEERS [RUNS]
#   PEERS   directory with the peers' scripts, venvs and data: venv/, venv_fig/, bench2_*.py, data/ur5_ident_100000.*, data/bag_mcap/
# Prints times, ratios and the peak memory of taufit.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
peers=$(cd "$1" && pwd)
runs=${2:-3}
[ -d "$peers/data/bag_mcap" ] || (cd "$peers" && ./venv/bin/python make_bags.py)
cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-cli
cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-io --example fit_speed
target=${CARGO_TARGET_DIR:-$root/target}/release
exec "$peers/venv/bin/python" "$here/identify_speed.py" "$peers" "$target" "$runs"
