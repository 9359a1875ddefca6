#!/usr/bin/env bash
# Logs of the arms of coverage.sh, spoiled in ordinary ways: verdict, exit code and first cause of `taufit identify`, spoil by spoil.
# usage: spoiled_arms.sh [--arms N] [--first SEED] [--held-out] [--condition NAME] [--spoils A,B] [--binary PATH] [--verbose]
#   TAUFIT_BENCH_DIR, TAUFIT_PEERS_VENV    as for coverage.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${TAUFIT_BENCH_DIR:-/tmp/coverage}
python=$("$here/coverage/setup.sh" "$dir")
exec "$python" "$here/spoiled_arms.py" --dir "$dir" --binary "$(dirname "$here")/target/release/taufit" "$@"
