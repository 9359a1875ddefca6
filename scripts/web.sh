#!/usr/bin/env bash
# The web views of report and studio (web/): builds their bundles, which are committed, so that nobody else needs Node.
# usage: web.sh build|check|types|test...   several are done in turn
#   build   bundles into crates/taufit-report/assets and crates/taufit-studio/assets
#   check   bundles once more, from package-lock.json alone, and compares them byte for byte with those that are committed
#   types   TypeScript compiler, strict
#   test    tests of web/tests in Node, those of the browser where Chromium is installed
set -euo pipefail
cd "$(dirname "$0")/../web"
[ $# -gt 0 ] || { echo "usage: web.sh build|check|types|test..." >&2 && exit 2; }

if ! command -v npm > /dev/null || ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; then
    echo "web: skipped, Node 20 with npm is not installed; the committed bundles are not compared"
    exit 0
fi
# The packages of the lock file, once per lock file.
if ! cmp -s package-lock.json node_modules/.lock; then
    if ! npm ci --ignore-scripts --no-audit --no-fund --loglevel=error; then
        echo "web: skipped, the packages cannot be had from npm; the committed bundles are not compared"
        exit 0
    fi
    cp package-lock.json node_modules/.lock
fi

# Files that a build makes, relative to crates/.
bundles() {
    (cd "$1" && find . -path '*/assets/*' -type f | LC_ALL=C sort)
}

check() {
    local place
    place=$(mktemp -d)
    node build/build.mjs "$place"
    local status=0
    while read -r file; do
        cmp "$place/$file" "../crates/$file" || status=1
    done < <(bundles "$place")
    diff <(bundles "$place") <(cd ../crates && git ls-files | grep -E '^taufit-(report|studio)/assets/' | sed 's|^|./|' | LC_ALL=C sort) || status=1
    rm -r "$place"
    [ "$status" = 0 ] || { echo "web: bundles differ from their source: scripts/web.sh build, and commit" >&2 && exit 1; }
    echo "web: bundles are those of the source"
}

for what in "$@"; do
    case "$what" in
    build) node build/build.mjs ;;
    check) check ;;
    types) npx --no-install tsc --noEmit ;;
    test) node --test tests/ ;;
    *) echo "usage: web.sh build|check|types|test..." >&2 && exit 2 ;;
    esac
done
