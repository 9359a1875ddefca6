//! Names of parameters and groups of them for readers.

use crate::text::listing;
use std::collections::BTreeSet;

/// Physical quantity of a symbol.
pub(crate) fn meaning(symbol: &str) -> &str {
    match symbol {
        "m" => "mass",
        "mx" => "first moment along x",
        "my" => "first moment along y",
        "mz" => "first moment along z",
        "Ixx" => "moment of inertia about x",
        "Iyy" => "moment of inertia about y",
        "Izz" => "moment of inertia about z",
        "Ixy" => "product of inertia xy",
        "Ixz" => "product of inertia xz",
        "Iyz" => "product of inertia yz",
        "Ia" => "rotor inertia",
        "fv" => "viscous friction",
        "fva" => "viscous asymmetry",
        "fc" => "Coulomb friction",
        "fcp" => "Coulomb friction forwards",
        "fcn" => "Coulomb friction backwards",
        "fs" => "Stribeck friction",
        "off" => "torque offset",
        other => other,
    }
}

/// `Izz[shoulder_link]` as symbol and owner; a name without owner has an empty one.
pub(crate) fn split_long_name(name: &str) -> (&str, &str) {
    name.strip_suffix(']').and_then(|n| n.split_once('[')).unwrap_or((name, ""))
}

/// Label of a sum of parameters in long names: its first term, then the number and owners of the others.
pub(crate) fn group_label(long_expression: &str) -> String {
    let terms = terms(long_expression);
    let Some(((symbol, owner), others)) = terms.split_first() else {
        return long_expression.to_owned();
    };
    let lead = format!("{} of {owner}", meaning(symbol));
    if others.is_empty() {
        return lead;
    }
    let noun = if others.len() == 1 { "parameter" } else { "parameters" };
    let owners: BTreeSet<&str> = others.iter().map(|(_, owner)| *owner).collect();
    let owners: Vec<&str> = owners.into_iter().collect();
    format!("{lead}, with {} {noun} of {}", others.len(), listing(&owners))
}

/// Symbols and owners of a sum.
fn terms(long_expression: &str) -> Vec<(&str, &str)> {
    let mut terms = Vec::new();
    let mut rest = long_expression;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((owner, next)) = after.split_once(']') else { break };
        let symbol = before.rsplit([' ', '-']).next().unwrap_or(before);
        terms.push((symbol, owner));
        rest = next;
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_read_as_phrases() {
        assert_eq!(group_label("fc[elbow]"), "Coulomb friction of elbow");
        assert_eq!(group_label("fva[elbow]"), "viscous asymmetry of elbow");
        assert_eq!(
            group_label("Izz[upper] + 0.1806 m[fore] - 0.4 mx[wrist] + Izz[fore]"),
            "moment of inertia about z of upper, with 3 parameters of fore and wrist"
        );
        assert_eq!(
            group_label("-mx[a] - my[b]"),
            "first moment along x of a, with 1 parameter of b"
        );
        assert_eq!(group_label("strange"), "strange");
        assert_eq!(group_label("open[bracket"), "open[bracket");
    }

    #[test]
    fn long_names_split_into_symbol_and_owner() {
        assert_eq!(split_long_name("Ia[elbow_joint]"), ("Ia", "elbow_joint"));
        assert_eq!(split_long_name("Ia"), ("Ia", ""));
    }
}
