//! Base parameters: what the joint torques can ever reveal.

use super::random_states::Scales;
use super::recursion::recursive_scan;
use super::scan::{Scan, scan, to_parameter_units};
use super::visible::{RandomRegressor, Visible, random_rows};
use crate::diagnostics::{ModelError, ModelWarning, Result, Warning};
use crate::model::Robot;
use crate::params::Layout;
use faer::Mat;
use serde::{Deserialize, Serialize};

/// Settings of the search for base parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BaseSettings {
    /// Columns that are known to be zero: left out before the scan.
    pub drop: Vec<usize>,
    /// Columns with known values: left out before the scan, their torque is known.
    pub fix: Vec<(usize, f64)>,
    /// Directions of the parameter space that move torques by less than this, relative to the one
    /// that moves them most, count as invisible.
    pub tolerance: f64,
    /// Seed of the random states.
    pub seed: u64,
    /// Whether the arm creeps, so that only weight, the sign of the velocities and offsets show.
    pub quasi_static: bool,
}

impl Default for BaseSettings {
    fn default() -> Self {
        Self { drop: Vec::new(), fix: Vec::new(), tolerance: 1e-7, seed: 1, quasi_static: false }
    }
}

impl BaseSettings {
    /// Refuses settings that contradict themselves or name columns that do not exist.
    pub fn validate(&self, layout: &Layout) -> Result<()> {
        let refuse = |reason: String| Err(ModelError::BaseSettings { reason }.into());
        if !(self.tolerance > 0.0 && self.tolerance < 1.0) {
            let found = self.tolerance;
            return refuse(format!("the tolerance is {found}; it must lie between 0 and 1"));
        }
        let named: Vec<usize> =
            self.drop.iter().copied().chain(self.fix.iter().map(|(c, _)| *c)).collect();
        if let Some(column) = named.iter().find(|c| **c >= layout.n_params()) {
            return refuse(format!("there is no column {column}; there are {}", layout.n_params()));
        }
        if let Some((column, value)) = self.fix.iter().find(|(_, value)| !value.is_finite()) {
            return refuse(format!("{} is fixed at {value}; give a number", layout.name(*column)));
        }
        let twice = |c: &&usize| named.iter().filter(|other| other == c).count() > 1;
        if let Some(column) = named.iter().find(twice) {
            let name = layout.name(*column);
            return refuse(format!("{name} is dropped or fixed twice; give it once"));
        }
        Ok(())
    }

    /// Columns that are neither dropped nor fixed, ascending.
    pub fn free_columns(&self, layout: &Layout) -> Vec<usize> {
        let left_out =
            |c: &usize| self.drop.contains(c) || self.fix.iter().any(|(fixed, _)| fixed == c);
        (0..layout.n_params()).filter(|c| !left_out(c)).collect()
    }
}

/// Columns up to which the base is searched over all rows at once, in less than a second: about 45 joints.
const MOST_DENSE_COLUMNS: usize = 600;

/// Class of a standard parameter by what joint torques determine of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IdentifiabilityClass {
    /// Its own value.
    Alone,
    /// Only a combination with others.
    Combination,
    /// Nothing: it has no effect on any joint torque.
    Unidentifiable,
    /// The user left it out.
    Dropped,
    /// The user gave its value.
    Fixed,
}

/// The base parameters `β = π_ind + K π_dep` of a robot: `Y π = Y_ind β` for every motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Base {
    pub(super) independent: Vec<usize>,
    /// Dependent columns and their row of coefficients on the independent ones.
    pub(super) dependent: Vec<(usize, Vec<f64>)>,
    fixed: Vec<(usize, f64)>,
    classes: Vec<IdentifiabilityClass>,
    /// Parameters that stand for barely visible directions, and how visible these are.
    weak: Vec<(usize, f64)>,
    /// Unit of every column, in which parameters of one robot are of one size.
    pub(super) units: Vec<f64>,
}

impl Base {
    /// Finds the base: the directions of parameter space that affect torques at random states, and the
    /// leftmost columns that span them (Kovincic et al. 2019, §III.D; Khalil and Dombre 2004, appendix 5).
    pub fn new(robot: &Robot, layout: &Layout, settings: &BaseSettings) -> Result<Self> {
        settings.validate(layout)?;
        let is_whole = settings.drop.is_empty() && settings.fix.is_empty();
        if layout.n_params() > MOST_DENSE_COLUMNS && is_whole && !robot.has_mimic() {
            return Self::recursive(robot, layout, settings);
        }
        let rows = random_rows(robot, layout, settings)?;
        Self::of_rows(robot, layout, &rows, settings)
    }

    /// The base of a robot of many joints, link by link.
    fn recursive(robot: &Robot, layout: &Layout, settings: &BaseSettings) -> Result<Self> {
        let units = natural_units(robot, layout);
        let (found, weak) = recursive_scan(robot, layout, &units, settings)?;
        let columns: Vec<usize> = (0..layout.n_params()).collect();
        Ok(Self::of_scan(found, weak, &columns, units, settings))
    }

    /// The base that observation rows show: any rows over [`BaseSettings::free_columns`] in which all
    /// effects of the parameters are excited.
    pub fn of_rows(
        robot: &Robot,
        layout: &Layout,
        rows: &Mat<f64>,
        settings: &BaseSettings,
    ) -> Result<Self> {
        let units = natural_units(robot, layout);
        let columns = settings.free_columns(layout);
        let observed = RandomRegressor::new(rows, &columns, &units, settings.tolerance);
        let visible = Visible::new(robot, &observed, settings.tolerance)?;
        let mut found = scan(&visible.columns);
        let weak = visible.weak(&observed, &found.independent);
        let natural: Vec<f64> = columns.iter().map(|&c| 1.0 / units[c]).collect();
        to_parameter_units(&mut found, &observed.lengths, &natural, settings.tolerance);
        Ok(Self::of_scan(found, weak, &columns, units, settings))
    }

    fn of_scan(
        found: Scan,
        weak: Vec<(usize, f64)>,
        columns: &[usize],
        units: Vec<f64>,
        settings: &BaseSettings,
    ) -> Self {
        Self {
            classes: classify(units.len(), columns, &found, settings),
            independent: found.independent.iter().map(|&c| columns[c]).collect(),
            dependent: found.dependent.into_iter().map(|(c, k)| (columns[c], k)).collect(),
            fixed: settings.fix.clone(),
            weak: weak.into_iter().map(|(c, ratio)| (columns[c], ratio)).collect(),
            units,
        }
    }

    /// Number of base parameters.
    pub fn rank(&self) -> usize {
        self.independent.len()
    }

    /// The column of the layout that stands for each base parameter, ascending.
    pub fn independent(&self) -> &[usize] {
        &self.independent
    }

    /// The parameters in base parameter `k` and their coefficients, its own column first.
    pub fn group(&self, k: usize) -> Vec<(usize, f64)> {
        let others = self.dependent.iter().map(|(column, row)| (*column, row[k]));
        std::iter::once((self.independent[k], 1.0))
            .chain(others.filter(|(_, coefficient)| *coefficient != 0.0))
            .collect()
    }

    /// Number of standard parameters.
    pub fn n_params(&self) -> usize {
        self.units.len()
    }

    /// The robot's natural unit of the parameter of this column.
    pub fn unit(&self, column: usize) -> f64 {
        self.units[column]
    }

    /// Class of the parameter of this column.
    pub fn class(&self, column: usize) -> IdentifiabilityClass {
        self.classes[column]
    }

    /// Number of standard parameters of a class.
    pub fn count(&self, class: IdentifiabilityClass) -> usize {
        self.classes.iter().filter(|c| **c == class).count()
    }

    /// The base parameters that a standard parameter takes part in.
    pub fn groups_of(&self, column: usize) -> Vec<usize> {
        if let Ok(k) = self.independent.binary_search(&column) {
            return vec![k];
        }
        let row = self.dependent.iter().find(|(c, _)| *c == column).map(|(_, row)| row);
        let is_in = |&(_, coefficient): &(usize, &f64)| *coefficient != 0.0;
        row.into_iter().flatten().enumerate().filter(is_in).map(|(k, _)| k).collect()
    }

    /// Parameters with values given by the user.
    pub fn fixed(&self) -> &[(usize, f64)] {
        &self.fixed
    }

    /// `β = π_ind + K π_dep`: the base parameters of standard ones.
    pub fn combine(&self, pi: &[f64]) -> Vec<f64> {
        let mut beta: Vec<f64> = self.independent.iter().map(|&c| pi[c]).collect();
        for (column, row) in &self.dependent {
            for (b, k) in beta.iter_mut().zip(row) {
                *b += k * pi[*column];
            }
        }
        beta
    }

    /// Warnings about parameters that only rounding of the geometry may separate from others.
    pub fn warnings(&self, layout: &Layout) -> Vec<Warning> {
        let warning = |&(column, ratio): &(usize, f64)| ModelWarning::BarelyIndependent {
            parameter: layout.name(column),
            ratio,
        };
        self.weak.iter().map(warning).map(Warning::from).collect()
    }
}

/// Natural unit of every column: parameters of one robot are of one size in them.
fn natural_units(robot: &Robot, layout: &Layout) -> Vec<f64> {
    let scales = Scales::of(robot);
    layout.params().iter().map(|p| 1.0 / scales.column(robot, *p)).collect()
}

fn classify(
    n_params: usize,
    columns: &[usize],
    found: &Scan,
    settings: &BaseSettings,
) -> Vec<IdentifiabilityClass> {
    let mut classes = vec![IdentifiabilityClass::Dropped; n_params];
    for (column, _) in &settings.fix {
        classes[*column] = IdentifiabilityClass::Fixed;
    }
    for (k, &c) in found.independent.iter().enumerate() {
        let grouped = found.dependent.iter().any(|(_, row)| row[k] != 0.0);
        classes[columns[c]] =
            if grouped { IdentifiabilityClass::Combination } else { IdentifiabilityClass::Alone };
    }
    for (c, row) in &found.dependent {
        classes[columns[*c]] = if row.iter().all(|coefficient| *coefficient == 0.0) {
            IdentifiabilityClass::Unidentifiable
        } else {
            IdentifiabilityClass::Combination
        };
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{Regressor, Scratch, joint_torque_regressor};
    use crate::friction::FrictionShape;
    use crate::model::{
        JointDescription, JointKind, LinkDescription, RobotDescription, STANDARD_GRAVITY, catalog,
    };
    use crate::params::LayoutSettings;
    use crate::spatial::{Transform, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;
    use std::f64::consts::PI;

    /// A tree of so many joints: parallel, crossing and skew axes, every fourth joint slides.
    fn tree(n_joints: usize, branches: bool, seed: u64) -> Robot {
        let mut dice = Pcg64::seed_from_u64(seed);
        let name = |i: usize| format!("body{i}");
        let mut joint = |i: usize| {
            let mut number = || dice.random_range(-1.0..1.0);
            let kind = if number() < -0.5 { JointKind::Prismatic } else { JointKind::Revolute };
            let parent = if branches && number() > 0.4 { i / 2 } else { i };
            let quarter_turns =
                [number(), number(), number()].map(|x: f64| PI / 2.0 * (2.0 * x).round());
            let rpy = if number() > 0.0 { quarter_turns } else { [number(), number(), number()] };
            let xyz_m = [0.3 * number(), 0.3 * number(), 0.3 * number()];
            let axis = if number() > 0.0 { Vec3::Z } else { Vec3::Y };
            JointDescription {
                parent_from_joint: Transform::from_xyz_rpy(xyz_m, rpy),
                axis,
                ..JointDescription::new(format!("joint{i}"), kind, name(parent), name(i + 1))
            }
        };
        let description = RobotDescription {
            name: "tree".to_owned(),
            gravity_in_world: STANDARD_GRAVITY,
            joints: (0..n_joints).map(&mut joint).collect(),
            links: (0..=n_joints).map(|i| LinkDescription::new(name(i), None)).collect(),
        };
        description.build().unwrap()
    }

    /// The search over all rows and the recursion give the same base.
    fn both_ways(robot: &Robot, layout: &Layout, settings: &BaseSettings) {
        let rows = random_rows(robot, layout, settings).unwrap();
        let dense = Base::of_rows(robot, layout, &rows, settings).unwrap();
        let found = Base::recursive(robot, layout, settings).unwrap();
        let name = robot.name();
        assert_eq!(found.independent, dense.independent, "{name}");
        assert_eq!(found.classes, dense.classes, "{name}");
        for ((column, a), (other, b)) in found.dependent.iter().zip(&dense.dependent) {
            assert_eq!(column, other, "{name}");
            for ((a, b), &kept) in a.iter().zip(b).zip(&found.independent) {
                let size = found.units[*column] / found.units[kept];
                let off = (a - b).abs() * size;
                let (dependent, kept) = (layout.name(*column), layout.name(kept));
                assert!(off < 1e-6, "{name}: {dependent} on {kept}: {a} against {b}");
            }
        }
    }

    #[test]
    fn the_recursion_finds_the_base_of_all_rows() {
        for entry in catalog::ENTRIES {
            let robot = catalog::robot(entry.name).unwrap();
            for shape in [FrictionShape::NONE, FrictionShape::COULOMB_VISCOUS.with_direction()] {
                let layout_settings =
                    LayoutSettings { rotor_inertia: shape != FrictionShape::NONE, friction: shape };
                let layout = Layout::new(&robot, &layout_settings);
                both_ways(&robot, &layout, &BaseSettings::default());
            }
        }
    }

    #[test]
    fn the_recursion_finds_the_base_of_random_trees() {
        for seed in 0..20 {
            let robot = tree(4 + seed as usize % 8, seed % 2 == 0, seed);
            let layout = Layout::new(&robot, &LayoutSettings::default());
            both_ways(&robot, &layout, &BaseSettings { seed: seed + 1, ..BaseSettings::default() });
        }
    }

    #[test]
    fn two_hundred_joints_reproduce_their_torques() {
        let robot = tree(200, false, 3);
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let settings = BaseSettings::default();
        let base = Base::new(&robot, &layout, &settings).unwrap();
        let states = super::super::RandomStates::draw(&robot, &Scales::of(&robot), 2, 77);
        let mut dice = Pcg64::seed_from_u64(5);
        let pi: Vec<f64> = base.units.iter().map(|u| u * dice.random_range(-1.0..1.0)).collect();
        // The same base parameters with all others zero.
        let mut grouped = vec![0.0; pi.len()];
        base.independent.iter().zip(base.combine(&pi)).for_each(|(&c, b)| grouped[c] = b);
        let (mut scratch, mut row) = (Scratch::new(&robot), Regressor::new(&robot, &layout));
        for k in 0..2 {
            let [q, qd, qdd] = states.sample(k);
            joint_torque_regressor(&robot, &layout, &mut scratch, (&q, &qd, &qdd), &mut row)
                .unwrap();
            let (tau, same) = (row.torque(&pi), row.torque(&grouped));
            let largest = tau.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            for (a, b) in tau.iter().zip(&same) {
                // Coefficients below the tolerance are left out.
                assert!((a - b).abs() < settings.tolerance * largest, "{a} against {b}");
            }
        }
    }
}
