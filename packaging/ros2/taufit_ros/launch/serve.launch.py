"""The simulated arm behind the topics and controllers of a real one, to rehearse an experiment: ``taufit serve``.

ros2 launch taufit_ros serve.launch.py robot:=ur5 preset:=ur-ros2-jazzy
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration
from launch_ros.substitutions import ExecutableInPackage


def generate_launch_description():
    """Arguments, then the process."""
    command = [
        ExecutableInPackage("taufit", "taufit_ros"),
        "serve",
        "--as",
        LaunchConfiguration("preset"),
        "--robot",
        LaunchConfiguration("robot"),
    ]
    return LaunchDescription([
        DeclareLaunchArgument("robot", default_value="ur5", description="built-in name, URDF, MJCF or robot.toml"),
        DeclareLaunchArgument("preset", default_value="generic-ros2", description="kind of robot that is offered"),
        ExecuteProcess(cmd=command, output="screen"),
    ])
