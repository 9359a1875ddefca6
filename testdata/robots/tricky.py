"""Joint torques of tricky.xml by MuJoCo's inverse dynamics, written to tricky.json.

Run with MuJoCo 3 or later and NumPy: python tricky.py [FILE.xml ...]
Constraint forces are off (friction loss and limits are constraints in MuJoCo), so that
qfrc_inverse = M qdd + h - qfrc_passive, with armature in M and damping in qfrc_passive.
"""
import json
import pathlib
import sys

import mujoco
import numpy as np

SEED = 7
N_STATES = 5


def golden(path):
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    rng = np.random.default_rng(SEED)
    states = []
    for _ in range(N_STATES):
        data.qpos, data.qvel, data.qacc = rng.uniform(-1.2, 1.2, (3, model.nv))
        state = {"q": data.qpos.tolist(), "qd": data.qvel.tolist(), "qdd": data.qacc.tolist()}
        mujoco.mj_inverse(model, data)
        states.append(state | {"tau_without_friction_loss": data.qfrc_inverse.tolist()})
    moving = [b for b in range(model.nbody) if model.body_weldid[b] != 0]
    return {
        "made_by": f"tricky.py, MuJoCo {mujoco.__version__}, seed {SEED}",
        "joints": [model.joint(i).name for i in range(model.njnt)],
        "friction_loss": model.dof_frictionloss.tolist(),
        "moving_mass_kg": float(sum(model.body_mass[b] for b in moving)),
        "states": states,
    }


if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    for path in map(pathlib.Path, sys.argv[1:] or [here / "tricky.xml"]):
        path.with_suffix(".json").write_text(json.dumps(golden(path), indent=1) + "\n")
