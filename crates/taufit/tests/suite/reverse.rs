//! Parameters from samples of a model: exact, rounded, with rotors, and refused.

use crate::common::{Dice, assert_close, relative_difference};
use taufit::base::{Base, BaseSettings};
use taufit::dynamics::{Scratch, gravity_torque, mass_matrix};
use taufit::friction::FrictionShape;
use taufit::methods::{ModelSample, ReverseSettings, identify_from_samples};
use taufit::model::{Motor, Robot, catalog};
use taufit::params::Layout;
use taufit::spatial::LinkInertia;
use taufit::study::ReverseFindings;
use taufit::validate::Grade;

/// A robot of the same geometry with links that are not those of its file.
fn truth(name: &str, rotors: bool) -> Robot {
    let (mut robot, mut dice) = (catalog::robot(name).unwrap(), Dice::new(17));
    for link in 0..robot.n_links() {
        let more = LinkInertia::from(dice.body()).to_params().map(|x| 0.4 * x);
        let body = robot.joints()[link].link.inertia;
        robot = robot.with_link_inertia(link, body + LinkInertia::from_params(more));
    }
    for dof in 0..robot.n_dof() {
        let rotor_inertia_kg_m2 = if rotors { 0.2 + 0.1 * dof as f64 } else { 0.0 };
        let motor = robot.dof_joint(dof).motor.clone();
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, ..motor });
    }
    robot
}

/// Rounding of printed numbers.
#[derive(Clone, Copy, Debug)]
enum Printed {
    Exactly,
    /// `{:.3}`
    Decimals(usize),
    /// `{:.3e}`
    Digits(usize),
}

impl Printed {
    fn read_back(self, x: f64) -> f64 {
        match self {
            Self::Exactly => x,
            Self::Decimals(decimals) => format!("{x:.decimals$}").parse().unwrap(),
            Self::Digits(digits) => {
                let after_first = digits - 1;
                format!("{x:.after_first$e}").parse().unwrap()
            }
        }
    }
}

/// Samples of the model as they were printed.
fn samples(robot: &Robot, n: usize, seed: u64, printed: Printed) -> Vec<ModelSample> {
    let (mut dice, mut scratch) = (Dice::new(seed), Scratch::new(robot));
    let rounded = |x: &[f64]| -> Vec<f64> { x.iter().map(|x| printed.read_back(*x)).collect() };
    let sample = |_| {
        let q = dice.vector(robot.n_dof(), 3.0);
        let matrix = rounded(mass_matrix(robot, &mut scratch, &q).unwrap());
        let gravity = rounded(gravity_torque(robot, &mut scratch, &q).unwrap());
        ModelSample { q, mass_matrix: Some(matrix), gravity: Some(gravity) }
    };
    (0..n).map(sample).collect()
}

/// The base parameters of a robot, without friction.
fn base_parameters(nominal: &Robot, truth: &Robot, rotors: bool) -> Vec<f64> {
    let friction = vec![FrictionShape::NONE; nominal.n_dof()];
    let layout = Layout::with_friction(nominal, rotors, friction);
    let base = Base::new(nominal, &layout, &BaseSettings::default()).unwrap();
    base.combine(&layout.nominal(truth))
}

fn settings(rotor_inertia: bool) -> ReverseSettings {
    ReverseSettings { rotor_inertia, ..ReverseSettings::default() }
}

/// The robot of the file, without rotors.
fn nominal(name: &str) -> Robot {
    let mut robot = catalog::robot(name).unwrap();
    for dof in 0..robot.n_dof() {
        let motor = robot.dof_joint(dof).motor.clone();
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2: 0.0, ..motor });
    }
    robot
}

#[test]
fn exact_samples_give_the_base_parameters_to_1e_8() {
    for (name, rotors) in [("ur5", false), ("ur5", true), ("panda", false), ("panda", true)] {
        let (nominal, truth) = (nominal(name), truth(name, rotors));
        let given = samples(&truth, 60, 3, Printed::Exactly);
        let result = identify_from_samples(&nominal, &given, &settings(rotors)).unwrap();
        let found: Vec<f64> = result.found.base_parameters.iter().map(|c| c.value).collect();
        let expected = base_parameters(&nominal, &truth, rotors);
        assert_eq!(result.found.rank, expected.len(), "{name}");
        assert_eq!(result.found.verdict().grade, Grade::Good, "{:?}", result.found.verdict());
        assert_close(&found, &expected, 1e-8, &format!("{name}, rotors {rotors}"));
        assert!(result.warnings.iter().all(|w| w.code() != "W228"), "{:?}", result.warnings);

        // The physically consistent set is the same model.
        let (mut a, mut b) = (Scratch::new(&result.robot), Scratch::new(&truth));
        for sample in samples(&truth, 20, 77, Printed::Exactly) {
            let q = &sample.q;
            let matrix = mass_matrix(&result.robot, &mut a, q).unwrap().to_vec();
            let gravity = gravity_torque(&result.robot, &mut a, q).unwrap().to_vec();
            let what = format!("{name}, rotors {rotors}: physical set");
            assert_close(&matrix, mass_matrix(&truth, &mut b, q).unwrap(), 1e-6, &what);
            assert_close(&gravity, gravity_torque(&truth, &mut b, q).unwrap(), 1e-6, &what);
        }
        assert!(result.robot.joints().iter().all(|j| j.link.inertia.mass_kg > 0.0));
    }
}

/// Share of the 95 % intervals that hold over runs with `n_samples` poses each; no run may warning its model.
fn coverage(name: &str, n_samples: usize, seeds: std::ops::Range<u64>, printed: Printed) -> f64 {
    let (nominal, truth) = (nominal(name), truth(name, false));
    let expected = base_parameters(&nominal, &truth, false);
    let (mut inside, mut all) = (0_u32, 0_u32);
    for seed in seeds {
        let given = samples(&truth, n_samples, seed, printed);
        let result = identify_from_samples(&nominal, &given, &settings(false)).unwrap();
        assert!(result.warnings.iter().all(|w| w.code() != "W228"), "{:?}", result.warnings);
        for (found, expected) in result.found.base_parameters.iter().zip(&expected) {
            inside += u32::from((found.value - expected).abs() <= 1.96 * found.sigma.unwrap());
            all += 1;
        }
    }
    f64::from(inside) / f64::from(all)
}

#[test]
fn rounded_samples_have_honest_standard_deviations() {
    // 36 and 43 coefficients of 20 runs: a share scatters by 0.01 where they are independent.
    for name in ["ur5", "panda"] {
        for printed in [Printed::Decimals(3), Printed::Digits(4), Printed::Digits(11)] {
            let share = coverage(name, 40, 3000..3020, printed);
            assert!((0.90..=0.98).contains(&share), "{name} {printed:?}: {share}");
        }
    }
}

#[test]
fn digits_of_the_positions_count_as_well() {
    // All numbers with four digits, as a table has them.
    let (nominal, truth) = (nominal("ur5"), truth("ur5", false));
    let expected = base_parameters(&nominal, &truth, false);
    let (mut inside, mut all) = (0_u32, 0_u32);
    for seed in 3000..3020 {
        let mut given = samples(&truth, 40, seed, Printed::Digits(4));
        for q in given.iter_mut().flat_map(|sample| &mut sample.q) {
            *q = Printed::Digits(4).read_back(*q);
        }
        let result = identify_from_samples(&nominal, &given, &settings(false)).unwrap();
        assert!(result.warnings.iter().all(|w| w.code() != "W228"), "{:?}", result.warnings);
        assert_eq!(result.found.verdict().grade, Grade::Good, "{:?}", result.found.agreement);
        for agreement in &result.found.agreement {
            let ratio = agreement.relative_rms / agreement.digits_rms;
            assert!((0.5..2.0).contains(&ratio), "{agreement:?}");
        }
        for (found, expected) in result.found.base_parameters.iter().zip(&expected) {
            inside += u32::from((found.value - expected).abs() <= 1.96 * found.sigma.unwrap());
            all += 1;
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.90..=0.98).contains(&share), "{share} of {all}");
}

#[test]
fn an_entry_that_is_the_same_in_every_pose_does_not_outweigh_the_others() {
    // The last diagonal entry of a UR5 is constant: any parameter meets its rounded value exactly.
    let (nominal, truth) = (nominal("ur5"), truth("ur5", true));
    let expected = base_parameters(&nominal, &truth, true);
    let given = samples(&truth, 60, 3, Printed::Decimals(5));
    let result = identify_from_samples(&nominal, &given, &settings(true)).unwrap();
    assert_eq!(result.found.rank, expected.len());
    for agreement in &result.found.agreement {
        assert!(agreement.relative_rms < 2.0 * agreement.digits_rms, "{agreement:?}");
    }
    for (found, expected) in result.found.base_parameters.iter().zip(&expected) {
        assert!(
            (found.value - expected).abs() < 5.0 * found.sigma.unwrap(),
            "{found:?} {expected}"
        );
    }
}

#[test]
fn rotors_in_the_matrix_that_nobody_expects_are_noticed() {
    let (nominal, truth) = (nominal("ur5"), truth("ur5", true));
    let given = samples(&truth, 40, 1, Printed::Exactly);
    let result = identify_from_samples(&nominal, &given, &settings(false)).unwrap();
    assert!(result.warnings.iter().any(|w| w.code() == "W228"), "{:?}", result.warnings);
    assert_eq!(result.found.verdict().grade, Grade::Poor);
}

#[test]
fn a_gravity_vector_alone_gives_the_weights() {
    let (nominal, truth) = (nominal("ur5"), truth("ur5", false));
    let mut given = samples(&truth, 60, 1, Printed::Exactly);
    given.iter_mut().for_each(|s| s.mass_matrix = None);
    let result = identify_from_samples(&nominal, &given, &settings(false)).unwrap();
    let fixed = result.found.base_parameters.iter().filter(|c| c.sigma.is_some()).count();
    assert!(fixed <= result.found.rank && result.found.rank < result.found.base_parameters.len());
    // Moments of inertia have no weight.
    let turning = result.found.base_parameters.iter().find(|c| c.name == "Izz6").unwrap();
    assert_eq!(turning.sigma, None);
    let text = serde_json::to_string(&result.found).unwrap();
    assert!(serde_json::from_str::<ReverseFindings>(&text).unwrap() == result.found);
    assert!(result.found.agreement[0].relative_rms < 1e-9, "{:?}", result.found.agreement);
    let mut scratch = Scratch::new(&result.robot);
    for sample in &given {
        let found = gravity_torque(&result.robot, &mut scratch, &sample.q).unwrap();
        assert!(relative_difference(found, sample.gravity.as_ref().unwrap()).0 < 1e-5);
    }
}

#[test]
fn samples_that_no_robot_has_are_refused() {
    let robot = nominal("ur5");
    let good = samples(&robot, 30, 1, Printed::Exactly);
    let refused = |change: &dyn Fn(&mut ModelSample)| {
        let mut samples = good.clone();
        change(&mut samples[4]);
        let error = identify_from_samples(&robot, &samples, &settings(false)).unwrap_err();
        assert!(error.to_string().contains("sample 5") || error.code() == "E020", "{error}");
        error.code()
    };
    let matrix = |sample: &mut ModelSample, change: &dyn Fn(&mut Vec<f64>)| {
        change(sample.mass_matrix.as_mut().unwrap());
    };
    assert_eq!(refused(&|s| matrix(s, &|m| m[1] += 3.0)), "E217");
    assert_eq!(refused(&|s| matrix(s, &|m| m[14] = -m[14])), "E218");
    assert_eq!(refused(&|s| matrix(s, &|m| m[0] = f64::NAN)), "E007");
    assert_eq!(refused(&|s| matrix(s, &|m| m.truncate(25))), "E020");
    assert_eq!(refused(&|s| s.q[2] = 90.0), "E219");
    assert_eq!(refused(&|s| s.q.truncate(5)), "E020");
    let few = &good[..1];
    assert_eq!(identify_from_samples(&robot, few, &settings(false)).unwrap_err().code(), "E026");
    assert_eq!(identify_from_samples(&robot, &[], &settings(false)).unwrap_err().code(), "E026");
}
