"""Models identified from designed and from random motions of equal length, on arms simulated in MuJoCo; see excite_quality.sh."""

import argparse
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):  # before numpy: one core per process
    os.environ.setdefault(threads, "1")

import numpy as np  # noqa: E402

from coverage import arm as arms  # noqa: E402
from coverage import motion, program  # noqa: E402
from coverage.cache import measured_velocity, write_log  # noqa: E402
from coverage.conditions import encoded  # noqa: E402
from coverage.describe import urdf  # noqa: E402
from coverage.regressor import Regressor, random_states, true_values  # noqa: E402
from coverage.simulate import RATE_HZ, STEP_S, closed_loop  # noqa: E402

PERIOD_S = 20.0  # of the default design
LEAST_USE = 0.3
N_RANDOM = 3
N_STATES = 300
NOISE_SHARE = 0.005  # of the torque limit
# The friction model that the arms have, so that the motions are compared and not the choice of a model.
IDENTIFY = ["--friction", "coulomb-viscous"]
HELD_OUT_FROM = 1000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/tmp/coverage"))
    parser.add_argument("--binary", default="target/release/taufit")
    parser.add_argument("--arms", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--held-out", action="store_true", help=f"seeds from {HELD_OUT_FROM} on, kept aside for a final look")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("designs", nargs="*", default=["", "--criterion d"], help="options of excite, one argument per design")
    return parser.parse_args()


def main():
    args = arguments()
    first = args.first + (HELD_OUT_FROM if args.held_out else 0)
    with multiprocessing.Pool(args.jobs) as pool:
        tasks = [(args.dir / "excite", seed, args.binary, args.designs) for seed in range(first, first + args.arms)]
        scores = pool.starmap(score, tasks, chunksize=1)
    print(table(scores, args.designs))
    (args.dir / "excite_quality.json").write_text(json.dumps(scores, indent=1))


def score(root, seed, binary, designs):
    """Errors of the models from every motion, and what the designs use of their limits."""
    arm = arms.random_arm(seed)
    folder = root / f"arm_{seed:04d}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "robot.urdf").write_text(urdf(arm, *arms.nominal(arm, seed)))
    truth = InverseDynamics(arm, folder, seed)
    rng = np.random.default_rng([seed, 7])
    random = [random_motion(arm, rng, truth.regressor) for _ in range(N_RANDOM)]
    out = {"seed": seed, "random": [error(truth, binary, folder, f"random{k}", m) for k, m in enumerate(random)], "designs": []}
    for k, options in enumerate(designs):
        design, warnings = designed(binary, folder, arm, options)
        reference = sampled(design["trajectory"], STEP_S)
        use = [joint_use(*pair) for pair in zip(design["check"]["joints"], design["limits"])]
        out["designs"].append({
            "error": error(truth, binary, folder, f"design{k}", reference),
            "cond": design["condition_number"],
            "use": use,
            "unexplained": [i + 1 for i, share in enumerate(use) if share < LEAST_USE and f"joint{i + 1}" not in warnings],
        })  # fmt: skip
    return out


def random_motion(arm, rng, regressor):
    """A random Fourier motion with the period of the designs, as large as its limits of position, speed, acceleration and torque allow."""
    mass = np.array([body.toDynamicParameters() for body in list(regressor.model.inertias)[1:]]).ravel()
    for _ in range(100):
        reference = motion.random_motion(arm, rng, PERIOD_S, STEP_S, base_hz=1 / PERIOD_S, share=0.9)
        rows = regressor.rows(*(x[::40] for x in reference))
        if (abs(rows[..., : len(mass)] @ mass) <= 0.9 * arm.effort_limit_nm).all():
            return reference
    raise RuntimeError("no random motion keeps the torque limits")


def designed(binary, folder, arm, options):
    """The design, and its warnings as text."""
    limits = ",".join(f"{x:.6g}" for x in arm.qdd_limit_rad_s2)
    command = [binary, "excite", str(folder / "robot.urdf"), "--json", "--no-collisions", "--acceleration", limits]
    done = subprocess.run([*command, *options.split()], capture_output=True, text=True, check=True)
    document = json.loads(done.stdout)
    result = document.get("result", document)
    return result["design"], json.dumps(result["warnings"])


def sampled(trajectory, step_s):
    """Positions, velocities and accelerations of a designed motion: `q = offset + sum a/w sin(w t) - b/w cos(w t)`."""
    period_s = trajectory["curves"][0]["period_s"]
    t = np.arange(round(trajectory["repetitions"] * period_s / step_s)) * step_s
    channels = []
    for curve in trajectory["curves"]:
        a, b = np.array(curve["a"]), np.array(curve["b"])
        w = 2 * np.pi / period_s * np.arange(1, len(a) + 1)
        sin, cos = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
        channels.append([curve["offset"] + sin @ (a / w) - cos @ (b / w), cos @ a + sin @ b, cos @ (w * b) - sin @ (w * a)])
    return tuple(np.array(channels).transpose(1, 2, 0))


def joint_use(peaks, limits):
    """The largest share of travel, speed and acceleration that a joint uses."""
    shares = [
        (peaks["highest"] - peaks["lowest"]) / (limits["upper"] - limits["lower"]),
        peaks["velocity"] / limits["velocity"],
        peaks["acceleration"] / limits["acceleration"],
    ]
    return max(shares)


class InverseDynamics:
    """True torques at random states within the limits."""

    def __init__(self, arm, folder, seed):
        self.arm, self.seed = arm, seed
        self.regressor = Regressor(folder / "robot.urdf")
        self.q, self.qd, self.qdd = random_states(arm, np.random.default_rng([seed, 8]), N_STATES)
        named = true_values(arm)
        self.rows = self.regressor.rows(self.q, self.qd, self.qdd)
        friction = arm.viscous * self.qd + arm.coulomb_nm * np.sign(self.qd)
        self.torque = self.rows @ np.array([named[name] for name in self.regressor.names]) + friction

    def error(self, study):
        """Root mean square of the error over the spread, joint by joint [%]."""
        model = program.values(study)
        names = list(model)
        columns = [self.regressor.names.index(name) if name in self.regressor.names else None for name in names]
        rows = program.friction_rows(study, names, self.qd)
        for place, column in enumerate(columns):
            if column is not None:
                rows[..., place] = self.rows[..., column]
        miss = (rows @ np.array([model[name] for name in names]) - self.torque) / self.torque.std(axis=0)
        return 100 * float(np.sqrt((miss**2).mean()))


def error(truth, binary, folder, name, reference):
    """Runs a motion, identifies from its log, and compares with the truth."""
    repeated = [np.concatenate([x, x[: round(2.0 / STEP_S)]]) for x in reference]  # two seconds more, which settle and edges take
    q, qd, torque = (x[RATE_HZ:] for x in closed_loop(truth.arm, repeated))
    rng = np.random.default_rng([truth.seed, 9])
    noisy = torque + NOISE_SHARE * truth.arm.effort_limit_nm * rng.normal(size=torque.shape)
    write_log(folder / name / "log.parquet", encoded(q), measured_velocity(qd, rng), noisy)
    study, complaint = program.identify(binary, folder, folder / name, IDENTIFY)
    if study is None:
        raise RuntimeError(f"arm {truth.seed}, {name}: {complaint}")
    return truth.error(study)


def table(scores, designs):
    """One line per design: its error, over that of random motions and over that of every other design."""
    median = lambda values: float(np.median(list(values)))
    random = [median(s["random"]) for s in scores]
    lines = [f"error of inverse dynamics at random states, {len(scores)} arms; median [%]", f"{'random motion':24}{median(random):8.3f}"]
    for k, options in enumerate(designs):
        errors = [s["designs"][k]["error"] for s in scores]
        gain = median(r / e for r, e in zip(random, errors))
        against = "  ".join(f"/[{designs[i] or 'default'}] {median(e / s['designs'][i]['error'] for e, s in zip(errors, scores)):5.2f}" for i in range(len(designs)) if i != k)
        least = min(min(s["designs"][k]["use"]) for s in scores)
        silent = sum(len(s["designs"][k]["unexplained"]) for s in scores)
        lines.append(f"{options or 'default':24}{median(errors):8.3f}  random/this {gain:6.2f}  {against}  least use {least:.2f}, below {LEAST_USE} unexplained {silent}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
