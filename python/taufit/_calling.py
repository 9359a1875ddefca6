"""Calls of verbs: arguments in, result out."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

from taufit import _taufit
from taufit.__main__ import program
from taufit._errors import QualityWarning, UsageError, Warning, in_python
from taufit._recording import Recording, as_recording
from taufit._result import Result
from taufit._robot import Robot

#: A built-in name, the path of a URDF, an MJCF or a ``robot.toml``, or a robot.
RobotLike = Union[str, os.PathLike[str], Robot]
#: The path of a log, a recording, a dict of arrays, a data frame or a table of Arrow.
LogLike = Union[str, os.PathLike[str], Recording, Mapping[str, Any], Any]
#: The folder of a result, or a result.
ResultLike = Union[str, os.PathLike[str], Result]
#: A text, number or path; lists of them, or dictionaries, where the option takes several.
Option = Union[str, float, os.PathLike[str], Sequence[Any], Mapping[str, Any], None]
#: ``True`` for a bar of tqdm, or a function of the work in words, the amount done and all of it (None if unknown).
Progress = Union[bool, Callable[[str, float, Union[float, None]], object], None]

_STUDIES = frozenset("identify motors elastic stiffness payload gravity collisions reverse demo".split())
# Verbs whose warnings are the result.
_INSPECTIONS = frozenset(["inspect", "explain", "schema", "robots"])


class _Supplied:
    """Objects of the caller, by the names that stand for them among the arguments."""

    def __init__(self) -> None:
        self.robots: list[tuple[str, _taufit.Robot]] = []
        self.logs: list[tuple[str, _taufit.Table]] = []

    def plain(self, value: Any) -> Any:
        """Return a value of texts and numbers alone."""
        if isinstance(value, Robot):
            self.robots.append((value.source, value._native))
            return value.source
        if isinstance(value, Result):
            return value._path()
        if isinstance(value, (list, tuple)):
            return [self.plain(entry) for entry in value]
        recording = as_recording(value)
        if recording is None:
            return value
        name = recording.name or f"recording {len(self.logs) + 1}"
        if any(name == other for other, _ in self.logs):
            raise UsageError(f"two recordings have the name {name!r}")
        self.logs.append((name, recording._table()))
        return name


def call(verb: str, positionals: Sequence[str], arguments: dict[str, Any]) -> Any:
    """Call a verb with its arguments, by name."""
    progress = arguments.pop("progress", None)
    supplied = _Supplied()
    given = {name: supplied.plain(value) for name, value in arguments.items() if value is not None}
    first = [given.pop(name) for name in positionals if name in given]
    with _Bar(progress) as report:
        answer = _taufit.call(verb, first, given, supplied.robots, supplied.logs, program(), report)
    if answer.document is None:
        _warn_text(answer.messages)
        text = answer.text
        return Path(text.strip()) if verb == "report" else text
    evidence = answer.evidence()
    result = Result(
        answer.document,
        answer.text,
        (lambda: _study(answer)) if verb in _STUDIES else None,
        evidence.to_bytes() if evidence is not None else None,
    )
    if verb not in _INSPECTIONS:
        _warn(result)
    return result


def _study(answer: _taufit.Answer) -> _taufit.Study:
    study = answer.study()
    assert study is not None
    return study


def _warn(result: Result) -> None:
    """Pass the warnings of a result on, one per kind, then a poor verdict."""
    fields = result._fields
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for warning in fields.get("warnings") or []:
        kinds.setdefault(warning["code"], []).append(warning)
    for code, same in kinds.items():
        more = f" (and {len(same) - 1} more of this kind)" if len(same) > 1 else ""
        advice = in_python(same[0]["advice"])
        warnings.warn(f"{code}: {same[0]['message']}{more}; {advice}", Warning, stacklevel=4)
    verdict = fields.get("verdict")
    if isinstance(verdict, Mapping) and verdict.get("grade") == "poor":
        warnings.warn(f"the result is poor: {verdict['reason']}", QualityWarning, stacklevel=4)


def _warn_text(messages: str) -> None:
    for line in messages.splitlines():
        if line.startswith("warning["):
            warnings.warn(line.removeprefix("warning[").replace("]", "", 1), Warning, stacklevel=4)


class _Bar:
    """Progress to a function, or to a bar of tqdm where it is installed."""

    def __init__(self, progress: Progress) -> None:
        self._progress, self._bar = progress, None

    def __enter__(self) -> Callable[..., object] | None:
        if self._progress is not True:
            return self._progress or None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        self._bar = tqdm(total=1.0, bar_format="{desc} {percentage:3.0f}%|{bar}| {elapsed}")
        return self._show

    def _show(self, what: str, done: float, total: float | None) -> None:
        assert self._bar is not None
        self._bar.set_description(what, refresh=False)
        self._bar.n = min(done / total, 1.0) if total else 0.0
        self._bar.refresh()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
