"""Evidence: sums of logs, bytes, solutions."""

import numpy as np
import pytest
from conftest import excited, true_parameters

import taufit


@pytest.fixture(scope="module")
def robot():
    return taufit.Robot("planar2r")


def evidence(robot, seed):
    t, q, _, tau = excited(robot, n_samples=2000, seed=seed, noise=0.01, friction="none")
    return taufit.Evidence.from_log(robot, taufit.Recording(t=t, q=q, tau=tau), friction="none")


def test_the_sum_is_the_evidence_of_both(robot):
    one, other = evidence(robot, 1), evidence(robot, 2)
    both = one + other
    assert both.n_rows == [a + b for a, b in zip(one.n_rows, other.n_rows)]
    base = robot.base(friction="none")
    truth = base.matrix @ true_parameters(robot, "none")
    for found in (one, other, both):
        solution = found.solve()
        assert np.all(np.abs(solution.beta - truth) < 6 * solution.sigma + 1e-3 * np.abs(truth).max())
    assert np.all(both.solve().sigma <= one.solve().sigma * 1.05)
    np.testing.assert_allclose((other + one).solve().beta, both.solve().beta, rtol=1e-9)


def test_bytes_hold_all_of_it(robot):
    one = evidence(robot, 1)
    assert taufit.Evidence.from_bytes(bytes(one)) == one
    damaged = bytearray(bytes(one))
    damaged[40] ^= 1
    for wrong in (bytes(damaged), b"", bytes(one)[:-5], b"x" * 100):
        with pytest.raises(taufit.DataError) as caught:
            taufit.Evidence.from_bytes(wrong)
        assert caught.value.code in ("E110", "E111")


def test_evidence_of_other_robots_is_refused(robot):
    other = taufit.Robot("ur5")
    t, q, _, tau = excited(other, n_samples=2000, noise=0.05)
    foreign = taufit.Evidence.from_log(other, taufit.Recording(t=t, q=q, tau=tau))
    with pytest.raises(taufit.DataError):
        evidence(robot, 1) + foreign
    with pytest.raises(TypeError):
        evidence(robot, 1) + 1
