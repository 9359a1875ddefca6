"""Models of pinocchio and MuJoCo: parameters in and out, by joint name."""

# pinocchio and MuJoCo are native modules without stubs.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from taufit._errors import DataError


def into_pinocchio(document: dict[str, Any], model: Any) -> Any:
    """Return a copy of a model with the parameters of an export to pinocchio."""
    import pinocchio

    changed = model.copy()
    for joint in document["joints"]:
        if not changed.existJointName(joint["name"]):
            raise DataError(f"the model of pinocchio has no joint {joint['name']!r}")
        index = changed.getJointId(joint["name"])
        changed.inertias[index] = pinocchio.Inertia.FromDynamicParameters(np.array(joint["dynamic_parameters"]))
        changed.armature[changed.joints[index].idx_v] = joint["armature"]
    return changed


def into_mujoco(document: dict[str, Any], model: Any) -> Any:
    """Write the parameters of an export to pinocchio into a model of MuJoCo."""
    import mujoco

    names = [model.joint(number).name for number in range(model.njnt)]
    for joint in document["joints"]:
        if joint["name"] not in names:
            raise DataError(f"the model of MuJoCo has no joint {joint['name']!r}; it has {', '.join(names)}")
        number = names.index(joint["name"])
        body, dof = model.jnt_bodyid[number], model.jnt_dofadr[number]
        model.dof_armature[dof] = joint["armature"]
        model.dof_damping[dof] = joint["damping"]
        model.dof_frictionloss[dof] = joint["friction"]
        _write_body(mujoco, model, body, joint["dynamic_parameters"], model.jnt_pos[number])
    mujoco.mj_setConst(model, mujoco.MjData(model))
    return model


def _write_body(mujoco: Any, model: Any, body: int, parameters: list[float], origin: Any) -> None:
    """Write the inertia of a link, which includes those of bodies that are fixed to it."""
    mass, *rest = parameters
    xx, xy, yy, xz, yz, zz = rest[3:]
    about_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    centre = np.array(rest[:3]) / mass if mass > 0 else np.zeros(3)
    about_centre = about_origin - mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    principal, axes, quaternion = np.zeros(3), np.zeros(9), np.zeros(4)
    mujoco.mju_eig3(principal, axes, quaternion, about_centre.ravel())
    model.body_mass[body], model.body_ipos[body] = mass, centre + origin
    model.body_inertia[body], model.body_iquat[body] = principal, quaternion
    for other in range(body + 1, model.nbody):
        if model.body_jntnum[other] == 0 and model.body_weldid[other] == model.body_weldid[body]:
            model.body_mass[other], model.body_inertia[other] = 0.0, 0.0


def urdf_of_pinocchio(model: Any) -> str:
    """Return a model as URDF."""
    import pinocchio

    lines = [f"<robot name={quoteattr(model.name or 'robot')}>", '<link name="universe"/>']
    for index in range(1, model.njoints):
        joint, name = model.joints[index], model.names[index]
        if joint.nv != 1:
            raise DataError(f"the joint {name!r} has {joint.nv} velocities; expected revolute and prismatic joints")
        axis = _axis(joint)
        kind = "prismatic" if joint.shortname().removeprefix("JointModel").startswith("P") else "revolute"
        kind = "continuous" if joint.nq == 2 else kind
        parent = model.parents[index]
        placement = model.jointPlacements[index]
        angles = pinocchio.rpy.matrixToRpy(placement.rotation)
        lines += [_link(model.inertias[index], f"{name}_link")]
        lines += [
            f'<joint name={quoteattr(name)} type="{kind}">',
            f"<parent link={quoteattr(f'{model.names[parent]}_link' if parent else 'universe')}/>",
            f"<child link={quoteattr(f'{name}_link')}/>",
            f'<origin xyz="{_text(placement.translation)}" rpy="{_text(angles)}"/><axis xyz="{_text(axis)}"/>',
            _limit(model, joint, kind),
            "</joint>",
        ]
    return "\n".join([*lines, "</robot>"])


def _axis(joint: Any) -> Any:
    """Return the axis of a joint in its own frame."""
    data = joint.createData()
    q = np.array([1.0, 0.0]) if joint.nq == 2 else np.zeros(1)
    joint.calc(data, q, np.zeros(1))
    subspace = getattr(data.S, "matrix", data.S)
    column = np.asarray(subspace() if callable(subspace) else subspace).ravel()
    return column[:3] if np.abs(column[:3]).max() > 0 else column[3:]


def _link(inertia: Any, name: str) -> str:
    tensor = inertia.inertia
    entries = {f"i{'xyz'[i]}{'xyz'[j]}": tensor[i, j] for i in range(3) for j in range(i, 3)}
    attributes = " ".join(f'{key}="{float(value)!r}"' for key, value in entries.items())
    return (
        f'<link name={quoteattr(name)}><inertial><origin xyz="{_text(inertia.lever)}"/>'
        f'<mass value="{float(inertia.mass)!r}"/><inertia {attributes}/></inertial></link>'
    )


def _limit(model: Any, joint: Any, kind: str) -> str:
    effort, velocity = model.upperEffortLimit[joint.idx_v], model.upperVelocityLimit[joint.idx_v]
    limits = {"effort": effort, "velocity": velocity}
    if kind != "continuous":
        limits |= {"lower": model.lowerPositionLimit[joint.idx_q], "upper": model.upperPositionLimit[joint.idx_q]}
    finite = {key: value if np.isfinite(value) and abs(value) < 1e30 else 1e9 for key, value in limits.items()}
    return "<limit " + " ".join(f'{key}="{float(value)!r}"' for key, value in finite.items()) + "/>"


def _text(vector: Any) -> str:
    return " ".join(repr(float(x)) for x in vector)
