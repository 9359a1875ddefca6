"""Gravity error of an efficient estimator: generalised least squares with the true structure and noise covariance.

Torques are those of the true parameters along the logged motion plus the noise of the log itself, so that nothing but noise is
left to err by; no estimator from the same log can be expected to do better. Only conditions whose torque is linear in known
columns have one.
"""

import numpy as np
import pyarrow.parquet
from scipy.signal import butter, filtfilt

from .cache import VELOCITY_NOISE_RAD_S
from .conditions import AR, CONDITIONS, NOISE_SHARE, disturbed
from .script import base_columns, per_joint
from .score import NO_COULOMB, Truth, script_errors
from .simulate import RATE_HZ

BOUNDED = ("frictionless", "white", "coloured")
MOTION_HZ = 25.0  # of the low pass of the positions, fifty times the highest frequency of the motions
SLIDING_SHARE = 0.02  # of the rms speed: slower samples may stick, and tell nothing
COLUMNS_EVERY = 20


def bound(root, seed, condition):
    """Gravity errors [%] of the efficient estimator and of the careful script."""
    truth = Truth(root, seed)
    folder = truth.folder / condition
    table = pyarrow.parquet.read_table(folder / "log.parquet")
    q, torque = (np.column_stack([table[f"{s}{i + 1}"] for i in range(truth.arm.n)]) for s in ("q", "tau"))
    exact = dict(np.load(folder / "val_exact.npz"))
    names, rows, model = true_model(truth, condition, *filtered(q))
    noise = noise_of_log(seed, condition, q, torque)
    sigma = NOISE_SHARE * torque.std(axis=0)
    slides = np.ones(q.shape, bool)
    if condition not in NO_COULOMB:
        speed = abs(filtered(q)[1])
        slides = speed > SLIDING_SHARE * np.sqrt((speed**2).mean(axis=0))
    correlation = AR if CONDITIONS[condition][1] == "coloured" else 0.0
    found = generalised_least_squares(rows, model + noise, sigma, slides, correlation)
    rigid = dict(zip(names, found))
    return {
        "condition": condition,
        "efficient": truth.errors(rigid, 0 * exact["qd"], exact)["gravity"],
        "script": script_errors(truth, folder, exact)["gravity"],
    }


def filtered(q):
    """Positions, velocities and accelerations behind a low pass that leaves the motion alone."""
    q = filtfilt(*butter(4, MOTION_HZ / (RATE_HZ / 2)), q, axis=0)
    qd = np.gradient(q, 1 / RATE_HZ, axis=0)
    return q, qd, np.gradient(qd, 1 / RATE_HZ, axis=0)


def true_model(truth, condition, q, qd, qdd):
    """Names of the rigid base columns, all columns of the true structure, and their torque with the true values."""
    rigid = truth.regressor.rows(q, qd, qdd)
    base = base_columns(rigid[::COLUMNS_EVERY].reshape(-1, rigid.shape[2]))
    columns, torque = [rigid[..., base], per_joint(qd)], rigid @ truth.standard + truth.arm.viscous * qd
    if condition not in NO_COULOMB:
        columns.append(per_joint(np.sign(qd)))
        torque = torque + truth.arm.coulomb_nm * np.sign(qd)
    return [truth.regressor.names[c] for c in base], np.concatenate(columns, axis=2), torque


def noise_of_log(seed, condition, q, torque):
    """Noise of the logged torques, drawn once more."""
    rng = np.random.default_rng([seed, 4, list(CONDITIONS).index(condition), False])
    rng.normal(0, VELOCITY_NOISE_RAD_S, q.shape)
    return disturbed(CONDITIONS[condition][1], q, torque, rng) - torque


def generalised_least_squares(rows, torque, sigma, used, correlation):
    """Whitens every run of used samples as first-order autoregressive noise, its first sample included."""
    follows = used.copy()
    follows[0] = False
    follows[1:] &= used[:-1]
    first = used & ~follows
    stacked = []
    for joint, scale in enumerate(sigma):
        whole = np.column_stack([rows[:, joint], torque[:, joint]]) / scale
        white = whole[1:] - correlation * whole[:-1]
        kept = np.concatenate([white[follows[1:, joint]], np.sqrt(1 - correlation**2) * whole[first[:, joint]]])
        stacked.append(np.linalg.qr(kept, mode="r"))
    stacked = np.concatenate(stacked)
    return np.linalg.lstsq(stacked[:, :-1], stacked[:, -1], rcond=None)[0]


def render(errors):
    """Median ratio to the script, and arms above it, by condition."""
    lines = ["Gravity error of an efficient estimator over that of the careful script: median, arms above it"]
    for condition in BOUNDED:
        ratios = [e["efficient"] / e["script"] for e in errors if e["condition"] == condition]
        if ratios:
            lines.append(f"{condition:13}x{np.median(ratios):5.2f}, {sum(r > 1 for r in ratios)} of {len(ratios)}")
    return "\n".join(lines)
