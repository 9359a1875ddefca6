//! Passes over the logs: each reads them stretch by stretch, and tells how far it has got.

use super::data::StudyLog;
use super::problem::Problem;
use super::progress::{Counter, Stage, Watch};
use super::settings::RigidSettings;
use super::torques::{Correlation, Models, Side, Torques};
use crate::evidence::{Evidence, RowSettings, RowWeights, WeightedEvidence};
use crate::recording::Log;
use crate::signal::Segment;
use crate::study::{LogRecord, LogRole};

/// The logs of an identification, and how they are passed over.
pub(super) struct Passes<'a, L: Log> {
    pub(super) logs: &'a [StudyLog<'a, L>],
    pub(super) settings: &'a RigidSettings,
    pub(super) watch: Watch<'a>,
}

/// Takes a stretch of a log, by the log's index.
type TakePart<'t, L> = &'t mut dyn FnMut(usize, &Segment) -> Result<(), <L as Log>::Error>;

impl<L: Log> Passes<'_, L> {
    /// How the rows of a log are made.
    fn rows(&self, log: usize) -> RowSettings {
        let filter = self.logs[log].filter.clone();
        RowSettings { filter, min_speed: self.settings.min_speed }
    }

    /// A part of the data of the fit that is small enough for memory.
    pub(super) fn sample(&self) -> Result<Vec<(Segment, RowSettings)>, L::Error> {
        let mut sample = Vec::new();
        let mut counter = self.counter(Stage::Friction, |role| role != LogRole::Validation);
        for (k, log) in self.fit_logs() {
            log.sample(&mut |segment| {
                counter.add(log.source(), segment.n_samples);
                let whole = || vec![segment.clone()];
                let stop = self.settings.standstill;
                let parts = stop.map_or_else(whole, |stop| stop.moving_parts(segment));
                sample.extend(parts.into_iter().map(|part| (part, self.rows(k))));
            })?;
        }
        Ok(sample)
    }

    /// What the data of the fit say.
    pub(super) fn observe(&self, problem: &Problem<'_>) -> Result<Evidence, L::Error> {
        let mut evidence = problem.nothing();
        self.visit_fit(&mut |k, part| Ok(evidence.merge(&problem.observe(part, &self.rows(k))?)?))?;
        Ok(evidence)
    }

    /// How long every log stands still within the data of the fit, where stops are cut out \[s\].
    pub(super) fn standstill_s(&self) -> Result<Vec<f64>, L::Error> {
        let mut still_s = vec![0.0; self.logs.len()];
        let Some(stop) = self.settings.standstill else { return Ok(still_s) };
        for (k, log) in self.fit_logs() {
            log.visit(&mut |segment, is_validation| {
                if !is_validation {
                    let moving_s: f64 = stop.moving_parts(segment).iter().map(duration_s).sum();
                    still_s[k] += duration_s(segment) - moving_s;
                }
                Ok(())
            })?;
        }
        Ok(still_s)
    }

    /// The data of the fit with weighted rows.
    pub(super) fn observe_weighted(
        &self,
        problem: &Problem<'_>,
        weights: Option<&RowWeights>,
    ) -> Result<WeightedEvidence, L::Error> {
        let mut whole = problem.observe_weighted(None, &RowSettings::default(), weights)?;
        self.visit_fit(&mut |k, part| {
            Ok(whole.merge(&problem.observe_weighted(Some(part), &self.rows(k), weights)?)?)
        })?;
        Ok(whole)
    }

    /// Correlation time of the residuals of base parameters in the fit, in rows.
    pub(super) fn correlation_time(
        &self,
        problem: &Problem<'_>,
        beta: &[f64],
    ) -> Result<f64, L::Error> {
        let mut correlation = Correlation::new(problem.robot.n_dof());
        self.visit_fit(&mut |k, part| {
            Ok(correlation.push(problem, beta, part, self.logs[k].filter.as_ref())?)
        })?;
        Ok(correlation.mean())
    }

    /// Predicted and measured torques of everything that was read.
    pub(super) fn compare(
        &self,
        problem: &Problem<'_>,
        models: &Models<'_>,
    ) -> Result<Torques, L::Error> {
        let mut torques = Torques::new(problem.robot.n_dof(), self.sides());
        let mut counter = self.counter(Stage::Comparing, |_| true);
        for (k, log) in self.logs.iter().enumerate() {
            log.visit(&mut |segment, is_validation| {
                counter.add(log.source(), segment.n_samples);
                let (of, filter) = ((k, log.source()), log.filter.as_ref());
                Ok(torques.push(problem, models, of, segment, filter, is_validation)?)
            })?;
        }
        Ok(torques)
    }

    fn visit_fit(&self, take: TakePart<'_, L>) -> Result<(), L::Error> {
        let mut counter = self.counter(Stage::Fitting, |role| role != LogRole::Validation);
        for (k, log) in self.fit_logs() {
            log.visit(&mut |segment, is_validation| {
                counter.add(log.source(), segment.n_samples);
                match self.settings.standstill {
                    _ if is_validation => Ok(()),
                    None => take(k, segment),
                    Some(stop) => {
                        stop.moving_parts(segment).iter().try_for_each(|part| take(k, part))
                    }
                }
            })?;
        }
        Ok(())
    }

    fn fit_logs(&self) -> impl Iterator<Item = (usize, &StudyLog<'_, L>)> {
        self.logs.iter().enumerate().filter(|(_, log)| log.role != LogRole::Validation)
    }

    fn counter(&self, stage: Stage, counts: impl Fn(LogRole) -> bool) -> Counter<'_> {
        let logs = self.logs.iter().filter(|log| counts(log.role));
        Counter::new(self.watch, stage, logs.map(|log| log.survey.n_samples).sum())
    }

    /// Both sides of every log, with about as many rows as they have.
    fn sides(&self) -> Vec<Side> {
        let sides = |(log, record): (usize, LogRecord)| {
            let held_out = match record.role {
                LogRole::Identification => 0.0,
                LogRole::Split => self.settings.hold_out,
                LogRole::Validation => 1.0,
            };
            let rows = |share: f64| (share * record.n_rows as f64).ceil() as usize;
            [(false, rows(1.0 - held_out)), (true, rows(held_out))]
                .map(|(is_validation, n_rows)| Side { log, is_validation, n_rows })
        };
        self.logs.iter().map(StudyLog::record).enumerate().flat_map(sides).collect()
    }
}

fn duration_s(segment: &Segment) -> f64 {
    match segment.t_s[..] {
        [first, .., last] => last - first,
        _ => 0.0,
    }
}
