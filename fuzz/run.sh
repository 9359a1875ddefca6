#!/usr/bin/env bash
# Builds the fuzz driver and runs every target for some seconds (10 by default), two at a time, with 1 GB of memory each.
# An input that ends a run is kept in fuzz/findings/.
# usage: fuzz/run.sh [SECONDS]
#   TAUFIT_NO_BUILD    set to take the driver in target/release as it is, where there is one
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-10}"
program="${CARGO_TARGET_DIR:-$PWD/target}/release/taufit-fuzz"
if [ -z "${TAUFIT_NO_BUILD:-}" ] || [ ! -x "$program" ]; then
    cargo build --release --quiet --locked -p taufit-fuzz --bin taufit-fuzz
fi
scratch="$(mktemp -d -p "$([ -d /dev/shm ] && echo /dev/shm || echo /tmp)" taufit-fuzz-XXXXXX)"
trap 'rm -rf "$scratch"' EXIT
export TMPDIR="$scratch"

# Runs one target; keeps its last input if it fails.
one() {
    local target="$1"
    if ! (ulimit -v 1048576 -c 0; "$program" "$target" "$seconds" "fuzz/seeds/$target" "$seed"); then
        mkdir -p fuzz/findings
        cp "$TMPDIR/taufit-fuzz-$target-current" "fuzz/findings/$target-$seed" || true
        echo "$target: failed; input in fuzz/findings/$target-$seed"
        return 1
    fi
}
export -f one
export program seconds
export seed="${TAUFIT_FUZZ_SEED:-1}"
targets="$({ "$program" || true; } | awk '/^  / { print $1 }')"
[ -n "$targets" ] || { echo "the driver names no targets" >&2; exit 1; }
xargs -P 2 -I{} bash -c 'one {}' <<< "$targets"
