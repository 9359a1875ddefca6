#!/usr/bin/env python3
"""Checks the descriptions in this folder: one version everywhere, the conda recipe renders, package.xml is valid, and the
launch files name verbs and options that the program has. ROS's own `launch` is not on PyPI: stand-ins take its place.

Needs py-rattler-build and catkin_pkg. usage: check.py PROGRAM
"""

import pathlib
import re
import runpy
import subprocess
import sys
import tomllib
import types

HERE = pathlib.Path(__file__).resolve().parent
ROS = HERE / "ros2/taufit_ros"


def version():
    """Version of the workspace."""
    return tomllib.loads((HERE.parent / "Cargo.toml").read_text())["workspace"]["package"]["version"]


def check_versions():
    found = {
        "recipe.yaml": re.search(r'version: "(.*?)"', (HERE / "conda/recipe.yaml").read_text())[1],
        "setup.py": re.search(r'version="(.*?)"', (ROS / "setup.py").read_text())[1],
        "package.xml": re.search(r"<version>(.*?)<", (ROS / "package.xml").read_text())[1],
    }
    assert set(found.values()) == {version()}, f"{found}; Cargo.toml has {version()}"


def check_recipe():
    from rattler_build import Stage0Recipe, VariantConfig

    variants = VariantConfig({"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.17"], "python": ["3.12"]})
    (rendered,) = Stage0Recipe.from_file(str(HERE / "conda/recipe.yaml")).render(variants)
    package = rendered.recipe.package
    assert (package.name, package.version) == ("taufit", version())


def check_package_xml():
    from catkin_pkg.package import parse_package

    warnings = []
    package = parse_package(str(ROS), warnings=warnings)
    assert package.name == ROS.name and package.get_build_type() == "ament_python" and not warnings, warnings


class _Action:
    """Stands for an action or a substitution: keeps its arguments."""

    def __init__(self, *positional, **named):
        self.positional, self.named = positional, named

    def perform(self, context):
        return context[self.positional[0]]


def _stand_ins():
    names = {
        "launch": ["LaunchDescription"],
        "launch.actions": ["DeclareLaunchArgument", "ExecuteProcess", "OpaqueFunction"],
        "launch.substitutions": ["LaunchConfiguration"],
        "launch_ros": [],
        "launch_ros.substitutions": ["ExecutableInPackage"],
    }
    for module, classes in names.items():
        sys.modules[module] = types.ModuleType(module)
        vars(sys.modules[module]).update({name: type(name, (_Action,), {}) for name in classes})


def _processes(actions, context):
    """Command lines that actions start, each without its program."""
    for action in actions:
        kind = type(action).__name__
        if kind == "ExecuteProcess":
            yield [part for part in action.named["cmd"][1:] if isinstance(part, str)]
        elif kind == "OpaqueFunction":
            yield from _processes(action.named["function"](context), context)


def check_launch_files(program):
    _stand_ins()
    checked = 0
    for file in sorted((ROS / "launch").glob("*.launch.py")):
        actions = runpy.run_path(str(file))["generate_launch_description"]().positional[0]
        declared = [action for action in actions if type(action).__name__ == "DeclareLaunchArgument"]
        values = {action.positional[0]: action.named.get("default_value") or "x" for action in declared}
        modes = next((action.named["choices"] for action in declared if "choices" in action.named), [None])
        for mode in modes:
            for verb, *parts in _processes(actions, values | {"mode": mode}):
                text = subprocess.run([program, verb, "--help"], capture_output=True, text=True, check=True).stdout
                unknown = [part for part in parts if part.startswith("--") and not re.search(rf"{part}\b", text)]
                assert not unknown, f"{file.name}: taufit {verb} has no {unknown}"
                checked += 1
    return checked


def main():
    check_versions()
    check_recipe()
    check_package_xml()
    print(f"packaging: version {version()}, recipe renders, package.xml is valid, {check_launch_files(sys.argv[1])} launches have their options")


main()
