//! `taufit base ROBOT`: which parameters joint torques can ever reveal.

mod notes;
mod render;
mod view;

use crate::context::{Context, quoted};
use crate::document::render_document;
use crate::document_out::DocumentOutArgs;
use crate::failure::Outcome;
use crate::layout_args::LayoutArgs;
use crate::next_steps::render_next;
use crate::robot_args::RobotArgs;
use crate::selection_args::SelectionArgs;
use clap::Args;
use render::render_base;
use serde::Serialize;
use taufit::base::Base;
use taufit::params::{Layout, LayoutSettings};
use view::BaseView;

/// Show which parameters joint torques can ever reveal: alone, in combination, never
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Parameters are named by symbol and link or joint: Izz3, Izz[forearm], Ixy* (all links),
*1 (all of link and joint 1), fc[elbow], Ia2.

Examples:
  taufit base ur5
  taufit base ur5 --drop 'Ixy*,Ixz*,Iyz*'        links with planes of symmetry
  taufit base ur5 --fix m6=0.1879                a mass from a scale
  taufit base my_arm.urdf --friction stribeck:0.05 --offset --json")]
pub(crate) struct BaseArgs {
    #[command(flatten)]
    robot: RobotArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// Write the names of links and joints instead of their numbers
    #[arg(long)]
    long_names: bool,
    #[command(flatten)]
    out: DocumentOutArgs,
}

/// Every setting of a run, for its provenance.
#[derive(Debug, Serialize)]
struct BaseRunSettings<'a> {
    #[serde(flatten)]
    mounting: &'a RobotArgs,
    layout: &'a LayoutSettings,
    #[serde(flatten)]
    selection: &'a SelectionArgs,
}

/// Reads a robot, groups its parameters and shows the groups.
pub(crate) fn run(ctx: &Context, args: &BaseArgs) -> Outcome {
    args.out.check()?;
    let robot = args.robot.read(ctx)?.robot;
    let layout_settings = LayoutSettings::from(&args.layout);
    let layout = Layout::new(&robot, &layout_settings);
    let settings = args.selection.settings(&layout)?;
    let base = Base::new(&robot, &layout, &settings)?;
    let view = BaseView::new(&robot, &layout, &base, args.long_names);
    let (settings, source) = (args.provenance(&layout_settings), args.robot.robot.as_str());
    let motion = format!("taufit excite {} --out motion.csv --preview motion.html", quoted(source));
    let next = render_next(ctx, [motion]);
    args.out.show(
        ctx,
        || render_document("base", Some(source), settings, &view),
        |width| render_base(&view, width) + &next,
    )?;
    ctx.remark_warnings(&view.warnings);
    Ok(())
}

impl BaseArgs {
    fn provenance<'a>(&'a self, layout: &'a LayoutSettings) -> BaseRunSettings<'a> {
        BaseRunSettings { mounting: &self.robot, layout, selection: &self.selection }
    }
}
