//! Drive gains from simulated runs without and with a load.

use crate::common::Dice;
use crate::payload::Run;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::methods::{GainStatus, GainsResult, GainsSettings, JointGain, identify_gains};
use taufit::model::{Robot, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit::signal::{ConditionSettings, TorqueFilter};
use taufit::spatial::{Inertial, LinkInertia, Vec3};

const GAINS: [f64; 6] = [12.0, 10.7, 8.5, 9.0, 9.5, 10.1];
const MASS_KG: f64 = 3.0;
const RATE_HZ: f64 = 100.0;

/// A flange tool, off all axes.
fn load() -> Inertial {
    Inertial {
        mass_kg: MASS_KG,
        com_in_link_m: Vec3::new(0.03, -0.05, 0.09),
        inertia_about_com_in_link: [0.012, 0.001, 0.0, 0.01, -0.002, 0.008],
    }
}

/// Currents of a minute along sums of sines, with noise.
fn run(robot: &Robot, noise_a: f64, seed: u64) -> Recording {
    let (n, n_dof, mut dice) = (6000, robot.n_dof(), Dice::new(seed));
    let t_s: Vec<f64> = (0..n).map(|k| k as f64 / RATE_HZ).collect();
    let waves: Vec<[f64; 4]> = (0..5 * n_dof)
        .map(|k| {
            let w = 0.5 * (k % 5 + 1) as f64;
            [(k / 5) as f64, w, dice.uniform(0.2, 0.5), dice.uniform(0.0, 6.3)]
        })
        .collect();
    let (mut q_all, mut current) = (vec![0.0; n_dof * n], vec![0.0; n_dof * n]);
    let mut scratch = Scratch::new(robot);
    for (k, t) in t_s.iter().enumerate() {
        let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n_dof]);
        for [dof, w, a, phase] in &waves {
            let ((s, c), dof) = ((w * t + phase).sin_cos(), *dof as usize);
            q[dof] += a * s;
            qd[dof] += a * w * c;
            qdd[dof] -= a * w * w * s;
        }
        let tau = inverse_dynamics(robot, &mut scratch, &q, &qd, &qdd).unwrap();
        for dof in 0..n_dof {
            q_all[dof * n + k] = q[dof] + 2e-5 * dice.normal();
            current[dof * n + k] = tau[dof] / GAINS[dof] + noise_a * dice.normal();
        }
    }
    let joints = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    let (source, effort_kind) = ("simulated".to_owned(), EffortKind::Current);
    Recording {
        source,
        joints,
        t_s,
        q: q_all,
        qd: None,
        effort: current,
        q_motor: None,
        effort_kind,
    }
}

fn settings() -> GainsSettings {
    let condition = ConditionSettings {
        cutoff_hz: Some(20.0),
        torque: TorqueFilter::Parallel { cutoff_hz: Some(5.0) },
        ..ConditionSettings::default()
    };
    GainsSettings { condition, ..GainsSettings::default() }
}

fn flange(robot: &Robot) -> String {
    robot.joints().last().unwrap().link.name.clone()
}

fn identify(robot: &Robot, noise_a: f64, seed: u64, settings: &GainsSettings) -> GainsResult {
    let loaded = robot.clone().with_payload(&flange(robot), load()).unwrap();
    let runs = [run(robot, noise_a, seed), run(&loaded, noise_a, seed + 1)];
    identify_gains(robot, &runs[..1], &runs[1..], &flange(robot), MASS_KG, settings).unwrap()
}

#[test]
fn known_gains_come_back_and_an_upright_axis_has_none() {
    let robot = catalog::robot("ur5").unwrap();
    for separate_friction in [false, true] {
        let settings = GainsSettings { separate_friction, ..settings() };
        let found = identify(&robot, 0.02, 1, &settings);
        assert!(found.settled);
        let upright = &found.gains[0];
        assert_eq!((upright.status, upright.gain_nm_per_a), (GainStatus::NoGravity, None));
        assert!(upright.status.to_string().contains("along gravity"));
        for (gain, truth) in found.gains.iter().zip(GAINS).skip(1) {
            assert_eq!(gain.status, GainStatus::Determined, "{}", gain.joint);
            let (value, error) = (gain.gain_nm_per_a.unwrap(), error_in_sigma(gain, truth));
            assert!((value / truth - 1.0).abs() < 0.01, "{}: {value} against {truth}", gain.joint);
            assert!(error < 3.0, "{}: off by {error} sigma", gain.joint);
        }
        let expected = LinkInertia::from(load()).to_params();
        for (found, truth) in found.payload.iter().zip(expected).take(4) {
            assert!((found - truth).abs() < 0.005, "{found} against {truth}");
        }
    }
}

/// The interval spans 2 · 1.96 sigma.
fn error_in_sigma(gain: &JointGain, truth: f64) -> f64 {
    let (value, [low, high]) = (gain.gain_nm_per_a.unwrap(), gain.interval_nm_per_a.unwrap());
    (value / truth).ln().abs() * 3.92 / (high / low).ln()
}

#[test]
fn noise_in_the_currents_widens_intervals_and_does_not_draw_gains_to_zero() {
    let robot = catalog::robot("ur5").unwrap();
    let (mut inside, mut all, mut ratio, mut regressor_ratio) = (0_u32, 0_u32, 0.0, 0.0);
    for seed in 0..40 {
        let found = identify(&robot, 0.5, 100 + 2 * seed, &settings());
        // Joints 2 to 4, which are determined in spite of the noise.
        for (gain, truth) in found.gains.iter().zip(GAINS).skip(1).take(3) {
            inside += u32::from(error_in_sigma(gain, truth) < 1.96);
            all += 1;
            ratio += gain.gain_nm_per_a.unwrap() / truth;
            regressor_ratio += gain.regressor_gain_nm_per_a.unwrap() / truth;
            let [low, high] = gain.bracket_nm_per_a().unwrap();
            assert!(low <= gain.gain_nm_per_a.unwrap() && high >= gain.gain_nm_per_a.unwrap());
        }
    }
    let (mean, regressor_mean) = (ratio / f64::from(all), regressor_ratio / f64::from(all));
    assert!((mean - 1.0).abs() < 0.01, "gains are off by a factor {mean}");
    assert!(regressor_mean < 0.97, "currents as regressors: a factor {regressor_mean}");
    // 120 intervals, three at a time correlated: 95 ± 2.5 % at one sigma of 100 independent ones.
    let coverage = 100.0 * f64::from(inside) / f64::from(all);
    assert!(coverage > 87.0, "95 % intervals cover {coverage} %");
}

#[test]
fn a_tilted_base_shows_the_first_joint_too() {
    let robot = catalog::robot("ur5").unwrap().with_gravity(Vec3::new(4.9, 0.0, -8.5));
    let found = identify(&robot, 0.02, 1, &settings());
    let value = found.gains[0].gain_nm_per_a.unwrap();
    assert!((value / GAINS[0] - 1.0).abs() < 0.01, "{value}");
}

#[test]
fn without_gravity_there_is_nothing_to_find_and_wrong_logs_are_refused() {
    let robot = catalog::robot("ur5").unwrap();
    let mut torques = run(&robot, 0.02, 1);
    let link = flange(&robot);
    let refused = |unloaded: &[Recording], loaded: &[Recording], frame: &str, mass_kg: f64| {
        identify_gains(&robot, unloaded, loaded, frame, mass_kg, &settings()).unwrap_err().code()
    };
    let currents = [torques.clone()];
    assert_eq!(refused(&currents, &currents, &link, 0.0), "E100");
    assert_eq!(refused(&currents, &[], &link, 1.0), "E107");
    assert_eq!(refused(&currents, &currents, "nowhere", 1.0), "E021");
    torques.effort_kind = EffortKind::Torque;
    assert_eq!(refused(&currents, &[torques], &link, 1.0), "E125");

    let floating = robot.clone().with_gravity(Vec3::ZERO);
    let found = identify_gains(&floating, &currents, &currents, &link, 1.0, &settings()).unwrap();
    assert!(found.gains.iter().all(|gain| gain.status == GainStatus::NoGravity));
}

/// Share of the 95 % intervals that hold over runs of 40 s with friction and noise that has a memory of a fifth
/// of a second.
fn coverage(seeds: std::ops::Range<u64>) -> f64 {
    let robot = crate::payload::arm("ur5");
    let loaded = robot.clone().with_payload(&flange(&robot), load()).unwrap();
    let usual = Run { duration_s: 40.0, noise_nm: 1.0, memory: 0.9, ..Run::USUAL };
    let in_amperes = |mut log: Recording| {
        let n = log.n_samples();
        log.effort.iter_mut().enumerate().for_each(|(k, x)| *x /= GAINS[k / n]);
        Recording { effort_kind: EffortKind::Current, ..log }
    };
    let (mut inside, mut all) = (0_u32, 0_u32);
    for seed in seeds {
        let free = [in_amperes(Run { seed, ..usual }.of(&robot))];
        let with = [in_amperes(Run { seed: seed + 1000, ..usual }.of(&loaded))];
        let found = identify_gains(&robot, &free, &with, &flange(&robot), MASS_KG, &settings());
        for (gain, truth) in found.unwrap().gains.iter().zip(GAINS).skip(1) {
            inside += u32::from(error_in_sigma(gain, truth) < 1.96);
            all += 1;
        }
    }
    println!("{inside} of {all} intervals hold");
    f64::from(inside) / f64::from(all)
}

#[test]
fn intervals_hold_as_often_as_they_claim() {
    let share = coverage(20_000..20_100);
    assert!((0.90..=0.98).contains(&share), "{share}");
}
