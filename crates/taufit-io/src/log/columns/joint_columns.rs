//! One column for every joint of the robot, out of columns that differ in the joint only.

use super::Role;
use super::heading::{Heading, JointReference};
use crate::error::{Error, Result};
use taufit::diagnostics::name_list;

/// Indices of columns in the order of the joints. Names decide where there are any; numbers mean the
/// order of the robot, from 0 if there is a 0.
pub(in crate::log) fn in_joint_order(
    role: Role,
    columns: &[(usize, &Heading)],
    joints: &[String],
) -> Result<Vec<usize>> {
    let mut slots: Vec<Option<(usize, &Heading)>> = vec![None; joints.len()];
    let mut extra = Vec::new();
    for (joint, column) in by_joint(columns, joints.len()) {
        match slots.get_mut(joint) {
            None => extra.push(column.1.text.clone()),
            Some(Some(other)) => return Err(twice(role, *other, column)),
            Some(slot) => *slot = Some(column),
        }
    }
    let without = joints.iter().zip(&slots).filter(|(_, slot)| slot.is_none());
    let missing: Vec<&String> = without.map(|(joint, _)| joint).collect();
    if missing.is_empty() && extra.is_empty() {
        return Ok(slots.into_iter().flatten().map(|(index, _)| index).collect());
    }
    Err(Error::JointsDiffer {
        what: role.name(),
        n_joints: joints.len(),
        missing: name_list(missing),
        extra: name_list(extra),
    })
}

/// The columns with the index of their joint.
fn by_joint<'a>(
    columns: &[(usize, &'a Heading)],
    n_dof: usize,
) -> Vec<(usize, (usize, &'a Heading))> {
    let named = |&column: &(usize, &'a Heading)| match column.1.which {
        JointReference::Joint(joint) => Some((joint, column)),
        JointReference::None if n_dof == 1 => Some((0, column)),
        _ => None,
    };
    let found: Vec<_> = columns.iter().filter_map(named).collect();
    if !found.is_empty() {
        return found;
    }
    let number = |heading: &Heading| match heading.which {
        JointReference::Number(number) => Some(number),
        _ => None,
    };
    let first = usize::from(!columns.iter().any(|(_, heading)| number(heading) == Some(0)));
    columns
        .iter()
        .filter_map(|&column| Some((number(column.1)?.saturating_sub(first), column)))
        .collect()
}

fn twice(role: Role, first: (usize, &Heading), second: (usize, &Heading)) -> Error {
    let place =
        |(index, heading): (usize, &Heading)| format!("{:?} (column {})", heading.text, index + 1);
    Error::AmbiguousColumns {
        what: role.name(),
        first: place(first),
        second: place(second),
        entry: format!("{}={}", role.key(), first.0 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(names: &[&str], joints: &[&str]) -> Result<Vec<usize>> {
        let joints: Vec<String> = joints.iter().map(|&joint| joint.to_owned()).collect();
        let headings: Vec<_> = names.iter().map(|name| Heading::new(name, &joints)).collect();
        let columns: Vec<_> = headings.iter().enumerate().collect();
        in_joint_order(Role::Position, &columns, &joints)
    }

    #[test]
    fn counting_begins_at_zero_or_one() {
        assert_eq!(order(&["q0", "q1"], &["a", "b"]), Ok(vec![0, 1]));
        assert_eq!(order(&["q2", "q1"], &["a", "b"]), Ok(vec![1, 0]));
        assert_eq!(order(&["q"], &["a"]), Ok(vec![0]));
    }

    #[test]
    fn names_decide_and_other_joints_are_left_alone() {
        assert_eq!(order(&["q.b", "q.a", "q.3"], &["a", "b"]), Ok(vec![1, 0]));
    }

    #[test]
    fn what_is_missing_or_too_much_is_named() {
        let error = order(&["q1", "q3"], &["a", "b"]).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.code(), "E055");
        assert!(text.contains("\"b\"") && text.contains("\"q3\""), "{text}");
        assert_eq!(order(&["q1", "q_1", "q2"], &["a", "b"]).unwrap_err().code(), "E053");
    }
}
