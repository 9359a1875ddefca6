"""The UR5 and the Panda of example-robot-data, and 1000 random samples of each, for every program that speed.sh times.

usage: make_robots.py DIR

Writes per robot NAME.urdf (visuals dropped; the Panda's fingers fixed, so that it has seven joints), NAME.samples (rows of
q qd qdd, little-endian doubles), NAME.model (pinocchio's tree as text, for programs without a URDF reader) and NAME.sum (sum of
the absolute values of every regressor entry, to check that all of them compute the same).
"""

import os
import sys
import xml.etree.ElementTree as ElementTree

import cmeel
import numpy as np
import pinocchio as pin

SOURCES = {"ur5": "ur_description/urdf/ur5_robot.urdf", "panda": "panda_description/urdf/panda.urdf"}
N_SAMPLES = 1000
SEED = 1


def simplified(path):
    """The URDF without pictures, plugins and fingers that move."""
    tree = ElementTree.parse(path)
    root = tree.getroot()
    for tag in ("gazebo", "transmission", "material"):
        for element in root.findall(tag):
            root.remove(element)
    for link in root.findall("link"):
        for element in link.findall("visual") + link.findall("collision"):
            link.remove(element)
    for joint in root.findall("joint"):
        if joint.get("type") == "prismatic":
            joint.set("type", "fixed")
            for tag in ("axis", "limit", "mimic", "dynamics"):
                for element in joint.findall(tag):
                    joint.remove(element)
    return tree


def write_model(model, path):
    """First line the number of joints; per joint its type and parent, then R, p, mass, centre of mass, central tensor."""
    with open(path, "w") as file:
        print(model.nv, file=file)
        for i in range(1, model.njoints):
            place, body = model.jointPlacements[i], model.inertias[i]
            print(model.joints[i].shortname().removeprefix("JointModel"), model.parents[i], file=file)
            for values in (place.rotation, place.translation, body.mass, body.lever, body.inertia):
                print(*(repr(float(x)) for x in np.ravel(values)), file=file)


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    prefix = os.path.join(os.path.dirname(os.path.dirname(cmeel.__file__)), "cmeel.prefix")
    for name, source in SOURCES.items():
        base = os.path.join(out, name)
        simplified(os.path.join(prefix, "share/example-robot-data/robots", source)).write(base + ".urdf")
        model = pin.buildModelFromUrdf(base + ".urdf")
        write_model(model, base + ".model")
        rng = np.random.default_rng(SEED)
        q, qd, qdd = (rng.uniform(-top, top, (N_SAMPLES, model.nv)) for top in (np.pi, 2.0, 5.0))
        np.hstack([q, qd, qdd]).astype("<f8").tofile(base + ".samples")
        data = model.createData()
        regressors = (pin.computeJointTorqueRegressor(model, data, *sample) for sample in zip(q, qd, qdd))
        with open(base + ".sum", "w") as file:
            print(repr(float(sum(np.abs(Y).sum() for Y in regressors))), file=file)


if __name__ == "__main__":
    main()
