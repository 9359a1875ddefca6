//! What the effort columns are: torque or current. Where the log has both, or does not say, the user
//! decides; nothing is guessed, because a wrong guess is a wrong robot.

use super::choice::Table;
use super::role::Role;
use crate::error::{Error, Result};
use taufit::Warning;
use taufit::recording::EffortKind;

/// The effort columns.
pub(in crate::log) struct Effort {
    pub(in crate::log) role: Role,
    /// Indices, in the order of the joints.
    pub(in crate::log) columns: Vec<usize>,
    pub(in crate::log) kind: EffortKind,
    pub(in crate::log) warning: Option<Warning>,
}

/// The effort columns, and what they mean.
pub(in crate::log) fn choose_effort(table: &Table, said: Option<EffortKind>) -> Result<Effort> {
    let roles = roles(said);
    let is_mapped = |role: &Role| table.mapping.get(*role).is_some();
    let mapped = roles.iter().find(|role| is_mapped(role));
    if let (None, Some(idle)) = (mapped, ALL.iter().find(|role| is_mapped(role))) {
        return Err(contradiction(*idle, roles));
    }
    for &role in mapped.map_or(roles, std::slice::from_ref) {
        if let Some(columns) = table.columns(role)? {
            let kind = kind_of(table, role, said)?;
            let is_open = said.is_none() && mapped.is_none();
            let warning = if is_open { both(table) } else { None };
            return Ok(Effort { role, columns, kind, warning });
        }
    }
    Err(table.missing(roles.first().copied().unwrap_or(Role::Torque)))
}

/// What effort columns can be.
const ALL: [Role; 3] = [Role::Torque, Role::Current, Role::Effort];

/// What can serve, best first.
fn roles(said: Option<EffortKind>) -> &'static [Role] {
    match said {
        Some(EffortKind::Torque) => &[Role::Torque, Role::Effort],
        Some(EffortKind::Current) => &[Role::Current, Role::Effort],
        None => &ALL,
    }
}

/// The map and the wanted kind of effort exclude each other.
fn contradiction(mapped: Role, wanted: &[Role]) -> Error {
    let wanted = wanted.first().map_or("efforts", |role| role.name());
    let reason = format!("{} are mapped, but {wanted} are wanted", mapped.name());
    Error::BadMap { entry: mapped.key().to_owned(), reason }
}

fn kind_of(table: &Table, role: Role, said: Option<EffortKind>) -> Result<EffortKind> {
    match (role, said) {
        (_, Some(kind)) => Ok(kind),
        (Role::Torque, None) => Ok(EffortKind::Torque),
        (Role::Current, None) => Ok(EffortKind::Current),
        _ => Err(Error::EffortUndecided { column: first_name(table, role) }),
    }
}

fn first_name(table: &Table, role: Role) -> String {
    let mapped = table.mapping.get(role).and_then(|columns| table.headings.get(*columns.first()?));
    let named = || table.names(role).first().map(|(heading, _)| *heading);
    mapped.or_else(named).map(|heading| heading.text.clone()).unwrap_or_default()
}

/// A doubt where a log has torques and currents, and nobody said which to take.
fn both(table: &Table) -> Option<Warning> {
    let first = |role| table.names(role).first().map(|(heading, _)| heading.text.clone());
    let torques = table.columns(Role::Torque).ok().flatten().and_then(|_| first(Role::Torque))?;
    let currents =
        table.columns(Role::Current).ok().flatten().and_then(|_| first(Role::Current))?;
    Some(Warning::TorquesPreferred { torques, currents })
}
