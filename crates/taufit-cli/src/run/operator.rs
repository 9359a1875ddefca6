//! Progress line of a run, and the signals that end it.

use super::{Out, Prepared};
use crate::call::Progress;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::interrupt::EndSignals;
use crate::numbers::significant;
use crate::reporter::Reporter;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use taufit_io::record::{LogDestination, write_bag_metadata};
use taufit_io::{LogHeader, LogWriter};
use taufit_robot::{
    Operator, PacedConnection, RobotConnection, RunProgress, RunReport, SimulatedConnection,
    run_plan,
};

/// Completed run.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) report: RunReport,
    /// Log, or folder of the bag.
    pub(crate) out: PathBuf,
}

/// Progress line and signals of a run.
#[derive(Debug)]
pub(crate) struct RunMonitor {
    line: ProgressBar,
    signals: EndSignals,
    reporter: Reporter,
}

impl RunMonitor {
    /// Monitor whose signals stop the run; a second Ctrl-C ends the program.
    pub(crate) fn new(ctx: &Context) -> Self {
        let signals = ctx.end_signals().unwrap_or_else(|error| {
            ctx.message(&format!("warning: signals will not stop the robot first: {error}\n"));
            EndSignals::default()
        });
        let line = if ctx.is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("[{bar:20}] {msg}") {
            line.set_style(style);
        }
        Self { line, signals, reporter: ctx.reporter() }
    }
}

/// Executes an experiment on the simulated robot and records it in a new file.
pub(crate) fn record(
    prepared: &Prepared,
    out: &Out,
    speed: Option<f64>,
    monitor: &RunMonitor,
) -> Outcome<Recorded> {
    let Prepared { experiment, loaded, start, .. } = prepared;
    let connection = SimulatedConnection::of(experiment, &loaded.robot, start)?;
    match speed {
        Some(speed) => {
            record_connection(prepared, &mut PacedConnection::new(connection, speed), out, monitor)
        }
        None => record_connection(prepared, &mut { connection }, out, monitor),
    }
}

/// Executes an experiment on a robot and records it in a new file.
pub(super) fn record_connection(
    prepared: &Prepared,
    connection: &mut dyn RobotConnection,
    out: &Out,
    monitor: &RunMonitor,
) -> Outcome<Recorded> {
    let info = connection.info();
    let head = LogHeader {
        joints: info.joints.clone(),
        effort_kind: info.effort_kind,
        rate_hz: info.rate_hz,
        wrench_frame: info.wrench_frame.clone(),
        attachments: prepared.attachments.clone(),
    };
    let destination = out.create()?;
    let log = match connection.has_targets() {
        true => LogWriter::with_targets(destination.file(), &head)?,
        false => LogWriter::new(destination.file(), &head)?,
    };
    let total_s = prepared.plan.duration_s();
    monitor.line.set_length(total_s.ceil() as u64);
    let mut progress = |now: &RunProgress<'_>| {
        monitor.line.set_position((total_s - now.left_s) as u64);
        monitor.line.set_message(progress_line(now));
        let progress = || Progress {
            what: progress_line(now),
            done: total_s - now.left_s,
            total: Some(total_s),
            criterion: None,
        };
        monitor.reporter.report_pose(progress, now.q);
    };
    let operator = Operator { stop: monitor.signals.flag(), progress: &mut progress };
    let guard = prepared.experiment.guard;
    let outcome =
        run_plan(connection, &prepared.loaded.robot, &prepared.plan, guard, log, operator);
    monitor.line.finish_and_clear();
    // A run that was stopped leaves a complete log as well.
    let written = close(destination, out);
    let report =
        outcome.map_err(|error| Failure::from(error).by_signal(monitor.signals.signal()))?;
    Ok(Recorded { report, out: out.shown(&written?) })
}

/// Closes the log, and adds the metadata of a bag.
fn close(destination: LogDestination, out: &Out) -> Outcome<PathBuf> {
    let log = destination.close()?;
    if out.is_bag() {
        write_bag_metadata(&log)?;
    }
    Ok(log)
}

/// Progress line: phase, remaining time, largest tracking error.
fn progress_line(now: &RunProgress<'_>) -> String {
    let phase = now.doing;
    let joint = phase.joint.as_ref().map(|joint| format!(" {joint}")).unwrap_or_default();
    let speed = phase.speed_rad_s.map(|v| format!(" at {v} rad/s")).unwrap_or_default();
    let iteration = phase.iteration.map(|k| format!(", iteration {k}")).unwrap_or_default();
    format!(
        "{}/{} {}{joint}{speed}{iteration}; {:.0} s left; off by at most {} rad ({})",
        now.phase,
        now.n_phases,
        phase.kind.label(),
        now.left_s,
        significant(now.worst_tracking_rad, 2),
        now.worst_joint,
    )
}
