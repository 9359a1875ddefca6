//! The robot that stands in for a real one: how it differs from its description, and its sensors.

use super::settings::refuse;
use crate::diagnostics::{Error, Result};
use crate::friction::Friction;
use crate::model::{Motor, Robot};
use crate::sim::ArmSettings;
use crate::spatial::LinkInertia;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The `[simulation]` of an experiment.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SimulationSettings {
    /// Where the robot stands at first; at the first pose of the experiment if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Vec<f64>>,
    /// How it differs from its description.
    pub truth: TruthSettings,
    /// Controllers, sensors, springs, faults, seed.
    #[schemars(with = "serde_json::Value")]
    pub arm: ArmSettings,
}

/// How a simulated robot differs from its description. One value serves all, none changes nothing.
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
}

impl TruthSettings {
    /// The robot as it truly is.
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
            robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, ..joint.motor.clone() });
            robot = robot.with_friction(dof, self.friction(joint.friction, dof));
        }
        Ok(robot)
    }

    fn friction(&self, nominal: Friction, dof: usize) -> Friction {
        let factor = one_of(&self.friction_factor, dof).unwrap_or(1.0);
        let offset = one_of(&self.friction_offset_nm, dof);
        Friction {
            shape: if offset.is_some() { nominal.shape.with_offset() } else { nominal.shape },
            viscous: factor * nominal.viscous,
            coulomb: factor * nominal.coulomb,
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
        ];
        for (what, list, expected) in lists {
            if list.len() > 1 && list.len() != expected {
                return Err(Error::LengthMismatch { what, expected, found: list.len() });
            }
            let signed = what == "friction_offset_nm";
            if let Some(x) = list.iter().find(|x| !x.is_finite() || (!signed && **x < 0.0)) {
                return refuse(format!("[simulation.truth] has {what} {x}; give 0 or more"));
            }
        }
        Ok(())
    }
}

/// The value of one joint or link: its own, or the one that serves all.
fn one_of(values: &[f64], i: usize) -> Option<f64> {
    if values.len() == 1 { values.first().copied() } else { values.get(i).copied() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog;

    #[test]
    fn the_truth_differs_as_stated() {
        let nominal = catalog::robot("ur5").unwrap();
        let truth = TruthSettings {
            mass_factor: vec![1.1],
            friction_factor: vec![0.5, 1.0, 1.0, 1.0, 1.0, 2.0],
            friction_offset_nm: vec![0.25],
            rotor_inertia_kg_m2: vec![0.7],
        };
        let real = truth.apply(&nominal).unwrap();
        assert!((real.total_mass_kg() - 1.1 * nominal.total_mass_kg()).abs() < 1e-12);
        let friction = |robot: &Robot, dof: usize| robot.dof_joint(dof).friction;
        assert_eq!(friction(&real, 0).coulomb, 0.5 * friction(&nominal, 0).coulomb);
        assert_eq!(friction(&real, 5).viscous, 2.0 * friction(&nominal, 5).viscous);
        assert_eq!(friction(&real, 3).offset, 0.25);
        assert_eq!(real.dof_joint(4).motor.rotor_inertia_kg_m2, 0.7);
        assert_eq!(TruthSettings::default().apply(&nominal).unwrap(), nominal);
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
