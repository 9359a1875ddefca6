"""Whether a recorded robot stands at the end of its log, and moved before.

usage: check_rest.py BAG
"""

import sys
from pathlib import Path

import numpy as np
from rosbags.highlevel import AnyReader

STANDS_RAD_S = 0.01


def main(bag):
    with AnyReader([Path(bag)]) as reader:
        states = [c for c in reader.connections if c.topic == "/joint_states"]
        speeds = [np.abs(reader.deserialize(raw, c.msgtype).velocity).max() for c, _, raw in reader.messages(states)]
    print(f"{len(speeds)} samples, fastest {max(speeds):.3f} rad/s, at the end {speeds[-1]:.4f} rad/s")
    return int(speeds[-1] > STANDS_RAD_S or max(speeds) < 10 * STANDS_RAD_S)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
