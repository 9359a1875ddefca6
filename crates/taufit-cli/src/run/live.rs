//! A robot that is really there: met, shown what it will do, moved only if somebody wants it.

use super::render::render_dry_run;
use super::{Material, Prepared};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use clap::Args;
use std::io::{IsTerminal, stdin};
use taufit_io::Attachment;
use taufit_robot::{LinkKind, LiveSettings, RobotLink, connect};

/// How often a robot is asked where it stands before that is given up.
const PATIENCE: usize = 1000;

/// Said before a robot moves whose controllers may have no time-out.
const NO_TIMEOUT: &str = "\
If this computer fails or is cut off, a trajectory runs to its end, and a velocity controller keeps the
last velocity unless its driver has a time-out of its own. Keep a hand on the stop.
";

/// Which robot, and who may move it.
#[derive(Clone, Debug, Args)]
pub(super) struct LiveArgs {
    /// A real robot instead of the simulated one: a link or a preset, see below
    #[arg(long, value_name = "LINK")]
    link: Option<String>,
    /// Name or address of the controller, for --link rtde
    #[arg(long, value_name = "HOST", requires = "link")]
    host: Option<String>,
    /// Move a real robot without asking
    #[arg(long, requires = "link")]
    yes: bool,
}

impl LiveArgs {
    /// Whether a real robot is meant.
    pub(super) fn is_asked_for(&self) -> bool {
        self.link.is_some()
    }
}

/// A robot that answers.
pub(super) struct LiveRobot {
    pub(super) link: Box<dyn RobotLink>,
    settings: LiveSettings,
    /// Where it stands.
    pub(super) q: Vec<f64>,
}

/// Connects to the robot of an experiment. Nothing moves.
pub(super) fn meet(ctx: &Context, args: &LiveArgs, material: &Material) -> Outcome<LiveRobot> {
    let (experiment, robot) = (&material.experiment, &material.loaded.robot);
    let mut said = experiment.link.clone();
    if args.host.is_some() {
        said.rtde.host.clone_from(&args.host);
    }
    let mut settings = LiveSettings::new(&said, args.link.as_deref(), robot, experiment.rate_hz)?;
    settings.only_listens = experiment.log.is_some();
    if args.host.is_some() && settings.kind != LinkKind::Rtde {
        return Err(Failure::misuse(
            "--host is for --link rtde; ROS finds robots by master_uri or domain_id in [link.ros]",
        ));
    }
    let mut link = ctx.busy("connecting", || connect(&settings, robot))?;
    for doubt in link.doubts() {
        ctx.complain(&format!("warning[{}]: {doubt}\n  {}\n", doubt.code(), doubt.advice()));
    }
    let q = first_position(link.as_mut())?;
    Ok(LiveRobot { link, settings, q })
}

fn first_position(link: &mut dyn RobotLink) -> Outcome<Vec<f64>> {
    for _ in 0..PATIENCE {
        if let Some(packet) = link.receive()? {
            return Ok(packet.q);
        }
    }
    Err(Failure::internal("the robot is connected, but does not say where it stands"))
}

impl LiveRobot {
    /// How it was reached, for the log.
    pub(super) fn attachment(&self) -> Attachment {
        let text = serde_json::to_string_pretty(&self.settings).unwrap_or_default();
        Attachment { name: "link.json".to_owned(), media_type: "application/json", text }
    }

    /// Refuses a robot that would not move; else shows what it would do, and asks.
    pub(super) fn confirm(
        &mut self,
        ctx: &Context,
        args: &LiveArgs,
        prepared: &Prepared,
    ) -> Outcome {
        if prepared.plan.only_listens() {
            return Ok(());
        }
        self.link.check_ready()?;
        ctx.complain(&render_dry_run(prepared, ctx.width));
        if self.settings.kind != LinkKind::Rtde {
            ctx.complain(NO_TIMEOUT);
        }
        if args.yes {
            return Ok(());
        }
        let name = prepared.loaded.robot.name();
        if !stdin().is_terminal() {
            return Err(Failure::misuse(format!(
                "{name} is a real robot, and nobody is at the terminal to confirm; give --yes to move it"
            )));
        }
        ctx.complain(&format!(
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
