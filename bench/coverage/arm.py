"""Random serial arms with six or seven revolute joints: geometry, link inertias, drives.

Units: m, kg, kg m2, rad, N m. Frames: every link frame is its joint's frame and z is the joint's axis. Inertias are given at the
centre of mass, in the axes of the link frame.
"""

from dataclasses import dataclass

import numpy as np

GRAVITY_M_S2 = 9.81
# Axis directions of the upright arm: about the vertical (Z) or across it (Y).
PATTERNS = {6: ("ZYYYZY", "ZYYZYZ"), 7: ("ZYZYZYZ",)}
TILT_RAD = 0.05


@dataclass
class Arm:
    """Nothing but the truth: `nominal` gives what a robot description would say."""

    parent_from_joint: np.ndarray  # n x 4 x 4, at q = 0
    mass_kg: np.ndarray
    com_m: np.ndarray  # n x 3
    inertia_kg_m2: np.ndarray  # n x 3 x 3, at the centre of mass
    rotor_kg_m2: np.ndarray
    viscous: np.ndarray  # N m s/rad
    coulomb_nm: np.ndarray
    stiffness_nm_rad: np.ndarray
    q_limit_rad: np.ndarray  # symmetric
    qd_limit_rad_s: np.ndarray
    qdd_limit_rad_s2: np.ndarray
    effort_limit_nm: np.ndarray
    tilted: bool

    @property
    def n(self):
        return len(self.mass_kg)


def random_arm(seed):
    """Six axes for even seeds, seven for odd ones; axes tilted by up to `TILT_RAD` in every second pair."""
    rng = np.random.default_rng([seed, 1])
    n = 6 + seed % 2
    tilted = seed // 2 % 2 == 1
    lengths = link_lengths(rng, n)
    mass = link_masses(rng, lengths)
    com, inertia = bodies(rng, lengths, mass)
    place = placements(rng, n, lengths, tilted)
    com, inertia = into_link_frames(place, com, inertia)
    scale = torque_scale(lengths, mass)
    limits = np.where([axis == "Z" for axis in place["pattern"]], rng.uniform(2.4, 3.0, n), rng.uniform(1.6, 2.4, n))
    return Arm(
        parent_from_joint=place["parent_from_joint"],
        mass_kg=mass,
        com_m=com,
        inertia_kg_m2=inertia,
        rotor_kg_m2=scale * rng.uniform(0.005, 0.02, n),
        viscous=scale * rng.uniform(0.02, 0.1, n),
        coulomb_nm=scale * rng.uniform(0.03, 0.1, n),
        stiffness_nm_rad=np.geomspace(40e3, 8e3, n),
        q_limit_rad=limits,
        qd_limit_rad_s=np.linspace(rng.uniform(1.5, 2.2), rng.uniform(2.2, 3.1), n),
        qdd_limit_rad_s2=np.linspace(rng.uniform(4, 6), rng.uniform(6, 10), n),
        effort_limit_nm=4 * scale,
        tilted=tilted,
    )


def link_lengths(rng, n):
    """Two long links in a reach of 0.7 to 1.6 m, short ones elsewhere."""
    reach = rng.uniform(0.7, 1.6)
    shares = rng.uniform(0.06, 0.12, n)
    long = [1, 2] if n == 6 else [2, 4]
    shares[long] = rng.uniform(0.28, 0.4, 2)
    return reach * shares


def link_masses(rng, lengths):
    """12 to 45 kg in all, decreasing to the tool."""
    weight = np.geomspace(1.0, rng.uniform(0.08, 0.2), len(lengths)) * rng.uniform(0.7, 1.3, len(lengths))
    weight *= 0.5 + lengths / lengths.max()
    return rng.uniform(12, 45) * weight / weight.sum()


def bodies(rng, lengths, mass):
    """Boxes and cylinders along the upright arm (world axes at q = 0), turned and shifted a little."""
    com, inertia = [], []
    for length, m in zip(lengths, mass):
        wide, deep = rng.uniform(0.06, 0.14, 2)
        tall = length + wide
        box = np.array([deep**2 + tall**2, wide**2 + tall**2, wide**2 + deep**2]) / 12
        cylinder = np.array([(3 * wide**2 / 4 + tall**2) / 12] * 2 + [wide**2 / 8])
        turn = rotation(rng.normal(0, 0.15, 3))
        inertia.append(turn @ np.diag(m * (box if rng.random() < 0.5 else cylinder)) @ turn.T)
        com.append(np.array([0, 0, length * rng.uniform(0.3, 0.6)]) + rng.normal(0, 0.02, 3))
    return np.array(com), np.array(inertia)


def placements(rng, n, lengths, tilted):
    """Joint frames of the upright arm: z along the axis, each joint `lengths` above the one before, shifted sideways."""
    pattern = PATTERNS[n][rng.integers(len(PATTERNS[n]))]
    upright = {"Z": np.eye(3), "Y": rotation(np.array([-np.pi / 2, 0, 0]))}
    world_from_joint, position = [], np.array([0, 0, rng.uniform(0.1, 0.3)])
    for i, axis in enumerate(pattern):
        tilt = rotation(rng.uniform(-TILT_RAD, TILT_RAD, 3)) if tilted and i > 0 else np.eye(3)
        world_from_joint.append(homogeneous(tilt @ upright[axis], position))
        sideways = rng.uniform(-0.12, 0.12) if axis == "Y" else 0.0
        forward = rng.uniform(0, 0.1) if i == 0 else 0.0
        position = position + np.array([forward, sideways, lengths[i]])
    steps = [np.linalg.inv(a) @ b for a, b in zip([np.eye(4)] + world_from_joint, world_from_joint)]
    return {"pattern": pattern, "world_from_joint": np.array(world_from_joint), "parent_from_joint": np.array(steps)}


def into_link_frames(place, com, inertia):
    """Centres of mass and inertias from world axes at q = 0 to the axes of their link frames."""
    turns = place["world_from_joint"][:, :3, :3].transpose(0, 2, 1)
    return np.einsum("nij,nj->ni", turns, com), turns @ inertia @ turns.transpose(0, 2, 1)


def torque_scale(lengths, mass):
    """Rough largest static torque of every joint, with a floor for the last ones [N m]."""
    n = len(mass)
    static = [GRAVITY_M_S2 * sum(mass[j] * lengths[i : j + 1].sum() * 0.8 for j in range(i, n)) for i in range(n)]
    return np.maximum(static, 0.04 * max(static))


def nominal(arm, seed):
    """Masses and inertias of a robot description: 15 % off, centres of mass by a centimetre; no drives."""
    rng = np.random.default_rng([seed, 2])
    mass = arm.mass_kg * rng.uniform(0.85, 1.15, arm.n)
    inertia = arm.inertia_kg_m2 * (mass / arm.mass_kg * rng.uniform(0.85, 1.15, arm.n))[:, None, None]
    return mass, arm.com_m + rng.normal(0, 0.01, (arm.n, 3)), inertia


def rotation(vector):
    """Rotation by a rotation vector (Rodrigues)."""
    angle = np.linalg.norm(vector)
    if angle == 0.0:
        return np.eye(3)
    x, y, z = vector / angle
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * skew + (1 - np.cos(angle)) * skew @ skew


def homogeneous(turn, shift):
    """4 x 4 transform."""
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = turn, shift
    return out
