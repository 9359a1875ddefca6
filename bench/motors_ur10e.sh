#!/usr/bin/env bash
# A real UR10e: torque constants and friction from its single-joint runs, beside the friction of its excitation runs
# and beside published drive gains.
# usage: motors_ur10e.sh [DATA]      default $TAUFIT_DATA
set -eu
root=$(dirname "$(cd "$(dirname "$0")" && pwd)")
data=$(cd "${1:-$TAUFIT_DATA}" && pwd)/ur10e_innopolis
taufit=${TAUFIT:-$root/target/release/taufit}
[ -x "$taufit" ] || cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-cli
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
robot=$data/original/ur10e.urdf
columns="--map t=1 --map q=2..7 --map i=14..19 --effort current"
runs=$(printf "$data/original/ur-20_01_22-joint_%d.csv.gz " 1 2 3 4 5 6)
# One friction model for both, so that coefficients compare.
friction="--friction coulomb-viscous --offset"
# Joints 1, 5 and 6 carry no changing weight in these runs: theirs are the published gains.
# shellcheck disable=SC2086
"$taufit" motors "$robot" $runs $columns --single-joint --json $friction \
    --kct shoulder_pan_joint=10 --kct wrist_2_joint=9.48 --kct wrist_3_joint=10.1232 >"$work/motors.json" 2>/dev/null
# The excitation runs hold torques: currents times published gains. Exit code 4 says that they are of poor quality.
# shellcheck disable=SC2086
"$taufit" identify "$robot" "$data/derived/id_30s12h.csv.gz" --validate "$data/derived/val_50s12h.csv.gz" --json \
    $friction >"$work/identify.json" 2>/dev/null || [ $? -eq 4 ]
python3 "$root/bench/motors_table.py" "$work/motors.json" "$work/identify.json"
