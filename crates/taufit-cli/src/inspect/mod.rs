//! `taufit inspect ROBOT`: what a description says, and what is doubtful in it.

mod drives;
mod render;
mod verdict;
mod view;

use crate::context::Context;
use crate::document::render_document;
use crate::failure::Outcome;
use crate::robot_args::RobotArgs;
use clap::Args;
use render::render_inspection;
use view::Inspection;

/// Show a robot: joints, limits, drives, links, frames, and what is doubtful
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  taufit inspect ur5
  taufit inspect my_arm.urdf --json
  taufit inspect ur5 --payload link6:2.5,0,0,0.05     with a tool of 2.5 kg
  taufit inspect ur5 --gravity 0,0,9.81               hanging from the ceiling")]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    robot: RobotArgs,
}

/// Reads a robot and shows it.
pub(crate) fn run(ctx: &Context, args: &InspectArgs) -> Outcome {
    let loaded = args.robot.read()?;
    let inspection = Inspection::new(&loaded);
    ctx.deliver(&if ctx.json {
        render_document("inspect", Some(&args.robot.robot), &args.robot, &inspection)?
    } else {
        render_inspection(&inspection, ctx.width)
    })
}
