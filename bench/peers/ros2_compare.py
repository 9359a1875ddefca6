"""Friction that `taufit motors` or `taufit identify` found in a run on MuJoCo, against the truth there.

usage: ros2_compare.py MODEL.xml RESULT.json
Prints every joint that moved. Fails where friction of a sweep is more than 2 % from the truth.
"""

import json
import pathlib
import sys

from mujoco_arm import truth

FROM_TRUTH = 0.02


def found(result):
    """Coulomb and viscous friction of every joint that moved, by its number from 0."""
    joints = enumerate(result["joints"])
    if result["kind"] == "motors":
        return {k: [joint[key]["value"] for key in ("coulomb", "viscous")] for k, joint in joints if joint["n_records"]}
    return {k: [joint["friction"][key] for key in ("coulomb", "viscous")] for k, joint in joints}


def main(model, result):
    coulomb_nm, viscous_nm_s = truth(model)
    result = json.loads(pathlib.Path(result).read_text())
    worst = 0.0
    print(f"{'':8}{'':10}{'truth':>10}{'found':>10}{'error':>9}")
    for k, values in found(result).items():
        for what, true, value in zip(("Coulomb", "viscous"), (coulomb_nm[k], viscous_nm_s[k]), values):
            print(f"joint{k + 1:<3}{what:10}{true:10.4f}{value:10.4f}{100 * (value / true - 1):8.2f} %")
            worst = max(worst, abs(value / true - 1))
    print(f"largest error {100 * worst:.2f} %")
    return int(worst > FROM_TRUTH)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
