#!/usr/bin/env python3
"""Makes the log of from-matlab.md and from-figaroh.md: a planar arm (built-in robot planar2r) with friction, as run.mat, and
as q.csv and tau.csv. Needs Python alone. usage: make_run.py, in this folder

The equations are those of two slender rods in a vertical plane; noise is drawn from a fixed seed.
"""

import math
import random
import struct
import zlib

LENGTH, MASSES, GRAVITY = 0.5, (20.0, 10.0), 9.81
VISCOUS, COULOMB, ROTOR = (2.0, 1.5), (4.0, 3.0), (0.4, 0.3)
TORQUE_NOISE, ENCODER_STEP = (0.8, 0.4), 1e-5
RATE, DURATION = 100, 20.0
# Sums of sines: amplitude [rad], frequency [Hz], phase [rad], per joint.
MOTION = (
    ((1.1, 0.10, 0.3), (0.5, 0.25, 1.1), (0.2, 0.55, 2.0)),
    ((1.3, 0.15, 1.7), (0.4, 0.35, 0.4), (0.2, 0.65, 0.9)),
)


def state(t):
    """Positions, velocities and accelerations of both joints."""
    rates = [[(a, 2 * math.pi * f, p) for a, f, p in joint] for joint in MOTION]
    q = [sum(a * math.sin(w * t + p) for a, w, p in joint) for joint in rates]
    qd = [sum(a * w * math.cos(w * t + p) for a, w, p in joint) for joint in rates]
    qdd = [sum(-a * w * w * math.sin(w * t + p) for a, w, p in joint) for joint in rates]
    return q, qd, qdd


def torques(q, qd, qdd):
    """Inverse dynamics of two rods with rotors and friction; gravity along -y."""
    (m1, m2), l, c = MASSES, LENGTH, LENGTH / 2
    i1, i2 = m1 * l * l / 12, m2 * l * l / 12
    h = m2 * l * c
    m11 = i1 + i2 + m1 * c * c + m2 * (l * l + c * c) + 2 * h * math.cos(q[1])
    m12 = i2 + m2 * c * c + h * math.cos(q[1])
    m22 = i2 + m2 * c * c
    g2 = m2 * GRAVITY * c * math.cos(q[0] + q[1])
    g1 = (m1 * c + m2 * l) * GRAVITY * math.cos(q[0]) + g2
    s = h * math.sin(q[1])
    tau = [
        m11 * qdd[0] + m12 * qdd[1] - s * (2 * qd[0] * qd[1] + qd[1] ** 2) + g1,
        m12 * qdd[0] + m22 * qdd[1] + s * qd[0] ** 2 + g2,
    ]
    return [tau[i] + ROTOR[i] * qdd[i] + VISCOUS[i] * qd[i] + math.copysign(COULOMB[i], qd[i]) for i in range(2)]


def matrix(name, columns):
    """A matrix of doubles as a compressed element of a MAT-file of level 5."""
    def element(kind, data):
        return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)

    rows = len(columns[0])
    numbers = struct.pack(f"<{rows * len(columns)}d", *(x for column in columns for x in column))
    flags = element(6, struct.pack("<II", 6, 0))
    body = flags + element(5, struct.pack("<ii", rows, len(columns))) + element(1, name.encode()) + element(9, numbers)
    packed = zlib.compress(element(14, body), 9)
    return struct.pack("<II", 15, len(packed)) + packed


def main():
    draw = random.Random(1)
    times = [k / RATE for k in range(int(RATE * DURATION))]
    states = [state(t) for t in times]
    q = [[round(s[0][i] / ENCODER_STEP) * ENCODER_STEP for s in states] for i in range(2)]
    tau = [[] for _ in range(2)]
    for s in states:
        for i, torque in enumerate(torques(*s)):
            tau[i].append(round(torque + draw.gauss(0, TORQUE_NOISE[i]), 2))
    header = b"MATLAB 5.0 MAT-file, made by make_run.py".ljust(124) + struct.pack("<H", 0x0100) + b"IM"
    with open("run.mat", "wb") as file:
        file.write(header + matrix("t", [times]) + matrix("q", q) + matrix("tau", tau))
    for name, columns, digits in (("q", q, 5), ("tau", tau, 2)):
        with open(f"{name}.csv", "w") as file:
            file.writelines(",".join(f"{x:.{digits}f}" for x in row) + "\n" for row in zip(*columns))


main()
