"""An experiment.toml, on the simulated arm or on a real one, recorded: ``taufit run``.

ros2 launch taufit_ros run.launch.py experiment:=sweep.toml                          its plan, nothing moves
ros2 launch taufit_ros run.launch.py experiment:=sweep.toml mode:=simulated
ros2 launch taufit_ros run.launch.py experiment:=sweep.toml mode:=real link:=ur-ros2-jazzy
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess, OpaqueFunction
from launch.substitutions import LaunchConfiguration
from launch_ros.substitutions import ExecutableInPackage

MODES = ["plan", "simulated", "real"]


def generate_launch_description():
    """Arguments, then the process."""
    return LaunchDescription([
        DeclareLaunchArgument("experiment", description="experiment.toml"),
        DeclareLaunchArgument("mode", default_value="plan", choices=MODES, description="a real arm moves only with mode:=real"),
        DeclareLaunchArgument("link", default_value="generic-ros2", description="preset of the connection, with mode:=real"),
        DeclareLaunchArgument("out", default_value="", description="log that is written; named after the experiment if empty"),
        OpaqueFunction(function=start),
    ])


def start(context):
    """The process: launch files have no terminal, so mode:=real takes the place of the typed confirmation."""
    experiment, mode, link, out = (
        LaunchConfiguration(name).perform(context) for name in ("experiment", "mode", "link", "out")
    )
    options = {"plan": ["--dry-run"], "simulated": [], "real": ["--link", link, "--yes"]}[mode]
    if out:
        options += ["--out", out]
    command = [ExecutableInPackage("taufit", "taufit_ros"), "run", experiment, *options]
    return [ExecuteProcess(cmd=command, output="screen")]
