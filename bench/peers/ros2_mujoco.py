"""A UR5 in MuJoCo as a ROS 2 robot with a controller manager, a trajectory controller and a velocity controller (rclpy).

usage: ros2_mujoco.py MODEL.xml [--rate HZ] [--description FILE.urdf]

Joints are published in alphabetical order, as ros2_control does; effort is the current of the motors. Says "ready" once everything
is advertised, then which controller runs whenever that changes. All times are those of the simulation: where the computer is busy it falls behind and catches up again.
"""

import argparse
import pathlib
import sys
import threading
import time

import numpy as np
import rclpy
from control_msgs.action import FollowJointTrajectory
from controller_manager_msgs.msg import ControllerState
from controller_manager_msgs.srv import ListControllers, SwitchController
from mujoco_arm import NAMES, Arm
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64, Float64MultiArray, String

POSITION, VELOCITY = "scaled_joint_trajectory_controller", "forward_velocity_controller"
SCALING = "/speed_scaling_state_broadcaster/speed_scaling"
HOME = [0.0, -1.6, 0.5, 0.0, 0.0, 0.0]
WATCHDOG_S = 0.5  # without commands, velocity control stops; on the clock of the wall, since the simulation catches up in bursts
STILL = np.zeros(len(NAMES))


class Trajectory:
    """Cubics between the points of a goal."""

    def __init__(self, goal):
        places = [goal.joint_names.index(name) for name in NAMES]
        self.t_s = np.array([p.time_from_start.sec + 1e-9 * p.time_from_start.nanosec for p in goal.points])
        self.q, self.qd = (np.array([getattr(p, what) for p in goal.points])[:, places] for what in ("positions", "velocities"))

    def at(self, t_s):
        """Positions and velocities."""
        if t_s >= self.t_s[-1]:
            return self.q[-1], STILL
        k = max(int(np.searchsorted(self.t_s, t_s, side="right")) - 1, 0)
        step_s = self.t_s[k + 1] - self.t_s[k]
        s, slope = (t_s - self.t_s[k]) / step_s, (self.q[k + 1] - self.q[k]) / step_s
        a, b = self.qd[k], self.qd[k + 1]
        c, d = 3 * slope - 2 * a - b, a + b - 2 * slope
        return self.q[k] + step_s * s * (a + s * (c + s * d)), a + s * (2 * c + 3 * s * d)


class Robot(Node):
    """The arm and its two controllers. Callbacks come on other threads: each takes the lock."""

    def __init__(self, model, rate_hz):
        super().__init__("robot")
        self.arm, self.rate_hz, self.lock = Arm(model, HOME, rate_hz), rate_hz, threading.Lock()
        self.order = sorted(range(len(NAMES)), key=lambda j: NAMES[j])
        self.running, self.now_s, self.told_s = POSITION, 0.0, 0.0
        self.goal = None  # trajectory, when it began, what is set at its end
        self.states = self.create_publisher(JointState, "/joint_states", 10)
        self.scaling = self.create_publisher(Float64, SCALING, 10)
        both = {"callback_group": ReentrantCallbackGroup()}
        self.create_service(ListControllers, "/controller_manager/list_controllers", self.on_list, **both)
        self.create_service(SwitchController, "/controller_manager/switch_controller", self.on_switch, **both)
        self.action = ActionServer(
            self, FollowJointTrajectory, f"/{POSITION}/follow_joint_trajectory", self.follow,
            goal_callback=self.on_goal, cancel_callback=lambda _: CancelResponse.ACCEPT, **both)

    # What others ask for.

    def on_list(self, _, answer):
        state = lambda name: "active" if name == self.running else "inactive"
        answer.controller = [ControllerState(name=name, state=state(name), type="peer") for name in (POSITION, VELOCITY)]
        answer.controller.append(ControllerState(name="joint_state_broadcaster", state="active", type="peer"))
        return answer

    def on_switch(self, wish, answer):
        start, stop = set(wish.activate_controllers), set(wish.deactivate_controllers)
        with self.lock:
            after = {self.running} - {None} - stop | start
            answer.ok = start | stop <= {POSITION, VELOCITY} and stop <= {self.running} and len(after) <= 1
            if answer.ok:
                self.running, self.goal = next(iter(after), None), None
                self.arm.drive(STILL)
                print("runs", self.running, flush=True)
        answer.message = "" if answer.ok else f"{self.running} holds the joints"
        return answer

    def on_velocity(self, message):
        with self.lock:
            if self.running == VELOCITY and len(message.data) == len(NAMES):
                self.arm.drive(message.data)
                self.told_s = time.monotonic()

    def on_goal(self, goal):
        usable = self.running == POSITION and sorted(goal.trajectory.joint_names) == sorted(NAMES)
        return GoalResponse.ACCEPT if usable else GoalResponse.REJECT

    def follow(self, handle):
        done = threading.Event()
        with self.lock:
            self.goal = (Trajectory(handle.request.trajectory), self.now_s, done)
        while not done.wait(0.005):
            if handle.is_cancel_requested:
                with self.lock:
                    self.goal = None
                    self.arm.drive(STILL)
                handle.canceled()
                return FollowJointTrajectory.Result()
        handle.succeed()
        return FollowJointTrajectory.Result()

    # What happens by itself.

    def step(self):
        """One period: what the controllers want, then the arm."""
        with self.lock:
            if self.goal:
                trajectory, began_s, done = self.goal
                self.arm.follow(*trajectory.at(self.now_s - began_s))
                if self.now_s - began_s >= trajectory.t_s[-1]:
                    self.goal = None
                    done.set()
            elif self.running == VELOCITY and time.monotonic() - self.told_s > WATCHDOG_S:
                self.arm.drive(STILL)
            self.arm.advance()
            self.now_s += self.arm.period_s
            return self.arm.q, self.arm.qd, self.arm.current_a

    def live(self):
        """In real time, as far as the computer can."""
        began_s, epoch_s = time.monotonic(), time.time()
        for k in range(1 << 62):
            self.say(epoch_s + self.now_s, *self.step())
            if k % 10 == 0:
                self.scaling.publish(Float64(data=100.0))
            ahead_s = began_s + self.now_s - time.monotonic()
            if ahead_s > 0:
                time.sleep(ahead_s)

    def say(self, t_s, q, qd, current_a):
        message = JointState(name=[NAMES[j] for j in self.order])
        message.header.stamp.sec, message.header.stamp.nanosec = int(t_s), int((t_s % 1) * 1e9)
        message.position, message.velocity, message.effort = (x[self.order].tolist() for x in (q, qd, current_a))
        self.states.publish(message)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--rate", type=float, default=500.0)
    parser.add_argument("--description", help="URDF to publish as /robot_description")
    args = parser.parse_args()
    sys.setswitchinterval(5e-4)  # callbacks must not keep the arm waiting
    rclpy.init()
    robot = Robot(args.model, args.rate)
    if args.description:
        late = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        text = pathlib.Path(args.description).read_text()
        robot.create_publisher(String, "/robot_description", late).publish(String(data=text))
    # Velocities come to a node of their own: an executor for several threads is too slow for them.
    ear = Node("velocity_controller")
    ear.create_subscription(Float64MultiArray, f"/{VELOCITY}/commands", robot.on_velocity, 10)
    for executor, node in ((MultiThreadedExecutor(2), robot), (SingleThreadedExecutor(), ear)):
        executor.add_node(node)
        threading.Thread(target=executor.spin, daemon=True).start()
    print("ready", flush=True)
    robot.live()


if __name__ == "__main__":
    main()
