#!/usr/bin/env python3
"""What biases a stiffness, and by how much: the KR500 of examples/ simulated with one flaw at a time.

Prints Markdown: tables 3 to 7 of Jubien et al. 2014 in form, then one line per flaw.
usage: stiffness_study.py TAUFIT [FOLDER]
"""

import json
import pathlib
import subprocess
import sys
import tempfile

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
TRUTH = [6.93e6, 7.81e6, 5.0e6, 1.2e6, 1.0e6, 0.6e6]
SEEDS = range(1, 4)

# Name, replacements in the experiment, replacements in the robot that the identification believes.
CLAMP = "[1.0e10, 1.0e10, 1.0e10]"
FLAWS = [
    ("none", {}, {}),
    ("drive gain believed 5 % too high", {}, {"torque_constant_nm_a = 310.0": "torque_constant_nm_a = 325.5"}),
    ("clamp of 1e9 N/m and N m/rad", {CLAMP: "[1.0e9, 1.0e9, 1.0e9]"}, {}),
    ("clamp of 1e8 N/m and N m/rad", {CLAMP: "[1.0e8, 1.0e8, 1.0e8]"}, {}),
    ("clamp of 1e7 N/m and N m/rad", {CLAMP: "[1.0e7, 1.0e7, 1.0e7]"}, {}),
    ("no friction", {"[simulation.truth]": "[simulation.truth]\nfriction_factor = [0.0]"}, {}),
    ("three times the friction", {"[simulation.truth]": "[simulation.truth]\nfriction_factor = [3.0]"}, {}),
    (
        "friction of 10 % of the load",
        {"[simulation.arm.plant.flexibility]": "[simulation.arm.plant]\nload_friction = [0.1]\n\n[simulation.arm.plant.flexibility]"},
        {},
    ),
    ("ripple of 0.5 A, 3000 per turn", {"ripple = [0.1]\nripple_per_turn = 12000.0": "ripple = [0.5]\nripple_per_turn = 3000.0"}, {}),
]


def replaced(text, changes):
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def study(taufit, folder, experiment, believed, seed, more=()):
    """Stiffnesses of both configurations, simulated with one set of flaws."""
    robot = (EXAMPLES / "kr500_robot.toml").read_text()
    (folder / "kr500_robot.toml").write_text(robot)
    (folder / "believed.toml").write_text(replaced(robot, believed))
    logs = []
    for config in (1, 2):
        text = (EXAMPLES / f"kr500_config{config}.toml").read_text()
        text = replaced(text, {f"seed = {config}": f"seed = {100 * seed + config}"} | experiment)
        path = folder / f"config{config}.toml"
        path.write_text(text)
        logs.append(folder / f"config{config}.mcap")
        subprocess.run([taufit, "run", path, "-o", logs[-1]], check=True, capture_output=True)
    command = [taufit, "stiffness", folder / "believed.toml", *logs, "--effort", "current", "--json", *more]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def paper_tables(axes):
    """Tables 3 to 7 of Jubien et al. 2014, with the published values beside ours."""
    published = {
        "motor_plain": [(6.09e6, 2.1, -9.90e6, 2.82), (8.00e6, 2.0, 6.93e6, 2.67)],
        "motor": [None, None],
        "wrench": [(6.93e6, 0.77, -1.12e7, 1.44), (7.81e6, 0.98, 6.76e6, 2.13)],
    }
    names = {"motor_plain": "motor torque, friction ignored", "motor": "motor torque", "wrench": "wrench"}
    print("| axis | by | k [N m/rad] | %σ | %σ white | off [N m] | \\|Wx−Y\\|/\\|Y\\| | published k | %σ | off | \\|Wx−Y\\|/\\|Y\\| |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for dof in (0, 1):
        for key, name in names.items():
            fit, paper = axes[dof][key], published[key][dof]
            old = f"{paper[0]:.2e} | {paper[1]} | {paper[2]:.2e} | {paper[3]} %" if paper else "| | |"
            print(
                f"| {dof + 1} | {name} | {fit['stiffness']:.3e} | {fit['percent_sigma']:.2f} | "
                f"{fit['white_percent_sigma']:.2f} | {fit['offsets'][0]['value']:.3e} | "
                f"{fit['relative_error_percent']:.2f} % | {old} |"
            )
    print("\n| axis | difference of the methods | published |\n|---|---|---|")
    for dof, old in ((0, 12.1), (1, 2.43)):
        print(f"| {dof + 1} | {axes[dof]['difference_percent']:.2f} % | {old} % |")


def main():
    taufit = sys.argv[1] if len(sys.argv) > 1 else "taufit"
    keep = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep or pathlib.Path(scratch)
        folder.mkdir(exist_ok=True)
        paper_tables(study(taufit, folder, {}, {}, 1)["axes"])
        print(f"\nError of k [%], mean over {len(SEEDS)} seeds (standard deviation that is claimed)\n")
        print("| flaw | axis 1, motor | friction ignored | wrench | axis 2, motor | friction ignored | wrench | warnings |")
        print("|---|---|---|---|---|---|---|---|")
        for name, experiment, believed in FLAWS:
            errors, claimed, codes = {}, {}, set()
            for seed in SEEDS:
                found = study(taufit, folder, experiment, believed, seed)
                codes |= {w["code"] for w in found["warnings"] if w["code"] >= "W205" and w["code"] != "W213"}
                for dof in (0, 1):
                    for key in ("motor", "motor_plain", "wrench"):
                        fit = found["axes"][dof][key]
                        if fit is None:
                            continue
                        errors.setdefault((dof, key), []).append(100 * (fit["stiffness"] / TRUTH[dof] - 1))
                        claimed.setdefault((dof, key), []).append(fit["percent_sigma"])
            cell = lambda k: f"{sum(errors[k]) / len(errors[k]):+.2f} ({sum(claimed[k]) / len(claimed[k]):.2f})" if k in errors else "–"
            cells = [cell((dof, key)) for dof in (0, 1) for key in ("motor", "motor_plain", "wrench")]
            print(f"| {name} | " + " | ".join(cells) + f" | {', '.join(sorted(codes))} |", flush=True)


if __name__ == "__main__":
    main()
