#!/usr/bin/env python3
"""Writes what commands print today into the `console` blocks of pages; elisions stay: `...` for lines, `[..]` within a line.

A run of shown lines between elisions is replaced by the run of printed lines that is most like it. Read the difference
before it is committed: a command that fails is reported and left as it was. Needs Python alone.
usage: book_output.py PROGRAM PAGE...        PROGRAM is a folder that holds taufit; a page is README.md or a file of book/src
"""

import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = "88"


def like(shown, real):
    """Similarity of two lines, 0 to 1."""
    return 1.0 if matches(shown, real) else difflib.SequenceMatcher(None, shown, real, autojunk=False).ratio()


def matches(shown, real):
    """Whether a real line is the one shown."""
    start, *parts = shown.split("[..]")
    if not real.startswith(start):
        return False
    left = real[len(start) :]
    if not parts:
        return not left
    for part in parts[:-1]:
        if part not in left:
            return False
        left = left.split(part, 1)[1]
    return left.endswith(parts[-1])


def runs_of(shown):
    """Shown lines as runs between elisions, with `None` for an elision."""
    runs = [[]]
    for line in shown:
        if line == "...":
            runs += [None, []]
        else:
            runs[-1].append(line)
    return runs


def renewed(shown, real):
    """Shown lines with the content of the real ones."""
    runs = runs_of(shown)
    if len(runs) == 1:
        partial = [line for line in shown if "[..]" in line]
        return [next((line for line in partial if matches(line, new)), new) for new in real]
    out, at = [], 0
    for number, run in enumerate(runs):
        if run is None:
            out.append("...")
            continue
        last_start = len(real) - len(run)
        starts = range(at, last_start + 1)
        if number == 0:
            starts = [0]
        elif number == len(runs) - 1 and run:
            starts = [last_start]
        if not run:
            continue
        start = max(starts, key=lambda s: sum(like(a, b) for a, b in zip(run, real[s:])), default=at)
        new = real[start : start + len(run)]
        out += [old if matches(old, line) else line for old, line in zip(run, new)]
        at = start + len(new)
    return out


def examples(lines):
    """Commands of a page: first and last line of what is shown, command, exit code."""
    inside, found = False, []
    for number, line in enumerate(lines):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            found.append({"command": line[2:], "from": number + 1, "to": number + 1, "code": 0})
        elif inside and found:
            example = found[-1]
            if example["command"].endswith("\\") and example["from"] == number:
                example["command"] += "\n" + line
                example["from"] = example["to"] = number + 1
            elif line.startswith("[exit code "):
                example["code"] = int(line[11:-1])
            else:
                example["to"] = number + 1
    return found


def renew(page, program):
    """Runs the commands of a page and writes the page."""
    lines = page.read_text().split("\n")
    path = f"{program}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as clone:
        work = pathlib.Path(clone, "work")
        work.mkdir()
        for folder in ("book", "examples"):
            pathlib.Path(clone, folder).symlink_to(ROOT / folder)
        changes = []
        for example in examples(lines):
            command = ["sh", "-c", "exec 2>&1\n" + example["command"]]
            environment = os.environ | {"PATH": path, "COLUMNS": COLUMNS}
            run = subprocess.run(command, cwd=work, env=environment, stdout=subprocess.PIPE, text=True)
            shown = lines[example["from"] : example["to"]]
            if run.returncode != example["code"]:
                print(f"{page}: exit code {run.returncode}: {example['command']}\n{run.stdout}")
            else:
                real = [line.rstrip() for line in run.stdout.splitlines()]
                changes.append((example["from"], example["to"], renewed(shown, real)))
    for start, end, new in reversed(changes):
        lines[start:end] = new
    page.write_text("\n".join(lines))


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    for name in sys.argv[2:]:
        page = ROOT / name if name == "README.md" else ROOT / "book/src" / name
        renew(page, program)
        print(f"{name}: written")


main()
