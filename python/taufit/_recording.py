"""Logs in memory: arrays, tables, data frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from taufit import _taufit
from taufit._arrays import Array, column
from taufit._errors import UsageError

_WRENCH = ("fx", "fy", "fz", "mx", "my", "mz")


class Recording:
    """A log in memory, wherever a path of a log is expected.

    Parameters
    ----------
    t : array_like, shape (N,), optional
        Time stamps in s, or ``datetime64``. Without them give ``rate_hz=`` to the verb.
    q : array_like, shape (N, n)
        Joint positions in rad or m; row = sample, column = joint.
    tau : array_like, shape (N, n), optional
        Joint torques in N m or N, on the joint side.
    qd : array_like, shape (N, n), optional
        Joint velocities in rad/s or m/s.
    current : array_like, shape (N, n), optional
        Motor currents in A, instead of torques.
    qm : array_like, shape (N, n), optional
        Motor positions seen from the joint side, in rad or m, for elastic joints.
    wrench : array_like, shape (N, 6), optional
        Force in N and moment in N m, ``fx fy fz mx my mz``.
    joints : sequence of str, optional
        Names of the columns' joints in the robot; in the robot's order if not given.
    name : str, optional
        Name in results and messages.

    Arrays are kept as they are; a verb copies them once.
    """

    def __init__(
        self,
        *,
        q: Any,
        t: Any = None,
        tau: Any = None,
        qd: Any = None,
        current: Any = None,
        qm: Any = None,
        wrench: Any = None,
        joints: Sequence[str] | None = None,
        name: str | None = None,
    ) -> None:
        self.name = name
        self._columns: dict[str, Array] = {}
        n_samples = None
        if t is not None:
            stamps = column("t", t)
            if stamps.ndim != 1:
                raise UsageError(f"t has shape {stamps.shape}; expected (N,)")
            self._columns["t_s"] = stamps
            n_samples = len(stamps)
        n_joints = None if joints is None else len(joints)
        for key, values in {"q": q, "qd": qd, "tau": tau, "i": current, "qm": qm}.items():
            if values is None:
                continue
            what = "current" if key == "i" else key
            matrix = _matrix(what, values, n_samples, n_joints)
            n_samples, n_joints = matrix.shape
            for joint in range(n_joints):
                suffix = f".{joints[joint]}" if joints is not None else str(joint + 1)
                self._columns[key + suffix] = matrix[:, joint]
        if wrench is not None:
            forces = _matrix("wrench", wrench, n_samples, len(_WRENCH))
            self._columns.update(zip(_WRENCH, forces.T))

    @classmethod
    def from_columns(cls, columns: Any, name: str | None = None) -> Recording:
        """Make a recording of a table: a dict of arrays, a data frame, a table of Arrow.

        Columns have the names of a CSV header (``t_s``, ``q1`` or ``q.<joint>``, ``tau1``, ...) or are assigned by
        ``map=``; a two-dimensional array ``q`` becomes ``q[0]``, ``q[1]``, ...
        """
        recording = cls.__new__(cls)
        recording.name = name
        recording._columns = {}
        for key, values in _named_columns(columns):
            array = column(repr(key), values)
            if array.ndim == 1:
                recording._columns[key] = array
            elif array.ndim == 2:
                recording._columns.update({f"{key}[{k}]": array[:, k] for k in range(array.shape[1])})
            else:
                raise UsageError(f"{key!r} has shape {array.shape}; expected one or two dimensions")
        if not recording._columns:
            raise UsageError("the table has no columns")
        return recording

    @property
    def columns(self) -> dict[str, Array]:
        """Columns by name, as views."""
        return dict(self._columns)

    @property
    def n_samples(self) -> int:
        """Number of samples."""
        return len(next(iter(self._columns.values()), ()))

    def _table(self) -> _taufit.Table:
        return _taufit.Table(list(self._columns), list(self._columns.values()))

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        return f"Recording({name}{self.n_samples} samples of {', '.join(self._columns)})"


def as_recording(value: Any) -> Recording | None:
    """Return a recording of a value that holds a log; None for what is no log."""
    if isinstance(value, Recording):
        return value
    if isinstance(value, Mapping):
        is_table = any(np.ndim(entry) > 0 for entry in value.values() if not isinstance(entry, str))
        return Recording.from_columns(value) if is_table else None
    if hasattr(value, "__arrow_c_stream__") or hasattr(value, "columns"):
        return Recording.from_columns(value)
    return None


def _matrix(what: str, values: Any, n_samples: int | None, n_joints: int | None) -> Array:
    matrix = column(what, values)
    if matrix.ndim != 2:
        raise UsageError(f"{what} has shape {matrix.shape}; expected (N, n): row = sample, column = joint")
    rows, columns = matrix.shape
    if n_samples is not None and rows != n_samples:
        advice = f"; pass {what}.T" if columns == n_samples else ""
        raise UsageError(f"{what} has {rows} samples, but others have {n_samples}{advice}")
    if n_samples is None and 0 < rows < columns:
        raise UsageError(f"{what} has shape {matrix.shape}, fewer samples than joints; pass {what}.T")
    if n_joints is not None and columns != n_joints:
        raise UsageError(f"{what} has {columns} columns; expected {n_joints}")
    return matrix


def _named_columns(table: Any) -> list[tuple[str, Any]]:
    if isinstance(table, Mapping):
        return [(str(key), values) for key, values in table.items()]
    if hasattr(table, "column_names"):  # tables of pyarrow
        return [(str(key), table[key].to_numpy()) for key in table.column_names]
    if hasattr(table, "columns") and hasattr(table, "__getitem__"):  # pandas, polars
        return [(str(key), table[key].to_numpy()) for key in table.columns]
    try:
        import pyarrow
    except ImportError:
        raise UsageError(f"{type(table).__name__} is read through pyarrow, which is not installed") from None
    return _named_columns(pyarrow.table(table))
