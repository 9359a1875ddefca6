#!/usr/bin/env bash
# Tests of the Python package in an environment of its own (target/python), with peers from PyPI; types and notebooks on request.
# The native module is built as the tests of the workspace are, so that nothing is compiled twice; scripts/wheel.sh builds wheels.
# usage: python.sh test|types|notebooks [ARGUMENTS OF CARGO]
#   TAUFIT_PYTHON       interpreter (default python3)
#   TAUFIT_PYTHON_ENV   environment that is used instead of target/python, with all packages in it
#   TAUFIT_NO_BUILD     the native module in target/release is taken as it is
set -eu
cd "$(dirname "$0")/.."
what=${1:?usage: python.sh test|types|notebooks}
shift
place=${TAUFIT_PYTHON_ENV:-$PWD/target/python}
python=$place/bin/python
if [ ! -x "$python" ]; then
    "${TAUFIT_PYTHON:-python3}" -m venv "$place"
    "$place/bin/pip" install --quiet numpy pytest pandas polars pyarrow fsspec matplotlib tqdm mypy pyright nbconvert ipykernel
    # Peers: tests that need them are skipped, and say so, where they cannot be had.
    for peer in pin mujoco; do "$place/bin/pip" install --quiet "$peer" || echo "$peer cannot be had"; done
fi
[ -n "${TAUFIT_NO_BUILD:-}" ] || cargo build --workspace --release --lib --bins --tests "$@"
cp "${CARGO_TARGET_DIR:-target}/release/lib_taufit.so" python/taufit/_taufit.abi3.so
export PYTHONPATH="$PWD/python"
case "$what" in
test) "$python" -m pytest -q -rs -W "ignore::taufit.Warning" python/tests ;;
types)
    "$python" scripts/python_verbs.py --check
    "$python" scripts/python_reference.py --check
    "$python" -m mypy
    "$python" -m mypy.stubtest taufit --mypy-config-file pyproject.toml --allowlist python/stubtest_allowlist.txt --ignore-unused-allowlist
    "$python" -m pyright --pythonpath "$python"
    ;;
notebooks) scripts/notebooks.sh "$python" ;;
*) echo "usage: python.sh test|types|notebooks" >&2 && exit 2 ;;
esac
