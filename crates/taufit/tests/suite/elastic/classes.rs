//! The class of every parameter, against ranks by brute force.

use crate::common::Dice;
use crate::elastic_setups::planar2r;
use taufit::base::IdentifiabilityClass;
use taufit::dynamics::{Regressor, Scratch, joint_torque_regressor};
use taufit::friction::FrictionShape;
use taufit::methods::elastic_unknowns;
use taufit::model::RotorCoupling;
use taufit::model::{Robot, catalog};
use taufit::params::{Layout, LayoutSettings, Param};

const SHAPE: FrictionShape = FrictionShape::COULOMB_VISCOUS;

/// Rows of links and motors at random states, written down by hand: rigid regressor, springs, rotors.
fn rows_by_hand(robot: &Robot, layout: &Layout, n_samples: usize) -> Vec<Vec<f64>> {
    let n = robot.n_dof();
    let inertial = Layout::new(robot, &LayoutSettings::INERTIAL);
    let mut regressor = Regressor::new(robot, &inertial);
    let mut scratch = Scratch::new(robot);
    let mut dice = Dice::new(77);
    let mut rows = Vec::new();
    for _ in 0..n_samples {
        let [q, qd, qdd, th, thd, thdd] = std::array::from_fn(|_| dice.vector(n, 2.0));
        joint_torque_regressor(robot, &inertial, &mut scratch, (&q, &qd, &qdd), &mut regressor)
            .unwrap();
        for i in 0..n {
            let link = |c: usize| match layout.params()[c] {
                Param::Link { .. } => regressor.row(i)[c],
                Param::Stiffness { dof } if dof == i => q[i] - th[i],
                _ => 0.0,
            };
            let motor = |c: usize| match layout.params()[c] {
                Param::RotorInertia { dof } if dof == i => thdd[i],
                Param::Friction { dof, term } if dof == i => SHAPE.column(term, thd[i]),
                Param::Stiffness { dof } if dof == i => th[i] - q[i],
                _ => 0.0,
            };
            rows.push((0..layout.n_params()).map(link).collect());
            rows.push((0..layout.n_params()).map(motor).collect());
        }
    }
    rows
}

/// Rank of some columns, scaled to unit length, by elimination with full pivoting of rows.
fn rank(rows: &[Vec<f64>], columns: &[usize]) -> usize {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for &c in columns {
        let mut x: Vec<f64> = rows.iter().map(|row| row[c]).collect();
        let length = norm(&x);
        if length < 1e-9 {
            continue;
        }
        x.iter_mut().for_each(|v| *v /= length);
        for _ in 0..2 {
            for b in &basis {
                let along: f64 = x.iter().zip(b).map(|(a, b)| a * b).sum();
                x.iter_mut().zip(b).for_each(|(x, b)| *x -= along * b);
            }
        }
        let rest = norm(&x);
        if rest > 1e-8 {
            basis.push(x.iter().map(|v| v / rest).collect());
        }
    }
    basis.len()
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

fn check(robot: &Robot) -> usize {
    let n = robot.n_dof();
    let (layout, base) =
        elastic_unknowns(robot, &vec![SHAPE; n], &vec![true; n], false, RotorCoupling::Reduced)
            .unwrap();
    assert_eq!(layout.n_params(), 10 * robot.n_links() + 4 * n);
    let rows = rows_by_hand(robot, &layout, 60);
    let all: Vec<usize> = (0..layout.n_params()).collect();
    let full = rank(&rows, &all);
    assert_eq!(base.rank(), full);
    for column in 0..layout.n_params() {
        let others: Vec<usize> = all.iter().copied().filter(|c| *c != column).collect();
        // Without effect: nothing alone. Independent: its loss lowers the rank. Else dependent.
        let expected = match (rank(&rows, &[column]), rank(&rows, &others) < full) {
            (0, _) => IdentifiabilityClass::Unidentifiable,
            (_, true) => IdentifiabilityClass::Alone,
            (_, false) => IdentifiabilityClass::Combination,
        };
        assert_eq!(base.class(column), expected, "{}", layout.name(column));
    }
    full
}

#[test]
fn classes_equal_ranks_by_brute_force_on_random_arms() {
    for seed in 0..6 {
        check(&Dice::new(100 + seed).robot(2 + seed as usize % 3, false));
    }
}

#[test]
fn the_planar_arm_has_fourteen_and_the_puma_what_its_links_have_and_four_per_joint() {
    // Six of the links (no symmetry assumed, gravity in the plane) and K, Ia, fv, fc of two joints.
    assert_eq!(check(&planar2r().robot), 14);
    // 36 inertial base parameters (oracle), 24 of joints.
    assert_eq!(check(&catalog::robot("puma560").unwrap()), 60);
}

#[test]
fn rotors_that_feel_their_carriers_are_not_more_parameters() {
    let robot = planar2r().robot;
    let of = |coupling| {
        elastic_unknowns(&robot, &[SHAPE; 2], &[true; 2], false, coupling).unwrap().1.rank()
    };
    assert_eq!((of(RotorCoupling::Reduced), of(RotorCoupling::Full)), (14, 14));
}
