"""``ros2 run taufit_ros taufit``: the installed program, or the one of the Python package."""

import os
import shutil
import sys


def main() -> int:
    """Run the program with the arguments of this process; returns the exit code."""
    program = shutil.which("taufit")
    if program:
        os.execv(program, ["taufit", *sys.argv[1:]])
    try:
        from taufit.__main__ import main as run
    except ImportError:
        sys.exit("taufit is not installed: install its .deb or wheel, or cargo install --path crates/taufit-cli")
    return run()


if __name__ == "__main__":
    sys.exit(main())
