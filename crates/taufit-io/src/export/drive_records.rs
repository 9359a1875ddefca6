//! Friction and rotor inertia as simulators hold them, joint by joint, with intervals.

use super::loss::{TwoCoefficients, used_velocities};
use taufit::friction::{Friction, FrictionTerm, coulomb_viscous_equivalent};
use taufit::model::{Joint, Robot};
use taufit::study::{Identifiability, ParameterRecord, normal_interval};

/// Parameters of a result that say how well its drives are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveRecords {
    /// Rotor inertias and friction terms by long name, `fc[elbow_joint]`.
    pub parameters: Vec<ParameterRecord>,
    /// Base parameters, in the order of the correlations; empty where a method records none.
    pub base_parameters: Vec<ParameterRecord>,
    /// Correlations of the errors of the base parameters: row `i` holds those with the parameters before it.
    pub correlations: Vec<Vec<f64>>,
}

/// A value and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ranged {
    pub(super) value: f64,
    /// `None` where the data do not determine the value alone.
    pub(super) interval: Option<[f64; 2]>,
    pub(super) identifiability: Identifiability,
}

/// The drive of a joint.
#[derive(Clone, Debug)]
pub(super) struct SimulatorDrive<'a> {
    pub(super) joint: &'a Joint,
    pub(super) armature: Ranged,
    pub(super) coulomb: Ranged,
    pub(super) viscous: Ranged,
    /// Friction at rest: above `coulomb` only where a Stribeck term says so \[N·m or N\].
    pub(super) break_away: f64,
}

/// The drive of every joint with its own coordinate, with the friction of `held`.
pub(super) fn simulator_drives<'a>(
    robot: &'a Robot,
    held: &TwoCoefficients,
    logged_qd: &[Vec<f64>],
    records: &DriveRecords,
) -> Vec<SimulatorDrive<'a>> {
    let drive = |(dof, joint): (usize, &'a Joint)| {
        let reduced = &held.robot.dof_joint(dof).friction;
        let value = |term| reduced.coefficient(term);
        let known = records.friction_identifiability(joint);
        let sigmas = records.friction_sigmas(joint, &used_velocities(joint, logged_qd.get(dof)));
        let [viscous, coulomb] = [FrictionTerm::Viscous, FrictionTerm::Coulomb].map(value);
        let ranged = |value: f64, sigma: Option<f64>| {
            // A coefficient at its bound of zero does not move with the data.
            let sigma = sigma.filter(|sigma| *sigma > 0.0 && value > 0.0);
            Ranged { value, interval: sigma.map(|s| positive(value, s)), identifiability: known }
        };
        SimulatorDrive {
            joint,
            armature: records.armature(joint),
            coulomb: ranged(coulomb, sigmas.map(|s| s[0])),
            viscous: ranged(viscous, sigmas.map(|s| s[1])),
            break_away: break_away(&joint.friction).map_or(coulomb, |torque| torque.max(coulomb)),
        }
    };
    robot.dof_joint_iter().enumerate().map(drive).collect()
}

/// 95 % interval without negative values, which no simulator accepts.
fn positive(value: f64, sigma: f64) -> [f64; 2] {
    normal_interval(value, sigma).map(|end| end.max(0.0))
}

/// Break-away torque of a model that has one, the mean of both directions \[N·m or N\].
fn break_away(friction: &Friction) -> Option<f64> {
    let (lower, upper) = friction.holding_range();
    friction.shape.stribeck.map(|_| 0.5 * (upper - lower))
}

impl DriveRecords {
    fn find(&self, symbol: &str, joint: &Joint) -> Option<&ParameterRecord> {
        let name = format!("{symbol}[{}]", joint.name);
        self.parameters.iter().find(|record| record.long_name == name)
    }

    fn armature(&self, joint: &Joint) -> Ranged {
        let record = self.find("Ia", joint);
        let value = joint.motor.rotor_inertia_kg_m2;
        let interval = record.and_then(|r| r.sigma).map(|sigma| positive(value, sigma));
        let identifiability =
            record.map_or(Identifiability::NotEstimated, |record| record.identifiability);
        Ranged { value, interval, identifiability }
    }

    /// That of the term which is known least.
    fn friction_identifiability(&self, joint: &Joint) -> Identifiability {
        let found = joint.friction.shape.terms().map(|term| {
            let record = self.find(term.symbol(), joint);
            record.map_or(Identifiability::NotEstimated, |record| record.identifiability)
        });
        found.max_by_key(|class| rank(*class)).unwrap_or(Identifiability::NotEstimated)
    }

    /// Standard deviations of the Coulomb and the viscous coefficient that come closest to the friction of a joint
    /// at velocities `qd`; `None` where a term, or a correlation that enters, is not known.
    fn friction_sigmas(&self, joint: &Joint, qd: &[f64]) -> Option<[f64; 2]> {
        let terms: Vec<FrictionTerm> = joint.friction.shape.terms().collect();
        let slopes: Vec<[f64; 2]> =
            terms.iter().map(|term| slope(&joint.friction, *term, qd)).collect();
        let records: Vec<&ParameterRecord> =
            terms.iter().map(|term| self.find(term.symbol(), joint)).collect::<Option<_>>()?;
        let mut variances = [0.0; 2];
        for (a, (first, slope_a)) in records.iter().zip(&slopes).enumerate() {
            for (b, (second, slope_b)) in records.iter().zip(&slopes).enumerate() {
                for (variance, k) in variances.iter_mut().zip(0..) {
                    let slopes = slope_a[k] * slope_b[k];
                    if slopes != 0.0 {
                        let correlation =
                            if a == b { 1.0 } else { self.correlation(first, second)? };
                        *variance += slopes * correlation * first.sigma? * second.sigma?;
                    }
                }
            }
        }
        Some(variances.map(|variance| variance.max(0.0).sqrt()))
    }

    /// Correlation of two parameters that are base parameters by themselves.
    fn correlation(&self, first: &ParameterRecord, second: &ParameterRecord) -> Option<f64> {
        let place = |record: &ParameterRecord| {
            self.base_parameters.iter().position(|base| base.expression() == record.name)
        };
        let (i, j) = (place(first)?, place(second)?);
        self.correlations.get(i.max(j))?.get(i.min(j)).copied()
    }
}

/// Change of the nearest Coulomb and viscous coefficients with the coefficient of a term: the nearest line is linear
/// in the terms, so that any step gives it.
fn slope(friction: &Friction, term: FrictionTerm, qd: &[f64]) -> [f64; 2] {
    let step = 1e-3 * friction.coefficient(term).abs().max(1e-3);
    let [less, more] = [-step, step].map(|change| {
        let mut moved = *friction;
        moved.set_coefficient(term, friction.coefficient(term) + change);
        let nearest = coulomb_viscous_equivalent(&moved, qd).friction;
        [FrictionTerm::Coulomb, FrictionTerm::Viscous].map(|term| nearest.coefficient(term))
    });
    std::array::from_fn(|k| {
        let slope = (more[k] - less[k]) / (2.0 * step);
        // What rounding leaves of a coefficient that does not depend on the term.
        if slope.abs() < 1e-9 { 0.0 } else { slope }
    })
}

/// Order from what data determine to what nobody estimated.
fn rank(class: Identifiability) -> usize {
    match class {
        Identifiability::Determined => 0,
        Identifiability::ConsistentWithZero => 1,
        Identifiability::Grouped => 2,
        Identifiability::Undetermined => 3,
        Identifiability::Unidentifiable => 4,
        Identifiability::NotEstimated => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::friction::FrictionShape;
    use taufit::model::catalog;

    fn record(symbol: &str, number: usize, sigma: Option<f64>) -> ParameterRecord {
        ParameterRecord {
            name: format!("{symbol}{number}"),
            expression: None,
            long_name: format!("{symbol}[joint{number}]"),
            unit: String::new(),
            value: 0.0,
            sigma,
            interval: None,
            nominal: None,
            feasible: None,
            identifiability: Identifiability::of_interval(sigma.map(|_| [1.0, 2.0])),
        }
    }

    fn records(symbols: &[(&str, f64)], correlations: &[&[f64]]) -> DriveRecords {
        let parameters: Vec<_> = symbols.iter().map(|(s, x)| record(s, 1, Some(*x))).collect();
        DriveRecords {
            base_parameters: parameters.clone(),
            parameters,
            correlations: correlations.iter().map(|row| row.to_vec()).collect(),
        }
    }

    fn drives(friction: Friction, records: &DriveRecords) -> [Ranged; 2] {
        let robot = catalog::robot("planar2r").unwrap().with_friction(0, friction);
        let qd: Vec<Vec<f64>> = vec![(1..40).map(|k| f64::from(k - 20) * 0.05).collect(); 2];
        let held = TwoCoefficients::nearest(&robot, &qd);
        let drive = simulator_drives(&robot, &held, &qd, records).remove(0);
        [drive.coulomb, drive.viscous]
    }

    #[test]
    fn two_coefficients_have_the_intervals_of_their_records() {
        let known = records(&[("fc", 0.5), ("fv", 0.1)], &[&[], &[-0.9]]);
        let [coulomb, viscous] = drives(Friction::coulomb_viscous(3.0, 0.15), &known);
        let ends = coulomb.interval.unwrap();
        assert!((ends[0] - 2.02).abs() < 1e-9 && (ends[1] - 3.98).abs() < 1e-9, "{ends:?}");
        // Not below zero.
        let ends = viscous.interval.unwrap();
        assert!(ends[0] == 0.0 && (ends[1] - 0.346).abs() < 1e-9, "{ends:?}");
        assert_eq!(coulomb.identifiability, Identifiability::Determined);
    }

    #[test]
    fn intervals_of_richer_models_follow_from_the_correlations() {
        let shape = FrictionShape::COULOMB_VISCOUS.with_stribeck(0.2, 1.0);
        let friction = Friction { shape, stribeck: 1.0, ..Friction::coulomb_viscous(3.0, 2.0) };
        let symbols = [("fv", 0.1), ("fc", 0.5), ("fs", 0.4)];
        let with = |c: f64| records(&symbols, &[&[], &[0.0], &[0.0, c]]);
        let width = |c: f64| {
            let ends = drives(friction, &with(c))[0].interval.unwrap();
            ends[1] - ends[0]
        };
        // fs adds a share s to the nearest fc: var = 0.25 + 2 c s 0.2 + s² 0.16.
        let s = drives(friction, &with(0.0))[0].value - 3.0;
        assert!(s > 0.1 && s < 1.0, "{s}");
        for c in [-0.8, 0.0, 0.8] {
            let expected = 2.0 * 1.96 * (0.25 + 0.4 * c * s + 0.16 * s * s).sqrt();
            assert!((width(c) - expected).abs() < 1e-6, "{c}: {} {expected}", width(c));
        }
        // Without the correlations there is no interval.
        let unknown = DriveRecords { correlations: Vec::new(), ..with(0.5) };
        assert_eq!(drives(friction, &unknown)[0].interval, None);
    }
}
