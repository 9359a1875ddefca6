"""Kinematics and dynamics of a URDF by pinocchio, at random states, as JSON.

usage: pinocchio_reference.py ROBOT.urdf OUT.json [--states 5] [--seed 1]

Everything is named: `joints` is the order of q, qd, qdd, tau and of the rows; `links_of_joints` the order of the placements
and of the regressor's blocks of ten columns (`param_order`, inertia about the joint's own frame).
Joints that mimic another are driven by it. Pinocchio's regressor refuses them, so the tree is evaluated with every joint free
and projected: q_all = G q + q0, tau = G^T tau_all, M = G^T M_all G, Y = G^T Y_all. Pinocchio's own mimic joints check tau and M.
"""

import argparse
import json
import os
import platform
import xml.etree.ElementTree as ElementTree

import numpy as np
import pinocchio as pin

PARAM_ORDER = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"]
# Where pinocchio keeps them: its ten are m mx my mz Ixx Ixy Iyy Ixz Iyz Izz.
FROM_PINOCCHIO = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]
# Widest relative gap between the projected tree and pinocchio's own mimic joints: rounding only.
MIMIC_TOLERANCE = 1e-11


def read_mimics(path):
    """{follower: (source, ratio, offset)} of the moving joints."""
    mimics = {}
    for joint in ElementTree.parse(path).getroot().findall("joint"):
        mimic = joint.find("mimic")
        if mimic is not None and joint.get("type") != "fixed":
            ratio, offset = float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0))
            mimics[joint.get("name")] = (mimic.get("joint"), ratio, offset)
    return mimics


def drive_of(joint, mimics):
    """The free joint at the end of a chain of mimics: (its name, ratio, offset)."""
    if joint not in mimics:
        return joint, 1.0, 0.0
    source, ratio, offset = mimics[joint]
    name, inner_ratio, inner_offset = drive_of(source, mimics)
    return name, ratio * inner_ratio, ratio * inner_offset + offset


def configuration(model, joints, q):
    """Pinocchio's q: a continuous joint is the pair (cos, sin)."""
    full = np.zeros(model.nq)
    for name, value in zip(joints, q):
        joint = model.joints[model.getJointId(name)]
        full[joint.idx_q : joint.idx_q + joint.nq] = [np.cos(value), np.sin(value)] if joint.nq == 2 else value
    return full


def is_sliding(model, name):
    return "P" in model.joints[model.getJointId(name)].shortname().removeprefix("JointModel")[:1]


def evaluate(model, links, drives, joints, state):
    """One state: placements of the links, torques, mass matrix, regressor."""
    q, qd, qdd = state
    G = np.zeros((len(links), len(joints)))
    q0 = np.zeros(len(links))
    for i, link in enumerate(links):
        source, ratio, q0[i] = drives[link]
        G[i, joints.index(source)] = ratio

    data = model.createData()
    order = [model.joints[model.getJointId(name)].idx_v for name in links]
    at = lambda values: np.array([values[order.index(k)] for k in range(model.nv)])
    args = configuration(model, links, G @ q + q0), at(G @ qd), at(G @ qdd)

    tau = G.T @ pin.rnea(model, data, *args)[order]
    M = pin.crba(model, data, args[0])
    M = np.triu(M) + np.triu(M, 1).T
    M = G.T @ M[np.ix_(order, order)] @ G
    columns = [10 * (model.getJointId(name) - 1) + k for name in links for k in FROM_PINOCCHIO]
    Y = G.T @ pin.computeJointTorqueRegressor(model, data, *args)[np.ix_(order, columns)]
    pin.forwardKinematics(model, data, args[0])
    placements = [data.oMi[model.getJointId(name)] for name in links]
    return {
        "q": list(q),
        "qd": list(qd),
        "qdd": list(qdd),
        "world_from_link": [[*np.ravel(p.rotation), *p.translation] for p in placements],
        "tau": list(tau),
        "mass_matrix": M.tolist(),
        "regressor": Y.tolist(),
    }


def check_mimic_joints(path, joints, states):
    """Torques and mass matrix once more, with pinocchio's own mimic joints."""
    model = pin.buildModelFromUrdf(path, mimic=True)
    data = model.createData()
    order = [model.joints[model.getJointId(name)].idx_v for name in joints]
    worst = 0.0
    for state in states:
        v, a = np.zeros(model.nv), np.zeros(model.nv)
        v[order], a[order] = state["qd"], state["qdd"]
        q = configuration(model, joints, state["q"])
        tau = pin.rnea(model, data, q, v, a)[order]
        M = pin.crba(model, data, q)
        M = (np.triu(M) + np.triu(M, 1).T)[np.ix_(order, order)]
        for ours, theirs in ((state["tau"], tau), (state["mass_matrix"], M)):
            worst = max(worst, np.abs(np.subtract(ours, theirs)).max() / np.abs(theirs).max())
    if worst > MIMIC_TOLERANCE:
        raise SystemExit(f"{path}: projection and pinocchio's mimic joints differ by {worst:.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urdf")
    parser.add_argument("out")
    parser.add_argument("--states", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    model = pin.buildModelFromUrdf(args.urdf)
    mimics = read_mimics(args.urdf)
    links = list(model.names)[1:]
    drives = {name: drive_of(name, mimics) for name in links}
    joints = [name for name in links if name not in mimics]

    rng = np.random.default_rng(args.seed)
    reach = np.array([0.5 if is_sliding(model, name) else np.pi for name in joints])
    states = []
    for _ in range(args.states):
        draw = lambda scale: scale * rng.uniform(-1, 1, len(joints))
        states.append(evaluate(model, links, drives, joints, (draw(reach), draw(2.0), draw(5.0))))
    if mimics:
        check_mimic_joints(args.urdf, joints, states)

    reference = {
        "made_by": "bench/pinocchio_reference.py",
        "versions": {"pinocchio": pin.__version__, "numpy": np.__version__, "python": platform.python_version()},
        "seed": args.seed,
        "urdf": os.path.basename(args.urdf),
        "gravity_in_world": list(model.gravity.linear),
        "param_order": PARAM_ORDER,
        "joints": joints,
        "links_of_joints": links,
        "states": states,
    }
    with open(args.out, "w") as file:
        json.dump(reference, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
