"""Properties that the unit tests of pinocchio, FIGAROH and mujoco.sysid check of regressors, inertias, bases and recoveries."""

import numpy as np
import pytest
from conftest import excited

import taufit

# pinocchio's ten are m mx my mz Ixx Ixy Iyy Ixz Iyz Izz.
TO_PINOCCHIO = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]


def rotation(angles):
    """Rotation of roll, pitch and yaw, as URDF has them."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(angles), np.sin(angles)
    x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return z @ y @ x


def random_body(seed):
    """Mass, centre of mass, orientation and principal inertias of a body of positive density."""
    random = np.random.default_rng(seed)
    squares = random.uniform(0.01, 0.1, 3)  # second moments along the principal axes
    return random.uniform(0.5, 3), random.uniform(-0.3, 0.3, 3), random.uniform(-1, 1, 3), squares.sum() - squares


def pseudo_inertia(body):
    """Second, first and zeroth moments of a body about the origin of its link, shape (4, 4)."""
    mass, centre, angles, principal = body
    turned = rotation(angles)
    second = turned @ np.diag(principal.sum() / 2 - principal) @ turned.T + mass * np.outer(centre, centre)
    return np.block([[second, mass * centre[:, None]], [mass * centre[None, :], np.array([[mass]])]])


def ten(moments):
    """The parameters of a link with these moments, in the order of the columns."""
    inertia = np.trace(moments[:3, :3]) * np.eye(3) - moments[:3, :3]
    return np.array([moments[3, 3], *moments[:3, 3], *inertia[np.triu_indices(3)]])


def moments_of(parameters):
    """The inverse of `ten`."""
    m, mx, my, mz, xx, xy, xz, yy, yz, zz = parameters
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    first = np.array([[mx, my, mz]])
    return np.block([[np.trace(inertia) / 2 * np.eye(3) - inertia, first.T], [first, np.array([[m]])]])


def inertial(body):
    mass, centre, angles, principal = body
    x, y, z = principal.tolist()
    text = " ".join
    return (
        f'<inertial><origin xyz="{text(map(repr, centre.tolist()))}" rpy="{text(map(repr, angles.tolist()))}"/>'
        f'<mass value="{mass!r}"/><inertia ixx="{x!r}" iyy="{y!r}" izz="{z!r}" ixy="0" ixz="0" iyz="0"/></inertial>'
    )


def one_joint(body, fixed=None, placement=((0, 0, 0), (0, 0, 0))):
    """A robot of one joint with a body, and another that is fixed to it."""
    xyz, rpy = (" ".join(map(repr, map(float, values))) for values in placement)
    more = f'''<link name="tool">{inertial(fixed)}</link><joint name="mount" type="fixed"><parent link="arm"/>
      <child link="tool"/><origin xyz="{xyz}" rpy="{rpy}"/></joint>''' if fixed else ""
    return taufit.Robot.from_text(f'''<robot name="one"><link name="base"/><link name="arm">{inertial(body)}</link>
      <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
      <limit lower="-3" upper="3" velocity="3" effort="100"/></joint>{more}</robot>''')


# pinocchio: dynamic parameters are mass, first moments and the inertia about the origin.
@pytest.mark.parametrize("seed", range(5))
def test_parameters_of_a_body_are_its_moments_about_the_origin(seed):
    body = random_body(seed)
    np.testing.assert_allclose(one_joint(body).parameters(), ten(pseudo_inertia(body)), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(ten(moments_of(one_joint(body).parameters())), one_joint(body).parameters(), rtol=1e-12, atol=1e-14)


# pinocchio: inertias add up, and move with their frame.
@pytest.mark.parametrize("seed", range(5))
def test_bodies_that_are_fixed_together_add_their_moments(seed):
    body, tool = random_body(seed), random_body(seed + 100)
    random = np.random.default_rng(seed)
    xyz, rpy = random.uniform(-0.5, 0.5, 3), random.uniform(-1, 1, 3)
    move = np.block([[rotation(rpy), xyz[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])
    both = pseudo_inertia(body) + move @ pseudo_inertia(tool) @ move.T
    np.testing.assert_allclose(one_joint(body, tool, (xyz, rpy)).parameters(), ten(both), rtol=1e-12, atol=1e-14)


# FIGAROH: pseudo-inertia and its conventions, beside pinocchio's own.
@pytest.mark.parametrize("seed", range(5))
def test_pseudo_inertia_of_pinocchio(seed):
    pin = pytest.importorskip("pinocchio", reason="pin is not installed")
    body = random_body(seed)
    parameters = one_joint(body).parameters()
    theirs = pin.PseudoInertia.FromDynamicParameters(parameters[TO_PINOCCHIO])
    np.testing.assert_allclose(np.asarray(theirs.toMatrix()), pseudo_inertia(body), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(theirs.toDynamicParameters(), parameters[TO_PINOCCHIO], rtol=1e-10, atol=1e-12)
    assert np.linalg.eigvalsh(pseudo_inertia(body)).min() > 0


# pinocchio: kinetic and potential energy are linear in the parameters, and give the torques by Lagrange's equation.
@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_torques_at_rest_are_the_gradient_of_the_potential_energy(name):
    robot = taufit.Robot(name)
    q, step = np.random.default_rng(3).uniform(-1, 1, robot.n_dof), 1e-6
    masses = robot.parameters().reshape(-1, 10)

    def potential(q):
        poses = [robot.forward_kinematics(q, link) for link in robot.link_names]
        moments = [pose[:3, :3] @ row[1:4] + pose[:3, 3] * row[0] for pose, row in zip(poses, masses)]
        return -sum(robot.gravity_m_s2 @ moment for moment in moments)

    steps = step * np.eye(robot.n_dof)
    gradient = [(potential(q + one) - potential(q - one)) / (2 * step) for one in steps]
    np.testing.assert_allclose(robot.gravity(q), gradient, atol=1e-6)


# FIGAROH: columns of friction, rotor inertia and offset follow those of the links, each in the row of its joint alone.
@pytest.mark.parametrize(
    ("options", "blocks"),
    [
        ({}, []),
        ({"rotor_inertia": True}, ["Ia"]),
        ({"friction": "viscous"}, ["fv"]),
        ({"friction": "coulomb-viscous"}, ["fc", "fv"]),
        ({"offset": True}, ["off"]),
        ({"rotor_inertia": True, "friction": "coulomb-viscous", "offset": True}, ["Ia", "fc", "fv", "off"]),
    ],
)
def test_columns_of_joints(ur5, options, blocks):
    q, qd, qdd = np.random.default_rng(5).uniform(-2, 2, (3, 9, 6))
    expected = {"Ia": qdd, "fv": qd, "fc": np.sign(qd), "off": np.ones_like(qd)}
    regressor, names = ur5.regressor(q, qd, qdd, **options), ur5.parameter_names(**options)
    assert np.array_equal(regressor[..., :60], ur5.regressor(q, qd, qdd))
    assert sorted(names[60:]) == sorted(f"{block}{joint}" for block in blocks for joint in range(1, 7))
    for column, name in enumerate(names[60:], start=60):
        joint = int(name[-1]) - 1
        assert np.array_equal(regressor[:, joint, column], expected[name[:-1]][:, joint]), name
        assert not np.delete(regressor[..., column], joint, axis=1).any(), name


# FIGAROH: base columns have full rank, and span all of the others; the base is the same every time.
@pytest.mark.parametrize("name", ["ur5", "panda", "puma560"])
def test_base_columns_are_independent_and_complete(name):
    robot = taufit.Robot(name)
    base = robot.base(friction="none", no_rotor=True)
    assert base.to_dict()["base_parameters"] == robot.base(friction="none", no_rotor=True).to_dict()["base_parameters"]
    states = np.random.default_rng(2).uniform(-3, 3, (3, 400, robot.n_dof))
    observation = robot.regressor(*states).reshape(-1, 10 * len(robot.link_names))
    chosen = observation[:, base.independent]
    assert np.linalg.matrix_rank(chosen) == base.rank
    # Every column is the combination of base columns that the matrix says.
    scale = np.abs(observation).max()
    np.testing.assert_allclose(chosen @ base.matrix / scale, observation / scale, atol=1e-7)
    # Least squares on the base columns is the base combination of any least squares on all of them.
    torques = np.random.default_rng(4).standard_normal(len(observation))
    beta = np.linalg.lstsq(chosen, torques, rcond=None)[0]
    all_of_them = np.linalg.lstsq(observation, torques, rcond=1e-9)[0]
    np.testing.assert_allclose(base.matrix @ all_of_them, beta, atol=1e-6 * np.abs(beta).max())


# FIGAROH: a larger tolerance never makes more base parameters.
def test_rank_falls_with_the_tolerance(ur5):
    ranks = [ur5.base(tolerance=tolerance).rank for tolerance in (1e-9, 1e-7, 1e-3, 1e-1)]
    assert ranks == sorted(ranks, reverse=True)


def least_eigenvalues(result):
    """Least eigenvalue of the pseudo-inertia of every link."""
    values = np.array([parameter.value for parameter in result.standard_parameters])[:60].reshape(6, 10)
    return [np.linalg.eigvalsh(moments_of(row)).min() for row in values]


# FIGAROH: bodies that can exist are left as they are by the physically consistent fit.
def test_possible_bodies_are_kept(ur5):
    t, q, _, tau = excited(ur5, noise=1e-6, friction="none")
    result = taufit.identify(ur5, taufit.Recording(t=t, q=q, tau=tau), friction="none")
    values = np.array([parameter.value for parameter in result.standard_parameters])
    beta = np.array([parameter.value for parameter in result.base_parameters])
    base = ur5.base(friction="none")
    assert min(least_eigenvalues(result)) >= -1e-9
    np.testing.assert_allclose(base.matrix @ values[: base.matrix.shape[1]], beta, atol=1e-4 * np.abs(beta).max())


# FIGAROH: negative mass and a violated triangle inequality are repaired.
@pytest.mark.parametrize(("column", "value"), [(10, -1.0), (24, -0.3), (59, 0.5)], ids=["mass", "inertia", "triangle"])
def test_impossible_bodies_are_repaired(ur5, column, value):
    t, q, qd, tau = excited(ur5, noise=0.02, friction="none")
    qdd = np.gradient(qd, t, axis=0)
    change = np.zeros(60)
    change[column] = value - ur5.parameters()[column]
    log = taufit.Recording(t=t, q=q, tau=tau + ur5.regressor(q, qd, qdd) @ change)
    result = taufit.identify(ur5, log, friction="none", accept=["W131", "W132", "W133", "W147", "W154", "W159"])
    assert min(least_eigenvalues(result)) >= -1e-9


ARM = """<mujoco><compiler angle="radian"/><worldbody>{bodies}</worldbody></mujoco>"""
AXES = ("0 0 1", "0 1 0", "1 0 0", "0 0 1", "0 1 0")


def chain(armature, damping):
    """An arm of five hinges in MJCF."""
    opened = ""
    for k, (axis, rotor, loss) in enumerate(zip(AXES, armature, damping)):
        mass = 2.0 - 0.35 * k
        opened += f'''<body name="part{k}" pos="0.02 0.01 {0.15 if k else 0.3}">
          <inertial pos="0.03 0.02 0.06" mass="{mass}" diaginertia="{0.02 * mass} {0.018 * mass} {0.012 * mass}"/>
          <joint name="hinge{k}" type="hinge" axis="{axis}" armature="{rotor}" damping="{loss}"/>'''
    return ARM.format(bodies=opened + "</body>" * len(AXES))


def simulated(mujoco, model, n_samples=8000, rate_hz=200.0):
    """A log of sines with the torques of MuJoCo's inverse dynamics."""
    random = np.random.default_rng(9)
    t = np.arange(n_samples) / rate_hz
    speeds, phases = 2 * np.pi * random.uniform(0.1, 0.9, (model.nv, 4)), random.uniform(0, 6.28, (model.nv, 4))
    angle = speeds * t[:, None, None] + phases
    q = 0.3 * np.sin(angle).sum(-1)
    qd, qdd = 0.3 * (speeds * np.cos(angle)).sum(-1), -0.3 * (speeds**2 * np.sin(angle)).sum(-1)
    data, tau = mujoco.MjData(model), np.empty_like(q)
    for k in range(n_samples):
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(model, data)
        tau[k] = data.qfrc_inverse
    return taufit.Recording(t=t, q=q, tau=tau)


# mujoco.sysid: armature of five joints, with links that are known; damping as well.
def test_armature_and_damping_of_five_joints_are_recovered():
    mujoco = pytest.importorskip("mujoco", reason="mujoco is not installed")
    armature, damping = np.array([0.45, 0.35, 0.28, 0.17, 0.09]), np.array([1.1, 0.7, 0.5, 0.3, 0.15])
    model = mujoco.MjModel.from_xml_string(chain(armature, damping))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    robot = taufit.Robot.from_text(chain(np.zeros(5), np.zeros(5)), "mjcf")
    known = dict(zip(robot.parameter_names(), robot.parameters()))
    result = taufit.identify(robot, simulated(mujoco, model), fix=known, friction="viscous")
    found = {parameter.name: parameter.value for parameter in result.base_parameters}
    np.testing.assert_allclose([found[f"Ia{k}"] for k in range(1, 6)], armature, rtol=1e-3)
    np.testing.assert_allclose([found[f"fv{k}"] for k in range(1, 6)], damping, rtol=1e-3)


# mujoco.sysid: the mass of a slider with damping.
def test_mass_of_a_slider_is_recovered():
    mujoco = pytest.importorskip("mujoco", reason="mujoco is not installed")

    def slider(mass):
        return ARM.format(bodies=f'''<body name="part"><inertial pos="0 0 0" mass="{mass}" diaginertia="0.01 0.01 0.01"/>
          <joint name="slide" type="slide" axis="1 0 0" damping="4"/></body>''')

    log = simulated(mujoco, mujoco.MjModel.from_xml_string(slider(1.3)))
    result = taufit.identify(taufit.Robot.from_text(slider(2.0), "mjcf"), log, friction="viscous", no_rotor=True)
    found = {parameter.name: parameter.value for parameter in result.base_parameters}
    np.testing.assert_allclose([found["m1"], found["fv1"]], [1.3, 4.0], rtol=1e-3)
