//! Robots to look at first, with reasons in words.

use crate::study::{Attention, FleetChange, FleetDrift, FleetOutlier};
use std::collections::BTreeMap;

/// Reasons that are given per robot.
const MOST_REASONS: usize = 4;

/// Robots with an outlier or a drift, largest deviation first.
pub(super) fn attention(outliers: &[FleetOutlier], drifts: &[FleetDrift]) -> Vec<Attention> {
    let mut reasons: BTreeMap<&str, Vec<(f64, String)>> = BTreeMap::new();
    for outlier in outliers {
        reasons.entry(&outlier.robot).or_default().push((outlier.z.abs(), deviation(outlier)));
    }
    for drift in drifts {
        reasons.entry(&drift.robot).or_default().push((drift.z.abs(), change(drift)));
    }
    let mut list: Vec<Attention> = reasons
        .into_iter()
        .map(|(robot, mut reasons)| {
            reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
            let z = reasons.first().map_or(0.0, |(z, _)| *z);
            let more = reasons.len().saturating_sub(MOST_REASONS);
            let rest = (more > 0).then(|| match more {
                1 => "1 more parameter".to_owned(),
                _ => format!("{more} more parameters"),
            });
            let shown = reasons.into_iter().take(MOST_REASONS).map(|(_, words)| words);
            Attention { robot: robot.to_owned(), z, reasons: shown.chain(rest).collect() }
        })
        .collect();
    list.sort_by(|a, b| b.z.total_cmp(&a.z));
    list
}

fn deviation(outlier: &FleetOutlier) -> String {
    let FleetOutlier { parameter, value, mean, z, .. } = outlier;
    let side = if *z > 0.0 { "above" } else { "below" };
    format!(
        "{parameter} is {:.1} sigma {side} its type: {} instead of {}",
        z.abs(),
        digits(*value),
        digits(*mean)
    )
}

fn change(drift: &FleetDrift) -> String {
    let FleetDrift { parameter, z, .. } = drift;
    let turn = if *z > 0.0 { "rises" } else { "falls" };
    match drift.change {
        FleetChange::Step { before, after, .. } => {
            format!(
                "{parameter} {turn} at once from {} to {} ({:.1} sigma)",
                digits(before),
                digits(after),
                z.abs()
            )
        }
        FleetChange::Slope { per_week, .. } => {
            format!(
                "{parameter} {turn} by {} per week ({:.1} sigma)",
                digits(per_week.abs()),
                z.abs()
            )
        }
    }
}

/// Three significant digits.
fn digits(x: f64) -> String {
    let places = (2.0 - x.abs().max(1e-12).log10().floor()).clamp(0.0, 8.0) as usize;
    format!("{x:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_reason_comes_first() {
        let outlier = |robot: &str, z: f64| FleetOutlier {
            robot: robot.into(),
            parameter: "fc3".into(),
            value: 2.314,
            mean: 1.1,
            z,
            p: 1e-9,
        };
        let drift = FleetDrift {
            robot: "b".into(),
            parameter: "fv2".into(),
            change: FleetChange::Slope { per_week: -0.0213, interval: [-0.03, -0.01] },
            z: -9.0,
            p: 1e-9,
            t_s: Vec::new(),
            values: Vec::new(),
            sigma: Vec::new(),
        };
        let found = attention(&[outlier("a", 7.0), outlier("b", 6.0)], &[drift]);
        let robots: Vec<&str> = found.iter().map(|a| a.robot.as_str()).collect();
        assert_eq!(robots, ["b", "a"]);
        assert_eq!(found[0].reasons[0], "fv2 falls by 0.0213 per week (9.0 sigma)");
        assert_eq!(found[0].reasons[1], "fc3 is 6.0 sigma above its type: 2.31 instead of 1.10");
    }
}
