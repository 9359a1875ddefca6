"""`result.json` from Python and from the command line, byte for byte, on the tutorials and on public logs."""

import json
import shutil

import pytest
from conftest import DATA, ROOT, command_line, comparable

import taufit

TUTORIALS = ROOT / "book/src/tutorials"
EXAMPLES = ROOT / "examples"


def options_of(arguments):
    """The same arguments for the command line."""
    words = []
    for name, value in arguments.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif isinstance(value, dict):
            words += [f"{option}={key}={entry}" for key, entry in value.items()]
        elif isinstance(value, (list, tuple)) and name not in ("gains", "true_stiffness"):
            words += [f"{option}={entry}" for entry in value]
        else:
            text = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value
            words.append(f"{option}={text}")
    return words


def assert_same_result(folder, verb, *positionals, **arguments):
    """Write a result from both sides, and compare the files."""
    ours, theirs = folder / "python.taufit", folder / "command.taufit"
    result = getattr(taufit, verb)(*positionals[:1], list(positionals[1:]), out=ours, **arguments)
    done = command_line(verb, *positionals, "--out", theirs, *options_of(arguments))
    assert done.returncode in (0, 4), done.stderr
    texts = [(place / "result.json").read_text() for place in (ours, theirs)]
    documents = [comparable(json.loads(text)) for text in texts]
    assert documents[0] == documents[1]
    # Numbers are written as their shortest texts: the same lines are the same bits. The command is one line.
    lines = [[line for line in text.splitlines() if '"command"' not in line] for text in texts]
    assert lines[0] == lines[1]
    assert comparable(result.to_dict()) == documents[0]


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory):
    """A folder with the experiments of the tutorials, and a function that runs one."""
    folder = tmp_path_factory.mktemp("tutorials")
    for part in ("000-motors", "001-elastic", "003-uses"):
        (folder / part).mkdir()
        for file in (TUTORIALS / part).glob("*.toml"):
            shutil.copy(file, folder / part)

    def run(experiment):
        log = experiment.with_suffix(".mcap")
        if not log.exists():
            taufit.run(experiment, out=log)
        return log

    return folder, run


def test_motors_of_the_tutorial(tutorial, tmp_path):
    folder, run = tutorial
    logs = [run(folder / f"000-motors/{name}.toml") for name in ("arm", "wrist")]
    assert_same_result(tmp_path, "motors", "ur5", logs[0], loaded=logs[1], load="link6:1.5,0.1,0,0.04")


def test_payload_and_identify_of_the_tutorial(tutorial, tmp_path):
    folder, run = tutorial
    motion = {"out": folder / "003-uses/motion.toml", "validation": folder / "003-uses/check.toml"}
    taufit.excite("ur5", floor=0, starts=1, **motion)
    free, loaded = (run(folder / f"003-uses/{name}.toml") for name in ("free", "loaded"))
    payload, rigid = tmp_path / "payload", tmp_path / "rigid"
    payload.mkdir(), rigid.mkdir()
    assert_same_result(payload, "payload", "ur5", loaded, unloaded=free, frame="link6", scale_percent=0)
    assert_same_result(rigid, "identify", "ur5", free, min_speed=0.1)


def test_elastic_of_the_tutorial(tutorial, tmp_path):
    folder, run = tutorial
    place = folder / "001-elastic"
    motion = {"out": place / "motion.toml", "family": "spline", "points": 12, "period": 10, "starts": 1}
    taufit.excite(place / "arm.toml", no_collisions=True, **motion)
    log = run(place / "run.toml")
    assert_same_result(tmp_path, "elastic", place / "arm.toml", log, true_stiffness=[2000, 2000])


def test_stiffness_of_the_tutorial(tmp_path):
    logs = [tmp_path / f"{name}.mcap" for name in ("config1", "config2")]
    for log in logs:
        taufit.run(EXAMPLES / f"kr500_{log.stem}.toml", out=log)
    assert_same_result(tmp_path, "stiffness", EXAMPLES / "kr500_robot.toml", *logs, effort="current")


def test_excite_of_the_tutorial(tmp_path):
    """Designs have files of their own: the motion and its forecast."""
    made = []
    for name in ("python", "command"):
        place = tmp_path / name
        place.mkdir()
        made.append([place / "motion.toml", place / "check.toml", place / "motion.csv"])
    options = {"floor": -0.2, "starts": 1, "seed": 4}
    ours, theirs = made
    document = taufit.excite("ur5-kovincic", out=ours[0], validation=ours[1], **options).to_dict()
    words = ["-o", theirs[0], "--validation", theirs[1], *options_of(options), "--json"]
    done = command_line("excite", "ur5-kovincic", *words)
    assert done.returncode in (0, 4), done.stderr
    assert comparable(document) == comparable(json.loads(done.stdout))
    assert [path.read_bytes() for path in ours[:2]] == [path.read_bytes() for path in theirs[:2]]


def public(*parts):
    return DATA.joinpath(*parts) if DATA else None


UR10E, UR10 = public("models/urdf/ur10e_innopolis.urdf"), public("models/urdf/erd_ur10_robot.urdf")
KR300 = ROOT / "testdata/robots/kr300.toml"
KR300_MAP = ["qm=q", "q1=qlink1", "q2=qlink2", "q3=qlink3", "q4=q4", "q5=q5", "q6=q6"]
PUBLIC = {
    "ur10e": ("identify", UR10E, ["ur10e_innopolis/derived/id_30s12h.csv.gz"], {"validate": "ur10e_innopolis/derived/val_50s12h.csv.gz"}),
    "panda": ("identify", "panda", ["panda_gaz2019/derived/panda.csv.gz"], {}),
    "ur10": ("identify", UR10, ["ur10_unisa/derived/ur10_exciting_trajectory.csv.gz"], {}),
    "emps": ("identify", ROOT / "testdata/robots/emps.toml", ["emps_janot/derived/emps_id.csv.gz"], {}),
    "kr300": ("identify", KR300, ["kuka_kr300_weigand/derived/kr300_A.csv.gz"], {"accept": ["W131", "W133"]}),
    "elastic": (
        "elastic",
        KR300,
        [f"kuka_kr300_weigand/derived/kr300_{name}.csv.gz" for name in "AB"],
        {"map": KR300_MAP, "joints": "axis1,axis2,axis3", "known_rotors": True, "accept": ["W131", "W133"]},
    ),
    "payload": (
        "payload",
        UR10E,
        ["ur10e_innopolis/derived/loaded_14h_2.805kg.csv.gz"],
        {"unloaded": "ur10e_innopolis/derived/unloaded_14h.csv.gz"},
    ),
}


@pytest.mark.skipif(DATA is None, reason="TAUFIT_DATA is not set")
@pytest.mark.parametrize("name", PUBLIC)
def test_public_logs(name, tmp_path):
    verb, robot, logs, options = PUBLIC[name]
    options = {key: DATA / value if key in ("validate", "unloaded") else value for key, value in options.items()}
    assert_same_result(tmp_path, verb, robot, *(DATA / log for log in logs), effort="torque", **options)
