"""Reads motions with other people's programs and prints what they say as JSON.

read_trajectory.py mcap FILE     with mcap-ros2-support (PyPI)
read_trajectory.py yaml FILE     with PyYAML
read_trajectory.py script FILE STEP_S
                                 runs a UR program: apart from `end` it is Python
"""

import json
import math
import sys


def message_of(joint_names, points):
    """What a JointTrajectory says."""
    return {
        "joints": list(joint_names),
        "t_s": [p["t_s"] for p in points],
        "q": [list(p["q"]) for p in points],
        "qd": [list(p["qd"]) for p in points],
        "qdd": [list(p["qdd"]) for p in points],
    }


def read_mcap(path):
    from mcap_ros2.reader import read_ros2_messages

    messages = list(read_ros2_messages(path))
    assert len(messages) == 1, messages
    message = messages[0].ros_msg
    assert message.header.frame_id == ""
    points = [
        {
            "t_s": p.time_from_start.sec + 1e-9 * p.time_from_start.nanosec,
            "q": p.positions,
            "qd": p.velocities,
            "qdd": p.accelerations,
        }
        for p in message.points
    ]
    return message_of(message.joint_names, points)


def read_yaml(path):
    import yaml

    with open(path, encoding="utf-8") as file:
        message = yaml.safe_load(file)
    points = [
        {
            "t_s": p["time_from_start"]["sec"] + 1e-9 * p["time_from_start"]["nanosec"],
            "q": p["positions"],
            "qd": p["velocities"],
            "qdd": p["accelerations"],
        }
        for p in message["points"]
    ]
    return message_of(message["joint_names"], points)


def run_script(path, step_s):
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if line.strip() != "end"]
    calls = {"movej": [], "servoj": [], "t": [], "stopj": []}

    def servoj(q, t, lookahead_time, gain):
        assert 0.03 <= lookahead_time <= 0.2 and 100 <= gain <= 2000
        calls["servoj"].append(q)
        calls["t"].append(t)

    world = {
        "sin": math.sin,
        "cos": math.cos,
        "get_steptime": lambda: step_s,
        "movej": lambda q, a, v: calls["movej"].append(q),
        "servoj": servoj,
        "stopj": lambda a: calls["stopj"].append(a),
    }
    exec("\n".join(lines), world)
    world["taufit_motion"]()
    return calls


def main():
    kind, path = sys.argv[1:3]
    if kind == "mcap":
        result = read_mcap(path)
    elif kind == "yaml":
        result = read_yaml(path)
    else:
        result = run_script(path, float(sys.argv[3]))
    json.dump(result, sys.stdout)


main()
