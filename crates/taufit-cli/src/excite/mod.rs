//! `taufit excite ROBOT -o traj.csv`: the motion worth logging, and what it is expected to tell.

mod criterion;
mod given;
mod limit_args;
mod motion_args;
mod progress;
mod render;
mod surroundings_args;

use crate::context::{Context, quoted};
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::layout_args::LayoutArgs;
use crate::next_steps::{again_with_out, inspect_log, render_next};
use crate::result_folder::{ForceArgs, rendered};
use crate::robot_args::RobotArgs;
use crate::selection_args::SelectionArgs;
use crate::warnings::warning_views;
use clap::Args;
use given::{GivenArgs, known};
use limit_args::LimitArgs;
use motion_args::MotionArgs;
use progress::InterruptFlag;
use render::render_design;
use std::path::PathBuf;
use surroundings_args::{SurroundingsArgs, World};
use taufit::excite::{
    Criterion, Design, ExciteSettings, Known, Measure, Surroundings, design_motion,
};
use taufit::model::Robot;
use taufit_io::output::{check_file, write_file};
use taufit_io::{PlannedMotion, TrajectoryFormat, write_trajectory};
use taufit_report::render_preview;

/// Design the exciting motion for an identification, within the limits of the robot and free of collisions
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A file's ending decides its format: .csv samples, .toml coefficients (can be read again), .json
both, .yaml a ROS JointTrajectory, .mcap the same in a ROS 2 bag, .script a program for UR
controllers.

Ctrl-C ends the search and delivers the best motion so far, whole files included; the exit code
is then 130, because the same command would give another motion if it were left alone.

Examples:
  taufit excite ur5 -o traj.csv -o traj.toml --preview traj.html
  taufit excite arm.urdf -o traj.yaml --velocity 1.5 --share 0.8 --floor 0 --validation check.yaml
  taufit excite panda -o next.csv --given run1.mcap --only 'm7,mx7,my7,mz7'
  taufit excite ur5 -o traj.script --criterion d+0.1*cond --period 30 --starts 8")]
pub(crate) struct ExciteArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Where to write; a file for the motion, may be given several times
    #[arg(long, short, value_name = "PATH")]
    out: Vec<PathBuf>,
    /// File for a second motion to validate on, from another seed and by another criterion
    #[arg(long, value_name = "FILE")]
    validation: Vec<PathBuf>,
    /// Page with the planned motion; the moving robot, joints against limits and the forecast
    #[arg(long, value_name = "FILE.html")]
    preview: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    motion: MotionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    surroundings: SurroundingsArgs,
    /// Earlier information: a log, or the folder of a result, whose logs are read again
    #[arg(long, value_name = "RESULT_OR_LOG", help_heading = "Unknowns")]
    given: Vec<PathBuf>,
    #[command(flatten, next_help_heading = "Unknowns")]
    layout: LayoutArgs,
    #[command(flatten, next_help_heading = "Unknowns")]
    selection: SelectionArgs,
    #[command(flatten, next_help_heading = "Logs of --given")]
    log: GivenArgs,
}

/// Designs the motion, writes its files and shows it.
pub(crate) fn run(ctx: &Context, args: &ExciteArgs) -> Outcome {
    let interrupt = InterruptFlag::new(ctx)?;
    args.check_files()?;
    let loaded = args.robot.read(ctx)?;
    let robot = &loaded.robot;
    let settings = args.settings(robot)?;
    let world = args.surroundings.world(&loaded)?;
    let known = match &args.given[..] {
        [] => None,
        given => Some(known(ctx, robot, given, &args.log, &settings)?),
    };
    let mut design = designed(robot, &settings, &world, known.as_ref(), &interrupt)?;
    design.warnings.splice(0..0, world.warnings.iter().cloned());
    args.write(&design, robot, &args.out)?;
    if !args.validation.is_empty() {
        let other = ExciteSettings {
            seed: settings.seed.wrapping_add(1),
            criterion: other_criterion(&settings.criterion),
            ..settings.clone()
        };
        let second = designed(robot, &other, &world, None, &interrupt)?;
        args.write(&second, robot, &args.validation)?;
    }
    if let Some(path) = &args.preview {
        let page = rendered(render_preview(&design, robot, &world.scenery(&design)?))?;
        write_file(path, page.as_bytes(), args.force.existing())?;
    }
    show(ctx, args, &design)?;
    if interrupt.is_interrupted() { Err(Failure::BestSoFar) } else { Ok(()) }
}

fn designed(
    robot: &Robot,
    settings: &ExciteSettings,
    world: &World,
    known: Option<&Known>,
    interrupt: &InterruptFlag<'_>,
) -> Outcome<Design> {
    let surroundings = Surroundings { collisions: world.collisions.as_ref(), known };
    let bar = interrupt.bar(settings.n_starts * settings.most_periods);
    let design = design_motion(robot, settings, &surroundings, &|step| bar.report(step));
    bar.finish();
    Ok(design?)
}

/// A second criterion, so that two motions do not leave the same parameters undetermined.
fn other_criterion(criterion: &Criterion) -> Criterion {
    let is_d = criterion.terms.iter().all(|(measure, _)| *measure == Measure::D);
    if is_d { Measure::A.into() } else { Measure::D.into() }
}

fn show(ctx: &Context, args: &ExciteArgs, design: &Design) -> Outcome {
    let warnings = warning_views(&design.warnings);
    let source = Some(args.robot.robot.as_str());
    let next = render_next(ctx, args.next(ctx));
    let body = || serde_json::json!({ "design": design, "warnings": warnings });
    ctx.show(
        || render_document("excite", source, &design.settings, body()),
        |width| render_design(design, width) + &next,
    )?;
    ctx.remark_warnings(&warnings);
    for path in args.out.iter().chain(&args.validation).chain(&args.preview) {
        ctx.remark(&format!("written to {}\n", path.display()));
    }
    Ok(())
}

impl ExciteArgs {
    /// The motion is written and looked at, then its log is checked and identified from.
    fn next(&self, ctx: &Context) -> Vec<String> {
        let robot = &self.robot.robot;
        let file = self.out.is_empty().then(|| again_with_out(ctx, "motion.csv"));
        let page =
            self.preview.iter().map(|page| format!("open {}", quoted(&page.to_string_lossy())));
        let log = [
            inspect_log("LOG", robot),
            format!("taufit identify {} LOG --out RESULT.taufit", quoted(robot)),
        ];
        file.into_iter().chain(page).chain(log).collect()
    }

    /// Refuses endings and files that exist before the work is done and not after it.
    fn check_files(&self) -> Outcome {
        for path in self.out.iter().chain(&self.validation) {
            TrajectoryFormat::of(path)?;
        }
        let all = self.out.iter().chain(&self.validation).chain(&self.preview);
        let existing = self.force.existing();
        Ok(all.into_iter().try_for_each(|path| check_file(path, existing))?)
    }

    fn settings(&self, robot: &Robot) -> Outcome<ExciteSettings> {
        let usual = ExciteSettings::default();
        let settings = ExciteSettings {
            rotor_inertia: self.layout.rotor_inertia(),
            friction: self.layout.friction_or(usual.friction),
            selection: self.selection.selection(),
            seed: self.selection.seed(),
            limits: self.limits.settings(robot.n_dof(), self.surroundings.clearance_m())?,
            ..usual
        };
        self.motion.apply(settings, robot.n_dof())
    }

    fn write(&self, design: &Design, robot: &Robot, paths: &[PathBuf]) -> Outcome {
        let motion = PlannedMotion::new(&design.trajectory, design.settings.rate_hz)?;
        let motion = motion.with_robot(robot)?;
        paths
            .iter()
            .try_for_each(|path| Ok(write_trajectory(path, &motion, self.force.existing())?))
    }
}
