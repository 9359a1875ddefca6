#!/usr/bin/env bash
# The Python package beside pinocchio (regressor) and the command line (identify): see python_speed.py.
# usage: python_speed.sh PYTHON      a Python that has taufit, and pin for the comparison
#   TAUFIT_DATA: public models (a UR5 as URDF); TAUFIT_BENCH_DIR: where speed.sh has built pinocchio's C++ loop
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ -z "${TAUFIT_DATA:-}" ] || export TAUFIT_SPEED_URDF="$TAUFIT_DATA/models/urdf/erd_ur5_robot.urdf"
exec "$1" "$here/python_speed.py"
