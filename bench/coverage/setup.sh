#!/usr/bin/env bash
# Installs MuJoCo, pinocchio, SciPy and PyArrow in DIR/venv and prints the path of its Python; does nothing where they are there already.
# usage: setup.sh DIR
#   TAUFIT_PEERS_VENV=PATH   use this virtual environment instead of DIR/venv
set -eu
dir=${1:?usage: setup.sh DIR}
venv=${TAUFIT_PEERS_VENV:-$dir/venv}

mkdir -p "$dir"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" >&2
"$venv/bin/python" -c 'import mujoco, pinocchio, scipy, pyarrow' 2>/dev/null ||
    "$venv/bin/pip" --quiet install mujoco==4.0.0 pin==4.1.0 numpy==2.4.6 scipy==1.17.1 pyarrow==26.0.1 >&2
echo "$venv/bin/python"
