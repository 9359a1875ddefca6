//! The joints that a table has columns for, where there is no robot to ask.

use super::Role;
use super::column_names::meaning;
use super::heading::{Heading, JointReference, tokens};
use super::mapping::name_range;
use crate::log::options::LogOptions;
use std::collections::BTreeSet;

/// Names of the joints in the order of the columns of positions; `joint_1`, `joint_2`, ... where the
/// columns are only numbered.
pub(in crate::log) fn joints_in(names: &[String], options: &LogOptions) -> Vec<String> {
    let headings: Vec<Heading> = names.iter().map(|name| Heading::new(name, &[])).collect();
    let stated = options.map.iter().filter(|(what, _)| role_of(what) == Some(Role::Position));
    let stated: Vec<&str> = stated.map(|(_, from)| from.as_str()).collect();
    match stated.as_slice() {
        [] => {
            let named = named(names);
            if named.is_empty() { numbered(n_numbered(&headings)) } else { named }
        }
        [from] => numbered(n_mapped(from, &headings)),
        one_by_one => numbered(one_by_one.len()),
    }
}

fn numbered(n_joints: usize) -> Vec<String> {
    (1..=n_joints).map(|j| format!("joint_{j}")).collect()
}

fn role_of(name: &str) -> Option<Role> {
    meaning(&Heading::new(name, &[]).words).map(|found| found.role)
}

/// Number of columns that `2..7`, `enc1..enc6` or `tau_J` stands for.
fn n_mapped(from: &str, headings: &[Heading]) -> usize {
    if let Some(names) = name_range(from) {
        return names.len();
    }
    let range = from.split_once("..");
    let ends = range.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    if let Some((first, last)) = ends {
        let (first, last): (usize, usize) = (first, last);
        return last.saturating_sub(first).saturating_add(1).min(headings.len());
    }
    let wanted = Heading::new(from, &[]);
    headings.iter().filter(|heading| heading.is_sibling(&wanted)).count().max(1)
}

/// Number of joints of `q1`, `q2`, ...; one for a single `q`.
fn n_numbered(headings: &[Heading]) -> usize {
    let is_position = |heading: &&Heading| {
        meaning(&heading.words).is_some_and(|found| found.role == Role::Position)
    };
    let Some(first) = headings.iter().find(is_position) else { return 0 };
    let siblings = headings.iter().filter(|heading| heading.is_sibling(first));
    let numbers: BTreeSet<usize> = siblings
        .filter_map(|heading| match heading.which {
            JointReference::Number(number) => Some(number),
            _ => None,
        })
        .collect();
    numbers.len().max(1)
}

/// The names that stand beside a word for positions: `elbow` of `q.elbow`, `elbow_pos`.
pub(in crate::log) fn named(names: &[String]) -> Vec<String> {
    let mut joints: Vec<String> = Vec::new();
    for joint in names.iter().filter_map(|name| beside_position(name)) {
        if !joints.contains(&joint) {
            joints.push(joint);
        }
    }
    joints
}

fn beside_position(name: &str) -> Option<String> {
    if matches!(Heading::new(name, &[]).which, JointReference::Number(_)) && role_of(name).is_some()
    {
        return None;
    }
    let is_position =
        |text: &str| meaning(&tokens(text)).is_some_and(|found| found.role == Role::Position);
    let bare = |text: &str| text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let is_name = |text: &String| tokens(text).iter().any(|token| token.parse::<u64>().is_err());
    let cuts = name.char_indices().filter(|(_, c)| !c.is_alphanumeric());
    let sides = cuts.filter_map(|(at, _)| Some((name.get(..at)?, name.get(at..)?)));
    let joint = |(left, right): (&str, &str)| match (is_position(left), is_position(right)) {
        (true, false) => Some(bare(right)),
        (false, true) => Some(bare(left)),
        _ => None,
    };
    sides.filter_map(joint).find(|joint| is_name(joint) && !is_unit(joint))
}

/// Whether what stands beside a position is its unit: `q1 [rad]`.
fn is_unit(text: &str) -> bool {
    ["rad", "deg", "m", "mm"].iter().any(|unit| text.eq_ignore_ascii_case(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], map: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let entry = |options: LogOptions, entry: &&str| options.with_map(entry).unwrap();
        joints_in(&names, &map.iter().fold(LogOptions::default(), entry))
    }

    #[test]
    fn numbers_are_counted() {
        for names in [["t", "q1", "q2", "tau1"], ["t", "q[0]", "q[1]", "x"]] {
            assert_eq!(found(&names, &[]), ["joint_1", "joint_2"], "{names:?}");
        }
        assert_eq!(found(&["t", "q1 [rad]", "q2 [rad]"], &[]), ["joint_1", "joint_2"]);
        assert_eq!(found(&["t", "q_1_rad", "q_2_rad"], &[]), ["joint_1", "joint_2"]);
        assert_eq!(found(&["t", "q", "tau"], &[]), ["joint_1"]);
    }

    #[test]
    fn names_stand_before_or_after() {
        for names in [
            ["t", "q.b", "q.a", "tau.a"],
            ["t", "b_pos", "a_pos", "a_vel"],
            ["t", "/joint_states/position/b", "/joint_states/position/a", "x"],
            ["t", "b position [rad]", "a position [rad]", "x"],
        ] {
            assert_eq!(found(&names, &[]), ["b", "a"], "{names:?}");
        }
    }

    #[test]
    fn the_map_counts_too() {
        let names = ["1", "2", "3", "4"];
        assert_eq!(found(&names, &["t=1", "q=2..3"]), ["joint_1", "joint_2"]);
        assert_eq!(found(&["t", "enc1", "enc2"], &["q=enc"]), ["joint_1", "joint_2"]);
        assert_eq!(found(&names, &["q1=2", "q2=3", "q3=4"]).len(), 3);
        assert_eq!(found(&["t", "enc1", "enc2"], &["q=enc1..enc2"]), ["joint_1", "joint_2"]);
    }
}
