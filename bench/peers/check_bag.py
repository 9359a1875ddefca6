"""A bag of ours in `rosbags`: every message of metadata.yaml must be there and be decoded.

usage: check_bag.py FOLDER
"""

import sys
from collections import Counter
from pathlib import Path

from rosbags.highlevel import AnyReader
from rosbags.typesys import Stores, get_typestore


def main(folder):
    counts = Counter()
    with AnyReader([Path(folder)], default_typestore=get_typestore(Stores.ROS2_JAZZY)) as reader:
        said = {topic: info.msgcount for topic, info in reader.topics.items()}
        for connection, _, raw in reader.messages():
            message = reader.deserialize(raw, connection.msgtype)
            counts[connection.topic] += 1
            if connection.topic == "/joint_states" and len(message.name) != len(message.position):
                return False
    for topic, n in said.items():
        print(f"{topic}: {counts[topic]} of {n} messages")
    return said == dict(counts) and sum(said.values()) > 0


sys.exit(0 if main(*sys.argv[1:]) else 1)
