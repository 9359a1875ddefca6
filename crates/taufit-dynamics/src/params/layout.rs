//! Columns of the regressor; their numbers are defined here only.

use super::{LinkParam, Param};
use crate::diagnostics::{InputError, Result};
use crate::friction::{FrictionShape, FrictionTerm};
use crate::model::Robot;
use crate::spatial::LinkInertia;
use serde::{Deserialize, Serialize};

/// Unknowns besides the ten of every link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutSettings {
    /// A rotor inertia `Ia` per coordinate.
    pub rotor_inertia: bool,
    /// The friction model, the same for every coordinate.
    pub friction: FrictionShape,
}

impl Default for LayoutSettings {
    fn default() -> Self {
        Self { rotor_inertia: true, friction: FrictionShape::COULOMB_VISCOUS }
    }
}

impl LayoutSettings {
    /// Only the links' inertial parameters.
    pub const INERTIAL: Self = Self { rotor_inertia: false, friction: FrictionShape::NONE };
}

/// The columns: ten per link, then `Ia` of every coordinate, then the friction terms, each a block
/// over the coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    n_links: usize,
    columns: Vec<Param>,
    friction: Vec<FrictionShape>,
    /// First column of `Ia`, if there are any.
    rotor: Option<usize>,
    /// Name of the link, or of the coordinate's joint, that each column belongs to.
    owners: Vec<String>,
    /// Number shown in short names: the position of the link or joint, from 1.
    numbers: Vec<usize>,
}

impl Layout {
    /// The same friction model for every coordinate.
    pub fn new(robot: &Robot, settings: &LayoutSettings) -> Self {
        Self::with_friction(robot, settings.rotor_inertia, vec![settings.friction; robot.n_dof()])
    }

    /// With rotor inertias and the friction models that the robot itself has, joint by joint.
    pub fn of_robot(robot: &Robot) -> Self {
        let friction = robot.dof_joint_iter().map(|j| j.friction.shape).collect();
        Self::with_friction(robot, true, friction)
    }

    /// With a friction model per coordinate.
    pub fn with_friction(robot: &Robot, rotor_inertia: bool, friction: Vec<FrictionShape>) -> Self {
        let n_links = robot.n_links();
        let link_columns = (0..n_links).flat_map(|link| {
            LinkParam::ALL.into_iter().map(move |param| Param::Link { link, param })
        });
        let mut columns: Vec<Param> = link_columns.collect();
        let rotor = rotor_inertia.then_some(columns.len());
        if rotor_inertia {
            columns.extend((0..robot.n_dof()).map(|dof| Param::RotorInertia { dof }));
        }
        for term in FrictionTerm::ALL {
            let with_term = (0..robot.n_dof()).filter(|&dof| friction[dof].has(term));
            columns.extend(with_term.map(|dof| Param::Friction { dof, term }));
        }
        let (owners, numbers) = columns.iter().map(|p| owner(robot, *p)).unzip();
        Self { n_links, columns, friction, rotor, owners, numbers }
    }

    /// The unknowns of an arm with elastic joints: after those of [`Self::with_friction`] a stiffness
    /// `K` of every elastic coordinate, and its damping `D` with `damping`.
    ///
    /// Rigid regressors leave these columns zero; see `identify_elastic`.
    pub fn with_springs(
        robot: &Robot,
        friction: Vec<FrictionShape>,
        is_elastic: &[bool],
        damping: bool,
    ) -> Self {
        let mut layout = Self::with_friction(robot, true, friction);
        let elastic = || (0..robot.n_dof()).filter(|&dof| is_elastic[dof]);
        let mut springs: Vec<Param> = elastic().map(|dof| Param::Stiffness { dof }).collect();
        springs.extend(elastic().filter(|_| damping).map(|dof| Param::Damping { dof }));
        for param in springs {
            let (name, number) = owner(robot, param);
            layout.columns.push(param);
            layout.owners.push(name);
            layout.numbers.push(number);
        }
        layout
    }

    /// Column of a parameter; `None` if the layout does not have it.
    pub fn column_of(&self, param: Param) -> Option<usize> {
        self.columns.iter().position(|p| *p == param)
    }

    /// Number of columns.
    pub fn n_params(&self) -> usize {
        self.columns.len()
    }

    /// Number of links.
    pub fn n_links(&self) -> usize {
        self.n_links
    }

    /// The parameters, in column order.
    pub fn params(&self) -> &[Param] {
        &self.columns
    }

    /// The friction model of every coordinate.
    pub fn friction(&self) -> &[FrictionShape] {
        &self.friction
    }

    /// Whether rotor inertias are among the unknowns.
    pub fn has_rotor_inertia(&self) -> bool {
        self.rotor.is_some()
    }

    /// Column of an inertial parameter.
    pub fn column(&self, link: usize, param: LinkParam) -> usize {
        debug_assert!(link < self.n_links);
        LinkParam::COUNT * link + param as usize
    }

    /// First of the ten columns of a link.
    pub fn link_block(&self, link: usize) -> usize {
        self.column(link, LinkParam::M)
    }

    /// Column of a rotor inertia; `None` if the layout has none.
    pub fn rotor_column(&self, dof: usize) -> Option<usize> {
        self.rotor.map(|first| first + dof)
    }

    /// `(column, coordinate, term, model)` of every friction column.
    pub fn friction_columns(
        &self,
    ) -> impl Iterator<Item = (usize, usize, FrictionTerm, &FrictionShape)> {
        let first = self.columns.iter().position(|p| matches!(p, Param::Friction { .. }));
        let first = first.unwrap_or(self.columns.len());
        self.columns[first..].iter().enumerate().filter_map(move |(k, p)| match *p {
            Param::Friction { dof, term } => Some((first + k, dof, term, &self.friction[dof])),
            _ => None,
        })
    }

    /// `Izz1`, `fc2`: symbol and number of the link or joint.
    pub fn name(&self, column: usize) -> String {
        format!("{}{}", self.columns[column].symbol(), self.numbers[column])
    }

    /// `Izz[shoulder_link]`, `fc[elbow_joint]`.
    pub fn long_name(&self, column: usize) -> String {
        format!("{}[{}]", self.columns[column].symbol(), self.owners[column])
    }

    /// The link or joint that a column belongs to, and its number from 1.
    pub fn owner(&self, column: usize) -> (&str, usize) {
        (&self.owners[column], self.numbers[column])
    }

    /// The robot's own (nominal) values, in column order.
    pub fn nominal(&self, robot: &Robot) -> Vec<f64> {
        let value = |p: &Param| match *p {
            Param::Link { link, param } => {
                robot.joints()[link].link.inertia.to_params()[param as usize]
            }
            Param::RotorInertia { dof } => robot.dof_joint(dof).motor.rotor_inertia_kg_m2,
            Param::Friction { dof, term } => robot.dof_joint(dof).friction.coefficient(term),
            // Robot descriptions hold no springs.
            Param::Stiffness { .. } | Param::Damping { .. } => 0.0,
        };
        self.columns.iter().map(value).collect()
    }

    /// The same robot with these values in place of its nominal ones.
    pub fn apply(&self, robot: &Robot, values: &[f64]) -> Result<Robot> {
        if values.len() != self.n_params() {
            return Err(InputError::LengthMismatch {
                what: "parameter values",
                expected: self.n_params(),
                found: values.len(),
            }
            .into());
        }
        let mut robot = robot.clone();
        for link in 0..self.n_links {
            let mut ten = [0.0; LinkParam::COUNT];
            let first = self.link_block(link);
            ten.copy_from_slice(&values[first..first + LinkParam::COUNT]);
            robot = robot.with_link_inertia(link, LinkInertia::from_params(ten));
        }
        for dof in 0..self.friction.len() {
            if let Some(column) = self.rotor_column(dof) {
                let motor = robot.dof_joint(dof).motor.clone();
                let rotor_inertia_kg_m2 = values[column];
                robot = robot.with_motor(dof, crate::model::Motor { rotor_inertia_kg_m2, ..motor });
            }
            let mut friction = robot.dof_joint(dof).friction;
            friction.shape = self.friction[dof];
            for (column, _, term, _) in self.friction_columns().filter(|c| c.1 == dof) {
                friction.set_coefficient(term, values[column]);
            }
            robot = robot.with_friction(dof, friction);
        }
        Ok(robot)
    }
}

/// The link or joint that a parameter belongs to, and its number from 1.
fn owner(robot: &Robot, param: Param) -> (String, usize) {
    match param {
        Param::Link { link, .. } => (robot.joints()[link].link.name.clone(), link + 1),
        Param::RotorInertia { dof }
        | Param::Friction { dof, .. }
        | Param::Stiffness { dof }
        | Param::Damping { dof } => (robot.dof_joint(dof).name.clone(), robot.dof_joints[dof] + 1),
    }
}
