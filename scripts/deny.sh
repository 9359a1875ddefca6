#!/usr/bin/env bash
# Checks dependencies with cargo-deny (deny.toml): licences, bans, duplicates, sources, and advisories where their database
# is at hand. Installs cargo-deny where it is missing; where it cannot be installed, checks licences alone.
set -eu
cd "$(dirname "$0")/.."
version=0.20.2
tools=${TAUFIT_TOOLS:-$HOME/.cache/taufit-tools}
PATH="$tools/bin:$PATH"
if ! command -v cargo-deny > /dev/null; then
    echo "installing cargo-deny $version into $tools"
    if ! nice -n 5 cargo install cargo-deny --version "$version" --locked --quiet --root "$tools"; then
        echo "cargo-deny cannot be installed: licences only; bans, duplicates and sources are not checked"
        exec python3 scripts/licences.py
    fi
fi
cargo deny --locked check licenses bans sources
# The database is a git repository of its own, which an offline computer does not have.
if [ -d "${CARGO_HOME:-$HOME/.cargo}/advisory-dbs" ]; then
    cargo deny --offline --locked check advisories
else
    echo "advisories: no database on this computer, not checked (cargo deny fetch gets it)"
fi
