"""Identification from a bag or log to a result folder: ``taufit identify``.

ros2 launch taufit_ros identify.launch.py robot:=arm.urdf log:=rosbag2_folder out:=arm.taufit
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration
from launch_ros.substitutions import ExecutableInPackage


def generate_launch_description():
    """Arguments, then the process."""
    names = {
        "robot": "built-in name, URDF, MJCF or robot.toml",
        "log": "bag of ROS 2 or ROS 1, MCAP, CSV or Parquet",
        "out": "result folder",
    }
    robot, log, out = (LaunchConfiguration(name) for name in names)
    command = [ExecutableInPackage("taufit", "taufit_ros"), "identify", robot, log, "--out", out]
    return LaunchDescription([
        *(DeclareLaunchArgument(name, description=text) for name, text in names.items()),
        ExecuteProcess(cmd=command, output="screen"),
    ])
