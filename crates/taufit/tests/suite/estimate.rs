//! Recovery of known parameters from simulated torques, and intervals that cover as they claim.

use crate::common::{Dice, assert_close};
use taufit::base::{Base, BaseSettings};
use taufit::dynamics::{Samples, Scratch, inverse_dynamics};
use taufit::estimate::{EstimateStatus, Weighting, correlation_time, least_squares};
use taufit::evidence::{Evidence, Observer, RowSettings, Stretch, observe};
use taufit::model::{Motor, Robot, catalog};
use taufit::params::Layout;
use taufit::signal::ParallelFilter;
use taufit::validate::compare;

/// A robot with rotor inertias on top of its own friction.
fn with_rotors(name: &str) -> Robot {
    let mut robot = catalog::robot(name).unwrap();
    for dof in 0..robot.n_dof() {
        let motor = robot.dof_joint(dof).motor.clone();
        let rotor_inertia_kg_m2 = 0.1 + 0.05 * dof as f64;
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, ..motor });
    }
    robot
}

/// The evidence of one run, every sample a row.
fn seen(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    samples: &Samples<'_>,
    tau: &[f64],
) -> taufit::Result<Evidence> {
    let stretch = Stretch { samples: *samples, tau };
    observe(robot, layout, base, &[stretch], &RowSettings::default())
}

/// Motion along sums of sines, and the torques it needs.
struct Run {
    n_samples: usize,
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    tau: Vec<f64>,
}

impl Run {
    fn new(robot: &Robot, n_samples: usize, seed: u64) -> Self {
        let (mut dice, n_dof) = (Dice::new(seed), robot.n_dof());
        let size = n_dof * n_samples;
        let mut run = Self {
            n_samples,
            q: vec![0.0; size],
            qd: vec![0.0; size],
            qdd: vec![0.0; size],
            tau: vec![0.0; size],
        };
        for dof in 0..n_dof {
            for harmonic in 1..=5 {
                let (w, a, phase) =
                    (0.6 * f64::from(harmonic), dice.uniform(0.2, 0.6), dice.uniform(0.0, 6.3));
                for k in 0..n_samples {
                    let (s, c) = (w * k as f64 * 20.0 / n_samples as f64 + phase).sin_cos();
                    run.q[dof * n_samples + k] += a * s;
                    run.qd[dof * n_samples + k] += a * w * c;
                    run.qdd[dof * n_samples + k] -= a * w * w * s;
                }
            }
        }
        let mut scratch = Scratch::new(robot);
        for k in 0..n_samples {
            let at = |x: &[f64]| (0..n_dof).map(|j| x[j * n_samples + k]).collect::<Vec<_>>();
            let (q, qd, qdd) = (at(&run.q), at(&run.qd), at(&run.qdd));
            let tau = inverse_dynamics(robot, &mut scratch, &q, &qd, &qdd).unwrap();
            (0..n_dof).for_each(|j| run.tau[j * n_samples + k] = tau[j]);
        }
        run
    }

    fn samples(&self) -> Samples<'_> {
        Samples::new(self.n_samples, &self.q, &self.qd, &self.qdd)
    }
}

fn base_of(robot: &Robot) -> (Layout, Base) {
    let layout = Layout::of_robot(robot);
    let base = Base::new(robot, &layout, &BaseSettings::default()).unwrap();
    (layout, base)
}

#[test]
fn noiseless_torques_give_every_base_parameter_back() {
    for name in ["ur5", "puma560", "panda", "planar2r"] {
        let robot = with_rotors(name);
        let (layout, base) = base_of(&robot);
        let run = Run::new(&robot, 1500, 1);
        let evidence = seen(&robot, &layout, &base, &run.samples(), &run.tau).unwrap();
        let truth = base.combine(&layout.nominal(&robot));
        for weighting in [Weighting::Equal, Weighting::PerJoint] {
            let estimate = least_squares(&evidence, weighting).unwrap();
            assert_eq!(estimate.status, EstimateStatus::Determined, "{name}");
            assert_close(&estimate.beta, &truth, 1e-9, name);
        }
    }
}

#[test]
fn evidence_does_not_depend_on_how_the_log_is_cut() {
    let robot = with_rotors("ur5");
    let (layout, base) = base_of(&robot);
    let (first, second) = (Run::new(&robot, 700, 1), Run::new(&robot, 301, 2));
    let rows = RowSettings::default();
    let mut observer = Observer::new(&robot, &layout, &base, &rows);
    for run in [&first, &second] {
        observer.push(&Stretch { samples: run.samples(), tau: &run.tau }).unwrap();
    }
    let streamed = observer.finish();

    let mut merged = seen(&robot, &layout, &base, &second.samples(), &second.tau).unwrap();
    merged.merge(&seen(&robot, &layout, &base, &first.samples(), &first.tau).unwrap()).unwrap();
    assert_eq!((merged.n_samples(), merged.n_rows()), (1001, 6006));
    let x = vec![0.3; base.rank()];
    assert_close(&merged.squared_residuals(&x), &streamed.squared_residuals(&x), 1e-12, "merge");
}

#[test]
fn a_parallel_filter_changes_neither_side() {
    let robot = with_rotors("ur5");
    let (layout, base) = base_of(&robot);
    let run = Run::new(&robot, 40_000, 6);
    let filter = ParallelFilter::new(10.0, 2000.0).unwrap();
    let n_rows = filter.n_rows(40_000);
    let rows = RowSettings { filter: Some(filter), slow_speeds: Vec::new() };
    let stretch = Stretch { samples: run.samples(), tau: &run.tau };
    let parallel = observe(&robot, &layout, &base, &[stretch], &rows).unwrap();
    assert_eq!(parallel.n_samples(), n_rows);
    let truth = base.combine(&layout.nominal(&robot));
    let estimate = least_squares(&parallel, Weighting::PerJoint).unwrap();
    assert_close(&estimate.beta, &truth, 1e-9, "filtered rows");

    // Cut in pieces for several threads or not, the rows are the same.
    let mut observer = Observer::new(&robot, &layout, &base, &rows);
    observer.push(&stretch).unwrap();
    let x = vec![0.3; base.rank()];
    let (a, b) = (observer.finish().squared_residuals(&x), parallel.squared_residuals(&x));
    assert_close(&a, &b, 1e-11, "pieces");
}

#[test]
fn slow_rows_are_left_out_joint_by_joint() {
    let robot = with_rotors("ur5");
    let (layout, base) = base_of(&robot);
    let run = Run::new(&robot, 900, 6);
    let rows = RowSettings { filter: None, slow_speeds: vec![0.4; robot.n_dof()] };
    let stretch = Stretch { samples: run.samples(), tau: &run.tau };
    let evidence = observe(&robot, &layout, &base, &[stretch], &rows).unwrap();
    for (dof, joint) in evidence.joints().iter().enumerate() {
        let fast = run.qd[dof * 900..(dof + 1) * 900].iter().filter(|v| v.abs() >= 0.4).count();
        assert_eq!(joint.n_rows(), fast);
    }
}

#[test]
fn the_triangles_know_the_residual_of_the_rows() {
    let robot = with_rotors("puma560");
    let (layout, base) = base_of(&robot);
    let run = Run::new(&robot, 400, 3);
    let evidence = seen(&robot, &layout, &base, &run.samples(), &run.tau).unwrap();
    // With β = 0 the residual is the torque itself.
    let zero = vec![0.0; base.rank()];
    let torque = |j: usize| run.tau[j * 400..(j + 1) * 400].iter().map(|t| t * t).sum::<f64>();
    let expected: Vec<f64> = (0..6).map(torque).collect();
    assert_close(&evidence.squared_residuals(&zero), &expected, 1e-12, "|τ|²");
}

#[test]
fn fixed_parameters_are_taken_off_first() {
    let robot = with_rotors("ur5");
    let layout = Layout::of_robot(&robot);
    let pi = layout.nominal(&robot);
    let fix: Vec<(usize, f64)> =
        layout.select_list("m6,fc2,Izz3").unwrap().into_iter().map(|c| (c, pi[c])).collect();
    let base =
        Base::new(&robot, &layout, &BaseSettings { fix, ..BaseSettings::default() }).unwrap();
    let run = Run::new(&robot, 1500, 1);
    let evidence = seen(&robot, &layout, &base, &run.samples(), &run.tau).unwrap();
    let estimate = least_squares(&evidence, Weighting::Equal).unwrap();
    assert_close(&estimate.beta, &base.combine(&pi), 1e-9, "with fixed parameters");
}

#[test]
fn intervals_cover_as_often_as_they_claim() {
    let robot = with_rotors("ur5");
    let (layout, base) = base_of(&robot);
    let truth = base.combine(&layout.nominal(&robot));
    let run = Run::new(&robot, 600, 1);
    let noise_nm = [2.0, 3.0, 1.5, 0.5, 0.4, 0.1];
    let (mut inside, mut all) = (0, 0);
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let noisy: Vec<f64> = run
            .tau
            .iter()
            .enumerate()
            .map(|(k, tau)| tau + noise_nm[k / run.n_samples] * dice.normal())
            .collect();
        let evidence = seen(&robot, &layout, &base, &run.samples(), &noisy).unwrap();
        let estimate = least_squares(&evidence, Weighting::PerJoint).unwrap();
        let errors = estimate.beta.iter().zip(&truth).zip(&estimate.sigma);
        inside += errors.filter(|((b, t), s)| (*b - *t).abs() < 1.96 * **s).count();
        all += truth.len();
        if seed == 0 {
            assert_close(&estimate.residual_sigma, &noise_nm, 0.08, "noise of each joint");
        }
    }
    let coverage = 100.0 * inside as f64 / all as f64;
    // 10 400 intervals, of which those of one run are correlated: 95 ± 1 % is what chance allows.
    assert!((94.0..=96.0).contains(&coverage), "95 % intervals cover {coverage:.2} %");
}

#[test]
fn intervals_cover_with_correlated_noise_too() {
    let robot = with_rotors("ur5");
    let (layout, base) = base_of(&robot);
    let truth = base.combine(&layout.nominal(&robot));
    let run = Run::new(&robot, 3000, 1);
    let (mut white, mut corrected, mut all) = (0, 0, 0);
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut noise = 0.0;
        let noises: Vec<f64> = run
            .tau
            .iter()
            .map(|_| {
                noise = 0.9 * noise + dice.normal();
                noise
            })
            .collect();
        let noisy: Vec<f64> = run.tau.iter().zip(&noises).map(|(t, e)| t + e).collect();
        let evidence = seen(&robot, &layout, &base, &run.samples(), &noisy).unwrap();
        let estimate = least_squares(&evidence, Weighting::PerJoint).unwrap();
        // The residuals are the noise but for 52 of 18 000 degrees of freedom.
        let times: Vec<f64> = noises.chunks(run.n_samples).map(correlation_time).collect();
        let sigma = estimate.correlated_sigma(&evidence, &times);
        for ((b, t), (s, c)) in
            estimate.beta.iter().zip(&truth).zip(estimate.sigma.iter().zip(&sigma))
        {
            white += usize::from((b - t).abs() < 1.96 * s);
            corrected += usize::from((b - t).abs() < 1.96 * c);
            all += 1;
        }
    }
    let percent = |count: usize| 100.0 * f64::from(count as u32) / f64::from(all);
    assert!(percent(white) < 60.0, "white-noise intervals cover {} %", percent(white));
    let covered = percent(corrected);
    assert!((92.0..=98.0).contains(&covered), "95 % intervals cover {covered:.2} %");
}

#[test]
fn an_idle_joint_is_reported_and_does_not_spoil_the_rest() {
    let robot = with_rotors("ur5");
    let (layout, base) = base_of(&robot);
    let mut run = Run::new(&robot, 800, 1);
    let last = 5 * run.n_samples;
    run.qd[last..].fill(0.0);
    run.qdd[last..].fill(0.0);
    run.q[last..].fill(0.4);
    let evidence = seen(&robot, &layout, &base, &run.samples(), &run.tau).unwrap();
    let estimate = least_squares(&evidence, Weighting::Equal).unwrap();
    let EstimateStatus::RankDeficient { rank, n_base } = estimate.status else {
        panic!("an idle joint leaves friction unseen: {:?}", estimate.status);
    };
    assert_eq!(n_base, base.rank());
    assert!(rank < n_base && estimate.beta.iter().all(|b| b.is_finite()));
}

#[test]
fn too_little_data_and_foreign_evidence_are_refused() {
    let robot = with_rotors("ur5");
    let (layout, base) = base_of(&robot);
    let run = Run::new(&robot, 8, 1);
    let few = seen(&robot, &layout, &base, &run.samples(), &run.tau).unwrap();
    assert_eq!(least_squares(&few, Weighting::Equal).unwrap_err().code(), "E026");
    let other = with_rotors("panda");
    let (other_layout, other_base) = base_of(&other);
    let rows = RowSettings::default();
    let mut foreign: Evidence = Observer::new(&other, &other_layout, &other_base, &rows).finish();
    assert_eq!(foreign.merge(&few).unwrap_err().code(), "E020");
    assert_eq!(
        seen(&robot, &layout, &base, &run.samples(), &run.tau[1..]).unwrap_err().code(),
        "E020"
    );
}

#[test]
fn prediction_on_another_run_is_as_good_as_the_noise() {
    let robot = with_rotors("ur5");
    let (layout, base) = base_of(&robot);
    let (run, other) = (Run::new(&robot, 1200, 1), Run::new(&robot, 500, 9));
    let mut dice = Dice::new(5);
    let noisy: Vec<f64> = run.tau.iter().map(|t| t + 0.5 * dice.normal()).collect();
    let evidence = seen(&robot, &layout, &base, &run.samples(), &noisy).unwrap();
    let estimate = least_squares(&evidence, Weighting::Equal).unwrap();
    let pi = base.to_standard(&estimate.beta, &layout.nominal(&robot)).unwrap();
    let identified = layout.apply(&robot, &pi).unwrap();
    let mut predicted = other.tau.clone();
    let mut scratch = Scratch::new(&identified);
    for k in 0..other.n_samples {
        let at = |x: &[f64]| (0..6).map(|j| x[j * other.n_samples + k]).collect::<Vec<_>>();
        let (q, qd, qdd) = (at(&other.q), at(&other.qd), at(&other.qdd));
        let tau = inverse_dynamics(&identified, &mut scratch, &q, &qd, &qdd).unwrap();
        (0..6).for_each(|j| predicted[j * other.n_samples + k] = tau[j]);
    }
    let metrics = compare(&other.tau, &predicted, other.n_samples).unwrap();
    // Noise of 0.5 N m averages out over 7200 rows and 52 parameters: √(52/7200) · 0.5 ≈ 0.04 N m.
    for (j, joint) in metrics.joints.iter().enumerate() {
        assert!(joint.rms_nm < 0.12, "joint {}: {} N m", j + 1, joint.rms_nm);
    }
}
