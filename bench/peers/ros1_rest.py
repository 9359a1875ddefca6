"""Says whether the robot stands: the largest speed in the next second, as the simulator knows it; fails above 0.01 rad/s."""

import sys

import rospy
from sensor_msgs.msg import JointState

rospy.init_node("rest", anonymous=True, disable_signals=True)
speeds = []
rospy.Subscriber("/truth", JointState, lambda message: speeds.append(max(abs(v) for v in message.velocity)))
rospy.sleep(1.5)
if not speeds:
    sys.exit("nothing from the simulator")
# The robot was told to stop before this began.
largest = max(speeds[len(speeds) // 2 :])
print(f"largest speed {largest:.5f} rad/s")
sys.exit(int(largest > 0.01))
