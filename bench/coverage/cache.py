"""Simulated logs on disk: DIR/arm_SEED/, made once and read by every identification.

robot.urdf          what a robot description says: inertias off by 15 %, no drives
CONDITION/log.parquet, val.parquet      t_s, q1.., qd1.., tau1..
CONDITION/val_exact.npz                 q, qd, qdd, tau of the second motion without noise, every 10th sample
"""

import numpy as np
import pyarrow
import pyarrow.parquet

from . import arm as arms
from .conditions import CONDITIONS, disturbed, encoded
from .describe import urdf
from .motion import random_motion
from .simulate import LOOPS, RATE_HZ, STEP_S, closed_loop

DURATIONS_S = {"log": 32.0, "val": 20.0}
SETTLE_S = 1.0
VELOCITY_NOISE_RAD_S = 1e-3
KEEP_EVERY = 10


def arm_folder(root, seed):
    return root / f"arm_{seed:04d}"


def simulate(root, seed):
    """All conditions of one arm; does nothing where they are there."""
    folder = arm_folder(root, seed)
    if (folder / "done").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    arm = arms.random_arm(seed)
    (folder / "robot.urdf").write_text(urdf(arm, *arms.nominal(arm, seed)))
    for part, duration_s in DURATIONS_S.items():
        rng = np.random.default_rng([seed, 3, part == "val"])
        reference = random_motion(arm, rng, duration_s + SETTLE_S, STEP_S)
        runs = {name: settled(closed_loop(arm, reference, **kind)) for name, kind in LOOPS.items()}
        for number, (name, (loop, disturbance)) in enumerate(CONDITIONS.items()):
            noise = np.random.default_rng([seed, 4, number, part == "val"])
            q, qd, torque = runs[loop]
            measured = measured_velocity(qd, noise), disturbed(disturbance, q, torque, noise)
            write_log(folder / name / f"{part}.parquet", encoded(q), *measured)
            if part == "val":
                write_exact(folder / name / "val_exact.npz", *runs[loop])
    (folder / "done").touch()


def settled(run):
    """A run without its beginning, where springs settle."""
    return tuple(x[round(SETTLE_S * RATE_HZ) :] for x in run)


def measured_velocity(qd, rng):
    return qd + rng.normal(0, VELOCITY_NOISE_RAD_S, qd.shape)


def write_log(path, q, qd, torque):
    """Columns `t_s, q1.., qd1.., tau1..` at `RATE_HZ`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    columns = {"t_s": np.arange(len(q)) / RATE_HZ}
    for name, values in (("q", q), ("qd", qd), ("tau", torque)):
        columns |= {f"{name}{i + 1}": values[:, i] for i in range(q.shape[1])}
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def write_exact(path, q, qd, torque):
    """Accelerations by central differences of the velocities; MuJoCo's velocity is half a step behind its position."""
    qdd = np.gradient(qd, 1 / RATE_HZ, axis=0)
    keep = slice(KEEP_EVERY, -KEEP_EVERY, KEEP_EVERY)
    np.savez(path, q=q[keep], qd=(qd + STEP_S / 2 * qdd)[keep], qdd=qdd[keep], tau=torque[keep])
