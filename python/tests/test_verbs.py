"""Verbs: results equal to those of the command line, from files and from memory."""

import json
import shutil

import numpy as np
import pytest
from conftest import ROOT, command_line, comparable, true_parameters, without_sources

import taufit


def same_as_command_line(result, *args):
    done = command_line(*args, "--json")
    assert done.returncode in (0, 4), done.stderr
    expected = json.loads(done.stdout)
    assert comparable(result.to_dict()) == comparable(expected)


def test_identify_from_a_file_equals_the_command_line(csv_log):
    result = taufit.identify("ur5", csv_log, friction="coulomb-viscous", hold_out=0.25)
    same_as_command_line(result, "identify", "ur5", csv_log, "--friction", "coulomb-viscous", "--hold-out", "0.25")


def test_arrays_equal_the_same_numbers_in_a_file(ur5, recording, csv_log, motion):
    options = {"friction": "coulomb-viscous"}
    expected = taufit.identify(ur5, csv_log, **options).to_dict()
    t, q, _, tau = motion
    table = {"t_s": t} | {f"q{k + 1}": q[:, k] for k in range(6)} | {f"tau{k + 1}": tau[:, k] for k in range(6)}
    for log in (recording, table, _pandas(table), _polars(table), _arrow(table)):
        if log is None:
            continue
        found = taufit.identify(ur5, log, **options).to_dict()
        assert without_sources(found) == without_sources(expected)


def _pandas(table):
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(table)


def _polars(table):
    try:
        import polars
    except ImportError:
        return None
    return polars.DataFrame(table)


def _arrow(table):
    try:
        import pyarrow
    except ImportError:
        return None
    return pyarrow.table(table)


def test_joints_are_matched_by_name(ur5, motion):
    t, q, _, tau = motion
    order = [3, 0, 5, 1, 4, 2]
    names = [ur5.joint_names[k] for k in order]
    shuffled = taufit.Recording(t=t, q=q[:, order], tau=tau[:, order], joints=names)
    plain = taufit.Recording(t=t, q=q, tau=tau)
    found = [taufit.identify(ur5, log, friction="viscous").base_parameters for log in (shuffled, plain)]
    assert found[0] == found[1]


def test_identified_parameters_are_those_of_the_simulated_robot(ur5, identified):
    base = ur5.base()
    truth = base.matrix @ true_parameters(ur5, "coulomb-viscous")
    found = np.array([p["value"] for p in identified.base_parameters])
    sigma = np.array([p["sigma"] for p in identified.base_parameters])
    assert len(found) == len(truth) and identified.verdict.grade in ("good", "usable")
    # Of the intervals that the result states, nearly all must hold the truth.
    inside = np.abs(found - truth) < 4 * sigma + 1e-3 * np.abs(truth)
    assert inside.mean() > 0.9


def test_result_is_saved_and_loaded(identified, tmp_path):
    folder = identified.save(tmp_path / "ur5.taufit")
    assert {path.name for path in folder.iterdir()} >= {"result.json", "report.html", "identified.urdf"}
    again = taufit.load(folder)
    assert again.to_dict() == identified.to_dict()
    assert again.summary() == identified.summary()
    assert len(again.series) == len(identified.series)
    np.testing.assert_allclose(again.series[0].measured, identified.series[0].measured, rtol=1e-6, atol=1e-6)
    page = identified.report(tmp_path / "page.html").read_text()
    assert page.startswith("<!") and "http://" not in page.split("</head>")[0]


def test_result_is_shown(identified, tmp_path):
    assert identified.summary().startswith("ur5")
    card = identified._repr_html_()
    # The verdict of the report, and nothing else of it.
    verdict = identified.report(tmp_path / "page.html").read_text().split('<section id="verdict"')[1].split("</section>")[0]
    assert verdict.replace(' href="#warnings"', "") in card and 'id="torques"' not in card
    assert taufit.inspect("ur5")._repr_html_().startswith("<pre>")
    frame = identified.to_pandas()
    assert len(frame) == len(identified.base_parameters)
    assert "base_parameters" in dir(identified)
    with pytest.raises(AttributeError, match="no_such_field"):
        identified.no_such_field


def test_plots(identified):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for draw in (identified.plot.torques, identified.plot.residuals, identified.plot.friction):
        axes = draw()
        assert len(axes) == 6 and all(axis.lines for axis in axes)
    measured = identified.plot.torques(validation=False)[2].lines[0].get_ydata()
    stretch = next(series for series in identified.series if not series.validation)
    assert np.array_equal(measured, stretch.measured[:, 2])
    _, axis = plt.subplots()
    assert identified.plot.parameters(ax=axis) is axis and axis.lines
    plt.close("all")


def test_results_are_arguments(identified, recording, tmp_path):
    proof = taufit.validate(identified, recording)
    assert proof.verdict.grade in ("good", "usable")
    urdf = taufit.export(identified, to="urdf")
    assert taufit.Robot.from_text(urdf).n_dof == 6
    spread = taufit.compare([identified, identified])
    assert all(parameter["repeats"] for parameter in spread.parameters)
    contacts = taufit.collisions(identified, recording, free=recording_named(recording, "free"))
    assert contacts.kind == "collisions"


def recording_named(recording, name):
    return taufit.Recording.from_columns(recording.columns, name=name)


def test_inspect_base_and_lists():
    assert taufit.inspect("ur5").to_dict()["kind"] == "inspect"
    assert taufit.Robot("ur5").base().rank == len(taufit.base("ur5").base_parameters)
    assert "ur5" in [robot["name"] for robot in taufit.robots().robots]
    assert taufit.explain("E006").startswith("# E006")


def test_excite_equals_the_command_line(tmp_path):
    options = {"seed": 3, "starts": 1, "period": 5, "sample_rate_hz": 50}
    result = taufit.excite("planar2r", out=tmp_path / "a.csv", **options)
    args = [f"--{key.replace('_', '-')}={value}" for key, value in options.items()]
    same_as_command_line(result, "excite", "planar2r", "-o", tmp_path / "b.csv", *args)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_run_then_motors_equals_the_command_line(tmp_path):
    log = tmp_path / "sweep.mcap"
    experiment = ROOT / "examples/ur5_sweep.toml"
    report = taufit.run(experiment, out=log)
    assert report.kind == "run" and log.exists()
    result = taufit.motors("ur5", log)
    same_as_command_line(result, "motors", "ur5", log)
    assert len(result.joints) == 6
    assert 'class="verdict' in result._repr_html_()


def test_elastic_and_stiffness_equal_the_command_line(tmp_path):
    tutorial = ROOT / "book/src/tutorials/001-elastic"
    for name in ("arm.toml", "run.toml"):
        shutil.copy(tutorial / name, tmp_path)
    motion = {"out": tmp_path / "motion.toml", "family": "spline", "points": 12, "period": 10, "starts": 1}
    taufit.excite(tmp_path / "arm.toml", no_collisions=True, **motion)
    log = tmp_path / "elastic.mcap"
    taufit.run(tmp_path / "run.toml", out=log)
    result = taufit.elastic(tutorial / "arm.toml", log)
    same_as_command_line(result, "elastic", tutorial / "arm.toml", log)
    assert 'class="verdict' in result._repr_html_()
    clamp = tmp_path / "clamp.mcap"
    taufit.run(ROOT / "examples/kr500_config1.toml", out=clamp)
    robot = ROOT / "examples/kr500_robot.toml"
    result = taufit.stiffness(robot, clamp, effort="current")
    same_as_command_line(result, "stiffness", robot, clamp, "--effort", "current")
