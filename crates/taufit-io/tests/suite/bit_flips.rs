//! A bit that flips in a log: the file is refused, or the parameters stay within three standard deviations, or the
//! verdict is no longer good and a warning says why. Where the reader warns that a file breaks off, the standard
//! deviations are those of what was read.

use crate::common::bags::{State, in_every_format};
use crate::common::{scratch_file, torques};
use crate::parquet_log::table;
use parquet::basic::Compression;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use taufit::friction::{Friction, FrictionShape};
use taufit::methods::{RigidInputs, RigidResult, RigidSettings, identify_rigid};
use taufit::model::{Robot, catalog};
use taufit::recording::EffortKind;
use taufit::spatial::{Inertial, Vec3};
use taufit::validate::Grade;
use taufit_io::{LogOptions, read_log};

const RATE_HZ: u64 = 100;
const DURATION_S: u64 = 30;
/// Standard deviation of the torques \[N·m\].
const NOISE_NM: f64 = 0.3;
/// Largest change of a parameter that nothing has to be said about \[standard deviations\].
const LARGEST_CHANGE: f64 = 3.0;

fn robot() -> Robot {
    catalog::robot("planar2r").unwrap()
}

/// The arm that was logged: with friction, and two kilograms at its end.
pub(crate) fn logged_robot() -> Robot {
    let tool = Inertial {
        mass_kg: 2.0,
        com_in_link_m: Vec3::X * 0.4,
        inertia_about_com_in_link: [0.0; 6],
    };
    let mut robot = robot().with_payload("link2", tool).unwrap();
    for dof in 0..2 {
        let shape = FrictionShape::COULOMB_VISCOUS;
        robot = robot
            .with_friction(dof, Friction { shape, viscous: 2.0, coulomb: 3.0, ..Friction::NONE });
    }
    robot
}

/// Half a minute of the planar arm.
fn states() -> Vec<State> {
    let (robot, mut dice) = (logged_robot(), rand_pcg::Pcg64::seed_from_u64(9));
    // Twelve uniform numbers have the variance of one normal one.
    let mut noise = move || (0..12).map(|_| dice.random_range(-0.5..0.5)).sum::<f64>() * NOISE_NM;
    let state = |k: u64| {
        let t = k as f64 / RATE_HZ as f64;
        let swing = |waves: [[f64; 3]; 2]| {
            waves.iter().fold([0.0; 3], |[q, qd, qdd], [a, w, phase]| {
                let (sin, cos) = (w * t + phase).sin_cos();
                [q + a * sin, qd + a * w * cos, qdd - a * w * w * sin]
            })
        };
        let [a, b] =
            [[[0.8, 1.1, 0.3], [0.5, 2.9, 1.0]], [[0.9, 1.7, 2.0], [0.3, 3.7, 0.1]]].map(swing);
        let [q, qd, qdd] = [0, 1, 2].map(|i| vec![a[i], b[i]]);
        let effort = torques(&robot, &q, &qd, &qdd).iter().map(|tau| tau + noise()).collect();
        let stamp_ns = 1_700_000_000_000_000_000 + k * 1_000_000_000 / RATE_HZ;
        State { stamp_ns, names: vec!["joint1", "joint2"], position: q, velocity: qd, effort }
    };
    (0..RATE_HZ * DURATION_S).map(state).collect()
}

/// Name and numbers of a column.
type Channel = (&'static str, Vec<f64>);

fn channels(states: &[State]) -> Vec<Channel> {
    let of = |number: &dyn Fn(&State) -> f64| states.iter().map(number).collect::<Vec<f64>>();
    vec![
        ("t_s", of(&|s| (s.stamp_ns - states[0].stamp_ns) as f64 / 1e9)),
        ("q1", of(&|s| s.position[0])),
        ("q2", of(&|s| s.position[1])),
        ("qd1", of(&|s| s.velocity[0])),
        ("qd2", of(&|s| s.velocity[1])),
        ("tau1", of(&|s| s.effort[0])),
        ("tau2", of(&|s| s.effort[1])),
    ]
}

fn csv(channels: &[Channel]) -> Vec<u8> {
    let heading = channels.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",");
    let line = |k: usize| {
        channels.iter().map(|(_, x)| format!("{:.6}", x[k])).collect::<Vec<_>>().join(",") + "\n"
    };
    let lines: String = (0..channels[0].1.len()).map(line).collect();
    format!("{heading}\n{lines}").into_bytes()
}

/// Vectors of MATLAB, level 5, not packed ("MAT-File Format", The MathWorks).
fn mat(channels: &[Channel]) -> Vec<u8> {
    let element = |kind: u32, data: &[u8]| {
        let mut bytes = [kind.to_le_bytes(), (data.len() as u32).to_le_bytes()].concat();
        bytes.extend(data);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes
    };
    let mut header = b"MATLAB 5.0 MAT-file".to_vec();
    header.resize(124, b' ');
    header.extend([0, 1, b'I', b'M']);
    let vector = |(name, x): &Channel| {
        let size = [(x.len() as u32).to_le_bytes(), 1_u32.to_le_bytes()].concat();
        let numbers: Vec<u8> = x.iter().flat_map(|x| x.to_le_bytes()).collect();
        let parts = [
            (6, vec![6, 0, 0, 0, 0, 0, 0, 0]),
            (5, size),
            (1, name.as_bytes().to_vec()),
            (9, numbers),
        ];
        element(14, &parts.map(|(kind, data)| element(kind, &data)).concat())
    };
    channels.iter().fold(header, |file, channel| [file, vector(channel)].concat())
}

fn parquet(channels: &[Channel]) -> Vec<u8> {
    let fields: Vec<String> =
        channels.iter().map(|(name, _)| format!("required double {name}")).collect();
    let numbers = channels.iter().map(|(_, x)| x.iter().copied().map(Some).collect());
    let columns: Vec<_> = fields.iter().map(String::as_str).zip(numbers).collect();
    table(&columns, 10_000, Compression::UNCOMPRESSED)
}

/// The log in every format without checksums, and in MCAP, which has them.
pub(crate) fn planar_logs(folder: &str) -> Vec<PathBuf> {
    let states = states();
    let channels = channels(&states);
    let file = |name: &str, bytes: &[u8]| scratch_file(&format!("{folder}/{name}"), bytes);
    let mut files = vec![
        file("run.csv", &csv(&channels)),
        file("run.mat", &mat(&channels)),
        file("run.parquet", &parquet(&channels)),
    ];
    files.extend(in_every_format(folder, &states));
    files
}

/// A result, and the number of warnings of the reader.
struct Identified {
    result: RigidResult,
    n_read_warnings: usize,
}

fn identified(path: &Path) -> Option<Identified> {
    let options = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    let log = read_log(path, &robot(), &options).ok()?;
    let settings = RigidSettings::default();
    let result = identify_rigid(&robot(), &RigidInputs::new(&[log.recording]), &settings).ok()?;
    Some(Identified { result, n_read_warnings: log.warnings.len() })
}

/// Largest change of a parameter beside the standard deviation in `scale`.
fn change(clean: &RigidResult, flipped: &RigidResult, scale: &RigidResult) -> f64 {
    let parameters = |of: &RigidResult, x: &[f64]| -> BTreeMap<String, f64> {
        let names = of.base.independent().iter().map(|column| of.layout.name(*column));
        names.zip(x.iter().copied()).collect()
    };
    let [before, after] = [clean, flipped].map(|of| parameters(of, &of.estimate.beta));
    let sigma = parameters(scale, &scale.sigma);
    let shared = before
        .iter()
        .filter_map(|(name, value)| Some((after.get(name)? - value).abs() / sigma.get(name)?));
    shared.fold(0.0, f64::max)
}

/// Identifies from logs with one flipped bit each.
fn assert_no_silent_change(n_flips: usize) {
    let files = planar_logs("flips");
    let clean: Vec<Identified> = files.iter().map(|path| identified(path).unwrap()).collect();
    let whole: Vec<Vec<u8>> = files.iter().map(|path| std::fs::read(path).unwrap()).collect();
    let mut dice = rand_pcg::Pcg64::seed_from_u64(1);
    let (mut n_refused, mut n_named, mut n_cut, mut largest) = (0, 0, 0, 0.0_f64);
    let mut silent = Vec::new();
    for flip in 0..n_flips {
        let (k, mut bytes) = (flip % files.len(), whole[flip % files.len()].clone());
        let before = &clean[k];
        assert_eq!(before.result.verdict.grade, Grade::Good);
        let (at, bit) = (dice.random_range(0..bytes.len()), dice.random_range(0..8_u32));
        bytes[at] ^= 1 << bit;
        std::fs::write(&files[k], &bytes).unwrap();
        let Some(Identified { result, n_read_warnings }) = identified(&files[k]) else {
            n_refused += 1;
            continue;
        };
        let is_cut = n_read_warnings > before.n_read_warnings;
        let scale = if is_cut { &result } else { &before.result };
        let change = change(&before.result, &result, scale);
        n_cut += usize::from(is_cut);
        if result.verdict.grade != Grade::Good {
            n_named += 1;
        } else if change > LARGEST_CHANGE {
            let file = files[k].file_name().unwrap().to_string_lossy().into_owned();
            let warnings = &result.warnings;
            silent.push(format!("{file}: byte {at}, bit {bit}: {change:.1} sigma, {warnings:?}"));
        } else {
            largest = largest.max(change);
        }
    }
    eprintln!(
        "{n_flips} flips: {n_refused} refused, {n_named} not graded good, {n_cut} with a warning of the reader, \
         others change by {largest:.2} sigma at most"
    );
    assert!(silent.is_empty(), "{}: {}", silent.len(), silent.join("\n"));
}

#[test]
fn a_flipped_bit_changes_no_parameter_silently() {
    assert_no_silent_change(120);
}

#[test]
#[ignore = "a minute"]
fn a_thousand_flipped_bits_change_no_parameter_silently() {
    assert_no_silent_change(1000);
}
