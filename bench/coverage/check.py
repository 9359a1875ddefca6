"""Logged torques of a simulation without Coulomb friction and noise against pinocchio's inverse dynamics."""

import tempfile

import numpy as np

from . import arm as arms
from .describe import urdf
from .motion import random_motion
from .regressor import Regressor, true_values
from .simulate import RATE_HZ, STEP_S, closed_loop

TOLERANCE = 1e-3
DURATION_S = 10.0


def check(seed):
    """Relative rms difference of every joint; derivatives of the logged positions by five-point differences."""
    arm = arms.random_arm(seed)
    with tempfile.NamedTemporaryFile("w", suffix=".urdf") as file:
        file.write(urdf(arm, arm.mass_kg, arm.com_m, arm.inertia_kg_m2))
        file.flush()
        regressor = Regressor(file.name)
    reference = random_motion(arm, np.random.default_rng([seed, 6]), DURATION_S, STEP_S)
    q, _, torque = closed_loop(arm, reference, coulomb=False)
    h = 1 / RATE_HZ
    qd = (q[:-4] - 8 * q[1:-3] + 8 * q[3:-1] - q[4:]) / (12 * h)
    qdd = (-q[:-4] + 16 * q[1:-3] - 30 * q[2:-2] + 16 * q[3:-1] - q[4:]) / (12 * h**2)
    settled = slice(RATE_HZ, None)
    named = true_values(arm)
    model = regressor.rows(q[2:-2], qd, qdd) @ np.array([named[name] for name in regressor.names]) + arm.viscous * qd
    miss = (model - torque[2:-2])[settled]
    relative = np.sqrt((miss**2).mean(axis=0)) / torque.std(axis=0)
    print(f"arm {seed}: inverse dynamics misses the logged torque by", " ".join(f"{x:.1e}" for x in relative), flush=True)
    assert relative.max() < TOLERANCE, "the simulation does not log the torque that moved the arm"
