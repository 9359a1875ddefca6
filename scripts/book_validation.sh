#!/usr/bin/env bash
# Writes the figures of the book's validation page anew, from public logs of real arms.
# usage: book_validation.sh [DATA]      default $TAUFIT_DATA
set -euo pipefail
cd "$(dirname "$0")/.."
data=$(cd "${1:-$TAUFIT_DATA}" && pwd)
out=book/src/validation
mkdir -p "$out"

# record NAME COMMAND...: what a command prints, below the day.
record() {
    local name="$1"
    shift
    { date -u +%F; "$@"; } > "$out/$name.txt"
}

weigh() {
    local runs="$data/ur10e_innopolis/derived" robot="$data/ur10e_innopolis/original/ur10e.urdf"
    COLUMNS=88 target/release/taufit payload "$robot" "$runs/loaded_14h_2.805kg.csv.gz" \
        --unloaded "$runs/unloaded_14h.csv.gz" 2>/dev/null | sed '/^Rule/,$d'
}

cargo build --quiet --release -p taufit-cli
record public_logs bench/public_logs.sh "$data"
record motors_ur10e bench/motors_ur10e.sh "$data"
record payload_ur10e weigh
