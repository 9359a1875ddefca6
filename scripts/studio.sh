#!/usr/bin/env bash
# People at work in the studio: the real program in a real browser, from their files to what they came for (web/tests/studio).
# Numbers on the page are those of the same command in a terminal. Pictures go to target/studio. usage: studio.sh [PERSONA...]
set -eu
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-target}"
program="$(pwd)/$target/release/taufit"
[ "${target#/}" = "$target" ] || program="$target/release/taufit"
browser="$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)"
if [ -z "$browser" ] || ! command -v npm > /dev/null; then
    echo "studio: skipped, it needs Node and Chromium"
    exit 0
fi
if [ ! -x "$program" ]; then
    cargo build --release --locked --quiet -p taufit-cli
fi
if [ ! -d web/node_modules/playwright-core ] && ! (cd web && npm ci --silent); then
    echo "studio: skipped, its packages cannot be installed"
    exit 0
fi
TAUFIT="$program" CHROMIUM="$browser" TAUFIT_ARTEFACTS="$(pwd)/target/studio" node web/tests/studio/personas.mjs "$@"
