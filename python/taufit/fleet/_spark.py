"""Tasks on Spark."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow as pa
from py4j.protocol import Py4JJavaError
from pyspark.errors import PythonException
from pyspark.errors.exceptions.captured import CapturedException
from pyspark.sql import SparkSession


class Spark:
    """A session; without one that of this process, which is made if there is none."""

    def __init__(self, session: Any = None) -> None:
        self._session = session or SparkSession.builder.getOrCreate()
        self.n_workers = int(self._session.sparkContext.defaultParallelism)

    def map(self, function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        """See :class:`taufit.fleet.Engine`. A job that Spark gives up leaves all its tasks missing."""

        def run(batches: Iterator[Any]) -> Iterator[Any]:
            for batch in batches:
                for row in batch.to_pylist():
                    found = pickle.dumps(function(pickle.loads(row["task"])))
                    yield pa.RecordBatch.from_pydict({"k": [row["k"]], "found": [found]})

        rows = [(k, pickle.dumps(task)) for k, task in enumerate(tasks)]
        # One partition per task: what is tried again when a worker dies.
        spread = self._session.sparkContext.parallelize(rows, max(len(rows), 1))
        frame = self._session.createDataFrame(spread, "k long, task binary")
        try:
            found = frame.mapInArrow(run, "k long, found binary").collect()
        except PythonException:
            raise
        except (Py4JJavaError, CapturedException):
            return
        for row in found:
            yield row["k"], pickle.loads(bytes(row["found"]))
