//! View of a log: the body of its JSON document, and the source of its tables.

use super::map_options::map_options;
use crate::warnings::{WarningView, warning_views};
use serde::Serialize;
use taufit::Warning;
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit::survey::{
    Channel, Clock, EffortSurvey, ExcitationScore, Freeze, LoggedMotion, Readiness, Survey,
    VelocityFit,
};
use taufit_io::log::ColumnMap;

/// Everything about a log. SI units and radians.
#[derive(Debug, Serialize)]
pub(crate) struct LogView {
    pub(super) source: String,
    pub(super) verdict: ReadinessView,
    /// The robot it was compared with.
    pub(super) robot: Option<String>,
    pub(super) joints: Vec<JointName>,
    /// Options that read the log in the same way.
    pub(super) map: Vec<String>,
    pub(super) unused_columns: Vec<String>,
    pub(super) effort_kind: EffortKind,
    pub(super) clock: Clock,
    pub(super) channels: Vec<Channel>,
    pub(super) freezes: Vec<Freeze>,
    pub(super) travel: Option<LoggedMotion>,
    pub(super) velocities: Vec<VelocityFit>,
    pub(super) efforts: Option<EffortSurvey>,
    pub(super) excitation: Option<ExcitationScore>,
    pub(super) warnings: Vec<WarningView>,
}

/// View of the verdict.
#[derive(Debug, Serialize)]
pub(super) struct ReadinessView {
    pub(super) readiness: Readiness,
    pub(super) sentence: String,
    pub(super) reasons: Vec<String>,
}

/// A joint and how it moves.
#[derive(Debug, Serialize)]
pub(super) struct JointName {
    pub(super) name: String,
    /// Whether it slides; `null` without a robot.
    pub(super) prismatic: Option<bool>,
}

impl LogView {
    /// Gathers what is shown; the warnings of the reader come first.
    pub(super) fn new(
        columns: &ColumnMap,
        of_reader: &[Warning],
        robot: Option<&Robot>,
        survey: Survey,
    ) -> Self {
        let positions = survey.channels.iter().filter(|channel| channel.quantity == "position");
        let names: Vec<String> = positions.map(|channel| channel.joint.clone()).collect();
        let joint = |(j, name): (usize, &String)| JointName {
            name: name.clone(),
            prismatic: robot.map(|robot| robot.dof_joint(j).is_prismatic()),
        };
        let warnings = [of_reader, &survey.warnings].concat();
        Self {
            source: survey.source,
            verdict: ReadinessView {
                readiness: survey.verdict.readiness,
                sentence: survey.verdict.sentence(),
                reasons: survey.verdict.reasons,
            },
            robot: robot.map(|robot| robot.name().to_owned()),
            joints: names.iter().enumerate().map(joint).collect(),
            map: map_options(columns, &names),
            unused_columns: columns.unused.clone(),
            effort_kind: survey.effort_kind,
            clock: survey.clock,
            channels: survey.channels,
            freezes: survey.freezes,
            travel: survey.travel,
            velocities: survey.velocities,
            efforts: survey.efforts,
            excitation: survey.excitation,
            warnings: warning_views(&warnings),
        }
    }

    /// Readiness of the log for identification.
    pub(crate) fn readiness(&self) -> Readiness {
        self.verdict.readiness
    }

    /// The check once more with the first repair that an option makes, else the page of the first finding.
    pub(crate) fn repairs(&self, command: &str) -> Vec<String> {
        // A choice of repairs is the user's.
        let mut repairs = self.warnings.iter().filter_map(|w| w.repair.as_ref());
        let repair = repairs.find(|repair| !repair.contains(", or "));
        let again = repair.map(|repair| format!("{command} {repair}"));
        let page = self.warnings.first().map(|w| format!("taufit explain {}", w.code));
        again.into_iter().chain(page).collect()
    }

    /// A channel of a joint.
    pub(super) fn channel(&self, joint: &str, quantity: &str) -> Option<&Channel> {
        self.channels.iter().find(|c| c.joint == joint && c.quantity == quantity)
    }
}
