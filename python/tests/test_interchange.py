"""Models of pinocchio and MuJoCo hold the same robot."""

import numpy as np
import pytest
from conftest import ROOT, excited, models

import taufit


def states(n):
    return tuple(np.random.default_rng(4).uniform(-1, 1, n) for _ in range(3))


@pytest.fixture(scope="module")
def urdf():
    found = [path for path in models() if path.stem == "erd_ur5_robot"]
    if not found:
        pytest.skip("TAUFIT_DATA is not set")
    return found[0]


def test_pinocchio_there_and_back(urdf):
    pin = pytest.importorskip("pinocchio", reason="pin is not installed")
    model = pin.buildModelFromUrdf(str(urdf))
    robot = taufit.Robot(urdf)
    q, qd, qdd = states(model.nv)
    there = robot.to_pinocchio(model)
    np.testing.assert_allclose(robot.rnea(q, qd, qdd), pin.rnea(there, there.createData(), q, qd, qdd), atol=1e-9)
    back = taufit.Robot.from_pinocchio(model)
    np.testing.assert_allclose(back.rnea(q, qd, qdd), pin.rnea(model, model.createData(), q, qd, qdd), atol=1e-9)
    assert back.joint_names == list(model.names)[1:]


def test_identified_robot_in_mujoco(tmp_path):
    mujoco = pytest.importorskip("mujoco", reason="mujoco is not installed")
    arm = ROOT / "book/src/cookbook/mujoco/arm.xml"
    robot = taufit.Robot(arm)
    t, q, qd, tau = excited(robot, n_samples=3000, seed=2, noise=0.002)
    # Armature, damping and friction loss that the file does not have.
    armature, damping, loss = np.array([0.05, 0.02]), np.array([0.8, 0.3]), np.array([0.6, 0.25])
    qdd = np.gradient(qd, t, axis=0)
    tau = tau + armature * qdd + damping * qd + loss * np.sign(qd)
    log = taufit.Recording(t=t, q=q, tau=tau)
    result = taufit.identify(robot, log, friction="coulomb-viscous")
    model = result.to_mujoco(mujoco.MjModel.from_xml_path(str(arm)))
    np.testing.assert_allclose(model.dof_damping, damping, rtol=0.05)
    np.testing.assert_allclose(model.dof_frictionloss, loss, rtol=0.05)
    # What a motor at the base feels of its armature is one sum with the arm, so inverse dynamics is compared.
    data = mujoco.MjData(model)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    for k in range(500, 2500, 500):
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(model, data)
        friction = model.dof_frictionloss * np.sign(qd[k])
        np.testing.assert_allclose(data.qfrc_inverse + friction, tau[k], atol=0.05 * np.abs(tau).max())


def test_joints_that_the_model_does_not_have(urdf):
    pin = pytest.importorskip("pinocchio", reason="pin is not installed")
    model = pin.buildModelFromUrdf(str(urdf))
    with pytest.raises(taufit.DataError, match="no joint"):
        taufit.Robot("planar2r").to_pinocchio(model)
