//! Real robots: connection, and confirmation before anything moves.

use super::render::render_dry_run;
#[cfg(any(feature = "ros1", feature = "ros2"))]
use super::watchdog::Watchdog;
use super::{ExperimentFiles, Prepared};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use clap::Args;
use std::io::{IsTerminal, stdin};
use taufit_io::Attachment;
use taufit_robot::{
    ConnectionKind, ConnectionSettings, RobotConnection, connect, request_real_time,
};

/// Largest number of periods until the first position.
const MAX_PERIODS: usize = 1000;

/// Notice before a robot moves whose controller has a time-out.
const CONTROLLER_TIMEOUT: &str = "\
If taufit or this computer fails, the program on the controller stops the robot within 0.1 s.
";

/// Notice before a robot moves whose controllers may have no time-out.
#[cfg(any(feature = "ros1", feature = "ros2"))]
const NO_TIMEOUT: &str = "\
If this computer fails or is cut off, a trajectory runs to its end, and a velocity controller keeps the
last velocity unless its driver has a time-out of its own. Keep a hand on the stop.
";

/// Notice where other programs can hold back setpoints.
const NO_REAL_TIME: &str = "\
Without real-time priority (`ulimit -r` is 0) a busy computer can end the run.
";

/// Arguments for real robots.
#[derive(Clone, Debug, Args)]
pub(super) struct LiveArgs {
    /// Real robot instead of the simulated one: a kind of connection or a preset, see below
    #[arg(long, value_name = "LINK")]
    link: Option<String>,
    /// Host name or IP address of the controller, for --link rtde
    #[arg(long, value_name = "HOST", requires = "link")]
    host: Option<String>,
    /// Move a real robot without asking
    #[arg(long, requires = "link")]
    yes: bool,
}

impl LiveArgs {
    /// Whether a real robot is wanted.
    pub(super) fn is_given(&self) -> bool {
        self.link.is_some()
    }
}

/// Connected robot.
pub(super) struct LiveRobot {
    pub(super) connection: Box<dyn RobotConnection>,
    /// After the connection: it ends once the robot has been stopped.
    #[cfg(any(feature = "ros1", feature = "ros2"))]
    watchdog: Option<Watchdog>,
    settings: ConnectionSettings,
    /// Position.
    pub(super) q: Vec<f64>,
}

/// Connects to the robot of an experiment. Nothing moves.
pub(super) fn connect_robot(
    ctx: &Context,
    args: &LiveArgs,
    files: &ExperimentFiles,
) -> Outcome<LiveRobot> {
    let (experiment, robot) = (&files.experiment, &files.loaded.robot);
    let mut options = experiment.link.clone();
    if args.host.is_some() {
        options.rtde.host.clone_from(&args.host);
    }
    let mut settings =
        ConnectionSettings::new(&options, args.link.as_deref(), robot, experiment.rate_hz)?;
    settings.only_listens = experiment.log.is_some();
    if args.host.is_some() && settings.kind != ConnectionKind::Rtde {
        return Err(Failure::misuse(
            "--host is for --link rtde; ROS finds robots by master_uri or domain_id in [link.ros]",
        ));
    }
    // Threads of the connection are started by it, and are scheduled like this one.
    if !request_real_time() && !settings.only_listens {
        ctx.message(NO_REAL_TIME);
    }
    let mut connection = ctx.with_spinner("connecting", || connect(&settings, robot))?;
    for warning in connection.warnings() {
        ctx.message(&format!("warning[{}]: {warning}\n  {}\n", warning.code(), warning.advice()));
    }
    let q = first_position(connection.as_mut())?;
    Ok(LiveRobot {
        connection,
        #[cfg(any(feature = "ros1", feature = "ros2"))]
        watchdog: None,
        settings,
        q,
    })
}

fn first_position(connection: &mut dyn RobotConnection) -> Outcome<Vec<f64>> {
    for _ in 0..MAX_PERIODS {
        if let Some(packet) = connection.receive()? {
            return Ok(packet.q);
        }
    }
    Err(Failure::internal("the robot is connected, but sends no joint positions"))
}

impl LiveRobot {
    /// Settings of the connection, for the log.
    pub(super) fn attachment(&self) -> Attachment {
        let text = serde_json::to_string_pretty(&self.settings).unwrap_or_default();
        Attachment { name: "link.json".to_owned(), media_type: "application/json", text }
    }

    /// Prints what stops the robot if the run dies; starts a watchdog where the controller does not.
    fn start_watchdog(&mut self, ctx: &Context) {
        #[cfg(any(feature = "ros1", feature = "ros2"))]
        if self.settings.kind != ConnectionKind::Rtde {
            match ctx.with_spinner("starting the watchdog", || {
                Watchdog::start(ctx.program(), &self.settings)
            }) {
                Ok(watchdog) => {
                    ctx.message("A watchdog process stops the robot if taufit is killed.\n");
                    self.watchdog = Some(watchdog);
                }
                Err(problem) => ctx.message(&format!(
                    "warning: no watchdog, the robot moves on if taufit is killed: {problem}\n"
                )),
            }
            return ctx.message(NO_TIMEOUT);
        }
        ctx.message(CONTROLLER_TIMEOUT);
    }

    /// Refuses a robot that would not follow commands; else shows the plan and asks for confirmation.
    pub(super) fn confirm(
        &mut self,
        ctx: &Context,
        args: &LiveArgs,
        prepared: &Prepared,
    ) -> Outcome {
        if prepared.plan.only_listens() {
            return Ok(());
        }
        self.connection.check_ready()?;
        ctx.message(&render_dry_run(prepared, ctx.width));
        self.start_watchdog(ctx);
        if args.yes {
            return Ok(());
        }
        let name = prepared.loaded.robot.name();
        if !ctx.is_terminal() || !stdin().is_terminal() {
            return Err(Failure::misuse(format!(
                "{name} is a real robot, and there is no terminal to confirm at; give --yes to move it"
            )));
        }
        ctx.message(&format!(
            "\nThis moves a real robot ({}). Is its space clear, a hand on the stop?\nType {name} to go on: ",
            self.settings.preset
        ));
        is_confirmed(name, stdin().lines().next())
    }
}

fn is_confirmed(name: &str, typed: Option<std::io::Result<String>>) -> Outcome {
    match typed {
        Some(Ok(line)) if line.trim() == name => Ok(()),
        _ => Err(Failure::misuse(format!("not confirmed: {name} was not moved"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_name_moves_a_robot() {
        let typed = |text: &str| Some(Ok(text.to_owned()));
        assert!(is_confirmed("ur5", typed("ur5\n")).is_ok());
        for no in [typed("yes"), typed(""), typed("UR5"), None] {
            assert!(is_confirmed("ur5", no).is_err());
        }
    }
}
