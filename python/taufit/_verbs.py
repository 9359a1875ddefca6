"""Verbs as functions. Written by scripts/python_verbs.py from the options of the command line; do not edit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from taufit._calling import LogLike, Option, Progress, ResultLike, RobotLike, call
from taufit._result import Result

__all__ = [
    "base",
    "collisions",
    "compare",
    "demo",
    "elastic",
    "excite",
    "export",
    "gains",
    "gravity",
    "identify",
    "inspect",
    "motors",
    "observe",
    "payload",
    "report",
    "reverse",
    "robots",
    "run",
    "schema",
    "stiffness",
    "validate",
]


def demo(
    *,
    out: Option = None,
    seed: Option = None,
    progress: Progress = None,
) -> Result:
    """Try everything on a simulated robot: design, record, identify, validate, export, report.

    Nothing is needed but this program. The simulated robot differs from its description, and its sensors are noisy;
    since it is a simulation, the truth is shown beside the estimates.

    Parameters
    ----------
    out : Option, ``PATH``
        Where to write; a folder, new or empty: taufit-demo, or taufit-demo-2 and so on where that exists, if not
        given.
    seed : Option, ``SEED``
        Seed of all random numbers; motions and noise. Default 1.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('demo', [], arguments)  # type: ignore[no-any-return]


def inspect(
    files: RobotLike | LogLike | Sequence[RobotLike | LogLike],
    *,
    robot: RobotLike | None = None,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    cutoff_hz: Option = None,
    torque_cutoff_hz: Option = None,
    filter_torques_alone: bool = False,
    decimate: Option = None,
    progress: Progress = None,
) -> Result:
    """Show a robot (joints, limits, drives, links, frames), or whether a log is fit for identification.

    A log is a CSV file, plain or gzipped, a Parquet file, an MCAP file or a bag; everything else is a robot. With
    robot= a log is checked against it: sign and unit of the efforts, order of the joints, limits, and which
    parameters its motion can reveal.

    Parameters
    ----------
    files : RobotLike | LogLike | Sequence[RobotLike | LogLike]
        Robots (built-in name, URDF, MJCF, robot.toml) and logs.
    robot : RobotLike
        A robot: a built-in name, a URDF, an MJCF, or a robot.toml; that of the logs.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    cutoff_hz : Option, ``HZ``
        Cut-off of the zero-phase low pass, in Hz; of the positions, four times that of the torques if not given.
    torque_cutoff_hz : Option, ``HZ``
        Up to where torques and model are compared, both filtered alike, in Hz; proposed from the spectrum of the
        motion if not given.
    filter_torques_alone : bool
        Filter torques like positions and leave the model alone.
    decimate : Option, ``K``
        Keep every so-manieth sample after filtering. Default 1.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('inspect', ['files'], arguments)  # type: ignore[no-any-return]


def base(
    robot: RobotLike,
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    no_rotor: bool = False,
    friction: Option = None,
    offset: bool = False,
    drop: Option = None,
    fix: Option = None,
    tolerance: Option = None,
    seed: Option = None,
    long_names: bool = False,
    out: Option = None,
    force: bool = False,
    progress: Progress = None,
) -> Result:
    """Show which parameters joint torques can ever reveal: alone, in combination, never.

    Parameters are named by symbol and link or joint: Izz3, Izz[forearm], Ixy* (all links), *1 (all of link and
    joint 1), fc[elbow], Ia2.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    no_rotor : bool
        Without rotor inertias `Ia`.
    friction : Option, ``MODEL``
        Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers
        tanh:WIDTH, stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the
        one that predicts held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous.
    offset : bool
        With a constant torque offset `off` per joint; the model that data decide on has one.
    drop : Option, ``P,..``
        Parameters taken as zero, separated by commas.
    fix : Option, ``P=VALUE``
        A parameter with a known value, in SI units.
    tolerance : Option, ``TOLERANCE``
        Share of the most visible effect below which another counts as nothing. Default 1e-7.
    seed : Option, ``SEED``
        Seed of all random numbers; states at which columns are compared, starts of a design. Default 1.
    long_names : bool
        Write the names of links and joints instead of their numbers.
    out : Option, ``PATH``
        Where to write; a file for the JSON document.
    force : bool
        Replace files that exist.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('base', ['robot'], arguments)  # type: ignore[no-any-return]


def excite(
    robot: RobotLike,
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    out: Option = None,
    validation: Option = None,
    preview: Option = None,
    force: bool = False,
    family: Literal['fourier', 'spline'] | None = None,
    order: Option = None,
    points: Option = None,
    period: Option = None,
    most_periods: Option = None,
    repetitions: Option = None,
    sample_rate_hz: Option = None,
    about: Option = None,
    home: Option = None,
    criterion: Option = None,
    scaling: Literal['si', 'torque'] | None = None,
    torque_noise: Option = None,
    only: Option = None,
    starts: Option = None,
    iterations: Option = None,
    lower: Option = None,
    upper: Option = None,
    velocity: Option = None,
    acceleration: Option = None,
    jerk: Option = None,
    torque: Option = None,
    share: Option = None,
    margin: Option = None,
    tool_speed: Option = None,
    tool_box: Option = None,
    tool: Option = None,
    floor: Option = None,
    scene: Option = None,
    no_collisions: bool = False,
    clearance: Option = None,
    given: LogLike | Sequence[LogLike] | None = None,
    no_rotor: bool = False,
    friction: Option = None,
    offset: bool = False,
    drop: Option = None,
    fix: Option = None,
    tolerance: Option = None,
    seed: Option = None,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    cutoff_hz: Option = None,
    torque_cutoff_hz: Option = None,
    filter_torques_alone: bool = False,
    decimate: Option = None,
    progress: Progress = None,
) -> Result:
    """Design the exciting motion for an identification, within the limits of the robot and free of collisions.

    A file's ending decides its format: .csv samples, .toml coefficients (can be read again), .json both, .yaml a
    ROS JointTrajectory, .mcap the same in a ROS 2 bag, .script a program for UR controllers.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    out : Option, ``PATH``
        Where to write; a file for the motion, may be given several times.
    validation : Option, ``FILE``
        File for a second motion to validate on, from another seed and by another criterion.
    preview : Option, ``FILE.html``
        Page with the planned motion; the moving robot, joints against limits and the forecast.
    force : bool
        Replace files that exist.
    family : Literal['fourier', 'spline'], ``FAMILY``
        The kind of curves. Default fourier.
    order : Option, ``N[,N..]``
        Harmonics of Fourier series, one number for all joints or one each. Default 5.
    points : Option, ``N[,N..]``
        Control points of splines, one number for all joints or one each. Default 16.
    period : Option, ``S``
        Duration of one run through the curves, in s; if not given, a run of 20 s is divided into as many periods as
        suits the criterion.
    most_periods : Option, ``N``
        Largest number of equal periods that a run may be divided into, which sets the base frequency of Fourier
        series; 3, or 1 with period= or splines, if not given.
    repetitions : Option, ``N``
        Number of repetitions of the curves. Default 1.
    sample_rate_hz : Option, ``HZ``
        Rate of the log to come, in Hz; files of samples have it too. Default 100.
    about : Option, ``Q1,Q2,..``
        Positions about which Fourier series move, one per joint; found by the design if not given.
    home : Option, ``Q1,Q2,..``
        Where the robot waits before and after, one position per joint; the start of the curves if not given.
    criterion : Option, ``CRITERION``
        Criterion to be optimised: cond, gram-cond, d, e, a, or a sum such as d+0.1*cond. Default d.
    scaling : Literal['si', 'torque'], ``SCALING``
        Units in which parameters count. Default torque.
    torque_noise : Option, ``TAU[,TAU..]``
        Standard deviation of the torques to come, in N m or N, one number for all joints or one each; a hundredth
        of the largest torque if not given.
    only : Option, ``P,..``
        Only these parameters count: names such as m6 or 'fc*'.
    starts : Option, ``N``
        Number of different starts, for every number of periods. Default 4.
    iterations : Option, ``N``
        Steps of the optimiser per start. Default 60.
    lower : Option, ``Q``
        Lowest positions, in rad or m.
    upper : Option, ``Q``
        Highest positions, in rad or m.
    velocity : Option, ``QD``
        Highest speeds, in rad/s or m/s.
    acceleration : Option, ``QDD``
        Highest accelerations, in rad/s² or m/s².
    jerk : Option, ``QDDD``
        Highest jerks, in rad/s³ or m/s³.
    torque : Option, ``TAU``
        Highest torques of the nominal model, in N m or N.
    share : Option, ``SHARE``
        Share of the limits of speed, acceleration, jerk and torque that may be used. Default 0.9.
    margin : Option, ``Q``
        Distance kept from the ends of the travel, in rad or m. Default 0.05.
    tool_speed : Option, ``M_S``
        Highest speed of the tool frame's origin, in m/s.
    tool_box : Option, ``X,Y,Z,X,Y,Z``
        Box that the tool frame's origin must not leave: two corners in the base frame, in m.
    tool : Option, ``FRAME``
        Tool frame; the last one of the last link if not given.
    floor : Option, ``M``
        Height of the floor in the base frame, in m.
    scene : Option, ``FILE.toml``
        Walls and boxes around the robot.
    no_collisions : bool
        Without collision checks; not even of the robot with itself.
    clearance : Option, ``M``
        Distance that bodies keep from each other, in m. Default 0.02.
    given : LogLike | Sequence[LogLike]
        Earlier information: a log, or the folder of a result, whose logs are read again.
    no_rotor : bool
        Without rotor inertias `Ia`.
    friction : Option, ``MODEL``
        Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers
        tanh:WIDTH, stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the
        one that predicts held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous.
    offset : bool
        With a constant torque offset `off` per joint; the model that data decide on has one.
    drop : Option, ``P,..``
        Parameters taken as zero, separated by commas.
    fix : Option, ``P=VALUE``
        A parameter with a known value, in SI units.
    tolerance : Option, ``TOLERANCE``
        Share of the most visible effect below which another counts as nothing. Default 1e-7.
    seed : Option, ``SEED``
        Seed of all random numbers; states at which columns are compared, starts of a design. Default 1.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    cutoff_hz : Option, ``HZ``
        Cut-off of the zero-phase low pass, in Hz; of the positions, four times that of the torques if not given.
    torque_cutoff_hz : Option, ``HZ``
        Up to where torques and model are compared, both filtered alike, in Hz; proposed from the spectrum of the
        motion if not given.
    filter_torques_alone : bool
        Filter torques like positions and leave the model alone.
    decimate : Option, ``K``
        Keep every so-manieth sample after filtering. Default 1.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('excite', ['robot'], arguments)  # type: ignore[no-any-return]


def run(
    experiment: str | os.PathLike[str],
    *,
    out: Option = None,
    dry_run: bool = False,
    preview: Option = None,
    speed: Option = None,
    link: Option = None,
    host: Option = None,
    yes: bool = False,
    progress: Progress = None,
) -> Result:
    """Run an experiment, on the simulated robot or on a real one, and record it as MCAP.

    An experiment.toml names a robot and one of: excitation, sweep, poses, ramps, log. A guard is always on: it
    stops the robot at position limits, tracking errors, speeds, torques and stale feedback beyond the bounds of
    [guard].

    A real robot moves only with link=, and only after you have typed its name (or given yes=True). Connections and
    presets: rtde, ros2, ros1, ur-rtde, ur-ros2-humble, ur-ros2-jazzy, ur-ros2-lyrical, ur-ros1-noetic, generic-
    ros2, generic-ros1; names of topics, controllers and ports can be changed in [link]. An experiment with [log]
    only listens.

    Parameters
    ----------
    experiment : str | os.PathLike[str]
        The experiment.
    out : Option, ``PATH``
        Where to write; a log, which must not exist: a bag of ROS 2 if it has no ending; named after the experiment,
        with a number where that name is taken, if not given.
    dry_run : bool
        Show phases, duration and limits, and move nothing.
    preview : Option, ``FILE.html``
        Page with the planned motion.
    speed : Option, ``FACTOR``
        Clock of the simulated robot as a multiple of real time; as fast as possible if not given.
    link : Option, ``LINK``
        Real robot instead of the simulated one: a kind of connection or a preset, see below.
    host : Option, ``HOST``
        Host name or IP address of the controller, for link= rtde.
    yes : bool
        Move a real robot without asking.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('run', ['experiment'], arguments)  # type: ignore[no-any-return]


def identify(
    robot: RobotLike,
    logs: LogLike | Sequence[LogLike],
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    validate: LogLike | Sequence[LogLike] | None = None,
    out: Option = None,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    accept: Option = None,
    no_rotor: bool = False,
    friction: Option = None,
    offset: bool = False,
    drop: Option = None,
    fix: Option = None,
    tolerance: Option = None,
    seed: Option = None,
    only: Literal['joints'] | None = None,
    ignore_effort: Option = None,
    hold_out: Option = None,
    method: Literal['ols', 'wls', 'huber', 'tukey', 'tls'] | None = None,
    ridge: Option = None,
    bound: Option = None,
    non_negative: bool = False,
    tie: Option = None,
    essential: Option | bool | None = None,
    prior_weight: Option = None,
    total_mass_kg: Option = None,
    com_box: Option = None,
    cutoff_hz: Option = None,
    torque_cutoff_hz: Option = None,
    filter_torques_alone: bool = False,
    decimate: Option = None,
    min_speed: Option = None,
    cut_standstill: Option = None,
    spike_factor: Option = None,
    keep_spikes: bool = False,
    all: bool = False,
    progress: Progress = None,
) -> Result:
    """Identify links, rotor inertias and friction of a rigid arm from logs of motion and torque.

    A LOG is a CSV file (plain or gzipped), Parquet, MCAP, a rosbag2 (.db3, or its folder) or a ROS 1 bag. It holds
    time stamps and per joint positions and torques or currents, by number or by the name of the joint. Velocities
    and accelerations come from the filtered positions.

    Without validate= the last 30 % of every log are kept for validation.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    logs : LogLike | Sequence[LogLike]
        Logs to identify from.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    validate : LogLike | Sequence[LogLike]
        Logs to validate on.
    out : Option, ``PATH``
        Where to write; a folder for result.json, tables, report and files of the robot where the method has some;
        an earlier result there is replaced, nothing else.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    no_rotor : bool
        Without rotor inertias `Ia`.
    friction : Option, ``MODEL``
        Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers
        tanh:WIDTH, stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the
        one that predicts held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous.
    offset : bool
        With a constant torque offset `off` per joint; the model that data decide on has one.
    drop : Option, ``P,..``
        Parameters taken as zero, separated by commas.
    fix : Option, ``P=VALUE``
        A parameter with a known value, in SI units.
    tolerance : Option, ``TOLERANCE``
        Share of the most visible effect below which another counts as nothing. Default 1e-7.
    seed : Option, ``SEED``
        Seed of all random numbers; states at which columns are compared, starts of a design. Default 1.
    only : Literal['joints'], ``P,..``
        Only these parameters count; joints stands for those of all joints, and is the only choice here: links keep
        the values of the robot.
    ignore_effort : Option, ``JOINTS``
        Joints whose efforts are not used, separated by commas.
    hold_out : Option, ``SHARE``
        Share of every log, at its end, that is kept for validation; where no other log is given. Default 0.3.
    method : Literal['ols', 'wls', 'huber', 'tukey', 'tls'], ``METHOD``
        Estimator of the parameters. Default wls.
    ridge : Option, ``WEIGHT``
        Lean on the nominal model, as if it were so many observations of each parameter.
    bound : Option, ``P=LOW..HIGH``
        Bounds of a base parameter in SI units, such as fv2=0..5, Ia*=0.. or off1=..2; a base parameter goes by the
        first name of its sum in `taufit.base`.
    non_negative : bool
        Rotor inertias and friction coefficients must not be negative.
    tie : Option, ``P=Q,..``
        Parameters that share one value, such as fv1=fv2,fc1=fc2 for motors of one type.
    essential : Option | bool, ``PERCENT``
        Leave out base parameters that the data do not need: the least certain first, until an F-test at this level
        says that the fit suffers.
    prior_weight : Option, ``WEIGHT``
        Weight of the nominal model in the fit of the links; 0 lets data alone decide. If not given, as strongly as
        the torque error of the nominal links on the data allows.
    total_mass_kg : Option, ``LOW..HIGH``
        Smallest and largest mass of all moving links together, in kg.
    com_box : Option, ``LINK=X..X,Y..Y,Z..Z``
        Box that holds the centre of mass of a link, in the link's frame, in m.
    cutoff_hz : Option, ``HZ``
        Cut-off of the zero-phase low pass, in Hz; of the positions, four times that of the torques if not given.
    torque_cutoff_hz : Option, ``HZ``
        Up to where torques and model are compared, both filtered alike, in Hz; proposed from the spectrum of the
        motion if not given.
    filter_torques_alone : bool
        Filter torques like positions and leave the model alone.
    decimate : Option, ``K``
        Keep every so-manieth sample after filtering. Default 1.
    min_speed : Option, ``SPEED``
        Leave out rows near velocity reversals, where a joint is slower than this, for that joint, in rad/s or m/s;
        0 uses all rows; 5 % of the joint's own rms speed if not given.
    cut_standstill : Option, ``SPEED[,SECONDS]``
        Cut out standstills, in which all joints are slower than SPEED (rad/s or m/s) for SECONDS or longer; 1 % of
        each joint's rms speed for 0.5 s if not given.
    spike_factor : Option, ``FACTOR``
        A sample is a spike if it sticks out of its neighbours by so many times what all but one percent of the
        samples do; 8 if not given.
    keep_spikes : bool
        Leave spikes in.
    all : bool
        Show all: friction models, links, base parameters.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('identify', ['robot', 'logs'], arguments)  # type: ignore[no-any-return]


def validate(
    result: ResultLike,
    logs: LogLike | Sequence[LogLike],
    *,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    accept: Option = None,
    out: Option = None,
    force: bool = False,
    progress: Progress = None,
) -> Result:
    """Prove an identified robot on other logs.

    Torques and predictions are filtered as they were in the identification.

    Parameters
    ----------
    result : ResultLike
        Folder of a result, or its result.json.
    logs : LogLike | Sequence[LogLike]
        Logs to validate on.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    out : Option, ``PATH``
        Where to write; a file for the JSON document.
    force : bool
        Replace files that exist.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('validate', ['result', 'logs'], arguments)  # type: ignore[no-any-return]


def compare(
    results: ResultLike | Sequence[ResultLike],
    *,
    out: Option = None,
    force: bool = False,
    progress: Progress = None,
) -> Result:
    """Compare several results of one robot and method: which parameters repeat.

    Parameters
    ----------
    results : ResultLike | Sequence[ResultLike]
        Folders of results, or their result.json.
    out : Option, ``PATH``
        Where to write; a page with values and intervals result by result, and torque errors.
    force : bool
        Replace files that exist.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('compare', ['results'], arguments)  # type: ignore[no-any-return]


def export(
    result: ResultLike,
    *,
    to: Literal['urdf', 'mjcf', 'robot-toml', 'csv', 'json', 'pinocchio', 'ur-params', 'isaac-lab', 'rust', 'c'] | None = None,
    source: Option = None,
    no_meshes: bool = False,
    name: Option = None,
    out: Option = None,
    force: bool = False,
    progress: Progress = None,
) -> str:
    """Write the identified robot as URDF, MJCF, robot.toml, as tables of parameters, or as source code.

    Where the robot came from a file of the same format, the copy of that file in the result is patched: comments,
    order and everything else stay. A file that exists is replaced only with force=True. Every robot file is read
    again before it is handed out. Formats with comments say at the top where the numbers come from.

    Source code computes inverse dynamics, mass matrix, gravity and friction without loops, branches or memory of
    its own: Rust that needs nothing but core, or C99 with math.h. Results of `taufit.gravity` give gravity alone.

    Parameters
    ----------
    result : ResultLike
        Folder of a result, or its result.json.
    to : Literal['urdf', 'mjcf', 'robot-toml', 'csv', 'json', 'pinocchio', 'ur-params', 'isaac-lab', 'rust', 'c'], ``TO``
        Format.
    source : Option, ``FILE``
        The file to patch; the robot's own if not given.
    no_meshes : bool
        Without visual and collision meshes, which simulators outside ROS do not find; of URDF and MJCF.
    name : Option, ``PREFIX``
        Prefix of the function names in source code; the robot's name if not given.
    out : Option, ``PATH``
        Where to write; a file, returned if not given.
    force : bool
        Replace files that exist.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    str
        The file as text; empty where ``out`` is given.
    """
    arguments = dict(locals())
    return call('export', ['result'], arguments)  # type: ignore[no-any-return]


def report(
    result: ResultLike,
    *,
    out: Option = None,
    force: bool = False,
    progress: Progress = None,
) -> Path:
    """Write a result as one HTML page that needs no network.

    Parameters
    ----------
    result : ResultLike
        Folder of a result, or its result.json.
    out : Option, ``PATH``
        Where to write; a page, report.html in the folder if not given.
    force : bool
        Replace files that exist.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Path
        The page.
    """
    arguments = dict(locals())
    return call('report', ['result'], arguments)  # type: ignore[no-any-return]


def motors(
    robot: RobotLike,
    logs: LogLike | Sequence[LogLike] | None = None,
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    loaded: LogLike | Sequence[LogLike] | None = None,
    load: Option = None,
    link_mass_kg: Option = None,
    accept: Option = None,
    kct: Option = None,
    same_motor: Option = None,
    single_joint: bool = False,
    record_fit: Literal['least-squares', 'nelder-mead', 'robust'] | None = None,
    stages: bool = False,
    accuracy: Option = None,
    min_plateau_s: Option = None,
    no_rotor: bool = False,
    friction: Option = None,
    offset: bool = False,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    cutoff_hz: Option = None,
    torque_cutoff_hz: Option = None,
    filter_torques_alone: bool = False,
    decimate: Option = None,
    out: Option = None,
    progress: Progress = None,
) -> Result:
    """Find torque constants and friction from logs in which one joint moves at a time.

    Logs hold motor currents. One joint moves at a time at constant velocity, both ways, at several speeds, as
    `taufit.run` does with a [sweep]; examples/ur5_sweep.toml is one. Recordings of `taufit.run` say which joint
    moved how; in other logs this is found from the velocities.

    Torque constants are proportional to the weight that the robot's model says a joint carries, so they are as good
    as its masses (link_mass_kg= corrects them). A joint whose axis is parallel to gravity has none of its own: it
    is given by kct=, or comes from joints with the same motor.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    logs : LogLike | Sequence[LogLike]
        Logs, one or many.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    loaded : LogLike | Sequence[LogLike]
        Logs with a load of known mass; besides the others.
    load : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        The load of those logs, like payload=, which is there in all logs.
    link_mass_kg : Option, ``LINK=KG``
        Mass of a link in place of the description's, centre of mass kept.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    kct : Option, ``JOINT=KCT``
        Torque constant of a joint, in N m/A; its friction alone is sought then.
    same_motor : Option, ``JOINT,JOINT,..``
        Joints with the same motor, once per motor type; those of the robot's description if not given.
    single_joint : bool
        The speed changes all the time: fit whole strokes with the model's inertia.
    record_fit : Literal['least-squares', 'nelder-mead', 'robust'], ``RECORD_FIT``
        Estimator of a single record. Default least-squares.
    stages : bool
        Give means over records and batches, as the three stages of the paper do, not the weighted fit.
    accuracy : Option, ``PERCENT``
        Accuracy that a proposed mass off the axis is to give, in percent. Default 1.
    min_plateau_s : Option, ``S``
        Shortest stretch at constant velocity that counts, in s.
    no_rotor : bool
        Without rotor inertias `Ia`.
    friction : Option, ``MODEL``
        Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers
        tanh:WIDTH, stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the
        one that predicts held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous.
    offset : bool
        With a constant torque offset `off` per joint; the model that data decide on has one.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    cutoff_hz : Option, ``HZ``
        Cut-off of the zero-phase low pass, in Hz; of the positions, four times that of the torques if not given.
    torque_cutoff_hz : Option, ``HZ``
        Up to where torques and model are compared, both filtered alike, in Hz; proposed from the spectrum of the
        motion if not given.
    filter_torques_alone : bool
        Filter torques like positions and leave the model alone.
    decimate : Option, ``K``
        Keep every so-manieth sample after filtering. Default 1.
    out : Option, ``PATH``
        Where to write; a folder for result.json, tables, report and files of the robot where the method has some;
        an earlier result there is replaced, nothing else.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('motors', ['robot', 'logs'], arguments)  # type: ignore[no-any-return]


def gains(
    robot: RobotLike,
    logs: LogLike | Sequence[LogLike],
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    loaded: LogLike | Sequence[LogLike] | None = None,
    mass_kg: Option = None,
    frame: Option = None,
    separate_friction: bool = False,
    from_targets: bool = False,
    target_current: Option = None,
    target_torque: Option = None,
    no_rotor: bool = False,
    friction: Option = None,
    offset: bool = False,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    accept: Option = None,
    cutoff_hz: Option = None,
    torque_cutoff_hz: Option = None,
    filter_torques_alone: bool = False,
    decimate: Option = None,
    out: Option = None,
    force: bool = False,
    progress: Progress = None,
) -> Result:
    """Find drive gains (torque per ampere) from runs with a load of known mass, or from what a controller wants.

    Logs hold motor currents. Both kinds of runs should move all joints alike; the load's mass must be known, its
    centre and inertia are found. A joint whose axis stays upright has no gain: no weight loads it.

    Where a controller publishes target torques and target currents, as those of Universal Robots do over RTDE,
    their ratio at rest is the gain: from_targets=True, with some seconds of the log at rest. No load is needed.

    The file of out= is a value of gains= of other verbs, which then know the uncertainty of the gains too.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    logs : LogLike | Sequence[LogLike]
        Logs without the load.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    loaded : LogLike | Sequence[LogLike]
        Logs with a load of known mass.
    mass_kg : Option, ``KG``
        Mass of that load, in kg.
    frame : Option, ``FRAME``
        Frame or link that carries the load or the contact; the last link if not given.
    separate_friction : bool
        Friction may differ between the runs, as it does where it depends on load or temperature.
    from_targets : bool
        Take the gains of the controller: wanted torque over wanted current of joints at rest.
    target_current : Option, ``COLUMNS``
        Columns of the wanted currents, in A, with from_targets=True. Default target_current.
    target_torque : Option, ``COLUMNS``
        Columns of the wanted torques, in N m, with from_targets=True. Default target_moment.
    no_rotor : bool
        Without rotor inertias `Ia`.
    friction : Option, ``MODEL``
        Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers
        tanh:WIDTH, stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the
        one that predicts held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous.
    offset : bool
        With a constant torque offset `off` per joint; the model that data decide on has one.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    cutoff_hz : Option, ``HZ``
        Cut-off of the zero-phase low pass, in Hz; of the positions, four times that of the torques if not given.
    torque_cutoff_hz : Option, ``HZ``
        Up to where torques and model are compared, both filtered alike, in Hz; proposed from the spectrum of the
        motion if not given.
    filter_torques_alone : bool
        Filter torques like positions and leave the model alone.
    decimate : Option, ``K``
        Keep every so-manieth sample after filtering. Default 1.
    out : Option, ``PATH``
        Where to write; a file for the JSON document.
    force : bool
        Replace files that exist.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('gains', ['robot', 'logs'], arguments)  # type: ignore[no-any-return]


def payload(
    robot: RobotLike,
    logs: LogLike | Sequence[LogLike],
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    model: ResultLike | None = None,
    unloaded: LogLike | Sequence[LogLike] | None = None,
    frame: Option = None,
    load_friction: Literal['keep', 'refit'] | None = None,
    static: bool = False,
    standstill: Option = None,
    stated_mass_kg: Option = None,
    scale_percent: Option = None,
    gyration_radius_m: Option = None,
    friction: Option = None,
    no_rotor: bool = False,
    out: Option = None,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    accept: Option = None,
    loaded: LogLike | Sequence[LogLike] | None = None,
    mass_kg: Option = None,
    cutoff_hz: Option = None,
    torque_cutoff_hz: Option = None,
    filter_torques_alone: bool = False,
    decimate: Option = None,
    progress: Progress = None,
) -> Result:
    """Weigh what a robot carries: mass, centre of mass, inertia, as its controller takes them.

    A load shows as a difference: give an identified model of the robot (model=), a log without the load
    (unloaded=), or both. Logs of currents need drive gains: gains=, those of the robot, a result of `taufit.gains`
    (gains= FILE), or a run with a load of known mass (loaded=). Set the controller's own payload to zero before
    recording.

    A factor that all torques share is a factor of the mass. The verdict is good only if something verifies the
    scale of the torques: gains with an uncertainty, stated_mass_kg=, or scale_percent=.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    logs : LogLike | Sequence[LogLike]
        Logs with the load.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    model : ResultLike
        Result of `taufit.identify` on the robot without the load.
    unloaded : LogLike | Sequence[LogLike]
        Logs without the load.
    frame : Option, ``FRAME``
        Frame or link that carries the load or the contact; the load is expressed in it. If not given, the flange of
        the description (tool0, flange or link8), else the last link.
    load_friction : Literal['keep', 'refit'], ``LOAD_FRICTION``
        Friction under load: that without it, or found anew. Default keep.
    static : bool
        Weigh at rest, in the poses that the logs hold: mass and centre only.
    standstill : Option, ``SPEED[,SECONDS]``
        Standing still, with static=True: slower than SPEED (rad/s or m/s) for SECONDS or longer.
    stated_mass_kg : Option, ``KG``
        Mass of the load by a scale, in kg, for comparison.
    scale_percent : Option, ``PERCENT``
        Standard deviation of the common scale of all torques, in percent: 1 for joint torque sensors, 0 if exact.
    gyration_radius_m : Option, ``M``
        Radius of gyration that the load has at most, in m: for inertias that the motion does not show. Default
        0.15.
    friction : Option, ``MODEL``
        Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers
        tanh:WIDTH, stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the
        one that predicts held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous.
    no_rotor : bool
        Without rotor inertias `Ia`.
    out : Option, ``PATH``
        Where to write; a folder for result.json, tables, report and files of the robot where the method has some;
        an earlier result there is replaced, nothing else.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    loaded : LogLike | Sequence[LogLike]
        Logs with a load of known mass; on the same frame, to find the drive gains from, beside unloaded=.
    mass_kg : Option, ``KG``
        Mass of that load, in kg.
    cutoff_hz : Option, ``HZ``
        Cut-off of the zero-phase low pass, in Hz; of the positions, four times that of the torques if not given.
    torque_cutoff_hz : Option, ``HZ``
        Up to where torques and model are compared, both filtered alike, in Hz; proposed from the spectrum of the
        motion if not given.
    filter_torques_alone : bool
        Filter torques like positions and leave the model alone.
    decimate : Option, ``K``
        Keep every so-manieth sample after filtering. Default 1.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('payload', ['robot', 'logs'], arguments)  # type: ignore[no-any-return]


def gravity(
    robot: RobotLike,
    logs: LogLike | Sequence[LogLike],
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    stand_speed: Option = None,
    shortest_stop: Option = None,
    slow_speed: Option = None,
    no_offset: bool = False,
    out: Option = None,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    accept: Option = None,
    progress: Progress = None,
) -> Result:
    """Find weights and torque offsets from static poses or slow motion.

    The logs are searched for stops and for motion so slow that only weight and friction count. A joint that reaches
    its poses from both sides separates friction from weight: move a little past every pose and back to it. Tensors
    of the links play no part, and are not found.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    logs : LogLike | Sequence[LogLike]
        Logs with stops, or of slow motion.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    stand_speed : Option, ``SPEED``
        An arm stands where all joints are slower than this, in rad/s or m/s. Default 0.01.
    shortest_stop : Option, ``S``
        Shortest stop that counts, in s. Default 0.4.
    slow_speed : Option, ``SPEED``
        Speed up to which motion counts as slow, in rad/s or m/s; slow motion is used too, 0 for stops only. Default
        0.15.
    no_offset : bool
        Without torque offsets; the channels have no constant errors.
    out : Option, ``PATH``
        Where to write; a folder for result.json, tables, report and files of the robot where the method has some;
        an earlier result there is replaced, nothing else.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('gravity', ['robot', 'logs'], arguments)  # type: ignore[no-any-return]


def collisions(
    result: ResultLike,
    logs: LogLike | Sequence[LogLike],
    *,
    free: LogLike | Sequence[LogLike] | None = None,
    thresholds: ResultLike | None = None,
    false_alarms_per_hour: Option = None,
    gain: Option = None,
    slow_speed: Option = None,
    velocity_source: Literal['logged', 'positions'] | None = None,
    frame: Option = None,
    out: Option = None,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    accept: Option = None,
    progress: Progress = None,
) -> Result:
    """Find contacts in logs: when, which joints, how hard.

    The momentum residual of the identified robot follows torques from outside. Thresholds are learned from logs of
    the usual work without contact (free=), or taken from a result of this verb (thresholds=).

    Parameters
    ----------
    result : ResultLike
        Folder of an identification, or its result.json.
    logs : LogLike | Sequence[LogLike]
        Logs to watch.
    free : LogLike | Sequence[LogLike]
        Logs without contact, to learn thresholds from.
    thresholds : ResultLike
        Earlier result of this verb, whose thresholds are taken.
    false_alarms_per_hour : Option, ``N``
        False alarms per hour, over all joints. Default 0.1.
    gain : Option, ``PER_S``
        Bandwidth of the residual, in 1/s; higher is faster and noisier.
    slow_speed : Option, ``SPEED``
        Speed up to which motion counts as slow, in rad/s or m/s; slow joints may stick. Default 0.05.
    velocity_source : Literal['logged', 'positions'], ``VELOCITY_SOURCE``
        Source of velocities. Default logged.
    frame : Option, ``FRAME``
        Frame or link that carries the load or the contact; its origin for the force, the last link if not given.
    out : Option, ``PATH``
        Where to write; a folder for result.json, tables, report and files of the robot where the method has some;
        an earlier result there is replaced, nothing else.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('collisions', ['result', 'logs'], arguments)  # type: ignore[no-any-return]


def elastic(
    robot: RobotLike,
    logs: LogLike | Sequence[LogLike],
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    joints: Option = None,
    method: Literal['deflection', 'wls', 'ols'] | None = None,
    full_rotors: bool = False,
    known_rotors: bool = False,
    damping: Literal['auto', 'all', 'none'] | bool | None = None,
    min_speed: Option = None,
    hold_out: Option = None,
    keep_lag: bool = False,
    keep_shift: bool = False,
    no_hysteresis: bool = False,
    assume: Option = None,
    true_stiffness: Option = None,
    no_rotor: bool = False,
    friction: Option = None,
    offset: bool = False,
    out: Option = None,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    accept: Option = None,
    cutoff_hz: Option = None,
    torque_cutoff_hz: Option = None,
    filter_torques_alone: bool = False,
    decimate: Option = None,
    progress: Progress = None,
) -> Result:
    """Identify elastic joints: stiffness, rotors, links and friction from encoders on both sides.

    A LOG has positions of links and motors, both seen from the joint side: columns q1.. and qm1.. (or q.<joint>,
    qm.<joint>) of a table; in a bag the names <joint>.link beside <joint>. Efforts are those of the motors. Nothing
    may touch the arm.

    Joints with one encoder are left out by joints=, or get a link whose motion is estimated with assume=.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    logs : LogLike | Sequence[LogLike]
        Logs with encoders on both sides.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    joints : Option, ``J,..``
        Joints with a spring, by name or number; the others are taken as rigid.
    method : Literal['deflection', 'wls', 'ols'], ``METHOD``
        Estimator of the parameters. Default deflection.
    full_rotors : bool
        Rotors also turn with the links that carry them; needs gear ratios.
    known_rotors : bool
        Take rotor inertias from the robot: where deflections are small, links and rotors are hard to tell apart.
    damping : Literal['auto', 'all', 'none'] | bool, ``SPRINGS``
        Springs with a damping `D`: those whose damping is significant, all or none. Default auto.
    min_speed : Option, ``SPEED``
        Leave out rows near velocity reversals, where a joint is slower than this, for that joint, in rad/s or m/s;
        speeds are those of the motors; 0 uses all rows; 5 % of a motor's own rms speed if not given.
    hold_out : Option, ``SHARE``
        Share of every log, at its end, that is kept for validation. Default 0.2.
    keep_lag : bool
        Leave the lag between the encoders in.
    keep_shift : bool
        Take encoders as they are at zero load.
    no_hysteresis : bool
        Without a jump of deflections at reversals, which friction behind the spring leaves.
    assume : Option, ``JOINT=K``
        A joint without encoder on its link: its stiffness, in N m/rad or N/m, by which the motion of the link is
        estimated.
    true_stiffness : Option, ``K1,K2,..``
        The arm is simulated: ROBOT is the truth, and so are these stiffnesses of all joints.
    no_rotor : bool
        Without rotor inertias `Ia`.
    friction : Option, ``MODEL``
        Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers
        tanh:WIDTH, stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the
        one that predicts held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous.
    offset : bool
        With a constant torque offset `off` per joint; the model that data decide on has one.
    out : Option, ``PATH``
        Where to write; a folder for result.json, tables, report and files of the robot where the method has some;
        an earlier result there is replaced, nothing else.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    cutoff_hz : Option, ``HZ``
        Cut-off of the zero-phase low pass, in Hz; of the positions, four times that of the torques if not given.
    torque_cutoff_hz : Option, ``HZ``
        Up to where torques and model are compared, both filtered alike, in Hz; proposed from the spectrum of the
        motion if not given.
    filter_torques_alone : bool
        Filter torques like positions and leave the model alone.
    decimate : Option, ``K``
        Keep every so-manieth sample after filtering. Default 1.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('elastic', ['robot', 'logs'], arguments)  # type: ignore[no-any-return]


def stiffness(
    robot: RobotLike,
    logs: LogLike | Sequence[LogLike],
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    out: Option = None,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    accept: Option = None,
    wrench: Option = None,
    no_wrench: bool = False,
    wrench_frame: Option = None,
    wrench_on: Literal['environment', 'robot'] | None = None,
    assume_zero: Option = None,
    wrench_delay: Option = None,
    wrench_topic: Option = None,
    clamped: Option = None,
    motor_friction: Literal['separated', 'ignored'] | None = None,
    cutoff_hz: Option = None,
    decimation_hz: Option = None,
    clamp_stiffness: Option = None,
    tool: Option = None,
    pose: Option = None,
    truth: Option = None,
    progress: Progress = None,
) -> Result:
    """Find joint stiffnesses of an arm whose end-effector is clamped while it presses.

    A LOG holds positions of the motors (seen from the joint side) and torques or currents of an arm that is clamped
    and presses with changing force. By motor torque, stiffness is the slope of torque over angle; loading and
    unloading are separated, as friction has opposite signs there. With a force sensor it is found again without
    drive gains and friction: columns fx fy fz mx my mz (in the LOG, empty or repeated between samples, or in a file
    with stamps of its own), or a topic of geometry_msgs/WrenchStamped. An axis counts where it is loaded; give
    several logs for several poses.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    logs : LogLike | Sequence[LogLike]
        Logs of the clamped arm, one per pose or run.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    out : Option, ``PATH``
        Where to write; a folder for result.json, tables, report and files of the robot where the method has some;
        an earlier result there is replaced, nothing else.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    wrench : Option, ``FILE``
        Records of the force sensor, one per LOG; looked for in the logs themselves if not given.
    no_wrench : bool
        Without forces, wherever they are.
    wrench_frame : Option, ``FRAME``
        Frame of the robot whose axes and origin the forces refer to; that of the record if not given.
    wrench_on : Literal['environment', 'robot'], ``SIDE``
        On what the forces act as they are logged. Default environment.
    assume_zero : Option, ``FX,..``
        Components that count as zero: not measured, because the contact cannot transmit them.
    wrench_delay : Option, ``S``
        Delay of the forces' stamps, in s; negative if early; estimated if not given.
    wrench_topic : Option, ``NAME``
        Topic of a bag, where several hold wrenches.
    clamped : Option, ``LINK``
        Link that is clamped; the one that carries the frame of the forces, else the last, if not given.
    motor_friction : Literal['separated', 'ignored'], ``HOW``
        Treatment of friction in motor torques. Default separated.
    cutoff_hz : Option, ``HZ``
        Cut-off of the zero-phase low pass, in Hz; of positions and torques. Default 10.
    decimation_hz : Option, ``HZ``
        Cut-off of the filter before rows are thinned out, in Hz. Default 5.
    clamp_stiffness : Option, ``KX,KY,KZ,KMX,KMY,KMZ``
        Stiffness of the clamp along (N/m) and about (N m/rad) the axes of the frame of the forces, or of the
        clamped link; inf where it is rigid, one value inf for all; without it stiffnesses are those of joint and
        clamp in series.
    tool : Option, ``FRAME``
        Tool frame; that whose compliance is computed, the last link if not given.
    pose : Option, ``Q1,Q2,..``
        Pose of that compliance, in rad or m; that of the first log if not given.
    truth : Option, ``K1,K2,..``
        True stiffnesses of a simulated arm, to be shown beside those found.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('stiffness', ['robot', 'logs'], arguments)  # type: ignore[no-any-return]


def reverse(
    robot: RobotLike,
    samples: str | os.PathLike[str],
    *,
    gravity: Option = None,
    payload: Option = None,
    lock: Option = None,
    rotor: bool = False,
    out: Option = None,
    progress: Progress = None,
) -> Result:
    """Find the parameters of a model from samples of its mass matrix and gravity vector.

    Some controllers give their mass matrix M(q) and gravity vector g(q), but not the parameters behind them.
    SAMPLES is a table with a line per pose and a header: q1,q2,.. M11,M12,M22,.. g1,g2,.. (rad or m; kg m2; N m).
    The upper half of M is enough; M or g may be missing. ROBOT gives the geometry.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    samples : str | os.PathLike[str]
        Table of poses, mass matrices and gravity vectors.
    gravity : Option, ``X,Y,Z``
        Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount.
    payload : Option, ``FRAME:M,CX,CY,CZ[,IXX,..]``
        A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the tensor about the
        centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m².
    lock : Option, ``JOINT=POSITION``
        Fix a joint that the logs do not have at a position, in rad or m.
    rotor : bool
        The diagonal of the mass matrix holds rotor inertias.
    out : Option, ``PATH``
        Where to write; a folder for result.json, tables, report and files of the robot where the method has some;
        an earlier result there is replaced, nothing else.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('reverse', ['robot', 'samples'], arguments)  # type: ignore[no-any-return]


def observe(
    robot: RobotLike,
    logs: LogLike | Sequence[LogLike],
    *,
    store: Option = None,
    robot_id: Option = None,
    temperature_c: Option = None,
    plan_only: bool = False,
    effort: Literal['torque', 'current'] | None = None,
    topic: Option = None,
    map: Option = None,
    time_unit: Literal['s', 'ms', 'us', 'ns'] | None = None,
    angle_unit: Literal['rad', 'deg'] | None = None,
    velocity_unit: Literal['rad/s', 'deg/s', 'rpm'] | None = None,
    negate: Option | bool | None = None,
    effort_delay_s: Option = None,
    rate_hz: Option = None,
    gains: Option = None,
    accept: Option = None,
    no_rotor: bool = False,
    friction: Option = None,
    offset: bool = False,
    progress: Progress = None,
) -> Result:
    """Add the evidence of logs to the store of a fleet; only new logs are read.

    A store holds one robot type. The first call makes its plan from up to eight of the logs of one robot: friction
    model, cut-off and filter are then the same for all logs. friction=, no_rotor=True, offset=True, gains= and
    accept= count in that call only.

    A log that is in the store already, under any name, is not read again.

    Parameters
    ----------
    robot : RobotLike
        A built-in name (`taufit.robots` lists them), a URDF, an MJCF, or a robot.toml.
    logs : LogLike | Sequence[LogLike]
        Logs of robots of this type.
    store : Option, ``DIR``
        Folder of the store; made if it does not exist.
    robot_id : Option, ``ID``
        Robot that was logged, such as its serial number, for all logs or once per log; the name of the folder of
        each log if not given.
    temperature_c : Option, ``C``
        Temperature of the robot [°C], for all logs or once per log.
    plan_only : bool
        Make the plan of a new store from these logs, and stop.
    effort : Literal['torque', 'current'], ``EFFORT``
        Meaning of the effort columns, where the header does not give it.
    topic : Option, ``NAME``
        Topic of a bag, where it has several that could be meant.
    map : Option, ``WHAT=COLUMNS``
        Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is called
        there, such as elbow=left_elbow.
    time_unit : Literal['s', 'ms', 'us', 'ns'], ``UNIT``
        Unit of the time stamps, in place of the header's.
    angle_unit : Literal['rad', 'deg'], ``UNIT``
        Unit of the positions of revolute joints, in place of the header's.
    velocity_unit : Literal['rad/s', 'deg/s', 'rpm'], ``UNIT``
        Unit of the velocities of revolute joints, in place of the header's.
    negate : Option | bool, ``JOINTS``
        Reverse the sign of all efforts, or of those of some joints: negate==joint2,joint4.
    effort_delay_s : Option, ``S``
        Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead. Default
        0.
    rate_hz : Option, ``HZ``
        Samples per second of a log without time stamps; stamps that it has are not used.
    gains : Option, ``GAINS``
        Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is not known,
        or the file that `taufit.gains out=` wrote; those of the robot if not given.
    accept : Option, ``CODE``
        Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is at most
        usable.
    no_rotor : bool
        Without rotor inertias `Ia`.
    friction : Option, ``MODEL``
        Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers
        tanh:WIDTH, stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the
        one that predicts held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous.
    offset : bool
        With a constant torque offset `off` per joint; the model that data decide on has one.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('observe', ['robot', 'logs'], arguments)  # type: ignore[no-any-return]


def schema(
    of: Literal['identify', 'collisions', 'motors', 'stiffness', 'elastic', 'payload', 'gravity', 'reverse', 'fleet', 'experiment'] | None = None,
    *,
    progress: Progress = None,
) -> Result:
    """Print the JSON schema of a result or of experiment.toml.

    Parameters
    ----------
    of : Literal['identify', 'collisions', 'motors', 'stiffness', 'elastic', 'payload', 'gravity', 'reverse', 'fleet', 'experiment']
        File to describe: result.json of a verb, or experiment.toml of `taufit.run`. Default identify.
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('schema', ['of'], arguments)  # type: ignore[no-any-return]


def robots(
    *,
    progress: Progress = None,
) -> Result:
    """List the built-in robots.

    Parameters
    ----------
    progress : bool or callable
        ``True`` for a bar of tqdm, or a function ``(what, done, total)``.

    Returns
    -------
    Result
        Fields of the JSON document of the command line as attributes.
    """
    arguments = dict(locals())
    return call('robots', [], arguments)  # type: ignore[no-any-return]
