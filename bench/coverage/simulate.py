"""Closed loops in MuJoCo: an arm follows a motion under PD control with feed-forward torques."""

import mujoco
import numpy as np
from mujoco import rollout

from .describe import mjcf

RATE_HZ = 500
STEP_S = 5e-4
SPRING_STEP_S = 2.5e-4  # the stiffest spring against the lightest link has 4000 rad/s
BANDWIDTH_RAD_S = 40.0
FEED_FORWARD = 0.9  # share of the true inverse dynamics that the controller knows
STRIBECK_SHARE, STRIBECK_RAD_S, LOAD_SHARE = 0.6, 0.15, 0.05

# name -> (Coulomb friction, soft friction loss, springs)
LOOPS = {
    "no_coulomb": dict(coulomb=False),
    "hard": {},
    "soft": dict(soft=True),
    "stribeck": dict(stribeck=True),
    "flexible": dict(flexible=True),
}


def closed_loop(arm, reference, coulomb=True, soft=False, stribeck=False, flexible=False):
    """Positions and velocities at the drives and the torques applied there, samples x joints at `RATE_HZ`.

    `reference` gives positions, velocities and accelerations in steps of `STEP_S`.
    """
    step_s = SPRING_STEP_S if flexible else STEP_S
    rigid = mujoco.MjModel.from_xml_string(mjcf(arm, np.zeros(arm.n), True, STEP_S))
    feed_forward = FEED_FORWARD * inverse_dynamics(rigid, *reference)
    inertia = mean_inertia(rigid, reference[0])
    gains = BANDWIDTH_RAD_S**2 * inertia, 2 * 0.7 * BANDWIDTH_RAD_S * inertia
    friction = arm.coulomb_nm if coulomb else np.zeros(arm.n)
    model = mujoco.MjModel.from_xml_string(mjcf(arm, friction, soft, step_s, gains, flexible))
    data = mujoco.MjData(model)
    drives = [model.joint(f"joint{i + 1}").qposadr[0] for i in range(arm.n)]
    data.qpos[drives], data.qvel[drives] = reference[0][0], reference[1][0]
    control = reference[0] + (gains[1] * reference[1] + feed_forward) / gains[0]
    if stribeck:
        sensed = stepped(model, data, control, arm.coulomb_nm, LOAD_SHARE * abs(feed_forward))
    else:
        sensed = rolled(model, data, np.repeat(control, round(STEP_S / step_s), axis=0))
    rows = sensed[:: round(1 / RATE_HZ / step_s)]
    return rows[:, : arm.n], rows[:, arm.n : 2 * arm.n], rows[:, 2 * arm.n :]


def rolled(model, data, control):
    """All steps inside MuJoCo; sensors at the beginning of every step."""
    state = np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    return rollout.rollout(model, data, state[None], control[None])[1][0]


def stepped(model, data, control, coulomb, load):
    """Step by step, with friction that depends on velocity and load."""
    sensed = np.empty((len(control), model.nsensordata))
    for k in range(len(control)):
        data.ctrl[:] = control[k]
        stiction = 1 + STRIBECK_SHARE * np.exp(-((data.qvel / STRIBECK_RAD_S) ** 2))
        model.dof_frictionloss[:] = coulomb * stiction + load[k]
        mujoco.mj_step(model, data)
        sensed[k] = data.sensordata
    return sensed


def inverse_dynamics(model, q, qd, qdd, every=20):
    """Torques of a motion, computed at every 20th step and interpolated by cubics."""
    from scipy.interpolate import CubicSpline

    data = mujoco.MjData(model)
    at = np.unique(np.r_[0 : len(q) : every, len(q) - 1])
    torque = np.empty((len(at), model.nv))
    for row, k in enumerate(at):
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(model, data)
        torque[row] = data.qfrc_inverse
    return CubicSpline(at, torque)(np.arange(len(q)))


def mean_inertia(model, q, n_states=50):
    """Mean diagonal of the mass matrix along a motion."""
    data, total = mujoco.MjData(model), np.zeros(model.nv)
    full = np.empty((model.nv, model.nv))
    for k in np.linspace(0, len(q) - 1, n_states).astype(int):
        data.qpos[:] = q[k]
        mujoco.mj_forward(model, data)
        mujoco.mj_fullM(model, data, full)
        total += np.diag(full)
    return total / n_states
