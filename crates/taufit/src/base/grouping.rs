//! Base parameters: what the joint torques can ever reveal.

use super::random_states::Scales;
use super::scan::{Scan, scan};
use super::visible::{Observed, Visible, random_rows};
use crate::diagnostics::{Error, Result, Warning};
use crate::model::Robot;
use crate::params::Layout;
use faer::Mat;
use serde::{Deserialize, Serialize};

/// How the base is found.
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
        let refuse = |reason: String| Err(Error::BaseSettings { reason });
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
            return refuse(format!("{name} is dropped or fixed twice; say it once"));
        }
        Ok(())
    }

    /// Columns that are neither dropped nor fixed, ascending.
    pub(crate) fn free_columns(&self, layout: &Layout) -> Vec<usize> {
        let left_out =
            |c: &usize| self.drop.contains(c) || self.fix.iter().any(|(fixed, _)| fixed == c);
        (0..layout.n_params()).filter(|c| !left_out(c)).collect()
    }
}

/// What torques can tell about one standard parameter.
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
    /// Finds the base: the directions of parameter space that torques at random states see, and the
    /// leftmost columns that span them (Kovincic et al. 2019, §III.D; Khalil and Dombre 2004, appendix 5).
    pub fn new(robot: &Robot, layout: &Layout, settings: &BaseSettings) -> Result<Self> {
        settings.validate(layout)?;
        let rows = random_rows(robot, layout, settings)?;
        Self::of_rows(robot, layout, &rows, settings)
    }

    /// The base that observation rows show: any rows over [`BaseSettings::free_columns`] in which all
    /// effects of the parameters have their say.
    pub(crate) fn of_rows(
        robot: &Robot,
        layout: &Layout,
        rows: &Mat<f64>,
        settings: &BaseSettings,
    ) -> Result<Self> {
        let scales = Scales::of(robot);
        let units: Vec<f64> =
            layout.params().iter().map(|p| 1.0 / scales.column(robot, *p)).collect();
        let columns = settings.free_columns(layout);
        let observed = Observed::new(rows, &columns, &units, settings.tolerance);
        let visible = Visible::new(robot, &observed, settings.tolerance)?;
        let mut found = scan(&visible.columns);
        let weak = visible.weak(&observed, &found.independent);
        let natural: Vec<f64> = columns.iter().map(|&c| 1.0 / units[c]).collect();
        to_parameter_units(&mut found, &observed.lengths, &natural, settings.tolerance);
        let classes = classify(layout.n_params(), &columns, &observed.lengths, &found, settings);
        Ok(Self {
            independent: found.independent.iter().map(|&c| columns[c]).collect(),
            dependent: found.dependent.into_iter().map(|(c, k)| (columns[c], k)).collect(),
            fixed: settings.fix.clone(),
            classes,
            weak: weak.into_iter().map(|(c, ratio)| (columns[c], ratio)).collect(),
            units,
        })
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
    pub(crate) fn unit(&self, column: usize) -> f64 {
        self.units[column]
    }

    /// What torques can tell about the parameter of this column.
    pub fn class(&self, column: usize) -> IdentifiabilityClass {
        self.classes[column]
    }

    /// How many standard parameters are of a class.
    pub fn count(&self, class: IdentifiabilityClass) -> usize {
        self.classes.iter().filter(|c| **c == class).count()
    }

    /// The base parameters that a standard parameter takes part in.
    pub fn groups_of(&self, column: usize) -> Vec<usize> {
        (0..self.rank()).filter(|&k| self.group(k).iter().any(|(c, _)| *c == column)).collect()
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

    /// What is doubtful: parameters that only rounding of the geometry may separate from others.
    pub fn warnings(&self, layout: &Layout) -> Vec<Warning> {
        let warning = |&(column, ratio): &(usize, f64)| Warning::BarelyIndependent {
            parameter: layout.name(column),
            ratio,
        };
        self.weak.iter().map(warning).collect()
    }
}

/// From coefficients between unit columns to coefficients between parameters. What is nothing in
/// natural units becomes zero, and what is a whole number up to rounding becomes one.
fn to_parameter_units(found: &mut Scan, lengths: &[f64], natural: &[f64], tolerance: f64) {
    // The coefficients of one parameter are known to about this share of the largest of them.
    const RELATIVE_ROUNDING: f64 = 1e-13;
    const WHOLE: f64 = 1e-9;
    for (column, row) in &mut found.dependent {
        for (coefficient, &kept) in row.iter_mut().zip(&found.independent) {
            *coefficient *= lengths[*column] / lengths[kept];
        }
        let in_natural =
            |coefficient: f64, kept: usize| (coefficient * natural[kept] / natural[*column]).abs();
        let sizes = row.iter().zip(&found.independent).map(|(x, &kept)| in_natural(*x, kept));
        let nothing = tolerance.max(RELATIVE_ROUNDING * sizes.fold(0.0, f64::max));
        for (coefficient, &kept) in row.iter_mut().zip(&found.independent) {
            let whole = coefficient.round();
            if in_natural(*coefficient, kept) < nothing {
                *coefficient = 0.0;
            } else if (*coefficient - whole).abs() < WHOLE * whole.abs() {
                *coefficient = whole;
            }
        }
    }
}

fn classify(
    n_params: usize,
    columns: &[usize],
    lengths: &[f64],
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
    for (c, _) in &found.dependent {
        classes[columns[*c]] = if lengths[*c] == 0.0 {
            IdentifiabilityClass::Unidentifiable
        } else {
            IdentifiabilityClass::Combination
        };
    }
    classes
}
