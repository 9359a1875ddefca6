"""Runs taufit and its peers on the same samples and prints times, ratios and memory. See identify_speed.sh."""
import re, resource, subprocess, sys, time
from pathlib import Path

peers, target, runs = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
urdf, bag = peers / "robots/ur5.urdf", next((peers / "data/bag_mcap").glob("*.mcap"))
table = peers / "data/ur5_ident_100000.csv"


def best(command, env=None):
    """Shortest wall time over the runs, and the output of the last."""
    shortest, output = float("inf"), ""
    for _ in range(runs):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, env=env)
        shortest = min(shortest, time.perf_counter() - start)
        output = done.stdout + done.stderr
        if done.returncode not in (0, 4):
            raise SystemExit(f"{command} failed:\n{output}")
    return shortest, output


def peak_mb(command):
    """Largest resident set of a process [MB]."""
    pid = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = __import__("os").wait4(pid.pid, 0)
    if status not in (0, 4 << 8):
        raise SystemExit(f"{command} failed with {status}")
    return usage.ru_maxrss / 1024


def total(text):
    """The figure behind `total` in the output of a peer's script [s]."""
    return float(re.search(r"'?total'?\W+([0-9.]+)", text).group(1))


READ = """
import sys, time, numpy as np
from pathlib import Path
from rosbags.highlevel import AnyReader
from rosbags.typesys import Stores, get_typestore
start = time.perf_counter()
x = np.empty((100000, 18))
with AnyReader([Path(sys.argv[1])], default_typestore=get_typestore(Stores.ROS2_HUMBLE)) as r:
    for i, (c, t, raw) in enumerate(r.messages()):
        m = r.deserialize(raw, c.msgtype)
        x[i, :6], x[i, 6:12], x[i, 12:] = m.position, m.velocity, m.effort
print('total', time.perf_counter() - start)
"""

identify = [str(target / "taufit"), "identify", str(urdf), str(bag), "--friction", "coulomb-viscous", "--effort", "torque"]
ours, _ = best(identify)
default, _ = best([a for a in identify if a not in ("--friction", "coulomb-viscous")])
fit_text = best([str(target / "examples/fit_speed"), str(urdf), str(table), str(runs)])[1]
fit, physical = map(float, re.search(r"fit ([0-9.]+) s, physical fit ([0-9.]+)", fit_text).groups())
python = str(peers / "venv/bin/python")
read = min(total(best([python, "-c", READ, str(bag.parent)])[1]) for _ in range(1))
careful = total(best([python, str(peers / "bench2_expert.py"), "100000", "lapack", str(runs)])[1])
figaroh = total(best([str(peers / "venv_fig/bin/python"), str(peers / "bench2_figaroh.py"), "100000", "func", "1"])[1])

print(f"{'from MCAP to estimate with sigma, hold-out, physical fit':58s} {ours:7.3f} s")
print(f"{'the same with the friction model chosen on held-out data':58s} {default:7.3f} s")
print(f"{'rosbags + careful LAPACK script':58s} {read + careful:7.3f} s  {(read + careful) / ours:5.1f}x")
print(f"{'rosbags + FIGAROH':58s} {read + figaroh:7.3f} s  {(read + figaroh) / ours:5.1f}x")
print(f"{'fit alone, rows to estimate':58s} {fit:7.3f} s")
print(f"{'careful LAPACK script':58s} {careful:7.3f} s  {careful / fit:5.1f}x")
print(f"{'FIGAROH':58s} {figaroh:7.3f} s  {figaroh / fit:5.1f}x")
print(f"{'physically consistent fit beyond that':58s} {1e3 * physical:7.1f} ms")
print(f"{'peak memory, 1e5 samples':58s} {peak_mb(identify):7.1f} MB")
