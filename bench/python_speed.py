"""Python package beside pinocchio and beside the command line, one run. See python_speed.sh.

Prints microseconds per sample of the regressor, seconds of an identification of 100 000 samples of six joints, and the memory
that it takes beyond the arrays.
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

import taufit

N_LOG, BATCHES, N_LOOP = 100_000, (200, 2_000, 20_000, 100_000), 2_000
ROOT = pathlib.Path(__file__).resolve().parent.parent
IDENTIFY = {"friction": "coulomb-viscous", "effort": "torque"}


def best(work, runs=5):
    """Shortest time of a function over some runs [s]."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def log(n_samples):
    """A simulated log of a UR5: t, q, tau."""
    robot = taufit.Robot("ur5")
    random = np.random.default_rng(1)
    t = np.arange(n_samples) / 500.0
    frequencies = 2 * np.pi * 0.05 * np.arange(1, 8)
    amplitudes, phases = random.uniform(-0.3, 0.3, (6, 7)), random.uniform(0, 6.28, (6, 7))
    q, qd, qdd = (np.zeros((n_samples, 6)) for _ in range(3))
    for amplitude, frequency, phase in zip(amplitudes.T, frequencies, phases.T):
        angle = frequency * t[:, None] + phase
        q += amplitude * np.sin(angle)
        qd += amplitude * frequency * np.cos(angle)
        qdd -= amplitude * frequency**2 * np.sin(angle)
    tau = robot.rnea(q, qd, qdd, friction=True)
    return t, q, tau + 0.1 * random.standard_normal(tau.shape)


def regressor():
    """Microseconds per sample: batches into an array of the caller, and into new memory; pinocchio's Python loop, its C++ loop
    where bench/speed.sh has built it."""
    urdf = os.environ.get("TAUFIT_SPEED_URDF")
    if not urdf:
        return {}
    robot = taufit.Robot(urdf)
    random = np.random.default_rng(2)
    q, qd, qdd = (random.uniform(-2, 2, (max(BATCHES), robot.n_dof)) for _ in range(3))
    memory = np.empty((max(BATCHES), robot.n_dof, 10 * len(robot.link_names)))
    found = {}
    for n in BATCHES:
        samples, out = (q[:n], qd[:n], qdd[:n]), memory[:n]
        found[f"taufit, batches of {n}, out="] = best(lambda: robot.regressor(*samples, out=out), 25) / n * 1e6
        found[f"taufit, batches of {n}, new memory"] = best(lambda: robot.regressor(*samples), 25) / n * 1e6
    try:
        import pinocchio as pin
    except ImportError:
        print("pin is not installed: no comparison of regressors")
        return found
    model = pin.buildModelFromUrdf(urdf)
    data = model.createData()

    def loop():
        for k in range(N_LOOP):
            pin.computeJointTorqueRegressor(model, data, q[k], qd[k], qdd[k])

    found["pinocchio, Python loop"] = best(loop) / N_LOOP * 1e6
    program = pathlib.Path(os.environ.get("TAUFIT_BENCH_DIR", "/tmp/taufit-bench")) / "pinocchio_speed"
    if program.exists():
        text = subprocess.run(
            [program, "ur5", program.parent / "robots/ur5", "40"], capture_output=True, text=True, check=True
        ).stdout
        found["pinocchio, C++ loop"] = float(next(x.split()[-1] for x in text.splitlines() if " regressor " in x))
    return found


CHILD = """
import json, resource, sys, time
import numpy as np, taufit
arrays = dict(np.load(sys.argv[1]))
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
before, times = peak(), []
for _ in range(3):
    start = time.perf_counter()
    taufit.identify("ur5", taufit.Recording(**arrays), **json.loads(sys.argv[2]))
    times.append(time.perf_counter() - start)
print(json.dumps([min(times), peak() - before, sum(a.nbytes for a in arrays.values()) / 2**20]))
"""


def identification(folder):
    """Seconds from arrays and of the command line from a file of the same arrays; memory beyond the arrays [MB]."""
    t, q, tau = log(N_LOG)
    file = folder / "log.npz"
    np.savez(file, t=t, q=q, tau=tau)
    args = [sys.executable, "-W", "ignore", "-c", CHILD, str(file), json.dumps(IDENTIFY)]
    ours = json.loads(subprocess.run(args, capture_output=True, text=True, check=True).stdout)
    binary = ROOT / "target/release/taufit"
    options = [f"--{key}={value}" for key, value in IDENTIFY.items()]
    command = [str(binary), "identify", "ur5", str(file), *options]
    line = best(lambda: subprocess.run(command, capture_output=True, check=False), 3)
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return ours, line, children


def main():
    times = regressor()
    for name, microseconds in times.items():
        peers = [(peer, value / microseconds) for peer, value in times.items() if peer.startswith("pinocchio")]
        ratios = "".join(f"; {peer} / this {ratio:.1f}" for peer, ratio in peers)
        print(f"regressor, {name}: {microseconds:.2f} us per sample{ratios}")
    with tempfile.TemporaryDirectory() as folder:
        (seconds, memory_mb, log_mb), line, _ = identification(pathlib.Path(folder))
    print(f"identify, 100 000 x 6, arrays: {seconds:.3f} s; command line, .npz: {line:.3f} s; ratio {seconds / line:.2f}")
    print(f"memory beyond the arrays: {memory_mb:.0f} MB; the log has {log_mb:.1f} MB")


main()
