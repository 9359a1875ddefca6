"""Work of one task, on a worker. All computing is in the native module."""

from __future__ import annotations

import functools
import json
import operator
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from taufit import _taufit
from taufit._calling import call
from taufit._errors import DataError, FileError
from taufit._evidence import Evidence
from taufit._robot import Robot
from taufit.fleet._store import Store

#: Robot, log and temperature in degrees Celsius.
Row = tuple[str, str, float | None]
#: Bytes of evidence by the names of a group.
Groups = dict[tuple[str, ...], bytes]


class Observation(NamedTuple):
    """Observes some logs into a store."""

    store: Store
    options: Mapping[str, Any]
    #: The process that started the work, whose threads are its own affair.
    starter: int

    def __call__(self, rows: Sequence[Row]) -> dict[str, Any]:
        """Return counts and failures, or the error of the store."""
        if os.getpid() != self.starter:
            os.environ.setdefault("RAYON_NUM_THREADS", "1")
        try:
            with tempfile.TemporaryDirectory() as scratch:
                folder = self.store.folder or Path(scratch)
                if self.store.folder is None:
                    self.store.mirror(folder, {robot for robot, _, _ in rows})
                found = self._observe(folder, rows)
                if self.store.folder is None:
                    self.store.push(folder)
                return found
        except (FileError, OSError) as error:
            return {"error": (getattr(error, "code", None) or type(error).__name__, str(error))}

    def _observe(self, folder: Path, rows: Sequence[Row]) -> dict[str, Any]:
        record = json.loads((folder / "plan.json").read_text())["robot"]
        robot = Robot._of(_taufit.Robot.from_description(json.dumps(record["description"]), record["name"]))
        robots, logs, temperatures = zip(*rows, strict=True)
        found: dict[str, Any] = dict.fromkeys(("n_new", "n_known", "n_samples"), 0)
        found["failures"] = []
        # One call has temperatures for all logs or for none.
        for is_known in (False, True):
            some = [k for k, t in enumerate(temperatures) if (t is not None) == is_known]
            if not some:
                continue
            arguments = {
                "robot": robot,
                "logs": [logs[k] for k in some],
                "robot_id": [robots[k] for k in some],
                "temperature_c": [temperatures[k] for k in some] if is_known else None,
                "store": folder,
            }
            part = json.loads(call("observe", ["robot", "logs"], {**arguments, **self.options}).to_json())
            for name in found:
                found[name] += part[name]
        return found

    @staticmethod
    def is_transient(found: Mapping[str, Any]) -> bool:
        """Whether the store failed, so that trying again may help."""
        return "error" in found


class Merge(NamedTuple):
    """Merges the evidence of some files of a store."""

    store: Store
    plan: str
    period: str | None
    by_robot: bool

    def __call__(self, files: Sequence[str]) -> Groups:
        """Return the evidence of every group."""
        with self.store.fetched(files) as paths:
            groups, failures = _taufit.merge_logs(self.plan, paths, self.period)
        if failures:
            _, log, code, message = failures[0]
            raise DataError(f"{log}: {message}", code)
        parts = ((self._key(robot, period), data) for robot, period, data in groups)
        return _merged(parts)

    def _key(self, robot: str, period: str) -> tuple[str, ...]:
        return (robot,) * self.by_robot + (period,) * (self.period is not None)


def merge_groups(parts: Sequence[Groups]) -> Groups:
    """Merge the evidence of several tasks, group by group."""
    return _merged((key, data) for part in parts for key, data in part.items())


def _merged(parts: Any) -> Groups:
    groups: dict[tuple[str, ...], list[Evidence]] = {}
    for key, data in parts:
        groups.setdefault(key, []).append(Evidence.from_bytes(data))
    return {key: bytes(functools.reduce(operator.add, some)) for key, some in groups.items()}
