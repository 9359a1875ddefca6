"""Tasks on Dask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from distributed import Client, KilledWorker, as_completed, get_client


class Dask:
    """A client of a cluster; without one that of this process, else processes of this machine."""

    def __init__(self, client: Any = None) -> None:
        self._client = client or _client()
        self.n_workers = sum(self._client.nthreads().values()) or 1

    def map(self, function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        """See :class:`taufit.fleet.Engine`."""
        futures = [self._client.submit(function, task, pure=False) for task in tasks]
        places = {future.key: k for k, future in enumerate(futures)}
        for future in as_completed(futures):
            try:
                found = future.result()
            except KilledWorker:
                continue
            yield places[future.key], found


def _client() -> Any:
    try:
        return get_client()
    except ValueError:
        return Client(threads_per_worker=1)
