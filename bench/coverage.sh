#!/usr/bin/env bash
# Coverage of taufit's 95 % intervals and errors of its models, on random arms simulated in MuJoCo, beside a careful script.
# usage: coverage.sh [--simulate | --identify] [--arms N] [--held-out] [--conditions A,B] [--binary PATH] [-- OPTIONS OF IDENTIFY]
#   --simulate     makes logs that are not there yet (DIR/arm_SEED), --identify uses those that are there; neither: both
#   --check        logged torques against inverse dynamics first
#   TAUFIT_BENCH_DIR     where peers, logs and scores go (default /tmp/coverage)
#   TAUFIT_PEERS_VENV    virtual environment with mujoco, pin, scipy and pyarrow (default DIR/venv, made where it is missing)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${TAUFIT_BENCH_DIR:-/tmp/coverage}
venv=${TAUFIT_PEERS_VENV:-$dir/venv}

mkdir -p "$dir"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" >&2
"$venv/bin/python" -c 'import mujoco, pinocchio, scipy, pyarrow' 2>/dev/null ||
    "$venv/bin/pip" --quiet install mujoco==4.0.0 pin==4.1.0 numpy==2.4.6 scipy==1.17.1 pyarrow==26.0.1 >&2
exec "$venv/bin/python" "$here/coverage.py" --dir "$dir" --binary "$(dirname "$here")/target/release/taufit" "$@"
