"""Summary of the scores, one line per condition."""

import collections

import numpy as np

QUANTITIES = ("torque", "torque_all", "gravity", "mass")
CLASSES = ("all", "inertial", "friction")


def summary(scores):
    """Figures of one condition."""
    good = [s for s in scores if "complaint" not in s]
    out = {"arms": len(scores), "failed": len(scores) - len(good)}
    parameters = [p for s in good for p in s["parameters"]]
    for kind in CLASSES:
        given = [p for p in parameters if kind in ("all", p["kind"]) and p["half"] is not None]
        out[f"covered_{kind}"] = share(p["covered"] for p in given)
    out["without_interval"] = sum(p["half"] is None for p in parameters)
    given = [p for p in parameters if p["half"]]
    out["half_over_error"] = median(p["half"] / max(abs(p["value"] - p["truth"]), 1e-300) for p in given)
    out["grades"] = dict(collections.Counter(s["grade"] for s in good))
    out["distrust"] = sum(s["distrust"] for s in good)
    out["warnings"] = dict(collections.Counter(code for s in good for code in s["warnings"]))
    out["friction"] = dict(collections.Counter(s["friction"] for s in good).most_common())
    for label in ("base", "physical"):
        for quantity in QUANTITIES:
            ratios = [s[label][quantity] / s["script"][quantity] for s in good]
            out[f"{label}_{quantity}"] = {
                "median_percent": median(s[label][quantity] for s in good),
                "script_percent": median(s["script"][quantity] for s in good),
                "median_ratio": median(ratios),
                "above_one": sum(r > 1 for r in ratios),
            }
    return out


def render(summaries):
    """The tables as text."""
    lines = ["Coverage of 95 % intervals; half width over error (2.9 if calibrated); verdicts good/usable/poor; runs with intervals distrusted"]
    lines.append(f"{'condition':13}{'arms':>5}{'fail':>5}{'all':>7}{'inert':>7}{'frict':>7}{'none':>6}{'h/e':>7}  {'g/u/p':9}{'distr':>6}  friction models")
    for name, s in summaries.items():
        grades = "/".join(str(s["grades"].get(g, 0)) for g in ("good", "usable", "poor"))
        shares = "".join(f"{s[f'covered_{kind}']:7.3f}" for kind in CLASSES)
        models = ", ".join(f"{n}x {label}" for label, n in s["friction"].items())
        lines.append(
            f"{name:13}{s['arms']:5}{s['failed']:5}{shares}{s['without_interval']:6}{s['half_over_error']:7.2f}  {grades:9}{s['distrust']:6}  {models}"
        )
    for label, title in (("base", "Base parameters"), ("physical", "Physically consistent model")):
        lines += ["", f"{title}: median error [%] (careful script) ratio, arms above the script; torque of the second motion where joints slide, in all samples; gravity; mass matrix"]
        for name, s in summaries.items():
            cells = (s[f"{label}_{quantity}"] for quantity in QUANTITIES)
            lines.append(f"{name:13}" + "   ".join(cell(c) for c in cells))
    lines += ["", "Warnings"]
    lines += [f"{name:13}" + ", ".join(f"{c} {n}" for c, n in sorted(s["warnings"].items())) for name, s in summaries.items()]
    return "\n".join(lines)


def cell(c):
    return f"{c['median_percent']:8.3f} ({c['script_percent']:7.3f}) x{c['median_ratio']:5.2f}, {c['above_one']:2}"


def share(flags):
    flags = list(flags)
    return float(np.mean(flags)) if flags else float("nan")


def median(values):
    values = list(values)
    return float(np.median(values)) if values else float("nan")
