#!/usr/bin/env python3
"""Runs the program on mutated files of every format, each in a process of its own with 1 GB of memory and 10 s.

usage: mutated_inputs.py [--taufit PROGRAM] [--inputs N] [--seed S] [--jobs J] [--only WORD]

A panic, an abort, a signal, a hang, or an exit code that is not documented for bad data is a finding: the input is kept
in fuzz/findings/ and the exit code of this script is 1. Codes: 0 done, 2 usage, 3 data refused, 4 poor quality; 1 only
where the file cannot be read or written at all (E030, E095).
"""

import argparse
import concurrent.futures
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
MEMORY_BYTES = 1 << 30
LIMIT_S = 10
TOKENS = [
    b"-1", b"1e308", b"-1e308", b"NaN", b"inf", b"0", b"99999999999999999999", b"\xff\xff\xff\xff", b"\0\0\0\0",
    b"\xff\xff\xff\x7f", b'"', b"\n", b"<", b"[", b"{", b"=", b",", b"\xef\xbb\xbf", b"../", b"%s",
]


def formats(taufit, folder):
    """Name, seeds, file name and command of every format; `FILE` is the mutated file, `DIR` its folder."""
    seeds = HERE / "seeds"
    sample = prepared(taufit, folder)
    log = ["inspect", "FILE", "--robot", "planar2r"]
    return [
        ("urdf", [seeds / "urdf/arm.urdf", ROOT / "testdata/robots/ur5.urdf"], "arm.urdf", ["inspect", "FILE"]),
        ("mjcf", [seeds / "mjcf/arm.xml", ROOT / "testdata/robots/tricky.xml"], "arm.xml", ["inspect", "FILE"]),
        ("robot_toml", [seeds / "robot_toml/arm.toml"], "arm.toml", ["inspect", "FILE"]),
        ("base", [seeds / "urdf/arm.urdf"], "arm.urdf", ["base", "FILE"]),
        ("csv", [seeds / "csv_log/planar2r.csv"], "run.csv", log),
        ("identify", [sample / "run.mcap"], "run.mcap", ["identify", "planar2r", "FILE"]),
        ("mcap", sorted((seeds / "mcap_log").iterdir()) + [sample / "run.mcap"], "run.mcap", log),
        ("db3", [seeds / "db3_log/run.db3"], "run.db3", log),
        ("bag", sorted((seeds / "bag_log").iterdir()), "run.bag", log),
        ("parquet", [seeds / "parquet_log/stamps.parquet"], "run.parquet", log),
        ("npz", sorted((ROOT / "testdata/logs").glob("*.npz")), "run.npz", log),
        ("mat", sorted((ROOT / "testdata/logs").glob("*.mat")), "run.mat", log),
        ("stl", [seeds / "stl/cube.stl", seeds / "stl/text.stl"], "mesh.stl", ["inspect", "DIR/mesh_stl.urdf"]),
        ("obj", [seeds / "obj/cube.obj"], "mesh.obj", ["inspect", "DIR/mesh_obj.urdf"]),
        ("dae", [seeds / "dae/cube.dae"], "mesh.dae", ["inspect", "DIR/mesh_dae.urdf"]),
        ("experiment", [seeds / "experiment/sweep.toml"], "experiment.toml", ["run", "FILE", "--dry-run"]),
        ("scene", [seeds / "scene/scene.toml"], "scene.toml",
         ["excite", "planar2r", "--scene", "FILE", "--iterations", "1", "--starts", "1", "--torque", "300"]),
        ("trajectory", sorted((seeds / "trajectory").iterdir()), "t.toml",
         ["run", "DIR/trajectory_experiment.toml", "--dry-run"]),
        ("result", [sample / "arm.taufit/result.json"], "result.json", ["export", "FILE", "--to", "json"]),
        ("report", [sample / "arm.taufit/result.json"], "result.json", ["report", "FILE", "-o", "DIR/page.html", "--force"]),
        ("residuals", [seeds / "residuals/planar2r.parquet"], "residuals.parquet",
         ["report", "DIR/result.json", "-o", "DIR/page.html", "--force"]),
        ("model_samples", [seeds / "model_samples/samples.csv"], "samples.csv", ["reverse", "planar2r", "FILE"]),
    ]


def prepared(taufit, folder):
    """Seeds that the program makes itself: a recording and a result."""
    short = ["--period", "4", "--iterations", "5", "--starts", "1", "--torque", "400", "--no-collisions"]
    (folder / "run.toml").write_text('robot = "planar2r"\nrate_hz = 100.0\n\n[excitation]\ntrajectory = "motion.toml"\n')
    for command in [
        ["excite", "planar2r", "-o", folder / "motion.toml", *short],
        ["run", folder / "run.toml", "-o", folder / "run.mcap"],
        ["identify", "planar2r", folder / "run.mcap", "--out", folder / "arm.taufit"],
    ]:
        done = subprocess.run([taufit, *command], capture_output=True, text=True)
        if done.returncode not in (0, 4):
            sys.exit(f"no seeds: {done.stderr}")
    return folder


def mutated(seeds, rng):
    """One of the seeds with one to six mutations."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.randint(1, 6)):
        at, kind = rng.randint(0, len(data)), rng.randrange(8)
        end = min(len(data), at + rng.randint(0, 64))
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1 and at < len(data):
            data[at] = rng.randrange(256)
        elif kind == 2:
            data[at:at] = rng.choice(TOKENS)
        elif kind == 3:
            del data[at:end]
        elif kind == 4:
            data[at:at] = data[rng.randint(0, len(data)):][:64]
        elif kind == 5 and rng.random() < 0.3:
            del data[at:]
        elif kind == 6:
            replace_number(data, rng)
        else:
            other = rng.choice(seeds)
            data[at:] = other[rng.randint(0, len(other)):]
    return bytes(data)


def replace_number(data, rng):
    """Another number in the place of one in a text."""
    digits = [k for k, byte in enumerate(data) if chr(byte).isdigit() and (k == 0 or not chr(data[k - 1]).isdigit())]
    if digits:
        at = rng.choice(digits)
        end = at
        while end < len(data) and chr(data[end]) in "0123456789.eE+-":
            end += 1
        data[at:end] = rng.choice(TOKENS[:7])


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def fault(command):
    """Description of what went wrong; empty if nothing did."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=LIMIT_S, preexec_fn=limits, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return f"takes more than {LIMIT_S} s"
    text = done.stderr.decode(errors="replace")
    if "panicked" in text or done.returncode < 0 or done.returncode == 101:
        return f"exit code {done.returncode}: {text[-300:]}"
    unreadable = done.returncode == 1 and any(f"error[{code}]" in text for code in ("E030", "E095"))
    if done.returncode not in (0, 2, 3, 4) and not unreadable:
        return f"exit code {done.returncode}: {text[-300:]}"
    return ""


def worker(job):
    """Runs the mutated inputs of one format; returns findings."""
    taufit, sample, (name, seeds, file_name, command), n_inputs, seed = job
    rng, findings = random.Random(f"{name} {seed}"), []
    with tempfile.TemporaryDirectory(prefix=f"taufit-{name}-") as folder:
        folder = pathlib.Path(folder)
        surroundings(folder, sample)
        arguments = [part.replace("DIR", str(folder)).replace("FILE", str(folder / file_name)) for part in command]
        for k in range(n_inputs):
            data = mutated(seeds, rng)
            (folder / file_name).write_bytes(data)
            problem = fault([taufit, *arguments])
            if problem:
                kept = HERE / "findings" / f"{name}-{seed}-{k}-{file_name}"
                kept.parent.mkdir(exist_ok=True)
                kept.write_bytes(data)
                findings.append(f"{name}: {problem} ({kept.name})")
    return name, n_inputs, findings


def surroundings(folder, sample):
    """Files that refer to the mutated one."""
    for kind in ("stl", "obj", "dae"):
        (folder / f"mesh_{kind}.urdf").write_text(
            f'<robot name="r"><link name="base"/><link name="arm"><collision><geometry><mesh filename="mesh.{kind}"/>'
            '</geometry></collision><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
            '</inertial></link><joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>'
        )
    (folder / "trajectory_experiment.toml").write_text(
        'robot = "planar2r"\nrate_hz = 100.0\n\n[excitation]\ntrajectory = "t.toml"\n'
    )
    shutil.copy(sample / "arm.taufit/result.json", folder / "result.json")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--taufit", default=str(ROOT / "target/release/taufit"))
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="taufit-sample-") as sample:
        sample = pathlib.Path(sample)
        chosen = [f for f in formats(args.taufit, sample) if args.only in f[0]]
        n_each = -(-args.inputs // len(chosen))
        # Parts of at most 250 inputs, so that slow formats do not come last in one piece.
        jobs = []
        for name, seeds, file_name, command in chosen:
            loaded = (name, [pathlib.Path(seed).read_bytes() for seed in seeds], file_name, command)
            parts = [250] * (n_each // 250) + ([n_each % 250] if n_each % 250 else [])
            jobs += [(args.taufit, sample, loaded, n, 1000 * args.seed + k) for k, n in enumerate(parts)]
        n_inputs, findings = 0, []
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            for _, n, found in pool.map(worker, jobs):
                n_inputs += n
                findings += found
                for finding in found:
                    print(finding, flush=True)
    print(f"{n_inputs} inputs in {len(chosen)} formats, {len(findings)} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
