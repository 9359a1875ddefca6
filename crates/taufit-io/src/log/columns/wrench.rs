//! Columns of a wrench, by their names: `fx`, `force_x`, `Fx [kN]`, `wrench.torque.z`.

use super::heading::tokens;
use crate::log::columns::Column;
use taufit::recording::WrenchComponent;

/// Words that add nothing.
const FILLERS: [&str; 5] = ["wrench", "ft", "sensor", "tcp", "measured"];

/// Units that a name may end in, and their size in SI units; `kN` is two words.
const UNITS: [(&[&str], f64); 6] = [
    (&["k", "n", "m"], 1e3),
    (&["k", "nm"], 1e3),
    (&["n", "m"], 1.0),
    (&["nm"], 1.0),
    (&["k", "n"], 1e3),
    (&["n"], 1.0),
];

/// The column of every component that a header has; the first where it has several.
pub(in crate::log) fn wrench_columns(names: &[String]) -> [Option<Column>; 6] {
    let found: Vec<Option<(WrenchComponent, f64)>> = names.iter().map(|n| component(n)).collect();
    WrenchComponent::ALL.map(|wanted| {
        let index = found.iter().position(|f| f.is_some_and(|(c, _)| c == wanted))?;
        let (_, scale) = (*found.get(index)?)?;
        Some(Column { index, name: names.get(index)?.clone(), scale })
    })
}

/// Component and unit of a column name.
fn component(name: &str) -> Option<(WrenchComponent, f64)> {
    let words: Vec<String> = tokens(name).iter().map(|word| word.to_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let unit = UNITS.iter().find(|(unit, _)| words.len() > unit.len() && words.ends_with(unit));
    let bare = &words[..words.len() - unit.map_or(0, |(unit, _)| unit.len())];
    let bare: Vec<&str> = bare.iter().copied().filter(|word| !FILLERS.contains(word)).collect();
    let (kind, axis) = match bare[..] {
        [word] => word.split_at_checked(word.len().checked_sub(1)?)?,
        [kind, axis] => (kind, axis),
        _ => return None,
    };
    let first = match kind {
        "f" | "force" => 0,
        "m" | "t" | "moment" | "torque" => 3,
        _ => return None,
    };
    let axis = ["x", "y", "z"].iter().position(|name| *name == axis)?;
    Some((*WrenchComponent::ALL.get(first + axis)?, unit.map_or(1.0, |(_, scale)| *scale)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_in_many_forms() {
        for (name, component_, scale) in [
            ("fx", WrenchComponent::Fx, 1.0),
            ("Fz [kN]", WrenchComponent::Fz, 1e3),
            ("force_y_n", WrenchComponent::Fy, 1.0),
            ("wrench.force.x", WrenchComponent::Fx, 1.0),
            ("wrench.torque.z", WrenchComponent::Mz, 1.0),
            ("mx_nm", WrenchComponent::Mx, 1.0),
            ("Tx (Nm)", WrenchComponent::Mx, 1.0),
            ("My [N m]", WrenchComponent::My, 1.0),
        ] {
            assert_eq!(component(name), Some((component_, scale)), "{name}");
        }
        for name in ["q1", "tau1", "t_s", "x", "max", "offset", "tau.x", ""] {
            assert_eq!(component(name), None, "{name}");
        }
    }
}
