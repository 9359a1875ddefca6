#!/usr/bin/env python3
"""Compares two result.json files number by number: compare_results.py OLD NEW [--relative 1e-9].

Fields are matched by their path. Numbers that only one file has, as after a renamed field, must have an equal
one among those that only the other has; those of OLD without one are counted by field.
Prints every number that differs by more than the relative tolerance and ends with 1 if there is any.
"""
import argparse
import bisect
import collections
import json
import re


def leaves(value, path=""):
    """Paths and values of all leaves."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}")
    elif isinstance(value, list):
        for k, item in enumerate(value):
            yield from leaves(item, f"{path}[{k}]")
    else:
        yield path, value


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def are_equal(a, b, relative):
    return abs(a - b) <= relative * max(abs(a), abs(b))


def lost(old, new, relative):
    """Fields of numbers of OLD that have no equal one in NEW, with how many they are."""
    found = sorted(new.values())
    def has_equal(x):
        k = bisect.bisect_left(found, x)
        return any(are_equal(x, y, relative) for y in found[max(k - 1, 0):k + 1])
    return collections.Counter(re.sub(r"\[\d+\]", "[]", p) for p, x in old.items() if not has_equal(x))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--relative", type=float, default=1e-9)
    args = parser.parse_args()
    old, new = ({p: x for p, x in leaves(json.load(open(path, encoding="utf-8"))) if is_number(x)}
                for path in (args.old, args.new))
    common = [p for p in old if p in new]
    differing = [p for p in common if not are_equal(old[p], new[p], args.relative)]
    for path in differing:
        print(f"{path}: {old[path]!r} -> {new[path]!r}")
    only_old, only_new = ({p: x for p, x in a.items() if p not in b} for a, b in ((old, new), (new, old)))
    for field, n in lost(only_old, only_new, args.relative).items():
        print(f"{field}: {n} numbers without an equal one in {args.new}")
    print(f"{len(common)} numbers compared, {len(differing)} differ; "
          f"{len(only_old)} only in {args.old}, {len(only_new)} only in {args.new}")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
