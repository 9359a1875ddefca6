"""Coverage of taufit's intervals and errors of its models on arms simulated in MuJoCo; see coverage.sh."""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import sys
import time

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):  # before numpy: one core per process
    os.environ.setdefault(threads, "1")

from coverage import bound, cache, check, table  # noqa: E402
from coverage.conditions import CONDITIONS  # noqa: E402
from coverage.score import score  # noqa: E402

HELD_OUT_FROM = 1000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/tmp/coverage"), help="simulated logs and scores")
    parser.add_argument("--binary", default="target/release/taufit")
    parser.add_argument("--simulate", action="store_true", help="make the logs that are not there yet")
    parser.add_argument("--identify", action="store_true", help="identify the logs that are there, and print the tables")
    parser.add_argument("--check", action="store_true", help="logged torques against inverse dynamics, without friction and noise")
    parser.add_argument("--bound", action="store_true", help="gravity error of an efficient estimator instead of taufit's")
    parser.add_argument("--arms", type=int, default=12)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--held-out", action="store_true", help=f"seeds from {HELD_OUT_FROM} on, kept aside for a final look")
    parser.add_argument("--conditions", default=",".join(CONDITIONS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path, help="scores as JSON; default DIR/scores.json")
    parser.add_argument("options", nargs="*", help="options of taufit identify, after --")
    return parser.parse_args()


def main():
    args = arguments()
    first = args.first + (HELD_OUT_FROM if args.held_out else 0)
    if not args.held_out and first + args.arms > HELD_OUT_FROM:
        sys.exit(f"seeds from {HELD_OUT_FROM} on need --held-out")
    seeds = range(first, first + args.arms)
    with multiprocessing.Pool(args.jobs) as pool:
        if args.check:
            pool.starmap(check.check, [(seed,) for seed in seeds], chunksize=1)
        if args.simulate or not args.identify:
            timed("simulated", pool.starmap, cache.simulate, [(args.dir, seed) for seed in seeds], 1)
        if args.simulate and not args.identify:
            return
        if args.bound:
            conditions = [c for c in args.conditions.split(",") if c in bound.BOUNDED]
            print(bound.render(pool.starmap(bound.bound, [(args.dir, s, c) for s in seeds for c in conditions], 1)))
            return
        tasks = [(args.dir, s, c, args.binary, args.options) for s in seeds for c in args.conditions.split(",")]
        scores = timed("identified", pool.starmap, score, tasks, 1)
    report(scores, args)


def timed(what, run, *work):
    start = time.time()
    done = run(*work)
    print(f"{what} in {time.time() - start:.0f} s", file=sys.stderr)
    return done


def report(scores, args):
    """Tables on standard output, everything as JSON."""
    by_condition = collections.defaultdict(list)
    for s in scores:
        by_condition[s["condition"]].append(s)
    summaries = {name: table.summary(of) for name, of in by_condition.items()}
    print(table.render(summaries))
    for s in scores:
        if "complaint" in s:
            print(f"arm {s['seed']} {s['condition']}: {s['complaint'].splitlines()[0]}")
    out = args.out or args.dir / "scores.json"
    out.write_text(json.dumps({"summary": summaries, "scores": scores}, indent=1))


if __name__ == "__main__":
    main()
