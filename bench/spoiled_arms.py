"""Verdicts of taufit over spoiled logs of arms simulated in MuJoCo; see spoiled_arms.sh."""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import subprocess

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):  # before numpy: one core per process
    os.environ.setdefault(threads, "1")

import numpy as np  # noqa: E402
import pinocchio  # noqa: E402
import pyarrow  # noqa: E402
import pyarrow.parquet  # noqa: E402

from coverage import arm as arms  # noqa: E402
from coverage import cache  # noqa: E402

HELD_OUT_FROM = 1000
RATE_HZ = 500


class Log:
    """Time, positions, velocities and torques of a log; `joint` is the joint that a spoil of one joint takes."""

    def __init__(self, folder, seed, condition):
        table = pyarrow.parquet.read_table(folder / condition / "log.parquet")
        self.n = sum(name.startswith("tau") for name in table.column_names)
        self.t, self.q, self.qd, self.tau = (
            np.column_stack([table[name] for name in names])
            for names in (["t_s"], *([f"{s}{i + 1}" for i in range(self.n)] for s in ("q", "qd", "tau")))
        )
        self.folder, self.seed, self.options = folder, seed, []
        self.rng = np.random.default_rng([seed, 77])
        self.joint = int(self.rng.integers(self.n))
        self.other = int((self.joint + 1 + self.rng.integers(self.n - 1)) % self.n)
        self.robot = folder / "robot.urdf"

    def gravity(self):
        """Gravity torques of the robot description, which is 15 % off."""
        model = pinocchio.buildModelFromUrdf(str(self.robot))
        data = model.createData()
        return np.array([pinocchio.computeGeneralizedGravity(model, data, q) for q in self.q])

    def write(self, path):
        columns = {"t_s": self.t[:, 0]}
        for name, values in (("q", self.q), ("qd", self.qd), ("tau", self.tau)):
            if values is not None:
                columns |= {f"{name}{i + 1}": values[:, i] for i in range(self.n)}
        pyarrow.parquet.write_table(pyarrow.table(columns), path)


def swap(values, a, b):
    values[:, [a, b]] = values[:, [b, a]]


def late(values, seconds):
    shift = round(seconds * RATE_HZ)
    return np.vstack([np.repeat(values[:1], shift, axis=0), values[:-shift]])


def clean(log):
    pass


def sign(log):
    log.tau *= -1


def sign_of_one(log):
    log.tau[:, log.joint] *= -1


def turned(log):
    log.q[:, log.joint] *= -1
    log.qd[:, log.joint] *= -1


def all_turned(log):
    log.q *= -1
    log.qd *= -1


def swapped(log):
    for values in (log.q, log.qd, log.tau):
        swap(values, log.joint, log.other)


def swapped_torques(log):
    swap(log.tau, log.joint, log.other)


def alphabetical(log):
    """The order of joint names that sort differently from the chain: here the reverse."""
    log.q, log.qd, log.tau = (values[:, ::-1].copy() for values in (log.q, log.qd, log.tau))


def milliseconds(log):
    log.t *= 1e3


def half_rate(log):
    log.t *= 2


def half_rate_without_velocities(log):
    log.t *= 2
    log.qd = None


def degrees(log):
    log.q, log.qd = np.degrees(log.q), np.degrees(log.qd)


def degrees_without_velocities(log):
    log.q, log.qd = np.degrees(log.q), None


def rpm(log):
    log.qd *= 60 / (2 * np.pi)


def motor_side(log):
    log.q, log.qd = log.q * 100, log.qd * 100


def before_the_gear(log):
    log.tau /= 100


def currents(log):
    """Torque constants between 5 and 15 N m/A."""
    log.tau /= log.rng.uniform(5, 15, log.n)


def per_cent(log):
    log.tau *= 100 / abs(log.tau).max(axis=0) / 1.2


def kilogram_force(log):
    log.tau /= 9.81


def doubled(log):
    log.tau[:, log.joint] *= 2


def zero_by_90(log):
    log.q[:, log.joint] += np.pi / 2


def zero_by_10(log):
    log.q[:, log.joint] += np.radians(10)


def late_torques(log):
    log.tau = late(log.tau, 0.05)


def late_torque_of_one(log):
    log.tau[:, log.joint] = late(log.tau[:, log.joint : log.joint + 1], 0.1)[:, 0]


def without_gravity(log):
    log.tau -= log.gravity()


def magnitudes(log):
    log.tau = abs(log.tau)


def clipped(log):
    limit = np.quantile(abs(log.tau), 0.7, axis=0)
    log.tau = np.clip(log.tau, -limit, limit)


def large_offset(log):
    log.tau[:, log.joint] += 1.5 * abs(log.tau[:, log.joint]).max()


def dead(log):
    log.tau[:, log.joint] = 0


def frozen(log):
    """Two seconds repeat the value before, three times."""
    for start in (4000, 8000, 12000):
        for values in (log.q, log.qd, log.tau):
            values[start : start + 2 * RATE_HZ] = values[start]


def still(log):
    log.q = log.q[:1] + 1e-6 * log.rng.normal(size=log.q.shape)
    log.qd = 1e-4 * log.rng.normal(size=log.q.shape)
    log.tau = log.tau[:1] + 0.05 * log.rng.normal(size=log.q.shape)


def ceiling(log):
    log.options = ["--gravity", "0,0,9.81"]


def wall(log):
    log.options = ["--gravity", "9.81,0,0"]


def millimetres(log):
    log.options = ["--gravity", "0,0,-9810"]


def other_arm(log):
    """The next arm with as many joints."""
    log.robot = cache.arm_folder(log.folder.parent, log.seed + 2) / "robot.urdf"


def targets(log):
    """Commanded positions: smooth, ahead of the torques by the controller's lag."""
    log.q = late(log.q[::-1], 0.06)[::-1].copy()
    log.qd = late(log.qd[::-1], 0.06)[::-1].copy()


def shuffled(log):
    """Blocks of five seconds in another order under even stamps."""
    blocks = [slice(k, k + 5 * RATE_HZ) for k in range(0, len(log.t), 5 * RATE_HZ)]
    order = log.rng.permutation(len(blocks))
    log.q, log.qd, log.tau = (np.vstack([values[blocks[k]] for k in order]) for values in (log.q, log.qd, log.tau))


SPOILS = [
    clean, sign, sign_of_one, turned, all_turned, swapped, swapped_torques, alphabetical, milliseconds, half_rate,
    half_rate_without_velocities, degrees, degrees_without_velocities, rpm, motor_side, before_the_gear, currents, per_cent,
    kilogram_force, doubled, zero_by_90, zero_by_10, late_torques, late_torque_of_one, without_gravity, magnitudes, clipped,
    large_offset, dead, frozen, still, ceiling, wall, millimetres, other_arm, targets, shuffled,
]  # fmt: skip


def run(root, seed, condition, spoil, binary):
    """Grade, exit code and first cause of one spoiled log."""
    log = Log(cache.arm_folder(root, seed), seed, condition)
    spoil(log)
    place = root / "spoiled" / f"{seed}-{condition}-{spoil.__name__}.parquet"
    place.parent.mkdir(exist_ok=True)
    log.write(place)
    command = [binary, "identify", str(log.robot), str(place), "--effort", "torque", "--json", *log.options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    place.unlink()
    out = {"seed": seed, "spoil": spoil.__name__, "joint": log.joint + 1, "other": log.other + 1, "exit": done.returncode}
    try:
        document = json.loads(done.stdout)
    except json.JSONDecodeError:
        return out | {"grade": "refused", "cause": done.stderr.strip().splitlines()[:3]}
    if "verdict" not in document:
        error = document.get("error", document)
        return out | {"grade": "refused", "cause": [error.get("findings", [{}])[0].get("code") or error.get("message", "")[:160]]}
    verdict = document["verdict"]
    causes = [c if isinstance(c, str) else json.dumps(c) for c in verdict.get("concerns", [])]
    return out | {"grade": verdict["grade"], "cause": causes[:3]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/tmp/coverage"))
    parser.add_argument("--binary", default="target/release/taufit")
    parser.add_argument("--arms", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--held-out", action="store_true", help=f"seeds from {HELD_OUT_FROM} on, kept aside for a final look")
    parser.add_argument("--condition", default="white")
    parser.add_argument("--spoils", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="every run")
    args = parser.parse_args()
    first = args.first + (HELD_OUT_FROM if args.held_out else 0)
    spoils = [s for s in SPOILS if not args.spoils or s.__name__ in args.spoils.split(",")]
    with multiprocessing.Pool(args.jobs) as pool:
        pool.starmap(cache.simulate, [(args.dir, seed) for seed in range(first, first + args.arms + 2)], 1)
        tasks = [(args.dir, seed, args.condition, s, args.binary) for s in spoils for seed in range(first, first + args.arms)]
        runs = pool.starmap(run, tasks, 1)
    report(runs, args.verbose)


def report(runs, verbose):
    """Per spoil: how many runs end how, and the commonest first cause; then every good one."""
    by_spoil = collections.defaultdict(list)
    for one in runs:
        by_spoil[one["spoil"]].append(one)
    print(f"{'spoil':<30}{'refused':>8}{'poor':>6}{'usable':>8}{'good':>6}  commonest first cause")
    for name, of in by_spoil.items():
        grades = collections.Counter(one["grade"] for one in of)
        first = collections.Counter(str(one["cause"][0])[:90] if one["cause"] else "" for one in of).most_common(1)[0]
        print(f"{name:<30}{grades['refused']:>8}{grades['poor']:>6}{grades['usable']:>8}{grades['good']:>6}  {first[1]}x {first[0]}")
    for one in runs:
        if verbose or (one["grade"] == "good" and one["spoil"] != "clean"):
            print(json.dumps(one))


if __name__ == "__main__":
    main()
