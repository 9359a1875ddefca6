#!/usr/bin/env bash
# Coverage of taufit's 95 % intervals and errors of its models, on random arms simulated in MuJoCo, beside a careful script.
# usage: coverage.sh [--simulate | --identify] [--bound] [--arms N] [--held-out] [--conditions A,B] [--binary PATH] [-- OPTIONS OF IDENTIFY]
#   --simulate     makes logs that are not there yet (DIR/arm_SEED), --identify uses those that are there; neither: both
#   --bound        gravity error of an efficient estimator (true structure, known noise) instead of taufit's
#   --check        logged torques against inverse dynamics first
#   TAUFIT_BENCH_DIR     where peers, logs and scores go (default /tmp/coverage)
#   TAUFIT_PEERS_VENV    virtual environment with mujoco, pin, scipy and pyarrow (default DIR/venv, made where it is missing)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${TAUFIT_BENCH_DIR:-/tmp/coverage}
python=$("$here/coverage/setup.sh" "$dir")
exec "$python" "$here/coverage.py" --dir "$dir" --binary "$(dirname "$here")/target/release/taufit" "$@"
