"""Base parameters of a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from taufit._arrays import Array
from taufit._result import Result

if TYPE_CHECKING:
    from taufit._robot import Robot


class Base(Result):
    """Combinations of parameters that joint torques determine: the document of :func:`taufit.base`, and as matrices.

    ``beta = base.matrix @ pi``, and ``Y[..., base.independent] @ beta == Y @ pi`` for every motion.
    """

    @classmethod
    def of(cls, robot: Robot, options: dict[str, Any]) -> Base:
        """Find the base parameters of a robot."""
        from taufit import _verbs

        found = _verbs.base(robot, **options)
        return cls(found.to_json(), found.summary())

    @property
    def rank(self) -> int:
        """Number of base parameters."""
        rank: int = self._fields["counts"]["base"]
        return rank

    @property
    def parameter_names(self) -> list[str]:
        """Standard parameters ``pi``, in the order of the columns."""
        return [parameter["name"] for parameter in self._fields["standard_parameters"]]

    @property
    def expressions(self) -> list[str]:
        """Base parameters as sums: ``Izz1 + Ia1 + 0.18 m2``."""
        return [parameter["expression"] for parameter in self._fields["base_parameters"]]

    @property
    def independent(self) -> list[int]:
        """Column of the standard parameter that each base parameter is named after."""
        column = {name: index for index, name in enumerate(self.parameter_names)}
        return [column[parameter["terms"][0]["parameter"]] for parameter in self._fields["base_parameters"]]

    @property
    def matrix(self) -> Array:
        """Matrix of the combinations, shape (rank, P)."""
        column = {name: index for index, name in enumerate(self.parameter_names)}
        matrix = np.zeros((self.rank, len(column)))
        for row, parameter in zip(matrix, self._fields["base_parameters"]):
            for term in parameter["terms"]:
                row[column[term["parameter"]]] = term["coefficient"]
        return matrix

    def __reduce__(self) -> tuple[Any, ...]:
        return Base, (self.to_json(), self.summary())
