//! A run: command, listen, guard, record, phase by phase.

use crate::error::{Error, Result};
use crate::event::Event;
use crate::guard::{Guard, Moment, Pace};
use crate::link::{Aside, CommandKind, Feedback, RobotLink, Targets};
use crate::live::LiveDoubt;
use serde::Serialize;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use taufit::experiment::{GuardSettings, Phase, Plan};
use taufit::model::Robot;
use taufit::sim::Command;
use taufit_io::LogWriter;

/// How often progress is reported \[s of the robot's clock\].
const REPORT_S: f64 = 0.1;

/// Silence that a run goes through while it only listens \[s\].
const LONGEST_SILENCE_S: f64 = 2.0;

/// How long a robot is recorded after it was told to stop, at least and at most \[s\].
const AFTERMATH_S: f64 = 0.5;
const LONGEST_AFTERMATH_S: f64 = 3.0;

/// Share of lost packets above which a recording is of poor quality.
const MOST_LOST: f64 = 0.2;

/// Slower joints stand \[rad/s or m/s\].
const STANDSTILL: f64 = 0.01;

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress<'a> {
    /// Number of the phase, from 1.
    pub phase: usize,
    /// How many there are.
    pub n_phases: usize,
    /// What is being done.
    pub doing: &'a Phase,
    /// Time left of the whole run \[s\].
    pub left_s: f64,
    /// Largest distance from the reference so far \[rad or m\].
    pub worst_tracking_rad: f64,
    /// Whose it was.
    pub worst_joint: &'a str,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct RunReport {
    /// How long it took on the robot's clock \[s\].
    pub duration_s: f64,
    /// Samples in the log.
    pub n_samples: u64,
    /// Packets that did not come, or said nothing new, by the stamps of those that did.
    pub n_lost: u64,
    /// Largest distance from the reference \[rad or m\].
    pub worst_tracking_rad: f64,
    /// Whose it was.
    pub worst_joint: String,
}

impl RunReport {
    /// The warning that so many packets were lost that the recording is of poor quality.
    pub fn loss(&self) -> Option<LiveDoubt> {
        let n_expected = self.n_lost + self.n_samples;
        let is_poor = self.n_lost as f64 > MOST_LOST * n_expected as f64;
        is_poor.then_some(LiveDoubt::PacketsLost { n_lost: self.n_lost, n_expected })
    }
}

/// Who watches a run and can end it.
pub struct Operator<'a> {
    /// Set to end the run.
    pub stop: &'a AtomicBool,
    /// Told how far it has come.
    pub progress: &'a mut dyn FnMut(&Progress<'_>),
}

/// Drives a robot through a plan and records it.
///
/// However it ends, the robot was told to stop and the log is closed, as far as it can still be
/// written. What goes wrong first is what is reported.
pub fn run_plan<'a, W: Write>(
    link: &'a mut dyn RobotLink,
    robot: &Robot,
    plan: &'a Plan,
    guard: GuardSettings,
    log: LogWriter<W>,
    operator: Operator<'a>,
) -> Result<RunReport> {
    let now_s = link.now_s();
    let guard = if plan.only_listens() { listening(guard) } else { guard };
    let at = Moment { robot_s: now_s, local_s: link.local_s() };
    let guard = Guard::new(robot, link.info(), guard, at);
    let mut run = Run {
        link,
        plan,
        guard,
        log,
        operator,
        began_s: now_s,
        reported_s: -1.0,
        heard_s: None,
        n_lost: 0,
        pace: Pace::default(),
    };
    // A panic must not leave a robot that moves: it goes on once the robot was told to stop.
    let outcome = catch_unwind(AssertUnwindSafe(|| run.whole()));
    let stopped = run.link.stop();
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(panic) => {
            let _ = run.log.finish();
            resume_unwind(panic)
        }
    };
    if let Err(error) = &outcome {
        run.aftermath(error);
    }
    let report = run.report();
    let closed = run.log.finish();
    outcome?;
    stopped?;
    closed?;
    Ok(report)
}

/// Silence endangers nobody while nothing is commanded: it is counted as loss, until it lasts.
fn listening(guard: GuardSettings) -> GuardSettings {
    GuardSettings { stale_s: guard.stale_s.max(LONGEST_SILENCE_S), ..guard }
}

struct Run<'a, W: Write> {
    link: &'a mut dyn RobotLink,
    plan: &'a Plan,
    guard: Guard,
    log: LogWriter<W>,
    operator: Operator<'a>,
    began_s: f64,
    /// When progress was reported last \[s\].
    reported_s: f64,
    /// Stamp of the last packet \[s\].
    heard_s: Option<f64>,
    n_lost: u64,
    /// Positions since the beginning of the phase.
    pace: Pace,
}

impl<W: Write> Run<'_, W> {
    fn whole(&mut self) -> Result<()> {
        self.check_commands()?;
        self.check_ready()?;
        self.phases()
    }

    /// Refuses, before anything moves, what the robot cannot be told.
    fn check_commands(&self) -> Result<()> {
        let possible = &self.link.info().commands;
        for (k, phase) in self.plan.phases.iter().enumerate() {
            let Some(command) = phase.motion.command(0.0) else { continue };
            let needed = CommandKind::of(&command);
            if !possible.contains(&needed) {
                let words: Vec<&str> = possible.iter().map(|kind| kind.word()).collect();
                return Err(Error::CannotCommand {
                    phase: k + 1,
                    kind: phase.kind.words(),
                    needed: needed.word(),
                    possible: words.join(", "),
                });
            }
        }
        Ok(())
    }

    /// Refuses a robot that would not move; one that is only listened to may be as it is.
    fn check_ready(&mut self) -> Result<()> {
        if self.plan.only_listens() { Ok(()) } else { self.link.check_ready() }
    }

    fn phases(&mut self) -> Result<()> {
        for (k, phase) in self.plan.phases.iter().enumerate() {
            self.note(&Event::begin(k + 1, phase))?;
            self.drive(k + 1, phase)?;
            self.note(&Event::End { phase: k + 1 })?;
        }
        Ok(())
    }

    /// A phase: get ready, move, finish. The robot is listened to all the time.
    fn drive(&mut self, number: usize, phase: &Phase) -> Result<()> {
        self.link.begin(phase)?;
        while !self.link.is_ready()? {
            self.listen(number, phase, None)?;
        }
        if let Some(point) = phase.motion.reference(0.0) {
            self.guard.check_start(&point.q)?;
        }
        self.pace.restart();
        let begin_s = self.link.now_s();
        let half_period_s = 0.5 / self.link.info().rate_hz;
        loop {
            let t_s = self.link.now_s() - begin_s;
            if t_s > phase.duration_s - half_period_s {
                break;
            }
            if let Some(command) = phase.motion.command(t_s) {
                self.send(&command)?;
            }
            self.listen(number, phase, Some(begin_s))?;
        }
        while !self.link.is_over()? {
            self.listen(number, phase, None)?;
        }
        Ok(())
    }

    /// One packet, or none: recorded, judged, told. The phase moves since `begin_s`, if it does.
    fn listen(&mut self, number: usize, phase: &Phase, begin_s: Option<f64>) -> Result<()> {
        if self.operator.stop.load(Ordering::Relaxed) {
            let (kind, t_s) = (phase.kind.words(), self.link.now_s());
            return Err(Error::Operator { phase: number, kind, t_s });
        }
        let received = self.link.receive()?;
        let at = self.moment();
        let packet = self.if_new(received, at)?;
        // Recorded before it is judged: what trips the guard is worth seeing.
        self.record(packet.as_ref())?;
        // A packet is judged by when it was made, however late it comes.
        let made_s = packet.as_ref().map_or(at.robot_s, |packet| packet.t_s.min(at.robot_s));
        let since_s = begin_s.map(|begin_s| (made_s - begin_s).max(0.0));
        if let Some((packet, since_s)) = packet.as_ref().zip(since_s) {
            self.pace.push(since_s, &packet.q);
        }
        let reference = since_s.and_then(|since_s| phase.motion.reference(since_s));
        let q_ref = reference.as_ref().map(|point| &point.q[..]);
        let judged = self.guard.look(at, packet.as_ref(), q_ref);
        judged.map_err(|error| self.with_cause(error, phase))?;
        self.tell(number, phase, at.robot_s);
        Ok(())
    }

    fn moment(&self) -> Moment {
        Moment { robot_s: self.link.now_s(), local_s: self.link.local_s() }
    }

    fn if_new(&mut self, received: Option<Feedback>, at: Moment) -> Result<Option<Feedback>> {
        let Some(packet) = received else { return Ok(None) };
        Ok(self.guard.is_new(&packet, at)?.then_some(packet))
    }

    /// Silence of a robot whose packets could not be used has their fault as its cause; a tracking error
    /// may be that of a robot that follows slowly.
    fn with_cause(&self, error: Error, phase: &Phase) -> Error {
        match &error {
            Error::Stale { age_s, allowed_s, t_s, .. } => {
                let (age_s, allowed_s, t_s) = (*age_s, *allowed_s, *t_s);
                let cause = self.link.rejected();
                cause.map(|cause| Error::Unusable { age_s, allowed_s, t_s, cause })
            }
            Error::Tracking { q, q_ref, t_s, .. } => {
                let share = self.pace.share(&phase.motion, (q - q_ref).abs());
                share.map(|share| Error::SpeedScaled { percent: 100.0 * share, t_s: *t_s })
            }
            _ => None,
        }
        .unwrap_or(error)
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        self.link.send(command)?;
        let now_s = self.link.now_s();
        let (q, qd, tau): (&[f64], &[f64], &[f64]) = match command {
            Command::Position(point) => (&point.q, &point.qd, &[]),
            Command::Velocity(qd) => (&[], qd, &[]),
            Command::Torque(tau) => (&[], &[], tau),
            Command::Hold | Command::Press { .. } => return Ok(()),
        };
        Ok(self.log.command(now_s, q, qd, tau)?)
    }

    fn record(&mut self, packet: Option<&Feedback>) -> Result<()> {
        let Some(Feedback { t_s, q, q_link, qd, effort, wrench }) = packet else { return Ok(()) };
        self.n_lost += self.missing_before(*t_s);
        self.heard_s = Some(*t_s);
        match q_link {
            Some(q_link) => self.log.feedback_with_links(*t_s, [q, qd, effort], q_link)?,
            None => self.log.feedback(*t_s, q, qd, effort)?,
        }
        let said = wrench.map(|said| self.log.wrench(said.t_s, said.wrench));
        said.unwrap_or(Ok(()))?;
        self.record_aside(*t_s)
    }

    fn record_aside(&mut self, t_s: f64) -> Result<()> {
        let Some(Aside { targets, state }) = self.link.aside() else { return Ok(()) };
        if let Some(Targets { q, qd, tau, current_a }) = targets {
            self.log.targets(t_s, [&q, &qd, &tau], &current_a)?;
        }
        state.map_or(Ok(()), |state| self.note(&Event::State { state: &state }))
    }

    /// Packets that should have come before this one, by the robot's own clock: wherever they were
    /// lost, they leave a gap between stamps.
    fn missing_before(&self, t_s: f64) -> u64 {
        let Some(heard_s) = self.heard_s else { return 0 };
        let n_periods = ((t_s - heard_s) * self.link.info().rate_hz).round();
        (n_periods - 1.0).max(0.0) as u64
    }

    fn note(&mut self, event: &Event<'_>) -> Result<()> {
        // Phases and messages are plain data: they always become JSON.
        let json = serde_json::to_string(event).unwrap_or_default();
        Ok(self.log.event(self.link.now_s(), &json)?)
    }

    fn tell(&mut self, number: usize, phase: &Phase, now_s: f64) {
        if now_s - self.reported_s < REPORT_S {
            return;
        }
        self.reported_s = now_s;
        let (worst_tracking_rad, worst_joint) = self.guard.worst_tracking();
        (self.operator.progress)(&Progress {
            phase: number,
            n_phases: self.plan.phases.len(),
            doing: phase,
            left_s: (self.plan.duration_s() - (now_s - self.began_s)).max(0.0),
            worst_tracking_rad,
            worst_joint,
        });
    }

    /// After a trip: what the robot does until it stands, and why it was stopped. What cannot be
    /// recorded any more is given up: the trip itself is what counts.
    fn aftermath(&mut self, error: &Error) {
        let began_s = self.link.local_s();
        let _ = self.note(&Event::stop(error));
        loop {
            let Ok(received) = self.link.receive() else { return };
            let Ok(news) = self.if_new(received, self.moment()) else { return };
            if self.record(news.as_ref()).is_err() {
                return;
            }
            let stands = |packet: &Feedback| packet.qd.iter().all(|v| v.abs() < STANDSTILL);
            let passed_s = self.link.local_s() - began_s;
            let needed_s =
                if news.as_ref().is_none_or(stands) { AFTERMATH_S } else { LONGEST_AFTERMATH_S };
            if passed_s >= needed_s {
                return;
            }
        }
    }

    fn report(&self) -> RunReport {
        let (worst_tracking_rad, worst_joint) = self.guard.worst_tracking();
        RunReport {
            duration_s: self.link.now_s() - self.began_s,
            n_samples: self.log.n_samples(),
            n_lost: self.n_lost,
            worst_tracking_rad,
            worst_joint: worst_joint.to_owned(),
        }
    }
}
