"""Robot descriptions of an arm: URDF for identification, MJCF for the simulation."""

import numpy as np

from .arm import GRAVITY_M_S2


def urdf(arm, mass, com, inertia):
    """A URDF with these link inertias; neither rotors nor friction."""
    text = ['<robot name="arm">', '<link name="base"/>']
    for i in range(arm.n):
        j = inertia[i]
        tensor = f'ixx="{j[0, 0]:.17g}" ixy="{j[0, 1]:.17g}" ixz="{j[0, 2]:.17g}" iyy="{j[1, 1]:.17g}" iyz="{j[1, 2]:.17g}" izz="{j[2, 2]:.17g}"'
        text += [
            f'<link name="link{i + 1}"><inertial><origin xyz="{row(com[i])}"/><mass value="{mass[i]:.17g}"/><inertia {tensor}/></inertial></link>',
            f'<joint name="joint{i + 1}" type="revolute"><parent link="{"base" if i == 0 else f"link{i}"}"/><child link="link{i + 1}"/>',
            f'<origin xyz="{row(arm.parent_from_joint[i, :3, 3])}" rpy="{row(roll_pitch_yaw(arm.parent_from_joint[i, :3, :3]))}"/>',
            f'<axis xyz="0 0 1"/><limit lower="{-arm.q_limit_rad[i]:.6g}" upper="{arm.q_limit_rad[i]:.6g}" '
            f'velocity="{arm.qd_limit_rad_s[i]:.6g}" effort="{arm.effort_limit_nm[i]:.6g}"/></joint>',
        ]
    return "\n".join(text + ["</robot>"])


def mjcf(arm, frictionloss, soft, step_s, gains=None, flexible=False):
    """The arm with its drives in MuJoCo.

    Semi-implicit Euler without implicit damping: the torque that a step applies is the torque that its sensor reports.
    `soft` keeps MuJoCo's default impedance of friction losses; otherwise they are as hard as the step allows.
    `flexible` puts a spring between the drive (armature, friction, encoder) and the link.
    """
    hard = f'solreffriction="{2 * step_s} 1" solimpfriction="0.9999 0.9999 0.001 0.5 2"'
    text = [
        '<mujoco><compiler angle="radian" autolimits="false"/>',
        f'<option timestep="{step_s}" integrator="Euler" gravity="0 0 {-GRAVITY_M_S2}" tolerance="1e-10">'
        '<flag eulerdamp="disable" contact="disable" limit="disable"/></option>',
        f'<default><joint axis="0 0 1" type="hinge" {"" if soft else hard}/></default><worldbody>',
    ]
    for i in range(arm.n):
        place = arm.parent_from_joint[i]
        drive = (
            f'<joint name="joint{i + 1}" armature="{arm.rotor_kg_m2[i]:.17g}" damping="{arm.viscous[i]:.17g}" '
            f'frictionloss="{frictionloss[i]:.17g}"/>'
        )
        text.append(f'<body name="link{i + 1}" pos="{row(place[:3, 3])}" quat="{row(quaternion(place[:3, :3]))}">{drive}')
        if flexible:
            # The drive's own body is negligible; the spring is damped to two per cent of critical against the rotor.
            damping = 0.04 * np.sqrt(arm.stiffness_nm_rad[i] * arm.rotor_kg_m2[i])
            text.append(
                '<inertial pos="0 0 0" mass="1e-6" diaginertia="1e-9 1e-9 1e-9"/>'
                f'<body name="behind{i + 1}"><joint name="spring{i + 1}" stiffness="{arm.stiffness_nm_rad[i]}" damping="{damping}"/>'
            )
        j = arm.inertia_kg_m2[i]
        full = row([j[0, 0], j[1, 1], j[2, 2], j[0, 1], j[0, 2], j[1, 2]])
        text.append(f'<inertial pos="{row(arm.com_m[i])}" mass="{arm.mass_kg[i]:.17g}" fullinertia="{full}"/>')
    text.append("</body>" * (arm.n * (2 if flexible else 1)) + "</worldbody>")
    if gains is not None:
        text += drives(arm.n, *gains)
    return "\n".join(text + ["</mujoco>"])


def drives(n, kp, kd):
    """Actuators with `torque = kp (control - q) - kd qd`, and sensors of position, velocity and torque."""
    bias = [f'biasprm="0 {-kp[i]:.17g} {-kd[i]:.17g}"' for i in range(n)]
    actuators = [f'<general name="a{i + 1}" joint="joint{i + 1}" gainprm="{kp[i]:.17g}" biastype="affine" {bias[i]}/>' for i in range(n)]
    sensors = [f'<jointpos joint="joint{i + 1}"/>' for i in range(n)] + [f'<jointvel joint="joint{i + 1}"/>' for i in range(n)]
    sensors += [f'<actuatorfrc actuator="a{i + 1}"/>' for i in range(n)]
    return ["<actuator>", *actuators, "</actuator><sensor>", *sensors, "</sensor>"]


def roll_pitch_yaw(turn):
    """Fixed-axis angles of a rotation, as URDF has them."""
    pitch = np.arctan2(-turn[2, 0], np.hypot(turn[0, 0], turn[1, 0]))
    return [np.arctan2(turn[2, 1], turn[2, 2]), pitch, np.arctan2(turn[1, 0], turn[0, 0])]


def quaternion(turn):
    """w x y z of a rotation."""
    import mujoco

    out = np.zeros(4)
    mujoco.mju_mat2Quat(out, turn.flatten())
    return out


def row(values):
    return " ".join(f"{x:.17g}" for x in values)
