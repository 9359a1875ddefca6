#!/usr/bin/env bash
# Installs the peers in DIR/venv and prints the path of its Python; does nothing where they are there already.
# usage: setup.sh DIR
#   TAUFIT_PEERS_VENV=PATH   use this virtual environment instead of DIR/venv (it needs pin and example-robot-data)
set -eu
dir=${1:?usage: setup.sh DIR}
venv=${TAUFIT_PEERS_VENV:-$dir/venv}

mkdir -p "$dir"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" >&2
"$venv/bin/python" -c 'import pinocchio, example_robot_data' 2>/dev/null ||
    "$venv/bin/pip" --quiet install pin==4.1.0 example-robot-data==6.0.0 numpy==2.4.6 >&2

missing=
[ -d /usr/include/eigen3 ] || missing="$missing libeigen3-dev"
[ -d /usr/include/boost ] || missing="$missing libboost-dev"
command -v g++ >/dev/null || missing="$missing g++"
if [ -n "$missing" ]; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    # shellcheck disable=SC2086  # a list of package names
    $sudo apt-get install --yes --no-install-recommends $missing >&2
fi
echo "$venv/bin/python"
