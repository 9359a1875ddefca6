"""Runs the Python lines of the README in the environment of this interpreter; prints how long the import takes."""

import importlib.metadata
import pathlib
import re
import subprocess
import sys
import time


def seconds_of_import():
    """Processor time of `import taufit` in a fresh interpreter that has numpy, the shortest of five."""
    code = "import time, numpy; t = time.process_time(); import taufit; print(time.process_time() - t)"
    return min(float(subprocess.check_output([sys.executable, "-c", code], text=True)) for _ in range(5))


def main():
    import numpy
    import taufit

    packages = {package.name.lower() for package in importlib.metadata.distributions()} - {"pip", "setuptools", "wheel"}
    assert packages == {"taufit", "numpy"}, packages
    # What the lines take for granted: a robot, two logs of it, and a motion.
    taufit.demo(out="demo")
    for made, name in (("ur5.taufit/identified.urdf", "arm.urdf"), ("identification.mcap", "run1.mcap"), ("validation.mcap", "run2.mcap")):
        pathlib.Path("demo", made).rename(name)
    lines = re.search(r"```python\n(import taufit\n.*?)```", pathlib.Path(sys.argv[1]).read_text(), re.DOTALL)[1]
    q, qd, qdd = numpy.zeros((3, 10, 6))
    names = {"q": q, "qd": qd, "qdd": qdd}
    exec(compile(lines, "README.md", "exec"), names)
    assert names["result"].verdict.grade in ("good", "usable") and names["Y"].shape == (10, 6, 60)
    assert pathlib.Path("arm.taufit/identified.urdf").is_file() and pathlib.Path("arm.taufit/report.html").is_file()
    print(f"Python {sys.version.split()[0]}, numpy {numpy.__version__}: the README's lines ran, import taufit takes {seconds_of_import():.3f} s")


main()
