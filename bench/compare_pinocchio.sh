#!/usr/bin/env bash
# Placements, inverse dynamics, mass matrix and regressor of every URDF in a directory against pinocchio, at random states.
# usage: compare_pinocchio.sh [URDF_DIR]      default $TAUFIT_DATA/models/urdf
#   TAUFIT_BENCH_DIR   where peers and reference files go (default /tmp/taufit-bench); TAUFIT_PEERS_VENV: see setup.sh
# Prints the largest differences, relative to the largest entry of the quantity in the state; fails above 1e-9.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
urdf_dir=$(cd "${1:-$TAUFIT_DATA/models/urdf}" && pwd)
dir=${TAUFIT_BENCH_DIR:-/tmp/taufit-bench}
python=$("$here/setup.sh" "$dir")
mkdir -p "$dir/reference"

cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-io --example compare_reference
compare=${CARGO_TARGET_DIR:-$root/target}/release/examples/compare_reference

failed=0
printf '%-34s %-24s %4s %9s %9s %9s %9s\n' file robot dof FK RNEA CRBA regressor
for urdf in "$urdf_dir"/*.urdf; do
    name=$(basename "$urdf" .urdf)
    printf '%-34s ' "$name"
    "$python" "$here/pinocchio_reference.py" "$urdf" "$dir/reference/$name.json" --states 10 || { failed=1; continue; }
    "$compare" "$urdf" "$dir/reference/$name.json" || failed=1
done
exit $failed
