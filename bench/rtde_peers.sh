#!/usr/bin/env bash
# Other people's RTDE clients against `taufit serve --as rtde`: ur_rtde (PyPI: data, dashboard, a plain program) and ur-driver
# (a crate: data, inputs). Says which could not be had, and passes without them.
# usage: rtde_peers.sh [--quick] [DIR]
#   --quick   ur_rtde only, which needs no compiler; this runs in CI
#   DIR       keeps the peers between runs; else they are thrown away
#   TAUFIT_NO_BUILD    set to take the program in target/release as it is
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
is_quick=
if [ "${1:-}" = --quick ]; then
    is_quick=yes
    shift
fi
[ -n "${TAUFIT_NO_BUILD:-}" ] || cargo build --release --quiet -p taufit-cli
taufit=$PWD/target/release/taufit
work=$(mktemp -d)
peers=${1:-$work}
mkdir -p "$peers"
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2> /dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

# ur_rtde knows the usual ports only.
"$taufit" serve --as rtde --robot ur5 --for-s 600 > "$work/served" 2> "$work/trouble" &
server=$!
for _ in $(seq 100); do
    grep -q RTDE "$work/served" && break
    if ! kill -0 "$server" 2> /dev/null; then
        echo "skipped: the robot cannot be served at the usual ports: $(head -1 "$work/trouble")"
        exit 0
    fi
    sleep 0.1
done
head -1 "$work/served"

# A computer that freezes for a moment gets another chance.
check_ur_rtde() {
    for _ in 1 2; do
        "$peers/venv/bin/python" "$here/rtde_peers.py" && return
        sleep 3
    done
    "$peers/venv/bin/python" "$here/rtde_peers.py"
}

if [ -x "$peers/venv/bin/python" ] || python3 -m venv "$peers/venv" > /dev/null 2>&1 &&
    timeout 120 "$peers/venv/bin/pip" --quiet --disable-pip-version-check install ur_rtde==1.6.5 2> "$work/pip"; then
    check_ur_rtde
else
    echo "skipped: ur_rtde cannot be had from PyPI"
fi
[ -z "$is_quick" ] || exit 0

if [ -x "$peers/bin/rtde_demo" ] ||
    cargo install --quiet ur-driver@0.1.0 --bin rtde_demo --root "$peers" --target-dir "$work/target"; then
    printf '%s\n' timestamp actual_q actual_qd target_speed_fraction runtime_state > "$work/outputs"
    printf '%s\n' speed_slider_mask speed_slider_fraction > "$work/inputs"
    echo "ur-driver 0.1.0:"
    "$peers/bin/rtde_demo" 127.0.0.1 30004 2 "$work/outputs" "$work/inputs"
else
    echo "skipped: ur-driver cannot be had from the crate registry"
fi
