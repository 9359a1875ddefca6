"""Figures of results, with matplotlib. Each returns its axes and draws into ``ax`` if given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from taufit._result import Result


class Plots:
    """Figures of a result."""

    def __init__(self, result: Result) -> None:
        self._result = result

    def torques(self, ax: Any = None, *, validation: bool = True, log: int = 0) -> Any:
        """Draw measured and predicted torques over time, one axes per joint.

        Parameters
        ----------
        ax : array of matplotlib axes, optional
            One per joint.
        validation : bool
            Whether the stretch is one that was kept for validation.
        log : int
            Number of the stretch, from 0.
        """
        series = self._stretch(validation, log)
        names = self._joints()
        axes = _axes(ax, len(names))
        for joint, axis in enumerate(axes):
            axis.plot(series.t_s, series.measured[:, joint], color="0.6", lw=1, label="measured")
            axis.plot(series.t_s, series.feasible[:, joint], lw=1, label="identified")
            axis.plot(series.t_s, series.nominal[:, joint], lw=0.8, ls=":", label="description")
            axis.set_ylabel(names[joint])
        axes[0].legend(loc="lower right", bbox_to_anchor=(1, 1), ncol=3, frameon=False)
        axes[-1].set_xlabel("time (s)")
        return axes

    def residuals(self, ax: Any = None, *, validation: bool = True, log: int = 0) -> Any:
        """Draw measured minus predicted torques over time, one axes per joint; arguments as in :meth:`torques`."""
        series = self._stretch(validation, log)
        names = self._joints()
        axes = _axes(ax, len(names))
        for joint, axis in enumerate(axes):
            axis.plot(series.t_s, series.measured[:, joint] - series.feasible[:, joint], lw=0.7)
            axis.set_ylabel(names[joint])
        axes[-1].set_xlabel("time (s)")
        return axes

    def friction(self, ax: Any = None) -> Any:
        """Draw friction over velocity, one axes per joint: the fitted curve, and measured torques less the links' part."""
        joints = self._result.joints
        axes = _axes(ax, len(joints), sharex=False)
        for joint, axis in zip(joints, axes):
            points = joint.get("friction_cloud") or joint.get("friction_points")
            curve = joint["friction_curve"]
            axis.plot(points["qd"], points["tau"], ".", ms=2, color="0.6")
            axis.plot(curve["qd"], curve["tau"], lw=1.5)
            axis.set_ylabel(f"{joint['name']} ({joint.get('effort_unit', 'N m')})")
        axes[-1].set_xlabel("velocity (rad/s or m/s)")
        return axes

    def parameters(self, ax: Any = None) -> Any:
        """Draw the base parameters with their 95 % intervals."""
        records = self._result.base_parameters
        (axis,) = _axes(ax, 1, height=0.18 * len(records) + 1)
        values = np.array([record["value"] for record in records])
        intervals = np.array([record.get("interval") or [np.nan, np.nan] for record in records], dtype=float)
        places = np.arange(len(records))[::-1]
        errors = np.abs(intervals - values[:, None]).T
        axis.errorbar(values, places, xerr=errors, fmt="o", ms=3, lw=1)
        axis.set_yticks(places, [record["expression"][:40] for record in records], fontsize=6)
        axis.set_xlabel("value (SI units)")
        return axis

    def _joints(self) -> list[str]:
        return [f"{joint['name']} ({joint['effort_unit']})" for joint in self._result.joints]

    def _stretch(self, validation: bool, number: int) -> Any:
        stretches = [series for series in self._result.series if series.validation == validation]
        if not stretches:
            raise ValueError("the result holds no torques over time")
        return stretches[number]


def _axes(ax: Any, n: int, height: float | None = None, sharex: bool = True) -> Any:
    if ax is not None:
        return np.atleast_1d(ax)
    import matplotlib.pyplot as plt

    size = (8, height or 1.3 * n + 0.7)
    _, axes = plt.subplots(n, 1, sharex=sharex, squeeze=False, figsize=size, layout="constrained")
    return axes[:, 0]
