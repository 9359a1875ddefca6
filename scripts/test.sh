#!/usr/bin/env bash
# All tests. Examples are programs for bench/ and the book: lints compile them, and building them here would take minutes.
# Tests that need something from outside are ignored by default and run here by a part of their names where it is at hand:
# `public` needs public data in TAUFIT_DATA, `browser` Chromium, `python` a Python (TAUFIT_PYTHON), which the Python package is
# tested with as well (scripts/python.sh, an environment of its own in target/python). People at work in the studio need Node and
# Chromium (scripts/studio.sh).
# usage: test.sh [ARGUMENTS OF CARGO]
set -eu
cd "$(dirname "$0")/.."

# Runs ignored tests whose path contains a word.
ignored() {
    local word="$1"
    shift
    cargo test --workspace --release --lib --bins --tests "$@" -- --ignored "$word"
}

python="${TAUFIT_PYTHON:-python3}"
cargo test --workspace --release --lib --bins --tests "$@"
[ -z "${TAUFIT_DATA:-}" ] || ignored public "$@"
scripts/setup.sh
if command -v chromium chromium-browser google-chrome >/dev/null; then ignored browser "$@"; fi
scripts/studio.sh
if command -v "$python" >/dev/null; then ignored run_in_python "$@"; fi
if "$python" -c 'import mcap_ros2, yaml' 2>/dev/null; then ignored python_packages "$@"; fi
if command -v "$python" >/dev/null; then TAUFIT_PYTHON="$python" scripts/python.sh test "$@"; fi
cargo test --workspace --release --doc "$@"
