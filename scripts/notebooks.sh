#!/usr/bin/env bash
# Runs the notebooks of examples/notebooks and writes them as pages to target/notebooks. Every notebook must end within its time.
# usage: notebooks.sh PYTHON      a Python that has taufit, matplotlib, pandas, nbconvert and ipykernel
set -eu
cd "$(dirname "$0")/.."
out=target/notebooks
mkdir -p "$out"
for notebook in examples/notebooks/*.ipynb; do
    start=$SECONDS
    "$1" -W ignore -m nbconvert --to html --execute --ExecutePreprocessor.timeout=120 --log-level WARN --output-dir "$out" "$notebook"
    echo "$notebook: $((SECONDS - start)) s"
done
