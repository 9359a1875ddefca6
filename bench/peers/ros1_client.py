"""Drives our served robot the way any ROS 1 program would: lists and switches controllers, sends a goal, sends velocities."""

import sys

import actionlib
import rospy
from control_msgs.msg import FollowJointTrajectoryAction, FollowJointTrajectoryGoal
from controller_manager_msgs.srv import ListControllers, SwitchController
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from trajectory_msgs.msg import JointTrajectoryPoint

# The last feedback comes up to 50 ms before the end, where the cubic from rest to rest is this near to it (0.2 rad, 2 s); what the
# guard of a run allows by default.
REFERENCE_RAD, TRACKING_RAD = 3 * 0.2 * (0.05 / 2.0) ** 2, 0.1
POSITION, VELOCITY = "scaled_pos_joint_traj_controller", "joint_group_vel_controller"


def positions():
    message = rospy.wait_for_message("/joint_states", JointState, 5.0)
    return dict(zip(message.name, message.position))


def follow(by_rad, duration_s):
    """Every joint by some angle, with actionlib's own client."""
    client = actionlib.SimpleActionClient(f"/{POSITION}/follow_joint_trajectory", FollowJointTrajectoryAction)
    assert client.wait_for_server(rospy.Duration(10.0)), "no action server"
    before = positions()
    goal = FollowJointTrajectoryGoal()
    goal.trajectory.joint_names = sorted(before)
    for share in (0.0, 1.0):
        point = JointTrajectoryPoint(time_from_start=rospy.Duration(share * duration_s))
        point.positions = [before[name] + share * by_rad for name in sorted(before)]
        point.velocities = [0.0] * len(before)
        goal.trajectory.points.append(point)
    heard = []
    client.send_goal(goal, feedback_cb=heard.append)
    assert client.wait_for_result(rospy.Duration(3 * duration_s)), "no result"
    rospy.sleep(0.5)  # until the drive has settled
    # A joint sticks as soon as friction holds what the drive still pulls: the arm ends near the goal, its reference ends on it.
    after, last = positions(), heard[-1]
    lag = max(abs(after[name] - before[name] - by_rad) for name in before)
    off = max(abs(q - before[name] - by_rad) for name, q in zip(last.joint_names, last.desired.positions))
    print(f"goal: state {client.get_state()}, {len(heard)} feedbacks, reference {off:.5f} rad from its end, arm {lag:.4f} rad")
    assert client.get_state() == actionlib.GoalStatus.SUCCEEDED and off < REFERENCE_RAD and lag < TRACKING_RAD


def steer(qd, duration_s):
    publisher = rospy.Publisher(f"/{VELOCITY}/command", Float64MultiArray, queue_size=1)
    rospy.sleep(1.0)
    before, rate = positions(), rospy.Rate(100)
    for _ in range(int(100 * duration_s)):
        publisher.publish(Float64MultiArray(data=[qd] * len(before)))
        rate.sleep()
    rospy.sleep(0.5)  # nothing more is said: it must stop by itself
    after = positions()
    rospy.sleep(0.3)
    drift = max(abs(positions()[name] - after[name]) for name in after)
    moved = [after[name] - before[name] for name in before]
    print(f"velocities: moved {min(moved):.3f} to {max(moved):.3f} rad, drifts {drift:.5f} rad afterwards")
    assert min(moved) > 0.5 * qd * duration_s and drift < 1e-3


def main():
    rospy.init_node("client")
    switch = rospy.ServiceProxy("/controller_manager/switch_controller", SwitchController)
    states = lambda: {c.name: c.state for c in rospy.ServiceProxy("/controller_manager/list_controllers", ListControllers)().controller}
    assert states() == {POSITION: "running", VELOCITY: "stopped"}, states()
    follow(0.2, 2.0)
    assert not switch([VELOCITY], [], 2, True, 1.0).ok, "two controllers at once"
    assert switch([VELOCITY], [POSITION], 2, True, 1.0).ok
    assert states() == {POSITION: "stopped", VELOCITY: "running"}, states()
    steer(0.1, 1.0)


if __name__ == "__main__":
    sys.exit(main())
