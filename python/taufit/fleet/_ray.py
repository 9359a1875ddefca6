"""Tasks on Ray."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ray


class Ray:
    """The cluster that this process is connected to; processes of this machine if there is none."""

    def __init__(self) -> None:
        if not ray.is_initialized():
            ray.init(include_dashboard=False)
        self.n_workers = int(ray.cluster_resources().get("CPU", 1))

    def map(self, function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        """See :class:`taufit.fleet.Engine`."""
        shared = ray.put(function)
        # Tasks of dead workers are split before they are tried again, so not by Ray itself.
        run = ray.remote(max_retries=0)(_run)
        places = {run.remote(shared, task): k for k, task in enumerate(tasks)}
        while places:
            (ready, *_), _ = ray.wait(list(places), num_returns=1)
            k = places.pop(ready)
            try:
                found = ray.get(ready)
            except ray.exceptions.RayTaskError as error:
                raise error.as_instanceof_cause() from None
            except ray.exceptions.RayError:
                continue
            yield k, found


def _run(function: Callable[[Any], Any], task: Any) -> Any:
    return function(task)
