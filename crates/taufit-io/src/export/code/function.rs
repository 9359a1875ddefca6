//! The functions that are generated, each written down on a graph of its own.

use super::composite::mass_matrix;
use super::expr::Expr;
use super::friction::{friction_torques, offsets};
use super::graph::{Graph, Id, Input, Nodes};
use super::newton_euler::inverse_dynamics;
use taufit::model::Robot;
use taufit::spatial::Real;

/// What a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// One torque or force per coordinate.
    Torques,
    /// The mass matrix by rows.
    Matrix,
}

/// A function of the joints' state.
pub(super) struct Function {
    /// Its name without prefix.
    pub(super) name: &'static str,
    /// What it computes, in one line.
    pub(super) doc: &'static str,
    pub(super) inputs: &'static [Input],
    pub(super) output: Output,
    pub(super) nodes: Nodes,
    pub(super) results: Vec<Id>,
}

/// Everything that a controller needs of an identified robot.
pub(super) fn all_functions(robot: &Robot) -> Vec<Function> {
    vec![whole(robot), matrix(robot), gravity(robot), friction(robot)]
}

/// What holds an arm against its weight.
pub(super) fn gravity_functions(robot: &Robot) -> Vec<Function> {
    vec![gravity(robot), holding(robot)]
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

fn whole(robot: &Robot) -> Function {
    let doc = "Torques of the motors, seen at the joints: links, rotors, gravity and friction.";
    let inputs = &[Input::Q, Input::Qd, Input::Qdd];
    function(robot, "inverse_dynamics", doc, inputs, Output::Torques, |robot, graph| {
        let input = |array| move |dof| Expr::input(graph, array, dof);
        let qd: Vec<_> = (0..robot.n_dof()).map(input(Input::Qd)).collect();
        let qdd: Vec<_> = (0..robot.n_dof()).map(input(Input::Qdd)).collect();
        let rigid = inverse_dynamics(robot, graph, &qd, &qdd);
        graph.heading("friction".to_owned());
        added(rigid, friction_torques(robot, graph))
    })
}

fn matrix(robot: &Robot) -> Function {
    let doc = "Mass matrix, rotor inertias included.";
    function(robot, "mass_matrix", doc, &[Input::Q], Output::Matrix, mass_matrix)
}

fn gravity(robot: &Robot) -> Function {
    let doc = "Torques that hold the links against gravity.";
    function(robot, "gravity", doc, &[Input::Q], Output::Torques, weight)
}

fn holding(robot: &Robot) -> Function {
    let doc = "What the sensors show of an arm that is held without friction: gravity and offsets.";
    function(robot, "holding_torque", doc, &[Input::Q], Output::Torques, |robot, graph| {
        added(weight(robot, graph), offsets(robot, graph))
    })
}

fn friction(robot: &Robot) -> Function {
    let doc = "Friction torques and offsets.";
    function(robot, "friction", doc, &[Input::Qd], Output::Torques, friction_torques)
}

/// The torques of an arm that does not move.
fn weight<'g>(robot: &Robot, graph: &'g Graph) -> Vec<Expr<'g>> {
    let rest = vec![Expr::splat(graph, 0.0); robot.n_dof()];
    inverse_dynamics(robot, graph, &rest, &rest)
}

fn added<'g>(a: Vec<Expr<'g>>, b: Vec<Expr<'g>>) -> Vec<Expr<'g>> {
    a.into_iter().zip(b).map(|(a, b)| a + b).collect()
}
