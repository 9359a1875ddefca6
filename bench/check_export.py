"""Inverse dynamics of exported robots in pinocchio and MuJoCo, against the torques that were exported with them.

usage: check_export.py DIR      reads every DIR/NAME.json of `cargo run --example export_states`, and the files beside it

Each file in MuJoCo, in pinocchio, and in pinocchio with all inertias taken from NAME.pinocchio.json. MJCF holds rotor inertias
(armature), URDF does not; MuJoCo's inverse dynamics has damping in it, pinocchio's has no friction at all.
Prints the largest difference relative to the largest torque of the robot, and whether friction loss (MuJoCo) is as exported;
fails above 1e-9. Needs pin, mujoco and numpy. Meshes are taken out before MuJoCo reads a file: they are not at hand.
The file without meshes that taufit itself writes (NAME.bare.urdf or .xml) must open in MuJoCo as it stands, unless its
warnings (`refused`) say that it does not.
A file that MuJoCo refuses counts only if it takes the file that was exported from: the base is not ours to repair.
Joints that mimic another are driven by it: the tree is evaluated with every joint free and projected, tau = G^T tau_all.
"""

import json
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import mujoco
import numpy as np
import pinocchio as pin

TOLERANCE = 1e-9
# What needs meshes, or refers to what may need them. Shapes without meshes stay: MuJoCo must not infer inertias from them.
DROPPED = {"visual", "collision", "asset", "camera", "light", "contact", "sensor", "keyframe", "tendon", "actuator"}


class Case:
    """A robot, its states and torques, with the map G from coordinates to moving joints."""

    def __init__(self, path):
        content = json.loads(path.read_text())
        self.file = path.parent / content["file"]
        self.is_mjcf = self.file.suffix == ".xml"
        self.source = content["source"]
        self.refused = content["refused"]
        self.bare = path.with_suffix(".bare" + self.file.suffix)
        self.parameters = path.with_suffix(".pinocchio.json")
        self.joints = [joint["name"] for joint in content["moving_joints"]]
        self.G = np.zeros((len(self.joints), len(content["armature"])))
        for i, joint in enumerate(content["moving_joints"]):
            self.G[i, joint["dof"]] = joint["ratio"]
        self.q0 = np.array([joint["offset"] for joint in content["moving_joints"]])
        self.gravity = np.array(content["gravity_in_world"])
        self.armature, self.damping, self.friction_loss = (
            np.array(content[key]) for key in ("armature", "damping", "friction_loss")
        )
        self.states = content["states"]

    def difference(self, torques, with_armature, with_damping):
        """Largest difference of `torques(q, qd, qdd)`, all in the order of the moving joints."""
        worst, largest = 0.0, 0.0
        for state in self.states:
            q, qd, qdd = (np.array(state[key]) for key in ("q", "qd", "qdd"))
            expected = np.array(state["tau_rigid"])
            expected = expected + with_armature * self.armature * qdd + with_damping * self.damping * qd
            found = self.G.T @ torques(self.G @ q + self.q0, self.G @ qd, self.G @ qdd)
            worst = max(worst, np.abs(found - expected).max())
            largest = max(largest, np.abs(expected).max())
        return worst / largest


def pinocchio_model(case):
    if not case.is_mjcf:
        return pin.buildModelFromUrdf(str(case.file))
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(without_meshes(case.file))
        file.flush()
        return pin.buildModelFromMJCF(file.name)


def in_pinocchio(case, model):
    model.gravity.linear = case.gravity
    data = model.createData()
    joints = [model.joints[model.getJointId(name)] for name in case.joints]
    order = [joint.idx_v for joint in joints]

    def torques(q, qd, qdd):
        full, v, a = np.zeros(model.nq), np.zeros(model.nv), np.zeros(model.nv)
        for joint, value in zip(joints, q):
            # A continuous joint is the pair (cos, sin).
            full[joint.idx_q : joint.idx_q + joint.nq] = [np.cos(value), np.sin(value)] if joint.nq == 2 else value
        v[order], a[order] = qd, qdd
        return pin.rnea(model, data, full, v, a)[order]

    return case.difference(torques, with_armature=case.is_mjcf, with_damping=False)


def with_parameters(case, model):
    """The model with no inertia but that of the JSON."""
    for i in range(model.njoints):
        model.inertias[i] = pin.Inertia.Zero()
    for joint in json.loads(case.parameters.read_text())["joints"]:
        ten = np.array(joint["dynamic_parameters"])
        model.inertias[model.getJointId(joint["name"])] = pin.Inertia.FromDynamicParameters(ten)
    return model


def without_meshes(path):
    tree = ElementTree.parse(path)
    for parent in list(tree.iter()):
        for child in [c for c in parent if c.tag in DROPPED or "mesh" in c.attrib]:
            parent.remove(child)
        parent.attrib.pop("material", None)
    return ElementTree.tostring(tree.getroot(), encoding="unicode")


def is_taken(path):
    try:
        mujoco.MjModel.from_xml_string(without_meshes(path))
    except ValueError:
        return False
    return True


def in_mujoco(case):
    try:
        model = mujoco.MjModel.from_xml_string(without_meshes(case.file))
    except ValueError as refusal:
        if case.source is None or is_taken(case.source):
            raise
        print(f"{case.file.name}: MuJoCo refuses it as it does {case.source}: {' '.join(str(refusal).split())}")
        return None, True
    model.opt.gravity = case.gravity
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    order = [model.joint(name).id for name in case.joints]

    def torques(q, qd, qdd):
        data.qpos[order], data.qvel[order], data.qacc[order] = q, qd, qdd
        mujoco.mj_inverse(model, data)
        return data.qfrc_inverse[order]

    follows = np.any(case.G != 0, axis=0)
    leaders = [order[int(np.flatnonzero(case.G[:, dof] == 1)[0])] for dof in np.flatnonzero(follows)]
    same_loss = np.array_equal(model.dof_frictionloss[leaders], case.friction_loss)
    return case.difference(torques, with_armature=case.is_mjcf, with_damping=True), same_loss


def opens_as_said(case):
    """Whether MuJoCo opens the file without meshes, or refuses it as foretold."""
    try:
        mujoco.MjModel.from_xml_path(str(case.bare))
    except ValueError as refusal:
        print(f"{case.bare.name}: MuJoCo refuses it: {' '.join(str(refusal).split())}; foretold: {case.refused or 'no'}")
        return bool(case.refused)
    return not case.refused


def check(path):
    case = Case(path)
    opens = opens_as_said(case)
    mujoco_difference, same_loss = in_mujoco(case)
    model = pinocchio_model(case)
    results = [mujoco_difference, in_pinocchio(case, model), in_pinocchio(case, with_parameters(case, model))]
    cells = " ".join(f"{'-' if x is None else f'{x:.1e}':>10}" for x in results)
    print(f"{case.file.name:36} {cells}   {'yes' if same_loss else 'NO':13} {'as said' if opens else 'NO'}")
    # Not `>`: a NaN must fail.
    return opens and same_loss and all(x is None or x <= TOLERANCE for x in results)


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    paths = sorted(p for p in pathlib.Path(sys.argv[1]).glob("*.json") if ".pinocchio" not in p.name)
    print(f"{'file':36} {'MuJoCo':>10} {'pinocchio':>10} {'parameters':>10}   friction loss without meshes")
    results = [check(path) for path in paths]
    if not results or not all(results):
        raise SystemExit("FAILED")


if __name__ == "__main__":
    main()
