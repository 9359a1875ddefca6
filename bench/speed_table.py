"""Table of minima and ratios from lines "who robot what microseconds"; fails where the regressors differ.

usage: ... | speed_table.py DIR      DIR holds ROBOT.sum of make_robots.py
"""

import sys
from pathlib import Path

# Sums of a hundred thousand absolute values in another order of additions.
SUM_TOLERANCE = 1e-10
PEER_OF = {"regressor_block": "regressor", "rnea_block": "rnea"}

best = {}
for line in sys.stdin:
    who, robot, what, value = line.split()
    value = float(value)
    if what == "regressor_abs_sum":
        expected = float(Path(sys.argv[1], f"{robot}.sum").read_text())
        if not abs(value / expected - 1) < SUM_TOLERANCE:
            raise SystemExit(f"{who} {robot}: sum of the regressors {value!r}, expected {expected!r}")
    else:
        best[who, robot, what] = min(value, best.get((who, robot, what), value))

print(f"{'robot':6} {'what':16} {'taufit':>8} {'pinocchio':>10} {'ratio':>6} {'straight':>9} {'ratio':>6} {'columns':>8} {'ratio':>6}")
for (who, robot, what), ours in best.items():
    if who != "taufit":
        continue
    row = f"{robot:6} {what:16} {ours:8.3f}"
    for peer, width in (("pinocchio", 10), ("straight_line", 9), ("columns", 8)):
        theirs = best.get((peer, robot, PEER_OF.get(what, what)))
        row += f" {'':>{width}} {'':6}" if theirs is None else f" {theirs:{width}.3f} {theirs / ours:6.2f}"
    print(row.rstrip())
print("microseconds per sample, ratio = peer / taufit")
