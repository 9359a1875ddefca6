#!/usr/bin/env bash
# Microseconds per sample of taufit, pinocchio's C++ and straight-line C for the one robot; UR5 and Panda, the same 1000 samples.
# Straight-line C twice: with the joints' axes carried outwards, and in the classical way with wrench columns carried inwards.
# usage: speed.sh [rounds]      default 5; the programs take turns, so that a busy machine hurts all of them; minima are printed
#   TAUFIT_BENCH_DIR   where peers, generated code and binaries go (default /tmp/taufit-bench); TAUFIT_PEERS_VENV: see setup.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
rounds=${1:-5}
dir=${TAUFIT_BENCH_DIR:-/tmp/taufit-bench}
python=$("$here/setup.sh" "$dir")
robots="ur5 panda"

[ -f "$dir/robots/panda.sum" ] || "$python" "$here/make_robots.py" "$dir/robots"
if [ ! "$dir/pinocchio_speed" -nt "$here/pinocchio_speed.cpp" ]; then
    echo "compiling the pinocchio program: three minutes" >&2
    prefix=$("$python" -c 'import cmeel, pathlib; print(pathlib.Path(cmeel.__file__).parents[1] / "cmeel.prefix")')
    # The list and arity limits are what pinocchio's own build sets: its joint variant is longer than Boost's default.
    g++ -O3 -march=native -std=c++17 -w -DNDEBUG -DBOOST_MPL_LIMIT_LIST_SIZE=30 -DBOOST_MPL_LIMIT_VECTOR_SIZE=30 \
        -DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS -DBOOST_FUSION_INVOKE_MAX_ARITY=12 \
        -I/usr/include/eigen3 -I"$prefix/include" "$here/pinocchio_speed.cpp" -o "$dir/pinocchio_speed"
fi
for robot in $robots; do
    "$python" "$here/straight_line.py" "$dir/robots/$robot" "$dir/$robot.c"
    gcc -O3 -march=native "$dir/$robot.c" "$here/straight_line_speed.c" -lm -o "$dir/straight_line_$robot"
done
cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p taufit-io --example speed
ours=${CARGO_TARGET_DIR:-$root/target}/release/examples/speed

for _ in $(seq "$rounds"); do
    for robot in $robots; do
        base=$dir/robots/$robot
        "$ours" "$robot" "$base" 40
        "$dir/pinocchio_speed" "$robot" "$base" 40
        "$dir/straight_line_$robot" "$robot" "$base" 40
    done
done | "$python" "$here/speed_table.py" "$dir/robots"
