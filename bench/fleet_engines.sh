#!/usr/bin/env bash
# The fleet of fleet.sh on the process pool, Ray, Dask and Spark with two workers each, one of which is killed: times, overheads,
# speed-up from one worker to two, memory; stores on S3 (moto on loopback) and read by DuckDB and polars. All estimates against
# those of one process.
# usage: fleet_engines.sh [ROBOTS] [LOGS] [ENGINE...]      default: 6 robots, 80 logs, pool1 pool2 ray1 ray2 dask2 spark2
#   TAUFIT_BENCH_DIR     where packages, logs and stores go (default /tmp/fleet)
#   TAUFIT_PYTHON_ENV    environment with all packages, instead of one of its own
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
robots=${1:-6} logs=${2:-80}
shift $(($# < 2 ? $# : 2))
dir=${TAUFIT_BENCH_DIR:-/tmp/fleet}/engines
env=${TAUFIT_PYTHON_ENV:-$dir/python}
mkdir -p "$dir"
cd "$here"
if [ ! -x "$env/bin/python" ]; then
    "${TAUFIT_PYTHON:-python3}" -m venv "$env"
    "$env/bin/pip" install --quiet numpy pyarrow fsspec s3fs 'moto[server]' duckdb polars pandas ray 'dask[distributed]' pyspark
fi
[ -n "${TAUFIT_NO_BUILD:-}" ] || cargo build --release -q -p taufit-py -p taufit-cli -p taufit-io --example fleet --lib --bins
cp target/release/lib_taufit.so python/taufit/_taufit.abi3.so
rm -rf "$dir/logs" "$dir/logs.parquet" && target/release/examples/fleet --files "$robots" "$logs" 1 "$dir/logs"
export PYTHONPATH="$here/python:$here/bench" PYTHONWARNINGS=ignore RAY_AUTH_MODE=disabled RAY_worker_niceness=0 SPARK_LOCAL_IP=127.0.0.1
# Workers of Spark are started by the interpreter that is found first.
export PATH="$env/bin:$PATH" PYSPARK_PYTHON="$env/bin/python"
exec "$env/bin/python" bench/fleet_engines.py "$dir" "$@"
