#!/usr/bin/env python3
"""Checks that every citation "Author 1986" in code and book stands in REFERENCES.md, by a cited surname and the year."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = r"[A-Z][\w-]+"
CITATION = re.compile(rf"({NAME}(?:,? (?:and |& |van den |Van )?{NAME})*)(?: et al\.)?,? \(?((?:19|20)\d\d)\b")
# Words before a year that are no authors.
NO_AUTHORS = {"November", "October", "September", "On", "In", "Electroacoustics", "Since", "ROS", "Debian"}


def citations(text):
    for names, year in CITATION.findall(text):
        surnames = re.findall(NAME, names)
        if not NO_AUTHORS & set(surnames):
            yield surnames, year


def main():
    references = (ROOT / "REFERENCES.md").read_text().splitlines()
    files = [*ROOT.glob("crates/*/src/**/*.rs"), *ROOT.glob("book/src/**/*.md"), ROOT / "README.md"]
    missing = set()
    for path in files:
        text = path.read_text()
        comments = text if path.suffix == ".md" else " ".join(re.findall(r"//[/!]? ?(.*)", text))
        for surnames, year in citations(comments):
            if not any(year in line and any(name in line for name in surnames) for line in references):
                missing.add(f"{path.relative_to(ROOT)}: {' '.join(surnames)} {year}")
    print("\n".join(sorted(missing)))
    sys.exit(1 if missing else 0)


main()
