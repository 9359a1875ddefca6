//! A finished study put to use again: its robot, and its proof on more logs.

use super::format_friction::FormatFriction;
use super::passes::Passes;
use super::problem::RigidProblem;
use super::settings::{FrictionChoice, RigidSettings};
use super::torques::Models;
use super::{MendedSpikes, preparation, records};
use crate::diagnostics::{Result, StudyError, Warning};
use crate::methods::common::{ProgressCallback, despiked, prepare};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::signal::TorqueFilter;
use crate::study::{LogRecord, LogRole, Series, Study};
use crate::survey::{GateSettings, LogUse, gate};
use crate::validate::{Concern, Metrics, Verdict, verdict, worse_than_nominal};

/// A robot before and after identification.
#[derive(Clone, Debug)]
pub struct StudyModel {
    /// Before.
    pub nominal: Robot,
    /// After: physically consistent.
    pub identified: Robot,
    layout: Layout,
    pi: Vec<f64>,
    /// Velocities of every coordinate in the logs of the study.
    logged_qd: Vec<Vec<f64>>,
    /// As the study wrote them down; only a validation needs them.
    settings: serde_json::Value,
    gate: GateSettings,
    first_log: Option<LogRecord>,
    /// Torque error of the identified robot on data not used for its fit \[%\].
    own_percent: f64,
}

/// Torque errors of a study's robot on other logs.
#[derive(Clone, Debug)]
pub struct Validation {
    /// Torque errors of the identified robot.
    pub identified: Metrics,
    /// Torque errors of the nominal robot.
    pub nominal: Metrics,
    /// Verdict on the robot for these logs.
    pub verdict: Verdict,
    /// The logs and what was done to them.
    pub logs: Vec<LogRecord>,
    /// Torques over time.
    pub series: Vec<Series>,
    /// Warnings about the logs.
    pub warnings: Vec<Warning>,
}

impl StudyModel {
    /// Builds the robots of a study again.
    pub fn new(study: &Study) -> Result<Self> {
        let nominal = study.header.robot.description.clone().build()?;
        let layout = study.layout.layout(&nominal)?;
        let pi: Vec<f64> = study.standard_parameters.iter().map(|p| p.value).collect();
        let identified = layout.apply(&nominal, &pi)?;
        let (settings, first_log) =
            (study.header.provenance.settings.clone(), study.logs.first().cloned());
        let gate = GateSettings::default();
        let own_percent = study.totals.feasible.relative_percent;
        let logged_qd = study.logged_velocities();
        Ok(Self {
            nominal,
            identified,
            layout,
            pi,
            logged_qd,
            settings,
            gate,
            first_log,
            own_percent,
        })
    }

    /// Model with findings about validation logs that do not stop a validation.
    #[must_use]
    pub fn accepting(self, gate: GateSettings) -> Self {
        Self { gate, ..self }
    }

    /// The settings of the study, with the cut-offs that it settled on.
    fn settings(&self) -> Result<RigidSettings> {
        let mut settings: RigidSettings = serde_json::from_value(self.settings.clone())
            .map_err(|error| StudyError::StudySettings { reason: error.to_string() })?;
        if let Some(log) = &self.first_log {
            settings.condition.cutoff_hz = Some(log.motion_cutoff_hz);
            settings.condition.torque = match log.torque_cutoff_hz {
                Some(hz) => TorqueFilter::Parallel { cutoff_hz: Some(hz) },
                None => TorqueFilter::LikePositions,
            };
        }
        settings.friction = FrictionChoice::default();
        Ok(settings)
    }

    /// Compares predictions with other logs, filtered as in the study.
    pub fn validate<L: Log>(&self, logs: &[L], gains: &[Option<f64>]) -> Result<Validation> {
        self.validate_watched(logs, gains, &|_| {})
    }

    /// [`Self::validate`] with a callback for its progress.
    pub fn validate_watched<L: Log>(
        &self,
        logs: &[L],
        gains: &[Option<f64>],
        watch: ProgressCallback<'_>,
    ) -> Result<Validation> {
        let settings = self.settings()?;
        let accepted = gate(&self.identified, logs, gains, LogUse::FreeMotion, &self.gate)?;
        let despiked_logs = despiked(logs, settings.spike_factor, watch)?;
        let roles = despiked_logs.iter().map(|log| (log, LogRole::Validation));
        let logs = prepare(roles, gains, &preparation(&settings))?;
        let problem = RigidProblem::new(&self.nominal, &settings, self.layout.friction().to_vec())?;
        let passes = Passes::new(&self.nominal, &logs, &problem.joint_names(), &settings, watch)?;
        let identified = problem.base.combine(&self.pi);
        let nominal = problem.base.combine(&self.layout.nominal(&self.nominal));
        let models = Models {
            identified: &identified,
            feasible: &identified,
            nominal: &nominal,
            plain: None,
            format_friction: FormatFriction::new(&self.identified, &self.logged_qd),
        };
        let (torques, standstill_s) = passes.compare(&problem, &models)?;
        let mended: Vec<MendedSpikes> = despiked_logs.iter().map(MendedSpikes::of).collect();
        let (proof, joints) = (torques.proof(&models)?, problem.joint_names());
        let surveys = logs.iter().flat_map(|log| log.survey.warnings.iter().cloned());
        Ok(Validation {
            verdict: verdict(&joints, &proof.exported, &proof.nominal)
                .with_concerns(accepted.into_iter().map(Concern::Accepted))
                .with_concerns(worse_than_nominal(&joints, &proof.exported, &proof.nominal))
                .beside_identification(&proof.identified, self.own_percent),
            identified: proof.identified,
            nominal: proof.nominal,
            logs: records(&logs, &mended, &standstill_s),
            warnings: surveys.chain(mended.into_iter().flat_map(|log| log.warnings)).collect(),
            series: torques.series,
        })
    }
}
