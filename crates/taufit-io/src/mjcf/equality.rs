//! `<equality>`: joints that follow others.

use super::body::BodyTree;
use super::compiler::truth;
use crate::error::Result;
use crate::ignored;
use crate::xml::Element;
use std::collections::HashMap;
use taufit::Warning;
use taufit::model::Mimic;

/// Makes mimic joints of linear couplings; warns about every other constraint.
pub(super) fn apply(root: Element<'_, '_>, tree: &mut BodyTree<'_, '_>) -> Result<()> {
    let index: HashMap<String, usize> =
        tree.joints.iter().enumerate().map(|(i, j)| (j.name.clone(), i)).collect();
    for constraint in root.children("equality").flat_map(Element::elements) {
        if truth(constraint, "active")? == Some(false) {
            continue;
        }
        match coupling(constraint, tree, &index)? {
            Some((follower, mimic)) => {
                if let Some(joint) = tree.joints.get_mut(follower) {
                    joint.mimic = Some(mimic);
                }
            }
            None => tree.warnings.push(left_out(constraint)),
        }
    }
    Ok(())
}

fn left_out(constraint: Element<'_, '_>) -> Warning {
    let what = format!("the constraint <{}> is not modelled", constraint.tag());
    ignored(constraint.label(), what)
}

/// `q1 − ref1 = a0 + a1 (q2 − ref2)`, if the constraint is such a one between two known joints.
fn coupling(
    constraint: Element<'_, '_>,
    tree: &BodyTree<'_, '_>,
    index: &HashMap<String, usize>,
) -> Result<Option<(usize, Mimic)>> {
    const IDENTITY: [f64; 5] = [0.0, 1.0, 0.0, 0.0, 0.0];
    if constraint.tag() != "joint" {
        return Ok(None);
    }
    let [a0, a1, higher @ ..] = constraint.numbers::<5>("polycoef")?.unwrap_or(IDENTITY);
    let joint = |name| constraint.attribute(name).and_then(|n| index.get(n).copied());
    let (Some(follower), Some(leader)) = (joint("joint1"), joint("joint2")) else {
        return Ok(None);
    };
    if a1 == 0.0 || higher.iter().any(|c| *c != 0.0) {
        return Ok(None);
    }
    let reference = |i: usize| tree.references.get(i).copied().unwrap_or(0.0);
    let offset = reference(follower) + a0 - a1 * reference(leader);
    let name = tree.joints.get(leader).map(|j| j.name.clone()).unwrap_or_default();
    Ok(Some((follower, Mimic { joint: name, ratio: a1, offset })))
}
