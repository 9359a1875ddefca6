"""A UR5 in MuJoCo behind the drives of a real one: positions and velocities in, positions, velocities and currents out.

The model is testdata/robots/ur5_mjcf.xml, which has the truth in it: damping and friction loss of every joint. Drives are
proportional-integral in velocity, fast against the motions of an experiment. Currents are torques over TORQUE_CONSTANTS.
"""

import mujoco
import numpy as np

TORQUE_CONSTANTS_NM_A = np.array([12.3, 12.6351, 12.0383, 7.7366, 7.9228, 7.4723])
ROTORS_KG_M2 = np.array([1.0, 1.0, 1.0, 0.2, 0.2, 0.2])
VELOCITY_GAINS_NM_S = np.array([400.0, 400.0, 400.0, 60.0, 60.0, 60.0])
POSITION_GAIN_PER_S = 20.0
LIMITS_NM = np.array([150.0, 150.0, 150.0, 28.0, 28.0, 28.0])
CURRENT_NOISE_A = 0.02
STEPS_PER_PERIOD = 4
# What Universal Robots' drivers call the joints, in the order of the model's.
NAMES = ["shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint", "wrist_3_joint"]


class Arm:
    """Stands at `q` until it is told to follow a reference; `advance` takes it one period further."""

    def __init__(self, path, q, rate_hz):
        self.model = stiff_model(path, 1.0 / rate_hz / STEPS_PER_PERIOD)
        self.data = mujoco.MjData(self.model)
        self.data.qpos[:] = q
        mujoco.mj_forward(self.model, self.data)
        self.noise = np.random.default_rng(1)
        self.q_ref, self.qd_ref = np.array(q, float), np.zeros(len(q))
        self.period_s = 1.0 / rate_hz

    def follow(self, q, qd):
        """Where to be now, and how fast."""
        self.q_ref, self.qd_ref = np.array(q, float), np.array(qd, float)

    def drive(self, qd):
        """How fast to move from now on."""
        self.qd_ref = np.array(qd, float)

    def advance(self):
        """One period. The reference goes on at its velocity."""
        for _ in range(STEPS_PER_PERIOD):
            self.q_ref = self.q_ref + self.qd_ref * self.model.opt.timestep
            lag = self.qd_ref - self.data.qvel + POSITION_GAIN_PER_S * (self.q_ref - self.data.qpos)
            torque_nm = self.data.qfrc_bias + VELOCITY_GAINS_NM_S * lag
            self.data.qfrc_applied[:] = np.clip(torque_nm, -LIMITS_NM, LIMITS_NM)
            mujoco.mj_step(self.model, self.data)

    @property
    def q(self):
        return self.data.qpos.copy()

    @property
    def qd(self):
        return self.data.qvel.copy()

    @property
    def current_a(self):
        noise = CURRENT_NOISE_A * self.noise.standard_normal(len(TORQUE_CONSTANTS_NM_A))
        return self.data.qfrc_applied / TORQUE_CONSTANTS_NM_A + noise


def stiff_model(path, step_s):
    """Friction as hard as the step allows, no contacts, no limits."""
    model = mujoco.MjModel.from_xml_path(str(path))
    option = model.opt
    option.timestep = step_s
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT
    model.dof_solref[:] = [2 * step_s, 1.0]
    model.dof_solimp[:] = [0.9999, 0.9999, 1e-3, 0.5, 2.0]
    model.dof_armature[:] = ROTORS_KG_M2
    return model


def truth(path):
    """Coulomb and viscous friction of every joint [N m, N m s/rad]."""
    model = mujoco.MjModel.from_xml_path(str(path))
    return model.dof_frictionloss.copy(), model.dof_damping.copy()
