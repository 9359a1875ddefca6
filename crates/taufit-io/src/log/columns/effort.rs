//! Effort columns: torque or current. Where the log has both, or does not state it, the user
//! decides; nothing is guessed, because a wrong guess is a wrong robot.

use super::Role;
use super::choice::HeaderColumns;
use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use taufit::Warning;
use taufit::recording::EffortKind;

/// The effort columns.
pub(in crate::log) struct EffortColumns {
    pub(in crate::log) role: Role,
    /// Indices, in the order of the joints.
    pub(in crate::log) columns: Vec<usize>,
    pub(in crate::log) kind: EffortKind,
    pub(in crate::log) warning: Option<Warning>,
}

/// The effort columns, and what they mean.
pub(in crate::log) fn choose_effort(
    table: &HeaderColumns,
    stated: Option<EffortKind>,
) -> Result<EffortColumns> {
    let roles = roles(stated);
    let is_mapped = |role: &Role| table.mapping.get(*role).is_some();
    let mapped = roles.iter().find(|role| is_mapped(role));
    if let (None, Some(idle)) = (mapped, ALL.iter().find(|role| is_mapped(role))) {
        return Err(contradiction(*idle, roles));
    }
    for &role in mapped.map_or(roles, std::slice::from_ref) {
        if let Some(columns) = table.columns(role)? {
            let kind = kind_of(table, role, stated)?;
            let is_open = stated.is_none() && mapped.is_none();
            let warning = if is_open { both(table) } else { None };
            return Ok(EffortColumns { role, columns, kind, warning });
        }
    }
    Err(table.missing(roles.first().copied().unwrap_or(Role::Torque)))
}

/// Quantities of effort columns.
const ALL: [Role; 3] = [Role::Torque, Role::Current, Role::Effort];

/// Quantities that serve as effort, preferred first.
fn roles(stated: Option<EffortKind>) -> &'static [Role] {
    match stated {
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

fn kind_of(table: &HeaderColumns, role: Role, stated: Option<EffortKind>) -> Result<EffortKind> {
    match (role, stated) {
        (_, Some(kind)) => Ok(kind),
        (Role::Torque, None) => Ok(EffortKind::Torque),
        (Role::Current, None) => Ok(EffortKind::Current),
        _ => Err(Error::EffortUndecided { column: first_name(table, role) }),
    }
}

fn first_name(table: &HeaderColumns, role: Role) -> String {
    let mapped = table.mapping.get(role).and_then(|columns| table.headings.get(*columns.first()?));
    let named = || table.names(role).first().map(|(heading, _)| *heading);
    mapped.or_else(named).map(|heading| heading.text.clone()).unwrap_or_default()
}

/// Warning where a log has torques and currents, and neither is stated.
fn both(table: &HeaderColumns) -> Option<Warning> {
    let first = |role| table.names(role).first().map(|(heading, _)| heading.text.clone());
    let torques = table.columns(Role::Torque).ok().flatten().and_then(|_| first(Role::Torque))?;
    let currents =
        table.columns(Role::Current).ok().flatten().and_then(|_| first(Role::Current))?;
    Some(Warning::from(ReadWarning::TorquesPreferred { torques, currents }))
}
