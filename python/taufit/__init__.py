"""Dynamic parameters of robot arms from their logs: inertia, friction, drives, elasticity.

The functions are the verbs of the ``taufit`` command, with its options as keyword arguments:

>>> import taufit
>>> result = taufit.identify("ur5", "run1.csv", validate="run2.csv")    # doctest: +SKIP
>>> result.verdict.grade                                                # doctest: +SKIP
'good'
"""

from taufit import _verbs, fleet
from taufit._base import Base
from taufit._calling import LogLike, ResultLike, RobotLike
from taufit._errors import DataError, Error, FileError, Interrupted, QualityWarning, UsageError, Warning
from taufit._evidence import Evidence, Solution
from taufit._recording import Recording
from taufit._result import Record, Result, Series, load
from taufit._robot import LINK_PARAMETERS, Robot
from taufit._taufit import __version__, explain
from taufit._verbs import *  # noqa: F403

__all__ = [
    "LINK_PARAMETERS",
    "Base",
    "DataError",
    "Error",
    "Evidence",
    "FileError",
    "Interrupted",
    "LogLike",
    "QualityWarning",
    "Record",
    "Recording",
    "Result",
    "ResultLike",
    "Robot",
    "RobotLike",
    "Series",
    "Solution",
    "UsageError",
    "Warning",
    "__version__",
    "explain",
    "fleet",
    "load",
]
__all__ += _verbs.__all__
