//! A designed motion with its criterion, limits, clearance and forecast.

use super::{ExciteSettings, JointLimits, Trajectory};
use serde::Serialize;
use taufit_dynamics::diagnostics::Warning;

/// Largest values of one joint over the whole motion, lead-in and lead-out included.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointPeaks {
    /// The joint.
    pub name: String,
    /// Lowest position.
    pub lowest: f64,
    /// Highest position.
    pub highest: f64,
    /// Highest speed.
    pub velocity: f64,
    /// Highest acceleration.
    pub acceleration: f64,
    /// Highest jerk of the curves \[rad/s³ or m/s³\].
    pub jerk: f64,
    /// Highest torque of the nominal model \[N·m or N\].
    pub torque: f64,
}

/// The closest approach of two bodies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Clearance {
    /// Distance \[m\].
    pub distance_m: f64,
    /// One body.
    pub first: String,
    /// The other.
    pub second: String,
    /// When \[s\].
    pub t_s: f64,
}

/// The motion checked from end to end on a fine grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MotionCheck {
    /// Per joint.
    pub joints: Vec<JointPeaks>,
    /// Highest speed of the tool frame's origin \[m/s\].
    pub tool_speed_m_s: f64,
    /// Corners of the box that the tool frame's origin fills \[m\].
    pub tool_box_m: [[f64; 3]; 2],
    /// Closest approach, where collisions are looked at.
    pub clearance: Option<Clearance>,
}

/// Forecast of one base parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// The combination of standard parameters.
    pub expression: String,
    /// Its unit.
    pub unit: String,
    /// Its value in the nominal model.
    pub nominal: f64,
    /// Expected standard deviation.
    pub sigma: f64,
    /// The same in percent of the nominal value, if that is not zero.
    pub percent_sigma: Option<f64>,
}

/// One start of the optimiser.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Start {
    /// Condition number of the random feasible motion it began with.
    pub initial_condition_number: f64,
    /// Condition number where it ended; infinite if it found no feasible motion.
    pub condition_number: f64,
    /// The criterion where it ended.
    pub criterion: f64,
}

/// A designed motion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Design {
    /// Name of the robot.
    pub robot: String,
    /// Settings of the design.
    pub settings: ExciteSettings,
    /// The motion.
    pub trajectory: Trajectory,
    /// Limits that it respects, with margins taken off.
    pub limits: Vec<JointLimits>,
    /// Largest values of the motion.
    pub check: MotionCheck,
    /// Value of the criterion.
    pub criterion: f64,
    /// Condition number of the base observation matrix in SI units, at the rate of the log.
    pub condition_number: f64,
    /// The same with columns of unit length.
    pub scaled_condition_number: f64,
    /// Torque noise of every joint that the forecast assumes \[N·m or N\].
    pub torque_noise: Vec<f64>,
    /// Forecast of the parameters.
    pub forecast: Vec<Forecast>,
    /// Results of the starts; the best is the motion above.
    pub starts: Vec<Start>,
    /// Warnings about the motion.
    pub warnings: Vec<Warning>,
}
