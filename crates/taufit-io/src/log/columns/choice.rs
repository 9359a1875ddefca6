//! Assignment of columns to quantities and joints: the map of the user first, then the header.

use super::Role;
use super::column_names::{Meaning, NameRank, meaning, unit};
use super::effort::choose_effort;
use super::heading::{Heading, JointReference};
use super::joint_columns::in_joint_order;
use super::joints::{joints_in, named};
use super::mapping::Mapping;
use super::{Column, ColumnMap};
use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use crate::log::joint_names::JointNames;
use crate::log::options::{LogOptions, TimeUnit};
use std::collections::HashSet;
use taufit::Warning;
use taufit::diagnostics::name_list;

/// Columns in use, with warnings.
pub(in crate::log) struct ColumnChoice {
    pub(in crate::log) joints: Vec<String>,
    pub(in crate::log) columns: ColumnMap,
    /// Length of the time unit \[s\], if stated.
    pub(in crate::log) time_scale: Option<f64>,
    pub(in crate::log) warnings: Vec<Warning>,
}

/// Assigns all columns by their names; without a robot the joints too.
pub(in crate::log) fn choose(
    names: &[String],
    robot: Option<&JointNames>,
    options: &LogOptions,
) -> Result<ColumnChoice> {
    let in_log = robot.and_then(|robot| renamed(names, robot));
    let joints = robot.map_or_else(|| joints_in(names, options), |robot| robot.names.clone());
    let named = in_log.as_ref().unwrap_or(&joints);
    let headings: Vec<Heading> = names.iter().map(|name| Heading::new(name, named)).collect();
    let (columns, time_scale, warning) = choose_columns(&headings, named, options)?;
    let example = joints.first().cloned().zip(in_log.and_then(|names| names.into_iter().next()));
    let count = joints.len();
    let renamed =
        example.map(|example| Warning::from(ReadWarning::JointsRenamed { example, count }));
    let warnings = warning.into_iter().chain(renamed).collect();
    Ok(ColumnChoice { joints, columns, time_scale, warnings })
}

/// Names of the joints in the header, where it has none of the robot's names and all of them by others.
fn renamed(names: &[String], robot: &JointNames) -> Option<Vec<String>> {
    // `tau.fer_joint1` has the words of some torque beside a joint of the robot; such a name is not sure.
    let is_known = |name: &String| {
        let heading = Heading::new(name, &robot.names);
        let is_known_name = |found: Meaning| found.rank != NameRank::Other;
        matches!(heading.which, JointReference::Joint(_))
            && meaning(&heading.words).is_some_and(is_known_name)
    };
    if names.iter().any(is_known) { None } else { robot.in_log(&named(names)) }
}

fn choose_columns(
    headings: &[Heading],
    joints: &[String],
    options: &LogOptions,
) -> Result<(ColumnMap, Option<f64>, Option<Warning>)> {
    let mapping = Mapping::new(&options.map, headings, joints)?;
    let table = HeaderColumns { headings, joints, mapping };
    let q = table.columns(Role::Position)?.ok_or_else(|| table.missing(Role::Position))?;
    let (t, time_scale) = match options.rate_hz {
        Some(_) => (row_number(&q), None),
        None => table.time(options.time_unit)?,
    };
    let q_motor = if options.both_encoders { table.motor_columns(&q)? } else { None };
    let qd = table.columns(Role::Velocity)?;
    let effort = choose_effort(&table, options.effort)?;
    let mut columns = ColumnMap {
        t,
        q: table.described(Role::Position, &q),
        q_motor: q_motor.map(|q| table.described(Role::MotorPosition, &q)),
        qd: qd.map(|qd| table.described(Role::Velocity, &qd)),
        effort: table.described(effort.role, &effort.columns),
        effort_kind: effort.kind,
        unused: Vec::new(),
    };
    columns.unused = unused(&columns, headings);
    Ok((columns, time_scale, effort.warning))
}

/// Column in place of the stamps of rows that are counted; its numbers are not used.
fn row_number(q: &[usize]) -> Column {
    let index = q.first().copied().unwrap_or_default();
    Column { index, name: "number of the row".to_owned(), scale: 1.0 }
}

/// Names of the unused columns.
fn unused(columns: &ColumnMap, headings: &[Heading]) -> Vec<String> {
    let used: HashSet<usize> = columns.used().map(|column| column.index).collect();
    let free = headings.iter().enumerate().filter(|(index, _)| !used.contains(index));
    free.map(|(_, heading)| heading.text.clone()).collect()
}

/// Column of the time stamps of a table without joints, and the length of its unit \[s\] if
/// stated.
pub(in crate::log) fn time_column(
    names: &[String],
    stated: Option<TimeUnit>,
) -> Result<(Column, Option<f64>)> {
    let headings: Vec<Heading> = names.iter().map(|name| Heading::new(name, &[])).collect();
    let mapping = Mapping::new(&[], &headings, &[])?;
    HeaderColumns { headings: &headings, joints: &[], mapping }.time(stated)
}

/// Header of a table, with the joints and the column map.
pub(in crate::log) struct HeaderColumns<'a> {
    pub(in crate::log) headings: &'a [Heading],
    pub(in crate::log) joints: &'a [String],
    pub(in crate::log) mapping: Mapping,
}

impl HeaderColumns<'_> {
    /// Columns in the order of the joints: by the map, else by the header.
    pub(in crate::log) fn columns(&self, role: Role) -> Result<Option<Vec<usize>>> {
        match self.mapping.get(role) {
            Some(columns) => Ok(Some(columns.to_vec())),
            None => self.columns_by_name(role),
        }
    }

    /// Columns of the motors' positions; those of the links where a joint has none.
    fn motor_columns(&self, links: &[usize]) -> Result<Option<Vec<usize>>> {
        let role = Role::MotorPosition;
        if let Some(columns) = self.mapping.get(role) {
            return Ok(Some(columns.to_vec()));
        }
        let Some(chosen) = self.choose_name(role)? else { return Ok(None) };
        let siblings = self.headings.iter().enumerate().filter(|(_, h)| h.is_sibling(chosen));
        let siblings: Vec<_> = siblings.collect();
        let is_of = |joint: usize, heading: &Heading| match heading.which {
            JointReference::Joint(named) => named == joint,
            JointReference::Number(number) => number == joint + 1,
            JointReference::None => self.joints.len() == 1,
        };
        let own = |(joint, link): (usize, &usize)| {
            let column = siblings.iter().find(|(_, heading)| is_of(joint, heading));
            column.map_or(*link, |(index, _)| *index)
        };
        Ok(Some(links.iter().enumerate().map(own).collect()))
    }

    fn columns_by_name(&self, role: Role) -> Result<Option<Vec<usize>>> {
        let Some(chosen) = self.choose_name(role)? else { return Ok(None) };
        let siblings = self.headings.iter().enumerate().filter(|(_, h)| h.is_sibling(chosen));
        in_joint_order(role, &siblings.collect::<Vec<_>>(), self.joints).map(Some)
    }

    /// Heading that takes the role: the canonical name, or the only other one.
    fn choose_name(&self, role: Role) -> Result<Option<&Heading>> {
        let names = self.names(role);
        let with = |s: NameRank| names.iter().filter(move |(_, found)| *found == s);
        let (ours, usual) = (with(NameRank::Canonical), with(NameRank::Usual));
        let rivals: Vec<&Heading> = match (ours.clone().count(), usual.clone().count()) {
            (0, 0) => return Ok(None),
            (0, _) => usual.chain(with(NameRank::Other)).map(|(heading, _)| *heading).collect(),
            _ => ours.map(|(heading, _)| *heading).collect(),
        };
        match rivals.as_slice() {
            [first, second, ..] => Err(ambiguous(role, first, second)),
            other => Ok(other.first().copied()),
        }
    }

    /// The first column of each name that means the role.
    pub(in crate::log) fn names(&self, role: Role) -> Vec<(&Heading, NameRank)> {
        let mut found: Vec<(&Heading, NameRank)> = Vec::new();
        for heading in self.headings.iter().filter(|heading| self.can_be(role, heading)) {
            if let Some(meaning) = meaning(&heading.words).filter(|meaning| meaning.role == role)
                && !found.iter().any(|(other, _)| other.is_sibling(heading))
            {
                found.push((heading, meaning.rank));
            }
        }
        found
    }

    /// A column without a joint serves a robot with one joint only; time has none.
    fn can_be(&self, role: Role, heading: &Heading) -> bool {
        match (role, heading.which) {
            (Role::Time, which) => which == JointReference::None,
            (_, JointReference::None) => self.joints.len() == 1,
            _ => true,
        }
    }

    fn time(&self, stated: Option<TimeUnit>) -> Result<(Column, Option<f64>)> {
        let by_map = self.mapping.get(Role::Time).and_then(|columns| columns.first().copied());
        let by_name = || -> Result<usize> {
            let chosen = self.choose_name(Role::Time)?.ok_or_else(|| self.missing(Role::Time))?;
            let place = self.headings.iter().position(|heading| std::ptr::eq(heading, chosen));
            place.ok_or_else(|| self.missing(Role::Time))
        };
        let index = by_map.map_or_else(by_name, Ok)?;
        let (name, in_header) = self.headings.get(index).map_or((String::new(), None), |heading| {
            (heading.text.clone(), unit(Role::Time, &heading.words))
        });
        let scale = stated.map(TimeUnit::length_s).or(in_header);
        Ok((Column { index, name, scale: 1.0 }, scale))
    }

    fn described(&self, role: Role, columns: &[usize]) -> Vec<Column> {
        let named = columns.iter().filter_map(|&i| Some((i, self.headings.get(i)?)));
        let column = |(index, heading): (usize, &Heading)| Column {
            index,
            name: heading.text.clone(),
            scale: unit(role, &heading.words).unwrap_or(1.0),
        };
        named.map(column).collect()
    }

    /// There is no column for a role.
    pub(in crate::log) fn missing(&self, role: Role) -> Error {
        let similar: Vec<String> =
            self.names(role).iter().map(|(heading, _)| heading.stem()).collect();
        let entries = match similar.first() {
            Some(from) => vec![format!("{}={from}", role.key())],
            None => self.other_names(role).unwrap_or_else(|| vec![format!("{}=NAME", role.key())]),
        };
        Error::MissingColumns {
            what: role.name(),
            available: name_list(self.headings.iter().map(|heading| &heading.text)),
            entries,
            or_rate: role == Role::Time,
        }
    }

    /// Columns `q.shoulder`, `q.elbow`, one per joint, of a log that calls the joints otherwise: in their order.
    fn other_names(&self, role: Role) -> Option<Vec<String>> {
        let key = role.key();
        let names_a_joint = |heading: &&Heading| {
            heading.text.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))
        };
        let columns: Vec<&Heading> = self.headings.iter().filter(names_a_joint).collect();
        let pairs = self.joints.iter().zip(&columns);
        let entries = pairs.map(|(joint, heading)| format!("{key}.{joint}={}", heading.text));
        (!columns.is_empty() && columns.len() == self.joints.len()).then(|| entries.collect())
    }
}

fn ambiguous(role: Role, first: &Heading, second: &Heading) -> Error {
    Error::AmbiguousColumns {
        what: role.name(),
        first: format!("{:?}", first.text),
        second: format!("{:?}", second.text),
        entry: format!("{}={}", role.key(), first.stem()),
    }
}
