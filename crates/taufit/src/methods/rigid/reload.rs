//! A finished study put to use again: its robot, and its proof on more logs.

use super::data::{StudyLog, prepare};
use super::problem::Problem;
use super::settings::{FrictionChoice, RigidSettings};
use super::torques::{Models, Torques};
use crate::diagnostics::{Error, Result, Warning};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::signal::TorqueFilter;
use crate::study::{LogRecord, Series, Study};
use crate::validate::{Metrics, Verdict, verdict};

/// A robot before and after identification.
#[derive(Clone, Debug)]
pub struct StudyModel {
    /// Before.
    pub nominal: Robot,
    /// After: physically consistent.
    pub identified: Robot,
    layout: Layout,
    pi: Vec<f64>,
    settings: RigidSettings,
}

/// How a study's robot does on other logs.
#[derive(Clone, Debug)]
pub struct Validation {
    /// Torque errors of the identified robot.
    pub identified: Metrics,
    /// Torque errors of the nominal robot.
    pub nominal: Metrics,
    /// What to make of it.
    pub verdict: Verdict,
    /// The logs and what was done to them.
    pub logs: Vec<LogRecord>,
    /// Torques over time.
    pub series: Vec<Series>,
    /// Doubts.
    pub warnings: Vec<Warning>,
}

impl StudyModel {
    /// Builds the robots of a study again.
    pub fn new(study: &Study) -> Result<Self> {
        let nominal = study.robot.description.clone().build()?;
        let friction = study.robot.friction.clone();
        if friction.len() != nominal.n_dof() {
            let (expected, found) = (nominal.n_dof(), friction.len());
            return Err(Error::LengthMismatch { what: "friction models", expected, found });
        }
        let layout = Layout::with_friction(&nominal, study.robot.rotor_inertia, friction);
        let pi: Vec<f64> = study.standard_parameters.iter().map(|p| p.value).collect();
        let identified = layout.apply(&nominal, &pi)?;
        let mut settings: RigidSettings =
            serde_json::from_value(study.provenance.settings.clone()).unwrap_or_default();
        if let Some(log) = study.logs.first() {
            settings.condition.cutoff_hz = Some(log.motion_cutoff_hz);
            settings.condition.torque = match log.torque_cutoff_hz {
                Some(hz) => TorqueFilter::Parallel { cutoff_hz: Some(hz) },
                None => TorqueFilter::LikePositions,
            };
        }
        settings.friction = FrictionChoice::default();
        Ok(Self { nominal, identified, layout, pi, settings })
    }

    /// Compares predictions with other logs, filtered as in the study.
    pub fn validate<L: Log>(
        &self,
        logs: &[L],
        gains: &[Option<f64>],
    ) -> std::result::Result<Validation, L::Error> {
        let logs = prepare(&[], logs, gains, &self.settings)?;
        let friction = self.layout.friction().to_vec();
        let problem = Problem::new(&self.nominal, &self.settings, friction)?;
        let identified = problem.base.combine(&self.pi);
        let nominal = problem.base.combine(&self.layout.nominal(&self.nominal));
        let models = Models { identified: &identified, feasible: &identified, nominal: &nominal };
        let mut torques = Torques::new(self.nominal.n_dof());
        for log in &logs {
            log.visit(&mut |segment, _| {
                let filter = log.filter.as_ref();
                Ok(torques.push(&problem, &models, log.source(), segment, filter, true)?)
            })?;
        }
        let [identified, _, nominal] = torques.validation()?;
        Ok(Validation {
            verdict: verdict(&identified, &nominal),
            identified,
            nominal,
            logs: logs.iter().map(StudyLog::record).collect(),
            warnings: logs.iter().flat_map(|log| log.survey.warnings.iter().cloned()).collect(),
            series: torques.series,
        })
    }
}
