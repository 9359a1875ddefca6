//! `<actuator>`: effort limits of joints that state none.

use super::body::BodyTree;
use super::compiler::Compiler;
use super::defaults::Defaults;
use crate::error::Result;
use crate::xml::Element;
use std::collections::HashMap;

/// Every kind of actuator; they share one set of defaults in MuJoCo.
const KINDS: [&str; 9] = [
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
];

pub(super) fn apply<'a, 'input>(
    root: Element<'a, 'input>,
    compiler: &Compiler,
    defaults: &Defaults<'a, 'input>,
    tree: &mut BodyTree<'a, 'input>,
) -> Result<()> {
    let mut efforts = HashMap::new();
    for actuator in root.children("actuator").flat_map(Element::elements) {
        let effort = effort(actuator, compiler, defaults)?;
        if let (Some(joint), Some(effort)) = (actuator.attribute("joint"), effort) {
            efforts.insert(joint, effort);
        }
    }
    for joint in &mut tree.joints {
        let effort = joint.limits.effort.or_else(|| efforts.get(joint.name.as_str()).copied());
        joint.limits.effort = effort;
    }
    Ok(())
}

/// Largest force times the first entry of `gear`, which scales it to the joint.
fn effort<'a, 'input>(
    actuator: Element<'a, 'input>,
    compiler: &Compiler,
    defaults: &Defaults<'a, 'input>,
) -> Result<Option<f64>> {
    let class = defaults.class_of(actuator, "class", 0)?;
    let holder = |attribute: &str| defaults.holder(actuator, &KINDS, class, attribute);
    let switch = holder("forcelimited").and_then(|e| e.attribute("forcelimited")).unwrap_or("auto");
    let active = switch == "true" || (switch == "auto" && compiler.auto_limits);
    let Some(range) = holder("forcerange").filter(|_| active) else { return Ok(None) };
    let Some([lower, upper]) = range.numbers("forcerange")? else { return Ok(None) };
    let gear = match holder("gear") {
        Some(e) => e.parse_number_list("gear", e.attribute("gear").unwrap_or_default())?,
        None => Vec::new(),
    };
    let gear = gear.first().copied().unwrap_or(1.0);
    Ok(Some(gear.abs() * lower.abs().max(upper.abs())).filter(|effort| *effort != 0.0))
}
