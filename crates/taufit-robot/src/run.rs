//! Execution of a plan: command, receive, check, record, phase by phase.

use crate::connection::ConnectionWarning;
use crate::connection::{AuxiliaryData, CommandKind, RobotConnection, RobotFeedback, Targets};
use crate::error::{Error, Result};
use crate::guard::{ClockReading, RunGuard, SpeedScalingEstimator};
use serde::Serialize;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use taufit::command::Command;
use taufit::experiment::{GuardSettings, Phase, Plan};
use taufit::model::Robot;
use taufit_io::LogWriter;

/// Period of progress reports \[s of the robot's clock\].
const PROGRESS_PERIOD_S: f64 = 0.1;

/// Longest silence of a run that only listens \[s\].
const MAX_SILENCE_S: f64 = 2.0;

/// Shortest and longest recording after a stop \[s\].
const STOP_RECORDING_S: f64 = 0.5;
const MAX_STOP_RECORDING_S: f64 = 3.0;

/// Share of lost packets above which a recording is of poor quality.
const MAX_LOST_SHARE: f64 = 0.2;

/// Speed below which joints are at rest \[rad/s or m/s\].
const STANDSTILL: f64 = 0.01;

/// Progress of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunProgress<'a> {
    /// Number of the phase, from 1.
    pub phase: usize,
    /// Number of phases.
    pub n_phases: usize,
    /// Current phase.
    pub doing: &'a Phase,
    /// Remaining time of the run \[s\].
    pub left_s: f64,
    /// Largest distance from the reference so far \[rad or m\].
    pub worst_tracking_rad: f64,
    /// Joint of that distance.
    pub worst_joint: &'a str,
    /// Last measured positions \[rad or m\]; empty before the first.
    pub q: &'a [f64],
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct RunReport {
    /// Duration on the robot's clock \[s\].
    pub duration_s: f64,
    /// Samples in the log.
    pub n_samples: u64,
    /// Lost and repeated packets, by gaps between stamps.
    pub n_lost: u64,
    /// Largest distance from the reference \[rad or m\].
    pub worst_tracking_rad: f64,
    /// Joint of that distance.
    pub worst_joint: String,
}

impl RunReport {
    /// Warning about lost packets, where the recording is of poor quality.
    pub fn loss(&self) -> Option<ConnectionWarning> {
        let n_expected = self.n_lost + self.n_samples;
        let is_poor = self.n_lost as f64 > MAX_LOST_SHARE * n_expected as f64;
        is_poor.then_some(ConnectionWarning::PacketsLost { n_lost: self.n_lost, n_expected })
    }
}

/// Operator of a run.
pub struct Operator<'a> {
    /// Flag that ends the run.
    pub stop: &'a AtomicBool,
    /// Receiver of progress reports.
    pub progress: &'a mut dyn FnMut(&RunProgress<'_>),
}

/// Executes a plan on a robot and records it.
///
/// However it ends, a stop was sent and the log is closed, as far as it can still be written. The first
/// error is returned.
pub fn run_plan<'a, W: Write>(
    connection: &'a mut dyn RobotConnection,
    robot: &Robot,
    plan: &'a Plan,
    guard: GuardSettings,
    log: LogWriter<W>,
    operator: Operator<'a>,
) -> Result<RunReport> {
    let now_s = connection.now_s();
    let guard = if plan.only_listens() { listen_only_guard(guard) } else { guard };
    let at = ClockReading { robot_s: now_s, local_s: connection.local_s() };
    let guard = RunGuard::new(robot, connection.info(), guard, at);
    let mut run = RunLoop {
        connection,
        plan,
        guard,
        log,
        operator,
        began_s: now_s,
        reported_s: -1.0,
        last_stamp_s: None,
        last_q: Vec::new(),
        n_lost: 0,
        speed_scaling: SpeedScalingEstimator::default(),
    };
    // A panic continues only after a stop was sent.
    let outcome = catch_unwind(AssertUnwindSafe(|| run.execute()));
    let stopped = run.connection.stop();
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(panic) => {
            let _ = run.log.finish();
            resume_unwind(panic)
        }
    };
    if let Err(error) = &outcome {
        run.record_stop(error);
    }
    let report = run.report();
    let closed = run.log.finish();
    outcome?;
    stopped?;
    closed?;
    Ok(report)
}

/// Guard of a run that only listens: silence is counted as loss, up to a longer limit.
fn listen_only_guard(guard: GuardSettings) -> GuardSettings {
    GuardSettings { stale_s: guard.stale_s.max(MAX_SILENCE_S), ..guard }
}

struct RunLoop<'a, W: Write> {
    connection: &'a mut dyn RobotConnection,
    plan: &'a Plan,
    guard: RunGuard,
    log: LogWriter<W>,
    operator: Operator<'a>,
    began_s: f64,
    /// Time of the last progress report \[s\].
    reported_s: f64,
    /// Stamp of the last packet \[s\].
    last_stamp_s: Option<f64>,
    /// Positions of the last packet.
    last_q: Vec<f64>,
    n_lost: u64,
    /// Positions since the beginning of the phase.
    speed_scaling: SpeedScalingEstimator,
}

impl<W: Write> RunLoop<'_, W> {
    fn execute(&mut self) -> Result<()> {
        self.check_commands()?;
        self.check_ready()?;
        self.phases()
    }

    /// Refuses commands that the robot does not accept, before anything moves.
    fn check_commands(&self) -> Result<()> {
        let possible = &self.connection.info().commands;
        for (k, phase) in self.plan.phases.iter().enumerate() {
            let Some(command) = phase.motion.command(0.0) else { continue };
            let needed = CommandKind::of(&command);
            if !possible.contains(&needed) {
                let message: Vec<&str> = possible.iter().map(|kind| kind.label()).collect();
                return Err(Error::CannotCommand {
                    phase: k + 1,
                    kind: phase.kind.label(),
                    needed: needed.label(),
                    possible: message.join(", "),
                });
            }
        }
        Ok(())
    }

    /// Refuses a robot that would not follow commands, unless the run only listens.
    fn check_ready(&mut self) -> Result<()> {
        if self.plan.only_listens() { Ok(()) } else { self.connection.check_ready() }
    }

    fn phases(&mut self) -> Result<()> {
        for (k, phase) in self.plan.phases.iter().enumerate() {
            self.log_event(&RunEvent::begin(k + 1, phase))?;
            self.run_phase(k + 1, phase)?;
            self.log_event(&RunEvent::End { phase: k + 1 })?;
        }
        Ok(())
    }

    /// Executes a phase: prepare, move, finish, receiving all the time.
    fn run_phase(&mut self, number: usize, phase: &Phase) -> Result<()> {
        self.connection.begin(phase)?;
        while !self.connection.is_ready()? {
            self.step(number, phase, None)?;
        }
        if let Some(point) = phase.motion.reference(0.0) {
            self.guard.check_start(&point.q)?;
        }
        self.speed_scaling.restart();
        let begin_s = self.connection.now_s();
        let half_period_s = 0.5 / self.connection.info().rate_hz;
        loop {
            let t_s = self.connection.now_s() - begin_s;
            if t_s > phase.duration_s - half_period_s {
                break;
            }
            if let Some(command) = phase.motion.command(t_s) {
                self.send(&command)?;
            }
            self.step(number, phase, Some(begin_s))?;
        }
        while !self.connection.is_over()? {
            self.step(number, phase, None)?;
        }
        Ok(())
    }

    /// Receives, records and checks one packet, or none. The phase moves since `begin_s`.
    fn step(&mut self, number: usize, phase: &Phase, begin_s: Option<f64>) -> Result<()> {
        if self.operator.stop.load(Ordering::Relaxed) {
            let (kind, t_s) = (phase.kind.label(), self.connection.now_s());
            return Err(Error::Operator { phase: number, kind, t_s });
        }
        let received = self.connection.receive()?;
        let at = self.now();
        let packet = self.if_new(received, at)?;
        // Recorded before it is checked: the log shows why the guard stopped.
        self.record(packet.as_ref())?;
        // A packet is checked for the time of its stamp, however late it comes.
        let stamp_s = packet.as_ref().map_or(at.robot_s, |packet| packet.t_s.min(at.robot_s));
        let since_s = begin_s.map(|begin_s| (stamp_s - begin_s).max(0.0));
        if let Some((packet, since_s)) = packet.as_ref().zip(since_s) {
            self.speed_scaling.push(since_s, &packet.q);
        }
        let reference = since_s.and_then(|since_s| phase.motion.reference(since_s));
        let q_ref = reference.as_ref().map(|point| &point.q[..]);
        let checked = self.guard.check_packet(at, packet.as_ref(), q_ref);
        checked.map_err(|error| self.with_cause(error, phase))?;
        self.report_progress(number, phase, at.robot_s);
        Ok(())
    }

    fn now(&self) -> ClockReading {
        ClockReading { robot_s: self.connection.now_s(), local_s: self.connection.local_s() }
    }

    fn if_new(
        &mut self,
        received: Option<RobotFeedback>,
        at: ClockReading,
    ) -> Result<Option<RobotFeedback>> {
        let Some(packet) = received else { return Ok(None) };
        Ok(self.guard.is_new(&packet, at)?.then_some(packet))
    }

    /// Error with a more specific cause: unusable packets instead of silence, speed scaling instead of a
    /// tracking error.
    fn with_cause(&self, error: Error, phase: &Phase) -> Error {
        match &error {
            Error::Stale { age_s, allowed_s, t_s, .. } => {
                let (age_s, allowed_s, t_s) = (*age_s, *allowed_s, *t_s);
                let cause = self.connection.rejected();
                cause.map(|cause| Error::Unusable { age_s, allowed_s, t_s, cause })
            }
            Error::Tracking { q, q_ref, t_s, .. } => {
                let share = self.speed_scaling.share(&phase.motion, (q - q_ref).abs());
                share.map(|share| Error::SpeedScaled { percent: 100.0 * share, t_s: *t_s })
            }
            _ => None,
        }
        .unwrap_or(error)
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        self.connection.send(command)?;
        let now_s = self.connection.now_s();
        let (q, qd, tau): (&[f64], &[f64], &[f64]) = match command {
            Command::Position(point) => (&point.q, &point.qd, &[]),
            Command::Velocity(qd) => (&[], qd, &[]),
            Command::Torque(tau) => (&[], &[], tau),
            Command::Hold | Command::Press { .. } => return Ok(()),
        };
        Ok(self.log.command(now_s, q, qd, tau)?)
    }

    fn record(&mut self, packet: Option<&RobotFeedback>) -> Result<()> {
        let Some(RobotFeedback { t_s, q, q_link, qd, effort, wrench }) = packet else {
            return Ok(());
        };
        self.n_lost += self.missing_before(*t_s);
        self.last_stamp_s = Some(*t_s);
        self.last_q.clone_from(q);
        match q_link {
            Some(q_link) => self.log.feedback_with_links(*t_s, [q, qd, effort], q_link)?,
            None => self.log.feedback(*t_s, q, qd, effort)?,
        }
        let written = wrench.map(|sample| self.log.wrench(sample.t_s, sample.wrench));
        written.unwrap_or(Ok(()))?;
        self.record_auxiliary(*t_s)
    }

    fn record_auxiliary(&mut self, t_s: f64) -> Result<()> {
        let Some(AuxiliaryData { targets, state }) = self.connection.auxiliary() else {
            return Ok(());
        };
        if let Some(Targets { q, qd, tau, current_a }) = targets {
            self.log.targets(t_s, [&q, &qd, &tau], &current_a)?;
        }
        state.map_or(Ok(()), |state| self.log_event(&RunEvent::State { state: &state }))
    }

    /// Packets lost before this one, by the gap between stamps.
    fn missing_before(&self, t_s: f64) -> u64 {
        let Some(last_stamp_s) = self.last_stamp_s else { return 0 };
        let n_periods = ((t_s - last_stamp_s) * self.connection.info().rate_hz).round();
        (n_periods - 1.0).max(0.0) as u64
    }

    fn log_event(&mut self, event: &RunEvent<'_>) -> Result<()> {
        // Events are plain data and always serialise.
        let json = serde_json::to_string(event).unwrap_or_default();
        Ok(self.log.event(self.connection.now_s(), &json)?)
    }

    fn report_progress(&mut self, number: usize, phase: &Phase, now_s: f64) {
        if now_s - self.reported_s < PROGRESS_PERIOD_S {
            return;
        }
        self.reported_s = now_s;
        let (worst_tracking_rad, worst_joint) = self.guard.worst_tracking();
        (self.operator.progress)(&RunProgress {
            phase: number,
            n_phases: self.plan.phases.len(),
            doing: phase,
            left_s: (self.plan.duration_s() - (now_s - self.began_s)).max(0.0),
            worst_tracking_rad,
            worst_joint,
            q: &self.last_q,
        });
    }

    /// Records the robot after an error until it is at rest, and the reason of the stop. Errors of the
    /// recording are ignored.
    fn record_stop(&mut self, error: &Error) {
        let began_s = self.connection.local_s();
        let _ = self.log_event(&RunEvent::stop(error));
        loop {
            let Ok(received) = self.connection.receive() else { return };
            let Ok(packet) = self.if_new(received, self.now()) else { return };
            if self.record(packet.as_ref()).is_err() {
                return;
            }
            let is_at_rest =
                |packet: &RobotFeedback| packet.qd.iter().all(|v| v.abs() < STANDSTILL);
            let passed_s = self.connection.local_s() - began_s;
            let needed_s = if packet.as_ref().is_none_or(is_at_rest) {
                STOP_RECORDING_S
            } else {
                MAX_STOP_RECORDING_S
            };
            if passed_s >= needed_s {
                return;
            }
        }
    }

    fn report(&self) -> RunReport {
        let (worst_tracking_rad, worst_joint) = self.guard.worst_tracking();
        RunReport {
            duration_s: self.connection.now_s() - self.began_s,
            n_samples: self.log.n_samples(),
            n_lost: self.n_lost,
            worst_tracking_rad,
            worst_joint: worst_joint.to_owned(),
        }
    }
}

/// Entry of the log beside the samples; phases are numbered from 1.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum RunEvent<'a> {
    /// A phase begins.
    Begin {
        phase: usize,
        #[serde(flatten)]
        details: &'a Phase,
        #[serde(skip_serializing_if = "Option::is_none")]
        direction: Option<&'static str>,
    },
    /// A phase ends.
    End { phase: usize },
    /// Slowly changing state of the robot.
    State {
        #[serde(flatten)]
        state: &'a serde_json::Value,
    },
    /// The run ends before its plan.
    Stop { code: &'static str, reason: String },
}

impl<'a> RunEvent<'a> {
    fn begin(phase: usize, details: &'a Phase) -> Self {
        let direction = |speed: f64| if speed < 0.0 { "backward" } else { "forward" };
        Self::Begin { phase, details, direction: details.speed_rad_s.map(direction) }
    }

    fn stop(error: &Error) -> Self {
        Self::Stop { code: error.code(), reason: error.to_string() }
    }
}
