//! Watchdog process: stops a robot when the process of its run dies, also by SIGKILL.
//!
//! It joins the graph of the robot before anything moves, and reads its standard input: a pipe that only the
//! run holds. At the end of the run a line tells it to leave; an end of the pipe without that line means that
//! the run has died.

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write, stdin};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;
use taufit_robot::{ConnectionSettings, EmergencyStop};

/// Hidden verb of the watchdog process.
pub(crate) const VERB: &str = "watchdog";

/// Line that the watchdog prints once it can stop the robot.
const READY: &str = "ready";

/// Line that ends the watchdog.
const DONE: &str = "done";

/// Time beyond the time-outs of the connection until the watchdog is ready.
const START_TIME: Duration = Duration::from_secs(5);

/// Watchdog of a run. It ends when dropped.
#[derive(Debug)]
pub(super) struct Watchdog {
    child: Child,
    input: ChildStdin,
}

impl Watchdog {
    /// Starts a watchdog process and waits until it is ready.
    pub(super) fn start(
        program: &[OsString],
        settings: &ConnectionSettings,
    ) -> Result<Self, String> {
        let (program, args) = program.split_first().ok_or("its program is not known")?;
        let mut command = Command::new(program);
        command.args(args).arg(VERB).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Not of the terminal's process group: Ctrl-C is for the run.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes".to_owned());
        };
        let mut watchdog = Self { child, input };
        let json = serde_json::to_string(settings).map_err(|error| error.to_string())?;
        watchdog.send(&json).map_err(|error| error.to_string())?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = BufReader::new(output).read_line(&mut line);
            // The run may have given up waiting.
            let _ = sender.send(read.map(|_| line));
        });
        let timeout = Duration::try_from_secs_f64(2.0 * settings.timeout_s).unwrap_or_default();
        match answers.recv_timeout(timeout + START_TIME) {
            Ok(Ok(line)) if line.trim() == READY => Ok(watchdog),
            Ok(_) => Err("it ended".to_owned()),
            Err(_) => Err("it is not ready in time".to_owned()),
        }
    }

    fn send(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // A watchdog that has ended needs no line.
        if self.send(DONE).is_err() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// The watchdog process itself.
pub(crate) fn run(ctx: &Context) -> Outcome {
    let mut lines = stdin().lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    let settings: ConnectionSettings = serde_json::from_str(&first)
        .map_err(|_| Failure::misuse("this verb is for `taufit run` only"))?;
    let Some(stop) = EmergencyStop::connect(&settings)? else { return Ok(()) };
    ctx.print(&format!("{READY}\n"))?;
    if lines.any(|line| line.is_ok_and(|line| line == DONE)) {
        return Ok(());
    }
    stop.stop()?;
    ctx.message("the process of the run has died: the robot was stopped by its watchdog\n");
    Ok(())
}
