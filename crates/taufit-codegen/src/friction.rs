//! Symbolic friction torques of all friction models.

use super::expr::Expr;
use super::graph::{Graph, Input, UnaryFunction};
use taufit_dynamics::friction::{CoulombShape, Friction, FrictionShape, FrictionTerm};
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::Real;

/// `τ_f(q̇)` of every coordinate, offset included.
pub(crate) fn friction_torques<'g>(robot: &Robot, graph: &'g Graph) -> Vec<Expr<'g>> {
    let torque = |(dof, friction): (usize, &Friction)| {
        let qd = Expr::input(graph, Input::Qd, dof);
        let terms = friction
            .shape
            .terms()
            .map(|term| column(&friction.shape, term, graph, qd) * friction.coefficient(term));
        terms.fold(Expr::splat(graph, 0.0), |sum, term| sum + term)
    };
    robot.dof_joint_iter().map(|joint| &joint.friction).enumerate().map(torque).collect()
}

/// The constant part of every coordinate's friction.
pub(crate) fn offsets<'g>(robot: &Robot, graph: &'g Graph) -> Vec<Expr<'g>> {
    let offset = |f: &Friction| Expr::splat(graph, f.coefficient(FrictionTerm::Offset));
    robot.dof_joint_iter().map(|joint| offset(&joint.friction)).collect()
}

/// Regressor column of a friction term.
fn column<'g>(
    shape: &FrictionShape,
    term: FrictionTerm,
    graph: &'g Graph,
    qd: Expr<'g>,
) -> Expr<'g> {
    match term {
        FrictionTerm::Viscous => qd,
        FrictionTerm::ViscousAsymmetry => qd.call(UnaryFunction::Abs),
        FrictionTerm::Coulomb => direction(shape, qd),
        FrictionTerm::CoulombForward => direction(shape, qd).call(UnaryFunction::Above),
        FrictionTerm::CoulombBackward => direction(shape, qd).call(UnaryFunction::Below),
        FrictionTerm::Stribeck => direction(shape, qd) * stribeck_decay(shape, graph, qd),
        FrictionTerm::Offset => Expr::splat(graph, 1.0),
    }
}

/// `σ(q̇)`.
fn direction<'g>(shape: &FrictionShape, qd: Expr<'g>) -> Expr<'g> {
    match shape.sign {
        CoulombShape::Sign => qd.call(UnaryFunction::Sign),
        CoulombShape::Tanh { width_rad_s, shift_rad_s } => {
            ((qd + shift_rad_s) * (1.0 / width_rad_s)).call(UnaryFunction::Tanh)
        }
    }
}

/// `exp(−|q̇/vs|^δ)`.
fn stribeck_decay<'g>(shape: &FrictionShape, graph: &'g Graph, qd: Expr<'g>) -> Expr<'g> {
    shape.stribeck.map_or(Expr::splat(graph, 0.0), |s| {
        let ratio = (qd * (1.0 / s.velocity_rad_s)).call(UnaryFunction::Abs);
        (-ratio.power(s.exponent)).call(UnaryFunction::Exp)
    })
}
