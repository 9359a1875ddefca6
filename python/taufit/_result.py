"""Results of verbs."""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from taufit import _taufit
from taufit._arrays import Array

if TYPE_CHECKING:
    from taufit._evidence import Evidence
    from taufit._plot import Plots

#: Tables of a result that :meth:`Result.to_pandas` gives if none is named.
_TABLES = ("base_parameters", "parameters", "springs", "axes", "gains", "standard_parameters", "joints", "channels")


class Record(dict[str, Any]):
    """A dictionary whose entries are attributes too: ``result.verdict.grade``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r}; there are {', '.join(self)}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]


class Series:
    """Measured and predicted torques of a stretch of a log.

    Attributes
    ----------
    t_s : ndarray, shape (N,)
        Time in s.
    q, qd : ndarray, shape (N, n)
        Positions and velocities in rad or m, rad/s or m/s.
    measured, predicted, feasible, nominal : ndarray, shape (N, n)
        Torques in N m or N: measured, of the base parameters, of the physically consistent parameters (the exported
        robot), of the description.
    source : str
        The log.
    validation : bool
        Whether it was kept for validation.
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        self.source: str = fields["source"]
        self.validation: bool = fields["validation"]
        self.t_s: Array = fields["t_s"]
        n = max(len(self.t_s), 1)
        names = ("q", "qd", "measured", "predicted", "feasible", "nominal")
        self.q, self.qd, self.measured, self.predicted, self.feasible, self.nominal = (
            np.reshape(fields[name], (-1, n)).T for name in names
        )

    def __repr__(self) -> str:
        kind = "validation" if self.validation else "fit"
        return f"Series({self.source!r}, {kind}, {len(self.t_s)} samples)"


class Result:
    """Result of a verb: its JSON document, with entries as attributes.

    Fields and units are those of ``result.json``: see the reference of results in the book.
    """

    def __init__(
        self,
        document: str,
        text: str,
        study: Callable[[], _taufit.Study] | None = None,
        evidence: bytes | None = None,
    ) -> None:
        self._json, self._text, self._make_study, self._evidence = document, text, study, evidence
        self._made_study: _taufit.Study | None = None
        self._record: Record | None = None
        self._folder: str | None = None
        # What is made once, when it is first asked for, is made by one thread.
        self._lock = threading.Lock()

    @property
    def _fields(self) -> Record:
        if self._record is None:
            self._record = Record(json.loads(self._json, object_hook=Record))
        return self._record

    @property
    def _study(self) -> _taufit.Study | None:
        # A long document is parsed only where it is needed.
        with self._lock:
            if self._made_study is None and self._make_study is not None:
                self._made_study = self._make_study()
            return self._made_study

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._fields, name)

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __repr__(self) -> str:
        return self.summary().rstrip()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self._json == other._json

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        series = self._study.series_json() if self._study else None
        return _restored, (self._json, self._text, series, self._evidence)

    def to_dict(self) -> dict[str, Any]:
        """Return the document as plain dictionaries and lists."""
        found: dict[str, Any] = json.loads(self._json)
        return found

    def to_json(self) -> str:
        """Return the document as ``result.json`` holds it."""
        return self._json

    def to_pandas(self, table: str | None = None) -> Any:
        """Return a table of the result as a data frame.

        Parameters
        ----------
        table : str, optional
            A field that is a list of records; the parameters if not given.
        """
        import pandas

        tables = {name: rows for name, rows in _lists(self._fields)}
        name = table or next((name for name in _TABLES if name in tables), None)
        if name not in tables:
            raise KeyError(f"there is no table {table!r}; there are {', '.join(tables)}")
        return pandas.json_normalize(tables[name])

    def summary(self) -> str:
        """Return the text that the command line shows."""
        return self._text

    def _repr_html_(self) -> str:
        text = f"<pre>{escape(self.summary())}</pre>"
        if self._study is None:
            return text
        return f"{self._study.card()}<details><summary>summary</summary>{text}</details>"

    @property
    def series(self) -> list[Series]:
        """Torques over time of an identification, stretch by stretch; empty for other results."""
        return [Series(fields) for fields in self._study.series()] if self._study else []

    @property
    def evidence(self) -> Evidence | None:
        """Square-root information about the base parameters, of an identification in memory."""
        from taufit._evidence import Evidence

        return Evidence.from_bytes(self._evidence) if self._evidence is not None else None

    @property
    def plot(self) -> Plots:
        """Figures, with matplotlib."""
        from taufit._plot import Plots

        return Plots(self)

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the folder of the result: document, tables, robot files, report.

        An earlier result there is replaced, nothing else. Returns the folder.
        """
        self._native("saved").write(os.fspath(folder))
        self._folder = os.fspath(folder)
        return Path(folder)

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Write the report, one HTML page that needs no network; a file that exists is replaced. Returns the path."""
        Path(path).write_text(self._native("reported").page(), encoding="utf-8")
        return Path(path)

    def to_pinocchio(self, model: Any) -> Any:
        """Return a copy of a pinocchio model with the identified inertias and rotor inertias, matched by joint name."""
        from taufit._interchange import into_pinocchio

        return into_pinocchio(self._exported(), model)

    def to_mujoco(self, model: Any) -> Any:
        """Write the identified inertias, armature, damping and friction loss into a MuJoCo ``MjModel``; returns it."""
        from taufit._interchange import into_mujoco

        return into_mujoco(self._exported(), model)

    def _exported(self) -> dict[str, Any]:
        from taufit import _verbs

        found: dict[str, Any] = json.loads(_verbs.export(self, to="pinocchio"))
        return found

    def _native(self, what: str) -> _taufit.Study:
        if self._study is None:
            raise TypeError(f"a result of {self._fields['kind']!r} cannot be {what}")
        return self._study

    def _path(self) -> str:
        """Return a folder with the result, for verbs that take one."""
        study = self._native("saved")
        with self._lock:
            if self._folder is None or not os.path.isdir(self._folder):
                self._temporary = tempfile.TemporaryDirectory(prefix="taufit-")
                folder = os.path.join(self._temporary.name, "result.taufit")
                study.write(folder)
                self._folder = folder
            return self._folder


def load(folder: str | os.PathLike[str]) -> Result:
    """Return the result in a folder, or in its ``result.json``."""
    study = _taufit.Study.read(os.fspath(folder))
    result = Result(study.document(), study.text(100), lambda: study)
    result._folder = os.fspath(folder)
    return result


def _restored(document: str, text: str, series: str | None, evidence: bytes | None) -> Result:
    if series is None:
        return Result(document, text, None, evidence)
    return Result(document, text, lambda: _taufit.Study.parse(document, series), evidence)


def _lists(fields: Any, inside: str = "") -> Any:
    """Yield fields that are lists of records, also those one level down."""
    for name, value in fields.items():
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            yield inside + name, value
        elif isinstance(value, dict) and not inside:
            yield from ((key.removeprefix(name + "."), rows) for key, rows in _lists(value, name + "."))
