"""ur_rtde against the served robot: what it hears is what the robot says."""

import socket
import time

import dashboard_client
import rtde_receive

HOST = "127.0.0.1"


def main():
    dashboard = dashboard_client.DashboardClient(HOST)
    dashboard.connect()
    assert dashboard.robotmode() == "Robotmode: RUNNING", dashboard.robotmode()
    assert "NORMAL" in dashboard.safetystatus(), dashboard.safetystatus()
    assert dashboard.isInRemoteControl()
    assert not dashboard.running()

    robot = rtde_receive.RTDEReceiveInterface(HOST)
    assert robot.getRobotMode() == 7 and robot.getSafetyMode() == 1
    before = robot.getActualQ()
    assert len(before) == 6 and len(robot.getActualCurrent()) == 6

    # A plain program moves it: 0.2 rad/s for a second, and a stop.
    with socket.create_connection((HOST, 30002)) as script:
        script.sendall(b"def go():\n  speedj([0.2,0,0,0,0,0], 1.0, 1.0)\n  stopj(2.0)\nend\n")
        time.sleep(0.5)
        assert dashboard.running()
        speed = robot.getActualQd()[0]
        assert abs(speed - 0.2) < 0.02, speed
        time.sleep(1.5)
    assert not dashboard.running()
    moved = robot.getActualQ()[0] - before[0]
    # 0.2 s to get to speed at 1 rad/s², 0.8 s at speed, 0.1 s to stop at 2 rad/s².
    assert abs(moved - (0.02 + 0.16 + 0.01)) < 0.01, moved

    n_packets, last, began = 0, robot.getTimestamp(), time.time()
    first = last
    while time.time() - began < 2.0:
        now = robot.getTimestamp()
        n_packets += now != last
        last = now
        time.sleep(0.0002)
    print(f"ur_rtde 1.6.5: {n_packets} packets over {last - first:.3f} s of robot time, moved by {moved:.4f} rad")
    assert n_packets > 0.9 * 500 * (last - first)
    robot.disconnect()
    dashboard.disconnect()


main()
