"""The careful script: order-4 Butterworth forwards and backwards, central differences, parallel decimation, weighted least squares.

Coulomb and viscous friction per joint without offset; base parameters by QR with column pivoting.
"""

import numpy as np
import scipy.linalg
from scipy.signal import butter, decimate, filtfilt

from .simulate import RATE_HZ

CUTOFF_HZ = 5.0  # ten times the highest frequency of the motions
DECIMATION = 40  # 0.8 of the rate over twice the cut-off
EDGE_S = 0.5
RANK_TOLERANCE = 1e-6


def careful_script(regressor, q, torque):
    """Estimates by name: base parameters of the rigid body, friction; and the names of the base columns."""
    q, qd, qdd = filtered(q)
    names = regressor.names + [f"{s}{i + 1}" for s in ("fv", "fc") for i in range(regressor.n)]
    rows = regressor.rows(q, qd, qdd)
    rows = np.concatenate([rows, per_joint(qd), per_joint(np.sign(qd))], axis=2)
    rows, torque = (decimate(x, DECIMATION, axis=0) for x in (rows, torque))
    edge = round(EDGE_S * RATE_HZ / DECIMATION)
    rows, torque = rows[edge:-edge], torque[edge:-edge]
    base = base_columns(rows.reshape(-1, len(names)))
    first = np.linalg.lstsq(rows[..., base].reshape(-1, len(base)), torque.ravel(), rcond=None)[0]
    sigma = (torque - rows[..., base] @ first).std(axis=0)
    weighted = (rows[..., base] / sigma[:, None]).reshape(-1, len(base))
    values = np.linalg.lstsq(weighted, (torque / sigma).ravel(), rcond=None)[0]
    return {names[c]: float(x) for c, x in zip(base, values)}


def filtered(q):
    """Positions, velocities and accelerations behind the low pass."""
    b, a = butter(4, CUTOFF_HZ / (RATE_HZ / 2))
    q = filtfilt(b, a, q, axis=0)
    qd = np.gradient(q, 1 / RATE_HZ, axis=0)
    return q, qd, np.gradient(qd, 1 / RATE_HZ, axis=0)


def per_joint(values):
    """samples x joints -> samples x joints x joints: a column of its own for every joint."""
    return values[:, :, None] * np.eye(values.shape[1])


def base_columns(rows):
    """Columns that make up the base, by QR with pivoting of columns of length one."""
    length = np.linalg.norm(rows, axis=0)
    seen = np.flatnonzero(length > RANK_TOLERANCE * length.max())
    r, pivot = scipy.linalg.qr(rows[:, seen] / length[seen], mode="r", pivoting=True)[0:2]
    diagonal = abs(np.diag(r))
    return np.sort(seen[pivot[: (diagonal > RANK_TOLERANCE * diagonal[0]).sum()]])
