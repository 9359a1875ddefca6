//! Settings of the controllers of an arm.

use crate::per_joint::{acceleration_limit, check_per_joint};
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::dynamics::{Scratch, mass_matrix};
use taufit_dynamics::friction::FrictionTerm;
use taufit_dynamics::model::Robot;

/// Position control law.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PositionLaw {
    /// `kp e + kd ė`.
    Pd,
    /// The same, and the weight of the arm where it is.
    #[default]
    PdGravity,
    /// The same with the weight found from motor positions on line (Zollo et al. 2014):
    /// `kp (θ_d − θ) + kd (q̇_d − θ̇) + g(θ − K⁻¹ g(q_d))`, `θ_d = q_d + K⁻¹ g(q_d)`.
    OnlineGravity,
    /// Inverse dynamics of `q̈_d + 2 ω ė + ω² e`.
    ComputedTorque {
        /// `ω/2π` \[Hz\]; positive.
        bandwidth_hz: f64,
    },
}

/// The controllers of an arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ControlSettings {
    /// Rate at which torques are computed \[Hz\]; positive.
    pub rate_hz: f64,
    /// Position control law.
    pub law: PositionLaw,
    /// Its gains; where not given those of [`Gains::tracking`] with a bandwidth of 5 Hz.
    pub gains: Option<Gains>,
    /// The integral of a velocity error counts as a position error with the gains above, times this.
    pub velocity_stiffness: f64,
    /// Joint stiffness that on-line gravity compensation assumes \[N·m/rad or N/m\]; that of the arm
    /// where not given.
    pub assumed_stiffness: Vec<f64>,
    /// Whether torques stop at the limits of the joints.
    pub saturate: bool,
}

impl Default for ControlSettings {
    fn default() -> Self {
        Self {
            rate_hz: 1000.0,
            law: PositionLaw::default(),
            gains: None,
            velocity_stiffness: 1.0,
            assumed_stiffness: Vec::new(),
            saturate: true,
        }
    }
}

impl ControlSettings {
    /// Refuses numbers out of range.
    pub(super) fn check(&self, n_dof: usize) -> Result<()> {
        InputError::check_positive("rate_hz of the controller", self.rate_hz)?;
        InputError::check_not_negative("velocity_stiffness", self.velocity_stiffness)?;
        check_per_joint("assumed_stiffness", &self.assumed_stiffness, n_dof)?;
        if let PositionLaw::ComputedTorque { bandwidth_hz } = self.law {
            InputError::check_positive("bandwidth_hz", bandwidth_hz)?;
        }
        self.gains.as_ref().map_or(Ok(()), |gains| gains.check(n_dof))
    }
}

/// Gains of a proportional-derivative controller per joint; one value serves all.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gains {
    /// Torque per position error \[N·m/rad or N/m\].
    pub kp: Vec<f64>,
    /// Torque per velocity error \[N·m·s/rad or N·s/m\].
    pub kd: Vec<f64>,
}

impl Gains {
    /// Gains for a bandwidth, from the inertia at each motor at `q` and from its viscous friction,
    /// which rules light joints behind large gears: `kp = M_jj ω² + fv ω`, `kd = 2 M_jj ω`.
    pub fn from_bandwidth(robot: &Robot, q: &[f64], bandwidth_hz: f64) -> Result<Self> {
        InputError::check_positive("bandwidth_hz", bandwidth_hz)?;
        let (n, omega) = (robot.n_dof(), TAU * bandwidth_hz);
        let mut scratch = Scratch::new(robot);
        let mass = mass_matrix(robot, &mut scratch, q)?;
        let inertia = |dof: usize| mass[dof * n + dof];
        let viscous = |dof: usize| robot.dof_joint(dof).friction.coefficient(FrictionTerm::Viscous);
        Ok(Self::critically_damped((0..n).map(|dof| (inertia(dof), viscous(dof), omega))))
    }

    /// The same, but stiffer where dry friction and the accelerations of the other joints,
    /// `d_j = fc_j + Σ_{i≠j} |M_ji| a_i`, would push a joint away by more than 0.03 rad or m: joints of a description
    /// without rotor inertias are light, and those of real arms are not. No joint is faster than a fifth of the
    /// sampling rate in rad/s.
    pub fn tracking(robot: &Robot, q: &[f64], bandwidth_hz: f64, rate_hz: f64) -> Result<Self> {
        const LARGEST_ERROR: f64 = 0.03;
        const FASTEST: f64 = 0.2;
        InputError::check_positive("bandwidth_hz", bandwidth_hz)?;
        let n = robot.n_dof();
        let mut scratch = Scratch::new(robot);
        let mass = mass_matrix(robot, &mut scratch, q)?;
        let joint = |dof: usize| {
            let friction = &robot.dof_joint(dof).friction;
            let dry = [FrictionTerm::Coulomb, FrictionTerm::Stribeck];
            let dry: f64 = dry.iter().map(|term| friction.coefficient(*term).abs()).sum();
            let others = (0..n).filter(|i| *i != dof);
            let coupling = others.map(|i| mass[dof * n + i].abs() * acceleration_limit(robot, i));
            let stiffness = (dry + coupling.sum::<f64>()) / LARGEST_ERROR;
            let (inertia, viscous) =
                (mass[dof * n + dof], friction.coefficient(FrictionTerm::Viscous));
            let needed = natural_frequency(inertia, viscous, stiffness).min(FASTEST * rate_hz);
            (inertia, viscous, needed.max(TAU * bandwidth_hz))
        };
        Ok(Self::critically_damped((0..n).map(joint)))
    }

    /// `kp = ω (M ω + fv)`, `kd = 2 M ω` of joints with inertia `M`, viscous friction `fv` and frequency `ω`.
    fn critically_damped(joints: impl Iterator<Item = (f64, f64, f64)>) -> Self {
        let gains =
            joints.map(|(inertia, viscous, w)| (w * (inertia * w + viscous), 2.0 * inertia * w));
        let (kp, kd) = gains.unzip();
        Self { kp, kd }
    }

    pub(super) fn check(&self, n_dof: usize) -> Result<()> {
        check_per_joint("kp", &self.kp, n_dof)?;
        check_per_joint("kd", &self.kd, n_dof)
    }
}

/// `ω ≥ 0` with `M ω² + fv ω = k`.
fn natural_frequency(inertia: f64, viscous: f64, stiffness: f64) -> f64 {
    // The stable form of the root: no difference of nearly equal numbers for light joints.
    let root = (viscous.powi(2) + 4.0 * inertia * stiffness).sqrt();
    if stiffness > 0.0 { 2.0 * stiffness / (viscous + root) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::model::{Motor, catalog};

    #[test]
    fn the_frequency_solves_its_equation() {
        for (inertia, viscous, stiffness) in
            [(2.0, 9.0, 800.0), (1e-4, 3.0, 50.0), (0.3, 0.0, 12.0)]
        {
            let w = natural_frequency(inertia, viscous, stiffness);
            assert!((w * (inertia * w + viscous) / stiffness - 1.0).abs() < 1e-12, "{w}");
        }
        assert_eq!(natural_frequency(1.0, 1.0, 0.0), 0.0);
    }

    #[test]
    fn light_joints_are_stiffer_and_heavy_ones_as_the_bandwidth_asks() {
        let light = catalog::robot("ur5").unwrap();
        let motor = |kg_m2| Motor { rotor_inertia_kg_m2: kg_m2, ..Motor::default() };
        let heavy = (0..6).fold(light.clone(), |arm, dof| arm.with_motor(dof, motor(2.0)));
        let q = [0.0, -1.2, 1.2, 0.3, 0.5, 0.0];
        let by_bandwidth = Gains::from_bandwidth(&heavy, &q, 5.0).unwrap();
        assert_eq!(Gains::tracking(&heavy, &q, 5.0, 1000.0).unwrap(), by_bandwidth);
        let (plain, stiff) = (
            Gains::from_bandwidth(&light, &q, 5.0).unwrap(),
            Gains::tracking(&light, &q, 5.0, 1000.0).unwrap(),
        );
        assert!(stiff.kp[5] > 3.0 * plain.kp[5], "{:?} {:?}", plain.kp, stiff.kp);
    }
}
