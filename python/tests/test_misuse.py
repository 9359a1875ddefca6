"""Misuse: a clear exception each, never a panic, an abort or silent success."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import excited

import taufit


def test_wrong_shapes(ur5):
    q = np.zeros((5, 6))
    for wrong in (np.zeros((5, 7)), np.zeros(5), np.float64(1.0), np.zeros((6, 5))):
        with pytest.raises(taufit.UsageError, match="q"):
            ur5.gravity(wrong)
    with pytest.raises(taufit.UsageError, match="transpose"):
        ur5.gravity(np.zeros((6, 5)))
    with pytest.raises(taufit.UsageError, match="different numbers of samples"):
        ur5.rnea(q, q[:3], q)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_not_finite(ur5, bad):
    q = np.zeros((5, 6))
    q[3, 2] = bad
    with pytest.raises(taufit.UsageError, match="sample 3, joint 2"):
        ur5.mass_matrix(q)


def test_arrays_of_all_kinds_give_the_same(ur5):
    q = np.random.default_rng(1).uniform(-1, 1, (8, 6))
    expected = ur5.gravity(q)
    read_only = q.copy()
    read_only.flags.writeable = False
    strided = np.repeat(q, 2, axis=0)[::2]
    for same in (q.tolist(), read_only, strided, np.asfortranarray(q), q.astype(">f8"), tuple(map(tuple, q))):
        assert np.array_equal(ur5.gravity(same), expected)
    np.testing.assert_allclose(ur5.gravity(q.astype(np.float32)), expected, atol=1e-4)
    assert ur5.gravity(np.zeros((0, 6))).shape == (0, 6)


@pytest.mark.parametrize("values", [[["a"] * 6], [[1j] * 6], [[None] * 6], "ur5", [[1, 2], [3]]])
def test_what_is_no_array_of_numbers(ur5, values):
    with pytest.raises(taufit.Error):
        ur5.gravity(values)


def test_robots_that_do_not_exist(tmp_path):
    with pytest.raises(taufit.UsageError, match="ur5") as caught:
        taufit.Robot("ur55")
    assert caught.value.code and caught.value.explain().startswith(f"# {caught.value.code}")
    garbage = tmp_path / "garbage.urdf"
    garbage.write_bytes(bytes(range(256)))
    for source in (garbage, tmp_path, tmp_path / "none.urdf", "\0"):
        with pytest.raises(taufit.Error):
            taufit.Robot(source)
    with pytest.raises(taufit.Error):
        taufit.Robot.from_text("<robot")
    with pytest.raises(taufit.UsageError, match="format"):
        taufit.Robot.from_text("<robot/>", "sdf")


def test_frames_and_models_that_do_not_exist(ur5):
    with pytest.raises(taufit.DataError, match="frame"):
        ur5.jacobian(np.zeros(6), "no_such_frame")
    with pytest.raises(ValueError, match="did you mean"):
        ur5.regressor(*np.zeros((3, 6)), friction="viscos")


def test_recordings_of_wrong_shapes():
    t, q = np.arange(100) / 100, np.zeros((100, 6))
    for arguments, words in [
        ({"t": t, "q": q.T, "tau": q}, "pass q.T"),
        ({"q": q.T, "tau": q.T}, "fewer samples than joints"),
        ({"t": t[:50], "q": q, "tau": q}, "q has 100 samples, but others have 50"),
        ({"t": t, "q": q, "tau": q[:, :5]}, "tau has 5 columns"),
        ({"t": t, "q": q[:, 0], "tau": q}, r"\(N, n\)"),
        ({"t": q, "q": q, "tau": q}, r"\(N,\)"),
        ({"t": t, "q": q, "tau": q, "joints": ["a"]}, "6 columns; expected 1"),
        ({"t": t, "q": q.astype(complex), "tau": q}, "dtype"),
    ]:
        with pytest.raises(taufit.UsageError, match=words):
            taufit.Recording(**arguments)


def test_logs_that_cannot_be_used(ur5, motion, tmp_path):
    t, q, _, tau = motion
    make = taufit.Recording
    empty = make(t=t[:0], q=q[:0], tau=tau[:0])
    for log in [
        empty,
        make(t=t, q=q),
        make(t=t, q=q * np.nan, tau=tau),
        make(t=t[::-1], q=q, tau=tau),
        make(t=t, q=q[:, :5], tau=tau[:, :5]),
        make(t=t, q=q, tau=tau, joints=[f"axis_{k}" for k in "abcdef"]),
        make(t=t, q=np.degrees(q), tau=tau),
        make(t=t, q=0 * q, tau=0 * tau),
        {"t_s": t, "q1": q[:, 0], "tau1": tau[:50, 0]},
        {"some": t, "thing": t},
        tmp_path / "no_such.csv",
        tmp_path,
        "\0",
    ]:
        with pytest.raises(taufit.Error) as caught:
            taufit.identify(ur5, log)
        assert "--" not in str(caught.value), str(caught.value)


def test_degrees_are_refused_with_the_repair_in_words_of_python(ur5, motion):
    t, q, _, tau = motion
    log = taufit.Recording(t=t, q=np.degrees(q), tau=tau)
    with pytest.raises(taufit.DataError) as caught:
        taufit.identify(ur5, log)
    assert 'angle_unit="deg"' in caught.value.hint
    repaired = taufit.identify(ur5, log, angle_unit="deg", friction="coulomb-viscous")
    assert repaired.verdict.grade in ("good", "usable")


def test_reversed_signs_are_repaired_by_a_flag(ur5, motion):
    t, q, _, tau = motion
    log = taufit.Recording(t=t, q=q, tau=-tau)
    with pytest.raises(taufit.DataError):
        taufit.identify(ur5, log)
    assert taufit.identify(ur5, log, negate=True, friction="coulomb-viscous").verdict.grade != "poor"


def test_options_that_make_no_sense(ur5, recording):
    for options, words in [
        ({"friction": "viscos"}, "did you mean"),
        ({"hold_out": "much"}, "hold_out"),
        ({"no_rotor": "yes"}, "True or False"),
        ({"method": "magic"}, "ols"),
        ({"gains": object()}, "gains"),
        ({"gains": [1.0, 2.0]}, "gains= has 2 values"),
        ({"hold_out": True}, "hold_out"),
    ]:
        with pytest.raises(taufit.UsageError, match=words) as caught:
            taufit.identify(ur5, recording, **options)
        assert "--" not in str(caught.value)
    with pytest.raises(TypeError, match="frction"):
        taufit.identify(ur5, recording, frction="viscous")
    with pytest.raises(TypeError):
        taufit.identify(ur5)


def test_a_path_that_looks_like_an_option(ur5):
    with pytest.raises(taufit.Error, match="json"):
        taufit.identify(ur5, "--json")


def test_warnings_are_warnings_of_python(ur5, motion):
    t, q, _, tau = motion
    still = q.copy()
    still[:, 5] = 0.3
    log = taufit.Recording(t=t, q=still, tau=tau)
    with pytest.warns(taufit.Warning, match="W[0-9]{3}: "):
        taufit.identify(ur5, log, accept=["W104"], friction="coulomb-viscous")


def test_every_public_object_can_be_pickled(ur5, recording, identified):
    objects = [ur5, recording, identified, identified.evidence, ur5.base(), taufit.inspect("ur5"), identified.verdict]
    for value in objects:
        again = pickle.loads(pickle.dumps(value))
        if isinstance(value, taufit.Recording):
            assert all(np.array_equal(again.columns[k], value.columns[k]) for k in value.columns)
        else:
            assert again == value, value
    restored = pickle.loads(pickle.dumps(identified))
    assert np.array_equal(restored.series[0].predicted, identified.series[0].predicted)
    error = taufit.DataError("text", "E006", "hint")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_two_threads_use_one_object(ur5):
    q = np.random.default_rng(2).uniform(-1, 1, (20000, 6))
    expected = ur5.gravity(q)
    found = [None] * 4

    def work(k):
        found[k] = [ur5.gravity(q) for _ in range(5)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(np.array_equal(x, expected) for each in found for x in each)


def _gravity(q):
    return taufit.Robot("ur5").gravity(q)


def _identified(seed):
    robot = taufit.Robot("planar2r")
    t, q, _, tau = excited(robot, n_samples=1500, seed=seed, noise=0.01, friction="none")
    return bytes(taufit.Evidence.from_log(robot, taufit.Recording(t=t, q=q, tau=tau), friction="none"))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method, ur5):
    q = np.random.default_rng(2).uniform(-1, 1, (5000, 6))
    expected = ur5.gravity(q)  # the threads of this process are running
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map_async(_gravity, [q] * 4).get(timeout=120)
        evidences = pool.map_async(_identified, [1, 2]).get(timeout=120)
    assert all(np.array_equal(x, expected) for x in found)
    assert evidences == [_identified(1), _identified(2)]


INTERRUPTED = """
import signal, taufit
signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background starts with the signal ignored
print("ready", flush=True)
try:
    taufit.excite("ur5", starts=200, seed=1)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_during_a_design():
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(2.0)
    assert child.poll() is None
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert out == "interrupted\n" and child.returncode == 0


ENDED = """
import os, signal, sys, numpy as np, taufit
signal.signal(signal.SIGINT, signal.default_int_handler)
robot = taufit.Robot("planar2r")
t = np.arange(1_000_000) / 100
q = np.stack([np.sin(0.9 * t) + 0.3 * np.sin(2.3 * t), np.cos(1.3 * t) + 0.3 * np.sin(3.1 * t)], 1)
qd = np.gradient(q, t, axis=0)
tau = robot.rnea(q, qd, np.gradient(qd, t, axis=0)) + 0.01 * np.random.default_rng(1).standard_normal(q.shape)
log = taufit.Recording(t=t, q=q, tau=tau, qm=q + tau / 1e4, wrench=np.zeros((len(t), 6)))
if sys.argv[1] == "motors":
    log = taufit.Recording(t=t, q=q, current=tau)
taufit.base(robot)
threads = lambda: len(os.listdir("/proc/self/task"))
before = threads()
try:
    getattr(taufit, sys.argv[1])(robot, log, progress=lambda *_: os.kill(os.getpid(), signal.SIGINT))
except KeyboardInterrupt:
    print("interrupted", threads() <= before)
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted in /proc")
@pytest.mark.parametrize("verb", ["identify", "elastic", "motors", "stiffness"])
def test_ctrl_c_ends_the_work(verb):
    """The thread of the work is gone when the exception arrives."""
    child = subprocess.run([sys.executable, "-W", "ignore", "-c", ENDED, verb], capture_output=True, text=True, timeout=300)
    assert child.stdout == "interrupted True\n", child.stderr


def test_progress_is_told_and_may_stop_the_work():
    seen = []
    taufit.excite("planar2r", starts=2, seed=1, progress=lambda *now: seen.append(now))
    assert all(isinstance(what, str) and done >= 0 for what, done, _ in seen)

    def stop(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        taufit.excite("ur5", starts=200, seed=1, progress=stop)


def test_a_recording_of_many_samples_is_refused_or_read(ur5):
    # A view of one row, a billion rows long: nothing of it is in memory.
    q = np.broadcast_to(np.zeros(6), (10**11, 6))
    with pytest.raises((MemoryError, taufit.Error, ValueError)):
        ur5.gravity(q)
