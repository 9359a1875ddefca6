#!/usr/bin/env python3
"""Fails on a type name that is defined twice in the crates: one word, one meaning.

Every crate may have its own `Error` and `Result`. Types of unit tests and associated types do not count.
"""

import collections
import pathlib
import re
import sys

CRATES = pathlib.Path(__file__).resolve().parent.parent / "crates"
TYPE = re.compile(r"^(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait|type|union) (\w+)", re.M)
PER_CRATE = {"Error", "Result"}


def main():
    places = collections.defaultdict(list)
    for path in sorted(CRATES.glob("*/src/**/*.rs")):
        for name in TYPE.findall(path.read_text().split("#[cfg(test)]\nmod tests")[0]):
            crate = path.relative_to(CRATES).parts[0]
            places[(crate, name) if name in PER_CRATE else name].append(str(path.relative_to(CRATES)))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    for name, found in sorted(twice.items(), key=str):
        print(f"{name} is defined {len(found)} times: {', '.join(found)}", file=sys.stderr)
    print(f"{len(places)} type names, {len(twice)} defined more than once")
    sys.exit(1 if twice else 0)


main()
