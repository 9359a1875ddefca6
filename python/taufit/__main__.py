"""The ``taufit`` command: ``python -m taufit``."""

from __future__ import annotations

import signal
import sys

from taufit import _taufit


def main() -> int:
    """Run the command with the arguments of this process; returns the exit code."""
    # The command ends at Ctrl-C as programs do, or brings its work to a proper end by handlers of its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _taufit.run_program(["taufit", *sys.argv[1:]], program())


def program() -> list[str]:
    """Path and first arguments that start the command as a process of its own."""
    return [sys.executable, "-m", "taufit"]


if __name__ == "__main__":
    sys.exit(main())
