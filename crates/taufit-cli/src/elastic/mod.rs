//! `taufit elastic ROBOT LOG...`: links, springs and motors of an arm with encoders on both sides of its
//! joints.

mod render;

use crate::condition_args::ConditionArgs;
use crate::context::{Context, quoted};
use crate::failure::{Failure, Outcome};
use crate::layout_args::LayoutArgs;
use crate::method_args::MethodArgs;
use crate::next_steps::{inspect_log, next_uses};
use crate::result_folder::provenance;
use crate::robot_args::{RobotArgs, number_list};
use crate::show::hand_over;
use clap::{Args, ValueEnum};
pub(crate) use render::render_elastic;
use std::path::{Path, PathBuf};
use taufit::methods::{
    DampingChoice, ElasticSettings, EncoderCorrection, ReversalMask, identify_elastic,
};
use taufit::model::RotorCoupling;
use taufit::model::{Motor, Robot};
use taufit::study::{ElasticEstimator, ElasticStudy};
use taufit_io::result_folder::elastic_folder;
use taufit_io::{LogFile, LogOptions};

/// Identify elastic joints: stiffness, rotors, links and friction from encoders on both sides
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A LOG has positions of links and motors, both seen from the joint side: columns q1.. and qm1.. (or
q.<joint>, qm.<joint>) of a table; in a bag the names <joint>.link beside <joint>. Efforts are those of the
motors. Nothing may touch the arm.

Joints with one encoder are left out by --joints, or get a link whose motion is estimated with --assume.

Examples:
  taufit elastic arm.toml run1.csv run2.csv --out arm.taufit
  taufit elastic puma560 run.mcap --full-rotors --friction coulomb-viscous
  taufit elastic kr300.toml A.csv --map qm=q --map q1=qlink1 .. --joints 2,3 --known-rotors
  taufit elastic planar2r sim.csv --true-stiffness 2000,2000       with the truth beside")]
pub(crate) struct ElasticArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Logs with encoders on both sides
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Joints with a spring, by name or number; the others are taken as rigid
    #[arg(long, value_name = "J,..", value_delimiter = ',')]
    joints: Vec<String>,
    /// Estimator of the parameters
    #[arg(long, value_enum, default_value_t = ElasticMethodArg::Deflection)]
    method: ElasticMethodArg,
    /// Rotors also turn with the links that carry them; needs gear ratios
    #[arg(long)]
    full_rotors: bool,
    /// Take rotor inertias from the robot: where deflections are small, links and rotors are hard to tell
    /// apart
    #[arg(long, conflicts_with = "full_rotors")]
    known_rotors: bool,
    /// Springs with a damping `D`: those whose damping is significant, all or none
    #[arg(long, value_enum, value_name = "SPRINGS", default_value_t = Damping::Auto,
          num_args = 0..=1, default_missing_value = "all")]
    damping: Damping,
    /// Leave out rows near velocity reversals, where a joint is slower than this, for that joint, in rad/s
    /// or m/s; speeds are those of the motors; 0 uses all rows; 5 % of a motor's own rms speed if not given
    #[arg(long, value_name = "SPEED")]
    min_speed: Option<f64>,
    /// Share of every log, at its end, that is kept for validation
    #[arg(long, value_name = "SHARE", default_value_t = ElasticSettings::default().hold_out)]
    hold_out: f64,
    /// Leave the lag between the encoders in
    #[arg(long)]
    keep_lag: bool,
    /// Take encoders as they are at zero load
    #[arg(long)]
    keep_shift: bool,
    /// Without a jump of deflections at reversals, which friction behind the spring leaves
    #[arg(long)]
    no_hysteresis: bool,
    /// A joint without encoder on its link: its stiffness, in N m/rad or N/m, by which the motion of the
    /// link is estimated
    #[arg(long, value_name = "JOINT=K", value_parser = assumed)]
    assume: Vec<(String, f64)>,
    /// The arm is simulated: ROBOT is the truth, and so are these stiffnesses of all joints
    #[arg(long, value_name = "K1,K2,..", value_parser = stiffness)]
    true_stiffness: Option<Stiffness>,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    shared: MethodArgs,
    #[command(flatten)]
    condition: ConditionArgs,
}

/// One number per joint.
#[derive(Clone, Debug, PartialEq)]
struct Stiffness(Vec<f64>);

/// Which springs are damped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Damping {
    /// Those whose damping is positive and significant
    Auto,
    /// All of them
    All,
    /// None of them
    None,
}

/// Estimator of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ElasticMethodArg {
    /// Deflections as measurements: encoder noise does not soften the joints
    Deflection,
    /// Weighted least squares on the lines of links and motors
    Wls,
    /// Ordinary least squares on the same
    Ols,
}

/// Reads robot and logs, identifies and shows the result.
pub(crate) fn run(ctx: &Context, args: &ElasticArgs) -> Outcome {
    let out = args.shared.out.checked()?;
    let loaded = args.robot.read(ctx)?;
    let robot = &args.with_gains(&loaded.robot)?;
    let settings = args.settings(robot)?;
    let options = LogOptions { both_encoders: true, ..args.shared.log_options(ctx)? };
    let logs: Vec<LogFile<'_>> =
        args.logs.iter().map(|path| LogFile::new(path, robot, &options)).collect();
    let inputs = loaded.file().into_iter().chain(args.logs.iter().cloned());
    let provenance = provenance(ctx, &settings, inputs)?;
    let found = ctx
        .with_spinner("identifying elastic joints", || identify_elastic(robot, &logs, &settings))?;
    let truth = args.true_stiffness.as_ref().map(|Stiffness(k)| found.truth(robot, k, &[]));
    let mut study =
        found.to_study(robot, loaded.record(&args.robot.robot), provenance, truth.as_deref());
    study.header.warn(logs.iter().flat_map(LogFile::warnings));
    let next = args.next(ctx, &study, out);
    let screen = |study: &ElasticStudy, width| render_elastic(study, width) + &next;
    hand_over(ctx, &study, screen, taufit_report::render_elastic, elastic_folder, out)
}

impl ElasticArgs {
    /// A second run shows which parameters repeat.
    fn next(&self, ctx: &Context, study: &ElasticStudy, out: Option<&Path>) -> String {
        let robot = &self.robot.robot;
        let log = self.logs.first().map(|log| inspect_log(&log.to_string_lossy(), robot));
        next_uses(ctx, &study.header, out, log, |folder| {
            vec![
                format!("taufit elastic {} OTHER_LOG --out other.taufit", quoted(robot)),
                format!("taufit compare {folder} other.taufit"),
            ]
        })
    }

    fn settings(&self, robot: &Robot) -> Outcome<ElasticSettings> {
        if !self.layout.rotor_inertia() {
            let text = "motors of elastic joints have rotors: leave --no-rotor out";
            return Err(Failure::misuse(text));
        }
        if let Some(Stiffness(k)) = &self.true_stiffness
            && k.len() != robot.n_dof()
        {
            return Err(Failure::misuse(format!(
                "--true-stiffness has {} values, but {} has {} joints",
                k.len(),
                robot.name(),
                robot.n_dof()
            )));
        }
        Ok(ElasticSettings {
            gate: self.shared.gate(),
            condition: self.condition.settings(),
            joints: self.joints.iter().map(|joint| named(robot, joint)).collect(),
            coupling: match self.full_rotors {
                true => RotorCoupling::Full,
                false => RotorCoupling::Reduced,
            },
            known_rotors: self.known_rotors,
            damping: match self.damping {
                Damping::Auto => DampingChoice::Auto,
                Damping::All => DampingChoice::Fitted,
                Damping::None => DampingChoice::None,
            },
            reversals: self.min_speed.map_or_else(ReversalMask::default, ReversalMask::Below),
            hold_out: self.hold_out,
            friction: self.layout.friction_choice(),
            estimator: match self.method {
                ElasticMethodArg::Deflection => ElasticEstimator::Deflection,
                ElasticMethodArg::Wls => ElasticEstimator::Wls,
                ElasticMethodArg::Ols => ElasticEstimator::Ols,
            },
            encoders: EncoderCorrection {
                lag: !self.keep_lag,
                shift: !self.keep_shift,
                hysteresis: !self.no_hysteresis,
            },
            assumed_stiffness: self
                .assume
                .iter()
                .map(|(joint, k)| (named(robot, joint), *k))
                .collect(),
            ..ElasticSettings::default()
        })
    }

    /// The robot with the torque constants of the command line, if there are any.
    fn with_gains(&self, robot: &Robot) -> Outcome<Robot> {
        let gains = self.shared.torque_constants(robot)?;
        Ok(gains.into_iter().enumerate().fold(robot.clone(), |robot, (dof, gain)| {
            let motor = robot.dof_joint(dof).motor.clone();
            robot.with_motor(dof, Motor { torque_constant_nm_a: gain, ..motor })
        }))
    }
}

/// A joint by its name or by its number from 1.
fn named(robot: &Robot, joint: &str) -> String {
    let by_number = joint.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let is_name = robot.dof_joint_iter().any(|j| j.name == joint);
    let numbered = by_number.filter(|_| !is_name).filter(|dof| *dof < robot.n_dof());
    numbered.map_or_else(|| joint.trim().to_owned(), |dof| robot.dof_joint(dof).name.clone())
}

fn assumed(text: &str) -> Result<(String, f64), String> {
    let (joint, stiffness) = text.split_once('=').ok_or("expected JOINT=K, such as 4=2e6")?;
    match stiffness.trim().parse::<f64>() {
        Ok(k) if k > 0.0 && k.is_finite() => Ok((joint.trim().to_owned(), k)),
        _ => Err(format!("{stiffness:?} is not a positive number")),
    }
}

fn stiffness(text: &str) -> Result<Stiffness, String> {
    number_list(text).map(Stiffness)
}
