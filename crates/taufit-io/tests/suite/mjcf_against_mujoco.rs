//! Torques of an arm that uses every rule of MJCF, against MuJoCo's own (`testdata/robots/tricky.py`).

use crate::common::{assert_close, robot_file, torques};
use serde_json::Value;
use taufit_io::read_robot;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// MuJoCo's friction loss is a constraint and not part of `qfrc_inverse`; its sign model is ours.
fn with_friction_loss(tau: &[f64], loss: &[f64], qd: &[f64]) -> Vec<f64> {
    tau.iter().zip(loss).zip(qd).map(|((tau, loss), qd)| tau + loss * qd.signum()).collect()
}

#[test]
fn torques_are_those_of_mujoco() {
    let robot = read_robot(&robot_file("tricky.xml")).unwrap().robot;
    let golden = std::fs::read_to_string(robot_file("tricky.json")).unwrap();
    let golden: Value = serde_json::from_str(&golden).unwrap();
    let names: Vec<&str> = robot.dof_joint_iter().map(|j| j.name.as_str()).collect();
    assert_eq!(names, ["pan", "lift", "extend", "twist", "free_spin"]);
    let loss = numbers(&golden["friction_loss"]);
    for state in golden["states"].as_array().unwrap() {
        let [q, qd, qdd] = ["q", "qd", "qdd"].map(|key| numbers(&state[key]));
        let tau = numbers(&state["tau_without_friction_loss"]);
        let expected = with_friction_loss(&tau, &loss, &qd);
        // Both sides work in double precision; quaternions of MuJoCo cost it a few digits.
        assert_close("tau", &torques(&robot, &q, &qd, &qdd), &expected, 1e-12);
    }
}

#[test]
fn masses_and_limits_are_those_of_the_file() {
    let robot = read_robot(&robot_file("tricky.xml")).unwrap().robot;
    let mass: f64 = robot.joints().iter().map(|j| j.link.inertia.mass_kg).sum();
    assert_close("mass", &[mass], &[11.1], 1e-14);
    let pan = &robot.joints()[0];
    assert_close(
        "range",
        &[pan.limits.lower.unwrap(), pan.limits.upper.unwrap()],
        &[(-100_f64).to_radians(), 80_f64.to_radians()],
        1e-15,
    );
}
