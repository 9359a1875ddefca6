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

    stamps_s, began = [robot.getTimestamp()], time.time()
    while time.time() - began < 2.0:
        now_s = robot.getTimestamp()
        if now_s != stamps_s[-1]:
            stamps_s.append(now_s)
        time.sleep(0.0002)
    span_s = stamps_s[-1] - stamps_s[0]
    print(f"ur_rtde 1.6.5: {len(stamps_s)} packets over {span_s:.3f} s of robot time, moved by {moved:.4f} rad")
    # How many are seen depends on how busy this computer is; when they were made does not.
    periods = [500 * (b - a) for a, b in zip(stamps_s, stamps_s[1:])]
    assert span_s > 1.0 and all(p > 0.5 and abs(p - round(p)) < 0.01 for p in periods), (span_s, periods)
    robot.disconnect()
    dashboard.disconnect()


main()
