"""Friction and torque constants from our log and from Debian's bag, against the truth in MuJoCo.

usage: ros1_compare.py MODEL.xml RESULT_OF_LOG.json RESULT_OF_BAG.json
Fails where friction is more than 2 % from the truth, or where the two logs differ by more than 0.1 %.
"""

import json
import pathlib
import sys

from mujoco_arm import TORQUE_CONSTANTS_NM_A, truth

FROM_TRUTH, FROM_EACH_OTHER = 0.02, 1e-3


def found(path):
    """Of every joint that moved: torque constant, Coulomb and viscous friction."""
    joints = json.loads(pathlib.Path(path).read_text())["joints"]
    return {joint["name"]: [joint[key]["value"] for key in ("kct", "coulomb", "viscous")] for joint in joints if joint["n_records"]}


def main(model, of_log, of_bag):
    coulomb_nm, viscous_nm_s = truth(model)
    log, bag = found(of_log), found(of_bag)
    assert log.keys() == bag.keys() and len(log) == 3, (log.keys(), bag.keys())
    worst, apart = 0.0, 0.0
    print(f"{'':8}{'':10}{'truth':>10}{'our log':>10}{'bag':>10}{'error':>9}")
    for k, name in enumerate(log):
        true = [TORQUE_CONSTANTS_NM_A[k], coulomb_nm[k], viscous_nm_s[k]]
        for what, t, a, b in zip(("kct", "Coulomb", "viscous"), true, log[name], bag[name]):
            print(f"{name:8}{what:10}{t:10.4f}{a:10.4f}{b:10.4f}{100 * (a / t - 1):8.2f} %")
            worst, apart = max(worst, abs(a / t - 1)), max(apart, abs(a / b - 1))
    print(f"largest error {100 * worst:.2f} %, largest difference of the two logs {100 * apart:.3f} %")
    return int(worst > FROM_TRUTH or apart > FROM_EACH_OTHER)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
