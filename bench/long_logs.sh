#!/usr/bin/env bash
# Time and peak memory of the verbs on logs of 10^5, 10^6 and 10^7 samples of a UR5 at 500 Hz. Needs GNU time; 10^7
# samples take 8 GB of disk. Times are those of the processor, so that a busy machine does not count.
# usage: long_logs.sh [SIZES [FORMATS]]     long_logs.sh "100000 1000000" "csv mcap"
set -eu
sizes=${1:-100000 1000000 10000000}
formats=${2:-mcap csv}
cd "$(dirname "$0")/.."
taufit=${TAUFIT:-target/release/taufit}
writer=${LONG_LOG:-target/release/examples/long_log}
[ -x "$taufit" ] || cargo build --quiet --release --workspace --bins
[ -x "$writer" ] || cargo build --quiet --release --workspace --example long_log
work=$(mktemp -d "${TAUFIT_BENCH_DIR:-/tmp}/long_logs.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Prints a row of the table: verb, samples, format, seconds, megabytes, exit code.
measure() {
    local samples=$1 format=$2 code=0
    shift 2
    /usr/bin/time -o "$work/time" -f '%U %S %M' "$taufit" "$@" > "$work/out" 2> "$work/err" || code=$?
    # GNU time writes a line about a command that ends with another code than zero.
    tail -n 1 "$work/time" | awk -v verb="$1" -v n="$samples" -v f="$format" -v code="$code" \
        '{ printf "| %-8s | %8d | %-4s | %8.1f | %6.0f | %d |\n", verb, n, f, $1 + $2, $3 / 1024, code }'
    # Verdicts are codes too; everything else is a failure.
    case $code in 0 | 3 | 4) ;; *) head -n 3 "$work/err" >&2 ;; esac
}

echo "| verb     |  samples | file | time [s] | memory [MB] | exit code |"
echo "|---|---|---|---|---|---|"
for samples in $sizes; do
    for format in $formats; do
        for kind in motion loaded poses sweep; do
            "$writer" "$kind" "$samples" "$work/$kind.$format"
        done
        effort=--effort=torque
        measure "$samples" "$format" inspect "$work/motion.$format" --robot ur5 $effort
        measure "$samples" "$format" identify ur5 "$work/motion.$format" $effort --out "$work/identify"
        measure "$samples" "$format" payload ur5 "$work/loaded.$format" --free-log "$work/motion.$format" --frame link6 $effort --out "$work/payload"
        measure "$samples" "$format" gravity ur5 "$work/poses.$format" $effort --out "$work/gravity"
        measure "$samples" "$format" motors ur5 "$work/sweep.$format" --effort=current --out "$work/motors"
        rm -rf "$work"/identify "$work"/payload "$work"/gravity "$work"/motors "$work"/*."$format"
    done
    "$writer" elastic "$samples" "$work/elastic.mcap"
    measure "$samples" mcap elastic ur5 "$work/elastic.mcap" --effort=torque --out "$work/elastic"
    rm -rf "$work"/elastic "$work"/elastic.mcap
done
