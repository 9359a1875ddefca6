"""Scores of one log: coverage of intervals, errors of the models against the truth."""

import json

import numpy as np
import pyarrow.parquet

from . import arm as arms
from .cache import arm_folder
from .program import friction_rows, identify, is_friction, split, values
from .regressor import Regressor, random_states, true_values
from .script import careful_script

# Friction of these conditions is not of the form whose coefficients are estimated.
NO_FRICTION_TRUTH = {"stribeck"}
NO_COULOMB = {"frictionless"}
DISTRUST = "cannot be trusted"
N_STATES = 200
SLIDING_SHARE = 0.05  # of the top speed of a joint


class Truth:
    """True parameters of an arm, and the errors of models against it."""

    def __init__(self, root, seed):
        self.folder = arm_folder(root, seed)
        self.arm = arms.random_arm(seed)
        self.regressor = Regressor(self.folder / "robot.urdf")
        named = true_values(self.arm)
        self.standard = np.array([named[name] for name in self.regressor.names])
        rng = np.random.default_rng([seed, 5])
        q, qd, qdd = random_states(self.arm, rng, N_STATES)
        self.rows = self.regressor.rows(q, qd, qdd)
        self.gravity = self.regressor.gravity_rows(q)
        self.mass = self.regressor.mass_rows(q[: N_STATES // 4])

    def columns(self, names):
        return [self.regressor.names.index(name) for name in names if not is_friction(name)]

    def base_values(self, names, condition):
        """True base parameters with these leading columns, by name.

        The other columns are combinations of the leading ones, so least squares over random states is exact.
        """
        rigid = [name for name in names if not is_friction(name)]
        rows = self.rows.reshape(-1, self.rows.shape[2])
        lead = rows[:, self.columns(names)]
        scale = np.linalg.norm(lead, axis=0)
        found = np.linalg.lstsq(lead / scale, rows @ self.standard, rcond=1e-13)[0] / scale
        truth = dict(zip(rigid, found))
        for name in set(names) - set(rigid):
            symbol, number = split(name)
            if symbol == "fv":
                truth[name] = self.arm.viscous[number - 1]
            else:
                is_coulomb = symbol in ("fc", "fcp", "fcn") and condition not in NO_COULOMB
                truth[name] = self.arm.coulomb_nm[number - 1] if is_coulomb else 0.0
        return truth

    def errors(self, model, friction, exact):
        """Relative errors [%] of the torque of the second motion, gravity torques and mass matrix.

        `model` gives base parameters by name, `friction` the friction torques along the second motion. Torques count in units of
        their spread, joint by joint: of joints that move at 5 % of their top speed or more ("torque"), and of all samples
        ("torque_all"), where no model that is a function of position, velocity and acceleration can predict a joint that sticks.
        """
        names = [name for name in model if not is_friction(name)]
        columns, found = self.columns(names), np.array([model[name] for name in names])
        rows = self.regressor.rows(exact["q"], exact["qd"], exact["qdd"])[..., columns]
        miss = (rows @ found + friction - exact["tau"]) / exact["tau"].std(axis=0)
        speed = abs(exact["qd"])
        slides = speed >= SLIDING_SHARE * speed.max(axis=0)

        def relative(rows):
            true = rows @ self.standard
            return 100 * float(np.linalg.norm(rows[..., columns] @ found - true) / np.linalg.norm(true))

        return {
            "torque": 100 * rms(miss[slides]),
            "torque_all": 100 * rms(miss),
            "gravity": relative(self.gravity),
            "mass": relative(self.mass),
        }


def score(root, seed, condition, binary, options):
    """One log identified and compared with the truth."""
    truth = Truth(root, seed)
    log_folder = truth.folder / condition
    exact = dict(np.load(log_folder / "val_exact.npz"))
    out = {"seed": seed, "condition": condition, "n_dof": truth.arm.n, "tilted": truth.arm.tilted}
    out["script"] = script_errors(truth, log_folder, exact)
    study, complaint = identify(binary, truth.folder, log_folder, options)
    if study is None:
        return out | {"complaint": complaint}
    return out | intervals(truth, study, condition) | judgement(study) | models(truth, study, exact)


def script_errors(truth, log_folder, exact):
    """Errors of the careful script; kept beside the log, as they do not depend on taufit."""
    kept = log_folder / "script.json"
    if kept.exists():
        return json.loads(kept.read_text())
    table = pyarrow.parquet.read_table(log_folder / "log.parquet")
    q, torque = (np.column_stack([table[f"{s}{i + 1}"] for i in range(truth.arm.n)]) for s in ("q", "tau"))
    model = careful_script(truth.regressor, q, torque)
    fv, fc = (np.array([model[f"{s}{i + 1}"] for i in range(truth.arm.n)]) for s in ("fv", "fc"))
    errors = truth.errors(model, fv * exact["qd"] + fc * np.sign(exact["qd"]), exact)
    kept.write_text(json.dumps(errors))
    return errors


def intervals(truth, study, condition):
    """Of every base parameter: error, half width of the 95 % interval, class."""
    base = study["base_parameters"]
    true = truth.base_values([b["name"] for b in base], condition)
    out = []
    for b in base:
        kind = "friction" if is_friction(b["name"]) else "inertial"
        if kind == "friction" and condition in NO_FRICTION_TRUTH:
            continue
        given = b["interval"] is not None
        out.append({
            "name": b["name"],
            "kind": kind,
            "value": b["value"],
            "truth": float(true[b["name"]]),
            "half": (b["interval"][1] - b["interval"][0]) / 2 if given else None,
            "covered": bool(b["interval"][0] <= true[b["name"]] <= b["interval"][1]) if given else None,
        })  # fmt: skip
    return {"parameters": out}


def judgement(study):
    """Verdict, warnings and the friction models."""
    shapes = [friction_label(j["friction"]["shape"]) for j in study["joints"]]
    return {
        "grade": study["verdict"]["grade"],
        "warnings": sorted({w["code"] for w in study["warnings"]}),
        "distrust": any(DISTRUST in json.dumps(w) for w in study["warnings"]),
        "friction": max(set(shapes), key=shapes.count),
        "rank_deficit": study["conditioning"]["n_base"] - study["conditioning"]["rank"],
        "condition_number": study["conditioning"]["condition_number"],
    }


def friction_label(shape):
    """Terms of a friction model, such as `fv fc off`."""
    terms = [("viscous", "fv"), ("viscous_asymmetry", "fva"), ("coulomb", "fc"), ("per_direction", "+-"), ("stribeck", "fs"), ("offset", "off")]
    label = [text for key, text in terms if shape.get(key)]
    return " ".join(label + (["tanh"] if isinstance(shape["sign"], dict) else [])) or "none"


def models(truth, study, exact):
    """Errors of the base parameters and of the physically consistent model."""
    out = {}
    for key, label in (("value", "base"), ("feasible", "physical")):
        model = values(study, key)
        names = list(model)
        torque = friction_rows(study, names, exact["qd"]) @ np.array([model[name] for name in names])
        out[label] = truth.errors(model, torque, exact)
    return out


def rms(values):
    return float(np.sqrt((values**2).mean()))
