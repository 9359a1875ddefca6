//! The health check of a log: what it holds, what is wrong with it, what it is good for.
//!
//! [`survey`] is the stage; the other files are its parts, in the order in which data passes them:
//!
//! | file | what it looks at |
//! |---|---|
//! | `clock`, `histogram` | time stamps: pace, jitter, gaps, steps back, lost samples |
//! | `channel`, `resolution`, `freeze` | every channel: numbers, repetitions, steps, standing still |
//! | `mended`, `track`, `long_track` | the log without bad samples, filtered |
//! | `travel`, `limits` | how the joints move; against their limits, and against radians |
//! | `velocity`, `delay`, `order` | logged velocities against the slopes of the positions |
//! | `nominal`, `effort`, `effort_unit`, `joint_order`, `mounting`, `position_convention` | efforts against the nominal robot |
//! | `excitation` | which parameters the motion reveals |
//! | `verdict` | what the log is good for |
//! | `gate` | which findings stop a fit |
//!
//! A survey corrects nothing.

mod channel;
mod clock;
mod delay;
mod effort;
mod effort_unit;
mod excitation;
mod freeze;
mod gate;
mod histogram;
mod joint_order;
mod limits;
mod long_track;
mod mended;
mod mounting;
mod nominal;
mod order;
mod position_convention;
mod resolution;
mod settings;
mod track;
mod travel;
mod velocity;
mod verdict;

pub use channel::Channel;
pub use clock::{Clock, StepBack};
pub use effort::{EffortFit, EffortSurvey};
pub use excitation::{Component, Excitation};
pub use freeze::Freeze;
pub use gate::{Accepted, GATE_SAMPLES, GateSettings, LogUse, gate};
pub use histogram::StepBin;
pub use resolution::Resolution;
pub(crate) use resolution::resolution;
pub use settings::SurveySettings;
pub use travel::{JointTravel, Standstill, Travel};
pub use velocity::VelocityFit;
pub use verdict::{Readiness, SurveyVerdict};

use crate::diagnostics::{LogDoubt, Result, Warning};
use crate::model::Robot;
use crate::recording::{EffortKind, Recording};
use serde::Serialize;
use track::Track;

/// Everything that was found out about a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Survey {
    /// Where the log comes from.
    pub source: String,
    /// What the efforts are said to be.
    pub effort_kind: EffortKind,
    /// What the log is good for.
    pub verdict: SurveyVerdict,
    /// Time stamps.
    pub clock: Clock,
    /// Every channel.
    pub channels: Vec<Channel>,
    /// When channels stand still although the robot moves.
    pub freezes: Vec<Freeze>,
    /// How the joints move; `None` if the log cannot be filtered.
    pub travel: Option<Travel>,
    /// Logged velocities against positions, of the joints that move.
    pub velocities: Vec<VelocityFit>,
    /// Efforts against the nominal robot; `None` without robot, masses or radians.
    pub efforts: Option<EffortSurvey>,
    /// What the motion reveals; `None` without robot or radians.
    pub excitation: Option<Excitation>,
    /// Every doubt.
    pub warnings: Vec<Warning>,
}

/// Looks at a log from all sides. Its joints are in the order of the robot, if there is one.
///
/// A bad log is a result, not an error; refused are only logs with fewer than two stamps, with
/// channels of unequal length, or of other joints than those of the robot.
pub fn survey(
    recording: &Recording,
    robot: Option<&Robot>,
    settings: &SurveySettings,
) -> Result<Survey> {
    settings.validate()?;
    recording.check()?;
    robot.map_or(Ok(()), |robot| recording.check_joints(robot))?;
    let stamps = clock::ascending(&recording.t_s);
    let mended = mended::mend(recording, &stamps.kept);
    let (clock, mut warnings) = Clock::read(&recording.t_s, stamps, settings.condition.gap_factor)?;
    let channels: Vec<Channel> = channel::channels_of(recording)
        .into_iter()
        .map(|(joint, quantity, x)| Channel::new(joint, quantity, x, clock.rate_hz))
        .collect();
    let freezes = freeze::freezes(&mended);
    let position_unit = position_unit(&channels, &mended, robot, settings)?;
    warnings.extend(mended::not_finite(recording).into_iter().map(Warning::from));
    warnings.extend(channel::doubts(&mended));
    warnings.extend(freeze::doubts(&freezes).into_iter().map(Warning::from));
    warnings.extend(position_unit.clone().map(Warning::from));
    warnings.extend(clock.unit().map(Warning::from));
    let mut survey = Survey {
        source: recording.source.clone(),
        effort_kind: recording.effort_kind,
        verdict: SurveyVerdict::new(&[]),
        clock,
        channels,
        freezes,
        travel: None,
        velocities: Vec::new(),
        efforts: None,
        excitation: None,
        warnings,
    };
    // Positions in another unit have no torques: the robot is left out until they are radians.
    let robot = robot.filter(|_| position_unit.is_none());
    match Track::new(&mended, &settings.condition) {
        Ok(track) => survey.examine(&recording.joints, &track, robot, settings)?,
        Err(error) => {
            survey.doubt([LogDoubt::MotionNotExamined { reason: error.to_string() }.into()]);
        }
    }
    survey.verdict = SurveyVerdict::new(&survey.warnings);
    Ok(survey)
}

impl Survey {
    /// Looks at the motion, and at what the robot says about it.
    fn examine(
        &mut self,
        joints: &[String],
        track: &Track,
        robot: Option<&Robot>,
        settings: &SurveySettings,
    ) -> Result<()> {
        let travel = Travel::new(joints, robot, track);
        self.velocities = velocity::fits(&travel, track);
        self.doubt(track.warnings.iter().cloned());
        self.doubt(travel.doubts());
        self.doubt_log(velocity::doubts(joints, &self.velocities, track, self.clock.rate_hz));
        if let Some(robot) = robot {
            self.doubt_log(limits::gravity_magnitude(robot).into_iter().collect());
            let factors = torque_factors(self.effort_kind, robot, settings);
            self.doubt_log(limits::violations(&self.channels, &travel, robot, &factors));
            let moves = travel.joints.iter().any(|joint| !joint.is_idle());
            if moves && robot.total_mass_kg() > 0.0 {
                let (efforts, doubts) =
                    EffortSurvey::new(robot, track, self.effort_kind, &factors)?;
                self.doubt_log(doubts);
                self.efforts = Some(efforts);
            }
            let excitation = Excitation::new(robot, track, &travel, &settings.layout)?;
            self.doubt_log(excitation.doubts());
            self.excitation = Some(excitation);
        }
        self.travel = Some(travel);
        Ok(())
    }

    /// Adds doubts, each once: the conditioning finds some that were found before it, and a unit that
    /// explains a finding takes its place.
    fn doubt(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        for warning in warnings {
            if !self.warnings.contains(&warning) && !self.is_explained(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// Whether a unit that was found before causes this finding.
    fn is_explained(&self, warning: &Warning) -> bool {
        let found = |is: fn(&LogDoubt) -> bool| {
            self.warnings.iter().any(|w| matches!(w, Warning::Log(known) if is(known)))
        };
        match warning {
            Warning::Log(LogDoubt::PositionsInDegrees { .. } | LogDoubt::TimeBase { .. }) => {
                found(|w| {
                    matches!(
                        w,
                        LogDoubt::PositionsInDegrees { .. } | LogDoubt::MotorSidePositions { .. }
                    )
                })
            }
            Warning::Log(LogDoubt::TimeUnit { .. }) | Warning::NoMotion { .. } => {
                found(|w| matches!(w, LogDoubt::TimeUnit { .. }))
            }
            _ => false,
        }
    }

    fn doubt_log(&mut self, doubts: Vec<LogDoubt>) {
        self.doubt(doubts.into_iter().map(Warning::from));
    }
}

/// The unit of the positions, where it is not radians: degrees, unless efforts follow gravity in
/// degrees nowhere.
fn position_unit(
    channels: &[Channel],
    recording: &Recording,
    robot: Option<&Robot>,
    settings: &SurveySettings,
) -> Result<Option<LogDoubt>> {
    let Some(degrees) = limits::degrees(channels, robot) else { return Ok(None) };
    let (Some(robot), LogDoubt::PositionsInDegrees { joints, largest, .. }) = (robot, &degrees)
    else {
        return Ok(Some(degrees));
    };
    let radians = recording.q.iter().map(|q| q.to_radians()).collect();
    let converted = Recording { q: radians, qd: None, ..recording.clone() };
    let follows = match Track::new(&converted, &settings.condition) {
        Ok(track) if robot.total_mass_kg() > 0.0 => joint_order::follows_gravity(robot, &track)?,
        _ => None,
    };
    let (joints, largest) = (joints.clone(), *largest);
    Ok(Some(match follows {
        Some(false) => LogDoubt::MotorSidePositions { joints, largest },
        _ => degrees,
    }))
}

/// Joint torque per unit of each effort channel; `None` where nobody knows it.
fn torque_factors(kind: EffortKind, robot: &Robot, settings: &SurveySettings) -> Vec<Option<f64>> {
    let given = |j: usize| settings.torque_constants_nm_per_a.get(j).copied().flatten();
    let joints = robot.dof_joint_iter().enumerate();
    let factor = |(j, joint): (usize, &crate::model::Joint)| match kind {
        EffortKind::Torque => Some(1.0),
        EffortKind::Current => given(j).or(joint.motor.torque_constant_nm_a),
    };
    joints.map(factor).collect()
}
