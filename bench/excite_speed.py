"""Excitation design beside SLSQP: see excite_speed.sh."""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

import numpy as np
import pinocchio as pin
import scipy.linalg as sl

PEERS, DESIGN = sys.argv[1], sys.argv[2]
ROBOT = f"{PEERS}/robots/ur5.urdf"
STARTS = 5
# Parameters that Kovincic et al. 2019 take as zero (assumptions before eq. 45).
KOVINCIC_ZERO = "Ixy*,Ixz*,Iyz*,m1,mx*,my1,mz1,Ixx1,Iyy1,my2,my3,mz4,my5,mz6"
PERIOD_S = 20.0

model = pin.buildModelFromUrdf(ROBOT)
data = model.createData()
N = 6
LINK = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"]  # pinocchio's order
NAMES = [f"{p}{i + 1}" for i in range(N) for p in LINK]
NAMES += [f"{p}{j + 1}" for p in ("Ia", "fv", "fc") for j in range(N)]


def regressor(q, v, a):
    """The observation matrix of links, rotors, viscous and Coulomb friction, rows by samples."""
    w = np.zeros((len(q), N, len(NAMES)))
    joint = np.arange(N)
    for k in range(len(q)):
        w[k, :, : 10 * N] = pin.computeJointTorqueRegressor(model, data, q[k], v[k], a[k])
    w[:, joint, 60 + joint], w[:, joint, 66 + joint], w[:, joint, 72 + joint] = a, v, np.sign(v)
    return w.reshape(-1, len(NAMES))


def base_columns():
    """The base columns that the peer's script chooses: pivoted QR at its 500 random states."""
    rng = np.random.default_rng(0)
    draw = lambda most: rng.uniform(-most, most, (500, N))
    r, pivots = sl.qr(regressor(draw(3), draw(3), draw(8)), mode="r", pivoting=True)
    size = np.abs(np.diag(r))
    return np.sort(pivots[: int((size > 1e-9 * size[0]).sum())])


def cond(q, v, a, columns):
    return np.linalg.cond(regressor(q, v, a)[:, columns])


def fourier(curves):
    """Motion of Fourier series at 100 Hz."""
    t = np.arange(0, PERIOD_S, 0.01)
    q, v, a = (np.zeros((len(t), N)) for _ in range(3))
    for j, c in enumerate(curves):
        q[:, j] = c["offset"]
        for k, (s, b) in enumerate(zip(c["a"], c["b"])):
            w = 2 * np.pi / PERIOD_S * (k + 1)
            q[:, j] += s / w * np.sin(w * t) - b / w * np.cos(w * t)
            v[:, j] += s * np.cos(w * t) + b * np.sin(w * t)
            a[:, j] += -s * w * np.sin(w * t) + b * w * np.cos(w * t)
    return q, v, a


def cpu_of(command):
    """Output, wall time by the child's own account, and CPU time of a child."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def design(settings, *flags, robot=ROBOT):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(settings, file)
        file.flush()
        out, cpu_s = cpu_of([DESIGN, robot, file.name, *flags])
    return json.loads(out), cpu_s


def slsqp():
    """All starts of the peer: best cond at 100 Hz, wall and CPU seconds of the optimisations alone."""
    conds, wall_s, cpu_s = [], 0.0, 0.0
    for seed in range(1, STARTS + 1):
        out, _ = cpu_of([f"{PEERS}/venv/bin/python", f"{PEERS}/bench3_slsqp.py", str(seed), "200"])
        line = out.strip().splitlines()[-1]
        conds.append(float(re.search(r"100 Hz: ([\d.]+)", line)[1]))
        wall, cpu = re.search(r"in ([\d.]+) s wall, ([\d.]+) s CPU", line).groups()
        wall_s, cpu_s = wall_s + float(wall), cpu_s + float(cpu)
        print(f"  SLSQP seed {seed}: cond {conds[-1]:.1f}, {wall} s wall, {cpu} s CPU", flush=True)
    return min(conds), wall_s, cpu_s


os.environ["OMP_NUM_THREADS"] = "1"
columns = base_columns()
task = {
    "family": {"fourier": {"order": [5]}},
    "period_s": PERIOD_S,
    "criterion": [["cond", 1.0]],
    "scaling": "si",
    "representatives": ",".join(NAMES[c] for c in columns),
    "torque_noise": [1.0],
    "friction": {"viscous": True, "coulomb": True},
    "limits": {"share": 1.0, "position_margin": 0.0, "acceleration": [8.0] * N},
}
print(f"UR5 URDF, 5 harmonics, 20 s, {len(columns)} base columns, limits of the URDF and 8 rad/s2")
best, wall_s, cpu_s = slsqp()
print(f"SLSQP, best of {STARTS}: cond {best:.2f}, {wall_s:.2f} s wall, {cpu_s:.2f} s CPU")
# `seconds` is the design alone, as the peer times its optimisation alone; CPU is the whole process.
for what, change, flags in [
    ("1 start", {"n_starts": 1, "n_iterations": 60}, []),
    ("2 starts", {"n_starts": 2, "n_iterations": 60}, []),
    ("8 starts", {"n_starts": 8, "n_iterations": 100}, []),
    ("32 starts", {"n_starts": 32, "n_iterations": 150}, []),
    ("4 starts, self-collision and floor", {"n_starts": 4, "n_iterations": 80}, ["--collisions"]),
]:
    found, cpu = design({**task, **change}, *flags)
    reached = cond(*fourier(found["design"]["trajectory"]["curves"]), columns)
    seconds = found["seconds"]
    print(
        f"taufit, {what}: cond {reached:.2f} (its own account {found['design']['condition_number']:.2f}), "
        f"{seconds:.2f} s wall ({wall_s / seconds:.0f}x), {cpu:.2f} s CPU ({cpu_s / cpu:.0f}x)",
        flush=True,
    )

print("Kovincic et al. 2019: ur5-kovincic, order 5, 20 s, offset of joint 2 -pi/2, its 33 parameters")
kovincic = {
    **task,
    "representatives": None,
    "offset": [0.0, -np.pi / 2, 0.0, 0.0, 0.0, 0.0],
    "selection": {"drop": KOVINCIC_ZERO.split(",")},
    "n_starts": 8,
    "n_iterations": 100,
}
found, cpu = design(kovincic, robot="ur5-kovincic")
random, _ = design(kovincic, "--random", "100", robot="ur5-kovincic")
reached, middle = found["design"]["condition_number"], random["median_condition_number"]
n = len(found["design"]["forecast"])
print(
    f"taufit: {n} parameters, cond(W) {reached:.2f}, cond(W'W) {reached**2:.0f}, {found['seconds']:.2f} s wall; "
    f"random feasible motions, median of 100: {middle:.1f} and {middle**2:.0f}"
)
