#!/usr/bin/env python3
"""Checks that every dependency may be used under one of the licences below.

Reads `cargo metadata`; understands SPDX expressions with AND, OR, WITH, brackets and the old `/`.
Exit code 1 names every crate that is not allowed.
"""

import json
import re
import subprocess
import sys

ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC", "MIT",
    "MIT-0", "Unicode-3.0", "Unlicense", "Zlib",
    # An exception only adds permissions.
    "Apache-2.0 WITH LLVM-exception",
}


def allowed(expression):
    """Whether a licence expression can be satisfied with ALLOWED alone."""
    tokens = re.findall(r"[()]|[\w.+-]+(?: WITH [\w.-]+)?", expression.replace("/", " OR "))
    value = either(tokens)
    if tokens:
        raise ValueError(f"cannot read licence {expression!r}")
    return value


def either(tokens):
    """`a OR b`; takes its tokens from the front."""
    value = both(tokens)
    while tokens and tokens[0] == "OR":
        tokens.pop(0)
        value = both(tokens) or value
    return value


def both(tokens):
    """`a AND b`, which binds closer than OR."""
    value = single(tokens)
    while tokens and tokens[0] == "AND":
        tokens.pop(0)
        value = single(tokens) and value
    return value


def single(tokens):
    """One licence, or an expression in brackets."""
    if not tokens:
        return False
    token = tokens.pop(0)
    if token != "(":
        return token in ALLOWED
    value = either(tokens)
    if not tokens or tokens.pop(0) != ")":
        raise ValueError("a bracket is not closed")
    return value


def self_test():
    """The expressions that occur in practice."""
    assert allowed("MIT OR Apache-2.0") and allowed("MIT/Apache-2.0")
    assert allowed("(MIT OR Apache-2.0) AND Unicode-3.0")
    assert allowed("MIT OR GPL-3.0-only") and allowed("Apache-2.0 WITH LLVM-exception OR GPL-2.0")
    assert not allowed("MPL-2.0") and not allowed("MIT AND MPL-2.0") and not allowed("")


def main():
    self_test()
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    packages = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["packages"]
    refused = [p for p in packages if not allowed(p["license"] or "")]
    for p in refused:
        print(f"{p['name']} {p['version']}: {p['license'] or 'no licence given'}", file=sys.stderr)
    if refused:
        sys.exit(1)
    print(f"licences of {len(packages)} packages: all allowed")


if __name__ == "__main__":
    main()
