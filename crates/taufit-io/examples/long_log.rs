//! Writes a log of any length of a UR5 with known drives, for `bench/long_logs.sh`: efforts by inverse dynamics along
//! a motion that repeats itself, with noise.
//!
//! ```sh
//! cargo run --release -p taufit-io --example long_log -- KIND N_SAMPLES FILE.csv|FILE.parquet|FILE.mcap
//! ```
//!
//! | kind | motion | efforts |
//! |---|---|---|
//! | `motion` | all joints, three harmonics in 20 s | torques |
//! | `loaded` | the same | torques with 2 kg at the flange |
//! | `poses` | twelve poses, 1.5 s on the way and 2.5 s at rest | torques |
//! | `sweep` | one joint at a time, constant speeds | currents |
//! | `currents`, `loaded_currents` | as `motion` | currents, with 2 kg at the flange if loaded |
//! | `targets` | as `poses` | currents, and target currents and torques of the controller; no MCAP |
//! | `clamped` | motors of a clamped arm, loaded up and down in 20 s | torques |
//! | `elastic` | as `motion`, with encoders on both sides of springs | torques |

use parquet::basic::{Repetition, Type as Physical};
use parquet::data_type::DoubleType;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::error::Error;
use std::f64::consts::TAU;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;
use taufit::dynamics::{Samples, rnea_block};
use taufit::friction::Friction;
use taufit::model::{Motor, Robot, catalog};
use taufit::recording::EffortKind;
use taufit::spatial::{Inertial, Vec3};
use taufit_io::{LogHeader, LogWriter};

const RATE_HZ: f64 = 500.0;
/// Samples whose efforts are computed at once.
const CHUNK: usize = 1000;
/// Torque constant of all drives \[N·m/A\].
const TORQUE_CONSTANT: f64 = 10.0;
/// Stiffness of all springs \[N·m/rad\].
const STIFFNESS: f64 = 8000.0;
/// An arm stretched out a little: every joint carries weight.
const CENTRE: [f64; 6] = [0.2, -1.2, 0.9, -0.5, 0.7, 0.3];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, n_samples, path] = args.as_slice() else {
        return Err("usage: long_log KIND N_SAMPLES FILE.csv|FILE.parquet|FILE.mcap".into());
    };
    let (robot, n_samples): (Robot, usize) = (with_drives(kind)?, n_samples.parse()?);
    let file = BufWriter::new(File::create(path)?);
    let mut writer = match path.rsplit_once('.') {
        Some((_, "mcap")) => Sink::Mcap(Box::new(LogWriter::new(file, &header(&robot, kind))?)),
        Some((_, "parquet")) => Sink::parquet(file, columns(kind, robot.n_dof()))?,
        _ => Sink::csv(file, &columns(kind, robot.n_dof()))?,
    };
    let mut noise = Noise(1);
    for first in (0..n_samples).step_by(CHUNK) {
        let t_s: Vec<f64> =
            (first..n_samples.min(first + CHUNK)).map(|k| k as f64 / RATE_HZ).collect();
        write_chunk(&robot, kind, &t_s, &mut noise, &mut writer)?;
    }
    writer.finish()
}

/// A UR5 with rotors and friction, and with 2 kg at its flange if it is loaded.
fn with_drives(kind: &str) -> Result<Robot, Box<dyn Error>> {
    let robot = catalog::robot("ur5")?;
    let robot = (0..robot.n_dof()).fold(robot, |robot, dof| {
        let motor = robot.dof_joint(dof).motor.clone();
        let size = if dof < 3 { 1.0 } else { 0.3 };
        robot
            .with_motor(dof, Motor { rotor_inertia_kg_m2: 0.8 * size, ..motor })
            .with_friction(dof, Friction::coulomb_viscous(5.0 * size, 6.0 * size))
    });
    let flange = robot.joints().last().map(|joint| joint.link.name.clone()).unwrap_or_default();
    let body = Inertial {
        mass_kg: 2.0,
        com_in_link_m: Vec3 { x: 0.02, y: 0.01, z: 0.06 },
        inertia_about_com_in_link: [0.004, 0.0, 0.0, 0.004, 0.0, 0.003],
    };
    Ok(if kind.starts_with("loaded") { robot.with_payload(&flange, body)? } else { robot })
}

fn header(robot: &Robot, kind: &str) -> LogHeader {
    LogHeader {
        joints: robot.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
        effort_kind: if has_currents(kind) { EffortKind::Current } else { EffortKind::Torque },
        rate_hz: RATE_HZ,
        wrench_frame: None,
        attachments: Vec::new(),
    }
}

fn has_currents(kind: &str) -> bool {
    ["sweep", "currents", "loaded_currents", "targets"].contains(&kind)
}

/// Columns of a table.
fn columns(kind: &str, n_dof: usize) -> Vec<String> {
    let effort = if has_currents(kind) { "current" } else { "tau" };
    let names = match kind {
        "elastic" => vec!["qm", "qd", effort, "q"],
        "targets" => vec!["q", "qd", effort, "target_current", "target_moment"],
        _ => vec!["q", "qd", effort],
    };
    let numbered = |name: &str| (1..=n_dof).map(|joint| format!("{name}{joint}")).collect();
    let of_joints = names.into_iter().flat_map(|name| -> Vec<String> { numbered(name) });
    std::iter::once("t".to_owned()).chain(of_joints).collect()
}

fn write_chunk(
    robot: &Robot,
    kind: &str,
    t_s: &[f64],
    noise: &mut Noise,
    writer: &mut Sink,
) -> Result<(), Box<dyn Error>> {
    let (n_dof, n) = (robot.n_dof(), t_s.len());
    let states: Vec<[f64; 3]> =
        (0..n_dof).flat_map(|dof| t_s.iter().map(move |t| state(kind, dof, *t))).collect();
    let [q, qd, qdd] = [0, 1, 2].map(|i| states.iter().map(|s| s[i]).collect::<Vec<f64>>());
    let mut tau = vec![0.0; n_dof * n];
    rnea_block(robot, &Samples::new(n, &q, &qd, &qdd), &mut tau)?;
    for (k, t) in t_s.iter().enumerate() {
        let at = |x: &[f64]| x.iter().skip(k).step_by(n).copied().collect::<Vec<f64>>();
        let (q, qd, tau) = (at(&q), at(&qd), at(&tau));
        let measured: Vec<f64> = tau.iter().map(|tau| tau + 0.5 * noise.next()).collect();
        let encoder: Vec<f64> = q.iter().map(|q| q + 2e-5 * noise.next()).collect();
        let current =
            |tau: &[f64]| tau.iter().map(|tau| tau / TORQUE_CONSTANT).collect::<Vec<f64>>();
        match kind {
            "elastic" => {
                let motor: Vec<f64> = q.iter().zip(&tau).map(|(q, t)| q + t / STIFFNESS).collect();
                writer.write(*t, [&motor, &qd, &measured], &[&encoder])?;
            }
            "targets" => {
                writer.write(*t, [&encoder, &qd, &current(&measured)], &[&current(&tau), &tau])?
            }
            "clamped" => {
                let spring = q.iter().zip(CENTRE).map(|(q, q0)| STIFFNESS * (q - q0));
                let friction = qd.iter().map(|qd| 2.0 * qd.signum());
                let tau: Vec<f64> =
                    spring.zip(friction).map(|(k, f)| k + f + 0.5 * noise.next()).collect();
                writer.write(*t, [&q, &qd, &tau], &[])?;
            }
            kind if has_currents(kind) => {
                writer.write(*t, [&encoder, &qd, &current(&measured)], &[])?
            }
            _ => writer.write(*t, [&encoder, &qd, &measured], &[])?,
        }
    }
    Ok(())
}

/// Position, velocity and acceleration of a joint.
fn state(kind: &str, dof: usize, t_s: f64) -> [f64; 3] {
    let centre = CENTRE[dof];
    match kind {
        "poses" | "targets" => poses(dof, t_s, centre),
        "clamped" => clamped(dof, t_s, centre),
        "sweep" => sweep(dof, t_s, centre),
        _ => (1..=3).fold([centre, 0.0, 0.0], |[q, qd, qdd], h| {
            let (w, a) = (TAU / 20.0 * f64::from(h), 0.5 / f64::from(h));
            let (sin, cos) = (w * t_s + 1.7 * f64::from(h) * (dof + 1) as f64).sin_cos();
            [q + a * sin, qd + a * w * cos, qdd - a * w * w * sin]
        }),
    }
}

/// From pose to pose along half a cosine.
fn poses(dof: usize, t_s: f64, centre: f64) -> [f64; 3] {
    const CYCLE_S: f64 = 4.0;
    const WAY_S: f64 = 1.5;
    let number = (t_s / CYCLE_S).floor();
    let pose = |k: f64| centre + 0.7 * (2.1 * (k % 12.0) + 1.3 * dof as f64).sin();
    let (from, to, since_s) = (pose(number), pose(number + 1.0), t_s - CYCLE_S * number);
    if since_s >= WAY_S {
        return [to, 0.0, 0.0];
    }
    let (w, half) = (TAU / 2.0 / WAY_S, 0.5 * (to - from));
    let (sin, cos) = (w * since_s).sin_cos();
    [from + half * (1.0 - cos), half * w * sin, half * w * w * cos]
}

/// Deflection of a motor whose link is clamped, by up to 3 mrad and back, every joint at a phase of its own.
fn clamped(dof: usize, t_s: f64, centre: f64) -> [f64; 3] {
    const RANGE: f64 = 3e-3;
    let share = (t_s / 20.0 + dof as f64 / 6.0).fract();
    let speed = RANGE / 10.0;
    match share < 0.5 {
        true => [centre + 2.0 * RANGE * share, speed, 0.0],
        false => [centre + 2.0 * RANGE * (1.0 - share), -speed, 0.0],
    }
}

/// Out and back at three speeds, joint after joint.
fn sweep(dof: usize, t_s: f64, centre: f64) -> [f64; 3] {
    const SPEEDS: [f64; 3] = [0.15, 0.3, 0.5];
    const WAY: f64 = 1.5;
    const ACCELERATION: f64 = 2.0;
    const REST_S: f64 = 0.5;
    let way_s = |speed: f64| WAY / speed + speed / ACCELERATION;
    let stroke_s = |speed: f64| 2.0 * (way_s(speed) + REST_S);
    let of_joint_s: f64 = SPEEDS.iter().map(|speed| stroke_s(*speed)).sum();
    let since_s = t_s % (6.0 * of_joint_s);
    if (since_s / of_joint_s) as usize != dof {
        return [centre, 0.0, 0.0];
    }
    let mut left_s = since_s - of_joint_s * dof as f64;
    for speed in SPEEDS {
        if left_s < stroke_s(speed) {
            let half_s = way_s(speed) + REST_S;
            let is_back = left_s >= half_s;
            let [s, v, a] = trapezoid(if is_back { left_s - half_s } else { left_s }, speed);
            return if is_back { [centre + WAY - s, -v, -a] } else { [centre + s, v, a] };
        }
        left_s -= stroke_s(speed);
    }
    return [centre, 0.0, 0.0];

    /// Way, speed and acceleration of a stroke that sets off, goes at a speed and brakes.
    fn trapezoid(t_s: f64, speed: f64) -> [f64; 3] {
        let (ramp_s, end_s) = (speed / ACCELERATION, WAY / speed + speed / ACCELERATION);
        match t_s {
            t if t < ramp_s => [0.5 * ACCELERATION * t * t, ACCELERATION * t, ACCELERATION],
            t if t < end_s - ramp_s => [speed * (t - 0.5 * ramp_s), speed, 0.0],
            t if t < end_s => {
                let left = end_s - t;
                [WAY - 0.5 * ACCELERATION * left * left, ACCELERATION * left, -ACCELERATION]
            }
            _ => [WAY, 0.0, 0.0],
        }
    }
}

/// Uniform numbers between −1 and 1, the same on every machine.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        // Knuth's constants (MMIX).
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Rows of a group of a Parquet file.
const GROUP_ROWS: usize = 100_000;

/// The file.
enum Sink {
    Csv(BufWriter<File>),
    Parquet(Box<SerializedFileWriter<BufWriter<File>>>, Vec<Vec<f64>>),
    Mcap(Box<LogWriter<BufWriter<File>>>),
}

impl Sink {
    fn csv(mut file: BufWriter<File>, columns: &[String]) -> Result<Self, Box<dyn Error>> {
        writeln!(file, "{}", columns.join(","))?;
        Ok(Self::Csv(file))
    }

    fn parquet(file: BufWriter<File>, columns: Vec<String>) -> Result<Self, Box<dyn Error>> {
        let field = |name: &String| {
            let column = Type::primitive_type_builder(name, Physical::DOUBLE);
            column.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
        };
        let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("log").with_fields(fields).build()?;
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::default())?;
        Ok(Self::Parquet(Box::new(writer), vec![Vec::new(); columns.len()]))
    }

    /// Writes positions, velocities and efforts of the motors, and further columns: link positions in MCAP.
    fn write(
        &mut self,
        t_s: f64,
        motors: [&[f64]; 3],
        more: &[&[f64]],
    ) -> Result<(), Box<dyn Error>> {
        let row = motors.iter().chain(more).copied().flatten();
        match (self, more) {
            (Self::Csv(file), _) => {
                write!(file, "{t_s:.3}")?;
                row.into_iter().try_for_each(|x| write!(file, ",{x:.6}"))?;
                Ok(writeln!(file)?)
            }
            (Self::Parquet(writer, columns), _) => {
                let row = std::iter::once(&t_s).chain(row);
                columns.iter_mut().zip(row).for_each(|(column, x)| column.push(*x));
                if columns[0].len() == GROUP_ROWS { write_group(writer, columns) } else { Ok(()) }
            }
            (Self::Mcap(log), []) => Ok(log.feedback(t_s, motors[0], motors[1], motors[2])?),
            (Self::Mcap(log), [links]) => Ok(log.feedback_with_links(t_s, motors, links)?),
            (Self::Mcap(_), _) => Err("a log with targets is written as a table".into()),
        }
    }

    fn finish(self) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Csv(mut file) => Ok(file.flush()?),
            Self::Parquet(mut writer, mut columns) => {
                write_group(&mut writer, &mut columns)?;
                Ok((*writer).into_inner()?.flush()?)
            }
            Self::Mcap(log) => Ok(log.finish()?.flush()?),
        }
    }
}

/// Writes the rows so far as a group.
fn write_group(
    writer: &mut SerializedFileWriter<BufWriter<File>>,
    columns: &mut [Vec<f64>],
) -> Result<(), Box<dyn Error>> {
    let mut group = writer.next_row_group()?;
    for values in columns {
        if let Some(mut column) = group.next_column()? {
            column.typed::<DoubleType>().write_batch(values, None, None)?;
            column.close()?;
        }
        values.clear();
    }
    group.close()?;
    Ok(())
}
