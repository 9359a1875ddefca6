#!/usr/bin/env bash
# Logs of a Panda and a UR10e replayed in MuJoCo: torque and motion errors of the exported MJCF beside those of the nominal one.
# usage: mujoco_replay.sh [DATA]      default $TAUFIT_DATA
#   TAUFIT_PEERS_VENV   virtual environment with mujoco, numpy and scipy (needed: setup.sh does not install MuJoCo)
#   TAUFIT_BENCH_DIR    where results and exported files go (default /tmp/taufit-bench)
#   TAUFIT              the program (default: built here)
# Nominal are the models of MuJoCo Menagerie (DATA/models/mjcf). Replayed is what was not identified from: the last 35 % of the
# Panda's log, another motion of the UR10e. Fails where an identified model is not better than its nominal one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
data=$(cd "${1:-$TAUFIT_DATA}" && pwd)
dir=${TAUFIT_BENCH_DIR:-/tmp/taufit-bench}/replay
python=${TAUFIT_PEERS_VENV:?set it to a virtual environment with mujoco, numpy and scipy}/bin/python
taufit=${TAUFIT:-$root/target/release/taufit}
[ -n "${TAUFIT:-}" ] || cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-cli

rm -rf "$dir"
mkdir -p "$dir"
cd "$dir" # MuJoCo writes its log where it runs

# replay NAME MJCF LOG_OF_FIT LOG_OF_REPLAY FROM_SHARE MEASURES OPTIONS...
replay() {
    local name="$1" mjcf="$2" fit="$3" other="$4" from="$5" measures="$6"
    shift 6
    "$taufit" identify "$mjcf" "$fit" "$@" --out "$name.taufit" > "$name.txt" 2> "$name.err" || [ $? = 4 ]
    "$taufit" export "$name.taufit" --to mjcf --no-meshes -o "$name.xml" 2> "$name.lost"
    "$python" "$here/mujoco_replay.py" "$name" "$mjcf" "$name.xml" "$other" "$from" "$measures"
}

panda="$data/panda_gaz2019/derived/panda.csv.gz"
ur10e="$data/ur10e_innopolis/derived"
replay panda "$data/models/mjcf/menagerie_panda_nohand.xml" "$panda" "$panda" 0.65 torque,closed --hold-out 0.35
replay ur10e "$data/models/mjcf/menagerie_ur10e.xml" "$ur10e/id_30s12h.csv.gz" "$ur10e/val_50s12h.csv.gz" 0 torque,open,closed \
    --effort torque --validate "$ur10e/val_50s12h.csv.gz"
