//! Generated functions, each with its own expression graph.

use super::composite::mass_matrix;
use super::expr::Expr;
use super::friction::{friction_torques, offsets};
use super::graph::{Graph, GraphNodes, Id, Input};
use super::newton_euler::inverse_dynamics;
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::Real;

/// Type of the result of a generated function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// One torque or force per coordinate.
    Torques,
    /// The mass matrix by rows.
    Matrix,
}

/// A function of the joints' state.
pub(crate) struct Function {
    /// Its name without prefix.
    pub(crate) name: &'static str,
    /// Description in one line.
    pub(crate) doc: &'static str,
    pub(crate) inputs: &'static [Input],
    pub(crate) output: Output,
    pub(crate) nodes: GraphNodes,
    pub(crate) results: Vec<Id>,
}

/// Inverse dynamics, mass matrix, gravity and friction.
pub(crate) fn all_functions(robot: &Robot) -> Vec<Function> {
    vec![full_dynamics(robot), matrix(robot), gravity(robot), friction(robot)]
}

/// Gravity torque, without and with the offsets of the sensors.
pub(crate) fn gravity_functions(robot: &Robot) -> Vec<Function> {
    vec![gravity(robot), holding_torque(robot)]
}

type Recursion = for<'g> fn(&Robot, &'g Graph) -> Vec<Expr<'g>>;

fn function(
    robot: &Robot,
    name: &'static str,
    doc: &'static str,
    inputs: &'static [Input],
    output: Output,
    recursion: Recursion,
) -> Function {
    let graph = Graph::default();
    let results = recursion(robot, &graph).into_iter().map(|e| e.id).collect();
    Function { name, doc, inputs, output, nodes: graph.into_nodes(), results }
}

fn full_dynamics(robot: &Robot) -> Function {
    let doc = "Torques of the motors, seen at the joints: links, rotors, gravity and friction.";
    let inputs = &[Input::Q, Input::Qd, Input::Qdd];
    function(robot, "inverse_dynamics", doc, inputs, Output::Torques, |robot, graph| {
        let input = |array| move |dof| Expr::input(graph, array, dof);
        let qd: Vec<_> = (0..robot.n_dof()).map(input(Input::Qd)).collect();
        let qdd: Vec<_> = (0..robot.n_dof()).map(input(Input::Qdd)).collect();
        let rigid = inverse_dynamics(robot, graph, &qd, &qdd);
        graph.heading("friction".to_owned());
        sum(rigid, friction_torques(robot, graph))
    })
}

fn matrix(robot: &Robot) -> Function {
    let doc = "Mass matrix, rotor inertias included.";
    function(robot, "mass_matrix", doc, &[Input::Q], Output::Matrix, mass_matrix)
}

fn gravity(robot: &Robot) -> Function {
    let doc = "Torques that hold the links against gravity.";
    function(robot, "gravity", doc, &[Input::Q], Output::Torques, gravity_torque)
}

fn holding_torque(robot: &Robot) -> Function {
    let doc = "Torque readings of an arm at rest without friction: gravity and offsets.";
    function(robot, "holding_torque", doc, &[Input::Q], Output::Torques, |robot, graph| {
        sum(gravity_torque(robot, graph), offsets(robot, graph))
    })
}

fn friction(robot: &Robot) -> Function {
    let doc = "Friction torques and offsets.";
    function(robot, "friction", doc, &[Input::Qd], Output::Torques, friction_torques)
}

/// Inverse dynamics at zero velocity and acceleration.
fn gravity_torque<'g>(robot: &Robot, graph: &'g Graph) -> Vec<Expr<'g>> {
    let rest = vec![Expr::splat(graph, 0.0); robot.n_dof()];
    inverse_dynamics(robot, graph, &rest, &rest)
}

fn sum<'g>(a: Vec<Expr<'g>>, b: Vec<Expr<'g>>) -> Vec<Expr<'g>> {
    a.into_iter().zip(b).map(|(a, b)| a + b).collect()
}
