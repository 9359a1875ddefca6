#!/usr/bin/env bash
# Models identified from designed motions and from random ones of equal length, on the arms of coverage.sh simulated in MuJoCo.
# usage: excite_quality.sh [--arms N] [--held-out] [--binary PATH] [-- "OPTIONS OF EXCITE" ..]
#   without options: the default design and --criterion d
#   TAUFIT_BENCH_DIR, TAUFIT_PEERS_VENV    as for coverage.sh
# Prints median errors of the inverse dynamics at random states, their ratios, and the joint that uses least of its limits.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${TAUFIT_BENCH_DIR:-/tmp/coverage}
python=$("$here/coverage/setup.sh" "$dir")
exec "$python" "$here/excite_quality.py" --dir "$dir" --binary "$(dirname "$here")/target/release/taufit" "$@"
