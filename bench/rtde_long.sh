#!/usr/bin/env bash
# Ten minutes at 500 Hz over RTDE: served robot and client on this computer, loss, CPU, memory. Needs GNU time.
# usage: rtde_long.sh [SECONDS]
#   TAUFIT_NO_BUILD    set to take the program in target/release as it is
set -eu
seconds=${1:-600}
cd "$(dirname "$0")/.."
[ -n "${TAUFIT_NO_BUILD:-}" ] || cargo build --release --quiet -p taufit-cli
taufit=$PWD/target/release/taufit
work=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
cat > "$work/listen.toml" <<TOML
robot = "ur5"

[log]
duration_s = $seconds

[link.rtde]
port = 31004
script_port = 31002
dashboard_port = 30999
TOML
/usr/bin/time -f 'server: %e s wall, %U + %S s CPU, at most %M kB' \
    "$taufit" serve --as rtde --robot ur5 --port-offset 1000 --for-s "$((2 * seconds + 10))" > "$work/served" 2> "$work/server" &
server=$!
sleep 2
/usr/bin/time -f 'client: %e s wall, %U + %S s CPU, at most %M kB' \
    "$taufit" run "$work/listen.toml" --link rtde -o "$work/listen.mcap"
ls -l "$work/listen.mcap" | awk '{print $5 " bytes"}'
# GNU time waits for the server itself.
kill -INT "$(pgrep -P "$server")"
wait "$server" || true
server=
tail -1 "$work/server"
