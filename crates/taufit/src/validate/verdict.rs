//! A verdict in words, with its rule.

use super::Metrics;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well identified parameters predict torques, by the rule of [`Verdict::rule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Every joint's torque is predicted well.
    Good,
    /// The large torques are predicted, single joints may not be.
    Usable,
    /// Not better than a guess, or than the nominal model.
    Poor,
}

/// A grade, and the rule and numbers behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// The grade.
    pub grade: Grade,
    /// One sentence with the numbers.
    pub reason: String,
    /// The rule.
    pub rule: String,
}

const RULE: &str = "on data not used for the fit: good if the torque error is at most 10 % in total \
                    and every joint's torque is explained to 80 % or better; usable up to 20 % in total; \
                    never better than poor if the nominal model predicts as well";

/// Judges parameters by their torque errors on data that were not used to find them, beside those of
/// the nominal model.
pub fn verdict(identified: &Metrics, nominal: &Metrics) -> Verdict {
    const GOOD_PERCENT: f64 = 10.0;
    const USABLE_PERCENT: f64 = 20.0;
    const EXPLAINED: f64 = 0.8;
    let total = identified.relative_percent;
    let (worst, explained) = identified
        .joints
        .iter()
        .map(|j| j.r_squared)
        .enumerate()
        .fold((0, f64::INFINITY), |worst, (j, r)| if r < worst.1 { (j, r) } else { worst });
    let grade = if total.is_nan() || total >= nominal.relative_percent || total > USABLE_PERCENT {
        Grade::Poor
    } else if total <= GOOD_PERCENT && explained >= EXPLAINED {
        Grade::Good
    } else {
        Grade::Usable
    };
    let reason = format!(
        "torque error {total:.2} % in total, {:.2} % for the nominal model; worst joint {} explains {:.0} % of its torque",
        nominal.relative_percent,
        worst + 1,
        100.0 * explained
    );
    Verdict { grade, reason, rule: RULE.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::compare;

    fn metrics(error: f64) -> Metrics {
        let tau = [1.0, -1.0, 2.0, -2.0];
        let fit: Vec<f64> = tau.iter().map(|t| t * (1.0 + error)).collect();
        compare(&tau, &fit, 2).unwrap()
    }

    #[test]
    fn grades_follow_the_rule() {
        let nominal = metrics(0.5);
        assert_eq!(verdict(&metrics(0.05), &nominal).grade, Grade::Good);
        assert_eq!(verdict(&metrics(0.15), &nominal).grade, Grade::Usable);
        assert_eq!(verdict(&metrics(0.25), &nominal).grade, Grade::Poor);
        assert_eq!(verdict(&metrics(0.05), &metrics(0.01)).grade, Grade::Poor);
        assert_eq!(verdict(&metrics(f64::NAN), &nominal).grade, Grade::Poor);
    }
}
