"""Engines: a map over tasks whose workers may die, and what is made of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from taufit import _taufit
from taufit._errors import DataError, UsageError

Task = TypeVar("Task")
Found = TypeVar("Found")

#: Parts that a task of a tree merges.
_FAN_IN = 16


class Engine(Protocol):
    """Workers that do tasks."""

    #: Number of workers.
    n_workers: int

    def map(self, function: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[tuple[int, Found]]:
        """Yield the number and the result of every task, in any order; tasks of workers that died are missing.

        Errors of the function itself are raised.
        """
        ...


class ProcessPool:
    """Processes of this machine, new ones for every map, so that a dead one does not matter to the next.

    They are started afresh: a script needs ``if __name__ == "__main__":`` around the call.
    """

    def __init__(self, n_workers: int | None = None) -> None:
        self.n_workers = n_workers or os.cpu_count() or 1

    def map(self, function: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[tuple[int, Found]]:
        """See :class:`Engine`."""
        n_workers = min(self.n_workers, len(tasks))
        with ProcessPoolExecutor(n_workers, mp_context=get_context("spawn")) as executor:
            yield from Executors(executor).map(function, tasks)


class Executors:
    """Any executor of ``concurrent.futures``."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self.n_workers: int = getattr(executor, "_max_workers", None) or os.cpu_count() or 1

    def map(self, function: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[tuple[int, Found]]:
        """See :class:`Engine`."""
        futures = {}
        try:
            for k, task in enumerate(tasks):
                futures[self._executor.submit(function, task)] = k
        except BrokenExecutor:
            # The tasks that could not be handed over are missing.
            pass
        for future in as_completed(futures):
            try:
                yield futures[future], future.result()
            except BrokenExecutor:
                continue


def engine_of(engine: Any) -> Engine:
    """Return the engine that a name, an executor, or a client or session of a package stands for."""
    if engine is None:
        return ProcessPool()
    if isinstance(engine, Executor):
        return Executors(engine)
    package = engine if isinstance(engine, str) else type(engine).__module__.partition(".")[0]
    given = None if isinstance(engine, str) else engine
    if package == "ray" and given is None:
        from taufit.fleet._ray import Ray

        return Ray()
    if package in ("dask", "distributed"):
        from taufit.fleet._dask import Dask

        return Dask(given)
    if package in ("spark", "pyspark"):
        from taufit.fleet._spark import Spark

        return Spark(given)
    if not isinstance(engine, str) and hasattr(engine, "map") and hasattr(engine, "n_workers"):
        found: Engine = engine
        return found
    raise UsageError(f"there is no engine {engine!r}; expected 'ray', 'dask', 'spark', an executor or an Engine")


def map_with_retries(
    engine: Engine, function: Any, tasks: Sequence[Any], retries: int
) -> Iterator[tuple[Any, Any]]:
    """Yield every task with its result. Tasks are lists, and those without a result are split and tried again.

    The last time each entry is tried alone, so that it cannot take others along; its result is ``None`` if its worker
    dies then as well. Tasks whose results the function calls transient are tried again too.
    """
    is_transient = getattr(function, "is_transient", lambda found: False)
    rounds = max(retries - 1, 1)
    for remaining in reversed(range(rounds)):
        left, failed = dict(enumerate(tasks)), []
        for k, found in engine.map(function, list(tasks)) if left else ():
            task = left.pop(k)
            if remaining and is_transient(found):
                failed.append(task)
            else:
                yield task, found
        tasks = [half for task in left.values() for half in _halves(task)] + failed
    for entry in [entry for task in tasks for entry in task]:
        yield [entry], next((found for _, found in engine.map(function, [[entry]])), None)


def _halves(task: Any) -> list[Any]:
    middle = len(task) // 2
    return [part for part in (task[:middle], task[middle:]) if part]


def results(engine: Engine, function: Any, tasks: Sequence[Any]) -> list[Any]:
    """Return the results of all tasks; a task that no worker survives is an error."""
    found = list(map_with_retries(engine, function, tasks, 3))
    for task, result in found:
        if result is None:
            code, message = _taufit.worker_lost(str(task[0])[:200], 3)
            raise DataError(message, code)
    return [result for _, result in found]


def tree_reduce(engine: Engine, function: Callable[[Sequence[Any]], Any], parts: list[Any]) -> Any:
    """Merge parts as a tree, a task per node."""
    while len(parts) > 1:
        nodes = [parts[k : k + _FAN_IN] for k in range(0, len(parts), _FAN_IN)]
        parts = results(engine, function, nodes)
    return parts[0] if parts else {}
