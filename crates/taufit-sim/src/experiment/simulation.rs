//! The robot that stands in for a real one: how it differs from its description, and its sensors.

use super::settings::refuse;
use crate::sim::ArmSettings;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::friction::{Friction, FrictionShape};
use taufit_dynamics::model::{Motor, Robot};
use taufit_dynamics::spatial::{Inertial, LinkInertia, Vec3};

/// The `[simulation]` of an experiment.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SimulationSettings {
    /// Initial position of the robot; at the first pose of the experiment if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Vec<f64>>,
    /// Differences from its description.
    pub truth: TruthSettings,
    /// Controllers, sensors, springs, faults, seed.
    #[schemars(with = "serde_json::Value")]
    pub arm: ArmSettings,
}

/// Differences of a simulated robot from its description. One value serves all, none changes nothing.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TruthSettings {
    /// Mass of every link, with its moments, as a multiple of the nominal one.
    pub mass_factor: Vec<f64>,
    /// Friction of every joint as a multiple of the nominal one.
    pub friction_factor: Vec<f64>,
    /// Friction torque at rest that has one sign \[N·m or N\].
    pub friction_offset_nm: Vec<f64>,
    /// Rotor inertia of every joint, in place of the nominal one \[kg m² or kg\].
    pub rotor_inertia_kg_m2: Vec<f64>,
    /// Coulomb friction of every joint, in place of the nominal one \[N·m or N\].
    pub coulomb_nm: Vec<f64>,
    /// Viscous friction of every joint, in place of the nominal one \[N·m·s/rad or N·s/m\].
    pub viscous_nm_s_rad: Vec<f64>,
    /// Joint torque per ampere of every joint, in place of the nominal one \[N·m/A or N/A\].
    pub torque_constant_nm_a: Vec<f64>,
    /// Bodies that are fixed to the robot for this run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub payload: Vec<SimulatedPayload>,
}

/// A body that is fixed to a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulatedPayload {
    /// The frame.
    pub frame: String,
    /// Its mass \[kg\].
    pub mass_kg: f64,
    /// Its centre of mass in that frame \[m\].
    pub com_m: [f64; 3],
    /// Its tensor about the centre of mass, `Ixx Ixy Ixz Iyy Iyz Izz` \[kg m²\].
    #[serde(default)]
    pub inertia_about_com_kg_m2: [f64; 6],
}

impl TruthSettings {
    /// The robot with the true parameters of the simulation.
    pub fn apply(&self, nominal: &Robot) -> Result<Robot> {
        self.check(nominal)?;
        let mut robot = nominal.clone();
        for i in 0..nominal.n_links() {
            let factor = one_of(&self.mass_factor, i).unwrap_or(1.0);
            let params = nominal.joints()[i].link.inertia.to_params().map(|x| factor * x);
            robot = robot.with_link_inertia(i, LinkInertia::from_params(params));
        }
        for dof in 0..nominal.n_dof() {
            let joint = nominal.dof_joint(dof);
            let rotor = one_of(&self.rotor_inertia_kg_m2, dof);
            let rotor_inertia_kg_m2 = rotor.unwrap_or(joint.motor.rotor_inertia_kg_m2);
            let constant = one_of(&self.torque_constant_nm_a, dof);
            let torque_constant_nm_a = constant.or(joint.motor.torque_constant_nm_a);
            let motor = Motor { rotor_inertia_kg_m2, torque_constant_nm_a, ..joint.motor.clone() };
            robot = robot.with_motor(dof, motor);
            robot = robot.with_friction(dof, self.friction(joint.friction, dof));
        }
        self.payload.iter().try_fold(robot, |robot, payload| payload.fix_to(robot))
    }

    fn friction(&self, nominal: Friction, dof: usize) -> Friction {
        let factor = one_of(&self.friction_factor, dof).unwrap_or(1.0);
        let offset = one_of(&self.friction_offset_nm, dof);
        let (coulomb, viscous) =
            (one_of(&self.coulomb_nm, dof), one_of(&self.viscous_nm_s_rad, dof));
        let shape = if offset.is_some() { nominal.shape.with_offset() } else { nominal.shape };
        Friction {
            shape: FrictionShape {
                coulomb: shape.coulomb || coulomb.is_some(),
                viscous: shape.viscous || viscous.is_some(),
                ..shape
            },
            viscous: viscous.unwrap_or(factor * nominal.viscous),
            viscous_asymmetry: factor * nominal.viscous_asymmetry,
            coulomb: coulomb.unwrap_or(factor * nominal.coulomb),
            coulomb_backward: factor * nominal.coulomb_backward,
            stribeck: factor * nominal.stribeck,
            offset: offset.unwrap_or(factor * nominal.offset),
        }
    }

    fn check(&self, robot: &Robot) -> Result<()> {
        let lists = [
            ("mass_factor", &self.mass_factor, robot.n_links()),
            ("friction_factor", &self.friction_factor, robot.n_dof()),
            ("friction_offset_nm", &self.friction_offset_nm, robot.n_dof()),
            ("rotor_inertia_kg_m2", &self.rotor_inertia_kg_m2, robot.n_dof()),
            ("coulomb_nm", &self.coulomb_nm, robot.n_dof()),
            ("viscous_nm_s_rad", &self.viscous_nm_s_rad, robot.n_dof()),
            ("torque_constant_nm_a", &self.torque_constant_nm_a, robot.n_dof()),
        ];
        for (what, list, expected) in lists {
            if list.len() > 1 && list.len() != expected {
                return Err(InputError::LengthMismatch { what, expected, found: list.len() }.into());
            }
            let signed = what == "friction_offset_nm";
            if let Some(x) = list.iter().find(|x| !x.is_finite() || (!signed && **x < 0.0)) {
                return refuse(format!("[simulation.truth] has {what} {x}; give 0 or more"));
            }
        }
        Ok(())
    }
}

impl SimulatedPayload {
    fn fix_to(&self, robot: Robot) -> Result<Robot> {
        let [x, y, z] = self.com_m;
        let body = Inertial {
            mass_kg: self.mass_kg,
            com_in_link_m: Vec3::new(x, y, z),
            inertia_about_com_in_link: self.inertia_about_com_kg_m2,
        };
        robot.with_payload(&self.frame, body)
    }
}

/// The value of one joint or link: its own, or the one that serves all.
fn one_of(values: &[f64], i: usize) -> Option<f64> {
    if values.len() == 1 { values.first().copied() } else { values.get(i).copied() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::model::catalog;

    #[test]
    fn the_truth_differs_as_stated() {
        let nominal = catalog::robot("ur5").unwrap();
        let truth = TruthSettings {
            mass_factor: vec![1.1],
            friction_factor: vec![0.5, 1.0, 1.0, 1.0, 1.0, 2.0],
            friction_offset_nm: vec![0.25],
            rotor_inertia_kg_m2: vec![0.7],
            torque_constant_nm_a: vec![9.0],
            ..TruthSettings::default()
        };
        let real = truth.apply(&nominal).unwrap();
        assert!((real.total_mass_kg() - 1.1 * nominal.total_mass_kg()).abs() < 1e-12);
        let friction = |robot: &Robot, dof: usize| robot.dof_joint(dof).friction;
        assert_eq!(friction(&real, 0).coulomb, 0.5 * friction(&nominal, 0).coulomb);
        assert_eq!(friction(&real, 5).viscous, 2.0 * friction(&nominal, 5).viscous);
        assert_eq!(friction(&real, 3).offset, 0.25);
        assert_eq!(real.dof_joint(4).motor.rotor_inertia_kg_m2, 0.7);
        assert_eq!(real.dof_joint(2).motor.torque_constant_nm_a, Some(9.0));
        assert_eq!(TruthSettings::default().apply(&nominal).unwrap(), nominal);
    }

    #[test]
    fn friction_can_be_given_and_a_mass_be_fixed() {
        let nominal = catalog::robot("ur5").unwrap();
        let mass = SimulatedPayload {
            frame: "link6".to_owned(),
            mass_kg: 1.5,
            com_m: [0.1, 0.0, 0.0],
            inertia_about_com_kg_m2: [0.0; 6],
        };
        let truth = TruthSettings {
            coulomb_nm: vec![2.0],
            viscous_nm_s_rad: vec![3.0],
            payload: vec![mass],
            ..TruthSettings::default()
        };
        let real = truth.apply(&nominal).unwrap();
        assert_eq!(real.dof_joint(1).friction.torque(2.0), 8.0);
        assert!((real.total_mass_kg() - nominal.total_mass_kg() - 1.5).abs() < 1e-12);
    }

    #[test]
    fn a_truth_that_cannot_be_is_refused() {
        let nominal = catalog::robot("ur5").unwrap();
        let short = TruthSettings { mass_factor: vec![1.0, 2.0], ..TruthSettings::default() };
        assert_eq!(short.apply(&nominal).unwrap_err().code(), "E020");
        let negative = TruthSettings { friction_factor: vec![-1.0], ..TruthSettings::default() };
        assert_eq!(negative.apply(&nominal).unwrap_err().code(), "E150");
    }
}
