//! Passes over the logs, stretch by stretch, with progress.

use super::problem::RigidProblem;
use super::reversals::{ReversalMask, rms_speeds};
use super::settings::RigidSettings;
use super::torques::{Correlation, LogSide, Models, Torques};
use crate::diagnostics::{Result, SignalWarning, Warning};
use crate::dynamics::{Samples, rnea_block};
use crate::estimate::BLOCKS;
use crate::evidence::{Evidence, RowSettings, RowWeights, WeightedEvidence};
use crate::methods::common::{Counter, PreparedLog, ProgressCallback, Stage};
use crate::model::Robot;
use crate::recording::Log;
use crate::regression::{Nuisance, rms};
use crate::signal::{Segment, Standstill};
use crate::study::{LogRecord, LogRole};

/// Share of a joint's rms speed below which it counts as at rest in a standstill.
const REST_SHARE: f64 = 0.01;
/// Shortest standstill that is cut out where none is asked for \[s\].
const SHORTEST_REST_S: f64 = 0.5;
/// Time before and after a standstill that is cut out with it \[s\]: a filter spreads the stop over it.
const MARGIN_S: f64 = 0.25;

/// The logs of an identification, and how they are passed over.
pub(super) struct Passes<'a, L: Log> {
    logs: &'a [PreparedLog<'a, L>],
    settings: &'a RigidSettings,
    watch: ProgressCallback<'a>,
    /// Speed of every coordinate below which it does not slide for certain; empty until known.
    slow_speeds: Vec<f64>,
    /// Speed of every coordinate below which it is at rest.
    rest_speeds: Vec<f64>,
    /// Whether the efforts of each coordinate are used.
    is_used: Vec<bool>,
}

/// Takes a stretch of a log, by the log's index.
type TakePart<'t> = &'t mut dyn FnMut(usize, &Segment) -> Result<()>;

impl<'a, L: Log> Passes<'a, L> {
    /// With speeds of rest and of sliding by a first look at the data of the fit.
    pub(super) fn new(
        robot: &Robot,
        logs: &'a [PreparedLog<'a, L>],
        joints: &[String],
        settings: &'a RigidSettings,
        watch: ProgressCallback<'a>,
    ) -> Result<Self> {
        let is_ignored = |joint: &String| settings.ignored_efforts.contains(joint);
        let is_used: Vec<bool> =
            joints.iter().map(|j| !is_ignored(j) && !has_dead_effort(logs, j)).collect();
        let (slow_speeds, rest_speeds) = (Vec::new(), vec![0.0; joints.len()]);
        let mut passes = Self { logs, settings, watch, slow_speeds, rest_speeds, is_used };
        let mut counter = passes.counter(Stage::Friction, |role| role != LogRole::Validation);
        let sample = passes.sample(&mut |source, n| counter.add(source, n))?;
        let speeds = rms_speeds(sample.iter().map(|(segment, _)| segment), joints.len());
        for dof in quiet_efforts(robot, sample.iter().map(|(segment, _)| segment))? {
            passes.is_used[dof] = false;
        }
        passes.rest_speeds = speeds.iter().map(|speed| REST_SHARE * speed).collect();
        passes.slow_speeds = settings.reversals.slow_speeds(&sample, &passes.is_used);
        Ok(passes)
    }

    /// The settings of the identification.
    pub(super) fn settings(&self) -> &'a RigidSettings {
        self.settings
    }

    /// Speed of every coordinate below which its rows are left out; infinite where its efforts are not used.
    pub(super) fn slow_speeds(&self) -> &[f64] {
        &self.slow_speeds
    }

    /// Whether the efforts of each coordinate are used.
    pub(super) fn is_used(&self) -> &[bool] {
        &self.is_used
    }

    /// The same with the rows near reversals of these coordinates as well. `None` where they are in use
    /// already, or asked to be left out.
    pub(super) fn with_reversals_of(&self, dofs: &[usize]) -> Option<Self> {
        let mut slow_speeds = self.slow_speeds.clone();
        dofs.iter().filter(|dof| self.is_used[**dof]).for_each(|dof| slow_speeds[*dof] = 0.0);
        let is_automatic = self.settings.reversals == ReversalMask::Auto;
        (is_automatic && slow_speeds != self.slow_speeds).then(|| Self {
            logs: self.logs,
            settings: self.settings,
            watch: self.watch,
            slow_speeds,
            rest_speeds: self.rest_speeds.clone(),
            is_used: self.is_used.clone(),
        })
    }

    /// Row settings of a log.
    fn rows(&self, log: usize) -> RowSettings {
        RowSettings { filter: self.logs[log].filter.clone(), slow_speeds: self.slow_speeds.clone() }
    }

    /// The parts of a stretch between standstills.
    fn moving_parts(&self, segment: &Segment) -> Vec<Segment> {
        match self.settings.standstill {
            Some(stop) => stop.moving_parts(segment),
            None => Standstill { speed: 0.0, shortest_s: SHORTEST_REST_S }.moving_parts_by(
                segment,
                |dof| self.rest_speeds[dof],
                MARGIN_S,
            ),
        }
    }

    /// A part of the data of the fit that is small enough for memory.
    pub(super) fn sample(
        &self,
        progress: &mut dyn FnMut(&str, usize),
    ) -> Result<Vec<(Segment, RowSettings)>> {
        let mut sample = Vec::new();
        for (k, log) in self.fit_logs() {
            log.sample(&mut |segment| {
                progress(log.source(), segment.n_samples);
                let parts = self.moving_parts(segment).into_iter();
                sample.extend(parts.map(|part| (part, self.rows(k))));
            })?;
        }
        Ok(sample)
    }

    /// Velocities of every coordinate in that part.
    pub(super) fn logged_velocities(&self) -> Result<Vec<Vec<f64>>> {
        let mut logged = vec![Vec::new(); self.is_used.len()];
        for (segment, _) in self.sample(&mut |_, _| {})? {
            let channels = segment.qd.chunks(segment.n_samples.max(1));
            logged.iter_mut().zip(channels).for_each(|(all, qd)| all.extend_from_slice(qd));
        }
        Ok(logged)
    }

    /// The evidence of the data of the fit, in consecutive blocks of about equal length.
    pub(super) fn observe(&self, problem: &RigidProblem<'_>) -> Result<Vec<Evidence>> {
        let n_samples: usize = self.fit_logs().map(|(_, log)| log.n_fit_samples()).sum();
        let block_samples = n_samples.div_ceil(BLOCKS).max(1);
        let mut blocks: Vec<Evidence> = Vec::new();
        let mut n_done = 0;
        self.visit_fit(&mut |k, part| {
            for (first, evidence) in problem.observe_pieces(part, &self.rows(k), block_samples)? {
                let block = ((n_done + first) / block_samples).min(BLOCKS - 1);
                while blocks.len() <= block {
                    blocks.push(problem.nothing());
                }
                blocks[block].merge(&evidence)?;
            }
            n_done += part.n_samples;
            Ok(())
        })?;
        Ok(blocks)
    }

    /// The data of the fit with weighted rows.
    pub(super) fn observe_weighted(
        &self,
        problem: &RigidProblem<'_>,
        weights: Option<&RowWeights>,
    ) -> Result<WeightedEvidence> {
        let mut whole = problem.observe_weighted(None, &RowSettings::default(), weights)?;
        self.visit_fit(&mut |k, part| {
            whole.merge(&problem.observe_weighted(Some(part), &self.rows(k), weights)?)
        })?;
        Ok(whole)
    }

    /// Correlation time of the residuals of base parameters in the fit, in rows.
    pub(super) fn correlation_time(&self, problem: &RigidProblem<'_>, beta: &[f64]) -> Result<f64> {
        let mut correlation = Correlation::new(problem.robot.n_dof());
        self.visit_fit(&mut |k, part| {
            let filter = self.logs[k].filter.as_ref();
            correlation.push(problem, beta, part, filter, &self.slow_speeds)
        })?;
        Ok(correlation.mean())
    }

    /// Predicted and measured torques of everything that was read, standstills left out; and how long
    /// every log stands still \[s\].
    pub(super) fn compare(
        &self,
        problem: &RigidProblem<'_>,
        models: &Models<'_>,
    ) -> Result<(Torques, Vec<f64>)> {
        let slow_speeds = self.slow_speeds.clone();
        let mut torques =
            Torques::new(problem.robot, self.is_used.clone(), slow_speeds, self.sides());
        let mut still_s = vec![0.0; self.logs.len()];
        let mut counter = self.counter(Stage::Comparing, |_| true);
        for (k, log) in self.logs.iter().enumerate() {
            log.visit(&mut |segment, is_validation| {
                counter.add(log.source(), segment.n_samples);
                still_s[k] += duration_s(segment);
                let (of, filter) = ((k, log.source()), log.filter.as_ref());
                for part in self.moving_parts(segment) {
                    still_s[k] -= duration_s(&part);
                    torques.push(problem, models, of, &part, filter, is_validation)?;
                }
                Ok(())
            })?;
        }
        // Cuts lose a sampling period each, which is no standstill.
        let shortest_s = |still_s: f64| if still_s < SHORTEST_REST_S { 0.0 } else { still_s };
        Ok((torques, still_s.into_iter().map(shortest_s).collect()))
    }

    fn visit_fit(&self, take: TakePart<'_>) -> Result<()> {
        let mut counter = self.counter(Stage::Fitting, |role| role != LogRole::Validation);
        for (k, log) in self.fit_logs() {
            log.visit(&mut |segment, is_validation| {
                counter.add(log.source(), segment.n_samples);
                match is_validation {
                    true => Ok(()),
                    false => self.moving_parts(segment).iter().try_for_each(|part| take(k, part)),
                }
            })?;
        }
        Ok(())
    }

    fn fit_logs(&self) -> impl Iterator<Item = (usize, &PreparedLog<'_, L>)> {
        self.logs.iter().enumerate().filter(|(_, log)| log.role != LogRole::Validation)
    }

    fn counter(&self, stage: Stage, counts: impl Fn(LogRole) -> bool) -> Counter<'_> {
        let logs = self.logs.iter().filter(|log| counts(log.role));
        Counter::new(self.watch, stage, logs.map(|log| log.survey.n_samples).sum())
    }

    /// Both sides of every log, with about as many rows as they have.
    fn sides(&self) -> Vec<LogSide> {
        let sides = |(log, record): (usize, LogRecord)| {
            let held_out = match record.role {
                LogRole::Identification => 0.0,
                LogRole::Split => self.settings.hold_out,
                LogRole::Validation => 1.0,
            };
            let rows = |share: f64| (share * record.n_rows as f64).ceil() as usize;
            [(false, rows(1.0 - held_out)), (true, rows(held_out))]
                .map(|(is_validation, n_rows)| LogSide { log, is_validation, n_rows })
        };
        self.logs.iter().map(PreparedLog::record).enumerate().flat_map(sides).collect()
    }
}

fn duration_s(segment: &Segment) -> f64 {
    match segment.t_s[..] {
        [first, .., last] => last - first,
        _ => 0.0,
    }
}

/// Coordinates whose efforts hardly change although the nominal robot needs torque there: sensors that do not
/// measure. Divided by their residuals they would outweigh all others. None if that is so of every second
/// joint, where the scale of all efforts is in question.
fn quiet_efforts<'s>(
    robot: &Robot,
    sample: impl Iterator<Item = &'s Segment>,
) -> Result<Vec<usize>> {
    /// Share of the nominal torque's spread below which an effort is quiet.
    const QUIET: f64 = 0.02;
    /// Joints below this share of the largest nominal spread are not judged: descriptions give covers and
    /// flanges a few grams.
    const JUDGED: f64 = 1e-3;
    let n_dof = robot.n_dof();
    let (mut measured, mut nominal) = (vec![Vec::new(); n_dof], vec![Vec::new(); n_dof]);
    for segment in sample {
        let n = segment.n_samples;
        let mut torque = vec![0.0; n_dof * n];
        rnea_block(robot, &Samples::new(n, &segment.q, &segment.qd, &segment.qdd), &mut torque)?;
        for dof in 0..n_dof {
            measured[dof].extend_from_slice(&segment.tau[dof * n..(dof + 1) * n]);
            nominal[dof].extend_from_slice(&torque[dof * n..(dof + 1) * n]);
        }
    }
    let constant = |x: &[f64]| Nuisance::new(&[&vec![1.0; x.len()]]);
    let spreads = |all: &[Vec<f64>]| -> Vec<f64> {
        all.iter().map(|x| rms(&constant(x).without(x))).collect()
    };
    let (measured, nominal) = (spreads(&measured), spreads(&nominal));
    let largest = nominal.iter().copied().fold(0.0, f64::max);
    let is_quiet =
        |dof: &usize| nominal[*dof] > JUDGED * largest && measured[*dof] < QUIET * nominal[*dof];
    let quiet: Vec<usize> = (0..n_dof).filter(is_quiet).collect();
    Ok(if 2 * quiet.len() < n_dof { quiet } else { Vec::new() })
}

/// Whether the efforts of a joint have one value throughout a log: a dead sensor, or none.
fn has_dead_effort<L: Log>(logs: &[PreparedLog<'_, L>], joint: &str) -> bool {
    let is_dead = |warning: &Warning| matches!(warning.kind(), Some(SignalWarning::ConstantChannel { joint: name, quantity: "effort", .. }) if name == joint);
    logs.iter().any(|log| log.survey.warnings.iter().any(is_dead))
}
