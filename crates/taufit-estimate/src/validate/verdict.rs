//! A verdict in words, with its rule.

use super::{Concern, JointMetrics, Metrics};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Grade of identified parameters by their torque errors, by the rule of [`Verdict::rule`].
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

impl std::fmt::Display for Grade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Good => "GOOD",
            Self::Usable => "USABLE",
            Self::Poor => "POOR",
        })
    }
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
    /// Facts that keep the grade from being good.
    #[serde(default)]
    pub concerns: Vec<String>,
}

impl Verdict {
    /// A verdict without concerns.
    pub fn new(grade: Grade, reason: String, rule: &str) -> Self {
        Self { grade, reason, rule: rule.to_owned(), concerns: Vec::new() }
    }

    /// Verdict with concerns: with any of them the grade is at most usable.
    #[must_use]
    pub fn with_concerns(mut self, concerns: impl IntoIterator<Item = Concern>) -> Self {
        self.concerns.extend(concerns.into_iter().map(|concern| concern.to_string()));
        if !self.concerns.is_empty() && self.grade == Grade::Good {
            self.grade = Grade::Usable;
        }
        self
    }
}

/// Largest total torque error of a good model \[%\]: careful identifications of the public logs of the
/// book's validation page reach 1 to 7 %.
const GOOD_PERCENT: f64 = 10.0;
/// Largest total torque error of a usable model \[%\]: what a controller's feed-forward still gains from.
const USABLE_PERCENT: f64 = 20.0;
/// Least coefficient of determination of every joint of a good model.
const GOOD_R_SQUARED: f64 = 0.8;
/// A joint whose error exceeds its own torque is predicted worse than by zero.
const LOST_PERCENT: f64 = 100.0;

const RULE: &str = "the exported model, with friction as URDF and MJCF hold it, on data not used for the \
                    fit: good if the torque error is at most 10 % in total and every joint has R2 of 0.8 or more, unless a concern is named; usable up to \
                    20 % in total with no joint above 100 %; poor otherwise, or if the nominal model \
                    predicts as well";

/// Grades a model by its torque errors on data that were not used to find it, beside those of the
/// nominal model. `joints` are the names of the coordinates.
pub fn verdict(joints: &[String], exported: &Metrics, nominal: &Metrics) -> Verdict {
    let total = exported.relative_percent;
    let (worst, r_squared) = exported
        .joints
        .iter()
        .map(|j| j.r_squared)
        .enumerate()
        .fold((0, f64::INFINITY), |worst, (j, r)| if r < worst.1 { (j, r) } else { worst });
    let has_lost = exported.joints.iter().any(|j| j.relative_percent > LOST_PERCENT);
    let is_poor = !total.is_finite() || total >= nominal.relative_percent;
    let grade = if is_poor || total > USABLE_PERCENT || has_lost {
        Grade::Poor
    } else if total <= GOOD_PERCENT && r_squared >= GOOD_R_SQUARED {
        Grade::Good
    } else {
        Grade::Usable
    };
    let name = joints.get(worst).map_or_else(|| (worst + 1).to_string(), Clone::clone);
    let reason = match total.is_finite() {
        true => format!(
            "torque error {total:.2} % in total, {:.2} % for the nominal model; worst joint: {name}, \
             R2 {r_squared:.3}",
            nominal.relative_percent,
        ),
        false => {
            "all torques of the validation data are 0, so that no error relative to them exists"
                .to_owned()
        }
    };
    Verdict::new(grade, reason, RULE)
}

/// Factor between the torque errors of two logs of one robot that their motions explain: the public logs of
/// one UR10e reach 1.3.
const OTHER_MOTION: f64 = 2.0;
/// Factor from which on the logs are not those of the robot, load or setting that was identified.
const OTHER_ROBOT: f64 = 3.0;
/// Errors of an identification below this count as this \[%\]: a ratio to a negligible error has no meaning.
const LEAST_PERCENT: f64 = 1.0;

const RULE_ELSEWHERE: &str = "; on other logs at most usable above 2 times the error of the identification, \
                              poor above 3 times (1 % at least)";

const RULE_INTERVALS: &str =
    "; the grade is about predicted torques, W148 about the intervals of parameters";

impl Verdict {
    /// Verdict on a result whose residuals follow effects that its model does not have, in so many joints:
    /// torques are predicted as graded, but intervals of parameters do not know the bias.
    #[must_use]
    pub fn with_distrusted_intervals(mut self, n_joints: usize) -> Self {
        if n_joints > 0 {
            self.reason += &format!(
                "; 95 % intervals cannot be trusted: residuals of {n_joints} joints follow effects that the \
                 model does not have (W148)"
            );
            self.rule += RULE_INTERVALS;
        }
        self
    }

    /// Verdict on logs other than those of the identification, whose torque error on data not used for
    /// the fit was `identified_percent`.
    #[must_use]
    pub fn beside_identification(mut self, exported: &Metrics, identified_percent: f64) -> Self {
        let error_percent = exported.relative_percent;
        let expected = identified_percent.max(LEAST_PERCENT);
        self.rule += RULE_ELSEWHERE;
        if error_percent > OTHER_ROBOT * expected {
            self.grade = Grade::Poor;
        }
        let is_beyond = error_percent > OTHER_MOTION * expected;
        let concern = Concern::BeyondIdentification { error_percent, identified_percent };
        self.with_concerns(is_beyond.then_some(concern))
    }
}

/// Joints that the nominal model predicts better.
pub fn worse_than_nominal(
    joints: &[String],
    exported: &Metrics,
    nominal: &Metrics,
) -> Vec<Concern> {
    let pairs = exported.joints.iter().zip(&nominal.joints).zip(joints);
    let worse = pairs.filter(|((after, before), _)| after.rms_nm > before.rms_nm);
    let concern = |((after, before), joint): ((&JointMetrics, &JointMetrics), &String)| {
        Concern::WorseThanNominal {
            joint: joint.clone(),
            error_percent: after.relative_percent,
            nominal_percent: before.relative_percent,
        }
    };
    worse.map(concern).collect()
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

    fn verdict(exported: &Metrics, nominal: &Metrics) -> Verdict {
        let joints = ["a".into(), "b".into()];
        super::verdict(&joints, exported, nominal)
            .with_concerns(worse_than_nominal(&joints, exported, nominal))
    }

    #[test]
    fn torques_that_are_all_zero_prove_nothing() {
        let silent = compare(&[0.0; 4], &[0.0; 4], 2).unwrap();
        let found = verdict(&silent, &silent);
        assert_eq!(found.grade, Grade::Poor);
        assert!(found.reason.contains("are 0") && !found.reason.contains("NaN"), "{found:?}");
    }

    #[test]
    fn a_concern_caps_the_grade_and_is_named() {
        let concern = || Concern::Mass { link: "wrist".into(), mass_kg: 9.0, nominal_kg: 1.0 };
        let good = verdict(&metrics(0.05), &metrics(0.5)).with_concerns([concern()]);
        assert_eq!(good.grade, Grade::Usable);
        assert!(good.concerns[0].contains("9.0 times"), "{:?}", good.concerns);
        let poor = verdict(&metrics(0.25), &metrics(0.5)).with_concerns([concern()]);
        assert_eq!(poor.grade, Grade::Poor);
    }

    #[test]
    fn a_joint_worse_than_nominal_is_named() {
        let (mut after, mut before) = (metrics(0.05), metrics(0.5));
        (after.joints[1], before.joints[1]) = (before.joints[1], after.joints[1]);
        let found = verdict(&after, &before);
        assert!(found.concerns[0].contains("\"b\""), "{:?}", found.concerns);
        assert_eq!(found.grade, Grade::Usable);
    }

    #[test]
    fn errors_far_above_those_of_the_identification_are_those_of_another_robot() {
        let beside = |error: f64, identified_percent: f64| {
            let (found, nominal) = (metrics(error), metrics(0.5));
            verdict(&found, &nominal).beside_identification(&found, identified_percent)
        };
        assert_eq!(beside(0.06, 5.0).grade, Grade::Good);
        assert_eq!(beside(0.06, 2.5).grade, Grade::Usable);
        assert_eq!(beside(0.0099, 0.01).grade, Grade::Good);
        let other = beside(0.06, 1.0);
        assert_eq!(other.grade, Grade::Poor);
        assert!(other.concerns[0].contains("not the robot"), "{:?}", other.concerns);
        assert!(other.rule.contains("3 times"), "{}", other.rule);
    }

    #[test]
    fn distrusted_intervals_are_named_beside_the_grade() {
        let plain = verdict(&metrics(0.05), &metrics(0.5));
        assert_eq!(plain.clone().with_distrusted_intervals(0), plain);
        let named = plain.with_distrusted_intervals(2);
        assert_eq!(named.grade, Grade::Good);
        assert!(named.reason.contains("residuals of 2 joints"), "{}", named.reason);
        assert!(named.rule.contains("W148"), "{}", named.rule);
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
