//! Stiffnesses of clamped axes against a quasi-static arm whose every number is known.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use taufit::dynamics::{Scratch, frame_jacobian, frame_pose};
use taufit::methods::{
    BranchFriction, ClampedLog, StiffnessResult, StiffnessSettings, WrenchSettings, WrenchSide,
    identify_stiffness,
};
use taufit::model::{JointDescription, JointKind, LinkDescription, Robot, catalog};
use taufit::recording::{EffortKind, Recording, WrenchComponent, WrenchRecording};
use taufit::spatial::{Transform, Vec3};
use taufit::study::{AxisRecord, LineFit, StiffnessStatus};
use taufit::validate::Grade;
use taufit::{Error, Warning};

const STIFFNESS: [f64; 2] = [8.0e3, 5.0e3];
const Q0: [f64; 2] = [0.6, -0.9];
const LEVELS_N: [f64; 9] = [40.0, 80.0, 120.0, 160.0, 110.0, 60.0, 10.0, 90.0, 20.0];
const RAMP_S: f64 = 1.5;
const HOLD_S: f64 = 1.5;

/// Changes that a test makes.
#[derive(Clone, Copy)]
struct Arm {
    friction_nm: [f64; 2],
    /// Friction as a share of the spring's torque, on top.
    load_friction: f64,
    offset_nm: f64,
    /// White noise of motor torques and forces; a tenth of the former wanders.
    torque_noise_nm: f64,
    force_noise_n: f64,
    encoder_step_rad: f64,
    /// The clamp lets both links go by this, from half-time on.
    slip_rad: f64,
    /// Compliance of the clamp against displacement, in all directions; it does not hold rotations \[m/N\].
    clamp_m_n: f64,
    /// Delay of the forces' stamps \[s\].
    wrench_delay_s: f64,
    /// Forces are multiplied by this.
    scale: f64,
    gaps: bool,
    seed: u64,
}

const ARM: Arm = Arm {
    friction_nm: [6.0, 3.0],
    load_friction: 0.0,
    offset_nm: 0.7,
    torque_noise_nm: 4.0,
    force_noise_n: 3.0,
    encoder_step_rad: 1e-6,
    slip_rad: 0.0,
    clamp_m_n: 0.0,
    wrench_delay_s: 0.0,
    scale: 1.0,
    gaps: true,
    seed: 1,
};

/// Half a metre beyond the last joint.
const TOOL: &str = "tool";

fn planar() -> Robot {
    let mut description = catalog::description("planar2r").unwrap();
    let last = description.links.last().unwrap().name.clone();
    description.links.push(LinkDescription::new(TOOL, None));
    description.joints.push(JointDescription {
        parent_from_joint: Transform::from_xyz_rpy([0.5, 0.0, 0.0], [0.0; 3]),
        ..JointDescription::new("mount", JointKind::Fixed, last, TOOL)
    });
    description.build().unwrap()
}

/// `∂(x, y)/∂q` of the tool, from the library's Jacobian in world axes; the plane is found by where
/// the columns point.
fn jacobian(robot: &Robot) -> [[f64; 3]; 2] {
    let mut scratch = Scratch::new(robot);
    let frame = robot.frame(TOOL).unwrap();
    let columns = frame_jacobian(robot, &mut scratch, &Q0, frame).unwrap();
    [0, 1].map(|j| [columns[j].linear.x, columns[j].linear.y, columns[j].linear.z])
}

/// Force at a time: ramps to the levels, each held.
fn force_n(t_s: f64) -> f64 {
    let step = (t_s / (RAMP_S + HOLD_S)) as usize;
    let level = |k: usize| LEVELS_N[k.min(LEVELS_N.len() - 1)];
    let before = if step == 0 { 0.0 } else { level(step - 1) };
    let share = ((t_s - step as f64 * (RAMP_S + HOLD_S)) / RAMP_S).min(1.0);
    before + share * (level(step) - before)
}

/// A random walk that forgets, of unit standard deviation.
struct Wander(f64);

impl Wander {
    fn step(&mut self, dice: &mut Pcg64) -> f64 {
        // A fifth of a second.
        const MEMORY: f64 = 0.99;
        self.0 = MEMORY * self.0 + (1.0 - MEMORY * MEMORY).sqrt() * normal(dice);
        self.0
    }
}

fn normal(dice: &mut Pcg64) -> f64 {
    let (u, v): (f64, f64) = (dice.random_range(1e-12..1.0), dice.random_range(0.0..1.0));
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Motors that stick and slide: the motor moves as little as friction demands. The wrench is the force
/// in the plane that balances both springs.
fn records(robot: &Robot, arm: &Arm) -> (Recording, WrenchRecording) {
    let mut dice = Pcg64::seed_from_u64(arm.seed);
    let columns = jacobian(robot);
    let (a, b) = plane(&columns);
    let coupled = coupled_stiffness(&columns, (a, b), arm.clamp_m_n);
    let duration_s = (RAMP_S + HOLD_S) * LEVELS_N.len() as f64;
    let n = (500.0 * duration_s) as usize;
    let (mut t_s, mut q, mut tau) = (vec![], [vec![], vec![]], [vec![], vec![]]);
    let mut forces: (Vec<f64>, [Vec<f64>; 6]) = Default::default();
    let mut motor = Q0;
    let mut walks = [Wander(0.0), Wander(0.0)];
    let (mut n_force, mut silent) = (0.0, false);
    for k in 0..n {
        let now_s = k as f64 / 500.0;
        let slip = if now_s > 0.5 * duration_s { arm.slip_rad } else { 0.0 };
        let commands = [0, 1].map(|j| arm.scale * columns[j][b] * force_n(now_s));
        let spring = slide(arm, &coupled, commands, slip, &mut motor);
        for j in 0..2 {
            let command = commands[j];
            let noise = arm.torque_noise_nm * (normal(&mut dice) + 0.1 * walks[j].step(&mut dice));
            q[j].push((motor[j] / arm.encoder_step_rad).round() * arm.encoder_step_rad);
            tau[j].push(command + arm.offset_nm + noise);
        }
        t_s.push(now_s);
        if now_s >= n_force / 83.3 {
            n_force += 1.0;
            silent ^= arm.gaps && dice.random_range(0.0..1.0) < if silent { 0.02 } else { 0.004 };
            if !silent {
                let wrench = balance(&columns, (a, b), spring);
                forces.0.push(now_s + arm.wrench_delay_s);
                for (axis, channel) in forces.1.iter_mut().enumerate() {
                    let truth = if axis == a {
                        wrench[0]
                    } else if axis == b {
                        wrench[1]
                    } else {
                        0.0
                    };
                    channel.push(truth + arm.force_noise_n * normal(&mut dice));
                }
            }
        }
    }
    let recording = Recording {
        source: "clamped".into(),
        joints: robot.dof_joint_iter().map(|j| j.name.clone()).collect(),
        t_s,
        q: q.concat(),
        q_motor: None,
        qd: None,
        effort: tau.concat(),
        effort_kind: EffortKind::Torque,
    };
    let channels = forces.1.map(Some);
    (recording, WrenchRecording { source: "sensor".into(), frame: None, t_s: forces.0, channels })
}

/// Torques of both springs per deflection of both motors: springs and clamp in series,
/// `(K⁻¹ + J⁻¹ C J⁻ᵀ)⁻¹`, with the columns of `J` in the plane.
fn coupled_stiffness(
    columns: &[[f64; 3]; 2],
    (a, b): (usize, usize),
    clamp_m_n: f64,
) -> [[f64; 2]; 2] {
    let inverse = |m: [[f64; 2]; 2]| {
        let det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
        [[m[1][1] / det, -m[0][1] / det], [-m[1][0] / det, m[0][0] / det]]
    };
    let j = inverse([[columns[0][a], columns[1][a]], [columns[0][b], columns[1][b]]]);
    let clamp = |r: usize, c: usize| clamp_m_n * (j[r][0] * j[c][0] + j[r][1] * j[c][1]);
    let own = |r: usize, c: usize| if r == c { 1.0 / STIFFNESS[r] } else { 0.0 };
    inverse([0, 1].map(|r| [0, 1].map(|c| own(r, c) + clamp(r, c))))
}

/// Moves the motors as little as friction demands; the torques of the springs.
fn slide(
    arm: &Arm,
    stiffness: &[[f64; 2]; 2],
    commands: [f64; 2],
    slip: f64,
    motor: &mut [f64; 2],
) -> [f64; 2] {
    let torque = |motor: &[f64; 2], j: usize| -> f64 {
        (0..2).map(|i| stiffness[j][i] * (motor[i] - Q0[i] - slip)).sum()
    };
    // Each motor in turn, until both agree.
    for _ in 0..if arm.clamp_m_n > 0.0 { 50 } else { 1 } {
        for j in 0..2 {
            let friction = arm.friction_nm[j] + arm.load_friction * commands[j].abs();
            let now = torque(motor, j);
            let wanted = now.clamp(commands[j] - friction, commands[j] + friction);
            motor[j] += (wanted - now) / stiffness[j][j];
        }
    }
    [0, 1].map(|j| torque(motor, j))
}

/// The two world axes of the plane in which the arm moves.
fn plane(columns: &[[f64; 3]; 2]) -> (usize, usize) {
    let length = |axis: usize| columns[0][axis].abs() + columns[1][axis].abs();
    let still = (0..3).min_by(|a, b| length(*a).total_cmp(&length(*b))).unwrap();
    let moving: Vec<usize> = (0..3).filter(|axis| *axis != still).collect();
    (moving[0], moving[1])
}

/// Forces along two axes with `Jᵀ F` the springs' torques.
fn balance(columns: &[[f64; 3]; 2], (a, b): (usize, usize), tau: [f64; 2]) -> [f64; 2] {
    let (m, n) = (columns[0], columns[1]);
    let det = m[a] * n[b] - m[b] * n[a];
    [(tau[0] * n[b] - m[b] * tau[1]) / det, (m[a] * tau[1] - tau[0] * n[a]) / det]
}

/// A wrench about the tool's origin, from world axes to those of the tool.
fn in_tool_axes(robot: &Robot, wrench: WrenchRecording) -> WrenchRecording {
    let mut scratch = Scratch::new(robot);
    let frame = robot.frame(TOOL).unwrap();
    let turn = frame_pose(robot, &mut scratch, &Q0, frame).unwrap().rotation;
    let channel = |i: usize| wrench.channels[i].as_ref().unwrap();
    let turned = |first: usize, row: usize| -> Option<Vec<f64>> {
        let axis = turn.cols[row];
        let at = |k: usize| {
            axis.x * channel(first)[k]
                + axis.y * channel(first + 1)[k]
                + axis.z * channel(first + 2)[k]
        };
        Some((0..wrench.t_s.len()).map(at).collect())
    };
    let channels = std::array::from_fn(|i| turned(3 * (i / 3), i % 3));
    WrenchRecording { frame: Some(TOOL.to_owned()), channels, ..wrench.clone() }
}

fn identified(arm: &Arm, settings: &StiffnessSettings) -> Result<StiffnessResult, Error> {
    let robot = planar();
    let (recording, wrench) = records(&robot, arm);
    let wrench = in_tool_axes(&robot, wrench);
    let log = ClampedLog { recording: &recording, wrench: Some(&wrench) };
    identify_stiffness(&robot, &[log], &[], settings)
}

fn found(arm: &Arm) -> StiffnessResult {
    identified(arm, &StiffnessSettings::default()).unwrap()
}

fn codes(result: &StiffnessResult) -> Vec<&'static str> {
    result.warnings.iter().map(Warning::code).collect()
}

fn deviation(fit: &LineFit, truth: f64) -> f64 {
    (fit.stiffness - truth) / fit.sigma
}

#[test]
fn exact_data_give_the_exact_stiffness_by_both_methods() {
    let clean = Arm {
        torque_noise_nm: 0.0,
        force_noise_n: 0.0,
        encoder_step_rad: 1e-12,
        gaps: false,
        ..ARM
    };
    let result = found(&Arm { friction_nm: [0.0; 2], ..clean });
    for (axis, k) in result.axes.iter().zip(STIFFNESS) {
        // The Jacobian is that of the motors at the lowest load, some mrad off the links.
        for (fit, tolerance) in
            [(&axis.motor, 1e-6), (&axis.motor_plain, 1e-6), (&axis.wrench, 1e-3)]
        {
            let error = fit.as_ref().unwrap().stiffness / k - 1.0;
            assert!(error.abs() < tolerance, "{}: {error:e}", axis.joint);
        }
    }
    // With friction the wrench still sees the spring alone; the branches tell friction and offset.
    let result = found(&clean);
    for (dof, (axis, k)) in result.axes.iter().zip(STIFFNESS).enumerate() {
        let wrench = axis.wrench.as_ref().unwrap();
        assert!((wrench.stiffness / k - 1.0).abs() < 1e-3, "{}", axis.joint);
        assert!((wrench.offsets[0].value + k * Q0[dof]).abs() < 1e-3 * k, "{}", axis.joint);
        let motor = axis.motor.as_ref().unwrap();
        let plain = axis.motor_plain.as_ref().unwrap();
        let error = |fit: &LineFit| (fit.stiffness / k - 1.0).abs();
        let (with, without) = (error(motor), error(plain));
        assert!(with < 2e-3 && with < without, "{}: {with:e} {without:e}", axis.joint);
        assert!((motor.friction.unwrap() / ARM.friction_nm[dof] - 1.0).abs() < 0.05);
        assert!((axis.hysteresis.unwrap() - 2.0 * motor.friction.unwrap()).abs() < 1e-12);
    }
    assert_eq!(codes(&result), ["W201"], "{:?}", result.warnings);
}

/// A log that does not stay in memory is read window by window.
#[test]
fn a_long_log_gives_the_same_stiffness() {
    const TIMES: usize = 12;
    let arm = Arm {
        friction_nm: [0.0; 2],
        torque_noise_nm: 0.0,
        force_noise_n: 0.0,
        encoder_step_rad: 1e-12,
        gaps: false,
        ..ARM
    };
    let robot = planar();
    let (recording, wrench) = records(&robot, &arm);
    let wrench = in_tool_axes(&robot, wrench);
    let (n, period_s) = (recording.n_samples(), recording.t_s.last().unwrap() + 0.002);
    assert!(TIMES * n > 1 << 17);
    let times = |t_s: &[f64]| -> Vec<f64> {
        let one = |k: usize| t_s.iter().map(move |t| t + period_s * k as f64);
        (0..TIMES).flat_map(one).collect()
    };
    let repeated = |x: &[f64]| x.chunks(n).flat_map(|channel| channel.repeat(TIMES)).collect();
    let long = Recording {
        t_s: times(&recording.t_s),
        q: repeated(&recording.q),
        effort: repeated(&recording.effort),
        qd: None,
        ..recording.clone()
    };
    let forces = WrenchRecording {
        t_s: times(&wrench.t_s),
        channels: wrench.channels.clone().map(|channel| channel.map(|x| x.repeat(TIMES))),
        ..wrench
    };
    let log = ClampedLog { recording: &long, wrench: Some(&forces) };
    let settings = StiffnessSettings::default();
    let result = identify_stiffness(&robot, &[log], &[], &settings).unwrap();
    for (axis, k) in result.axes.iter().zip(STIFFNESS) {
        for (fit, tolerance) in [(&axis.motor_plain, 1e-6), (&axis.wrench, 1e-3)] {
            let fit = fit.as_ref().unwrap();
            assert!((fit.stiffness / k - 1.0).abs() < tolerance, "{}: {fit:?}", axis.joint);
            // Five rows a second at least, of all of the log.
            assert!(fit.n_rows as f64 > 5.0 * 0.9 * period_s * TIMES as f64, "{}", fit.n_rows);
        }
    }
}

/// Intervals of 95 % contain the truth as often as they say: 2 axes × 2 methods × 100 runs.
#[test]
fn intervals_cover_the_truth() {
    let (mut inside, mut all) = ([0, 0], 0);
    // Not the seeds that the method was made with.
    for seed in 90_000..90_100 {
        let result = found(&Arm { seed, ..ARM });
        for (axis, k) in result.axes.iter().zip(STIFFNESS) {
            assert_eq!(axis.status, StiffnessStatus::Determined);
            let fits = [axis.motor.as_ref().unwrap(), axis.wrench.as_ref().unwrap()];
            for (n, fit) in inside.iter_mut().zip(fits) {
                *n += usize::from(deviation(fit, k).abs() < 1.96);
            }
            all += 1;
        }
    }
    println!("motor, wrench: {inside:?} of {all}");
    // 90 to 98 % of 200.
    assert!(inside.iter().all(|n| (180..=196).contains(n)), "{inside:?} of {all}");
}

#[test]
fn ignoring_friction_costs_accuracy_and_says_so() {
    let result = found(&ARM);
    for axis in &result.axes {
        let (motor, plain) = (axis.motor.as_ref().unwrap(), axis.motor_plain.as_ref().unwrap());
        assert!(plain.percent_sigma > 2.0 * motor.percent_sigma, "{}", axis.joint);
        assert!(plain.relative_error_percent > motor.relative_error_percent);
    }
    let (friction, max_relative_sigma) = (BranchFriction::Ignored, 0.5);
    let ignored = StiffnessSettings { friction, max_relative_sigma, ..Default::default() };
    let robot = planar();
    let (recording, _) = records(&robot, &ARM);
    let log = ClampedLog { recording: &recording, wrench: None };
    let result = identify_stiffness(&robot, &[log], &[], &ignored).unwrap();
    let axis = &result.axes[0];
    let found = axis.stiffness.as_ref().map(|k| k.value);
    assert_eq!(found, axis.motor_plain.as_ref().map(|fit| fit.stiffness));
    assert!(axis.wrench.is_none() && axis.difference_percent.is_none());
}

#[test]
fn friction_that_grows_with_the_load_is_averaged_out_and_told() {
    let result = found(&Arm { load_friction: 0.08, friction_nm: [2.0, 1.0], ..ARM });
    for (axis, k) in result.axes.iter().zip(STIFFNESS) {
        let [rising, falling] = axis.branch_stiffness.unwrap();
        assert!(rising.max(falling) > 1.05 * k && rising.min(falling) < 0.95 * k, "{}", axis.joint);
        let error = axis.motor.as_ref().unwrap().stiffness / k - 1.0;
        assert!(error.abs() < 0.03, "{}: {error}", axis.joint);
    }
    assert!(codes(&result).contains(&"W211"));
}

#[test]
fn a_clamp_that_slips_is_noticed_by_either_method() {
    let slipping = Arm { slip_rad: 1.5e-3, gaps: false, ..ARM };
    let result = found(&slipping);
    let moved: Vec<&Warning> = result.warnings.iter().filter(|w| w.code() == "W205").collect();
    assert!(!moved.is_empty(), "{:?}", result.warnings);
    let text = moved[0].to_string();
    // Half-time is 13.5 s.
    assert!(text.contains("t = 13.") || text.contains("t = 12."), "{text}");
    let robot = planar();
    let (recording, _) = records(&robot, &slipping);
    let log = ClampedLog { recording: &recording, wrench: None };
    let alone = identify_stiffness(&robot, &[log], &[], &StiffnessSettings::default()).unwrap();
    assert!(codes(&alone).contains(&"W205"), "{:?}", alone.warnings);
}

/// A clamp that gives way by 40 µm/N, and turns freely.
const SOFT: Arm = Arm { clamp_m_n: 4e-5, gaps: false, ..ARM };
const SOFT_CLAMP: [f64; 6] = [4e-5, 4e-5, 4e-5, 1e3, 1e3, 1e3];

#[test]
fn a_soft_clamp_is_said_to_be_in_series_with_the_joints() {
    let result = found(&SOFT);
    let errors: Vec<f64> = result
        .axes
        .iter()
        .zip(STIFFNESS)
        .map(|(axis, k)| axis.stiffness.as_ref().unwrap().value / k - 1.0)
        .collect();
    assert!(errors.iter().any(|e| *e < -0.1), "{errors:?}");
    assert!(
        codes(&result).contains(&"W201") && codes(&result).contains(&"W202"),
        "{:?}",
        codes(&result)
    );
    assert_eq!(result.verdict.grade, Grade::Usable);
    let concerns = result.verdict.concerns.join("; ");
    assert!(concerns.contains("stiffness of joint and clamp in series"), "{concerns}");
}

#[test]
fn a_clamp_whose_stiffness_is_given_is_taken_off() {
    let given =
        |clamp: [f64; 6]| StiffnessSettings { clamp_compliance: Some(clamp), ..Default::default() };
    // Noise of the torques is in the motion of the links that they explain: little of it here.
    let quiet = Arm { torque_noise_nm: 0.4, force_noise_n: 0.3, ..SOFT };
    let result = identified(&quiet, &given(SOFT_CLAMP)).unwrap();
    for (axis, k) in result.axes.iter().zip(STIFFNESS) {
        // Without the force sensor friction of the drives counts as load of the clamp.
        let fits = [(axis.wrench.as_ref().unwrap(), 0.02), (axis.motor.as_ref().unwrap(), 0.05)];
        for (fit, tolerance) in fits {
            let error = fit.stiffness / k - 1.0;
            assert!(error.abs() < tolerance, "{}: {error}", axis.joint);
        }
    }
    assert!(!codes(&result).contains(&"W201"), "{:?}", codes(&result));
    // A rigid clamp is zero compliance.
    let rigid = identified(&ARM, &given([0.0; 6])).unwrap();
    assert_eq!(rigid.axes[0].stiffness, found(&ARM).axes[0].stiffness);
    assert_eq!(rigid.verdict.grade, Grade::Good, "{:?}", rigid.verdict);
    assert_eq!(found(&ARM).verdict.grade, Grade::Usable);
    let negative = identified(&ARM, &given([-1.0; 6])).unwrap_err();
    assert_eq!(negative.code(), "E100");
}

#[test]
fn a_force_sensor_with_another_clock_is_found_and_aligned() {
    let late = Arm { wrench_delay_s: 0.3, ..ARM };
    let (result, in_time) = (found(&late), found(&ARM));
    assert!(codes(&result).contains(&"W203"), "{:?}", result.warnings);
    assert!(!codes(&in_time).contains(&"W203"), "{:?}", in_time.warnings);
    let delay_s = result.clamps[0].wrench.as_ref().unwrap().delay_s;
    // To the shortest delay that counts.
    assert!((delay_s - 0.3).abs() < 0.05, "{delay_s}");
    let stiffness = |result: &StiffnessResult, axis: usize| {
        result.axes[axis].wrench.as_ref().unwrap().stiffness
    };
    let left = WrenchSettings { delay_s: Some(0.0), ..WrenchSettings::default() };
    let left =
        identified(&late, &StiffnessSettings { wrench: left, ..Default::default() }).unwrap();
    for axis in 0..2 {
        let off = |k: f64| (k / stiffness(&in_time, axis) - 1.0).abs();
        let (aligned, late) = (off(stiffness(&result, axis)), off(stiffness(&left, axis)));
        assert!(aligned < 5e-3 && late > 2.0 * aligned, "{aligned:e} {late:e}");
    }
    assert!(!codes(&left).contains(&"W203"));
}

#[test]
fn a_reversed_wrench_is_told_and_can_be_turned_round() {
    let robot = planar();
    let (recording, wrench) = records(&robot, &ARM);
    let mut wrench = in_tool_axes(&robot, wrench);
    for x in wrench.channels.iter_mut().flatten().flatten() {
        *x = -*x;
    }
    let log = [ClampedLog { recording: &recording, wrench: Some(&wrench) }];
    let as_logged = identify_stiffness(&robot, &log, &[], &StiffnessSettings::default()).unwrap();
    assert!(codes(&as_logged).contains(&"W209"));
    // The motor torque is still there to go on with.
    assert!(
        as_logged.axes.iter().all(|axis| axis.stiffness.as_ref().is_some_and(|k| k.value > 0.0))
    );
    let acts_on = WrenchSide::Robot;
    let wrench = WrenchSettings { acts_on, ..WrenchSettings::default() };
    let settings = StiffnessSettings { wrench, ..StiffnessSettings::default() };
    let turned = identify_stiffness(&robot, &log, &[], &settings).unwrap();
    assert!(deviation(turned.axes[0].wrench.as_ref().unwrap(), STIFFNESS[0]).abs() < 4.0);
}

#[test]
fn a_coarse_encoder_is_told() {
    // 160 N on a metre deflect the first axis by about 20 mrad.
    let axis = |step: f64| -> (AxisRecord, Vec<&'static str>) {
        let result = found(&Arm { encoder_step_rad: step, ..ARM });
        (result.axes[0].clone(), codes(&result))
    };
    let (fine, no_warning) = axis(1e-6);
    assert!(fine.encoder_counts.unwrap() > 1000.0 && !no_warning.contains(&"W206"));
    let coarse = fine.deflection_range / 12.0;
    let (few, findings) = axis(coarse);
    assert!(few.encoder_counts.unwrap() < 20.0 && findings.contains(&"W206"), "{findings:?}");
}

#[test]
fn the_compliance_of_the_tool_is_that_of_its_springs() {
    let robot = planar();
    let settings = StiffnessSettings {
        pose: Some(Q0.to_vec()),
        tool: Some(TOOL.to_owned()),
        ..StiffnessSettings::default()
    };
    let result = identified(&ARM, &settings).unwrap();
    let compliance = result.compliance.unwrap();
    assert!(compliance.rigid_axes.is_empty());
    let columns = jacobian(&robot);
    for i in 0..3 {
        for j in 0..3 {
            let by_hand: f64 = (0..2)
                .map(|k| {
                    columns[k][i] * columns[k][j] / result.axes[k].stiffness.as_ref().unwrap().value
                })
                .sum();
            assert!(
                (compliance.matrix[i][j] - by_hand).abs() < 1e-12 * compliance.principal_m_n[2]
            );
        }
    }
}

mod refusals {
    use super::*;

    fn refused(
        change: impl Fn(&mut Recording, &mut WrenchRecording, &mut StiffnessSettings),
    ) -> Error {
        let robot = planar();
        let (mut recording, wrench) = records(&robot, &ARM);
        let mut wrench = in_tool_axes(&robot, wrench);
        let mut settings = StiffnessSettings::default();
        change(&mut recording, &mut wrench, &mut settings);
        let log = ClampedLog { recording: &recording, wrench: Some(&wrench) };
        identify_stiffness(&robot, &[log], &[], &settings).unwrap_err()
    }

    #[test]
    fn a_missing_channel_must_be_said_to_be_zero() {
        let error = refused(|_, wrench, _| wrench.channels[3] = None);
        assert_eq!(error.code(), "E195");
        assert!(
            error.to_string().starts_with("sensor: mx of the wrench are not measured"),
            "{error}"
        );
    }

    #[test]
    fn a_frame_must_be_given_and_known() {
        let error = refused(|_, wrench, _| wrench.frame = None);
        assert!(
            error.code() == "E196"
                && error.to_string().contains("frame of the wrench is not given"),
            "{error}"
        );
        assert_eq!(refused(|_, wrench, _| wrench.frame = Some("tol".into())).code(), "E021");
        let base = refused(|_, _, s| s.wrench.clamped_link = Some("base".into()));
        assert_eq!(base.code(), "E200");
    }

    #[test]
    fn degrees_are_recognised_by_their_size() {
        let error = refused(|recording, _, _| recording.q.iter_mut().for_each(|q| *q *= 57.3));
        assert_eq!(error.code(), "E197");
        assert!(error.to_string().contains("0.6") && error.to_string().contains("rad"), "{error}");
    }

    #[test]
    fn records_of_other_times_and_rates_are_refused() {
        let late = |_: &mut Recording, wrench: &mut WrenchRecording, _: &mut StiffnessSettings| {
            wrench.t_s.iter_mut().for_each(|t_s| *t_s += 1e6);
        };
        assert_eq!(refused(late).code(), "E199");
        // A sensor of 8 Hz cannot be compared up to 10 Hz.
        let slow = |_: &mut Recording, wrench: &mut WrenchRecording, _: &mut StiffnessSettings| {
            wrench.t_s.iter_mut().for_each(|t_s| *t_s *= 10.0);
        };
        assert_eq!(refused(slow).code(), "E101");
    }

    #[test]
    fn a_load_that_does_not_change_says_nothing() {
        let error =
            identified(&Arm { scale: 0.0, ..ARM }, &StiffnessSettings::default()).unwrap_err();
        assert_eq!(error.code(), "E198");
    }

    #[test]
    fn bad_numbers_are_refused() {
        assert_eq!(refused(|r, _, _| r.q[10] = f64::NAN).code(), "E103");
        assert_eq!(
            refused(|_, w, _| w.channels[0].as_mut().unwrap()[5] = f64::INFINITY).code(),
            "E007"
        );
        assert_eq!(refused(|_, _, s| s.cutoff_hz = 0.0).code(), "E100");
        assert_eq!(refused(|_, _, s| s.cutoff_hz = 400.0).code(), "E101");
        assert_eq!(refused(|_, _, s| s.pose = Some(vec![0.0])).code(), "E020");
        assert_eq!(refused(|_, _, s| s.tool = Some("nothing".into())).code(), "E021");
        let robot = planar();
        let none = identify_stiffness::<Recording>(&robot, &[], &[], &StiffnessSettings::default())
            .unwrap_err();
        assert_eq!(none.code(), "E107");
    }

    #[test]
    fn assumed_components_count_as_zero_even_where_they_are_measured() {
        let assume_zero = vec![WrenchComponent::Mx, WrenchComponent::My, WrenchComponent::Mz];
        let wrench = WrenchSettings { assume_zero, ..WrenchSettings::default() };
        let settings = StiffnessSettings { wrench, ..StiffnessSettings::default() };
        let result = identified(&ARM, &settings).unwrap();
        assert!(codes(&result).contains(&"W207"));
        assert_eq!(result.clamps[0].wrench.as_ref().unwrap().measured, ["fx", "fy", "fz"]);
        let fit = result.axes[0].wrench.as_ref().unwrap();
        assert!(deviation(fit, STIFFNESS[0]).abs() < 4.0);
    }
}

/// The warnings of one clamped log, changed as a test wants it.
fn codes_of(
    robot: &Robot,
    change: impl Fn(&mut Recording, &mut WrenchRecording),
) -> Vec<&'static str> {
    let (mut recording, wrench) = records(robot, &Arm { gaps: false, ..ARM });
    let mut wrench = in_tool_axes(robot, wrench);
    change(&mut recording, &mut wrench);
    let log = ClampedLog { recording: &recording, wrench: Some(&wrench) };
    codes(&identify_stiffness(robot, &[log], &[], &StiffnessSettings::default()).unwrap())
}

#[test]
fn motor_torques_of_another_scale_contradict_the_wrench() {
    let scaled = |log: &mut Recording, _: &mut WrenchRecording| {
        log.effort.iter_mut().for_each(|tau| *tau *= 1.3);
    };
    assert!(codes_of(&planar(), scaled).contains(&"W208"));
    assert!(!codes_of(&planar(), |_, _| {}).contains(&"W208"));
}

#[test]
fn a_load_that_only_grows_does_not_tell_friction_from_stiffness() {
    // Four levels, each above the one before.
    let n = (4.0 * (RAMP_S + HOLD_S) * 500.0) as usize;
    let cut = |log: &mut Recording, _: &mut WrenchRecording| *log = log.range(0, n);
    assert!(codes_of(&planar(), cut).contains(&"W210"));
}

#[test]
fn a_sensor_that_lags_behind_its_load_is_named() {
    // A force sensor with a hysteresis of ± 12 N.
    let lagging = |_: &mut Recording, wrench: &mut WrenchRecording| {
        for (k, t_s) in wrench.t_s.iter().enumerate() {
            let way = (force_n(t_s + 0.01) - force_n(t_s - 0.5)).signum();
            for channel in wrench.channels[..3].iter_mut().flatten() {
                channel[k] -= 12.0 * way;
            }
        }
    };
    assert!(codes_of(&planar(), lagging).contains(&"W214"));
    assert!(!codes_of(&planar(), |_, _| {}).contains(&"W214"));
}

#[test]
fn a_pose_in_which_an_axis_hardly_feels_the_force_is_named() {
    let mut description = catalog::description("planar2r").unwrap();
    let last = description.links.last().unwrap().name.clone();
    description.links.push(LinkDescription::new(TOOL, None));
    // Axes so near to each other that a force at the tool turns both alike.
    description.joints[1].parent_from_joint.translation = Vec3::new(2e-3, 0.0, 0.0);
    description.joints.push(JointDescription {
        parent_from_joint: Transform::from_xyz_rpy([0.5, 0.0, 0.0], [0.0; 3]),
        ..JointDescription::new("mount", JointKind::Fixed, last, TOOL)
    });
    let robot = description.build().unwrap();
    assert!(codes_of(&robot, |_, _| {}).contains(&"W212"));
    assert!(!codes_of(&planar(), |_, _| {}).contains(&"W212"));
}
