"""Joint torque regressor by pinocchio, with named columns, and the true values of the parameters."""

import numpy as np
import pinocchio

# Order of pinocchio's ten inertial parameters, about the origin of the link frame.
SYMBOLS = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


class Regressor:
    """Columns of the rigid-body part: ten of every link, then `Ia` of every joint."""

    def __init__(self, urdf_path):
        self.model = pinocchio.buildModelFromUrdf(str(urdf_path))
        self.data = self.model.createData()
        self.n = self.model.nv
        self.names = [f"{s}{i + 1}" for i in range(self.n) for s in SYMBOLS] + [f"Ia{i + 1}" for i in range(self.n)]

    def rows(self, q, qd, qdd):
        """samples x joints x columns."""
        out = np.zeros((len(q), self.n, 11 * self.n))
        for k in range(len(q)):
            out[k, :, : 10 * self.n] = pinocchio.computeJointTorqueRegressor(self.model, self.data, q[k], qd[k], qdd[k])
        joints = np.arange(self.n)
        out[:, joints, 10 * self.n + joints] = qdd
        return out

    def gravity_rows(self, q):
        return self.rows(q, 0 * q, 0 * q)

    def mass_rows(self, q):
        """samples x joints x joints x columns: the column of the mass matrix that belongs to each unit acceleration."""
        still = self.gravity_rows(q)
        unit = [np.tile(e, (len(q), 1)) for e in np.eye(self.n)]
        return np.stack([self.rows(q, 0 * q, e) - still for e in unit], axis=2)


def true_values(arm):
    """By name: inertial parameters about the link origins, rotor inertias, viscous and Coulomb friction."""
    values = {}
    for i in range(arm.n):
        body = pinocchio.Inertia(arm.mass_kg[i], arm.com_m[i], arm.inertia_kg_m2[i])
        values |= {f"{s}{i + 1}": x for s, x in zip(SYMBOLS, body.toDynamicParameters())}
        values[f"Ia{i + 1}"] = arm.rotor_kg_m2[i]
    return values


def random_states(arm, rng, n_states):
    """Positions, velocities and accelerations within the limits."""
    return tuple(rng.uniform(-1, 1, (n_states, arm.n)) * x for x in (arm.q_limit_rad, arm.qd_limit_rad_s, arm.qdd_limit_rad_s2))
