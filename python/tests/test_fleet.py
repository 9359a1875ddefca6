"""Fleets on processes and executors: every log once, whatever dies."""

import concurrent.futures
import functools
import json
import os
import pathlib
import signal

import numpy as np
import pytest

import taufit
from conftest import excited

ROBOTS = ("arm 1", "arm~2", "ärm/3")


@pytest.fixture(scope="module")
def planar():
    return taufit.Robot("planar2r")


@pytest.fixture(scope="module")
def logs(planar, tmp_path_factory):
    """Three robots with four logs each: robots and paths."""
    folder = tmp_path_factory.mktemp("logs")
    robots, paths = [], []
    for k in range(12):
        t, q, _, tau = excited(planar, n_samples=2000, seed=20 + k, noise=0.02)
        path = folder / f"{k}.csv"
        rows = (",".join(map(repr, row)) for row in np.column_stack([t, q, tau]).tolist())
        path.write_text("\n".join(["t_s,q1,q2,tau1,tau2", *rows]) + "\n")
        # January, February and March 2026.
        os.utime(path, (1_767_571_200 + k * 7 * 86_400,) * 2)
        robots.append(ROBOTS[k % 3])
        paths.append(path)
    return {"robot": robots, "log": paths}


def planned(planar, logs, folder):
    taufit.fleet.plan(planar, logs["log"][:3], folder, friction="coulomb-viscous", no_rotor=True)
    return folder


@pytest.fixture(scope="module")
def alone(planar, logs, tmp_path_factory):
    """The store of one process, by the command's own verb."""
    folder = planned(planar, logs, tmp_path_factory.mktemp("alone") / "store")
    found = taufit.observe(planar, logs["log"], store=folder, robot_id=logs["robot"])
    assert (found.n_new, found.failures) == (12, [])
    return folder


def assert_close(found, expected, sigma):
    """Compare estimates to 1e-9 of their size; of the standard deviation where the true value is zero."""
    found, expected, sigma = np.array(found), np.array(expected), np.array(sigma)
    size = np.maximum(np.abs(expected), sigma)
    worst = np.abs(found - expected) / size
    assert worst.max() < 1e-9, (worst.max(), np.unravel_index(worst.argmax(), worst.shape))


def assert_same(store, alone):
    found, expected = taufit.fleet.identify(store), taufit.fleet.identify(alone)
    assert [robot["robot"] for robot in found.robots] == [robot["robot"] for robot in expected.robots]
    fields = [(robot["values"], other["values"], other["sigma"]) for robot, other in zip(found.robots, expected.robots)]
    assert_close(*zip(*fields))


def kill_once(function, flag, task):
    """Do a task; the first worker that comes here kills itself."""
    try:
        flag.touch(exist_ok=False)
    except FileExistsError:
        return function(task)
    os.kill(os.getpid(), signal.SIGKILL)


def kill_at(function, name, task):
    """Do a task; whoever is given the log of this name dies."""
    if any(pathlib.Path(log).name == name for _, log, _ in task):
        os.kill(os.getpid(), signal.SIGKILL)
    return function(task)


class Deadly:
    """An engine some of whose workers die."""

    def __init__(self, engine, death, argument):
        self.engine, self.n_workers = engine, engine.n_workers
        self.death, self.argument = death, argument

    def map(self, function, tasks):
        # Bound methods of the function are looked up on it, not on what is mapped.
        return self.engine.map(functools.partial(self.death, function, self.argument), tasks)


def test_pool_and_executor_agree_with_one_process(planar, logs, alone, tmp_path):
    executor = concurrent.futures.ThreadPoolExecutor(3)
    for name, engine in [("pool", taufit.fleet.ProcessPool(2)), ("threads", executor)]:
        store = planned(planar, logs, tmp_path / name)
        found = taufit.fleet.observe(logs, store, engine=engine)
        assert (found.n_new, found.n_known, found.failures) == (12, 0, [])
        assert found.n_samples == 12 * 2000
        again = taufit.fleet.observe(logs, store, engine=engine)
        assert (again.n_new, again.n_known) == (0, 12)
        assert_same(store, alone)
    executor.shutdown()


def test_a_killed_worker_loses_nothing(planar, logs, alone, tmp_path):
    store = planned(planar, logs, tmp_path / "store")
    engine = Deadly(taufit.fleet.ProcessPool(2), kill_once, tmp_path / "flag")
    found = taufit.fleet.observe(logs, store, engine=engine)
    assert (tmp_path / "flag").exists()
    assert (found.n_new + found.n_known, found.failures) == (12, [])
    assert_same(store, alone)


def test_a_log_that_kills_its_worker_is_listed_and_the_rest_goes_on(planar, logs, tmp_path):
    store = planned(planar, logs, tmp_path / "store")
    engine = Deadly(taufit.fleet.ProcessPool(2), kill_at, "5.csv")
    found = taufit.fleet.observe(logs, store, engine=engine)
    assert [(failure.code, failure.robot) for failure in found.failures] == [("E266", ROBOTS[2])]
    assert found.failures[0].log.endswith("5.csv")
    assert len(taufit.fleet.Store(store).files()) == 11
    again = taufit.fleet.observe(logs, store, engine=taufit.fleet.ProcessPool(1))
    assert (again.n_new, again.n_known) == (1, 11)


def test_broken_and_repeated_logs(planar, logs, alone, tmp_path):
    store = planned(planar, logs, tmp_path / "store")
    broken, copy = tmp_path / "broken.csv", tmp_path / "copy.csv"
    broken.write_text("t,q1\n0,1\n")
    copy.write_bytes(logs["log"][0].read_bytes())
    table = {"robot": [*logs["robot"], "x", logs["robot"][0], "x"], "log": [*logs["log"], broken, copy, "none.csv"]}
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        found = taufit.fleet.observe(table, store, engine=executor)
    assert (found.n_new, found.n_known) == (12, 1)
    assert {failure.log: failure.code[0] for failure in found.failures} == {str(broken): "E", "none.csv": "E"}
    assert_same(store, alone)


def test_merged_evidence_is_that_of_one_process(planar, logs, alone):
    by_robot = taufit.fleet.merge(alone, engine=taufit.fleet.ProcessPool(2))
    assert list(by_robot) == [(robot,) for robot in sorted(ROBOTS)]
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        by_month = taufit.fleet.merge(alone, by=["robot", "month"], engine=executor)
        (whole,) = taufit.fleet.merge(alone, by=[], engine=executor).values()
    assert {month for _, month in by_month} == {"2026-01", "2026-02", "2026-03"}
    months = [evidence for (robot, _), evidence in by_month.items() if robot == "arm 1"]
    one = functools.reduce(lambda a, b: a + b, months)
    expected = by_robot["arm 1",].solve()
    assert_close(one.solve().beta, expected.beta, expected.sigma)
    total = functools.reduce(lambda a, b: a + b, by_robot.values()).solve()
    assert_close(whole.solve().beta, total.beta, total.sigma)


def test_periods_and_report(alone, tmp_path):
    result = taufit.fleet.identify(alone, by=["robot", "month"])
    assert [(period.robot, period.period) for period in result.periods][:2] == [("arm 1", "2026-01"), ("arm 1", "2026-02")]
    assert sum(period.n_logs for period in result.periods) == 12
    page = taufit.fleet.report(result, tmp_path / "fleet.html").read_text()
    assert "Look at these first" in page and "://" not in page
    for by in (["moon"], "robot", ["month"], ["robot", "day", "week"]):
        with pytest.raises(taufit.UsageError):
            taufit.fleet.identify(alone, by=by)


def test_other_file_systems(planar, logs, alone, tmp_path):
    fsspec = pytest.importorskip("fsspec")
    taufit.fleet.plan(planar, logs["log"][:3], f"file://{tmp_path}/url", friction="coulomb-viscous", no_rotor=True)
    pyarrow = pytest.importorskip("pyarrow.fs")
    stores = {
        "url": taufit.fleet.Store(f"file://{tmp_path}/url"),
        "arrow": taufit.fleet.Store(f"{tmp_path}/arrow", pyarrow.LocalFileSystem()),
        "memory": taufit.fleet.Store("/fleet", fsspec.filesystem("memory")),
    }
    table = {**logs, "temperature_c": [25.5] + [None] * 11}
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        for store in stores.values():
            taufit.fleet.plan(planar, logs["log"][:3], store, friction="coulomb-viscous", no_rotor=True)
            found = taufit.fleet.observe(table, store, engine=executor)
            assert (found.n_new, found.failures) == (12, [])
            assert taufit.fleet.observe(logs, store, engine=executor).n_known == 12
            assert_same(store, alone)
            assert len(taufit.fleet.merge(store, engine=executor)) == 3


def test_the_store_is_a_table(alone):
    dataset = pytest.importorskip("pyarrow.dataset")
    table = dataset.dataset(str(alone), partitioning=None, exclude_invalid_files=True).to_table()
    assert sorted(set(table["robot"].to_pylist())) == sorted(ROBOTS)
    assert table["n_samples"].to_pylist() == [2000] * 12
    evidence = taufit.Evidence.from_bytes(table["evidence"][0].as_py())
    assert sum(evidence.n_rows) == table["n_rows"][0].as_py()


def test_evidence_of_an_older_format_is_refused_and_renewed_by_observing_again(planar, logs, tmp_path):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    store = planned(planar, logs, tmp_path / "store")
    first = {name: column[:2] for name, column in logs.items()}
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        assert taufit.fleet.observe(first, store, engine=executor).n_new == 2
        # The file of the first log as a release with another format of the bytes would have left it.
        path = store / taufit.fleet.Store(store).files()[0]
        table = parquet.read_table(path, partitioning=None)
        old = bytearray(table["evidence"][0].as_py())
        old[8:12] = (0).to_bytes(4, "little")
        place = table.schema.get_field_index("evidence")
        parquet.write_table(table.set_column(place, table.schema.field(place), pyarrow.array([bytes(old)])), path)
        result = taufit.fleet.identify(store)
        assert [(failure.code, failure.robot) for failure in result.failures] == [("E111", table["robot"][0].as_py())]
        assert sum(robot.n_logs for robot in result.robots) == 1
        assert "taufit observe ROBOT LOG" in taufit.explain("E111")
        # What the page says: the old file goes, the log is observed again.
        path.unlink()
        again = taufit.fleet.observe(first, store, engine=executor)
    assert (again.n_new, again.n_known) == (1, 1)
    assert not taufit.fleet.identify(store).failures


def test_wrong_tables_stores_and_engines(planar, logs, tmp_path):
    with pytest.raises(taufit.UsageError, match="no plan"):
        taufit.fleet.observe(logs, tmp_path / "empty")
    store = planned(planar, logs, tmp_path / "store")
    with pytest.raises(taufit.UsageError, match="column robot"):
        taufit.fleet.observe({"log": logs["log"]}, store)
    with pytest.raises(taufit.UsageError, match="engine"):
        taufit.fleet.observe(logs, store, engine="hadoop")
    with pytest.raises(taufit.Error, match="no evidence"):
        taufit.fleet.identify(store)
    # A store that has a plan keeps it.
    kept = json.loads((store / "plan.json").read_text())
    assert taufit.fleet.plan(planar, logs["log"][3:], store) == kept


def test_a_part_of_the_store_that_cannot_be_written_is_listed(planar, logs, tmp_path):
    store = planned(planar, logs, tmp_path / "store")
    (store / "robot=arm%201").write_text("a file where a folder has to be")
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        found = taufit.fleet.observe(logs, store, engine=executor)
    assert {(failure.robot, failure.code) for failure in found.failures} == {("arm 1", "E095")}
    assert (found.n_new + found.n_known, len(found.failures)) == (8, 4)
