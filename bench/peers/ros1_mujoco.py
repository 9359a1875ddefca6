"""A UR5 in MuJoCo as a ROS 1 robot with a controller manager, a trajectory controller and a velocity controller.

usage: ros1_mujoco.py MODEL.xml [--rate HZ] [--fault FAULT] [--ready FILE]

FAULT is one of die@S, freeze@S (every message repeats the last one), drop=SHARE, refuse (controllers are not switched), abort@S (goals
are given up), slider=SHARE, rename (other joint names), short (a robot with fewer joints); times count from the first motion.
FILE is written once everything is advertised. Joints are published in alphabetical order, as ros_control does.
"""

import argparse
import os
import pathlib
import random
import threading
import time

import actionlib
import numpy as np
import rospy
from control_msgs.msg import FollowJointTrajectoryAction, FollowJointTrajectoryResult
from controller_manager_msgs.msg import ControllerState
from controller_manager_msgs.srv import ListControllers, ListControllersResponse, SwitchController, SwitchControllerResponse
from mujoco_arm import NAMES, Arm
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64, Float64MultiArray

POSITION, VELOCITY = "scaled_pos_joint_traj_controller", "joint_group_vel_controller"
HOME = [0.0, -1.6, 0.5, 0.0, 0.0, 0.0]
WATCHDOG_S = 0.3  # without commands, velocity control stops


class Robot:
    """The arm and its two controllers. Callbacks of ROS come on other threads: each takes the lock."""

    def __init__(self, model, rate_hz, fault):
        self.arm, self.rate_hz, self.fault = Arm(model, HOME, rate_hz), rate_hz, fault
        self.lock = threading.Lock()
        self.running = POSITION
        self.goal = None  # handle, times, positions, velocities, time since its start
        self.told_s = 0.0
        self.first_motion_s = None
        self.names = [name + "_b" for name in NAMES] if "rename" in fault else NAMES
        self.order = sorted(range(len(NAMES)), key=lambda j: self.names[j])
        if "short" in fault:
            self.order = self.order[:4]
        self.advertise()

    def advertise(self):
        self.states = rospy.Publisher("/joint_states", JointState, queue_size=1000, tcp_nodelay=True)
        self.truth = rospy.Publisher("/truth", JointState, queue_size=100)  # what faults do not touch
        self.scaling = rospy.Publisher("/speed_scaling_factor", Float64, queue_size=10)
        rospy.Subscriber(f"/{VELOCITY}/command", Float64MultiArray, self.on_velocity, queue_size=10, tcp_nodelay=True)
        rospy.Service("/controller_manager/list_controllers", ListControllers, self.on_list)
        rospy.Service("/controller_manager/switch_controller", SwitchController, self.on_switch)
        name = f"/{POSITION}/follow_joint_trajectory"
        self.action = actionlib.ActionServer(name, FollowJointTrajectoryAction, self.on_goal, self.on_cancel, auto_start=False)
        self.action.start()

    # What others ask for.

    def on_list(self, _):
        state = lambda name: "running" if name == self.running else "stopped"
        listed = [ControllerState(name=name, state=state(name), type="peer") for name in (POSITION, VELOCITY)]
        others = [ControllerState(name="joint_state_controller", state="running", type="peer")]
        return ListControllersResponse(controller=listed + others)

    def on_switch(self, wish):
        known = set(wish.start_controllers + wish.stop_controllers) <= {POSITION, VELOCITY}
        with self.lock:
            after = [name for name in (POSITION, VELOCITY) if name == self.running and name not in wish.stop_controllers]
            after += [name for name in wish.start_controllers if name not in after]
            if "refuse" in self.fault or not known or len(after) > 1:
                return SwitchControllerResponse(ok=False)
            self.give_up("the controller was stopped")
            self.running = after[0] if after else None
            self.arm.drive(np.zeros(len(NAMES)))
        return SwitchControllerResponse(ok=True)

    def on_velocity(self, message):
        with self.lock:
            if self.running == VELOCITY and len(message.data) == len(NAMES):
                self.arm.drive(message.data)
                self.told_s = time.monotonic()
                self.note_motion(np.any(message.data))

    def on_goal(self, handle):
        trajectory = handle.get_goal().trajectory
        with self.lock:
            if self.running != POSITION or sorted(trajectory.joint_names) != sorted(self.names):
                result = FollowJointTrajectoryResult(error_code=FollowJointTrajectoryResult.INVALID_JOINTS)
                handle.set_rejected(result, "not running, or other joints")
                return
            self.give_up("another goal came")
            handle.set_accepted()
            places = [trajectory.joint_names.index(name) for name in self.names]
            times = np.array([point.time_from_start.to_sec() for point in trajectory.points])
            q, qd = (np.array([getattr(point, what) for point in trajectory.points])[:, places] for what in ("positions", "velocities"))
            self.goal = [handle, times, q, qd, 0.0]
            self.note_motion(True)

    def on_cancel(self, handle):
        with self.lock:
            if self.goal and self.goal[0] == handle:
                self.goal = None
                self.arm.drive(np.zeros(len(NAMES)))
                handle.set_canceled()

    # What happens by itself.

    def note_motion(self, moves):
        if moves and self.first_motion_s is None:
            self.first_motion_s = time.monotonic()

    def is_due(self, fault):
        """Whether a fault with a time has come."""
        if fault not in self.fault or self.first_motion_s is None:
            return False
        return time.monotonic() - self.first_motion_s >= self.fault[fault]

    def give_up(self, why):
        if self.goal:
            handle, self.goal = self.goal[0], None
            self.arm.drive(np.zeros(len(NAMES)))
            result = FollowJointTrajectoryResult(error_code=FollowJointTrajectoryResult.PATH_TOLERANCE_VIOLATED, error_string=why)
            handle.set_aborted(result, why)

    def step(self):
        """One period: what the controllers want, then the arm."""
        with self.lock:
            if self.is_due("die"):
                os._exit(1)
            if self.is_due("abort"):
                self.give_up("this is a rehearsal of an aborted motion")
            if self.goal:
                self.follow()
            elif self.running == VELOCITY and time.monotonic() - self.told_s > WATCHDOG_S:
                self.arm.drive(np.zeros(len(NAMES)))
            self.arm.advance()
            return self.arm.q, self.arm.qd, self.arm.current_a

    def follow(self):
        handle, times, q, qd, t_s = self.goal
        if t_s >= times[-1]:
            self.arm.follow(q[-1], np.zeros(len(NAMES)))
            self.goal = None
            handle.set_succeeded(FollowJointTrajectoryResult())
            return
        k = max(int(np.searchsorted(times, t_s, side="right")) - 1, 0)
        self.arm.follow(*hermite(t_s, times[k : k + 2], q[k : k + 2], qd[k : k + 2]))
        self.goal[4] = t_s + self.fault.get("slider", 1.0) / self.rate_hz


def hermite(t_s, times, q, qd):
    """Position and velocity on the cubic between two points."""
    if len(times) < 2 or times[1] <= times[0]:
        return q[0], qd[0]
    span = times[1] - times[0]
    s = min(max((t_s - times[0]) / span, 0.0), 1.0)
    position = (2 * s**3 - 3 * s**2 + 1) * q[0] + (3 * s**2 - 2 * s**3) * q[1]
    position = position + span * ((s**3 - 2 * s**2 + s) * qd[0] + (s**3 - s**2) * qd[1])
    velocity = (6 * s**2 - 6 * s) * (q[0] - q[1]) / span + (3 * s**2 - 4 * s + 1) * qd[0] + (3 * s**2 - 2 * s) * qd[1]
    return position, velocity


def spin(robot):
    """In real time. Stamps are when a sample was due, whenever it was sent."""
    began, stamp_s, chance = time.monotonic(), rospy.get_time(), random.Random(1)
    message, names, k = None, [robot.names[j] for j in robot.order], 0
    while not rospy.is_shutdown():
        k += 1
        q, qd, current_a = robot.step()
        if message is None or not robot.is_due("freeze"):
            message = JointState(name=names)
            message.header.stamp = rospy.Time.from_sec(stamp_s + k / robot.rate_hz)
            message.position, message.velocity, message.effort = (list(x[robot.order]) for x in (q, qd, current_a))
        if chance.random() >= robot.fault.get("drop", 0.0):
            robot.states.publish(message)
        if k % 10 == 0:
            robot.truth.publish(JointState(name=NAMES, position=list(q), velocity=list(qd)))
            robot.scaling.publish(robot.fault.get("slider", 1.0))
        time.sleep(max(began + k / robot.rate_hz - time.monotonic(), 0.0))


def fault(text):
    """`freeze@2` and `drop=0.1` as a name with a number."""
    name, _, number = text.replace("@", "=").partition("=")
    return {name: float(number or 0.0)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--rate", type=float, default=500.0)
    parser.add_argument("--fault", type=fault, default={})
    parser.add_argument("--ready", type=pathlib.Path)
    options = parser.parse_args()
    rospy.init_node("peer", disable_signals=False)
    robot = Robot(options.model, options.rate, options.fault)
    if options.ready:
        options.ready.write_text("ready\n")
    spin(robot)


if __name__ == "__main__":
    main()
