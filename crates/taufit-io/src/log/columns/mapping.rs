//! Column maps given by the user: `tau=tau_J`, `q=2..7`, `tau=motor1..motor7`, `q.elbow=enc3`.

use super::Role;
use super::column_names::meaning;
use super::heading::{Heading, JointReference};
use super::joint_columns::in_joint_order;
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
            let entry = MapEntry { what, from, headings, joints };
            let (role, which) = entry.target()?;
            let in_single =
                which == JointReference::None && single.iter().any(|(other, ..)| *other == role);
            if in_single || roles.iter().any(|(other, _)| *other == role) {
                return Err(entry.refused(format!("{} are mapped twice", role.name())));
            }
            match which {
                JointReference::None => roles.push((role, entry.columns(role)?)),
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

    /// Columns of a role, if mapped.
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
struct MapEntry<'a> {
    what: &'a str,
    from: &'a str,
    headings: &'a [Heading],
    joints: &'a [String],
}

impl MapEntry<'_> {
    /// Role and joint on the left side: `tau`, `q.elbow`, `q1`.
    fn target(&self) -> Result<(Role, JointReference)> {
        let heading = Heading::new(self.what, self.joints);
        match meaning(&heading.words) {
            Some(found) if found.role == Role::Time => Ok((Role::Time, JointReference::None)),
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
        let siblings: Vec<_> = siblings.filter(|(_, h)| h.which != JointReference::None).collect();
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
            place.ok_or_else(|| MapEntry { from: name, ..*self }.unknown())
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

/// The names that a range stands for: those between two that differ in one number only. `None` where the text is
/// no such range.
pub(in crate::log) fn name_range(text: &str) -> Option<Vec<String>> {
    let (first, last) = text.split_once("..").map(|(a, b)| (a.trim(), b.trim()))?;
    let before = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
    // The number begins before the first digit that differs: 8..12, but also 10..12.
    let head = first.get(..before)?.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = |name: &str| -> Option<(usize, String)> {
        let rest = name.get(head.len()..)?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Some((rest.get(..digits)?.parse().ok()?, rest.get(digits..)?.to_owned()))
    };
    let ((from, tail), (to, other_tail)) = (number(first)?, number(last)?);
    // More joints than any robot: a typing error must not fill the memory.
    const MOST: usize = 1000;
    let fits = tail == other_tail
        && from <= to
        && to - from < MOST
        && !(head.is_empty() && tail.is_empty());
    fits.then(|| (from..=to).map(|k| format!("{head}{k}{tail}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_in_one_number() {
        assert_eq!(
            name_range("tau_motor1..tau_motor3").unwrap(),
            ["tau_motor1", "tau_motor2", "tau_motor3"]
        );
        assert_eq!(name_range("j9_pos .. j11_pos").unwrap(), ["j9_pos", "j10_pos", "j11_pos"]);
        assert_eq!(name_range("tau[10]..tau[12]").unwrap().len(), 3);
        assert_eq!(name_range("q2_1..q2_2").unwrap(), ["q2_1", "q2_2"]);
    }

    #[test]
    fn anything_else_is_no_range_of_names() {
        for text in ["2..7", "tau_J", "a1..b2", "q3..q1", "q1..q9999999", "..", "q..", "q1_a..q2_b"]
        {
            assert_eq!(name_range(text), None, "{text}");
        }
    }
}
