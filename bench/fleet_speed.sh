#!/usr/bin/env bash
# From files of 15 000 six-axis samples to the store on one core, MCAP and Parquet: samples and logs per second of processor
# time, hashing and start of the program included, and peak memory.
# usage: fleet_speed.sh [LOGS] [RUNS]      default 128 logs, best of 3 runs
#   TAUFIT_BENCH_DIR     where logs and stores go (default /tmp/fleet)
set -eu
logs=${1:-128} runs=${2:-3}
cd "$(dirname "$0")/.."
dir=${TAUFIT_BENCH_DIR:-/tmp/fleet}/speed
fleet=target/release/examples/fleet taufit=target/release/taufit
[ -x $fleet ] && [ -x $taufit ] || cargo build --release -q -p taufit-io --example fleet -p taufit-cli
if [ ! -d "$dir/$logs" ]; then
    mkdir -p "$dir"
    $fleet --files 8 $((logs / 8)) 1 "$dir/$logs"
fi
for format in mcap parquet; do
    place=$dir/$logs && [ $format = mcap ] || place=$dir/$logs.parquet
    rm -rf "$dir/plan" && $taufit observe ur5 "$place"/arm0000/*.$format --store "$dir/plan" --effort torque --plan-only > "$dir/out"
    for _ in $(seq "$runs"); do
        rm -rf "$dir/store" && mkdir "$dir/store" && cp "$dir/plan/plan.json" "$dir/store"
        RAYON_NUM_THREADS=1 /usr/bin/time -o "$dir/time" -f '%U %S %M' \
            $taufit observe ur5 "$place"/*/*.$format --store "$dir/store" --effort torque > "$dir/out"
        cat "$dir/time"
    done | sort -n | head -1 | awk -v n="$logs" -v f=$format -v kb="$(du -s --apparent-size -B1 "$place" | cut -f1)" '{
        s = $1 + $2
        printf "%s: %.0f samples/s and core, %.1f logs/s and core, %.2f s for %d logs of %.0f kB, %.0f MB of memory\n",
            f, 15000 * n / s, n / s, s, n, kb / n / 1000, $3 / 1024 }'
    cat "$dir/out"
done
