"""Random Fourier motions inside the limits."""

import numpy as np

ORDER = 5
BASE_HZ = 0.1
SHARE = 0.8  # of every limit


def random_motion(arm, rng, duration_s, step_s, base_hz=BASE_HZ, share=SHARE):
    """Positions, velocities and accelerations, samples x joints; starts anywhere inside the limits, at any velocity."""
    t = np.arange(round(duration_s / step_s)) * step_s
    w = 2 * np.pi * base_hz * np.arange(1, ORDER + 1)
    sin, cos = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
    q, qd, qdd = (np.empty((len(t), arm.n)) for _ in range(3))
    for i in range(arm.n):
        a, b = rng.normal(size=(2, ORDER)) / np.sqrt(np.arange(1, ORDER + 1))
        position = sin @ a + cos @ b
        velocity = cos @ (w * a) - sin @ (w * b)
        acceleration = -sin @ (w**2 * a) - cos @ (w**2 * b)
        largest = (position.max() - position.min()) / 2
        scale = share * min(
            arm.q_limit_rad[i] * rng.uniform(0.6, 1.0) / largest,
            arm.qd_limit_rad_s[i] / abs(velocity).max(),
            arm.qdd_limit_rad_s2[i] / abs(acceleration).max(),
        )
        room = share * arm.q_limit_rad[i] - scale * largest
        middle = rng.uniform(-room, room) - scale * (position.max() + position.min()) / 2
        q[:, i], qd[:, i], qdd[:, i] = middle + scale * position, scale * velocity, scale * acceleration
    return q, qd, qdd
