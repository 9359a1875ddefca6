#!/usr/bin/env python3
"""Prints which module of each library crate uses which, and fails on an edge against the order of the layers.

The order is that of the table of modules in the crate's `lib.rs`; between crates Cargo keeps it. A library that names a
command-line option fails as well: options belong to taufit-cli.
"""

import pathlib
import re
import sys

CRATES = pathlib.Path(__file__).resolve().parent.parent / "crates"
# Crates whose texts are about data and settings, never about the options of a program.
LIBRARIES = [
    "taufit-dynamics", "taufit-data", "taufit-estimate", "taufit-excite", "taufit-sim", "taufit", "taufit-io",
    "taufit-codegen",
]
OPTION = re.compile(r"(?<![-\w<!])--[a-z][a-z-]+")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)


def modules(crate):
    """Modules of a crate in the order of its layers, from the first column of the table in its lib.rs."""
    table = re.findall(r"^//! \| (.*?) \|", (CRATES / crate / "src/lib.rs").read_text(), re.M)
    names = [name for cell in table for name in re.findall(r"\[`(\w+)`\]", cell)]
    return [name for name in names if module_files(crate, name)]


def module_files(crate, module):
    source = CRATES / crate / "src"
    files = list((source / module).rglob("*.rs")) if (source / module).is_dir() else []
    return files + [path for path in [source / f"{module}.rs"] if path.exists()]


def code(path):
    """A file without comments and unit tests."""
    return re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M).split("#[cfg(test)]")[0]


def upward_edges(crate):
    """Prints the row of each module; edges to a module further down the table."""
    order = modules(crate)
    found = []
    for place, module in enumerate(order):
        text = "\n".join(code(path) for path in module_files(crate, module))
        uses = [other for other in order if other != module and re.search(rf"\bcrate::{other}\b", text)]
        print(f"{crate}: {module} -> {' '.join(uses) or '-'}")
        found += [f"{crate}: {module} uses {other}" for other in uses if order.index(other) > place]
    return found


def options(crate):
    """Options of the command line in the strings of a library."""
    for path in sorted((CRATES / crate / "src").rglob("*.rs")):
        for string in STRING.findall(code(path)):
            # Commands of ROS in the comments of written files are not ours.
            for option in [] if "ros2 " in string else OPTION.findall(string):
                yield f"{path.relative_to(CRATES)}: names the option {option}"


def main():
    faults = [fault for crate in LIBRARIES for fault in upward_edges(crate)]
    faults += [fault for crate in LIBRARIES for fault in options(crate)]
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
