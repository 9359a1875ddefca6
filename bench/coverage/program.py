"""taufit on one log: what it found, as a model whose torques can be computed."""

import json
import subprocess

import numpy as np


def identify(binary, folder, log_folder, options):
    """The study of `taufit identify`, and an empty text; `None` and the complaint where it fails.

    The validation log of the folder is used where there is one.
    """
    command = [binary, "identify", str(folder / "robot.urdf"), str(log_folder / "log.parquet"), "--json", *options]
    validation = log_folder / "val.parquet"
    if validation.exists():
        command += ["--validate", str(validation)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        document = json.loads(done.stdout)
    except json.JSONDecodeError:
        return None, done.stderr.strip() or f"exit code {done.returncode}"
    return document.get("result", document), ""


def values(study, key="value"):
    """Base parameters by name."""
    return {b["name"]: b[key] for b in study["base_parameters"]}


def friction_rows(study, names, qd):
    """samples x joints x columns: friction columns of a study, zero for other names."""
    rows = np.zeros((*qd.shape, len(names)))
    for column, name in enumerate(names):
        symbol, number = split(name)
        if is_friction(name):
            joint = number - 1
            rows[:, joint, column] = friction_column(symbol, study["joints"][joint]["friction"], qd[:, joint])
    return rows


def friction_column(symbol, friction, qd):
    """The factor of a friction coefficient at these velocities."""
    shape = friction["shape"]
    sign = np.sign(qd)
    if isinstance(shape["sign"], dict):
        tanh = shape["sign"]["tanh"]
        sign = np.tanh((qd + tanh.get("shift_rad_s", 0.0)) / tanh["width_rad_s"])
    if symbol == "fs":
        stribeck = shape["stribeck"]
        return sign * np.exp(-(abs(qd / stribeck["velocity_rad_s"]) ** stribeck["exponent"]))
    plain = {"fv": qd, "fva": abs(qd), "fc": sign, "fcp": np.maximum(sign, 0), "fcn": np.minimum(sign, 0), "off": np.ones_like(qd)}
    return plain[symbol]


def is_friction(name):
    return name[0] == "f" or name.startswith("off")


def split(name):
    """`fc12` -> `fc`, 12."""
    symbol = name.rstrip("0123456789")
    return symbol, int(name[len(symbol) :])
