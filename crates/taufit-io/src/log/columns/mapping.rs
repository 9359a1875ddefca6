//! Column maps given by the user: `tau=tau_J`, `q=2..7`, `tau=motor1..motor7`, `q.elbow=enc3`.

use super::heading::{Heading, Which};
use super::joint_columns::in_joint_order;
use super::lexicon::meaning;
use super::name_range::name_range;
use super::role::Role;
use crate::error::{Error, Result};
use taufit::diagnostics::suggest;

/// Columns by role, in the order of the joints (one for time).
#[derive(Debug)]
pub(in crate::log) struct Mapping {
    roles: Vec<(Role, Vec<usize>)>,
}

impl Mapping {
    /// Resolves all entries against the header.
    pub(in crate::log) fn new(
        entries: &[(String, String)],
        headings: &[Heading],
        joints: &[String],
    ) -> Result<Self> {
        let mut roles: Vec<(Role, Vec<usize>)> = Vec::new();
        let mut single: Vec<(Role, usize, Heading)> = Vec::new();
        for (what, from) in entries {
            let entry = Entry { what, from, headings, joints };
            let (role, which) = entry.target()?;
            let in_single =
                which == Which::Unsaid && single.iter().any(|(other, ..)| *other == role);
            if in_single || roles.iter().any(|(other, _)| *other == role) {
                return Err(entry.refused(format!("{} are mapped twice", role.name())));
            }
            match which {
                Which::Unsaid => roles.push((role, entry.columns(role)?)),
                _ => single.push((role, entry.column()?, Heading::new(what, joints))),
            }
        }
        for role in single_roles(&single) {
            let of_role = single.iter().filter(|(other, ..)| *other == role);
            let columns: Vec<_> = of_role.map(|(_, index, target)| (*index, target)).collect();
            roles.push((role, in_joint_order(role, &columns, joints)?));
        }
        Ok(Self { roles })
    }

    /// The columns of a role, if the user says them.
    pub(in crate::log) fn get(&self, role: Role) -> Option<&[usize]> {
        self.roles.iter().find(|(other, _)| *other == role).map(|(_, columns)| columns.as_slice())
    }
}

/// The roles that are mapped joint by joint, each once.
fn single_roles(single: &[(Role, usize, Heading)]) -> Vec<Role> {
    let mut roles = Vec::new();
    for (role, ..) in single {
        if !roles.contains(role) {
            roles.push(*role);
        }
    }
    roles
}

/// One entry, with all it may refer to.
struct Entry<'a> {
    what: &'a str,
    from: &'a str,
    headings: &'a [Heading],
    joints: &'a [String],
}

impl Entry<'_> {
    /// What it is about: `tau`, `q.elbow`, `q1`.
    fn target(&self) -> Result<(Role, Which)> {
        let heading = Heading::new(self.what, self.joints);
        match meaning(&heading.words) {
            Some(found) if found.role == Role::Time => Ok((Role::Time, Which::Unsaid)),
            Some(found) => Ok((found.role, heading.which)),
            None => Err(self.refused(format!(
                "{:?} is none of t, q, qm, qd, tau, i, effort, also with a joint: q.{}",
                self.what,
                self.joints.first().map_or("", String::as_str)
            ))),
        }
    }

    /// Columns for all joints: a range, one column, or columns that differ in the joint only.
    fn columns(&self, role: Role) -> Result<Vec<usize>> {
        let n_wanted = if role == Role::Time { 1 } else { self.joints.len() };
        if let Some(range) = self.range()?.map_or_else(|| self.named_range(), |r| Ok(Some(r)))? {
            return match range.len() == n_wanted {
                true => Ok(range),
                false => Err(self.refused(format!(
                    "{} columns for {n_wanted}, the number of {}",
                    range.len(),
                    if role == Role::Time { "time columns" } else { "joints" }
                ))),
            };
        }
        if n_wanted == 1
            && let Ok(column) = self.column()
        {
            return Ok(vec![column]);
        }
        let wanted = Heading::new(self.from, self.joints);
        let siblings = self.headings.iter().enumerate().filter(|(_, h)| h.is_sibling(&wanted));
        let siblings: Vec<_> = siblings.filter(|(_, h)| h.which != Which::Unsaid).collect();
        if siblings.is_empty() || role == Role::Time {
            return Err(self.unknown());
        }
        in_joint_order(role, &siblings, self.joints)
    }

    /// `2..7`, or `2`, counted from 1; the name of a column wins over a number.
    fn range(&self) -> Result<Option<Vec<usize>>> {
        if self.headings.iter().any(|heading| heading.text == self.from) {
            return Ok(None);
        }
        let (first, last) = self.from.split_once("..").unwrap_or((self.from, self.from));
        let (Ok(first), Ok(last)) = (first.trim().parse::<usize>(), last.trim().parse::<usize>())
        else {
            return Ok(None);
        };
        if first == 0 || first > last || last > self.headings.len() {
            let n = self.headings.len();
            return Err(self.refused(format!("columns are counted from 1 to {n} here")));
        }
        Ok(Some((first - 1..last).collect()))
    }

    /// `tau_motor1..tau_motor7`: the columns of these names, wherever they stand.
    fn named_range(&self) -> Result<Option<Vec<usize>>> {
        let Some(names) = name_range(self.from) else { return Ok(None) };
        let column = |name: &String| {
            let is_it = |heading: &Heading| heading.text.eq_ignore_ascii_case(name);
            let place = self.headings.iter().position(is_it);
            place.ok_or_else(|| Entry { from: name, ..*self }.unknown())
        };
        names.iter().map(column).collect::<Result<_>>().map(Some)
    }

    /// One column, by its name, by its number, or by its name up to upper and lower case.
    fn column(&self) -> Result<usize> {
        let is = |heading: &&Heading| heading.text == self.from;
        let nearly = |heading: &&Heading| heading.text.eq_ignore_ascii_case(self.from);
        let find = |wanted: &dyn Fn(&&Heading) -> bool| {
            self.headings.iter().position(|heading| wanted(&heading))
        };
        if let Some(column) = find(&is).or_else(|| find(&nearly)) {
            return Ok(column);
        }
        match self.range()?.as_deref() {
            Some([column]) => Ok(*column),
            Some(_) => Err(self.refused("one column is wanted, not several".to_owned())),
            None => Err(self.unknown()),
        }
    }

    fn unknown(&self) -> Error {
        let stems: Vec<String> = self.headings.iter().map(Heading::stem).collect();
        let texts = self.headings.iter().map(|heading| heading.text.as_str());
        let near = suggest(self.from, texts.chain(stems.iter().map(String::as_str)));
        let near = near.map(|near| format!(", did you mean {near:?}?")).unwrap_or_default();
        self.refused(format!("no column is called {:?}{near}", self.from))
    }

    fn refused(&self, reason: String) -> Error {
        Error::BadMap { entry: format!("{}={}", self.what, self.from), reason }
    }
}
