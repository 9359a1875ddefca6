"""Friction, and torque constants of a sweep, from our log and from Debian's bag, against the truth in MuJoCo.

usage: ros1_compare.py MODEL.xml RESULT_OF_LOG.json RESULT_OF_BAG.json
Results are those of `taufit motors` or `taufit identify`. Fails where friction is more than 2 % from the truth, or where the two logs
differ by more than 0.1 %.
"""

import json
import pathlib
import sys

from mujoco_arm import TORQUE_CONSTANTS_NM_A, truth

FROM_TRUTH, FROM_EACH_OTHER = 0.02, 1e-3


def found(path):
    """Of every joint that moved, by its number from 0: what was found, by name."""
    result = json.loads(pathlib.Path(path).read_text())
    joints = enumerate(result["joints"])
    if result["kind"] == "motors":
        return {k: {key: joint[key]["value"] for key in ("kct", "coulomb", "viscous")} for k, joint in joints if joint["n_records"]}
    return {k: {key: joint["friction"][key] for key in ("coulomb", "viscous")} for k, joint in joints}


def main(model, of_log, of_bag):
    coulomb_nm, viscous_nm_s = truth(model)
    true = {"kct": TORQUE_CONSTANTS_NM_A, "coulomb": coulomb_nm, "viscous": viscous_nm_s}
    log, bag = found(of_log), found(of_bag)
    assert log.keys() == bag.keys() and len(log) >= 3, (log.keys(), bag.keys())
    worst, apart = 0.0, 0.0
    print(f"{'':8}{'':10}{'truth':>10}{'our log':>10}{'bag':>10}{'error':>9}")
    for k, values in log.items():
        for what, ours in values.items():
            t, theirs = true[what][k], bag[k][what]
            print(f"joint{k + 1:<3}{what:10}{t:10.4f}{ours:10.4f}{theirs:10.4f}{100 * (ours / t - 1):8.2f} %")
            worst, apart = max(worst, abs(ours / t - 1)), max(apart, abs(ours / theirs - 1))
    print(f"largest error {100 * worst:.2f} %, largest difference of the two logs {100 * apart:.3f} %")
    return int(worst > FROM_TRUTH or apart > FROM_EACH_OTHER)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
