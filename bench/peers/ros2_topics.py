"""Joint states at 500 Hz, said or heard by a ROS 2 that others wrote.

usage: ros2_topics.py rclpy|cyclone say|hear SECONDS

say    publishes a UR's joint states, joints in alphabetical order, until killed or for that long
hear   listens for that long once something came, counts, and fails where a stamp is missing
`cyclone` is Eclipse Cyclone DDS with the types as rmw_cyclonedds names them.
"""

import sys
import time
from dataclasses import dataclass

import numpy as np
from mujoco_arm import NAMES

RATE_HZ = 500.0
TOPIC = "joint_states"


def motion(t_s):
    """Slow sines, positions and their derivatives."""
    phase = np.arange(len(NAMES))
    return 0.3 * np.sin(t_s + phase), 0.3 * np.cos(t_s + phase)


def say(publish, seconds):
    """`publish(names, t_s, q, qd)` in real time."""
    order = sorted(range(len(NAMES)), key=lambda j: NAMES[j])
    names, epoch_s, began_s = [NAMES[j] for j in order], time.time(), time.monotonic()
    print("ready", flush=True)
    for k in range(int(seconds * RATE_HZ)):
        q, qd = motion(k / RATE_HZ)
        publish(names, epoch_s + k / RATE_HZ, q[order].tolist(), qd[order].tolist())
        time.sleep(max(began_s + (k + 1) / RATE_HZ - time.monotonic(), 0.0))


def hear(take, seconds):
    """`take()` gives the stamps [s] that came since it was called last."""
    stamps_s, until_s = [], None
    while until_s is None or time.monotonic() < until_s:
        stamps_s += take()
        if stamps_s and until_s is None:
            until_s = time.monotonic() + seconds
        time.sleep(0.001)
    steps = np.round(np.diff(stamps_s) * RATE_HZ)
    lost = int(np.sum(steps[steps > 1] - 1))
    print(f"heard {len(stamps_s)} joint states in {seconds:g} s, {lost} lost")
    return int(lost > 0 or len(stamps_s) < 0.95 * seconds * RATE_HZ)


def rclpy_ends():
    """Publisher and subscriber of rclpy, each made when it is called."""
    import rclpy
    from sensor_msgs.msg import JointState

    rclpy.init()
    node = rclpy.create_node("peer")

    def publisher():
        end = node.create_publisher(JointState, TOPIC, 10)

        def publish(names, t_s, q, qd):
            message = JointState(name=names, position=q, velocity=qd, effort=[0.0] * len(q))
            message.header.stamp.sec, message.header.stamp.nanosec = int(t_s), int((t_s % 1) * 1e9)
            end.publish(message)

        return publish

    def subscriber():
        stamps_s = []
        note = lambda message: stamps_s.append(message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec)
        node.create_subscription(JointState, TOPIC, note, 1000)

        def take():
            for _ in range(20):
                rclpy.spin_once(node, timeout_sec=0.0)
            taken = stamps_s[:]
            stamps_s.clear()
            return taken

        return take

    return publisher, subscriber


def cyclone_ends():
    """The same of Cyclone DDS."""
    from cyclonedds.core import Policy, Qos
    from cyclonedds.domain import DomainParticipant
    from cyclonedds.idl import IdlStruct
    from cyclonedds.idl.types import float64, int32, sequence, uint32
    from cyclonedds.pub import DataWriter
    from cyclonedds.sub import DataReader
    from cyclonedds.topic import Topic
    from cyclonedds.util import duration

    @dataclass
    class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
        sec: int32
        nanosec: uint32

    @dataclass
    class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
        stamp: Time
        frame_id: str

    @dataclass
    class JointState(IdlStruct, typename="sensor_msgs::msg::dds_::JointState_"):
        header: Header
        name: sequence[str]
        position: sequence[float64]
        velocity: sequence[float64]
        effort: sequence[float64]

    participant = DomainParticipant(0)
    quality = Qos(Policy.Reliability.Reliable(duration(seconds=1)), Policy.History.KeepLast(1000))
    topic = Topic(participant, f"rt/{TOPIC}", JointState, qos=quality)

    def publisher():
        end = DataWriter(participant, topic, qos=quality)

        def publish(names, t_s, q, qd):
            stamp = Time(int(t_s), int((t_s % 1) * 1e9))
            end.write(JointState(Header(stamp, ""), names, q, qd, [0.0] * len(q)))

        return publish

    def subscriber():
        end = DataReader(participant, topic, qos=quality)
        return lambda: [m.header.stamp.sec + 1e-9 * m.header.stamp.nanosec for m in end.take(N=1000)]

    return publisher, subscriber


def main(library, what, seconds):
    publisher, subscriber = {"rclpy": rclpy_ends, "cyclone": cyclone_ends}[library]()
    return say(publisher(), float(seconds)) if what == "say" else hear(subscriber(), float(seconds))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
