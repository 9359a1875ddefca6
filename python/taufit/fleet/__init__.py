"""Many robots of one type: evidence of every log in a store, statistics of the fleet, on any engine.

>>> import taufit
>>> taufit.fleet.plan("ur5", ["logs/arm07/1.mcap"], "fleet")                    # doctest: +SKIP
>>> taufit.fleet.observe({"robot": robots, "log": paths}, "fleet")             # doctest: +SKIP
>>> result = taufit.fleet.identify("fleet", by=["robot", "month"])             # doctest: +SKIP
>>> taufit.fleet.report(result, "fleet.html")                                  # doctest: +SKIP
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from taufit import _taufit
from taufit._calling import LogLike, RobotLike, call
from taufit._errors import UsageError
from taufit._evidence import Evidence
from taufit._result import Record, Result
from taufit.fleet import _tasks
from taufit.fleet._engine import Engine, ProcessPool, engine_of, map_with_retries, results, tree_reduce
from taufit.fleet._store import Store, StoreLike

__all__ = ["Engine", "Observed", "ProcessPool", "Store", "identify", "merge", "observe", "plan", "report"]

#: Logs of a task, at most: what a worker that dies has to do again.
_MOST_LOGS = 64
#: Tasks per worker, so that none waits long for the last one.
_TASKS_PER_WORKER = 8
_PERIODS = ("day", "week", "month")


class Observed(NamedTuple):
    """Outcome of :func:`observe`."""

    #: Logs that are new in the store.
    n_new: int
    #: Logs that were there before.
    n_known: int
    #: Samples of the new logs.
    n_samples: int
    #: Logs that could not be used: ``robot``, ``log``, ``code``, ``message``.
    failures: list[Record]


def plan(robot: RobotLike, logs: LogLike | Sequence[LogLike], store: StoreLike, **options: Any) -> Record:
    """Fix robot, friction model and filters of a robot type from some logs of one robot, and begin a store.

    A store that has a plan keeps it.

    Parameters
    ----------
    robot, logs
        As in :func:`taufit.observe`.
    store : str, path or Store
        A folder, a URL of fsspec such as ``"s3://bucket/fleet"``, or a :class:`Store`.
    **options
        Other arguments of :func:`taufit.observe`, such as ``friction`` and ``gains``.

    Returns
    -------
    Record
        The plan.
    """
    place = Store.of(store)
    arguments = {"robot": robot, "logs": logs, "plan_only": True, **options}
    if place.folder is not None:
        call("observe", ["robot", "logs"], {**arguments, "store": place.folder})
    elif place.plan() is None:
        with tempfile.TemporaryDirectory() as folder:
            call("observe", ["robot", "logs"], {**arguments, "store": folder})
            place.push(Path(folder))
    return Record(json.loads(_plan(place)))


def observe(
    logs: Any,
    store: StoreLike,
    *,
    engine: Any = None,
    retries: int = 3,
    **options: Any,
) -> Observed:
    """Add the evidence of logs to a store, on many processes. Only new logs are read.

    A log that cannot be used is listed with its code, and the others go on. A worker that dies loses nothing: its
    logs are tried again, at last each alone.

    Parameters
    ----------
    logs : table
        Columns ``robot``, ``log`` (paths that workers can read) and, where known, ``temperature_c``: a dict of columns,
        a data frame, a table of Arrow, or pairs of robot and log.
    store : str, path or Store
        A store with a plan: see :func:`plan`.
    engine : Engine, optional
        ``None`` for processes of this machine, ``"ray"``, ``"dask"`` or ``"spark"``, a client or session of these, an
        executor of ``concurrent.futures``, or any object with ``n_workers`` and ``map``.
    retries : int
        Times that logs of lost workers are tried.
    **options
        Other arguments of :func:`taufit.observe` about reading, such as ``effort`` and ``topic``.
    """
    place, rows = Store.of(store), _rows(logs)
    _plan(place)
    workers = engine_of(engine)
    job = _tasks.Observation(place, options, os.getpid())
    size = _chunk(len(rows), workers.n_workers)
    tasks = [rows[k : k + size] for k in range(0, len(rows), size)]
    n_new = n_known = n_samples = 0
    failures: list[Record] = []
    for task, found in map_with_retries(workers, job, tasks, retries):
        if found is None or "error" in found:
            failures += [_failure(row, found, retries) for row in task]
            continue
        n_new, n_known = n_new + found["n_new"], n_known + found["n_known"]
        n_samples += found["n_samples"]
        failures += map(Record, found["failures"])
    return Observed(n_new, n_known, n_samples, failures)


def merge(store: StoreLike, *, by: Sequence[str] = ("robot",), engine: Any = None) -> dict[tuple[str, ...], Evidence]:
    """Merge the evidence of a store by robot, day, week or month, as a tree on the workers of an engine.

    Every log counts once. Files that cannot be used raise an error with the first of them: :func:`identify` lists them.

    Parameters
    ----------
    store, engine
        As in :func:`observe`.
    by : sequence of {"robot", "day", "week", "month"}
        Groups; without any, the whole type is one group.

    Returns
    -------
    dict
        Evidence by the names of the groups, such as ``("arm07", "2026-03")``.
    """
    place, period = Store.of(store), _period(by)
    text, workers = _plan(place), engine_of(engine)
    files = place.files()
    size = _chunk(len(files), workers.n_workers)
    tasks = [files[k : k + size] for k in range(0, len(files), size)]
    job = _tasks.Merge(place, text, period, "robot" in by)
    merged = tree_reduce(workers, _tasks.merge_groups, results(workers, job, tasks))
    return {key: Evidence.from_bytes(data) for key, data in sorted(merged.items())}


def identify(store: StoreLike, *, by: Sequence[str] = ("robot",), **options: Any) -> Result:
    """Compare the robots of a fleet: population, outliers, drifts.

    Every robot is estimated from the evidence of all its logs; no log is read again. A store that is not a folder of
    this machine is copied to one first.

    Parameters
    ----------
    store : str, path or Store
        As in :func:`observe`.
    by : sequence of {"robot", "day", "week", "month"}
        With a period, ``result.periods`` has the estimates of every robot per period.
    **options
        ``out``, a folder for result, tables and report; ``rate``, the probability of one or more wrong calls (0.05);
        ``pool``, parameters of joints with motors of one size, such as ``"fc1=fc2=fc3"``.
    """
    place, period = Store.of(store), _period(by)
    if "robot" not in by:
        raise UsageError(f"by={list(by)!r} has no 'robot'; merge() gives the evidence of a whole type")
    with place.local_copy() as folder:
        result: Result = call("fleet", ["store"], {"store": folder, "by": period, **options})
    return result


def report(result: Result, path: str | os.PathLike[str]) -> Path:
    """Write the page of a result of :func:`identify`, which needs no network."""
    Path(path).write_text(_taufit.fleet_page(result.to_json()), encoding="utf-8")
    return Path(path)


def _plan(place: Store) -> str:
    text = place.plan()
    if text is None:
        raise UsageError("the store has no plan; make one: taufit.fleet.plan(robot, logs, store)")
    return text


def _chunk(n: int, n_workers: int) -> int:
    return min(max(math.ceil(n / (_TASKS_PER_WORKER * max(n_workers, 1))), 1), _MOST_LOGS)


def _period(by: Sequence[str]) -> str | None:
    wrong = [name for name in by if name not in ("robot", *_PERIODS)]
    periods = [name for name in by if name in _PERIODS]
    if isinstance(by, str) or wrong or len(periods) > 1:
        raise UsageError(f"by is {by!r}; expected a list of 'robot' and one of {', '.join(_PERIODS)}")
    return periods[0] if periods else None


def _failure(row: _tasks.Row, found: Mapping[str, Any] | None, retries: int) -> Record:
    robot, log, _ = row
    code, message = found["error"] if found else _taufit.worker_lost(log, retries)
    return Record(robot=robot, log=log, code=code, message=message)


def _rows(table: Any) -> list[_tasks.Row]:
    """Return robot, log and temperature of every log."""
    if hasattr(table, "to_pydict"):
        table = table.to_pydict()
    if isinstance(table, Mapping) or hasattr(table, "columns"):
        names = list(table) if isinstance(table, Mapping) else list(table.columns)
        missing = {"robot", "log"} - set(names)
        if missing:
            raise UsageError(f"the table of logs has no column {', '.join(sorted(missing))}; it has {', '.join(names)}")
        robots, logs = list(table["robot"]), list(table["log"])
        known = list(table["temperature_c"]) if "temperature_c" in names else [None] * len(logs)
    else:
        robots, logs = _pairs(table)
        known = [None] * len(logs)
    if not len(robots) == len(logs) == len(known):
        raise UsageError(f"the table has {len(robots)} robots and {len(logs)} logs; expected one robot per log")
    warm = [None if value is None or math.isnan(value) else float(value) for value in known]
    return [(str(robot), os.fspath(log), t) for robot, log, t in zip(robots, logs, warm, strict=True)]


def _pairs(table: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    pairs = [tuple(row) for row in table]
    if any(len(pair) != 2 for pair in pairs):
        raise UsageError("expected a table with the columns robot and log, or pairs of them")
    return [robot for robot, _ in pairs], [log for _, log in pairs]
