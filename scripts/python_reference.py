#!/usr/bin/env python3
"""Writes book/src/python/reference.md from the docstrings of the Python package, which must be installed.

usage: python_reference.py [--check]
"""

import inspect
import pathlib
import sys

import taufit

TARGET = pathlib.Path(__file__).resolve().parent.parent / "book/src/python/reference.md"


def signature(name, value):
    """A signature on one line, or argument by argument."""
    found = inspect.signature(value)
    line = f"{name}{found}".replace("'", "")
    if len(line) <= 100:
        return line
    arguments, lines, seen = found.parameters.values(), [], False
    for argument in arguments:
        if argument.kind is inspect.Parameter.KEYWORD_ONLY and not seen:
            lines, seen = [*lines, "    *,"], True
        default = "" if argument.default is inspect.Parameter.empty else f"={argument.default!r}"
        lines.append(f"    {argument.name}{default},")
    return "\n".join([f"{name}(", *lines, ")"])


def block(language, text):
    return [f"```{language}", text.rstrip(), "```", ""]


def function(name, value, level):
    return [f"{'#' * level} {name}", "", *block("python", signature(name, value)), *block("text", inspect.getdoc(value))]


def members(cls):
    """Public members that the class defines itself, properties first as they stand."""
    for name, value in vars(cls).items():
        if name.startswith("_"):
            continue
        if isinstance(value, property):
            yield [f"- `{name}`: {inspect.getdoc(value) or ''}".replace("\n", " ")]
        elif callable(value) or isinstance(value, (classmethod, staticmethod)):
            found = getattr(cls, name)
            yield ["", *block("python", signature(f"{cls.__name__}.{name}", found)), *block("text", inspect.getdoc(found) or "")]


def described(name, cls):
    """A class with its members."""
    lines = [f"### {name}", "", *block("text", inspect.getdoc(cls))]
    for entry in members(cls):
        lines += entry
    return [*lines, ""]


def page():
    lines = [
        "# Python reference",
        "",
        "Written by `scripts/python_reference.py` from the docstrings.",
        "",
        "## Verbs",
        "",
    ]
    from taufit import _verbs

    for name in _verbs.__all__:
        lines += function(name, getattr(taufit, name), 3)
    lines += ["## Other functions", ""] + function("load", taufit.load, 3)
    lines += ["## Classes", ""]
    for name in ("Robot", "Recording", "Result", "Base", "Series", "Evidence", "Solution"):
        lines += described(name, getattr(taufit, name))
    lines += ["## taufit.fleet", ""]
    for name in ("plan", "observe", "merge", "identify", "report"):
        lines += function(f"fleet.{name}", getattr(taufit.fleet, name), 3)
    for name in ("Store", "ProcessPool", "Engine", "Observed"):
        lines += described(f"fleet.{name}", getattr(taufit.fleet, name))
    lines += ["## Errors and warnings", ""]
    for name in ("Error", "UsageError", "DataError", "FileError", "Interrupted", "Warning", "QualityWarning"):
        lines += [f"- `{name}`: {inspect.getdoc(getattr(taufit, name)).splitlines()[0]}"]
    return "\n".join(lines) + "\n"


def main():
    text = page()
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text() == text else f"{TARGET} is not what scripts/python_reference.py writes: run it")
    TARGET.write_text(text)


if __name__ == "__main__":
    main()
