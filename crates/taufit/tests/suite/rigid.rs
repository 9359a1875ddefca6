//! The whole way from simulated logs to parameters: exact recovery, honest intervals, streaming, and
//! Kovincic et al. 2019's claim about constraints.

use crate::common::Dice;
use taufit::Error;
use taufit::dynamics::{Samples, Scratch, inverse_dynamics};
use taufit::friction::{Friction, FrictionShape};
use taufit::methods::{
    FrictionChoice, MotionInputs, ReversalMask, RigidInputs, RigidResult, RigidSettings,
    identify_rigid, identify_rigid_from_motions,
};
use taufit::model::{Motor, Robot, catalog};
use taufit::recording::{EffortKind, Log, Recording};
use taufit::signal::{Motion, condition};
use taufit::study::{Identifiability, Provenance, RobotRecord, Study};

/// A robot with rotor inertias and Coulomb, viscous and constant friction torques.
fn with_drives(name: &str) -> Robot {
    let mut robot = catalog::robot(name).unwrap();
    for dof in 0..robot.n_dof() {
        let motor = robot.dof_joint(dof).motor.clone();
        let rotor_inertia_kg_m2 = 0.5 + 0.1 * dof as f64;
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, ..motor });
        let mut friction = robot.dof_joint(dof).friction;
        friction.shape = FrictionShape::COULOMB_VISCOUS.with_offset();
        (friction.viscous, friction.coulomb, friction.offset) = (6.0, 4.0 + dof as f64, 0.5);
        robot = robot.with_friction(dof, friction);
    }
    robot
}

/// Disturbances of a log: encoder counts per turn, torque noise in shares of the joint's friction.
#[derive(Clone, Copy)]
struct Faults {
    counts_per_turn: Option<f64>,
    noise: f64,
}

const EXACT: Faults = Faults { counts_per_turn: None, noise: 0.0 };

/// A log of sums of sines at 500 Hz.
fn record(robot: &Robot, duration_s: f64, seed: u64, faults: Faults) -> Recording {
    const RATE_HZ: f64 = 500.0;
    let (n_dof, n) = (robot.n_dof(), (duration_s * RATE_HZ) as usize);
    // The motion is the same for all seeds of one length; only noise differs.
    let (mut path, mut dice) = (Dice::new(17), Dice::new(seed));
    let t_s: Vec<f64> = (0..n).map(|k| k as f64 / RATE_HZ).collect();
    let (mut q, mut qd, mut qdd) =
        (vec![0.0; n_dof * n], vec![0.0; n_dof * n], vec![0.0; n_dof * n]);
    for dof in 0..n_dof {
        for harmonic in 1..=5 {
            let w = 0.7 * f64::from(harmonic);
            let (a, phase) = (path.uniform(0.15, 0.5), path.uniform(0.0, 6.3));
            for (k, t) in t_s.iter().enumerate() {
                let (s, c) = (w * t + phase).sin_cos();
                q[dof * n + k] += a * s;
                qd[dof * n + k] += a * w * c;
                qdd[dof * n + k] -= a * w * w * s;
            }
        }
    }
    let mut effort = vec![0.0; n_dof * n];
    let mut scratch = Scratch::new(robot);
    for k in 0..n {
        let at = |x: &[f64]| (0..n_dof).map(|j| x[j * n + k]).collect::<Vec<_>>();
        let tau = inverse_dynamics(robot, &mut scratch, &at(&q), &at(&qd), &at(&qdd)).unwrap();
        for j in 0..n_dof {
            let noise = faults.noise * robot.dof_joint(j).friction.coulomb;
            effort[j * n + k] = tau[j] + noise * dice.normal();
        }
    }
    if let Some(counts) = faults.counts_per_turn {
        let step = std::f64::consts::TAU / counts;
        q.iter_mut().for_each(|x| *x = (*x / step).round() * step);
    }
    Recording {
        source: "simulated".into(),
        joints: robot.dof_joint_iter().map(|j| j.name.clone()).collect(),
        t_s,
        q,
        qd: None,
        effort,
        q_motor: None,
        effort_kind: EffortKind::Torque,
    }
}

fn settings() -> RigidSettings {
    let friction = FrictionChoice::Given(FrictionShape::COULOMB_VISCOUS.with_offset());
    RigidSettings { friction, ..RigidSettings::default() }
}

fn identify(robot: &Robot, log: Recording) -> RigidResult {
    identify_rigid(robot, &RigidInputs::new(&[log]), &settings()).unwrap()
}

#[test]
fn a_ready_motion_gives_what_its_recording_gives() {
    let robot = with_drives("ur5");
    let faults = Faults { counts_per_turn: Some(1e5), noise: 0.2 };
    let log = record(&robot, 20.0, 3, faults);
    let settings = RigidSettings::default();
    let motions = [condition(&log, &[], &settings.condition).unwrap()];
    let inputs = MotionInputs { motions: &motions, validation: &[] };
    let found = identify_rigid_from_motions(&robot, &inputs, &settings).unwrap();
    let expected = identify_rigid(&robot, &RigidInputs::new(&[log]), &settings).unwrap();
    assert_eq!(found.estimate.beta, expected.estimate.beta);
    assert_eq!(found.sigma, expected.sigma);
    assert_eq!(found.feasible.pi, expected.feasible.pi);
    assert_eq!(found.exported_validation, expected.exported_validation);
    assert_eq!(found.logs[0].n_rows, expected.logs[0].n_rows);
}

#[test]
fn motions_that_do_not_fit_the_robot_are_refused() {
    let robot = catalog::robot("ur5").unwrap();
    let log = record(&robot, 5.0, 1, EXACT);
    let motion = condition(&log, &[], &RigidSettings::default().condition).unwrap();
    let code = |spoil: &dyn Fn(&mut Motion)| {
        let mut motion = motion.clone();
        spoil(&mut motion);
        let inputs = MotionInputs { motions: &[motion], validation: &[] };
        let result = identify_rigid_from_motions(&robot, &inputs, &RigidSettings::default());
        result.unwrap_err().code()
    };
    assert_eq!(code(&|motion| motion.segments.clear()), "E107");
    assert_eq!(code(&|motion| motion.joints.swap(0, 1)), "E108");
    assert_eq!(code(&|motion| motion.segments[0].tau.truncate(7)), "E020");
    assert_eq!(code(&|motion| motion.segments[0].t_s.truncate(7)), "E020");
    assert_eq!(code(&|motion| motion.segments[0].qdd[3] = f64::NAN), "E103");
    assert_eq!(code(&|motion| motion.segments[0].t_s[3] = f64::INFINITY), "E106");
}

#[test]
fn noiseless_logs_give_all_base_parameters_exactly() {
    for name in ["ur5", "puma560", "panda"] {
        let robot = with_drives(name);
        let result = identify(&robot, record(&robot, 20.0, 1, EXACT));
        let truth = result.base.combine(&result.layout.nominal(&robot));
        for (k, (found, truth)) in result.estimate.beta.iter().zip(&truth).enumerate() {
            let scale = truth.abs().max(1e-2);
            let name = result.layout.name(result.base.independent()[k]);
            assert!((found - truth).abs() < 1e-7 * scale, "{name}: {found} != {truth}");
        }
        assert!(result.validation.relative_percent < 1e-6, "{:?}", result.validation);
    }
}

#[test]
fn intervals_cover_as_they_claim_with_encoders_and_noise() {
    let robot = with_drives("ur5");
    let faults = Faults { counts_per_turn: Some(1_250_000.0), noise: 0.2 };
    let (mut inside, mut all) = (0_u32, 0_u32);
    for seed in 0..200 {
        let result = identify(&robot, record(&robot, 12.0, seed, faults));
        let truth = result.base.combine(&result.layout.nominal(&robot));
        for (interval, truth) in result.intervals().iter().zip(&truth) {
            inside += u32::from(interval[0] <= *truth && *truth <= interval[1]);
            all += 1;
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.92..=0.98).contains(&share), "{:.1} % of 95 % intervals cover", 100.0 * share);
}

/// A log that is handed over in small pieces, often enough to be read from its source each time.
struct Pieces(Recording, usize);

impl Log for Pieces {
    fn source(&self) -> &str {
        "pieces"
    }

    fn read(&self, take: &mut dyn FnMut(&Recording) -> Result<(), Error>) -> Result<(), Error> {
        let n = self.0.n_samples();
        (0..n).step_by(self.1).try_for_each(|k| take(&self.0.range(k, n.min(k + self.1))))
    }
}

#[test]
fn a_log_that_does_not_fit_in_memory_gives_the_same_numbers() {
    let robot = with_drives("planar2r");
    let faults = Faults { counts_per_turn: None, noise: 0.05 };
    // 300 s at 500 Hz: more than is kept in memory.
    let long = record(&robot, 300.0, 3, faults);
    let all_rows = RigidSettings { reversals: ReversalMask::Below(0.0), ..settings() };
    let streamed =
        identify_rigid(&robot, &RigidInputs::new(&[Pieces(long.clone(), 7001)]), &all_rows)
            .unwrap();
    let truth = streamed.base.combine(&streamed.layout.nominal(&robot));
    for (k, truth) in truth.iter().enumerate() {
        let (found, sigma) = (streamed.estimate.beta[k], streamed.sigma[k]);
        assert!((found - truth).abs() < 4.0 * sigma, "{k}: {found} ± {sigma}, not {truth}");
    }
    assert_eq!(streamed.logs[0].n_samples, 150_000);
    assert!(streamed.logs[0].gaps_s.is_empty());
    // No sample is lost at the seams of the windows, and none counts twice.
    let rows = streamed.evidence.n_samples() as f64;
    let expected = 0.7 * 300.0 * streamed.logs[0].row_rate_hz;
    assert!((rows / expected - 1.0).abs() < 0.02, "{rows} rows, expected about {expected}");
}

/// Kovincic et al. 2019: a fit without constraints and one with rotor inertias and friction that cannot be
/// negative predict alike; only the first may have negative ones.
#[test]
fn constrained_and_unconstrained_fits_predict_alike() {
    let mut robot = with_drives("ur5");
    for dof in 3..6 {
        // Small rotors drown in the noise: that is where plain least squares turns negative.
        let motor = robot.dof_joint(dof).motor.clone();
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2: 1e-4, ..motor });
    }
    let noise = Faults { counts_per_turn: Some(1_250_000.0), noise: 0.3 };
    let mut negative = 0;
    for seed in 0..10 {
        let result = identify(&robot, record(&robot, 12.0, seed, noise));
        let (free, bounded) = (result.validation.e_n_nm, result.feasible_validation.e_n_nm);
        assert!((bounded / free - 1.0).abs() < 0.1, "seed {seed}: {free} and {bounded}");
        for dof in 0..6 {
            let column = result.layout.rotor_column(dof).unwrap();
            assert!(result.feasible.pi[column] >= 0.0);
            let k = result.base.independent().iter().position(|&c| c == column);
            negative += usize::from(k.is_some_and(|k| result.estimate.beta[k] < 0.0));
        }
    }
    assert!(negative > 0, "plain least squares never found a negative rotor inertia");
}

/// Models that are selected on ten seeds, by name; friction of a planar arm as given.
fn taken(shape: FrictionShape, asymmetry: f64, stribeck: f64) -> Vec<String> {
    let mut robot = with_drives("planar2r");
    for dof in 0..2 {
        let friction = robot.dof_joint(dof).friction;
        let (viscous_asymmetry, shape) = (asymmetry, shape);
        robot =
            robot.with_friction(dof, Friction { shape, viscous_asymmetry, stribeck, ..friction });
    }
    let name = |seed: u64| {
        let log = record(&robot, 30.0, seed, Faults { counts_per_turn: None, noise: 0.05 });
        let result =
            identify_rigid(&robot, &RigidInputs::new(&[log]), &RigidSettings::default()).unwrap();
        let step = result.friction_candidates.iter().find(|step| step.chosen).unwrap();
        if asymmetry != 0.0 {
            let columns = result.base.independent().iter().enumerate();
            let of_interest = columns.filter(|(_, c)| result.layout.name(**c).starts_with("fva"));
            for (k, _) in of_interest {
                let (value, sigma) = (result.estimate.beta[k], result.sigma[k]);
                assert!((value - asymmetry).abs() < 4.0 * sigma, "{value} ± {sigma}");
            }
        }
        step.name.clone()
    };
    (1..=10).map(name).collect()
}

#[test]
fn friction_selection_finds_the_model_that_is_there_and_no_other() {
    let usual = FrictionShape::COULOMB_VISCOUS.with_offset();
    for (shape, asymmetry, stribeck, expected) in [
        (usual, 0.0, 0.0, "Coulomb + viscous + offset"),
        (usual.with_viscous_asymmetry(), -1.5, 0.0, "offset, viscous asymmetry"),
        (usual.with_stribeck(0.6, 1.0), 0.0, 3.0, "offset, Stribeck"),
    ] {
        let taken = taken(shape, asymmetry, stribeck);
        assert!(taken.iter().all(|name| name == expected), "{expected}: {taken:?}");
    }
}

#[test]
fn what_the_motion_leaves_free_has_no_sigma() {
    let robot = with_drives("planar2r");
    let mut idle = record(&robot, 20.0, 1, EXACT);
    let n = idle.t_s.len();
    idle.q[n..].fill(0.4);
    let mut scratch = Scratch::new(&robot);
    for k in 0..n {
        let t = idle.t_s[k];
        let ((s, c), (s2, c2)) = ((0.7 * t).sin_cos(), (1.9 * t).sin_cos());
        let q = [0.3 * s + 0.2 * s2, 0.4];
        let (qd, qdd) = ([0.21 * c + 0.38 * c2, 0.0], [-0.147 * s - 0.722 * s2, 0.0]);
        let tau = inverse_dynamics(&robot, &mut scratch, &q, &qd, &qdd).unwrap();
        idle.q[k] = q[0];
        (idle.effort[k], idle.effort[n + k]) = (tau[0], tau[1]);
    }
    let result = identify(&robot, idle);
    let provenance = Provenance {
        version: "0".into(),
        command: "test".into(),
        settings: serde_json::Value::Null,
        inputs: Vec::new(),
    };
    let record = RobotRecord::new("planar2r", catalog::description("planar2r").unwrap());
    let study = result.to_study(&robot, record, provenance).unwrap();
    let of = |name: &str| study.base_parameters.iter().find(|p| p.name == name).unwrap();
    // The second joint stands still: nothing tells its viscous friction.
    assert_eq!((of("fv2").sigma, of("fv2").interval), (None, None));
    assert_eq!(of("fv2").identifiability, Identifiability::Undetermined);
    assert!(of("fv1").sigma.is_some_and(|sigma| sigma < 0.1), "{:?}", of("fv1"));
    let text = serde_json::to_string(&study).unwrap();
    assert!(serde_json::from_str::<Study>(&text).unwrap() == study);
}

#[test]
fn a_study_survives_its_own_document() {
    let robot = with_drives("planar2r");
    let log = record(&robot, 20.0, 1, Faults { counts_per_turn: None, noise: 0.05 });
    let result =
        identify_rigid(&robot, &RigidInputs::new(&[log]), &RigidSettings::default()).unwrap();
    let provenance = Provenance {
        version: "0".into(),
        command: "test".into(),
        settings: serde_json::to_value(RigidSettings::default()).unwrap(),
        inputs: Vec::new(),
    };
    let record = RobotRecord::new("planar2r", catalog::description("planar2r").unwrap());
    let study = result.to_study(&robot, record, provenance).unwrap();
    let text = serde_json::to_string(&study).unwrap();
    let again: Study = serde_json::from_str(&text).unwrap();
    assert!(again == study, "a number changed on its way through JSON");
    assert_eq!(study.friction_candidates.iter().filter(|step| step.chosen).count(), 1);
    let schema = serde_json::to_value(schemars::schema_for!(Study)).unwrap();
    let required = schema["required"].as_array().unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(required.iter().all(|field| document.get(field.as_str().unwrap()).is_some()));
}

#[test]
fn samples_are_views() {
    let x = [1.0, 2.0, 3.0, 4.0];
    assert_eq!(Samples::new(2, &x, &x, &x).qd(1), [3.0, 4.0]);
}
