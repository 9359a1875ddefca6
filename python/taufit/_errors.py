"""Exceptions and warnings, in the words of Python."""

from __future__ import annotations

import functools
import json
import re
from typing import Any

from taufit import _taufit

_OPTION = re.compile(r"--([a-z][a-z0-9-]*)")
_HINT = re.compile(r"--([a-z][a-z0-9-]*)(?:[= ]((?![a-z]+ [a-z]+ )[^\s,;]+(?:,[^\s,;]+)*))?")
_QUOTED = re.compile(r"'--([a-z][a-z0-9-]*)[^']*'")
_VERB = re.compile(r"\btaufit ([a-z]+)\b")


class Error(Exception):
    """An error of taufit.

    Attributes
    ----------
    code : str or None
        Stable code such as ``"E006"``; :meth:`explain` prints its page.
    hint : str or None
        Arguments that resolve it.
    """

    def __init__(self, message: str, code: str | None = None, hint: str | None = None) -> None:
        super().__init__(message, code, hint)
        self.message, self.code, self.hint = message, code, hint

    def __str__(self) -> str:
        head = f"{self.code}: {self.message}" if self.code else self.message
        return f"{head}\nhint: {self.hint}" if self.hint else head

    def explain(self) -> str:
        """Return the page about the code: meaning, causes, what to do."""
        return _taufit.explain(self.code) if self.code else str(self)


class UsageError(Error, ValueError):
    """An argument does not exist or makes no sense."""


class DataError(Error, ValueError):
    """A robot or a log cannot be worked with."""


class FileError(Error, OSError):
    """A file cannot be read or written."""


class Interrupted(Error):
    """The work was ended early."""


class Warning(UserWarning):  # noqa: A001
    """A warning of taufit: a finding with its code and advice."""


class QualityWarning(Warning):
    """A result of poor quality: its verdict says why."""


_CLASSES: dict[str, type[Error]] = {
    cls.__name__: cls for cls in (UsageError, DataError, FileError, Interrupted)
}


def make_error(kind: str, code: str | None, message: str, options: list[str], findings: list[str]) -> Error:
    """Make the exception of an error of the native module."""
    hints = [in_python(option, values=True) for option in options]
    if findings:
        listed = ", ".join(repr(finding) for finding in dict.fromkeys(findings))
        hints.append(f"to go on in spite of it: accept=[{listed}]; the verdict is then at most usable")
    return _CLASSES[kind](in_python(message), code, "; ".join(hints) or None)


def in_python(text: str, values: bool = False) -> str:
    """Write options of the command line as keyword arguments: ``--hold-out`` as ``hold_out=``."""

    def argument(match: re.Match[str]) -> str:
        name = match[1].rstrip("-").replace("-", "_")
        value = match[2] if values else None
        if name in _flags():
            return f"{name}=True" + (f" {value}" if value else "")
        if values and value is None and name in _bare():
            return f"{name}=True"
        return f'{name}="{value}"' if value else f"{name}="

    text = re.sub(r"(?<!\S)-o\b", "--out", text)
    text = _QUOTED.sub(r"--\1", text)
    text = (_HINT if values else _OPTION).sub(argument, text)
    return _VERB.sub(lambda match: f"taufit.{match[1]}" if match[1] in _verbs() else match[0], text)


@functools.cache
def verbs() -> list[dict[str, Any]]:
    """Every verb with its arguments, from the command line."""
    found: list[dict[str, Any]] = json.loads(_taufit.options())
    return found


@functools.cache
def _verbs() -> frozenset[str]:
    return frozenset(verb["name"] for verb in verbs())


@functools.cache
def _bare() -> frozenset[str]:
    return frozenset(argument["name"] for verb in verbs() for argument in verb["arguments"] if argument["bare"])


@functools.cache
def _flags() -> frozenset[str]:
    arguments = [argument for verb in verbs() for argument in verb["arguments"]]
    values = {argument["name"] for argument in arguments if not argument["flag"]}
    return frozenset(argument["name"] for argument in arguments if argument["flag"]) - values
