#!/usr/bin/env bash
# Real arms: torque errors of taufit's models with its defaults, joint by joint, beside the totals of the reference protocol.
# usage: public_logs.sh [DATA]      default $TAUFIT_DATA
set -eu
root=$(dirname "$(cd "$(dirname "$0")" && pwd)")
data=$(cd "${1:-$TAUFIT_DATA}" && pwd)
exec cargo run --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-io --example public_scores -- "$data"
