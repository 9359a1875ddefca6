//! Estimators beyond least squares: each against the truth or an independent route.

use crate::common::{Dice, assert_close};
use taufit::base::{Base, BaseSettings};
use taufit::dynamics::{Samples, Scratch, inverse_dynamics};
use taufit::estimate::{
    Bound, ColumnErrors, EssentialSettings, Estimate, Ridge, RobustEstimate, Weighting, bounded,
    essential, least_squares, ridge, robust, stacked, tied, total_least_squares,
};
use taufit::evidence::{
    Evidence, Loss, RowSettings, RowWeights, Stretch, observe, observe_weighted,
};
use taufit::model::{Robot, catalog};
use taufit::params::Layout;

/// A robot in motion along sums of sines.
struct Case {
    robot: Robot,
    layout: Layout,
    base: Base,
    n_samples: usize,
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    tau: Vec<f64>,
}

impl Case {
    fn new(robot: Robot, n_samples: usize, seed: u64) -> Self {
        let layout = Layout::of_robot(&robot);
        let base = Base::new(&robot, &layout, &BaseSettings::default()).unwrap();
        let (mut dice, n_dof) = (Dice::new(seed), robot.n_dof());
        let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n_dof * n_samples]);
        for (dof, harmonic) in (0..n_dof).flat_map(|dof| (1..=5).map(move |h| (dof, h))) {
            let w = 0.6 * f64::from(harmonic);
            let (a, phase) = (dice.uniform(0.2, 0.6), dice.uniform(0.0, 6.3));
            for k in 0..n_samples {
                let (s, c) = (w * k as f64 * 20.0 / n_samples as f64 + phase).sin_cos();
                q[dof * n_samples + k] += a * s;
                qd[dof * n_samples + k] += a * w * c;
                qdd[dof * n_samples + k] -= a * w * w * s;
            }
        }
        let (mut tau, mut scratch) = (vec![0.0; n_dof * n_samples], Scratch::new(&robot));
        for k in 0..n_samples {
            let at = |x: &[f64]| (0..n_dof).map(|j| x[j * n_samples + k]).collect::<Vec<_>>();
            let (q, qd, qdd) = (at(&q), at(&qd), at(&qdd));
            let now = inverse_dynamics(&robot, &mut scratch, &q, &qd, &qdd).unwrap();
            (0..n_dof).for_each(|j| tau[j * n_samples + k] = now[j]);
        }
        Self { robot, layout, base, n_samples, q, qd, qdd, tau }
    }

    fn truth(&self) -> Vec<f64> {
        self.base.combine(&self.layout.nominal(&self.robot))
    }

    fn noisy(&self, noise_nm: f64, seed: u64) -> Vec<f64> {
        let mut dice = Dice::new(seed);
        self.tau.iter().map(|t| t + noise_nm * dice.normal()).collect()
    }

    fn stretch<'a>(&'a self, tau: &'a [f64]) -> Stretch<'a> {
        Stretch { samples: Samples::new(self.n_samples, &self.q, &self.qd, &self.qdd), tau }
    }

    fn evidence(&self, tau: &[f64]) -> Evidence {
        let rows = RowSettings::default();
        observe(&self.robot, &self.layout, &self.base, &[self.stretch(tau)], &rows).unwrap()
    }

    fn robust(&self, tau: &[f64], loss: Loss) -> RobustEstimate {
        let rows = RowSettings::default();
        let stretches = [self.stretch(tau)];
        let pass = |weights: Option<&RowWeights>| {
            observe_weighted(&self.robot, &self.layout, &self.base, &stretches, &rows, weights)
        };
        robust(loss, pass).unwrap()
    }
}

/// Root mean square of the errors in standard deviations: 1 for an honest estimate.
fn normalised_error(estimate: &Estimate, truth: &[f64]) -> f64 {
    let errors = estimate.beta.iter().zip(truth).zip(&estimate.sigma);
    let sum: f64 = errors.map(|((b, t), s)| ((b - t) / s).powi(2)).sum();
    (sum / truth.len() as f64).sqrt()
}

/// The largest of the errors in standard deviations that were promised by `sigma`.
fn largest_error(beta: &[f64], truth: &[f64], sigma: &[f64]) -> f64 {
    let errors = beta.iter().zip(truth).zip(sigma);
    errors.map(|((b, t), s)| ((b - t) / s).abs()).fold(0.0, f64::max)
}

fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// Torques of which 5 % are grossly wrong, to both sides or to one.
fn spoilt(case: &Case, one_sided: bool) -> Vec<f64> {
    let mut dice = Dice::new(2);
    let mut spoil = |t: &f64| {
        let gross = dice.uniform(0.0, 1.0) < 0.05;
        let sign = if one_sided || dice.uniform(0.0, 1.0) < 0.5 { 1.0 } else { -1.0 };
        let error = sign * dice.uniform(10.0, 60.0);
        if gross { t + error } else { *t }
    };
    case.noisy(0.5, 1).iter().map(&mut spoil).collect()
}

#[test]
fn gross_outliers_spoil_least_squares_and_not_the_robust_estimates() {
    let case = Case::new(ur5(), 4000, 1);
    let truth = case.truth();
    let clean = least_squares(&case.evidence(&case.noisy(0.5, 1)), Weighting::PerJoint).unwrap();
    // Errors of one sign leave a bias with Huber's loss, whose outliers pull a little each; none with
    // Tukey's, whose outliers do not pull.
    for (loss, one_sided) in [(Loss::HUBER, false), (Loss::TUKEY, false), (Loss::TUKEY, true)] {
        let spoilt = spoilt(&case, one_sided);
        let plain = least_squares(&case.evidence(&spoilt), Weighting::PerJoint).unwrap();
        let off = largest_error(&plain.beta, &truth, &clean.sigma);
        assert!(off > 20.0, "least squares is off by {off} sigma only");
        let found = case.robust(&spoilt, loss);
        assert!(found.settled, "{loss:?}: {} passes", found.n_passes);
        let share = found.outlier_share;
        // 5 % gross ones, and about 1 % of the normal ones lie beyond 2.6 sigma.
        assert!((0.045..0.075).contains(&share), "{loss:?}: {share} outliers");
        let estimate = &found.estimate;
        let largest = largest_error(&estimate.beta, &truth, &estimate.sigma);
        assert!(largest < 3.0, "{loss:?}: off by {largest} sigma");
        let error = normalised_error(estimate, &truth);
        assert!((0.7..1.3).contains(&error), "{loss:?}: errors of {error} sigma");
    }
}

#[test]
fn on_clean_data_the_robust_estimates_cost_what_theory_says() {
    let case = Case::new(ur5(), 4000, 1);
    let truth = case.truth();
    let tau = case.noisy(0.5, 3);
    let plain = least_squares(&case.evidence(&tau), Weighting::PerJoint).unwrap();
    // Both losses are tuned to 95 % efficiency on normal noise.
    let expected: Vec<f64> = plain.sigma.iter().map(|s| s / 0.95_f64.sqrt()).collect();
    for loss in [Loss::HUBER, Loss::TUKEY] {
        let found = case.robust(&tau, loss);
        assert_close(&found.estimate.sigma, &expected, 0.02, "sigma");
        assert_close(&found.scale, &[0.5; 6], 0.05, "scale");
        let error = normalised_error(&found.estimate, &truth);
        assert!((0.7..1.3).contains(&error), "{loss:?}: errors of {error} sigma");
    }
}

#[test]
fn a_ridge_is_where_data_and_prior_pull_alike() {
    let case = Case::new(ur5(), 400, 1);
    let evidence = case.evidence(&case.noisy(0.5, 4));
    let plain = least_squares(&evidence, Weighting::PerJoint).unwrap();
    let prior: Vec<f64> = case.truth().iter().map(|b| 1.1 * b + 0.05).collect();
    let of = |strength: f64| {
        let settings = Ridge { prior: &prior, strength };
        ridge(&evidence, &case.base, Weighting::PerJoint, &settings).unwrap()
    };
    assert_close(&of(0.0).beta, &plain.beta, 1e-9, "no prior");
    assert_close(&of(1e14).beta, &prior, 1e-6, "nothing but the prior");

    // The gradient of the data's cost is the prior's spring, of one stiffness per kind of parameter.
    let found = of(10.0);
    let rows = stacked(&evidence, &plain.weights);
    let (r, z) = (rows.compressed().r, rows.compressed().z);
    let n = prior.len();
    let error = |i: usize| (0..n).map(|k| r[i * n + k] * found.beta[k]).sum::<f64>() - z[i];
    let errors: Vec<f64> = (0..z.len()).map(error).collect();
    let gradient = |k: usize| -> f64 { (0..z.len()).map(|i| r[i * n + k] * errors[i]).sum() };
    let stiffness: Vec<f64> =
        (0..n).map(|k| -gradient(k) / (found.beta[k] - prior[k]) / 10.0).collect();
    // Friction moves a torque by its own size: natural unit 1 N m, and s² is 1 in weighted rows.
    let coulomb = |k: &usize| case.layout.name(case.base.independent()[*k]).starts_with("fc");
    for k in (0..n).filter(coulomb) {
        assert!((stiffness[k] - 1.0).abs() < 1e-6, "{k}: {}", stiffness[k]);
    }
    assert!(stiffness.iter().all(|s| *s > 0.0));
    assert!(found.sigma.iter().zip(&plain.sigma).all(|(with, without)| with <= without));
    let settings = Ridge { prior: &prior[1..], strength: 1.0 };
    let refused = ridge(&evidence, &case.base, Weighting::Equal, &settings);
    assert_eq!(refused.unwrap_err().code(), "E020");
}

#[test]
fn bounds_hold_and_every_active_one_pushes() {
    let case = Case::new(ur5(), 400, 1);
    let evidence = case.evidence(&case.noisy(2.0, 5));
    let plain = least_squares(&evidence, Weighting::PerJoint).unwrap();
    // Every third bounded from below and every fourth from above, where it hurts.
    let n = plain.beta.len();
    let shifted = |k: usize, by: f64| plain.beta[k] + by * plain.sigma[k];
    let lower: Vec<f64> =
        (0..n).map(|k| if k % 3 == 0 { shifted(k, 0.5) } else { f64::NEG_INFINITY }).collect();
    let upper: Vec<f64> =
        (0..n).map(|k| if k % 4 == 1 { shifted(k, 1.5) } else { f64::INFINITY }).collect();
    let found = bounded(&evidence, Weighting::PerJoint, &lower, &upper).unwrap();
    let beta = &found.estimate.beta;
    let rows = stacked(&evidence, &plain.weights);
    let (r, z) = (rows.compressed().r, rows.compressed().z);
    let error = |i: usize| (0..n).map(|k| r[i * n + k] * beta[k]).sum::<f64>() - z[i];
    let errors: Vec<f64> = (0..z.len()).map(error).collect();
    for k in 0..n {
        // In standard deviations of the parameter: 1 is what one sigma costs.
        let gradient: f64 = (0..z.len()).map(|i| r[i * n + k] * errors[i]).sum();
        let pull = gradient * plain.sigma[k];
        match found.at[k] {
            Some(Bound::Lower) => assert!(beta[k] == lower[k] && pull > 0.0, "{k}: {pull}"),
            Some(Bound::Upper) => assert!(beta[k] == upper[k] && pull < 0.0, "{k}: {pull}"),
            None => {
                assert!(
                    (lower[k]..=upper[k]).contains(&beta[k]) && pull.abs() < 1e-6,
                    "{k}: {pull}"
                );
            }
        }
        assert_eq!(found.at[k].is_some(), found.estimate.sigma[k] == 0.0);
    }
    assert!(found.at.iter().flatten().count() > 5);
    let free = bounded(
        &evidence,
        Weighting::PerJoint,
        &vec![f64::NEG_INFINITY; n],
        &vec![f64::INFINITY; n],
    );
    assert_close(&free.unwrap().estimate.beta, &plain.beta, 1e-9, "no bounds");
    assert_eq!(bounded(&evidence, Weighting::Equal, &upper, &lower).unwrap_err().code(), "E123");
}

#[test]
fn parameters_that_are_zero_are_found_not_essential() {
    // Without rotor inertias, whose columns the layout has all the same.
    let case = Case::new(ur5(), 2000, 1);
    let truth = case.truth();
    let zeros: Vec<usize> = (0..truth.len()).filter(|&k| truth[k].abs() < 1e-12).collect();
    assert!(zeros.len() >= 4, "the test needs zeros: {truth:?}");
    let evidence = case.evidence(&case.noisy(0.2, 6));
    let found = essential(&evidence, Weighting::PerJoint, &EssentialSettings::default()).unwrap();
    let left = zeros.iter().filter(|k| found.kept.contains(k)).count();
    assert_eq!(left, 0, "zeros that were kept: {:?}", found.kept);
    let large = |k: &usize| truth[*k].abs() > 10.0 * found.estimate.sigma[*k].max(1e-9);
    assert!(found.kept.iter().filter(|k| large(k)).count() > 20);
    let (last, before) = found.history.split_last().unwrap();
    assert!(!last.left_out && last.probability < 0.05);
    assert!(before.iter().all(|step| step.left_out && step.probability >= 0.05));

    // On another motion without noise the error is the model's own.
    let other = Case::new(ur5(), 1000, 7);
    let proof = other.evidence(&other.tau);
    let rms = |beta: &[f64]| {
        (proof.squared_residuals(beta).iter().sum::<f64>() / proof.n_rows() as f64).sqrt()
    };
    let plain = least_squares(&evidence, Weighting::PerJoint).unwrap();
    let (fewer, all) = (rms(&found.estimate.beta), rms(&plain.beta));
    assert!(fewer < 1.05 * all, "{fewer} against {all} N m");
    let settings = EssentialSettings { level: 0.0, ..EssentialSettings::default() };
    let refused = essential(&evidence, Weighting::PerJoint, &settings);
    assert_eq!(refused.unwrap_err().code(), "E100");
}

#[test]
fn total_least_squares_agrees_with_least_squares_where_columns_are_exact() {
    let case = Case::new(ur5(), 400, 1);
    let evidence = case.evidence(&case.noisy(0.5, 8));
    let plain = least_squares(&evidence, Weighting::PerJoint).unwrap();
    let exact = ColumnErrors::Ratios(vec![0.0; plain.beta.len()]);
    let total = total_least_squares(&evidence, Weighting::PerJoint, &exact).unwrap();
    assert_close(&total.beta, &plain.beta, 1e-9, "exact columns");
    assert_close(&total.sigma, &plain.sigma, 1e-9, "their sigma");
    let noiseless = case.evidence(&case.tau);
    let errors = ColumnErrors::Proportional;
    let total = total_least_squares(&noiseless, Weighting::Equal, &errors).unwrap();
    assert_close(&total.beta, &case.truth(), 1e-8, "noiseless data");
}

#[test]
fn tied_parameters_share_one_value_and_are_known_better() {
    // The wrist joints of the UR5 have one type of motor.
    let mut robot = ur5();
    let friction = robot.dof_joint(4).friction;
    for dof in [3, 5] {
        robot = robot.with_friction(dof, friction);
    }
    let case = Case::new(robot, 500, 1);
    let evidence = case.evidence(&case.noisy(0.5, 9));
    let place = |name: &str| {
        let named = |c: &usize| case.layout.name(*c) == name;
        case.base.independent().iter().position(named).unwrap()
    };
    let group: Vec<usize> = ["fc4", "fc5", "fc6"].map(place).to_vec();
    let plain = least_squares(&evidence, Weighting::PerJoint).unwrap();
    let found = tied(&evidence, Weighting::PerJoint, std::slice::from_ref(&group)).unwrap();
    let best = group.iter().map(|&k| plain.sigma[k]).fold(f64::INFINITY, f64::min);
    for &k in &group {
        assert_eq!(found.beta[k], found.beta[group[0]]);
        assert!(found.sigma[k] < 0.8 * best, "{} against {best}", found.sigma[k]);
    }
    let error = normalised_error(&found, &case.truth());
    assert!((0.7..1.3).contains(&error), "errors of {error} sigma");
    // Without ties it is least squares.
    let alone = tied(&evidence, Weighting::PerJoint, &[]).unwrap();
    assert_close(&alone.beta, &plain.beta, 1e-12, "no ties");
    assert_close(&alone.sigma, &plain.sigma, 1e-12, "no ties");
    assert_eq!(tied(&evidence, Weighting::Equal, &[vec![999]]).unwrap_err().code(), "E123");
}
