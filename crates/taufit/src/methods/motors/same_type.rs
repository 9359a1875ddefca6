//! Joints with the same motor: a torque constant that one of them does not determine comes from the others.

use super::settings::MotorsSettings;
use crate::diagnostics::{InputError, MotorError, MotorWarning, Result};
use crate::model::Robot;
use crate::study::MotorType;

/// Constants of one motor type that differ by more than this are not pooled: largest over smallest,
/// less one.
const MAX_SPREAD: f64 = 0.25;

/// A torque constant that comes from other joints.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pooled {
    pub(super) kct: f64,
    /// Relative standard deviation of one motor of the type; zero where it is not known.
    pub(super) relative_sigma: f64,
    /// Degrees of freedom of that.
    pub(super) freedom: f64,
    pub(super) joints: Vec<String>,
}

/// Groups of joints with the same motor: from the settings, else from the robot's description.
pub(super) fn motor_types(robot: &Robot, settings: &MotorsSettings) -> Result<Vec<MotorType>> {
    if settings.same_motor.is_empty() {
        return Ok(described(robot));
    }
    let group = |(k, names): (usize, &Vec<String>)| {
        names.iter().try_for_each(|name| find(robot, name).map(|_| ()))?;
        check_types(robot, names)?;
        Ok(MotorType { name: format!("group {}", k + 1), joints: names.clone() })
    };
    settings.same_motor.iter().enumerate().map(group).collect()
}

/// The coordinate of a joint.
pub(super) fn find(robot: &Robot, name: &str) -> Result<usize> {
    let names = || robot.dof_joint_iter().map(|joint| joint.name.as_str());
    names()
        .position(|joint| joint == name)
        .ok_or_else(|| InputError::unknown_name("joint", name, names()))
}

/// Groups of the description.
fn described(robot: &Robot) -> Vec<MotorType> {
    let mut types: Vec<MotorType> = Vec::new();
    for joint in robot.dof_joint_iter() {
        let Some(name) = &joint.motor.motor_type else { continue };
        match types.iter_mut().find(|known| known.name == *name) {
            Some(known) => known.joints.push(joint.name.clone()),
            None => types.push(MotorType { name: name.clone(), joints: vec![joint.name.clone()] }),
        }
    }
    types
}

/// Refuses a group whose joints have different motors by the robot's description.
fn check_types(robot: &Robot, names: &[String]) -> Result<()> {
    let typed: Vec<(&String, String)> = names
        .iter()
        .filter_map(|name| {
            let dof = find(robot, name).ok()?;
            Some((name, robot.dof_joint(dof).motor.motor_type.clone()?))
        })
        .collect();
    let differing = typed.windows(2).find(|pair| pair[0].1 != pair[1].1);
    match differing {
        Some([(first, first_type), (second, second_type)]) => Err(MotorError::MixedMotors {
            first: (*first).clone(),
            first_type: first_type.clone(),
            second: (*second).clone(),
            second_type: second_type.clone(),
        }
        .into()),
        _ => Ok(()),
    }
}

/// Groups with the constants that are known, and warnings about groups that do not hold together.
pub(super) struct Pool<'a> {
    groups: Vec<Vec<(&'a str, Option<f64>)>>,
    pub(super) findings: Vec<MotorWarning>,
    /// Relative standard deviation within a type, over all types, and its degrees of freedom.
    scatter: (f64, f64),
}

impl<'a> Pool<'a> {
    /// `constant` gives the torque constant of a joint, if it is known.
    pub(super) fn new(types: &'a [MotorType], constant: impl Fn(&str) -> Option<f64>) -> Self {
        let group = |motor: &'a MotorType| -> Vec<(&'a str, Option<f64>)> {
            motor.joints.iter().map(|joint| (joint.as_str(), constant(joint))).collect()
        };
        let all: Vec<_> = types.iter().map(group).collect();
        let findings: Vec<MotorWarning> = all.iter().filter_map(|group| finding(group)).collect();
        let groups: Vec<_> = all.into_iter().filter(|group| finding(group).is_none()).collect();
        let scatter = relative_sigma(&groups);
        Self { groups, findings, scatter }
    }

    /// The mean of the joints with the same motor.
    pub(super) fn constant(&self, joint: &str) -> Option<Pooled> {
        let group =
            self.groups.iter().find(|group| group.iter().any(|(name, _)| *name == joint))?;
        let known: Vec<(&str, f64)> =
            group.iter().filter_map(|(name, kct)| Some((*name, (*kct)?))).collect();
        let n = known.len() as f64;
        (n > 0.0).then(|| Pooled {
            kct: known.iter().map(|(_, kct)| kct).sum::<f64>() / n,
            // One more motor differs from the mean of n by its own scatter and by that of the mean.
            relative_sigma: self.scatter.0 * (1.0 + 1.0 / n).sqrt(),
            freedom: self.scatter.1.max(1.0),
            joints: known.iter().map(|(name, _)| (*name).to_owned()).collect(),
        })
    }
}

fn finding(group: &[(&str, Option<f64>)]) -> Option<MotorWarning> {
    let known: Vec<f64> = group.iter().filter_map(|(_, kct)| *kct).collect();
    let (low, high) =
        known.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), k| (l.min(*k), h.max(*k)));
    let spread = high / low - 1.0;
    (spread > MAX_SPREAD).then(|| MotorWarning::ConstantsDiffer {
        joints: group.iter().map(|(name, _)| (*name).to_owned()).collect(),
        spread,
    })
}

fn relative_sigma(groups: &[Vec<(&str, Option<f64>)>]) -> (f64, f64) {
    let (mut squares, mut freedom) = (0.0, 0.0);
    for group in groups {
        let known: Vec<f64> = group.iter().filter_map(|(_, kct)| *kct).collect();
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        squares += known.iter().map(|k| (k / mean - 1.0).powi(2)).sum::<f64>();
        freedom += known.len().saturating_sub(1) as f64;
    }
    (if freedom > 0.0 { (squares / freedom).sqrt() } else { 0.0 }, freedom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog;

    #[test]
    fn the_first_joint_of_the_ur5_borrows_from_the_next_two() {
        let robot = catalog::robot("ur5").unwrap();
        let types = motor_types(&robot, &MotorsSettings::default()).unwrap();
        assert_eq!(types.len(), 2);
        let constant = |name: &str| match name {
            "joint1" => None,
            name => robot.dof_joint(find(&robot, name).ok()?).motor.torque_constant_nm_a,
        };
        let pool = Pool::new(&types, constant);
        let found = pool.constant("joint1").unwrap();
        assert!((found.kct - 0.5 * (12.6351 + 12.0383)).abs() < 1e-12);
        assert_eq!(found.joints, ["joint2", "joint3"]);
        // Table 3: 2 joints 2.4 % off their mean, 3 joints 0.3, 2.8 and 3.1 % off theirs.
        assert!((found.relative_sigma - 0.0312 * 1.5_f64.sqrt()).abs() < 2e-3, "{found:?}");
    }

    #[test]
    fn different_motors_are_not_pooled() {
        let robot = catalog::robot("ur5").unwrap();
        let group = vec![vec!["joint1".to_owned(), "joint4".to_owned()]];
        let settings = MotorsSettings { same_motor: group, ..MotorsSettings::default() };
        assert_eq!(motor_types(&robot, &settings).unwrap_err().code(), "E173");
        let joints = ["a", "b", "c"].map(str::to_owned).to_vec();
        let types = [MotorType { name: "x".to_owned(), joints }];
        let pool = Pool::new(&types, |name| match name {
            "a" => Some(12.3),
            "b" => Some(7.7),
            _ => None,
        });
        assert!(matches!(pool.findings[0], MotorWarning::ConstantsDiffer { .. }));
        assert_eq!(pool.constant("c"), None);
    }
}
