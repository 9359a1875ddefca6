//! Friction torques, with every term of every model.

use super::expr::Expr;
use super::graph::{Call, Graph, Input};
use taufit::friction::{CoulombShape, Friction, FrictionShape, FrictionTerm};
use taufit::model::Robot;
use taufit::spatial::Real;

/// `τ_f(q̇)` of every coordinate, offset included.
pub(super) fn friction_torques<'g>(robot: &Robot, graph: &'g Graph) -> Vec<Expr<'g>> {
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
pub(super) fn offsets<'g>(robot: &Robot, graph: &'g Graph) -> Vec<Expr<'g>> {
    let offset = |f: &Friction| Expr::splat(graph, f.coefficient(FrictionTerm::Offset));
    robot.dof_joint_iter().map(|joint| offset(&joint.friction)).collect()
}

/// What multiplies the coefficient of a term.
fn column<'g>(
    shape: &FrictionShape,
    term: FrictionTerm,
    graph: &'g Graph,
    qd: Expr<'g>,
) -> Expr<'g> {
    match term {
        FrictionTerm::Viscous => qd,
        FrictionTerm::ViscousAsymmetry => qd.call(Call::Abs),
        FrictionTerm::Coulomb => direction(shape, qd),
        FrictionTerm::CoulombForward => direction(shape, qd).call(Call::Above),
        FrictionTerm::CoulombBackward => direction(shape, qd).call(Call::Below),
        FrictionTerm::Stribeck => direction(shape, qd) * stribeck_decay(shape, graph, qd),
        FrictionTerm::Offset => Expr::splat(graph, 1.0),
    }
}

/// `σ(q̇)`.
fn direction<'g>(shape: &FrictionShape, qd: Expr<'g>) -> Expr<'g> {
    match shape.sign {
        CoulombShape::Sign => qd.call(Call::Sign),
        CoulombShape::Tanh { width_rad_s, shift_rad_s } => {
            ((qd + shift_rad_s) * (1.0 / width_rad_s)).call(Call::Tanh)
        }
    }
}

/// `exp(−|q̇/vs|^δ)`.
fn stribeck_decay<'g>(shape: &FrictionShape, graph: &'g Graph, qd: Expr<'g>) -> Expr<'g> {
    shape.stribeck.map_or(Expr::splat(graph, 0.0), |s| {
        let ratio = (qd * (1.0 / s.velocity_rad_s)).call(Call::Abs);
        (-ratio.power(s.exponent)).call(Call::Exp)
    })
}
