"""Equations of motion: identities, and against pinocchio and MuJoCo on every public URDF."""

import pathlib
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import models

import taufit

# pinocchio's ten are m mx my mz Ixx Ixy Iyy Ixz Iyz Izz.
FROM_PINOCCHIO = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]
TOLERANCE = 1e-9

pinocchio_models = pytest.mark.parametrize("urdf", models(), ids=lambda path: path.stem)


def states(n, n_samples=7, seed=3):
    random = np.random.default_rng(seed)
    return tuple(random.uniform(-2, 2, (n_samples, n)) for _ in range(3))


def close(found, expected):
    """Relative to the largest entry: sums of torques cancel."""
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    np.testing.assert_allclose(found / scale, expected / scale, rtol=0, atol=TOLERANCE)


@pytest.fixture(scope="module", params=["ur5", "panda", "puma560"])
def robot(request):
    return taufit.Robot(request.param)


def test_torques_are_linear_in_the_parameters(robot):
    q, qd, qdd = states(robot.n_dof)
    assert robot.regressor(q, qd, qdd).shape == (7, robot.n_dof, 10 * robot.n_dof)
    close(robot.regressor(q, qd, qdd, rotor_inertia=True) @ robot.parameters(rotor_inertia=True), robot.rnea(q, qd, qdd))
    if robot.name == "panda":
        return  # its friction is a smooth step with a width of its own, which no name of a model has
    options = {"rotor_inertia": True, "friction": "asymmetric", "offset": True}
    regressor = robot.regressor(q, qd, qdd, **options)
    names, values = robot.parameter_names(**options), robot.parameters(**options)
    assert regressor.shape == (7, robot.n_dof, len(names)) and len(values) == len(names)
    close(regressor @ values, robot.rnea(q, qd, qdd, friction=True))


def test_equation_of_motion(robot):
    q, qd, qdd = states(robot.n_dof)
    product = np.einsum("kij,kj->ki", robot.mass_matrix(q), qdd)
    close(product + robot.coriolis(q, qd) + robot.gravity(q), robot.rnea(q, qd, qdd))


def test_forward_dynamics_inverts_inverse_dynamics(robot):
    q, qd, qdd = states(robot.n_dof)
    for friction in (False, True):
        tau = robot.rnea(q, qd, qdd, friction=friction)
        np.testing.assert_allclose(robot.aba(q, qd, tau, friction=friction), qdd, rtol=1e-7, atol=1e-7)


def test_mass_matrix_is_symmetric_and_positive(robot):
    q, _, _ = states(robot.n_dof)
    mass = robot.mass_matrix(q)
    close(mass, np.swapaxes(mass, 1, 2))
    assert np.linalg.eigvalsh(mass).min() > 0


def test_jacobian_is_the_derivative_of_the_pose(robot):
    q, qd, _ = states(robot.n_dof)
    step = 1e-6
    ahead, behind = (robot.forward_kinematics(q + sign * step * qd) for sign in (1, -1))
    twist = np.einsum("kij,kj->ki", robot.jacobian(q), qd)
    velocity = (ahead - behind)[:, :3, 3] / (2 * step)
    np.testing.assert_allclose(twist[:, 3:], velocity, atol=1e-7)
    spin = (ahead - behind)[:, :3, :3] / (2 * step) @ np.swapaxes(robot.forward_kinematics(q)[:, :3, :3], 1, 2)
    np.testing.assert_allclose(twist[:, :3], np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], -1), atol=1e-7)


def test_any_leading_shape(robot):
    q, qd, qdd = (x.reshape(7, 1, robot.n_dof) for x in states(robot.n_dof))
    flat = robot.regressor(q[:, 0], qd[:, 0], qdd[:, 0])
    assert np.array_equal(robot.regressor(q, qd, qdd)[:, 0], flat)
    assert np.array_equal(robot.regressor(q[2, 0], qd[2, 0], qdd[2, 0]), flat[2])
    assert robot.regressor(q[:0, 0], qd[:0, 0], qdd[:0, 0]).shape == (0, *flat.shape[1:])


def test_batches_equal_single_samples(robot):
    q, qd, qdd = states(robot.n_dof, n_samples=1000)
    one_by_one = np.stack([robot.rnea(*sample) for sample in zip(q, qd, qdd)])
    assert np.array_equal(robot.rnea(q, qd, qdd), one_by_one)
    regressor = robot.regressor(q, qd, qdd)
    assert np.array_equal(regressor[513], robot.regressor(q[513], qd[513], qdd[513]))


def test_regressors_are_written_into_an_array_of_the_caller(ur5):
    q, qd, qdd = states(6, n_samples=300)
    out = np.full((300, 6, 66), np.nan)
    assert ur5.regressor(q, qd, qdd, rotor_inertia=True, out=out) is out
    assert np.array_equal(out, ur5.regressor(q, qd, qdd, rotor_inertia=True))
    read_only = out.copy()
    read_only.flags.writeable = False
    wrong = (out[:200], out.astype(np.float32), np.asfortranarray(out), read_only, out.tolist(), np.empty((600, 6, 66))[::2])
    for array in wrong:
        with pytest.raises(taufit.UsageError, match="out"):
            ur5.regressor(q, qd, qdd, rotor_inertia=True, out=array)


def test_base_parameters_predict_the_same_torques(robot):
    base = robot.base(friction="none", no_rotor=True)
    q, qd, qdd = states(robot.n_dof)
    regressor = robot.regressor(q, qd, qdd)
    values = np.random.default_rng(5).uniform(-1, 1, regressor.shape[-1])
    assert base.matrix.shape == (base.rank, len(values)) and len(base.expressions) == base.rank
    predicted = regressor[..., base.independent] @ (base.matrix @ values)
    np.testing.assert_allclose(predicted, regressor @ values, atol=1e-5 * np.abs(regressor @ values).max())
    stacked = regressor.reshape(-1, len(values))[:, base.independent]
    random = [np.random.default_rng(k).uniform(-3, 3, (300, robot.n_dof)) for k in range(3)]
    stacked = robot.regressor(*random).reshape(-1, len(values))
    assert np.linalg.matrix_rank(stacked, tol=1e-7 * np.linalg.norm(stacked, 2)) == base.rank


# Gaz et al. 2019 identify 43 dynamic coefficients of the panda.
def test_published_count_of_base_parameters():
    assert taufit.Robot("panda").base(friction="none", no_rotor=True).rank == 43


def pinocchio_pair(urdf):
    """The robot, pinocchio's model of the same file, and the places of the joints there; skips what pinocchio cannot do."""
    pin = pytest.importorskip("pinocchio", reason="pin is not installed")
    mimics = [joint for joint in ElementTree.parse(urdf).getroot().findall("joint") if joint.find("mimic") is not None]
    if mimics:
        pytest.skip("pinocchio's regressor refuses mimic joints; bench/pinocchio_reference.py projects them")
    robot = taufit.Robot(urdf)
    model = pin.buildModelFromXML(ElementTree.tostring(exact(urdf).getroot(), encoding="unicode"))
    joints = [model.joints[model.getJointId(name)] for name in robot.joint_names]
    return pin, robot, model, joints


def exact(urdf):
    """The file with right angles in full digits: 1.5708 is read as a rounded right angle by taufit, as written by others."""
    tree = ElementTree.parse(urdf)
    for element in tree.iter():
        if "rpy" in element.attrib:
            element.set("rpy", " ".join(map(_right_angle, element.get("rpy").split())))
    return tree


def _right_angle(text):
    decimals = len(text.partition(".")[2])
    angle = round(float(text) / (np.pi / 2)) * np.pi / 2
    is_rounded = 1 < decimals < 15 and abs(float(text) - angle) < 10.0**-decimals
    return repr(float(angle)) if is_rounded else text


def configuration(pin, model, joints, q):
    full = pin.neutral(model)
    for joint, value in zip(joints, q):
        full[joint.idx_q : joint.idx_q + joint.nq] = [np.cos(value), np.sin(value)] if joint.nq == 2 else value
    return full


@pinocchio_models
def test_dynamics_of_pinocchio(urdf):
    pin, robot, model, joints = pinocchio_pair(urdf)
    # Both know rotor inertias only where a file has them; URDF has none.
    places = [joint.idx_v for joint in joints]
    data = model.createData()
    q, qd, qdd = states(robot.n_dof)
    torques, masses, jacobians = robot.rnea(q, qd, qdd), robot.mass_matrix(q), robot.jacobian(q)
    regressors = robot.regressor(q, qd, qdd)
    has_inverse = np.linalg.cond(masses).max() < 1e8  # some files have links without inertia
    accelerations = robot.aba(q, qd, qdd) if has_inverse else None
    links = [model.joints[model.getJointId(name)].id for name in _moving_joints(robot, urdf)]
    frame = model.getFrameId(robot.link_names[-1])
    for k in range(len(q)):
        full = configuration(pin, model, joints, q[k])
        v, a = np.zeros(model.nv), np.zeros(model.nv)
        v[places], a[places] = qd[k], qdd[k]
        close(torques[k], pin.rnea(model, data, full, v, a)[places])
        mass = pin.crba(model, data, full)
        mass = np.triu(mass) + np.triu(mass, 1).T
        close(masses[k], mass[np.ix_(places, places)])
        ten = pin.computeJointTorqueRegressor(model, data, full, v, a).reshape(model.nv, -1, 10)[places]
        expected = ten[:, [link - 1 for link in links]][..., FROM_PINOCCHIO].reshape(robot.n_dof, -1)
        close(regressors[k], expected)
        jacobian = pin.computeFrameJacobian(model, data, full, frame, pin.LOCAL_WORLD_ALIGNED)[:, places]
        close(jacobians[k], jacobian[[3, 4, 5, 0, 1, 2]])
        if has_inverse:
            expected = pin.aba(model, data, full, v, a)[places]
            np.testing.assert_allclose(accelerations[k], expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max())


def _moving_joints(robot, urdf):
    """The joint of every moving link."""
    child = {j.find("child").get("link"): j.get("name") for j in ElementTree.parse(urdf).getroot().findall("joint")}
    return [child[link] for link in robot.link_names]


@pinocchio_models
def test_base_count_is_the_rank_of_pinocchios_regressor(urdf):
    pin, robot, model, joints = pinocchio_pair(urdf)
    if robot.n_dof > 12:
        pytest.skip("the rank of a tall matrix by SVD takes too long")
    data, places = model.createData(), [joint.idx_v for joint in joints]
    rows = []
    for q, qd, qdd in zip(*states(robot.n_dof, n_samples=60 * robot.n_dof, seed=8)):
        v, a = np.zeros(model.nv), np.zeros(model.nv)
        v[places], a[places] = 3 * qd, 9 * qdd
        full = configuration(pin, model, joints, q)
        rows.append(pin.computeJointTorqueRegressor(model, data, full, v, a)[places])
    stacked = np.vstack(rows)
    lengths = np.linalg.norm(stacked, axis=0)
    shown = lengths > 1e-7 * lengths.max()  # the share of the largest effect below which another counts as nothing
    stacked = stacked[:, shown] / lengths[shown]
    singular = np.linalg.svd(stacked, compute_uv=False)
    rank = int((singular > 1e-8 * singular[0]).sum())
    assert robot.base(friction="none", no_rotor=True).rank == rank


@pinocchio_models
def test_dynamics_of_mujoco(urdf, tmp_path):
    mujoco = pytest.importorskip("mujoco", reason="mujoco is not installed")
    model = _mujoco_model(mujoco, urdf, tmp_path)
    robot = taufit.Robot(urdf)
    if model.nv != robot.n_dof:
        pytest.skip("MuJoCo has other coordinates: it does not read mimic joints")
    places = [model.joint(name).dofadr[0] for name in robot.joint_names]
    data = mujoco.MjData(model)
    q, qd, qdd = states(robot.n_dof)
    torques, masses = robot.rnea(q, qd, qdd), robot.mass_matrix(q)
    for k in range(len(q)):
        data.qpos[places], data.qvel[places], data.qacc[places] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(model, data)
        passive = data.qfrc_passive[places]
        mass = np.zeros((model.nv, model.nv))
        _full_mass_matrix(mujoco, model, data, mass)
        close(masses[k], mass[np.ix_(places, places)])
        close(torques[k], data.qfrc_inverse[places] + passive)


def _full_mass_matrix(mujoco, model, data, mass):
    try:
        mujoco.mj_fullM(model, data, mass)
    except TypeError:  # before MuJoCo 4
        mujoco.mj_fullM(model, mass, data.qM)


def _mujoco_model(mujoco, urdf, tmp_path):
    """The model without meshes and limits, with MuJoCo's own checks of inertias off; skips what it cannot read."""
    tree = exact(urdf)
    for link in tree.getroot().findall("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    extension = ElementTree.SubElement(tree.getroot(), "mujoco")
    ElementTree.SubElement(extension, "compiler", {"fusestatic": "true", "balanceinertia": "false"})
    path = pathlib.Path(tmp_path) / "robot.urdf"
    tree.write(path)
    try:
        model = mujoco.MjModel.from_xml_path(str(path))
    except ValueError as error:
        pytest.skip(f"MuJoCo refuses it: {error}")
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    return model
