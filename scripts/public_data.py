#!/usr/bin/env python3
"""Compares the public logs in a folder with testdata/public_data.toml, and says where they come from.

usage: public_data.py [FOLDER]      default $TAUFIT_DATA
Nothing is fetched. `original/` holds files as published, `derived/` tables made from them (header row, SI units,
joint side, unfiltered: t, q*, qd*, tau*).
"""

import gzip
import hashlib
import os
import sys
import tomllib
from pathlib import Path

LIST = Path(__file__).parent.parent / "testdata" / "public_data.toml"


def sha256(path: Path) -> str:
    data = path.read_bytes()
    return hashlib.sha256(gzip.decompress(data) if path.suffix == ".gz" else data).hexdigest()


def main() -> int:
    folder = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("TAUFIT_DATA")
    n_wrong = 0
    for name, entry in tomllib.loads(LIST.read_text()).items():
        print(f"{name}: {entry['url']} ({entry['licence']})")
        for file, expected in entry["sha256"].items() if folder else ():
            path = Path(folder, name, file)
            state = "missing" if not path.exists() else "as listed" if sha256(path) == expected else "CHANGED"
            n_wrong += state == "CHANGED"
            print(f"  {file}: {state}")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
