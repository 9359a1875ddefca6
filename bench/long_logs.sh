#!/usr/bin/env bash
# Time and peak memory of the verbs on logs of 10^5, 10^6 and 10^7 samples of a UR5 at 500 Hz. Needs GNU time; 10^7
# samples take 8 GB of disk. Times are those of the processor, so that a busy machine does not count.
# usage: long_logs.sh [SIZES [FORMATS]]     long_logs.sh "100000 1000000" "csv mcap"
set -eu
sizes=${1:-100000 1000000 10000000}
formats=${2:-mcap parquet csv}
cd "$(dirname "$0")/.."
taufit=${TAUFIT:-target/release/taufit}
writer=${LONG_LOG:-target/release/examples/long_log}
[ -x "$taufit" ] || cargo build --quiet --release --workspace --bins
[ -x "$writer" ] || cargo build --quiet --release --workspace --example long_log
work=$(mktemp -d "${TAUFIT_BENCH_DIR:-/tmp}/long_logs.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Runs a verb and prints a row of the table: verb, samples, format, seconds, megabytes, exit code.
measure() {
    local samples=$1 format=$2 code=0
    shift 2
    /usr/bin/time -o "$work/time" -f '%U %S %M' "$taufit" "$@" > "$work/out" 2> "$work/err" || code=$?
    # GNU time writes a line about a command that ends with another code than zero.
    tail -n 1 "$work/time" | awk -v verb="$1" -v n="$samples" -v f="$format" -v code="$code" \
        '{ printf "| %-10s | %8d | %-7s | %8.1f | %6.0f | %d |\n", verb, n, f, $1 + $2, $3 / 1024, code }'
    # Verdicts are codes too; everything else is a failure.
    case $code in 0 | 3 | 4) ;; *) head -n 3 "$work/err" >&2 ;; esac
}

echo "| verb       |  samples | file    | time [s] | memory [MB] | exit code |"
echo "|---|---|---|---|---|---|"
# A model for the verbs that need one, and a log without contact.
"$writer" motion 50000 "$work/short.mcap"
"$taufit" identify ur5 "$work/short.mcap" --out "$work/model" > /dev/null 2>&1 || true
for samples in $sizes; do
    for format in $formats; do
        # Every log is written just before it is needed, so that no more than two are on the disk.
        log() { "$writer" "$1" "$samples" "$work/$1.$format"; }
        file() { echo "$work/$1.$format"; }
        torque=--effort=torque
        log motion
        measure "$samples" "$format" inspect "$(file motion)" --robot ur5 $torque
        measure "$samples" "$format" identify ur5 "$(file motion)" $torque --out "$work/identify"
        measure "$samples" "$format" validate "$work/model" "$(file motion)" $torque
        measure "$samples" "$format" collisions "$work/model" "$(file motion)" --free "$work/short.mcap" $torque --out "$work/collisions"
        log loaded
        measure "$samples" "$format" payload ur5 "$(file loaded)" --unloaded "$(file motion)" --frame link6 $torque --out "$work/payload"
        rm -f "$(file motion)" "$(file loaded)"
        log currents
        log loaded_currents
        measure "$samples" "$format" gains ur5 "$(file currents)" --loaded "$(file loaded_currents)" --mass-kg 2 --frame link6 --effort=current
        rm -f "$(file currents)" "$(file loaded_currents)"
        log poses
        measure "$samples" "$format" gravity ur5 "$(file poses)" $torque --out "$work/gravity"
        rm -f "$(file poses)"
        log sweep
        measure "$samples" "$format" motors ur5 "$(file sweep)" --effort=current --out "$work/motors"
        rm -f "$(file sweep)"
        log clamped
        measure "$samples" "$format" stiffness ur5 "$(file clamped)" $torque --no-wrench --out "$work/stiffness"
        rm -f "$(file clamped)"
        log elastic
        measure "$samples" "$format" elastic ur5 "$(file elastic)" $torque --out "$work/elastic"
        rm -f "$(file elastic)"
        if [ "$format" != mcap ]; then
            log targets
            # The second row of `gains`: from the targets of the controller.
            measure "$samples" "$format" gains ur5 "$(file targets)" --from-targets
            rm -f "$(file targets)"
        fi
        rm -rf "$work"/{identify,collisions,payload,gravity,motors,stiffness,elastic}
    done
done
