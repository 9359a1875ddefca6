"""Every code of an error or a warning is named by a test: by its number, or by its name in Rust.

usage: codes.py
"""

import pathlib
import re
import subprocess
import sys

# Errors of builds without a feature, and of a driver that never ends a motion, which the simulated one does not do.
UNTESTED = {"E071", "E231", "E247"}
ROOT = pathlib.Path(__file__).resolve().parent.parent


def sources():
    listed = subprocess.run(
        ["git", "ls-files", "crates", "fuzz", "python/tests"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [ROOT / line for line in listed.stdout.splitlines() if line.endswith((".rs", ".py"))]
    return {path: path.read_text() for path in paths if path.exists()}


def defined(texts):
    """Names of the variants by code."""
    names = {}
    for text in texts.values():
        if "define_diagnostics!" in text:
            names |= dict(re.findall(r'"([EW]\d{3})"\s+(\w+)', text))
        if "fn code(" in text:
            arms = re.findall(r'Self::(\w+)(?: \{[^}]*\}|\([^)]*\))? => "([EW]\d{3})"', text)
            names |= {code: name for name, code in arms}
    return names


def test_text(path, text):
    if "tests" in path.parts or path.name == "tests.rs":
        return text
    return text.partition("#[cfg(test)]")[2]


def main():
    texts = sources()
    names = defined(texts)
    tests = "\n".join(test_text(path, text) for path, text in texts.items())
    words = set(re.findall(r"\w+", tests))
    missing = [code for code, name in names.items() if not words & {code, name}]
    missing = [code for code in missing if code not in UNTESTED]
    for code in sorted(missing):
        print(f"{code} {names[code]}: no test names it")
    print(f"{len(names)} codes, {len(missing)} without a test")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
