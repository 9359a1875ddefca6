"""Robots and their equations over arrays of samples."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from taufit import _taufit
from taufit._arrays import Array, numbers
from taufit._errors import UsageError

if TYPE_CHECKING:
    from taufit._base import Base

#: Parameters of a link, about the origin of its frame, in the order of the columns.
LINK_PARAMETERS = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")


class Robot:
    """A robot arm: joints, links, drives and friction. Never changes.

    Parameters
    ----------
    source : str or path
        A built-in name (:func:`taufit.robots` lists them), a URDF, an MJCF, or a ``robot.toml``.

    All functions of the state take arrays of any leading shape ``(..., n)``, float64 in C order without a copy, and
    compute samples in parallel. Units are SI: rad or m, rad/s or m/s, N m or N.
    """

    def __init__(self, source: str | os.PathLike[str]) -> None:
        self._native = _taufit.Robot.read(os.fspath(source))

    @classmethod
    def _of(cls, native: _taufit.Robot) -> Robot:
        robot = cls.__new__(cls)
        robot._native = native
        return robot

    @classmethod
    def from_text(cls, text: str, format: str = "urdf") -> Robot:
        """Return the robot in a text: ``"urdf"``, ``"mjcf"`` or ``"toml"`` (a ``robot.toml``)."""
        return cls._of(_taufit.Robot.parse(text, format))

    @classmethod
    def from_dh(
        cls,
        table: Any,
        *,
        convention: str = "dh",
        prismatic: Sequence[int] = (),
        mass_kg: Any = None,
        com_m: Any = None,
        inertia_kg_m2: Any = None,
        name: str = "robot",
    ) -> Robot:
        """Return the robot of a Denavit-Hartenberg table.

        Parameters
        ----------
        table : array_like, shape (n, 4)
            ``a`` in m, ``alpha`` in rad, ``d`` in m, ``theta`` in rad of every joint; the joint's own position is added
            to ``theta``, or to ``d`` of prismatic joints.
        convention : {"dh", "mdh"}
            Standard or modified (Khalil, Craig).
        prismatic : sequence of int
            Indices of prismatic joints, from 0.
        mass_kg : array_like, shape (n,), optional
            Masses of the links; with them also ``com_m`` and ``inertia_kg_m2``.
        com_m : array_like, shape (n, 3), optional
            Centres of mass in the frames of the links.
        inertia_kg_m2 : array_like, shape (n, 6), optional
            ``Ixx Ixy Ixz Iyy Iyz Izz`` about the centre of mass.
        """
        rows = numbers("table", table)
        if rows.ndim != 2 or rows.shape[1] != 4:
            raise UsageError(f"table has shape {rows.shape}; expected (n, 4): a, alpha, d, theta")
        n = len(rows)
        lines = [f"name = {json.dumps(name)}", f"convention = {json.dumps(convention)}"]
        bodies = _bodies(n, mass_kg, com_m, inertia_kg_m2)
        for joint, (a, alpha, d, theta) in enumerate(rows.tolist()):
            lines += ["[[joint]]", f"a_m = {a!r}", f"alpha_rad = {alpha!r}", f"d_m = {d!r}", f"theta_rad = {theta!r}"]
            if joint in prismatic:
                lines.append('type = "prismatic"')
            lines += bodies[joint]
        return cls.from_text("\n".join(lines), "toml")

    @classmethod
    def from_pinocchio(cls, model: Any) -> Robot:
        """Return the robot of a pinocchio model: joints, limits and inertias; rotor inertias are left out.

        Links are named after their joints, ``<joint>_link``.
        """
        from taufit._interchange import urdf_of_pinocchio

        return cls.from_text(urdf_of_pinocchio(model))

    def to_pinocchio(self, model: Any) -> Any:
        """Return a copy of a pinocchio model with this robot's inertias and rotor inertias, matched by joint name."""
        from taufit._interchange import into_pinocchio

        return into_pinocchio(json.loads(self._native.pinocchio_parameters()), model)

    def to_mujoco(self, model: Any) -> Any:
        """Write inertias, armature, damping and friction loss into a MuJoCo ``MjModel``, matched by joint name.

        Returns the model, which is changed. Stribeck and asymmetric friction have no place in it.
        """
        from taufit._interchange import into_mujoco

        return into_mujoco(json.loads(self._native.pinocchio_parameters()), model)

    @property
    def source(self) -> str:
        """File or built-in name, or the robot's name where it has neither."""
        return self._native.source

    @property
    def name(self) -> str:
        """Name of the robot."""
        return self._native.name

    @property
    def n_dof(self) -> int:
        """Number of coordinates ``n``."""
        return self._native.n_dof

    @property
    def joint_names(self) -> list[str]:
        """Joints, in the order of the coordinates."""
        return self._native.joint_names

    @property
    def link_names(self) -> list[str]:
        """Moving links, in the order of the parameters."""
        return self._native.link_names

    @property
    def frame_names(self) -> list[str]:
        """Frames: links and fixed frames."""
        return self._native.frame_names

    @property
    def gravity_m_s2(self) -> Array:
        """Gravity in the frame of the base, shape (3,), in m/s^2."""
        return np.array(self._native.gravity_m_s2)

    @property
    def total_mass_kg(self) -> float:
        """Mass of all moving links in kg."""
        return self._native.total_mass_kg

    @property
    def description(self) -> dict[str, Any]:
        """Links, joints, limits, motors and friction, as results hold them."""
        found: dict[str, Any] = json.loads(self._native.description())
        return found

    def rnea(self, q: Any, qd: Any, qdd: Any, *, friction: bool = False) -> Array:
        """Return joint torques of links and rotors, and of friction on request.

        Parameters
        ----------
        q, qd, qdd : array_like, shape (..., n)
            Positions, velocities, accelerations.
        friction : bool
            Whether friction and offsets are added.

        Returns
        -------
        ndarray, shape (..., n)
            ``M(q) qdd + C(q, qd) qd + g(q)`` in N m or N, rotor inertias in ``M``.
        """
        return self._native.rnea(numbers("q", q), numbers("qd", qd), numbers("qdd", qdd), friction)

    def aba(self, q: Any, qd: Any, tau: Any, *, friction: bool = False) -> Array:
        """Return joint accelerations of torques: the inverse of :meth:`rnea`.

        Parameters
        ----------
        q, qd, tau : array_like, shape (..., n)
            Positions, velocities, torques.
        friction : bool
            Whether friction and offsets act.

        Returns
        -------
        ndarray, shape (..., n)
            Accelerations in rad/s^2 or m/s^2.
        """
        return self._native.aba(numbers("q", q), numbers("qd", qd), numbers("tau", tau), friction)

    def mass_matrix(self, q: Any) -> Array:
        """Return the mass matrix, shape (..., n, n), in kg m^2, kg m or kg; rotor inertias on the diagonal."""
        return self._native.mass_matrix(numbers("q", q))

    def gravity(self, q: Any) -> Array:
        """Return torques that hold the links against gravity, shape (..., n), in N m or N."""
        return self._native.gravity(numbers("q", q))

    def coriolis(self, q: Any, qd: Any) -> Array:
        """Return Coriolis and centrifugal torques ``C(q, qd) qd``, shape (..., n), in N m or N."""
        return self._native.coriolis(numbers("q", q), numbers("qd", qd))

    def forward_kinematics(self, q: Any, frame: str | None = None) -> Array:
        """Return the pose of a frame in the base as homogeneous matrices, shape (..., 4, 4); of the last link if none is named."""
        return self._native.forward_kinematics(numbers("q", q), frame)

    def jacobian(self, q: Any, frame: str | None = None) -> Array:
        """Return the geometric Jacobian of a frame, shape (..., 6, n); of the last link if none is named.

        Rows are the angular velocity, then the velocity of the frame's origin, both along the axes of the base.
        """
        return self._native.jacobian(numbers("q", q), frame)

    def regressor(
        self,
        q: Any,
        qd: Any,
        qdd: Any,
        *,
        rotor_inertia: bool = False,
        friction: str | None = None,
        offset: bool = False,
        out: Array | None = None,
    ) -> Array:
        """Return the joint-torque regressor ``Y`` with ``tau = Y @ pi``.

        Parameters
        ----------
        q, qd, qdd : array_like, shape (..., n)
            Positions, velocities, accelerations.
        rotor_inertia : bool
            Whether there is a column ``Ia`` per joint.
        friction : str, optional
            Friction model whose columns are added, such as ``"coulomb-viscous"``, ``"stribeck:0.05"``.
        offset : bool
            Whether there is a torque offset ``off`` per joint.
        out : ndarray, shape (..., n, P), optional
            float64 array in C order that is written to and returned. New memory costs as much time as the numbers in
            large batches.

        Returns
        -------
        ndarray, shape (..., n, P)
            Columns as in :meth:`parameter_names`: ten per link, then ``Ia``, then those of friction.
        """
        states = numbers("q", q), numbers("qd", qd), numbers("qdd", qdd)
        if out is not None and not (isinstance(out, np.ndarray) and out.dtype == np.float64):
            raise UsageError("out is no array of float64")
        return self._native.regressor(*states, rotor_inertia, friction, offset, out)

    def parameter_names(
        self,
        *,
        rotor_inertia: bool = False,
        friction: str | None = None,
        offset: bool = False,
        long: bool = False,
    ) -> list[str]:
        """Return the names of the columns of :meth:`regressor`: ``Izz3``, or ``Izz[forearm]``."""
        names = self._native.parameter_names(rotor_inertia, friction, offset)
        return [pair[long] for pair in names]

    def parameters(
        self, *, rotor_inertia: bool = False, friction: str | None = None, offset: bool = False
    ) -> Array:
        """Return the parameters ``pi`` of the description, shape (P,), in SI units."""
        return np.array(self._native.parameters(rotor_inertia, friction, offset))

    def base(self, **options: Any) -> Base:
        """Return the base parameters; arguments are those of :func:`taufit.base`."""
        from taufit._base import Base

        return Base.of(self, options)

    def __repr__(self) -> str:
        return f"Robot({self.source!r}, {self.n_dof} joints)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Robot):
            return NotImplemented
        return (self.source, self._native.description()) == (other.source, other._native.description())

    def __hash__(self) -> int:
        return hash((self.source, self._native.description()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._native.description(), self.source)


def _restored(description: str, source: str) -> Robot:
    return Robot._of(_taufit.Robot.from_description(description, source))


def _bodies(n: int, mass_kg: Any, com_m: Any, inertia_kg_m2: Any) -> list[list[str]]:
    """Return the entry of every link in a robot.toml."""
    if mass_kg is None:
        return [[] for _ in range(n)]
    shapes = {"mass_kg": (n,), "com_m": (n, 3), "inertia_kg_m2": (n, 6)}
    given = {"mass_kg": mass_kg, "com_m": com_m, "inertia_kg_m2": inertia_kg_m2}
    arrays = {key: numbers(key, np.zeros(shapes[key]) if given[key] is None else given[key]) for key in given}
    for key, array in arrays.items():
        if array.shape != shapes[key]:
            raise UsageError(f"{key} has shape {array.shape}; expected {shapes[key]}")
    return [
        ["link = { " + ", ".join(f"{key} = {arrays[key][link].tolist()!r}" for key in arrays) + " }"] for link in range(n)
    ]
