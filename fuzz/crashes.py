#!/usr/bin/env python3
"""Ends `run`, `identify --out`, `excite` and `observe` at any moment: by SIGKILL, by a full disk, by a loss of power.

usage: crashes.py [--taufit PROGRAM] [--kills N] [--seed S] [kill] [full] [power]

After each end the previous results are whole, new ones are whole or absent, and a log opens with at most 1 s lost.
kill    N random moments (200 by default), evenly over the commands
full    the disk has room for 0 to 400 kB more: a tmpfs in a mount namespace of its own, which needs root
power   every system call of a trace (needs strace) is the last one. Data of a file are lost since its last fsync. Names
        are lost since the last fsync of their folder, or none are: file systems keep them by either rule.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENDS = ["kill", "full", "power"]
LOST_S = 1.0
# From the start of the process to its first sample, under load.
START_S = 0.5
SHORT = ["--period", "4", "--iterations", "5", "--starts", "1", "--torque", "400", "--no-collisions"]
TRACED = "openat,mkdir,write,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,rmdir,ftruncate"
STORE = ["--robot-id", "arm1", "--store", "store"]
EXCHANGE = "RENAME_EXCHANGE"


class Case:
    """A folder with an experiment, its log, a result and a motion, which a command may replace or add to."""

    def __init__(self, taufit, folder):
        self.taufit, self.folder = taufit, folder

    def command(self, *arguments):
        return [str(self.taufit), *map(str, arguments)]

    def prepare(self):
        self.folder.mkdir()
        for name, motion in [("run", "plan"), ("second", "other")]:
            text = f'robot = "planar2r"\nrate_hz = 200.0\n\n[excitation]\ntrajectory = "{motion}.toml"\n'
            (self.folder / f"{name}.toml").write_text(text)
        for arguments in [
            ["excite", "planar2r", "-o", "plan.toml", *SHORT],
            ["run", "run.toml", "-o", "old.mcap"],
            ["identify", "planar2r", "old.mcap", "--out", "arm.taufit"],
            ["excite", "planar2r", "-o", "motion.toml", "--seed", "1", *SHORT],
            ["excite", "planar2r", "-o", "other.toml", "--seed", "2", *SHORT],
            ["run", "second.toml", "-o", "second.mcap"],
            ["observe", "planar2r", "old.mcap", *STORE],
        ]:
            done = subprocess.run(self.command(*arguments), cwd=self.folder, capture_output=True, text=True)
            if done.returncode not in (0, 4):
                sys.exit(f"{arguments[0]}: {done.stderr}")
        return self

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        return Case(self.taufit, folder)

    def commands(self):
        """By name: the old result replaced, a new one made, a motion replaced, evidence added, a log recorded."""
        return {
            "replace": self.command("identify", "planar2r", "old.mcap", "--out", "arm.taufit"),
            "identify": self.command("identify", "planar2r", "old.mcap", "--out", "new.taufit"),
            "excite": self.command("excite", "planar2r", "-o", "motion.toml", "--force", "--seed", "2", *SHORT),
            "observe": self.command("observe", "planar2r", "second.mcap", *STORE),
            "run": self.command("run", "run.toml", "-o", "new.mcap", "--speed", "1"),
        }

    def faults(self, original):
        """What is neither whole nor absent."""
        faults = []
        for name in ["run.toml", "plan.toml", "old.mcap"]:
            if read(self.folder / name) != read(original.folder / name):
                faults.append(f"{name} was changed")
        motions = [read(original.folder / name) for name in ["motion.toml", "other.toml"]]
        if read(self.folder / "motion.toml") not in motions:
            faults.append("motion.toml is neither the old nor the new one")
        if not (self.folder / "arm.taufit").exists():
            faults.append("the old result is gone")
        for name in ["arm.taufit", "new.taufit"]:
            if (self.folder / name).exists():
                faults += [f"{name}/{file}" for file in broken_files(self.folder / name)]
        for path in (original.folder / "store").rglob("*.parquet"):
            if read(self.folder / path.relative_to(original.folder)) != read(path):
                faults.append(f"{path.name} of the store was changed")
        for path in (self.folder / "store").rglob("*.parquet"):
            data = path.read_bytes()
            if data[:4] != b"PAR1" or data[-4:] != b"PAR1":
                faults.append(f"{path.name} of the store is not whole")
        return faults

    def recorded_s(self):
        """Duration of the new log; 0 where it is refused, none where reading it fails otherwise."""
        log = self.folder / "new.mcap"
        if not log.exists():
            return 0.0
        done = subprocess.run(self.command("inspect", log, "--robot", "planar2r", "--json"), capture_output=True, text=True)
        if done.returncode not in (0, 3, 4):
            return None
        return json.loads(done.stdout)["clock"]["duration_s"] if done.stdout else 0.0


def read(path):
    return path.read_bytes() if path.exists() else None


def broken_files(folder):
    """Files that differ from the list in their folder."""
    marker = read(folder / ".taufit")
    if marker is None:
        return [".taufit is missing"]
    lines = marker.decode().splitlines()[1:]
    stated = dict(reversed(line.split("  ", 1)) for line in lines)
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.name != ".taufit"}
    return sorted(name for name in stated.keys() | found.keys() if stated.get(name) != found.get(name))


def log_faults(case, elapsed_s):
    recorded_s = case.recorded_s()
    if recorded_s is None:
        return ["the log cannot be read"]
    lost_s = elapsed_s - recorded_s
    return [f"{lost_s:.2f} s of the log are lost"] if lost_s > LOST_S else []


def killed(original, folder, name, share):
    """One command, killed after a share of the time that it takes."""
    case = original.copy(folder)
    limit_s = {"run": 5.0}.get(name, 0.4)
    child = subprocess.Popen(case.commands()[name], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    log, since = folder / "new.mcap", None
    end = time.monotonic() + share * limit_s
    while time.monotonic() < end and child.poll() is None:
        if since is None and log.exists():
            since = time.monotonic()
        time.sleep(0.002)
    elapsed_s = time.monotonic() - since if since and child.poll() is None else 0.0
    child.kill()
    child.wait()
    faults = case.faults(original) + (log_faults(case, elapsed_s) if name == "run" else [])
    # The next complete run clears up.
    if name != "run":
        again = subprocess.run(case.commands()[name], cwd=folder, capture_output=True)
        if again.returncode not in (0, 4):
            faults.append(f"cannot be repeated: {again.stderr.decode()}")
        faults += [f"{path.name} is left" for path in folder.rglob("*.tmp")]
    shutil.rmtree(folder)
    return [f"{name} killed at {share:.3f}: {fault}" for fault in faults]


def kills(original, scratch, n, seed):
    rng = random.Random(seed)
    names = ["run", "replace", "excite", "observe", "run", "identify", "excite", "observe"]
    jobs = [(names[k % len(names)], scratch / f"kill-{k}", rng.random()) for k in range(n)]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return [fault for faults in pool.map(lambda job: killed(original, job[1], job[0], job[2]), jobs) for fault in faults]


def full_disks(original, scratch):
    """Each command with room for so much more [kB]."""
    faults, place = [], scratch / "disk"
    place.mkdir()
    for room_kb in [0, 4, 8, 16, 32, 64, 100, 150, 200, 250, 300, 330, 350, 400]:
        for name in ["replace", "identify", "excite", "observe", "run"]:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", place], check=True)
            case = original.copy(place / "work")
            with open(place / "filler", "wb") as filler:
                free = os.statvfs(place).f_bavail * os.statvfs(place).f_frsize
                filler.write(bytes(max(0, free - room_kb * 1024)))
            command = [word for word in case.commands()[name] if word not in ("--speed", "1")] if name == "run" else case.commands()[name]
            done = subprocess.run(command, cwd=case.folder, capture_output=True, text=True)
            found = case.faults(original)
            if done.returncode not in (0, 1, 4) or (done.returncode == 1 and "No space left" not in done.stderr):
                found.append(f"exit code {done.returncode}: {done.stderr}")
            if name == "run" and done.returncode == 1 and case.recorded_s() is None:
                found.append("the log cannot be read")
            if done.returncode == 1:
                found += [f"{path.name} is left" for path in case.folder.rglob("*.tmp")]
            faults += [f"{name} with {room_kb} kB free: {fault}" for fault in found]
            subprocess.run(["umount", place], check=True)
    return faults


class Node:
    """A file or folder: its content now, and its content on the disk."""

    def __init__(self, path=None):
        self.is_folder = path is None or path.is_dir()
        if path is None or self.is_folder:
            self.now = {entry.name: Node(entry) for entry in path.iterdir()} if path else {}
        else:
            self.now = path.read_bytes()
        self.sync()

    def sync(self):
        self.on_disk = dict(self.now) if self.is_folder else self.now

    @classmethod
    def new_file(cls):
        node = cls()
        node.is_folder, node.now, node.on_disk = False, b"", b""
        return node

    def write(self, place, keeps_names):
        """The state after a loss of power."""
        if not self.is_folder:
            place.write_bytes(self.on_disk)
            return
        place.mkdir()
        for name, node in (self.now if keeps_names else self.on_disk).items():
            node.write(place / name, keeps_names)


class Disk:
    """Replays system calls on a model of a folder."""

    def __init__(self, folder):
        self.folder, self.root = folder, Node(folder)

    def find(self, path):
        """Folder and name of a path; nothing outside."""
        path = pathlib.Path(os.path.normpath(self.folder / path))
        if not path.is_relative_to(self.folder):
            return None
        node, parts = self.root, path.relative_to(self.folder).parts
        for part in parts[:-1]:
            node = node.now[part]
        return (node.now, parts[-1]) if parts else ({"": self.root}, "")

    def replay(self, call, arguments, result):
        if result.startswith("-1"):
            return
        strings = [text(quoted) for quoted in re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)]
        descriptor = re.match(r"\d+<([^>]*)>", arguments)
        path = text(descriptor[1]).decode() if descriptor else strings[0].decode() if strings else None
        is_pipe = descriptor and not path.startswith("/")
        found = self.find(path) if path and not is_pipe else None
        if found is None:
            return
        entries, name = found
        if call == "openat":
            if "O_CREAT" in arguments and name not in entries:
                entries[name] = Node.new_file()
            elif "O_TRUNC" in arguments:
                entries[name].now = b""
        elif call == "mkdir":
            entries[name] = Node()
        elif call == "write":
            entries[name].now += strings[0]
        elif call in ("fsync", "fdatasync"):
            entries[name].sync()
        elif call.startswith("rename"):
            others, other = self.find(strings[1].decode())
            moved, replaced = entries.pop(name), others.pop(other, None)
            others[other] = moved
            if EXCHANGE in arguments:
                entries[name] = replaced
        elif call in ("unlink", "unlinkat", "rmdir"):
            del entries[name]
        elif call == "ftruncate":
            sys.exit("ftruncate is not modelled")


def text(quoted):
    return re.sub(rb"\\x([0-9a-f]{2})", lambda digits: bytes.fromhex(digits[1].decode()), quoted.encode())


def calls(command, folder, traces):
    """Time at its end [s], name, arguments and result of every system call of a command."""
    traces.mkdir()
    strace = ["strace", "-ff", "-ttt", "-T", "-y", "-xx", "-s", "10000000", "-e", f"trace={TRACED}", "-o", traces / "trace"]
    subprocess.run([*strace, *command], cwd=folder, capture_output=True)
    line = re.compile(r"([\d.]+) (\w+)\((.*)\) += (.*) <([\d.]+)>$", re.S)
    found = [line.match(row) for trace in traces.iterdir() for row in trace.read_text().splitlines()]
    return sorted((float(m[1]) + float(m[5]), m[2], m[3], m[4]) for m in found if m)


def power_losses(original, scratch):
    faults, n_states = [], 0
    for name in ["replace", "identify", "excite", "observe", "run"]:
        case = original.copy(scratch / f"power-{name}")
        disk = Disk(case.folder)
        trace = calls(case.commands()[name], case.folder, scratch / f"trace-{name}")
        seen, since = set(), None
        for end_s, call, arguments, result in trace:
            disk.replay(call, arguments, result)
            if since is None and "new.mcap" in disk.root.now:
                since = end_s
            for keeps_names in [False, True]:
                after = Case(original.taufit, scratch / "after")
                disk.root.write(after.folder, keeps_names)
                state = (keeps_names, *sorted((str(p), p.is_file() and hash(p.read_bytes())) for p in after.folder.rglob("*")))
                found = [] if state in seen else after.faults(original)
                if name == "run" and since:
                    found += log_faults(after, end_s - since - START_S)
                n_states += state not in seen
                seen.add(state)
                rule = "names kept" if keeps_names else "names lost"
                faults += [f"{name}, power lost after {call} ({rule}): {fault}" for fault in found]
                shutil.rmtree(after.folder)
    print(f"power: {n_states} states of the disk")
    return faults


def is_possible(end):
    """Says why where it is not."""
    if end not in ENDS:
        sys.exit(f"{end}: not one of {', '.join(ENDS)}")
    needs = {"full": "root" if os.geteuid() else None, "power": None if shutil.which("strace") else "strace"}.get(end)
    if needs:
        print(f"{end}: skipped, it needs {needs}")
    return needs is None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--taufit", type=pathlib.Path, default=ROOT / "target/release/taufit")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("ends", nargs="*", metavar="kill|full|power", help="all by default")
    options = parser.parse_args()
    ends = [end for end in options.ends or ENDS if is_possible(end)]
    if "full" in ends and not os.environ.get("TAUFIT_MOUNTS"):
        # Mounts of this process only, which end with it.
        os.environ["TAUFIT_MOUNTS"] = "own"
        os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])
    with tempfile.TemporaryDirectory(prefix="taufit-crashes-") as scratch:
        scratch = pathlib.Path(scratch).resolve()
        original = Case(options.taufit.resolve(), scratch / "original").prepare()
        faults = []
        for end in ends:
            test = {
                "kill": lambda: kills(original, scratch, options.kills, options.seed),
                "full": lambda: full_disks(original, scratch),
                "power": lambda: power_losses(original, scratch),
            }[end]
            found = test()
            print(f"{end}: {len(found)} faults", flush=True)
            faults += found
    print("\n".join(faults[:40]))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
