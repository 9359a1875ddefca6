//! Physically consistent fits: recovery, optimality against another solver, priors, bounds, refusals.

use crate::common::{Dice, assert_close};
use faer::Mat;
use faer::linalg::solvers::DenseSolveCore;
use std::path::PathBuf;
use taufit::base::{Base, BaseSettings, IdentifiabilityClass};
use taufit::dynamics::{RegressorBlock, Samples, regressor_block};
use taufit::estimate::feasible::{
    ComBox, Compressed, FeasibleFit, FeasibleSettings, FeasibleStatus, ParamBound, feasible_fit,
};
use taufit::model::{Robot, catalog};
use taufit::params::{Layout, LayoutSettings, LinkParam, Param};
use taufit::spatial::LinkInertia;

/// A robot, its unknowns and compressed data of it.
struct Case {
    robot: Robot,
    layout: Layout,
    base: Base,
    pi_true: Vec<f64>,
    r: Vec<f64>,
    z: Vec<f64>,
}

impl Case {
    /// `n_samples` random states, torques with uniform noise of this standard deviation.
    fn new(name: &str, settings: &BaseSettings, n_samples: usize, noise_nm: f64) -> Self {
        let robot = catalog::robot(name).unwrap();
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let base = Base::new(&robot, &layout, settings).unwrap();
        let mut pi_true = layout.nominal(&robot);
        for (column, param) in layout.params().iter().enumerate() {
            match param {
                Param::RotorInertia { dof } => pi_true[column] = 0.5 / (1.0 + *dof as f64),
                Param::Friction { dof, .. } => pi_true[column] = 0.1 + 2.0 / (1.0 + *dof as f64),
                _ => {}
            }
        }
        settings.fix.iter().for_each(|(column, value)| pi_true[*column] = *value);
        let (r, z) = compress(&robot, &layout, &base, &base.combine(&pi_true), n_samples, noise_nm);
        Self { robot, layout, base, pi_true, r, z }
    }

    fn fit_with(&self, prior: &[f64], settings: &FeasibleSettings) -> taufit::Result<FeasibleFit> {
        let data = Compressed { r: &self.r, z: &self.z };
        feasible_fit(&self.robot, &self.layout, &self.base, &data, prior, settings)
    }

    fn fit(&self, prior: &[f64]) -> FeasibleFit {
        let fit = self.fit_with(prior, &FeasibleSettings::default()).unwrap();
        let found = (fit.cost, fit.gap, fit.prior_weight, fit.iterations);
        assert_eq!(fit.status, FeasibleStatus::Converged, "{found:?}");
        assert_close(&fit.beta, &self.base.combine(&fit.pi), 1e-12, "beta");
        fit
    }

    fn cost(&self, beta: &[f64]) -> f64 {
        self.residual(beta).iter().map(|e| e * e).sum()
    }

    fn residual(&self, beta: &[f64]) -> Vec<f64> {
        let row = |i: usize| &self.r[i * beta.len()..(i + 1) * beta.len()];
        let value = |i: usize| row(i).iter().zip(beta).map(|(r, b)| r * b).sum::<f64>() - self.z[i];
        (0..self.z.len()).map(value).collect()
    }

    fn ten(&self, pi: &[f64], link: usize) -> [f64; 10] {
        std::array::from_fn(|c| pi[self.layout.column(link, LinkParam::ALL[c])])
    }

    fn pseudo_inertia(&self, pi: &[f64], link: usize) -> Mat<f64> {
        let p = LinkInertia::from_params(self.ten(pi, link)).pseudo_inertia();
        Mat::from_fn(4, 4, |i, j| p[i][j])
    }

    /// The truth with every link 30 % heavier and turned, and friction halved.
    fn wrong_prior(&self) -> Vec<f64> {
        let mut prior = self.pi_true.clone();
        for (column, param) in self.layout.params().iter().enumerate() {
            prior[column] *= if matches!(param, Param::Link { .. }) { 1.3 } else { 0.5 };
        }
        prior
    }
}

/// The triangle and right-hand side of `[W | tau] = Q [r z; 0 e]`.
fn compress(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    beta: &[f64],
    n_samples: usize,
    noise_nm: f64,
) -> (Vec<f64>, Vec<f64>) {
    let mut dice = Dice::new(11);
    let n = robot.n_dof() * n_samples;
    let (q, qd, qdd) = (dice.vector(n, 3.0), dice.vector(n, 2.0), dice.vector(n, 5.0));
    let mut block = RegressorBlock::new(robot, layout, base.independent(), n_samples);
    let samples = Samples::new(n_samples, &q, &qd, &qdd);
    regressor_block(robot, layout, &samples, &mut block).unwrap();
    let noise = dice.vector(n, 3.0_f64.sqrt());
    let b = base.rank();
    let rows = Mat::from_fn(n, b + 1, |row, c| {
        let (dof, k) = (row / n_samples, row % n_samples);
        let entry = |c: usize| block.column(dof, c)[k];
        if c < b {
            entry(c)
        } else {
            (0..b).map(|c| entry(c) * beta[c]).sum::<f64>() + noise_nm * noise[row]
        }
    });
    let triangle = rows.qr().thin_R().to_owned();
    let r = (0..b * b).map(|k| if k % b >= k / b { triangle[(k / b, k % b)] } else { 0.0 });
    (r.collect(), (0..b).map(|k| triangle[(k, b)]).collect())
}

fn noiseless() -> Case {
    Case::new("ur5", &BaseSettings::default(), 100, 0.0)
}

/// Few samples and much noise: plain least squares gives bodies that cannot exist.
fn noisy() -> Case {
    Case::new("ur5", &BaseSettings::default(), 40, 3.0)
}

fn golden_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden/feasible_ur5.json")
}

#[test]
fn perfect_data_give_the_truth_whatever_the_prior() {
    let case = noiseless();
    let energy: f64 = case.z.iter().map(|z| z * z).sum();
    for prior in [case.pi_true.clone(), case.wrong_prior()] {
        let fit = case.fit(&prior);
        assert!(fit.cost < 1e-13 * energy, "{} of {energy}", fit.cost);
        assert!(fit.smallest_eigenvalues.iter().all(|e| *e > 0.0));
        assert_close(&fit.beta, &case.base.combine(&case.pi_true), 1e-6, "beta");
        assert!(fit.warnings.is_empty() && fit.active.is_empty(), "{:?}", fit.active);
    }
}

#[test]
fn noisy_data_give_bodies_that_exist_at_a_price() {
    let case = noisy();
    let fit = case.fit(&case.wrong_prior());
    let energy: f64 = case.z.iter().map(|z| z * z).sum();
    assert!(fit.cost_unconstrained < 1e-20 * energy, "r is square");
    assert!(fit.cost > 1e-6 * energy, "least squares alone must leave the cone");
    assert!((fit.cost - case.cost(&fit.beta)).abs() < 1e-9 * fit.cost);
    assert!(fit.smallest_eigenvalues.iter().all(|e| *e > 0.0));
    for (link, smallest) in fit.smallest_eigenvalues.iter().enumerate() {
        let p = case.pseudo_inertia(&fit.pi, link);
        let all = p.self_adjoint_eigenvalues(faer::Side::Lower).unwrap();
        assert!(all[0] == *smallest && p.llt(faer::Side::Lower).is_ok());
    }
    let truth = case.cost(&case.base.combine(&case.pi_true));
    assert!(fit.cost <= truth, "the truth is physical too: {} > {truth}", fit.cost);
    assert!(fit.gap <= 1e-3 * fit.cost);
}

/// `∂|r β − z|²/∂π = Σ_links tr(Z E_c)` with `Z = γ (P⁻¹ − P₀⁻¹)`: stationarity; `Z + γ P₀⁻¹ ≻ 0` and
/// `tr(γ P⁻¹ P) = 4 γ` make the rest of the optimality conditions.
#[test]
fn optimality_conditions_hold() {
    let case = noisy();
    let prior = case.wrong_prior();
    let fit = case.fit(&prior);
    let by_base: Vec<f64> = (0..case.base.rank())
        .map(|k| {
            let e = case.residual(&fit.beta);
            (0..e.len()).map(|i| 2.0 * case.r[i * case.base.rank() + k] * e[i]).sum()
        })
        .collect();
    let slope = |column: usize| -> f64 {
        let unit = (0..case.layout.n_params()).map(|c| f64::from(u8::from(c == column)));
        let of_beta = case.base.combine(&unit.collect::<Vec<_>>());
        of_beta.iter().zip(&by_base).map(|(m, g)| m * g).sum()
    };
    let steepest = by_base.iter().fold(0.0, |m: f64, g| m.max(g.abs()));
    assert!(steepest > 1.0, "constraints must be active");
    for link in 0..6 {
        let inverse =
            |pi: &[f64]| case.pseudo_inertia(pi, link).llt(faer::Side::Lower).unwrap().inverse();
        let z = (inverse(&fit.pi) - inverse(&prior)) * faer::Scale(fit.prior_weight);
        for param in LinkParam::ALL {
            let mut unit = [0.0; 10];
            unit[param as usize] = 1.0;
            let e = LinkInertia::from_params(unit).pseudo_inertia();
            let force: f64 = (0..16).map(|k| z[(k / 4, k % 4)] * e[k % 4][k / 4]).sum();
            let error = (slope(case.layout.column(link, param)) - force).abs();
            assert!(error < 1e-5 * steepest, "link {link} {param:?}: {error} of {steepest}");
        }
    }
    assert!(fit.prior_weight * 4.0 * 6.0 < 1e-3 * fit.cost);
}

/// Set TAUFIT_FEASIBLE_PROBLEM to a file name to write the problem for `bench/feasible_reference.py`.
#[test]
fn the_golden_problem_is_still_ours() {
    let case = noisy();
    let golden: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(golden_path()).unwrap()).unwrap();
    let z: Vec<f64> = serde_json::from_value(golden["z"].clone()).unwrap();
    crate::common::assert_close(&case.z, &z, 1e-9, "z of the golden problem");
    let Ok(path) = std::env::var("TAUFIT_FEASIBLE_PROBLEM") else { return };
    let b = case.base.rank();
    let map: Vec<Vec<(usize, f64)>> = (0..b).map(|k| case.base.group(k)).collect();
    let names: Vec<String> = (0..case.layout.n_params()).map(|c| case.layout.name(c)).collect();
    let triangle: Vec<&[f64]> = (0..b).map(|i| &case.r[i * b + i..(i + 1) * b]).collect();
    let problem = serde_json::json!({
        "names": names, "map": map, "triangle": triangle, "z": case.z, "prior": case.wrong_prior(),
    });
    std::fs::write(path, problem.to_string()).unwrap();
}

#[test]
fn the_cost_is_that_of_an_independent_conic_solver() {
    let golden: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(golden_path()).unwrap()).unwrap();
    let numbers = |value: &serde_json::Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    let b = golden["z"].as_array().unwrap().len();
    let mut case = noisy();
    assert_eq!(case.base.rank(), b);
    case.z = numbers(&golden["z"]);
    for (i, row) in golden["triangle"].as_array().unwrap().iter().enumerate() {
        case.r[i * b + i..(i + 1) * b].copy_from_slice(&numbers(row));
    }
    let settings = FeasibleSettings { accuracy: 1e-4, ..Default::default() };
    let fit = case.fit_with(&numbers(&golden["prior"]), &settings).unwrap();
    assert_eq!(fit.status, FeasibleStatus::Converged);
    let best = golden["reference"]["cost"].as_f64().unwrap();
    // The infimum is approached with ever larger invisible masses, where both solvers stop early: the
    // other one 1.5e-5 above the best cost that was seen.
    assert!(fit.cost <= best * (1.0 + 1e-4), "{} against {best}", fit.cost);
    assert!(fit.cost >= best * (1.0 - 2e-5), "below the optimum: {} against {best}", fit.cost);
    assert_close(&fit.beta, &numbers(&golden["reference"]["beta"]), 1e-3, "beta");
}

#[test]
fn a_prior_that_explains_the_data_is_kept_in_all_that_they_do_not_see() {
    let case = noiseless();
    // Another robot with the same torques: the divergence of its links from the nominal ones is not zero.
    let heavier = case.wrong_prior();
    let other = case.fit(&heavier);
    let mass = case.layout.column(0, LinkParam::M);
    assert_eq!(case.base.class(mass), IdentifiabilityClass::Unidentifiable);
    assert!((other.pi[mass] / case.pi_true[mass] - 1.0).abs() > 0.1, "m1 follows its prior");
    let again = case.fit(&other.pi);
    for (column, (a, b)) in again.pi.iter().zip(&other.pi).enumerate() {
        let name = case.layout.name(column);
        assert!((a - b).abs() < 1e-5 * (1e-2 + b.abs()), "{name}: {a} against {b}");
    }
}

/// The divergence is smallest along what data do not see: `tr((P₀⁻¹ − P⁻¹) E_c) = 0`.
#[test]
fn invisible_parameters_are_where_the_divergence_is_smallest() {
    let case = noisy();
    let prior = case.wrong_prior();
    let fit = case.fit(&prior);
    let inverse = |pi: &[f64]| case.pseudo_inertia(pi, 0).llt(faer::Side::Lower).unwrap().inverse();
    let (before, after) = (inverse(&prior), inverse(&fit.pi));
    // m, mx, my, mz of the first link are entries (3,3), (0,3), (1,3), (2,3).
    for (param, i) in
        [(LinkParam::Mx, 0), (LinkParam::My, 1), (LinkParam::Mz, 2), (LinkParam::M, 3)]
    {
        let class = case.base.class(case.layout.column(0, param));
        assert_eq!(class, IdentifiabilityClass::Unidentifiable);
        let (a, b) = (after[(i, 3)], before[(i, 3)]);
        assert!(
            (a - b).abs() < 1e-5 * (before[(3, 3)] * before[(i, i)]).sqrt(),
            "{param:?}: {a} {b}"
        );
    }
}

#[test]
fn a_heavy_prior_weight_keeps_the_links_and_a_light_one_lets_them_go() {
    let case = noisy();
    let prior = case.wrong_prior();
    let fit = |weight| {
        let settings = FeasibleSettings { prior_weight: Some(weight), ..Default::default() };
        case.fit_with(&prior, &settings).unwrap()
    };
    let (heavy, light) = (fit(1e9), fit(10.0));
    for link in 0..6 {
        assert_close(&case.ten(&heavy.pi, link), &case.ten(&prior, link), 1e-3, "held");
    }
    assert!(light.cost < 0.1 * heavy.cost);
    assert_eq!((light.prior_weight, light.status), (10.0, FeasibleStatus::Converged));
    assert!(light.cost > case.fit(&prior).cost, "the prior has its price");
}

#[test]
fn a_prior_weight_counts_without_any_other_constraint() {
    let robot = catalog::robot("ur5").unwrap();
    let layout = Layout::new(&robot, &LayoutSettings::default());
    let drop = layout.select_list("Ia*, fv*, fc*").unwrap();
    let case = Case::new("ur5", &BaseSettings { drop, ..BaseSettings::default() }, 40, 3.0);
    let settings = FeasibleSettings { prior_weight: Some(10.0), ..Default::default() };
    let prior = case.wrong_prior();
    let fit = case.fit_with(&prior, &settings).unwrap();
    assert_eq!(fit.status, FeasibleStatus::Converged);
    assert!(fit.iterations > 0 && fit.cost < 0.1 * case.cost(&case.base.combine(&prior)));
}

#[test]
fn links_without_a_physical_prior_get_a_stand_in_and_a_warning() {
    let case = noiseless();
    let fit = case.fit(&vec![0.0; case.pi_true.len()]);
    let codes: Vec<&str> = fit.warnings.iter().map(|w| w.code()).collect();
    assert_eq!(codes, ["W120"; 6]);
    assert_close(&fit.beta, &case.base.combine(&case.pi_true), 1e-5, "beta");
    assert!(fit.smallest_eigenvalues.iter().all(|e| *e > 0.0));
}

#[test]
fn a_robot_without_masses_can_be_fitted() {
    let heavy = Case::new("kr500", &BaseSettings::default(), 100, 0.0);
    let mut dice = Dice::new(3);
    let mut pi_true = heavy.pi_true.clone();
    for link in 0..6 {
        let mut body = dice.body();
        body.mass_kg *= 30.0;
        body.inertia_about_com_in_link.iter_mut().for_each(|x| *x *= 30.0);
        let ten = LinkInertia::from(body).to_params();
        let first = heavy.layout.column(link, LinkParam::M);
        pi_true[first..first + 10].copy_from_slice(&ten);
    }
    let beta = heavy.base.combine(&pi_true);
    let (r, z) = compress(&heavy.robot, &heavy.layout, &heavy.base, &beta, 100, 0.0);
    let case = Case { r, z, pi_true, ..heavy };
    let fit = case.fit(&case.layout.nominal(&case.robot));
    assert_eq!(fit.warnings.len(), 6);
    assert_close(&fit.beta, &beta, 1e-6, "beta");
}

#[test]
fn bounds_are_kept_and_named_where_they_hold_the_fit_back() {
    let case = noiseless();
    let column = |name: &str| case.layout.select(name).unwrap()[0];
    let (m3, fv1, m1) = (column("m3"), column("fv1"), column("m1"));
    let settings = FeasibleSettings {
        bounds: vec![
            ParamBound { column: m3, lower: Some(5.0), upper: Some(6.0) },
            ParamBound { column: m1, lower: Some(20.0), upper: None },
            ParamBound { column: fv1, lower: None, upper: Some(1.5) },
        ],
        total_mass_kg: Some((40.0, 50.0)),
        com_boxes: vec![ComBox { link: 1, lower_m: [0.25, -0.1, 0.0], upper_m: [0.4, 0.1, 0.2] }],
        ..FeasibleSettings::default()
    };
    let fit = case.fit_with(&case.pi_true, &settings).unwrap();
    assert_eq!(fit.status, FeasibleStatus::Converged);
    assert!(
        (5.0..=6.0).contains(&fit.pi[m3]) && fit.pi[m1] >= 20.0,
        "{} {}",
        fit.pi[m3],
        fit.pi[m1]
    );
    let total: f64 = (0..6).map(|i| fit.pi[case.layout.column(i, LinkParam::M)]).sum();
    assert!((40.0..=50.0).contains(&total), "{total}");
    let [m, mx, my, mz, ..] = case.ten(&fit.pi, 1);
    assert!(
        (0.25..=0.4).contains(&(mx / m))
            && (my / m).abs() <= 0.1
            && (0.0..=0.2).contains(&(mz / m))
    );
    assert!((fit.pi[fv1] - 1.5).abs() < 1e-4, "the truth is 2.1: {}", fit.pi[fv1]);
    let named: Vec<&str> = fit.active.iter().map(|a| a.bound.as_str()).collect();
    assert!(named.contains(&"fv1 <= 1.5") && !named.contains(&"fv1 >= 0"), "{named:?}");
    assert!(fit.cost > 1.0, "a wrong bound has its price");
}

#[test]
fn friction_that_the_data_want_negative_ends_at_zero_and_is_named() {
    let mut case = noiseless();
    let fc2 = case.layout.select("fc2").unwrap()[0];
    let mut pi = case.pi_true.clone();
    pi[fc2] = -0.5;
    let beta = case.base.combine(&pi);
    (case.r, case.z) = compress(&case.robot, &case.layout, &case.base, &beta, 100, 0.0);
    let fit = case.fit(&case.pi_true);
    assert!(fit.pi[fc2] > 0.0 && fit.pi[fc2] < 1e-5, "{}", fit.pi[fc2]);
    assert_eq!(fit.active.iter().map(|a| a.bound.as_str()).collect::<Vec<_>>(), ["fc2 >= 0"]);
}

#[test]
fn dropped_parameters_keep_their_prior_and_fixed_ones_their_value() {
    let robot = catalog::robot("ur5").unwrap();
    let layout = Layout::new(&robot, &LayoutSettings::default());
    let column = |name: &str| layout.select(name).unwrap()[0];
    let (dropped, fixed) = (column("Ixy3"), column("m6"));
    let settings =
        BaseSettings { drop: vec![dropped], fix: vec![(fixed, 0.25)], ..BaseSettings::default() };
    let case = Case::new("ur5", &settings, 40, 3.0);
    let fit = case.fit(&case.wrong_prior());
    assert_eq!((fit.pi[dropped], fit.pi[fixed]), (case.wrong_prior()[dropped], 0.25));
    assert!(fit.smallest_eigenvalues.iter().all(|e| *e > 0.0));
}

#[test]
fn data_that_leave_directions_open_are_no_obstacle() {
    let mut case = noiseless();
    let b = case.base.rank();
    // Nothing is known about half of the base parameters.
    (0..b * b).filter(|k| k % b >= b / 2).for_each(|k| case.r[k] = 0.0);
    let fit = case.fit(&case.pi_true);
    assert!(fit.cost_unconstrained > 0.0 && fit.cost >= fit.cost_unconstrained * (1.0 - 1e-9));
    assert!(fit.smallest_eigenvalues.iter().all(|e| *e > 0.0));
}

#[test]
fn too_few_steps_are_a_status_and_the_result_is_physical() {
    let case = noisy();
    let settings = FeasibleSettings { max_iterations: 3, ..Default::default() };
    let fit = case.fit_with(&case.wrong_prior(), &settings).unwrap();
    assert_eq!((fit.status, fit.iterations), (FeasibleStatus::MaxIterations, 3));
    assert!(fit.smallest_eigenvalues.iter().all(|e| *e > 0.0));
}

/// Prints the time of a fit; the bound is loose enough for a busy machine.
#[test]
fn a_fit_takes_milliseconds() {
    for name in ["ur5", "panda"] {
        let case = Case::new(name, &BaseSettings::default(), 100, 0.3);
        let start = std::time::Instant::now();
        let fit = case.fit(&case.wrong_prior());
        let ms = 1e3 * start.elapsed().as_secs_f64();
        println!("{name}: {ms:.1} ms, {} steps, cost {:.4}", fit.iterations, fit.cost);
        assert!(ms < 2000.0);
    }
}

#[test]
fn the_result_can_be_written_down() {
    let case = noiseless();
    let json = serde_json::to_value(case.fit(&vec![0.0; case.pi_true.len()])).unwrap();
    assert_eq!(json["status"], "converged");
    assert_eq!(json["warnings"][0]["kind"], "prior_not_physical");
    assert_eq!(json["pi"].as_array().unwrap().len(), case.pi_true.len());
}

#[test]
fn bad_input_is_refused() {
    let case = noiseless();
    let prior = &case.pi_true;
    let code = |r: &[f64], z: &[f64], prior: &[f64], settings: &FeasibleSettings| {
        let data = Compressed { r, z };
        let fit = feasible_fit(&case.robot, &case.layout, &case.base, &data, prior, settings);
        fit.unwrap_err().code()
    };
    let good = FeasibleSettings::default();
    let with_nan = |x: &[f64]| [&[f64::NAN], &x[1..]].concat();
    assert_eq!(code(&case.r[1..], &case.z, prior, &good), "E020");
    assert_eq!(code(&case.r, &case.z[1..], prior, &good), "E020");
    assert_eq!(code(&[], &[], prior, &good), "E020");
    assert_eq!(code(&case.r, &case.z, &prior[1..], &good), "E020");
    assert_eq!(code(&with_nan(&case.r), &case.z, prior, &good), "E007");
    assert_eq!(code(&case.r, &with_nan(&case.z), prior, &good), "E007");
    assert_eq!(code(&case.r, &case.z, &with_nan(prior), &good), "E007");
    let weight = FeasibleSettings { prior_weight: Some(f64::NAN), ..good.clone() };
    assert_eq!(code(&case.r, &case.z, prior, &weight), "E120");
    // A base of another layout.
    let inertial = Layout::new(&case.robot, &LayoutSettings::INERTIAL);
    let data = Compressed { r: &case.r, z: &case.z };
    let nominal = inertial.nominal(&case.robot);
    let fit = feasible_fit(&case.robot, &inertial, &case.base, &data, &nominal, &good);
    assert_eq!(fit.unwrap_err().code(), "E020");
}

#[test]
fn bounds_that_no_robot_keeps_are_refused_by_name() {
    let case = noiseless();
    let negative = ParamBound { column: 0, lower: None, upper: Some(-1.0) };
    let settings = FeasibleSettings { bounds: vec![negative], ..Default::default() };
    let error = case.fit_with(&case.pi_true, &settings).unwrap_err();
    assert_eq!(error.code(), "E122");
    assert!(error.to_string().contains("m1 <= -1"), "{error}");
}
