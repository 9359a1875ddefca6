"""Square-root information of logs about the base parameters of a robot."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from taufit import _taufit
from taufit._arrays import Array


class Solution(NamedTuple):
    """Base parameters by weighted least squares."""

    #: Values, shape (rank,), in SI units.
    beta: Array
    #: Their standard deviations, residuals taken as white.
    sigma: Array
    #: Standard deviation of the residual of each joint, in N m or N.
    residual_sigma: Array
    #: Condition number of the weighted observation matrix with columns scaled to one length.
    condition: float


class Evidence:
    """Observations of one robot and base, compressed to a triangular factor per joint.

    Evidences of the same robot, friction model and base add up: ``e + f`` is the evidence of both logs. They are
    small, can be pickled, and ``bytes(e)`` is the same on every machine.
    """

    def __init__(self, native: _taufit.Evidence) -> None:
        self._native = native

    @classmethod
    def from_log(cls, robot: Any, log: Any, *, friction: str = "coulomb-viscous", **options: Any) -> Evidence:
        """Observe a log: the rows that :func:`taufit.identify` fits, read, checked and filtered as it does.

        Parameters
        ----------
        robot, log
            As in :func:`taufit.identify`.
        friction : str
            Friction model, which must be the same in evidences that are added.
        **options
            Other arguments of :func:`taufit.identify`.
        """
        from taufit import _verbs

        found = _verbs.identify(robot, log, friction=friction, **options).evidence
        assert found is not None
        return found

    @classmethod
    def from_bytes(cls, data: bytes) -> Evidence:
        """Return the evidence of ``bytes(e)``."""
        return cls(_taufit.Evidence.from_bytes(data))

    @property
    def n_base(self) -> int:
        """Number of base parameters."""
        return self._native.n_base

    @property
    def n_rows(self) -> list[int]:
        """Number of rows of each joint."""
        return self._native.n_rows

    def solve(self) -> Solution:
        """Return the base parameters by least squares, every joint weighted by its own residual."""
        beta, sigma, residual_sigma, condition = self._native.solve()
        return Solution(np.array(beta), np.array(sigma), np.array(residual_sigma), condition)

    def __add__(self, other: Evidence) -> Evidence:
        if not isinstance(other, Evidence):
            return NotImplemented
        return Evidence(self._native.merged(other._native))

    def __bytes__(self) -> bytes:
        return self._native.to_bytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evidence) and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Evidence.from_bytes, (bytes(self),)

    def __repr__(self) -> str:
        return f"Evidence({self.n_base} base parameters, {sum(self.n_rows)} rows)"
