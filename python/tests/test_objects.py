"""Public objects: copies, threads, and arrays of all kinds on their way into a log."""

import copy
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import without_sources

import taufit

OPTIONS = {"friction": "coulomb-viscous"}


@pytest.fixture(scope="module")
def examples(ur5, recording, identified, tmp_path_factory):
    """One object or more of every public class."""
    objects = [
        ur5,
        ur5.base(),
        recording,
        identified,
        identified.verdict,
        identified.series[0],
        identified.evidence,
        identified.evidence.solve(),
        taufit.fleet.Observed(1, 2, 3, [taufit.fleet.Observed(0, 0, 0, [])]),
        taufit.fleet.ProcessPool(2),
        taufit.fleet.Store(tmp_path_factory.mktemp("store")),
    ]
    errors = [taufit.Error, taufit.DataError, taufit.FileError, taufit.UsageError, taufit.Interrupted]
    warnings = [taufit.Warning, taufit.QualityWarning]
    return objects + [error("text", "E006", "hint") for error in errors] + [warning("text") for warning in warnings]


def state(value):
    """What makes up an object, for comparison."""
    if isinstance(value, (taufit.Robot, taufit.Result, taufit.Evidence, tuple)) and not isinstance(value, taufit.Solution):
        return value
    if isinstance(value, taufit.Recording):
        return value.name, {name: column.tolist() for name, column in value.columns.items()}
    if isinstance(value, BaseException):
        return type(value), str(value), getattr(value, "code", None), getattr(value, "hint", None)
    fields = value._asdict() if isinstance(value, taufit.Solution) else dict(value) if isinstance(value, dict) else vars(value)
    return type(value), {name: np.asarray(x).tolist() if isinstance(x, np.ndarray) else x for name, x in fields.items()}


def test_every_public_class_is_among_the_examples(examples):
    names = [(taufit, name) for name in taufit.__all__] + [(taufit.fleet, name) for name in taufit.fleet.__all__]
    classes = {value for module, name in names if isinstance(value := getattr(module, name), type)}
    assert classes - {type(example) for example in examples} == {taufit.fleet.Engine}, "a protocol has no objects"


@pytest.mark.parametrize("again", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy])
def test_every_public_object_can_be_pickled_and_copied(examples, again):
    for value in examples:
        assert state(again(value)) == state(value), type(value)


def together(work, n_threads=4):
    """Results of a function that threads call at one time."""
    found, start = [None] * n_threads, threading.Barrier(n_threads)

    def run(k):
        start.wait()
        found[k] = work()

    threads = [threading.Thread(target=run, args=(k,)) for k in range(n_threads)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return found


def test_threads_share_robots_logs_results_and_evidence(ur5, recording, identified, tmp_path):
    expected = without_sources(identified.to_dict())
    for found in together(lambda: taufit.identify(ur5, recording, **OPTIONS)):
        assert without_sources(found.to_dict()) == expected
        assert found.evidence == identified.evidence
    # A result makes its torques over time, and the folder that stands for it, once, whoever asks first.
    fresh = pickle.loads(pickle.dumps(identified))
    lengths = [len(series.t_s) for series in identified.series]
    for series in together(lambda: [len(series.t_s) for series in fresh.series]):
        assert series == lengths
    assert len(set(together(fresh._path))) == 1
    both = bytes(identified.evidence + identified.evidence)
    assert {bytes(e) for e in together(lambda: identified.evidence + identified.evidence)} == {both}
    base = ur5.base().to_json()
    assert {found.to_json() for found in together(ur5.base)} == {base}


def test_arrays_of_all_kinds_make_the_same_log(ur5, motion, identified):
    t, q, _, tau = motion
    read_only = q.copy()
    read_only.flags.writeable = False
    padded = np.zeros((2 * len(q), 12))
    padded[::2, ::2] = q
    expected = without_sources(identified.to_dict())
    for same in (read_only, np.asfortranarray(q), padded[::2, ::2], q[::-1][::-1], q.astype(">f8"), q.tolist()):
        found = taufit.identify(ur5, taufit.Recording(t=t, q=same, tau=tau), **OPTIONS)
        assert without_sources(found.to_dict()) == expected
    # The caller's arrays are not written to.
    kept = q.copy()
    taufit.identify(ur5, taufit.Recording(t=t, q=q, tau=tau), **OPTIONS)
    assert np.array_equal(q, kept)


def test_numbers_of_single_precision_are_those_numbers(ur5, motion):
    t, q, _, tau = (x.astype(np.float32) for x in motion)
    single = taufit.Recording(t=t, q=q, tau=tau)
    double = taufit.Recording(t=t.astype(float), q=q.astype(float), tau=tau.astype(float))
    found = [taufit.identify(ur5, log, **OPTIONS).base_parameters for log in (single, double)]
    assert found[0] == found[1]


@pytest.mark.parametrize("path", ["", "\0", "a" * 5000, "~", ".", "/dev/null", "no/such/log.csv", b"\xff\xfe", 7, None, 1.5])
def test_garbage_where_a_path_belongs(ur5, recording, identified, path):
    calls = [
        lambda: taufit.Robot(path),
        lambda: taufit.identify(ur5, path),
        lambda: taufit.identify(path, recording),
        lambda: taufit.load(path),
        lambda: taufit.validate(path, recording),
        lambda: taufit.fleet.identify(path),
    ]
    for call in calls:
        with pytest.raises((taufit.Error, TypeError, OSError, ValueError)) as caught:
            call()
        assert str(caught.value)


HUGE = """
import resource, sys
import numpy as np, taufit
# A view of one row, a hundred billion rows long: nothing of it is in memory, and a copy has no room.
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
n = 10**11
wide, long = np.broadcast_to(np.zeros(6), (n, 6)), np.broadcast_to(0.0, n)
robot = taufit.Robot("ur5")
calls = {
    "gravity": lambda: robot.gravity(wide),
    "rnea": lambda: robot.rnea(wide, wide, wide),
    "regressor": lambda: robot.regressor(*np.zeros((3, 10**7, 6))),
    "identify": lambda: taufit.identify(robot, taufit.Recording(t=long, q=wide, tau=wide)),
}
try:
    calls[sys.argv[1]]()
except (MemoryError, taufit.Error, ValueError) as error:
    print(type(error).__name__)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are those of Linux")
@pytest.mark.parametrize("call", ["gravity", "rnea", "regressor", "identify"])
def test_what_has_no_room_in_memory_is_an_exception(call):
    done = subprocess.run([sys.executable, "-c", HUGE, call], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and done.stdout, (done.returncode, done.stderr[-2000:])
