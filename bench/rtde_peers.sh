#!/usr/bin/env bash
# Other people's RTDE clients against `taufit serve --as rtde`: ur_rtde (PyPI: data, dashboard) and ur-driver
# (a crate: data, inputs). Says which could not be had, and passes without them.
# usage: rtde_peers.sh [DIR]    DIR keeps the peers between runs; else they are thrown away
#   TAUFIT_NO_BUILD    set to take the program in target/release as it is
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
[ -n "${TAUFIT_NO_BUILD:-}" ] || cargo build --release --quiet -p taufit-cli
taufit=$PWD/target/release/taufit
work=$(mktemp -d)
peers=${1:-$work}
mkdir -p "$peers"
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

# ur_rtde knows the usual ports only.
"$taufit" serve --as rtde --robot ur5 --for-s 600 > "$work/served" &
server=$!
for _ in $(seq 100); do
    grep -q RTDE "$work/served" && break
    kill -0 "$server" 2>/dev/null || { echo "the usual ports are taken"; exit 1; }
    sleep 0.1
done
head -1 "$work/served"

[ -x "$peers/venv/bin/python" ] || python3 -m venv "$peers/venv"
if "$peers/venv/bin/pip" --quiet install ur_rtde==1.6.5; then
    "$peers/venv/bin/python" "$here/rtde_peers.py"
else
    echo "skipped: ur_rtde cannot be had from PyPI"
fi

if [ -x "$peers/bin/rtde_demo" ] ||
    cargo install --quiet ur-driver@0.1.0 --bin rtde_demo --root "$peers" --target-dir "$work/target"; then
    printf '%s\n' timestamp actual_q actual_qd target_speed_fraction runtime_state > "$work/outputs"
    printf '%s\n' speed_slider_mask speed_slider_fraction > "$work/inputs"
    echo "ur-driver 0.1.0:"
    "$peers/bin/rtde_demo" 127.0.0.1 30004 2 "$work/outputs" "$work/inputs"
else
    echo "skipped: ur-driver cannot be had from the crate registry"
fi
