"""Conditions of a log: which closed loop, which disturbance of the logged torque."""

import numpy as np
from scipy.signal import lfilter

ENCODER_RAD = 2 * np.pi / 2**20
NOISE_SHARE = 0.02  # standard deviation of the noise over the torque's rms about its mean
AR = 0.95
RIPPLE_SHARE, RIPPLE_PER_TURN = 0.02, (50, 100)

# condition -> (closed loop of simulate.LOOPS, disturbance). Friction of the first three has MuJoCo's model, as hard as the step allows;
# "frictionloss" has MuJoCo's default impedance: soft at low speed.
CONDITIONS = {
    "frictionless": ("no_coulomb", "white"),
    "white": ("hard", "white"),
    "coloured": ("hard", "coloured"),
    "frictionloss": ("soft", "white"),
    "stribeck": ("stribeck", "white"),
    "ripple": ("hard", "ripple"),
    "flexible": ("flexible", "white"),
}


def disturbed(kind, q, torque, rng):
    """Logged torque: the applied one with noise, and with gear ripple for "ripple"."""
    spread = torque.std(axis=0)
    white = rng.normal(size=torque.shape)
    if kind == "coloured":
        return torque + NOISE_SHARE * spread * np.sqrt(1 - AR**2) * lfilter([1], [1, -AR], white, axis=0)
    out = torque + NOISE_SHARE * spread * white
    if kind == "ripple":
        per_turn = rng.integers(*RIPPLE_PER_TURN, q.shape[1])
        out = out + RIPPLE_SHARE * spread * np.sqrt(2) * np.sin(per_turn * q + rng.uniform(0, 2 * np.pi, q.shape[1]))
    return out


def encoded(q):
    """Positions as an encoder with 2^20 counts reports them."""
    return np.round(q / ENCODER_RAD) * ENCODER_RAD
