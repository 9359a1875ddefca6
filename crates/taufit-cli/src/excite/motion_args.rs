//! The kind of motion, what makes it good, and how long to search.

use super::criterion::criterion;
use crate::failure::{Failure, Outcome};
use crate::robot_args::number_list;
use clap::{Args, ValueEnum};
use taufit::excite::{Criterion, ExciteSettings, Family, Scaling};

/// Motion options.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Motion")]
pub(super) struct MotionArgs {
    /// The kind of curves
    #[arg(long, value_enum, default_value_t = Curves::Fourier)]
    family: Curves,
    /// Harmonics of Fourier series, one number for all joints or one each
    #[arg(long, value_name = "N[,N..]", value_parser = sizes, default_value = "5")]
    order: Sizes,
    /// Control points of splines, one number for all joints or one each
    #[arg(long, value_name = "N[,N..]", value_parser = sizes, default_value = "16")]
    points: Sizes,
    /// Duration of one run through the curves, in s; if not given, a run of 20 s is divided into as many
    /// periods as suits the criterion
    #[arg(long, value_name = "S")]
    period: Option<f64>,
    /// Largest number of equal periods that a run may be divided into, which sets the base frequency of
    /// Fourier series; 3, or 1 with --period or splines, if not given
    #[arg(long, value_name = "N")]
    most_periods: Option<usize>,
    /// Number of repetitions of the curves
    #[arg(long, value_name = "N", default_value_t = ExciteSettings::default().repetitions)]
    repetitions: usize,
    /// Rate of the log to come, in Hz; files of samples have it too
    #[arg(long, value_name = "HZ", default_value_t = ExciteSettings::default().rate_hz)]
    sample_rate_hz: f64,
    /// Positions about which Fourier series move, one per joint; found by the design if not given
    #[arg(long, value_name = "Q1,Q2,..", value_parser = numbers, allow_hyphen_values = true)]
    about: Option<Numbers>,
    /// Where the robot waits before and after, one position per joint; the start of the curves if not
    /// given
    #[arg(long, value_name = "Q1,Q2,..", value_parser = numbers, allow_hyphen_values = true)]
    home: Option<Numbers>,
    /// Criterion to be optimised: cond, gram-cond, d, e, a, or a sum such as d+0.1*cond
    #[arg(long, value_parser = criterion, default_value = "d")]
    criterion: Criterion,
    /// Units in which parameters count
    #[arg(long, value_enum, default_value_t = Units::Torque)]
    scaling: Units,
    /// Standard deviation of the torques to come, in N m or N, one number for all joints or one each; a
    /// hundredth of the largest torque if not given
    #[arg(long, value_name = "TAU[,TAU..]", value_parser = numbers)]
    torque_noise: Option<Numbers>,
    /// Only these parameters count: names such as m6 or 'fc*'
    #[arg(long, value_name = "P,..")]
    only: Option<String>,
    /// Number of different starts, for every number of periods
    #[arg(long, value_name = "N", default_value_t = ExciteSettings::default().n_starts)]
    starts: usize,
    /// Steps of the optimiser per start
    #[arg(long, value_name = "N", default_value_t = ExciteSettings::default().n_iterations)]
    iterations: usize,
}

/// A kind of curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Curves {
    /// Finite Fourier series: periodic, of limited bandwidth
    Fourier,
    /// Clamped quintic B-splines: at rest at both ends
    Spline,
}

/// Units of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Units {
    /// SI units, as in the literature
    Si,
    /// By what parameters do to torques
    Torque,
}

/// Finite numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Numbers(pub(super) Vec<f64>);

/// Counts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sizes(Vec<usize>);

/// Largest number of periods that a run is divided into where the user leaves it open.
const USUAL_PERIODS: usize = 3;

impl MotionArgs {
    fn most_periods(&self) -> usize {
        let is_open = self.period.is_none() && self.family == Curves::Fourier;
        self.most_periods.unwrap_or(if is_open { USUAL_PERIODS } else { 1 })
    }

    /// The settings with everything that was said about the motion.
    pub(super) fn apply(&self, settings: ExciteSettings, n_dof: usize) -> Outcome<ExciteSettings> {
        let of_joints = |flag: &str, numbers: &Option<Numbers>| match numbers {
            Some(Numbers(list)) if list.len() != n_dof => Err(Failure::misuse(format!(
                "{flag} has {} values, but the robot has {n_dof} joints",
                list.len()
            ))),
            list => Ok(list.as_ref().map(|Numbers(list)| list.clone())),
        };
        Ok(ExciteSettings {
            family: match self.family {
                Curves::Fourier => Family::Fourier { order: self.order.0.clone() },
                Curves::Spline => Family::Spline { points: self.points.0.clone() },
            },
            period_s: self.period.unwrap_or(settings.period_s),
            most_periods: self.most_periods(),
            repetitions: self.repetitions,
            rate_hz: self.sample_rate_hz,
            offset: of_joints("--about", &self.about)?,
            home: of_joints("--home", &self.home)?,
            criterion: self.criterion.clone(),
            scaling: match self.scaling {
                Units::Si => Scaling::Si,
                Units::Torque => Scaling::Torque,
            },
            torque_noise: self.torque_noise.as_ref().map(|Numbers(list)| list.clone()),
            only: self.only.clone(),
            n_starts: self.starts,
            n_iterations: self.iterations,
            ..settings
        })
    }
}

/// Finite numbers between commas.
pub(super) fn numbers(text: &str) -> Result<Numbers, String> {
    number_list(text).map(Numbers)
}

fn sizes(text: &str) -> Result<Sizes, String> {
    let size = |part: &str| part.trim().parse().map_err(|_| format!("{part:?} is not a count"));
    text.split(',').map(size).collect::<Result<_, _>>().map(Sizes)
}
