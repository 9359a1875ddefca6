//! True motion and torques of a simulation, which no sensor shows.

use serde::{Deserialize, Serialize};

/// True motion and torques of links and motors.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct TrueSignals {
    /// Positions of the links.
    pub q: Vec<f64>,
    /// Velocities of the links.
    pub qd: Vec<f64>,
    /// Accelerations of the links.
    pub qdd: Vec<f64>,
    /// Positions of the motors, seen from the joint side; those of the links where joints are rigid.
    pub q_motor: Vec<f64>,
    /// Velocities of the motors.
    pub qd_motor: Vec<f64>,
    /// Accelerations of the motors.
    pub qdd_motor: Vec<f64>,
    /// Motor torques.
    pub tau: Vec<f64>,
    /// Friction torques: of a joint that sticks, what holds it.
    pub friction: Vec<f64>,
}

/// The true state of an arm at one moment. Motor torques are those that begin to act now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrueState {
    /// Time \[s\].
    pub t_s: f64,
    /// One number per joint.
    #[serde(flatten)]
    pub signals: TrueSignals,
    /// Torques that reach the links: spring torques, or motor torques less friction and rotor inertia.
    pub joint_torque: Vec<f64>,
    /// Kinetic energy, energy in gravity and energy of all springs \[J\].
    pub energy_j: f64,
}

/// True states along a run. Channels like those of a [`Recording`](taufit_data::recording::Recording):
/// channel `j` of `q` is `q[j · n_samples ..][.. n_samples]`, and its samples are those of the recording.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Truth {
    /// True times of the samples \[s\].
    pub t_s: Vec<f64>,
    /// One channel per joint.
    #[serde(flatten)]
    pub signals: TrueSignals,
}
