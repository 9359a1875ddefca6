"""One fleet on several engines: killed workers, reruns, times, memory, object stores. See fleet_engines.sh."""

import contextlib
import functools
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np

import taufit
from taufit.fleet import ProcessPool
from taufit.fleet._engine import engine_of

OPTIONS = {"friction": "coulomb-viscous", "offset": True}


def die_once(function, flag, task):
    """Do a task; the first worker that comes here kills itself by its own process id."""
    try:
        pathlib.Path(flag).touch(exist_ok=False)
    except FileExistsError:
        return function(task)
    os.kill(os.getpid(), signal.SIGKILL)


class Deadly:
    """An engine one of whose workers dies."""

    def __init__(self, engine, flag):
        self.engine, self.n_workers, self.flag = engine, engine.n_workers, flag

    def map(self, function, tasks):
        return self.engine.map(functools.partial(die_once, function, self.flag), tasks)


@contextlib.contextmanager
def started(name):
    """An engine with two worker processes."""
    if name.startswith("pool"):
        yield ProcessPool(int(name.removeprefix("pool") or 2))
    elif name == "ray":
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield engine_of("ray")
        ray.shutdown()
    elif name == "dask":
        from distributed import Client

        with Client(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as client:
            yield engine_of(client)
    elif name == "spark":
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
        session = builder.config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"]).getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        yield engine_of(session)
        session.stop()


def cpu_s():
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in usage)


def difference(store, expected):
    """Largest difference of the estimates of robots, over their size or standard deviation."""
    found = taufit.fleet.identify(store)
    assert [r.robot for r in found.robots] == [r.robot for r in expected.robots]
    worst = 0.0
    for one, other in zip(found.robots, expected.robots):
        size = np.maximum(np.abs(other["values"]), other["sigma"])
        worst = max(worst, float(np.max(np.abs(np.subtract(one["values"], other["values"])) / size)))
    return worst


def on_engine(name, table, plan, expected, folder):
    """Whole, killed and repeated runs of one engine."""
    n = len(table["log"])
    with started(name) as engine:
        store = planned(folder / name, plan)
        start, before = time.time(), cpu_s()
        found = taufit.fleet.observe(table, store, engine=engine)
        wall_s, used_s = time.time() - start, cpu_s() - before
        assert (found.n_new, found.failures) == (n, []), found
        worst = difference(store, expected)
        assert worst < 1e-9, worst
        merged = taufit.fleet.merge(store, by=["robot", "month"], engine=engine)
        store = planned(folder / f"{name}-killed", plan)
        flag = folder / f"{name}.flag"
        flag.unlink(missing_ok=True)
        killed = taufit.fleet.observe(table, store, engine=Deadly(engine, str(flag)))
        assert flag.exists() and killed.n_new + killed.n_known == n and not killed.failures, killed
        again = taufit.fleet.observe(table, store, engine=engine)
        assert (again.n_new, again.n_known) == (0, n), again
        after_kill = difference(store, expected)
        assert after_kill < 1e-9, after_kill
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    print(
        f"{name:6} {wall_s:7.1f} s  {used_s:6.1f} s of CPU in this process and its children  "
        f"difference {worst:.1e}, after a kill {after_kill:.1e}; {len(merged)} groups; largest child so far {largest:.0f} MB",
        flush=True,
    )


def planned(folder, plan):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "plan.json").write_text(plan)
    return folder


def on_s3(table, plan, expected):
    """The same in a bucket of a server on loopback."""
    import s3fs

    with tempfile.TemporaryFile() as log:
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", "5577"]
        server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        place = {"endpoint_url": "http://127.0.0.1:5577"}
        fs = s3fs.S3FileSystem(key="test", secret="test", client_kwargs=place)
        for _ in range(120):
            try:
                fs.mkdir("fleet")
                break
            except Exception:
                time.sleep(0.5)
        fs.pipe_file("fleet/type/plan.json", plan.encode())
        store = taufit.fleet.Store("fleet/type", fs)
        found = taufit.fleet.observe(table, store, engine=ProcessPool(2))
        assert (found.n_new, found.failures) == (len(table["log"]), []), found
        again = taufit.fleet.observe(table, store, engine=ProcessPool(2))
        assert (again.n_new, again.n_known) == (0, len(table["log"])), again
        worst = difference(store, expected)
        assert worst < 1e-9, worst
        print(f"s3     difference {worst:.1e}, rerun reads nothing", flush=True)
    finally:
        server.terminate()
        server.wait()


def by_databases(store, n):
    """The store as a table of DuckDB and polars."""
    import duckdb
    import polars

    files = f"{store}/robot=*/date=*/*.parquet"
    query = f"select count(*), count(distinct log_sha256) from read_parquet('{files}', hive_partitioning=false)"
    assert duckdb.sql(query).fetchall() == [(n, n)]
    assert polars.read_parquet(files, hive_partitioning=False)["log_sha256"].n_unique() == n
    print("duckdb, polars: every log once")


def main():
    folder = pathlib.Path(sys.argv[1])
    engines = sys.argv[2:] or ["pool1", "pool2", "ray", "dask", "spark"]
    logs = sorted((folder / "logs").glob("*/*.mcap"))
    table = {"robot": [path.parent.name for path in logs], "log": logs}
    alone = folder / "alone"
    shutil.rmtree(alone, ignore_errors=True)
    first = [path for path in logs if path.parent == logs[0].parent]
    taufit.fleet.plan("ur5", first, alone, **OPTIONS)
    plan = (alone / "plan.json").read_text()
    found = taufit.observe("ur5", logs, store=alone, robot_id=table["robot"])
    assert (found.n_new, found.failures) == (len(logs), []), found
    expected = taufit.fleet.identify(alone)
    for name in engines:
        on_engine(name, table, plan, expected, folder / "stores")
    on_s3(table, plan, expected)
    by_databases(alone, len(logs))


if __name__ == "__main__":
    main()
