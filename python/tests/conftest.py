"""Logs and robots of the tests."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import taufit

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ["TAUFIT_DATA"]) if "TAUFIT_DATA" in os.environ else None


def models():
    """URDFs of the public data."""
    return sorted((DATA / "models/urdf").rglob("*.urdf")) if DATA else []


def command_line(*args):
    """The command with these arguments: the program of the workspace, else that of the wheel."""
    binary = ROOT / "target/release/taufit"
    program = [str(binary)] if binary.exists() else [sys.executable, "-m", "taufit"]
    return subprocess.run([*program, *map(str, args)], capture_output=True, text=True, check=False)


def true_parameters(robot, friction, seed=7):
    """Parameters of a robot whose links are heavier or lighter than the description says, by up to 20 %."""
    random = np.random.default_rng(seed)
    values = robot.parameters(rotor_inertia=True, friction=friction)
    links = 10 * len(robot.link_names)
    values[:links] *= np.repeat(random.uniform(0.8, 1.2, len(robot.link_names)), 10)
    values[links:] *= random.uniform(0.8, 1.2, len(values) - links)
    return values


def excited(robot, n_samples=4000, rate_hz=100.0, seed=1, noise=0.0, friction="coulomb-viscous"):
    """A motion of several sines per joint with the torques of a robot that differs from its description: t, q, qd, tau."""
    random = np.random.default_rng(seed)
    t = np.arange(n_samples) / rate_hz
    frequencies = 2 * np.pi * random.uniform(0.05, 0.6, (robot.n_dof, 5))
    amplitudes = random.uniform(-0.25, 0.25, (robot.n_dof, 5))
    phases = random.uniform(0, 2 * np.pi, (robot.n_dof, 5))
    angle = frequencies * t[:, None, None] + phases
    q = (amplitudes * np.sin(angle)).sum(-1)
    qd = (amplitudes * frequencies * np.cos(angle)).sum(-1)
    qdd = -(amplitudes * frequencies**2 * np.sin(angle)).sum(-1)
    tau = robot.regressor(q, qd, qdd, rotor_inertia=True, friction=friction) @ true_parameters(robot, friction)
    return t, q, qd, tau + noise * random.standard_normal(tau.shape)


def comparable(document):
    """A document without command lines: the one that made it, and those that name its folder."""
    document["provenance"].pop("command", None)
    for step in document.get("next_steps", []):
        step.pop("command", None)
    return document


def without_sources(document):
    """Everything but the names of logs and their files."""
    document = comparable(json.loads(json.dumps(document)))
    document["provenance"]["inputs"] = None

    def scrub(value):
        if isinstance(value, dict):
            return {k: scrub(v) for k, v in value.items() if k not in ("source", "sources", "log")}
        if isinstance(value, list):
            return [scrub(v) for v in value]
        return value.split(": ", 1)[-1] if isinstance(value, str) and (".csv" in value or "recording" in value) else value

    return scrub(document)


@pytest.fixture(scope="session")
def ur5():
    return taufit.Robot("ur5")


@pytest.fixture(scope="session")
def motion(ur5):
    return excited(ur5, noise=0.05)


@pytest.fixture(scope="session")
def recording(motion):
    t, q, _, tau = motion
    return taufit.Recording(t=t, q=q, tau=tau, name="run.csv")


@pytest.fixture(scope="session")
def csv_log(motion, tmp_path_factory):
    """The same numbers as a file, with all their digits."""
    t, q, _, tau = motion
    path = tmp_path_factory.mktemp("log") / "run.csv"
    header = ",".join(["t_s", *(f"q{k}" for k in range(1, 7)), *(f"tau{k}" for k in range(1, 7))])
    rows = (",".join(map(repr, row)) for row in np.column_stack([t, q, tau]).tolist())
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


@pytest.fixture(scope="session")
def identified(ur5, recording):
    return taufit.identify(ur5, recording, friction="coulomb-viscous")
