//! Base parameters against published and independently computed results.

use crate::common::{Dice, assert_close};
use taufit::base::{Base, BaseSettings, IdentifiabilityClass};
use taufit::dynamics::{Regressor, Scratch, joint_torque_regressor};
use taufit::model::{Robot, RobotDescription, catalog};
use taufit::params::{Layout, LayoutSettings};
use taufit::spatial::Vec3;

fn base(robot: &Robot, layout: &Layout, drop: &str) -> Base {
    let settings =
        BaseSettings { drop: layout.select_list(drop).unwrap(), ..BaseSettings::default() };
    Base::new(robot, layout, &settings).unwrap()
}

fn inertial(name: &str) -> (Robot, Layout) {
    let robot = catalog::robot(name).unwrap();
    let layout = Layout::new(&robot, &LayoutSettings::INERTIAL);
    (robot, layout)
}

/// The groups as (name, coefficient) lists, for comparison with a paper.
fn groups(base: &Base, layout: &Layout) -> Vec<Vec<(String, f64)>> {
    (0..base.rank())
        .map(|k| base.group(k).into_iter().map(|(c, x)| (layout.name(c), x)).collect())
        .collect()
}

/// Parses `Izz1 + 0.01285 m2 - my3` into (name, coefficient, unit in the last printed digit).
fn parse(sum: &str) -> Vec<(String, f64, f64)> {
    let spaced = sum.replace(" - ", " + -");
    spaced
        .split(" + ")
        .map(|term| match term.trim().rsplit_once(' ') {
            Some((number, name)) => {
                let decimals = number.split_once('.').map_or(0, |(_, d)| d.len() as i32);
                (name.to_owned(), number.parse().unwrap(), 10.0_f64.powi(-decimals))
            }
            None => match term.trim().strip_prefix('-') {
                Some(name) => (name.to_owned(), -1.0, 1e-9),
                None => (term.trim().to_owned(), 1.0, 1e-9),
            },
        })
        .collect()
}

/// Every coefficient of every published group, to its printed digits; nothing more, nothing less.
#[track_caller]
fn assert_groups(found: &[Vec<(String, f64)>], published: &[&str]) {
    assert_eq!(found.len(), published.len(), "number of base parameters");
    for (group, text) in found.iter().zip(published) {
        let expected = parse(text);
        let names = |list: &mut Vec<&str>| list.sort_unstable();
        let mut have: Vec<&str> = group.iter().map(|(n, _)| n.as_str()).collect();
        let mut want: Vec<&str> = expected.iter().map(|(n, _, _)| n.as_str()).collect();
        names(&mut have);
        names(&mut want);
        assert_eq!(have, want, "parameters in {text:?}");
        // A published group may be ours times −1 (the paper's D, E, F are minus the products).
        let own = &group[0].0;
        let sign = expected.iter().find(|(n, _, _)| n == own).unwrap().1.signum();
        for (name, value, digit) in expected {
            let ours = group.iter().find(|(n, _)| *n == name).unwrap().1;
            assert!(
                (sign * ours - value).abs() <= 0.501 * digit,
                "{name} in {text:?}: {} against {value}",
                sign * ours
            );
        }
    }
}

#[test]
fn planar_2r_has_six_and_with_centres_on_the_links_four() {
    let (robot, layout) = inertial("planar2r");
    let six = base(&robot, &layout, "");
    let all = ["mx1 + 0.5 m2", "my1", "Izz1 + 0.25 m2", "mx2", "my2", "Izz2"];
    assert_groups(&groups(&six, &layout), &all);
    let four = base(&robot, &layout, "my*");
    assert_groups(&groups(&four, &layout), &["mx1 + 0.5 m2", "Izz1 + 0.25 m2", "mx2", "Izz2"]);
}

/// Kovincic et al. 2019, eq. 42, in its own letters turned into ours: A B C = Ixx Iyy Izz, D E F = −Iyz −Ixz −Ixy.
const EQ_42: [&str; 36] = [
    "Ia1 + Izz1 + Izz2 + Izz3 + Izz4 + 0.01285 m2 + 0.01191 m5 + 0.01191 m6 + 0.2267 my2",
    "mx2",
    "0.425 m3 + 0.425 m4 + 0.425 m5 + 0.425 m6 + mz2",
    "Ixx2 - Izz2 + 0.1806 m3 + 0.1806 m4 + 0.1806 m5 + 0.1806 m6",
    "-Ixy2",
    "-Ixz2",
    "Ia2 + Iyy2 + 0.1806 m3 + 0.1806 m4 + 0.1806 m5 + 0.1806 m6",
    "-Iyz2 - 0.04818 m3 - 0.04818 m4 - 0.001789 m5 - 0.001789 m6 + 0.425 my3 + 0.425 my4",
    "mx3",
    "0.3922 m4 + 0.3922 m5 + 0.3922 m6 + mz3",
    "Ixx3 - Izz3 + 0.1539 m4 + 0.1539 m5 + 0.1539 m6",
    "-Ixy3",
    "-Ixz3",
    "Iyy3 + 0.1539 m4 + 0.1539 m5 + 0.1539 m6",
    "-Iyz3 + 0.04281 m5 + 0.04281 m6 + 0.3922 my4",
    "mx4",
    "0.09465 m6 + mz4 + mz5",
    "Ixx4 + Iyy5 - Izz4 + 0.008959 m6",
    "-Ixy4",
    "-Ixz4",
    "Iyy4 + Iyy5 + 0.008959 m6",
    "-Iyz4 + 0.01033 m6 + 0.1092 mz5",
    "mx5",
    "my5 + my6",
    "Ixx5 - Iyy5 + Izz6",
    "-Ixy5",
    "-Ixz5",
    "-Iyz5 + 0.09465 my6",
    "Izz5 + Izz6",
    "mx6",
    "mz6",
    "Ixx6 - Izz6",
    "-Ixy6",
    "-Ixz6",
    "Iyy6",
    "-Iyz6",
];

/// Kovincic et al. 2019, eq. 45.
const EQ_45: [&str; 17] = [
    "Ia1 + Izz1 + Izz2 + Izz3 + Izz4 + 0.01285 m2 + 0.01191 m5 + 0.01191 m6",
    "mz2",
    "Ixx2 - Izz2",
    "Ia2 + Iyy2",
    "m3 + m4 + m5 + m6",
    "0.3922 m4 + 0.3922 m5 + 0.3922 m6 + mz3",
    "Ixx3 - Izz3 + 0.1539 m4 + 0.1539 m5 + 0.1539 m6",
    "Iyy3 + 0.1539 m4 + 0.1539 m5 + 0.1539 m6",
    "0.1092 m5 + 0.1092 m6 + my4",
    "Ixx4 + Iyy5 - Izz4 + 0.008959 m6",
    "Iyy4 + Iyy5 + 0.008959 m6",
    "0.09465 m6 + mz5",
    "Ixx5 - Iyy5 + Izz6",
    "Izz5 + Izz6",
    "my6",
    "Ixx6 - Izz6",
    "Iyy6",
];

/// The paper's assumptions: no products of inertia, one coordinate of each centre of mass.
const DROP_45: &str = "Ixy*,Ixz*,Iyz*,m1,mx*,my1,mz1,Ixx1,Iyy1,my2,my3,mz4,my5,mz6";

/// The rotor and friction parameters that stand alone.
fn with_joint_parameters(groups: &[&'static str]) -> Vec<String> {
    let rotors = (3..=6).map(|j| format!("Ia{j}"));
    let viscous = (1..=6).map(|j| format!("fv{j}"));
    let coulomb = (1..=6).map(|j| format!("fc{j}"));
    groups.iter().map(|g| (*g).to_owned()).chain(rotors).chain(viscous).chain(coulomb).collect()
}

#[test]
fn ur5_of_kovincic_has_52_of_78_and_the_groups_of_equation_42() {
    let robot = catalog::robot("ur5-kovincic").unwrap();
    let layout = Layout::new(&robot, &LayoutSettings::default());
    assert_eq!(layout.n_params(), 78);
    let base = base(&robot, &layout, "");
    assert_eq!(base.rank(), 52);
    let published = with_joint_parameters(&EQ_42);
    assert_groups(
        &groups(&base, &layout),
        &published.iter().map(String::as_str).collect::<Vec<_>>(),
    );
}

#[test]
fn ur5_of_kovincic_with_its_assumptions_has_33_and_the_groups_of_equation_45() {
    let robot = catalog::robot("ur5-kovincic").unwrap();
    let layout = Layout::new(&robot, &LayoutSettings::default());
    let base = base(&robot, &layout, DROP_45);
    assert_eq!(base.rank(), 33);
    let published = with_joint_parameters(&EQ_45);
    assert_groups(
        &groups(&base, &layout),
        &published.iter().map(String::as_str).collect::<Vec<_>>(),
    );
}

#[test]
fn puma_560_has_36_and_with_rotors_40() {
    let (robot, layout) = inertial("puma560");
    assert_eq!(base(&robot, &layout, "").rank(), 36);
    let rotors = LayoutSettings { rotor_inertia: true, ..LayoutSettings::INERTIAL };
    assert_eq!(base(&robot, &Layout::new(&robot, &rotors), "").rank(), 40);
}

#[test]
fn panda_has_the_43_base_parameters_of_gaz_and_21_of_friction() {
    let (robot, layout) = inertial("panda");
    assert_eq!(base(&robot, &layout, "").rank(), 43);
    let friction = taufit::friction::FrictionShape::COULOMB_VISCOUS.with_offset();
    let layout = Layout::new(&robot, &LayoutSettings { rotor_inertia: false, friction });
    assert_eq!(base(&robot, &layout, "").rank(), 64);
}

#[test]
fn base_does_not_depend_on_the_seed() {
    for entry in catalog::ENTRIES {
        let robot = catalog::robot(entry.name).unwrap();
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let with_seed = |seed| {
            Base::new(&robot, &layout, &BaseSettings { seed, ..BaseSettings::default() }).unwrap()
        };
        let reference = with_seed(1);
        for seed in 2..12 {
            let other = with_seed(seed);
            assert_eq!(other.independent(), reference.independent(), "{} seed {seed}", entry.name);
            for k in 0..reference.rank() {
                let (a, b) = (reference.group(k), other.group(k));
                let same = |(x, y): (&(usize, f64), &(usize, f64))| {
                    x.0 == y.0 && (x.1 - y.1).abs() < 1e-10 * x.1.abs()
                };
                assert!(a.len() == b.len() && a.iter().zip(&b).all(same), "{a:?} against {b:?}");
            }
        }
    }
}

/// The same robot in another unit of length.
fn scaled(mut robot: RobotDescription, factor: f64) -> Robot {
    for joint in &mut robot.joints {
        joint.parent_from_joint.translation = joint.parent_from_joint.translation * factor;
        joint.joint_from_link.translation = joint.joint_from_link.translation * factor;
    }
    robot.build().unwrap()
}

#[test]
fn base_does_not_depend_on_the_unit_of_length() {
    for name in ["planar2r", "ur5", "ur5-kovincic", "puma560", "panda", "kr500"] {
        let description = catalog::description(name).unwrap();
        let robot = scaled(description.clone(), 1.0);
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let reference = base(&robot, &layout, "");
        for factor in [1000.0, 0.001] {
            let other = base(&scaled(description.clone(), factor), &layout, "");
            assert_eq!(other.independent(), reference.independent(), "{name} scaled by {factor}");
            for k in 0..reference.rank() {
                let columns = |b: &Base| b.group(k).iter().map(|(c, _)| *c).collect::<Vec<_>>();
                assert_eq!(columns(&other), columns(&reference), "{name} scaled by {factor}");
            }
        }
    }
}

#[test]
fn base_columns_times_base_parameters_are_the_torques() {
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let n_joints = 2 + dice.below(6);
        let robot = dice.robot(n_joints, seed % 3 == 0);
        let layout = Layout::of_robot(&robot);
        let base = base(&robot, &layout, "");
        let pi = layout.nominal(&robot);
        let beta = base.combine(&pi);
        let n = robot.n_dof();
        let mut regressor = Regressor::new(&robot, &layout);
        let mut scratch = Scratch::new(&robot);
        for _ in 0..5 {
            let (q, qd, qdd) = (dice.vector(n, 3.0), dice.vector(n, 2.0), dice.vector(n, 5.0));
            let state = (&q[..], &qd[..], &qdd[..]);
            joint_torque_regressor(&robot, &layout, &mut scratch, state, &mut regressor).unwrap();
            let reduced: Vec<f64> = (0..n)
                .map(|j| {
                    base.independent()
                        .iter()
                        .zip(&beta)
                        .map(|(&c, b)| regressor.row(j)[c] * b)
                        .sum()
                })
                .collect();
            assert_close(&reduced, &regressor.torque(&pi), 1e-9, "Y_ind β = Y π");
        }
    }
}

#[test]
fn standard_parameters_come_back_from_base_values_and_a_prior() {
    let robot = catalog::robot("ur5").unwrap();
    let layout = Layout::new(&robot, &LayoutSettings::default());
    let settings = BaseSettings {
        drop: layout.select("Ixy6").unwrap(),
        fix: vec![(layout.select("m6").unwrap()[0], 0.25)],
        ..BaseSettings::default()
    };
    let base = Base::new(&robot, &layout, &settings).unwrap();
    let mut dice = Dice::new(3);
    let prior = layout.nominal(&robot);
    let beta: Vec<f64> = base.combine(&prior).iter().map(|b| b + dice.uniform(-0.1, 0.1)).collect();
    let pi = base.to_standard(&beta, &prior).unwrap();
    assert_close(&base.combine(&pi), &beta, 1e-12, "the base values are reproduced");
    assert_eq!(pi[settings.fix[0].0], 0.25, "fixed parameters take their value");
    assert_eq!(
        pi[settings.drop[0]], prior[settings.drop[0]],
        "dropped parameters keep their prior"
    );
    let m1 = layout.select("m1").unwrap()[0];
    assert_eq!(pi[m1], prior[m1], "invisible parameters keep their prior");
    let same = base.to_standard(&base.combine(&pi), &pi).unwrap();
    assert_close(&same, &pi, 1e-12, "a prior that already fits is kept");
}

#[test]
fn classes_say_what_torques_can_tell() {
    let robot = catalog::robot("ur5-kovincic").unwrap();
    let layout = Layout::new(&robot, &LayoutSettings::default());
    let settings = BaseSettings {
        drop: layout.select("Ixy4").unwrap(),
        fix: vec![(layout.select("m6").unwrap()[0], 0.2)],
        ..BaseSettings::default()
    };
    let base = Base::new(&robot, &layout, &settings).unwrap();
    let class = |name: &str| base.class(layout.select(name).unwrap()[0]);
    assert_eq!(class("m1"), IdentifiabilityClass::Unidentifiable);
    assert_eq!(class("Izz1"), IdentifiabilityClass::Combination);
    assert_eq!(class("m3"), IdentifiabilityClass::Combination);
    assert_eq!(class("mx6"), IdentifiabilityClass::Alone);
    assert_eq!(class("Ixy4"), IdentifiabilityClass::Dropped);
    assert_eq!(class("m6"), IdentifiabilityClass::Fixed);
}

#[test]
fn on_a_tilted_base_the_first_link_shows_its_first_moments() {
    // A vertical first axis hides mx1 and my1; gravity across the axis brings them out.
    let (robot, layout) = inertial("ur5");
    let upright = base(&robot, &layout, "").rank();
    let tilted = robot.with_gravity(Vec3::new(0.0, -9.81, 0.0));
    assert_eq!(base(&tilted, &layout, "").rank(), upright + 2);
}

#[test]
fn angles_rounded_in_the_file_are_reported_as_barely_independent() {
    // The first axis is vertical but for an angle written as 1.5707 instead of π/2.
    let mut description = catalog::description("ur5").unwrap();
    let first = &mut description.joints[0].parent_from_joint;
    first.rotation = taufit::spatial::Mat3::rotation(Vec3::X, 9.6e-5);
    let robot = description.build().unwrap();
    let layout = Layout::new(&robot, &LayoutSettings::INERTIAL);
    let rounded = base(&robot, &layout, "");
    let warnings = rounded.warnings(&layout);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings.iter().all(|w| w.code() == "W010"));
    let (robot, layout) = inertial("ur5");
    assert!(base(&robot, &layout, "").warnings(&layout).is_empty());
}

#[test]
fn leaving_everything_out_is_refused() {
    let (robot, layout) = inertial("ur5");
    let settings = BaseSettings { drop: layout.select("**").unwrap(), ..BaseSettings::default() };
    assert_eq!(Base::new(&robot, &layout, &settings).unwrap_err().code(), "E023");
}
