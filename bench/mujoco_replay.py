"""Logs of real arms replayed in MuJoCo: torques and motion of the exported MJCF beside those of the nominal one.

usage: mujoco_replay.py NAME NOMINAL.xml IDENTIFIED.xml LOG.csv.gz FROM_SHARE MEASURES

The log has columns t, q1.., tau1..; FROM_SHARE of its duration is skipped: what was identified from. Positions and torques go
through the same zero-phase low pass (Butterworth, 4th order, 5 Hz); velocities and accelerations are derivatives of the
positions. Contacts and joint limits are off.

torque       mj_inverse along the log: 100 |tau - tau_model| / |tau|, armature, damping and friction loss included
open loop    measured torques alone, 0.25 s from measured states: rms difference of the positions at the end
closed loop  measured torques and a PD controller towards the measured motion, without interruption: rms difference. Its gains are
             the same for both models: mass matrix of the nominal model (its diagonal, mean along the log) times (2 pi 2 Hz)^2

Prints a row per joint and one for all; fails where the identified model is not better than the nominal one in all MEASURES,
of torque,open,closed. Needs mujoco, numpy and scipy.

Torques that were measured behind the gears (Panda) lack the rotors: integrated alone they move the small inertia of a wrist, so
that an error of hundredths of N m is radians after 0.25 s. A nominal model with an armature that no measurement supports is
then better in open loop and worse in the rest; open loop is no measure there.
"""

import gzip
import math
import sys
import xml.etree.ElementTree as ElementTree

import mujoco
import numpy as np
from scipy.signal import butter, filtfilt

RATE_HZ = 500.0
CUTOFF_HZ = 5.0
# What a filter from both sides needs at the ends of a log.
EDGE_S = 0.5
WINDOW_S = 0.25
TIME_STEP_S = 0.001
FEEDBACK_HZ = 2.0
DROPPED = {"mesh", "texture", "hfield", "skin"}


def without_meshes(path):
    """The nominal file, as its owner wrote it, without what needs files."""
    tree = ElementTree.parse(path)
    for parent in list(tree.iter()):
        for child in list(parent):
            if "mesh" in child.attrib or (parent.tag == "asset" and child.tag in DROPPED):
                parent.remove(child)
    return ElementTree.tostring(tree.getroot(), encoding="unicode")


def model_of(text):
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT
    # Drives of the file would push beside the measured torques.
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_ACTUATION
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    model.opt.timestep = TIME_STEP_S
    # The file's torque limits are those of its drives; the measured torques were applied.
    model.jnt_actfrclimited[:] = 0
    return model


class Log:
    """Positions, velocities, accelerations and torques on an even grid."""

    def __init__(self, path, from_share):
        with gzip.open(path, "rt") as file:
            names = file.readline().strip().split(",")
            table = np.loadtxt(file, delimiter=",")
        column = {name: table[:, k] for k, name in enumerate(names)}
        self.n = sum(name[:1] == "q" and name[1:].isdigit() for name in names)
        stamps = column["t"]
        t = np.arange(stamps[0], stamps[-1], 1 / RATE_HZ)
        b, a = butter(4, CUTOFF_HZ, fs=RATE_HZ)

        def smooth(prefix):
            rows = [np.interp(t, stamps, column[f"{prefix}{k + 1}"]) for k in range(self.n)]
            return filtfilt(b, a, np.array(rows)).T

        self.q, self.tau = smooth("q"), smooth("tau")
        self.qd = np.gradient(self.q, 1 / RATE_HZ, axis=0)
        self.qdd = np.gradient(self.qd, 1 / RATE_HZ, axis=0)
        start = stamps[0] + max(EDGE_S, from_share * (stamps[-1] - stamps[0]))
        inside = (t >= start) & (t <= stamps[-1] - EDGE_S)
        self.q, self.qd, self.qdd, self.tau = (x[inside] for x in (self.q, self.qd, self.qdd, self.tau))


def torques(model, log):
    data = mujoco.MjData(model)
    found = np.empty_like(log.tau)
    for k in range(len(log.q)):
        data.qpos[:], data.qvel[:], data.qacc[:] = log.q[k], log.qd[k], log.qdd[k]
        mujoco.mj_inverse(model, data)
        found[k] = data.qfrc_inverse
    return found


def relative(error, of):
    return 100 * math.sqrt((error**2).sum() / (of**2).sum())


def gains(model, log):
    """Proportional and derivative gains of a damped oscillation of FEEDBACK_HZ on the diagonal of the mass matrix."""
    data = mujoco.MjData(model)
    diagonal = np.zeros(log.n)
    states = range(0, len(log.q), 50)
    for k in states:
        data.qpos[:] = log.q[k]
        mujoco.mj_forward(model, data)
        full = np.empty((log.n, log.n))
        mujoco.mj_fullM(model, data, full)
        diagonal += np.diag(full) / len(states)
    omega = 2 * math.pi * FEEDBACK_HZ
    return diagonal * omega**2, 2 * diagonal * omega


def rollout(model, log, kp, kd, from_row, n_rows):
    """Positions row by row from the measured state of a row, under measured torques and feedback."""
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = log.q[from_row], log.qd[from_row]
    # The rest of the derivative gain is damping, which the integrator takes implicitly: a wrist is light.
    damping = model.dof_damping.copy()
    model.dof_damping[:] = damping + kd
    steps = round(1 / RATE_HZ / TIME_STEP_S)
    q = np.empty((n_rows, log.n))
    for row in range(n_rows):
        k = from_row + row
        q[row] = data.qpos
        for _ in range(steps):
            data.qfrc_applied[:] = log.tau[k] + kp * (log.q[k] - data.qpos) + kd * log.qd[k]
            mujoco.mj_step(model, data)
    model.dof_damping[:] = damping
    return q


def errors(model, log, kp, kd):
    """Torque error and its joints [%], open-loop and closed-loop errors of the positions, joint by joint [rad]."""
    difference = log.tau - torques(model, log)
    window, none = round(WINDOW_S * RATE_HZ), np.zeros(log.n)
    starts = range(0, len(log.q) - window - 1, window)
    ends = [rollout(model, log, none, none, k, window + 1)[-1] - log.q[k + window] for k in starts]
    closed = rollout(model, log, kp, kd, 0, len(log.q)) - log.q
    return [
        np.array([relative(difference[:, j], log.tau[:, j]) for j in range(log.n)] + [relative(difference, log.tau)]),
        with_all(np.array(ends)),
        with_all(closed),
    ]


def with_all(difference):
    """Root mean squares of the columns, and that of all joints."""
    squares = (difference**2).mean(axis=0)
    return np.sqrt(np.append(squares, squares.mean()))


def main():
    if len(sys.argv) != 7:
        raise SystemExit(__doc__)
    name, nominal, identified, log, from_share, measures = sys.argv[1:]
    log = Log(log, float(from_share))
    texts = [without_meshes(nominal), open(identified).read()]
    models = [model_of(text) for text in texts]
    kp, kd = gains(models[0], log)
    before, after = (errors(model, log, kp, kd) for model in models)
    print(f"{name}: {len(log.q) / RATE_HZ:.1f} s that were not identified from; nominal -> identified")
    print(f"{'joint':>6}   {'torque error [%]':^20} {'open loop, 0.25 s [rad]':^24} {'closed loop [rad]':^22}")
    for j in range(log.n + 1):
        label = "all" if j == log.n else str(j + 1)
        pairs = [f"{b[j]:9.4g} -> {a[j]:<9.4g}" for b, a in zip(before, after)]
        print(f"{label:>6}   {'  '.join(pairs)}")
    found = zip(("torque", "open", "closed"), before, after)
    worse = [what for what, b, a in found if what in measures.split(",") and not a[-1] < b[-1]]
    if worse:
        raise SystemExit(f"FAILED: {name}: identified is not below nominal: {', '.join(worse)}")


if __name__ == "__main__":
    main()
