#!/usr/bin/env python3
"""Writes python/taufit/_verbs.py, the verbs as functions, from the options of the command line.

Needs the package to be installed. usage: python_verbs.py [--check]
"""

import json
import pathlib
import re
import sys
import textwrap

TARGET = pathlib.Path(__file__).resolve().parent.parent / "python/taufit/_verbs.py"
# Verbs of a terminal, and the one that is the module taufit.fleet.
LEFT_OUT = {"serve", "completions", "explain", "help", "fleet", "studio"}
TYPES = {"LOG": "LogLike", "RESULT_OR_LOG": "LogLike", "ROBOT": "RobotLike", "RESULT": "ResultLike"}
WIDTH = 116
TERMINAL = re.compile(r"\b([Ee]xit code|stdout|stderr|Ctrl-C)\b")

HEADER = '''"""Verbs as functions. Written by scripts/python_verbs.py from the options of the command line; do not edit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from taufit._calling import LogLike, Option, Progress, ResultLike, RobotLike, call
from taufit._errors import in_python  # noqa: F401
from taufit._result import Result
'''


def kind(verb, argument):
    """Type of an argument."""
    if argument["flag"]:
        return "bool"
    if argument["name"] == "files" and verb == "inspect":
        one = "RobotLike | LogLike"
    elif argument["choices"]:
        one = "Literal[" + ", ".join(repr(choice) for choice in argument["choices"]) + "]"
    elif argument["value"] in TYPES:
        one = TYPES[argument["value"]]
    elif argument["positional"]:
        one = "str | os.PathLike[str]"
    else:
        return "Option | bool" if argument["bare"] else "Option"
    if argument["bare"]:
        one += " | bool"
    if argument["many"]:
        one = f"{one} | Sequence[{one}]"
    return one


def parameter(verb, argument):
    """An argument in the signature."""
    if argument["flag"]:
        return f"{argument['name']}: bool = False"
    if argument["required"] and argument["positional"]:
        return f"{argument['name']}: {kind(verb, argument)}"
    found = kind(verb, argument)
    return f"{argument['name']}: {found} = None" if found == "Option" else f"{argument['name']}: {found} | None = None"


def pythonic(text):
    """Options of the command line as keyword arguments, without sentences about a terminal."""
    from taufit._errors import in_python

    sentences = re.split(r"(?<=[.]) +", " ".join(in_python(text).split()).replace("stdout if not given", "returned if not given"))
    return " ".join(sentence for sentence in sentences if not TERMINAL.search(sentence))


def wrapped(text, indent):
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def documented(verb, argument):
    """An argument in the docstring."""
    found = kind(verb, argument).replace(" | None", "")
    default = ""
    if argument["default"] and not argument["flag"]:
        default = f" Default {', '.join(argument['default'])}."
    value = argument["value"]
    shape = f", ``{value}``" if value and not argument["flag"] and value not in TYPES and not argument["positional"] else ""
    help_text = " ".join(pythonic(argument["help"]).split())
    return [f"    {argument['name']} : {found}{shape}", wrapped(help_text + "." + default, "        ")]


def function(verb):
    """Source of a verb."""
    name, arguments = verb["name"], verb["arguments"]
    first = [a for a in arguments if a["positional"]]
    rest = [a for a in arguments if not a["positional"]]
    required = [a for a in first if a["required"]]
    lines = ["", "", f"def {name}("]
    lines += [f"    {parameter(name, a)}," for a in [*required, *(a for a in first if not a["required"])]]
    lines += ["    *,"]
    lines += [f"    {parameter(name, a)}," for a in rest]
    result = {"export": "str", "report": "Path"}.get(name, "Result")
    lines += ["    progress: Progress = None,", f") -> {result}:"]
    about = " ".join(pythonic(verb["about"]).split())
    notes = [pythonic(part) for part in verb["notes"].split("Example")[0].split("\n\n")]
    lines += [wrapped(f'"""{about}.', "    "), ""]
    for paragraph in filter(None, notes):
        lines += [wrapped(paragraph, "    "), ""]
    lines += ["    Parameters", "    ----------"]
    for argument in [*first, *rest]:
        lines += documented(name, argument)
    lines += ["    progress : bool or callable", "        ``True`` for a bar of tqdm, or a function ``(what, done, total)``."]
    lines += ["", "    Returns", "    -------", f"    {result}", f"        {RETURNS[result]}", '    """']
    positionals = ", ".join(repr(a["name"]) for a in first)
    lines += ["    arguments = dict(locals())", f"    return call({name!r}, [{positionals}], arguments)  # type: ignore[no-any-return]"]
    return "\n".join(line.rstrip() for line in lines)


RETURNS = {
    "Result": "Fields of the JSON document of the command line as attributes.",
    "str": "The file as text; empty where ``out`` is given.",
    "Path": "The page.",
}


def source():
    from taufit import _taufit

    verbs = [verb for verb in json.loads(_taufit.options()) if verb["name"] not in LEFT_OUT]
    names = ",\n".join(f"    {name!r}" for name in sorted(verb["name"] for verb in verbs))
    header = HEADER.replace("from taufit._errors import in_python  # noqa: F401\n", "")
    return header + f"\n__all__ = [\n{names},\n]\n".replace("'", '"') + "\n".join(map(function, verbs)) + "\n"


def main():
    text = source()
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text() == text else f"{TARGET} is not what scripts/python_verbs.py writes: run it")
    TARGET.write_text(text)


if __name__ == "__main__":
    main()
