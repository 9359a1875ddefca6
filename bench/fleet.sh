#!/usr/bin/env bash
# A simulated fleet of six-axis arms with known parameters, 10 planted outliers and 20 planted drifts: what is found, how
# well intervals cover, how fast logs become evidence, how large the store is.
# usage: fleet.sh [ROBOTS] [LOGS] [SEED]      default: 100 robots, 10 logs, seed 1; the published figures have 1000 robots
#   Seeds 1 to 9 are for development; 101 is looked at once, for the published figures.
#   TAUFIT_BENCH_DIR     where stores and logs go (default /tmp/fleet)
#   TAUFIT_NO_BUILD      the programs in target/release are taken as they are
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
robots=${1:-100} logs=${2:-10} seed=${3:-1}
dir=${TAUFIT_BENCH_DIR:-/tmp/fleet}/seed$seed-$robots
rm -rf "$dir" && mkdir -p "$dir"
cd "$here"
[ -n "${TAUFIT_NO_BUILD:-}" ] || cargo build --release -q -p taufit-io --example fleet -p taufit-cli
fleet=target/release/examples/fleet taufit=target/release/taufit
echo "== statistics"
$fleet "$robots" "$logs" "$seed" "$dir/store"
echo "== report"
/usr/bin/time -f "%e s, %M kB" $taufit fleet "$dir/store" --out "$dir/fleet.taufit" > "$dir/fleet.txt"
head -5 "$dir/fleet.txt"
exec bench/fleet_speed.sh
