"""Reads a log of `taufit run` with the readers of PyPI: mcap, mcap-ros2-support and rosbags.

Usage: python check_log.py LOG.mcap
Prints what each found, and fails where they disagree.
"""

import json
import sys
from pathlib import Path

from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
from rosbags.rosbag2 import Reader
from rosbags.typesys import Stores, get_typestore


def by_mcap(path):
    """Samples of feedback and events, decoded by mcap-ros2-support."""
    samples, events = [], []
    with open(path, "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()], validate_crcs=True)
        names = [attachment.name for attachment in reader.iter_attachments()]
        metadata = {record.name: record.metadata for record in reader.iter_metadata()}
        for _, channel, message, decoded in reader.iter_decoded_messages():
            if channel.topic == "/joint_states":
                samples.append((message.log_time, list(decoded.position), list(decoded.effort)))
            elif channel.topic == "/taufit/events":
                events.append(json.loads(decoded.data))
    return samples, events, names, metadata


def by_rosbags(path):
    """Samples of feedback, decoded by rosbags."""
    store = get_typestore(Stores.ROS2_JAZZY)
    samples = []
    with Reader(path) as reader:
        wanted = [c for c in reader.connections if c.topic == "/joint_states"]
        for connection, stamp, raw in reader.messages(connections=wanted):
            decoded = store.deserialize_cdr(raw, connection.msgtype)
            samples.append((stamp, decoded.position.tolist(), decoded.effort.tolist()))
    return samples


def main():
    path = Path(sys.argv[1])
    samples, events, names, metadata = by_mcap(path)
    print(f"mcap-ros2-support: {len(samples)} samples, {len(events)} events")
    print(f"attachments: {', '.join(names)}; effort: {metadata['taufit']['effort']}")
    other = by_rosbags(path)
    print(f"rosbags: {len(other)} samples")
    if other != samples or not samples:
        sys.exit("the readers disagree")
    begun = [event for event in events if event["event"] == "begin"]
    print("phases:", ", ".join(event["kind"] for event in begun))


main()
