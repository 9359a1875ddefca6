"""One fleet on several engines: times, overheads, speed-up, memory, killed workers, reruns, object stores. See fleet_engines.sh."""

import contextlib
import functools
import json
import os
import pathlib
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
N_SAMPLES = 15_000


def die_once(function, flag, task):
    """Do a task; the first worker that comes here kills itself by its own process id."""
    try:
        pathlib.Path(flag).touch(exist_ok=False)
    except FileExistsError:
        return function(task)
    os.kill(os.getpid(), signal.SIGKILL)


def watched(function, folder, task):
    """Do a task, and note its time and the memory of its worker."""
    start, used = time.perf_counter(), time.process_time()
    found = function(task)
    peak_kb = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
    note = [os.getpid(), start, time.perf_counter() - start, time.process_time() - used, peak_kb / 1024]
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".json", delete=False) as file:
        json.dump(note, file)
    return found


class Through:
    """An engine whose tasks go through another function."""

    def __init__(self, engine, function, argument):
        self.engine, self.n_workers = engine, engine.n_workers
        self.function, self.argument = function, str(argument)

    def map(self, function, tasks):
        return self.engine.map(functools.partial(self.function, function, self.argument), tasks)


@contextlib.contextmanager
def started(name):
    """An engine with so many worker processes as its name ends in."""
    kind, n = name[:-1], int(name[-1])
    if kind == "pool":
        yield ProcessPool(n)
    elif kind == "ray":
        import ray

        ray.init(num_cpus=n, include_dashboard=False, log_to_driver=False)
        yield engine_of("ray")
        ray.shutdown()
    elif kind == "dask":
        from distributed import Client

        with Client(n_workers=n, threads_per_worker=1, dashboard_address=None, silence_logs=50) as client:
            yield engine_of(client)
    elif kind == "spark":
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master(f"local-cluster[{n},1,1024]").config("spark.ui.enabled", "false")
        session = builder.config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"]).getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        yield engine_of(session)
        session.stop()


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
    """Whole, killed and repeated runs of one engine; returns the time of the whole one."""
    n, notes = len(table["log"]), folder / f"{name}.notes"
    shutil.rmtree(notes, ignore_errors=True)
    notes.mkdir(parents=True)
    before = time.perf_counter()
    with started(name) as engine:
        ready_s = time.perf_counter() - before
        store = planned(folder / name, plan)
        start = time.perf_counter()
        found = taufit.fleet.observe(table, store, engine=Through(engine, watched, notes))
        wall_s = time.perf_counter() - start
        assert (found.n_new, found.failures) == (n, []), found
        worst = difference(store, expected)
        assert worst < 1e-9, worst
        merged = taufit.fleet.merge(store, by=["robot", "month"], engine=engine)
        after_kill = float("nan")
        if engine.n_workers > 1:
            store = planned(folder / f"{name}-killed", plan)
            flag = folder / f"{name}.flag"
            flag.unlink(missing_ok=True)
            killed = taufit.fleet.observe(table, store, engine=Through(engine, die_once, flag))
            assert flag.exists() and killed.n_new + killed.n_known == n and not killed.failures, killed
            after_kill = difference(store, expected)
            assert after_kill < 1e-9, after_kill
        again = taufit.fleet.observe(table, store, engine=engine)
        assert (again.n_new, again.n_known) == (0, n), again
    tasks = sorted((json.loads(path.read_text()) for path in notes.glob("*.json")), key=lambda note: note[1])
    n_workers, busy_s, cpu_s = engine.n_workers, sum(task[2] for task in tasks), sum(task[3] for task in tasks)
    first = {task[0]: task[4] for task in reversed(tasks)}
    last = {task[0]: task[4] for task in tasks}
    print(
        f"{name:7} {wall_s:6.1f} s on {n_workers} workers, ready in {ready_s:.1f} s; engine {wall_s - busy_s / n_workers:5.2f} s beside"
        f" {busy_s:.1f} s of tasks ({1000 * (wall_s * n_workers - busy_s) / len(tasks):.0f} ms per task of {n / len(tasks):.0f} logs);"
        f" {n * N_SAMPLES / cpu_s / 1e6:.2f}e6 samples and {n / cpu_s:.0f} logs per second of processor time;"
        f" worker {max(first.values()):.0f} MB after its first task, {max(last.values()):.0f} MB after its last;"
        f" difference {worst:.1e}, after a kill {after_kill:.1e}; {len(merged)} groups",
        flush=True,
    )
    return wall_s


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
        print(f"s3      difference {worst:.1e}, rerun reads nothing", flush=True)
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
    engines = sys.argv[2:] or ["pool1", "pool2", "ray1", "ray2", "dask2", "spark2"]
    logs = sorted((folder / "logs").glob("*/*.mcap"))
    table = {"robot": [path.parent.name for path in logs], "log": logs}
    alone = folder / "alone"
    shutil.rmtree(alone, ignore_errors=True)
    first = [path for path in logs if path.parent == logs[0].parent][:8]
    taufit.fleet.plan("ur5", first, alone, **OPTIONS)
    plan = (alone / "plan.json").read_text()
    found = taufit.observe("ur5", logs, store=alone, robot_id=table["robot"])
    assert (found.n_new, found.failures) == (len(logs), []), found
    expected = taufit.fleet.identify(alone)
    print(f"{len(logs)} logs of {N_SAMPLES} samples")
    wall_s = {name: on_engine(name, table, plan, expected, folder / "stores") for name in engines}
    for one in [name for name in wall_s if name.endswith("1")]:
        two = one[:-1] + "2"
        if two in wall_s:
            print(f"{one[:-1]}: {wall_s[one] / wall_s[two]:.2f} times as fast on two workers")
    for name, seconds in wall_s.items():
        if name.endswith("2") and "pool2" in wall_s and name != "pool2":
            print(f"{name[:-1]}: {100 * (seconds / wall_s['pool2'] - 1):+.0f} % over the pool, once it is ready")
    if not sys.argv[2:]:
        on_s3({name: column[:16] for name, column in table.items()}, plan, on_few(table, plan, folder))
        by_databases(alone, len(logs))


def on_few(table, plan, folder):
    """The first logs in one process."""
    few = planned(folder / "few", plan)
    taufit.observe("ur5", table["log"][:16], store=few, robot_id=table["robot"][:16])
    return taufit.fleet.identify(few)


if __name__ == "__main__":
    main()
