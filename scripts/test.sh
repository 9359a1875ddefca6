#!/usr/bin/env bash
# All tests. Examples are programs for bench/ and the book: lints compile them, and building them here would take minutes.
# usage: test.sh [ARGUMENTS OF CARGO]
set -eu
cd "$(dirname "$0")/.."
cargo test --workspace --release --lib --bins --tests "$@"
cargo test --workspace --release --doc "$@"
