"""Parameters that must come back: joint dynamics simulated by MuJoCo, bodies that can exist, energy."""

import numpy as np
import pytest
from conftest import ROOT

import taufit


def test_armature_and_damping_of_mujoco_are_recovered():
    mujoco = pytest.importorskip("mujoco", reason="mujoco is not installed")
    arm = ROOT / "book/src/cookbook/mujoco/arm.xml"
    model = mujoco.MjModel.from_xml_path(str(arm))
    armature, damping = np.array([0.05, 0.02]), np.array([0.8, 0.3])
    model.dof_armature[:], model.dof_damping[:] = armature, damping
    model.opt.timestep, model.opt.integrator = 1e-3, mujoco.mjtIntegrator.mjINT_RK4
    log = _tracked(mujoco, model)
    robot = taufit.Robot(arm)
    # The links are known, as in an identification of joints alone: armature is then told from the inertia of the links.
    known = dict(zip(robot.parameter_names(), robot.parameters()))
    result = taufit.identify(robot, log, fix=known, friction="viscous")
    found = {parameter.name: parameter.value for parameter in result.base_parameters}
    np.testing.assert_allclose([found["Ia1"], found["Ia2"]], armature, rtol=0.02)
    np.testing.assert_allclose([found["fv1"], found["fv2"]], damping, rtol=0.02)


def _tracked(mujoco, model):
    """A log of the arm that follows sines under a PD controller, with the torques that were applied."""
    data, rows = mujoco.MjData(model), []
    frequencies = 2 * np.pi * np.array([[0.3, 0.7, 1.1], [0.4, 0.9, 1.3]])
    for step in range(20_000):
        angle = frequencies * data.time
        wanted, speed = 0.25 * np.sin(angle).sum(1), 0.25 * (frequencies * np.cos(angle)).sum(1)
        tau = 60 * (wanted - data.qpos) + 4 * (speed - data.qvel)
        if step % 2 == 0:
            rows.append([data.time, *data.qpos, *tau])
        data.qfrc_applied[:] = tau
        mujoco.mj_step(model, data)
    table = np.array(rows)
    return taufit.Recording(t=table[:, 0], q=table[:, 1:3], tau=table[:, 3:5])


def test_identified_bodies_can_exist(identified):
    values = np.array([parameter.value for parameter in identified.standard_parameters])[:60].reshape(6, 10)
    for m, mx, my, mz, xx, xy, xz, yy, yz, zz in values:
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        second = 0.5 * np.trace(inertia) * np.eye(3) - inertia
        first = np.array([[mx], [my], [mz]])
        pseudo_inertia = np.block([[second, first], [first.T, np.array([[m]])]])
        # Wensing, Kim and Slotine 2018: a body of positive density has a positive definite pseudo-inertia.
        assert np.linalg.eigvalsh(pseudo_inertia).min() > -1e-9
        principal = np.linalg.eigvalsh(inertia)
        assert principal[0] + principal[1] >= principal[2] - 1e-9


@pytest.mark.parametrize("name", ["ur5", "panda", "puma560"])
def test_power_of_the_torques_changes_the_energy(name):
    robot = taufit.Robot(name)
    random = np.random.default_rng(6)
    q, qd, qdd = (random.uniform(-1, 1, (20, robot.n_dof)) for _ in range(3))
    step = 1e-5

    def kinetic(time):
        speed = qd + time * qdd
        mass = robot.mass_matrix(q + time * qd + 0.5 * time**2 * qdd)
        return 0.5 * np.einsum("ki,kij,kj->k", speed, mass, speed)

    change = (kinetic(step) - kinetic(-step)) / (2 * step)
    power = ((robot.rnea(q, qd, qdd) - robot.gravity(q)) * qd).sum(1)
    np.testing.assert_allclose(change, power, atol=1e-6 * np.abs(power).max())


def test_gravity_is_the_regressor_at_rest(ur5):
    q = np.random.default_rng(1).uniform(-3, 3, (10, 6))
    regressor = ur5.regressor(q, 0 * q, 0 * q)
    np.testing.assert_allclose(regressor @ ur5.parameters(), ur5.gravity(q), atol=1e-9)
    # At rest second moments have no effect.
    assert np.all(regressor.reshape(10, 6, 6, 10)[..., 4:] == 0)


def test_a_robot_of_a_table_is_the_robot_of_the_file():
    planar = taufit.Robot.from_dh(
        [[0.5, 0, 0, 0], [0.4, 0, 0, 0]],
        mass_kg=[2.0, 1.0],
        com_m=[[-0.25, 0, 0], [-0.2, 0, 0]],
        inertia_kg_m2=[[0, 0, 0, 0.04, 0, 0.04], [0, 0, 0, 0.01, 0, 0.01]],
    )
    # The mass matrix of two links in a plane, by hand.
    q = np.array([0.3, -0.7])
    m11 = 2 * 0.25**2 + 1 * (0.5**2 + 0.2**2 + 2 * 0.5 * 0.2 * np.cos(q[1])) + 0.04 + 0.01
    m12 = 1 * (0.2**2 + 0.5 * 0.2 * np.cos(q[1])) + 0.01
    expected = np.array([[m11, m12], [m12, 0.2**2 + 0.01]])
    np.testing.assert_allclose(planar.mass_matrix(q), expected, rtol=1e-12)
