//! One log in one pass: gate, conditioning, evidence, errors against the model of the plan.

use super::plan::FleetModel;
use super::robot::Fit;
use crate::diagnostics::{DataError, Result, Warning, is_too_short};
use crate::dynamics::Samples;
use crate::evidence::{Evidence, Observer, RowSettings, Stretch, observe};
use crate::methods::common::{despiked, unwatched};
use crate::recording::{Log, Recording, Windows};
use crate::signal::{ConditionSettings, Motion, ParallelFilter, Segment, TorqueFilter, condition};
use crate::survey::{GATE_SAMPLES, LogUse, gate};
use serde::{Deserialize, Serialize};

/// Samples up to which a log is read at once; longer ones are read window by window.
const MEMORY_SAMPLES: usize = 1 << 17;
/// Samples per window of a longer log.
const WINDOW_SAMPLES: usize = 1 << 15;

/// Errors over those of the plan's own logs up to which a joint is explained.
const EXPLAINED: f64 = 3.0;
/// The same for the errors of the log's own estimate.
const EXPLAINED_BY_ITSELF: f64 = 1.3;
/// Share of the torque of a joint by which a sound robot may differ from the robot of the plan: friction differs by 10 to
/// 20 % between robots of a type, wrong units, signs and orders by the whole torque.
const SISTERS: f64 = 0.2;

/// Evidence of one log with its size and its errors.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEvidence {
    /// Evidence over the base parameters of the plan.
    pub evidence: Evidence,
    /// Samples of the log.
    pub n_samples: usize,
    /// Time from the first to the last sample \[s\].
    pub duration_s: f64,
    /// First time stamp \[s\].
    pub first_s: f64,
    /// Errors of the model of the plan.
    pub validation: LogValidation,
    /// Warnings about the log.
    pub warnings: Vec<Warning>,
}

/// Errors of the model of the plan on one log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogValidation {
    /// `100 |τ − τ̂|/|τ|` over all joints.
    pub relative_percent: f64,
    /// Root mean square error of each joint \[N·m or N\].
    pub rms_nm: Vec<f64>,
}

/// Evidence of a log. Wrong data are refused by the gate, as in every method; a log that the model of the plan explains
/// joint by joint has the right units, signs and order, and is not examined further.
pub fn observe_log<L: Log>(model: &FleetModel, log: &L) -> Result<LogEvidence> {
    let head = log.head(MEMORY_SAMPLES)?;
    head.check_joints(&model.robot)?;
    let found = observe_rows(model, log, &head);
    if !found.as_ref().is_ok_and(|found| is_explained(model, found)) {
        let (plan, examined) = (&model.plan, LogHead { log, head: &head });
        gate(&model.robot, [&examined], &plan.torque_constants, LogUse::FreeMotion, &plan.gate)?;
    }
    found
}

fn observe_rows<L: Log>(model: &FleetModel, log: &L, head: &Recording) -> Result<LogEvidence> {
    let mut rows = EvidenceRows::new(model)?;
    match head.n_samples() < MEMORY_SAMPLES {
        true => rows.observe_at_once(head)?,
        false => rows.observe_in_windows(log)?,
    }
    rows.finish()
}

/// Whether the errors of every joint are near those of the plan's own logs; or within what robots of one type differ by,
/// if the log's own estimate leaves no more than noise: a delay or a shifted zero would leave more.
fn is_explained(model: &FleetModel, found: &LogEvidence) -> bool {
    let LogEvidence { evidence, validation, .. } = found;
    let sigma = &model.plan.residual_sigma;
    let torque = evidence
        .joints()
        .iter()
        .map(|joint| (joint.squared_torque() / joint.n_rows().max(1) as f64).sqrt());
    let joints = || validation.rms_nm.iter().zip(sigma);
    if joints().all(|(rms, sigma)| *rms <= EXPLAINED * sigma) {
        return true;
    }
    let is_sister = |((rms, sigma), torque): ((&f64, &f64), f64)| {
        *rms <= sigma.hypot(SISTERS * torque).max(EXPLAINED * sigma)
    };
    let is_noise = |own: Fit| {
        let own = LogValidation::of(evidence, &own.beta).rms_nm;
        own.iter().zip(sigma).all(|(rms, sigma)| *rms <= EXPLAINED_BY_ITSELF * sigma)
    };
    joints().zip(torque).all(is_sister) && Fit::new(model, evidence).is_ok_and(is_noise)
}

/// A log whose beginning has been read.
struct LogHead<'a, L> {
    log: &'a L,
    head: &'a Recording,
}

impl<L: Log> Log for LogHead<'_, L> {
    fn source(&self) -> &str {
        self.log.source()
    }

    fn unstated_efforts(&self) -> Result<Option<Warning>> {
        self.log.unstated_efforts()
    }

    fn head(&self, max_samples: usize) -> Result<Recording> {
        self.head.head(max_samples.min(GATE_SAMPLES))
    }

    fn read(&self, take: &mut dyn FnMut(&Recording) -> Result<()>) -> Result<()> {
        take(self.head)
    }
}

/// Evidence of the windows so far.
struct EvidenceRows<'m> {
    model: &'m FleetModel,
    evidence: Evidence,
    /// Conditioning with the rate of the first window.
    settings: ConditionSettings,
    rows: Option<RowSettings>,
    /// Stamps seen so far: the first, the last.
    span_s: Option<[f64; 2]>,
    n_samples: usize,
    warnings: Vec<Warning>,
}

impl<'m> EvidenceRows<'m> {
    fn new(model: &'m FleetModel) -> Result<Self> {
        let FleetModel { robot, layout, base, plan, .. } = model;
        let evidence = Observer::new(robot, layout, base, &RowSettings::default()).finish();
        let settings = plan.condition.clone();
        let (rows, span_s, warnings) = (None, None, Vec::new());
        Ok(Self { model, evidence, settings, rows, span_s, n_samples: 0, warnings })
    }

    fn observe_at_once(&mut self, log: &Recording) -> Result<()> {
        let despiked = despiked([log], self.model.plan.spike_factor, &unwatched)?;
        for log in &despiked {
            log.read(&mut |whole| self.add(whole, true))?;
            self.warnings.extend(log.warnings());
        }
        Ok(())
    }

    fn observe_in_windows<L: Log>(&mut self, log: &L) -> Result<()> {
        let despiked = despiked([log], self.model.plan.spike_factor, &unwatched)?;
        for log in &despiked {
            let mut windows: Option<Windows> = None;
            log.read(&mut |piece| {
                let windows = windows
                    .get_or_insert_with(|| Windows::new(WINDOW_SAMPLES, self.overlap_s(piece)));
                windows.push(piece, &mut |window| self.add(window, false))
            })?;
            if let Some(windows) = windows {
                windows.finish(&mut |window| self.add(window, false))?;
            }
            self.warnings.extend(log.warnings());
        }
        Ok(())
    }

    /// Time that the filters lose at either end of a window \[s\], by the rate of a first piece.
    fn overlap_s(&self, piece: &Recording) -> f64 {
        let trim_s = self.settings.edge_trim_s.unwrap_or(1.0);
        let period_s = match piece.t_s[..] {
            [first, .., last] => (last - first) / (piece.n_samples() - 1) as f64,
            _ => 0.0,
        };
        let filter = filter(&self.settings, 1.0 / period_s).ok().flatten();
        2.0 * trim_s + filter.map_or(0.0, |f| f.length() as f64 * period_s)
    }

    /// Adds a window; one that is too short adds nothing, unless it is the whole log.
    fn add(&mut self, window: &Recording, is_whole: bool) -> Result<()> {
        self.note_span(window);
        let motion = match condition(window, &self.model.plan.torque_constants, &self.settings) {
            Err(error) if is_too_short(&error) && !is_whole => return Ok(()),
            other => other?,
        };
        self.observe(&motion)?;
        if self.settings.rate_hz.is_none() {
            self.warnings.extend(motion.warnings);
            self.settings.rate_hz = Some(motion.filter_rate_hz);
        }
        Ok(())
    }

    fn observe(&mut self, motion: &Motion) -> Result<()> {
        let FleetModel { robot, layout, base, plan, .. } = self.model;
        if self.rows.is_none() {
            let slow = plan.slow_speeds.iter().map(|v| v.unwrap_or(f64::INFINITY)).collect();
            let filter = filter(&self.settings, motion.filter_rate_hz)?;
            self.rows = Some(RowSettings { filter, slow_speeds: slow });
        }
        let Some(rows) = &self.rows else { return Ok(()) };
        let stretches: Vec<Stretch<'_>> = motion.segments.iter().map(stretch).collect();
        self.evidence.merge(&observe(robot, layout, base, &stretches, rows)?)
    }

    fn note_span(&mut self, window: &Recording) {
        let (Some(&first), Some(&last)) = (window.t_s.first(), window.t_s.last()) else { return };
        let seen = self.span_s.map_or(f64::NEG_INFINITY, |[_, last]| last);
        self.n_samples += window.n_samples() - window.t_s.partition_point(|t| *t <= seen);
        self.span_s = Some([self.span_s.map_or(first, |[first, _]| first), last]);
    }

    fn finish(self) -> Result<LogEvidence> {
        let Self { evidence, n_samples, span_s, warnings, model, .. } = self;
        let [first_s, last_s] = span_s.unwrap_or([0.0; 2]);
        if evidence.n_rows() == 0 {
            let (needed, found) = (1, 0);
            return Err(DataError::TooFewSamples { what: "evidence", needed, found }.into());
        }
        let validation = LogValidation::of(&evidence, &model.plan.beta);
        let duration_s = last_s - first_s;
        Ok(LogEvidence { evidence, n_samples, duration_s, first_s, validation, warnings })
    }
}

fn stretch(segment: &Segment) -> Stretch<'_> {
    let samples = Samples::new(segment.n_samples, &segment.q, &segment.qd, &segment.qdd);
    Stretch { samples, tau: &segment.tau }
}

/// Filter of the rows at a rate of the samples.
fn filter(settings: &ConditionSettings, rate_hz: f64) -> Result<Option<ParallelFilter>> {
    match settings.torque {
        TorqueFilter::Parallel { cutoff_hz: Some(hz) } => {
            ParallelFilter::new(hz, rate_hz / settings.decimation as f64).map(Some)
        }
        _ => Ok(None),
    }
}

impl LogValidation {
    /// Errors of base parameters, from the triangles alone.
    fn of(evidence: &Evidence, beta: &[f64]) -> Self {
        let squared = evidence.squared_residuals(beta);
        let torque: f64 = evidence.joints().iter().map(|joint| joint.squared_torque()).sum();
        let rows = evidence.joints().iter().map(|joint| joint.n_rows().max(1) as f64);
        Self {
            relative_percent: 100.0 * (squared.iter().sum::<f64>() / torque).sqrt(),
            rms_nm: squared.iter().zip(rows).map(|(s, n)| (s / n).sqrt()).collect(),
        }
    }
}
