//! The health check of a log: what it holds, what is wrong with it, what it is good for.
//!
//! [`survey`] is the stage; the other files are its parts, in the order in which data passes them:
//!
//! | file | what it looks at |
//! |---|---|
//! | `clock`, `histogram` | time stamps: pace, jitter, gaps, steps back, lost samples |
//! | `channel`, `resolution`, `freeze`, `position_jump` | every channel: numbers, repetitions, steps, standing still, jumps |
//! | `mended`, `filtered_log` | the log without bad samples, filtered |
//! | `long_log`, `long_track` | the same for logs that do not fit in memory, piece by piece |
//! | `travel`, `limits` | how the joints move; against their limits, and against radians |
//! | `velocity`, `delay`, `order` | logged velocities against the slopes of the positions |
//! | `nominal`, `effort`, `effort_unit`, `effort_delay`, `joint_order`, `mounting`, `position_convention`, `position_zero`, `torque_error`, `fitted_order` | efforts against the nominal robot |
//! | `excitation` | which parameters the motion reveals |
//! | `verdict` | what the log is good for |
//! | `gate` | which findings stop a fit |
//!
//! A survey corrects nothing.

mod channel;
mod clock;
mod delay;
mod effort;
mod effort_delay;
mod effort_unit;
mod excitation;
mod filtered_log;
mod fitted_order;
mod freeze;
mod gate;
mod histogram;
mod joint_order;
mod limits;
mod long_log;
mod long_track;
mod mended;
mod mounting;
mod nominal;
mod order;
mod position_convention;
mod position_jump;
mod position_zero;
mod resolution;
mod settings;
mod torque_error;
mod travel;
mod velocity;
mod verdict;

pub use channel::Channel;
pub use clock::{Clock, StepBack};
pub use effort::{EffortFit, EffortSurvey};
pub use excitation::{Component, ExcitationScore};
pub use freeze::Freeze;
pub use gate::{Accepted, GATE_SAMPLES, GateSettings, LogUse, gate};
pub use histogram::StepBin;
pub use resolution::{Resolution, resolution};
pub use settings::SurveySettings;
pub use travel::{JointMotionSummary, LoggedMotion, StandstillTime};
pub use velocity::VelocityFit;
pub use verdict::{Readiness, SurveyVerdict};

use crate::diagnostics::LogWarning;
use channel::ChannelScan;
use clock::ClockScan;
use filtered_log::FilteredLog;
use long_log::{LongScan, read_filtered};
use long_track::MOST_SAMPLES;
use serde::Serialize;
use taufit_data::diagnostics::SignalWarning;
use taufit_data::recording::{EffortKind, Gather, Log, Recording};
use taufit_dynamics::diagnostics::{Result, Warning};
use taufit_dynamics::model::Robot;

/// Everything that was found out about a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Survey {
    /// Where the log comes from.
    pub source: String,
    /// Declared meaning of the efforts.
    pub effort_kind: EffortKind,
    /// Verdict of the health check.
    pub verdict: SurveyVerdict,
    /// Time stamps.
    pub clock: Clock,
    /// Every channel.
    pub channels: Vec<Channel>,
    /// When channels stand still although the robot moves.
    pub freezes: Vec<Freeze>,
    /// Motion of the joints; `None` if the log cannot be filtered.
    pub travel: Option<LoggedMotion>,
    /// Logged velocities against positions, of the joints that move.
    pub velocities: Vec<VelocityFit>,
    /// Efforts against the nominal robot; `None` without robot, masses or radians.
    pub efforts: Option<EffortSurvey>,
    /// Identifiability from the motion; `None` without robot or radians.
    pub excitation: Option<ExcitationScore>,
    /// Every warning.
    pub warnings: Vec<Warning>,
}

/// Looks at a log from all sides. Its joints are in the order of the robot, if there is one.
///
/// A bad log is a result, not an error; refused are only logs with fewer than two stamps, with
/// channels of unequal length, or of other joints than those of the robot. A log of more than 131 072
/// samples is read twice, piece by piece, and its motion is thinned to about as many.
pub fn survey<L: Log>(log: &L, robot: Option<&Robot>, settings: &SurveySettings) -> Result<Survey> {
    settings.validate()?;
    let mut beginning = Gather::new(0);
    let mut long: Option<(Recording, LongScan)> = None;
    log.read(&mut |piece| match &mut long {
        Some((_, scan)) => scan.push(piece),
        None => {
            beginning.push(piece)?;
            if beginning.n_samples() > MOST_SAMPLES {
                let beginning = std::mem::replace(&mut beginning, Gather::new(0)).finish()?;
                robot.map_or(Ok(()), |robot| beginning.check_joints(robot))?;
                let mut scan = LongScan::new(&beginning, &settings.condition)?;
                scan.push(&beginning)?;
                long = Some((beginning.range(0, MOST_SAMPLES), scan));
            }
            Ok(())
        }
    })?;
    match long {
        None => survey_whole(&beginning.finish()?, robot, settings),
        Some((beginning, scan)) => survey_long(log, &beginning, scan, robot, settings),
    }
}

/// The survey of a log in memory.
fn survey_whole(
    recording: &Recording,
    robot: Option<&Robot>,
    settings: &SurveySettings,
) -> Result<Survey> {
    robot.map_or(Ok(()), |robot| recording.check_joints(robot))?;
    let mut clock = ClockScan::new(clock::period_s(&recording.t_s)?, settings.condition.gap_factor);
    let mended = mended::mend(recording, &clock.push(&recording.t_s));
    let mut channels = channel::channel_scans(recording);
    channel::push_channels(&mut channels, recording);
    channel::examine_channels(&mut channels, &mended);
    let scans = Scans { clock, channels, freezes: freeze::freezes(&mended) };
    let filtered = || FilteredLog::new(&mended, &settings.condition);
    scans.survey(&mended, filtered, robot, settings)
}

/// The survey of a long log after its first pass, of which the beginning is in memory.
fn survey_long<L: Log>(
    log: &L,
    beginning: &Recording,
    mut scan: LongScan,
    robot: Option<&Robot>,
    settings: &SurveySettings,
) -> Result<Survey> {
    scan.end()?;
    let filtered = scan.filtered(&settings.condition);
    let LongScan { clock, channels, freezes, .. } = scan;
    let kept = ClockScan::new(1.0, f64::INFINITY).push(&beginning.t_s);
    let beginning = mended::mend(beginning, &kept);
    let filtered = || filtered.and_then(|long| read_filtered(log, long));
    Scans { clock, channels, freezes }.survey(&beginning, filtered, robot, settings)
}

/// Stamps and channels of a whole log.
struct Scans {
    clock: ClockScan,
    channels: Vec<ChannelScan>,
    freezes: Vec<Freeze>,
}

impl Scans {
    /// The survey with the motion of the log; `sample` is the log or the beginning of it, without bad samples.
    fn survey(
        self,
        sample: &Recording,
        filtered: impl FnOnce() -> Result<FilteredLog>,
        robot: Option<&Robot>,
        settings: &SurveySettings,
    ) -> Result<Survey> {
        let (clock, mut warnings) = self.clock.finish();
        let scans = &self.channels;
        warnings.extend(scans.iter().filter_map(ChannelScan::not_finite).map(Warning::from));
        warnings.extend(scans.iter().filter_map(ChannelScan::repetition));
        let channels: Vec<Channel> =
            self.channels.into_iter().map(|scan| scan.finish(clock.rate_hz)).collect();
        let position_unit = position_unit(&channels, sample, robot, settings)?;
        warnings.extend(freeze::findings(&self.freezes).into_iter().map(Warning::from));
        warnings.extend(position_unit.clone().map(Warning::from));
        warnings.extend(clock.unit().map(Warning::from));
        warnings.extend(position_jump::position_jumps(sample).map(Warning::from));
        let mut survey = Survey {
            source: sample.source.clone(),
            effort_kind: sample.effort_kind,
            verdict: SurveyVerdict::new(&[]),
            clock,
            channels,
            freezes: self.freezes,
            travel: None,
            velocities: Vec::new(),
            efforts: None,
            excitation: None,
            warnings,
        };
        // Positions in another unit have no torques: the robot is left out until they are radians.
        let robot = robot.filter(|_| position_unit.is_none());
        match filtered() {
            Ok(filtered) => survey.examine(&sample.joints, &filtered, robot, settings)?,
            Err(error) => {
                let reason = error.to_string();
                survey.finding([LogWarning::MotionNotExamined { reason }.into()]);
            }
        }
        survey.verdict = SurveyVerdict::new(&survey.warnings);
        Ok(survey)
    }
}

impl Survey {
    /// Examines the motion, and its agreement with the robot.
    fn examine(
        &mut self,
        joints: &[String],
        filtered: &FilteredLog,
        robot: Option<&Robot>,
        settings: &SurveySettings,
    ) -> Result<()> {
        let travel = LoggedMotion::new(joints, robot, filtered);
        self.velocities = velocity::fits(&travel, filtered);
        self.finding(filtered.warnings.iter().cloned());
        self.finding(travel.findings());
        self.warn_log(velocity::findings(joints, &self.velocities, filtered, self.clock.rate_hz));
        if let Some(robot) = robot {
            self.warn_log(limits::gravity_magnitude(robot).into_iter().collect());
            let factors = torque_factors(self.effort_kind, robot, settings);
            self.warn_log(limits::violations(&self.channels, &travel, robot, &factors));
            let moves = travel.joints.iter().any(|joint| !joint.is_idle());
            if moves && robot.total_mass_kg() > 0.0 {
                let (efforts, findings) =
                    EffortSurvey::new(robot, filtered, self.effort_kind, &factors)?;
                self.warn_log(findings);
                self.efforts = Some(efforts);
            }
            if settings.excitation {
                let excitation = ExcitationScore::new(robot, filtered, &travel, &settings.layout)?;
                self.warn_log(excitation.findings());
                self.excitation = Some(excitation);
            }
        }
        self.travel = Some(travel);
        Ok(())
    }

    /// Adds warnings, each once: the conditioning finds some that were found before it, and a unit that
    /// explains a finding takes its place.
    fn finding(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        for warning in warnings {
            if !self.warnings.contains(&warning) && !self.is_explained(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// Whether a unit that was found before causes this finding.
    fn is_explained(&self, warning: &Warning) -> bool {
        let found =
            |is: fn(&LogWarning) -> bool| self.warnings.iter().any(|w| w.kind().is_some_and(is));
        let is_still = matches!(warning.kind(), Some(SignalWarning::NoMotion { .. }));
        match warning.kind() {
            Some(LogWarning::PositionsInDegrees { .. } | LogWarning::TimeBase { .. }) => {
                found(|w| {
                    matches!(
                        w,
                        LogWarning::PositionsInDegrees { .. }
                            | LogWarning::MotorSidePositions { .. }
                    )
                })
            }
            Some(LogWarning::TimeUnit { .. }) => {
                found(|w| matches!(w, LogWarning::TimeUnit { .. }))
            }
            _ => is_still && found(|w| matches!(w, LogWarning::TimeUnit { .. })),
        }
    }

    fn warn_log(&mut self, findings: Vec<LogWarning>) {
        self.finding(findings.into_iter().map(Warning::from));
    }
}

/// The unit of the positions, where it is not radians: degrees, unless efforts follow gravity in
/// degrees nowhere.
fn position_unit(
    channels: &[Channel],
    recording: &Recording,
    robot: Option<&Robot>,
    settings: &SurveySettings,
) -> Result<Option<LogWarning>> {
    let Some(degrees) = limits::degrees(channels, robot) else { return Ok(None) };
    let (Some(robot), LogWarning::PositionsInDegrees { joints, largest, .. }) = (robot, &degrees)
    else {
        return Ok(Some(degrees));
    };
    let radians = recording.q.iter().map(|q| q.to_radians()).collect();
    let converted = Recording { q: radians, qd: None, ..recording.clone() };
    let follows = match FilteredLog::new(&converted, &settings.condition) {
        Ok(filtered) if robot.total_mass_kg() > 0.0 => {
            joint_order::follows_gravity(robot, &filtered)?
        }
        _ => None,
    };
    let (joints, largest) = (joints.clone(), *largest);
    Ok(Some(match follows {
        Some(false) => LogWarning::MotorSidePositions { joints, largest },
        _ => degrees,
    }))
}

/// Joint torque per unit of each effort channel; `None` where it is unknown.
fn torque_factors(kind: EffortKind, robot: &Robot, settings: &SurveySettings) -> Vec<Option<f64>> {
    let given = |j: usize| settings.torque_constants_nm_per_a.get(j).copied().flatten();
    let joints = robot.dof_joint_iter().enumerate();
    let factor = |(j, joint): (usize, &taufit_dynamics::model::Joint)| match kind {
        EffortKind::Torque => Some(1.0),
        EffortKind::Current => given(j).or(joint.motor.torque_constant_nm_a),
    };
    joints.map(factor).collect()
}
