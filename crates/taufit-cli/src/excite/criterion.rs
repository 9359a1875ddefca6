//! Criteria as text: `a`, `cond`, `d+0.1*cond`.

use taufit::excite::{Criterion, Measure};

const NAMES: [(&str, Measure); 5] = [
    ("cond", Measure::Cond),
    ("gram-cond", Measure::GramCond),
    ("d", Measure::D),
    ("e", Measure::E),
    ("a", Measure::A),
];

/// A sum of measures, each with a weight if wanted.
pub(super) fn criterion(text: &str) -> Result<Criterion, String> {
    let terms = text.split('+').map(term).collect::<Result<_, _>>()?;
    Ok(Criterion { terms })
}

fn term(text: &str) -> Result<(Measure, f64), String> {
    let (weight, name) = text.split_once('*').unwrap_or(("1", text));
    let weight = match weight.trim().parse::<f64>() {
        Ok(weight) if weight > 0.0 && weight.is_finite() => weight,
        _ => return Err(format!("{weight:?} is not a positive weight")),
    };
    let name = name.trim();
    let found = NAMES.iter().find(|(known, _)| *known == name);
    let unknown = || {
        let names = NAMES.map(|(name, _)| name).join(", ");
        format!("there is no criterion {name:?}; there are {names}, and sums such as d+0.1*cond")
    };
    found.map(|(_, measure)| (*measure, weight)).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criteria_are_sums_with_weights() {
        assert_eq!(criterion("a"), Ok(Measure::A.into()));
        let sum = Criterion { terms: vec![(Measure::D, 1.0), (Measure::GramCond, 0.1)] };
        assert_eq!(criterion("d + 0.1 * gram-cond"), Ok(sum));
        for wrong in ["", "f", "d+", "-1*d", "nan*d", "2d"] {
            assert!(criterion(wrong).is_err(), "{wrong}");
        }
    }
}
