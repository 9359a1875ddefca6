//! `taufit reverse ROBOT SAMPLES.csv`: parameters of a vendor's model from its own numbers.

mod render;

use crate::context::Context;
use crate::failure::Outcome;
use crate::method_args::OutArgs;
use crate::next_steps::next_uses;
use crate::result_folder::{provenance, rendered};
use crate::robot_args::RobotArgs;
use crate::show::show_study;
use clap::Args;
pub(crate) use render::render_reverse;
use std::path::PathBuf;
use taufit::methods::{ReverseSettings, identify_from_samples};
use taufit::study::ReverseStudy;
use taufit_io::read_model_samples;
use taufit_io::result_folder::reverse_folder;

/// Find the parameters of a model from samples of its mass matrix and gravity vector
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Some controllers give their mass matrix M(q) and gravity vector g(q), but not the parameters behind them.
SAMPLES is a table with a line per pose and a header: q1,q2,.. M11,M12,M22,.. g1,g2,.. (rad or m; kg m2; N m).
The upper half of M is enough; M or g may be missing. ROBOT gives the geometry.

Examples:
  taufit reverse lwr.urdf samples.csv --out lwr.taufit
  taufit reverse lwr.urdf samples.csv --rotor          M holds the inertias of the rotors
  taufit export lwr.taufit --to urdf -o lwr_identified.urdf")]
pub(crate) struct ReverseArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Table of poses, mass matrices and gravity vectors
    #[arg(value_name = "SAMPLES")]
    samples: PathBuf,
    /// The diagonal of the mass matrix holds rotor inertias
    #[arg(long)]
    rotor: bool,
    #[command(flatten)]
    out: OutArgs,
}

/// Reads robot and samples, finds the model and shows it.
pub(crate) fn run(ctx: &Context, args: &ReverseArgs) -> Outcome {
    let out = args.out.checked()?;
    let loaded = args.robot.read(ctx)?;
    let robot = &loaded.robot;
    let settings = ReverseSettings { rotor_inertia: args.rotor, ..ReverseSettings::default() };
    let samples = read_model_samples(&args.samples, robot.n_dof())?;
    let result = identify_from_samples(robot, &samples, &settings)?;
    let inputs = loaded.file().into_iter().chain([args.samples.clone()]);
    let provenance = provenance(ctx, &settings, inputs)?;
    let mut study = result.to_study(loaded.record(&args.robot.robot), provenance);
    if let Some(dir) = out {
        let page = |study: &ReverseStudy| rendered(taufit_report::render_reverse(study));
        reverse_folder(&mut study, &result.robot, page)?.write(dir)?;
    }
    let uses = |folder: &str| vec![format!("taufit export {folder} --to urdf -o identified.urdf")];
    let next = next_uses(ctx, &study.header, out, None, uses);
    show_study(ctx, &study, |study, width| render_reverse(study, width) + &next, out)
}
