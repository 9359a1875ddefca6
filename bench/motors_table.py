#!/usr/bin/env python3
"""Torque constants and friction of single-joint runs beside those of excitation runs.

usage: motors_table.py MOTORS.json IDENTIFY.json
"""

import json
import sys

# Mamedov and Mikhel 2020, with a payload of known mass; UR10, De Luca's group.
PUBLISHED = [10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232]
LITERATURE = [14.87, 13.26, 11.13, 10.62, 11.03, 11.47]


def shown(value):
    """A value with its interval."""
    if value is None:
        return "-"
    ends = value["interval"]
    return f"{value['value']:.3f}" + (f" [{ends[0]:.3f}, {ends[1]:.3f}]" if ends else "")


def main():
    motors, study = (json.load(open(path)) for path in sys.argv[1:3])
    print("torque constant kct [N m/A]\n")
    print(f"{'joint':22}{'from':9}{'single-joint runs':28}{'published':>10}{'UR10':>8}")
    for joint, published, literature in zip(motors["joints"], PUBLISHED, LITERATURE):
        origin = joint["kct_origin"]
        print(f"{joint['name']:22}{origin:9}{shown(joint['kct']):28}{published:10.2f}{literature:8.2f}")
    print("\nfriction over torque constant, which does not depend on masses: kfc/kct [A], kfv/kct [A s/rad]\n")
    print(f"{'joint':22}{'kfc single':>11}{'excitation':>11}{'kfv single':>13}{'excitation':>11}")
    for joint, other, published in zip(motors["joints"], study["joints"], PUBLISHED):
        kct, friction = joint["kct"]["value"], other["friction"]
        row = [joint["coulomb"]["value"] / kct, friction["coulomb"] / published,
               joint["viscous"]["value"] / kct, friction["viscous"] / published]
        print(f"{joint['name']:22}{row[0]:11.3f}{row[1]:11.3f}{row[2]:13.3f}{row[3]:11.3f}")
    print("\nfriction in N m and N m s/rad, each with its own torque constant\n")
    print(f"{'joint':22}{'kfc single-joint runs':27}{'excit.':>8}  {'kfv single-joint runs':27}{'excit.':>8}")
    for joint, other in zip(motors["joints"], study["joints"]):
        friction = other["friction"]
        print(f"{joint['name']:22}{shown(joint['coulomb']):27}{friction['coulomb']:8.2f}  "
              f"{shown(joint['viscous']):27}{friction['viscous']:8.2f}")


if __name__ == "__main__":
    main()
