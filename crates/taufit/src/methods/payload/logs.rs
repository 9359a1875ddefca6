//! Logs without and with the load, checked.

use super::knowledge::{DriveGain, KnownRobot};
use super::result::PayloadResult;
use super::settings::PayloadSettings;
use crate::diagnostics::{DataError, Error, ModelError, PayloadError, PayloadWarning, Result};
use crate::methods::pair::PreparedLogs;
use crate::model::Robot;
use crate::recording::{EffortKind, Log, Recording};
use crate::survey::{Accepted, LogUse, gate};

/// Joints that carry the load must move by this much \[rad or m\].
const LEAST_TRAVEL: f64 = 0.05;

/// Samples at the beginning of logs by which equal logs are found.
const HEAD_SAMPLES: usize = 1 << 12;

/// Logs of a payload identification, and what they are compared with.
#[derive(Debug)]
pub struct PayloadInputs<'a, L> {
    /// Robot without the load, identified with the same gains.
    pub known: Option<&'a KnownRobot>,
    /// Logs without the load.
    pub free: &'a [L],
    /// Logs with the load.
    pub loaded: &'a [L],
    /// Frame that carries the load.
    pub frame: &'a str,
    /// Drive gains, for logs of currents; joints without one are left out.
    pub gains: &'a [Option<DriveGain>],
}

impl<'a, L: Log> PayloadInputs<'a, L> {
    /// Logs of torques without and with the load on `frame`, and no model.
    pub fn new(free: &'a [L], loaded: &'a [L], frame: &'a str) -> Self {
        Self { known: None, free, loaded, frame, gains: &[] }
    }

    /// Settings, frame and logs, checked: properties of the logs, the link that carries the load, and the findings of
    /// the gate that were accepted.
    pub(super) fn check(
        &self,
        robot: &Robot,
        usage: LogUse,
        settings: &PayloadSettings,
    ) -> Result<(PayloadLogs, usize, Accepted)> {
        settings.validate()?;
        let link = self.carrier(robot)?;
        if self.known.is_none() && self.free.is_empty() {
            return Err(PayloadError::NothingToCompare.into());
        }
        let logs = PayloadLogs::check(robot, self.free, self.loaded, self.gains, link)?;
        let all = self.free.iter().chain(self.loaded);
        let constants: Vec<Option<f64>> =
            self.gains.iter().map(|gain| gain.map(|g| g.nm_per_a)).collect();
        let accepted = gate(robot, all, &constants, usage, &settings.gate)?;
        Ok((logs, link, accepted))
    }

    /// The link of the frame, if the known model is one of this robot.
    fn carrier(&self, robot: &Robot) -> Result<usize> {
        self.known.map_or(Ok(()), |known| known.check_is(robot))?;
        let link = robot.frame(self.frame)?.link;
        link.ok_or_else(|| ModelError::PayloadOnBase { frame: self.frame.to_owned() }.into())
    }
}

/// Properties that all logs share.
pub(super) struct PayloadLogs {
    /// Factor from efforts to torques; 1 for joints that are not used.
    pub(super) factors: Vec<Option<f64>>,
    /// Joints whose efforts can be used.
    pub(super) joints: Vec<usize>,
    /// Kind of all efforts.
    pub(super) kind: EffortKind,
}

impl PayloadLogs {
    /// Reads the beginning of all logs; `link` carries the load.
    fn check<L: Log>(
        robot: &Robot,
        free: &[L],
        loaded: &[L],
        gains: &[Option<DriveGain>],
        link: usize,
    ) -> Result<Self> {
        let heads = |logs: &[L]| -> Result<Vec<Recording>> {
            let head = |log: &L| {
                let head = log.head(HEAD_SAMPLES)?;
                head.check_joints(robot)?;
                Ok(head)
            };
            logs.iter().map(head).collect()
        };
        if loaded.is_empty() {
            let what = "the runs with load";
            return Err(DataError::TooFewSamples { what, needed: 1, found: 0 }.into());
        }
        let (free, loaded) = (heads(free)?, heads(loaded)?);
        refuse_same(&free, &loaded)?;
        let kind = one_kind(&free, &loaded)?;
        let is_usable = |dof: &usize| {
            kind == EffortKind::Torque || gains.get(*dof).is_some_and(|gain| gain.is_some())
        };
        let joints: Vec<usize> = (0..robot.n_dof()).filter(is_usable).collect();
        if !carriers(robot, link).any(|dof| joints.contains(&dof)) {
            return Err(Error::from(PayloadError::NoGains));
        }
        let factor =
            |dof: usize| gains.get(dof).copied().flatten().map_or(1.0, |gain| gain.nm_per_a);
        let factors = (0..robot.n_dof()).map(|dof| Some(factor(dof))).collect();
        Ok(Self { factors, joints, kind })
    }

    /// Writes down what was done to the efforts: gains, and a warning about joints that are left out.
    pub(super) fn note(&self, gains: &[Option<DriveGain>], result: &mut PayloadResult) {
        let left_out = result.found.joints.iter().filter(|joint| !joint.used);
        let joints: Vec<String> = left_out.map(|joint| joint.name.clone()).collect();
        if !joints.is_empty() {
            result.warnings.push(PayloadWarning::JointsLeftOut { joints }.into());
        }
        if self.kind == EffortKind::Current {
            for (joint, gain) in result.found.joints.iter_mut().zip(gains) {
                joint.gain_nm_per_a = gain.map(|gain| gain.nm_per_a);
                joint.gain_percent_sigma = gain.map(|gain| 100.0 * gain.relative_sigma);
            }
        }
    }
}

/// Coordinates that move a link.
fn carriers(robot: &Robot, link: usize) -> impl Iterator<Item = usize> {
    robot.path(link).iter().map(|&joint| robot.joints()[joint].drive.dof)
}

/// Refuses a log that is there as both.
fn refuse_same(free: &[Recording], loaded: &[Recording]) -> Result<()> {
    let same = |a: &Recording, b: &Recording| a.q == b.q && a.effort == b.effort;
    for with in loaded {
        if let Some(without) = free.iter().find(|without| same(without, with)) {
            let (free, loaded) = (without.source.clone(), with.source.clone());
            return Err(PayloadError::SameLog { free, loaded }.into());
        }
    }
    Ok(())
}

/// Common meaning of the efforts of all logs.
fn one_kind(free: &[Recording], loaded: &[Recording]) -> Result<EffortKind> {
    let word = |log: &Recording| match log.effort_kind {
        EffortKind::Torque => "torques",
        EffortKind::Current => "currents",
    };
    let first = &loaded[0];
    match free.iter().chain(loaded).find(|log| log.effort_kind != first.effort_kind) {
        Some(other) => Err(PayloadError::MixedEfforts {
            first: first.source.clone(),
            of_first: word(first),
            other: other.source.clone(),
            of_other: word(other),
        }
        .into()),
        None => Ok(first.effort_kind),
    }
}

/// Refuses a load that nothing moves.
pub(super) fn check_travel<L: Log>(
    robot: &Robot,
    link: usize,
    logs: &PreparedLogs<'_, L>,
) -> Result<()> {
    let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); robot.n_dof()];
    logs.visit(&mut |_, segment| {
        for (range, q) in ranges.iter_mut().zip(segment.q.chunks(segment.n_samples.max(1))) {
            *range = q.iter().fold(*range, |(low, high), x| (low.min(*x), high.max(*x)));
        }
        Ok(())
    })?;
    let travel = |dof: usize| ranges[dof].1 - ranges[dof].0;
    let widest = carriers(robot, link).map(travel).fold(0.0, f64::max);
    if widest >= LEAST_TRAVEL {
        return Ok(());
    }
    let link = robot.joints()[link].link.name.clone();
    Err(PayloadError::LoadNotMoved { link, widest, needed: LEAST_TRAVEL }.into())
}
