"""The package itself: speed of import, written functions, the command."""

import importlib.util
import inspect
import subprocess
import sys

from conftest import ROOT

import taufit


def test_import_needs_numpy_only():
    code = (
        "import sys, numpy; before = set(sys.modules); import taufit; "
        "print(sorted({m.split('.')[0] for m in set(sys.modules) - before} & {'pandas', 'matplotlib', 'tqdm', 'scipy'}))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


def test_verbs_are_what_the_command_line_says():
    script = _script("python_verbs")
    assert script.TARGET.read_text() == script.source(), "run scripts/python_verbs.py"


def _script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"scripts/{name}.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_signatures_and_docstrings_are_complete():
    for name in taufit.__all__:
        value = getattr(taufit, name)
        if callable(value) and getattr(value, "__module__", "").startswith("taufit"):
            assert value.__doc__, name
    parameters = inspect.signature(taufit.identify).parameters
    assert list(parameters)[:2] == ["robot", "logs"] and "hold_out" in parameters
    assert "hold_out" in taufit.identify.__doc__ and "--" not in taufit.identify.__doc__.replace("---", "")


def test_the_command_comes_with_the_package():
    done = subprocess.run([sys.executable, "-m", "taufit", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"taufit {taufit.__version__}\n"
    wrong = subprocess.run([sys.executable, "-m", "taufit", "identify"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "LOG" in wrong.stderr
