//! The operator of a run: a line that says how far it has come, and the signals that end it.

use super::{Out, Prepared};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::interrupt::{EndSignals, end_signals};
use crate::numbers::significant;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use taufit_io::record::{LogDestination, write_bag_metadata};
use taufit_io::{LogHead, LogWriter};
use taufit_robot::{Operator, Paced, Progress, RobotLink, RunReport, SimulatedLink, run_plan};

/// A run that came to its end.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) report: RunReport,
    /// Its log, or the folder of its bag.
    pub(crate) out: PathBuf,
}

/// Watches runs on the terminal.
#[derive(Debug)]
pub(crate) struct Watch {
    line: ProgressBar,
    signals: EndSignals,
}

impl Watch {
    /// From now on signals ask the run to stop; a second Ctrl-C ends the program.
    pub(crate) fn new(ctx: &Context) -> Self {
        let signals = end_signals().unwrap_or_else(|error| {
            ctx.complain(&format!("warning: signals will not stop the robot first: {error}\n"));
            EndSignals::default()
        });
        let line = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("[{bar:20}] {msg}") {
            line.set_style(style);
        }
        Self { line, signals }
    }
}

/// Runs an experiment on the simulated robot, into a new file.
pub(crate) fn record(
    prepared: &Prepared,
    out: &Out,
    speed: Option<f64>,
    watch: &Watch,
) -> Outcome<Recorded> {
    let Prepared { experiment, loaded, start, .. } = prepared;
    let link = SimulatedLink::of(experiment, &loaded.robot, start)?;
    match speed {
        Some(speed) => record_link(prepared, &mut Paced::new(link, speed), out, watch),
        None => record_link(prepared, &mut { link }, out, watch),
    }
}

/// Runs an experiment on any robot, into a new file. The report says which.
pub(super) fn record_link(
    prepared: &Prepared,
    link: &mut dyn RobotLink,
    out: &Out,
    watch: &Watch,
) -> Outcome<Recorded> {
    let info = link.info();
    let head = LogHead {
        joints: info.joints.clone(),
        effort_kind: info.effort_kind,
        rate_hz: info.rate_hz,
        wrench_frame: info.wrench_frame.clone(),
        attachments: prepared.attachments.clone(),
    };
    let destination = out.create()?;
    let log = match link.has_targets() {
        true => LogWriter::with_targets(destination.file(), &head)?,
        false => LogWriter::new(destination.file(), &head)?,
    };
    let total_s = prepared.plan.duration_s();
    watch.line.set_length(total_s.ceil() as u64);
    let mut progress = |now: &Progress<'_>| {
        watch.line.set_position((total_s - now.left_s) as u64);
        watch.line.set_message(words(now));
    };
    let operator = Operator { stop: watch.signals.flag(), progress: &mut progress };
    let guard = prepared.experiment.guard;
    let outcome = run_plan(link, &prepared.loaded.robot, &prepared.plan, guard, log, operator);
    watch.line.finish_and_clear();
    // A run that was stopped leaves a whole log as well.
    let written = close(destination, out);
    let report = outcome.map_err(|error| Failure::from(error).by_signal(watch.signals.signal()))?;
    Ok(Recorded { report, out: out.shown(&written?) })
}

/// Waits for the disk, and makes a bag of a log that is to be one.
fn close(destination: LogDestination, out: &Out) -> Outcome<PathBuf> {
    let log = destination.close()?;
    if out.is_bag() {
        write_bag_metadata(&log)?;
    }
    Ok(log)
}

/// The line: what is being done, time left, worst tracking error.
fn words(now: &Progress<'_>) -> String {
    let phase = now.doing;
    let joint = phase.joint.as_ref().map(|joint| format!(" {joint}")).unwrap_or_default();
    let speed = phase.speed_rad_s.map(|v| format!(" at {v} rad/s")).unwrap_or_default();
    let iteration = phase.iteration.map(|k| format!(", iteration {k}")).unwrap_or_default();
    format!(
        "{}/{} {}{joint}{speed}{iteration}; {:.0} s left; off by at most {} rad ({})",
        now.phase,
        now.n_phases,
        phase.kind.words(),
        now.left_s,
        significant(now.worst_tracking_rad, 2),
        now.worst_joint,
    )
}
