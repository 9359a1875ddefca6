//! Options about what logs hold: columns, units, signs, rate.

use crate::context::Context;
use crate::drive_gains::{DriveGainsArg, exact};
use crate::failure::Outcome;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::Path;
use taufit::methods::DriveGain;
use taufit::model::{Joint, Robot};
use taufit::recording::EffortKind;
use taufit_io::{AngleUnit, LogOptions, Negate, TimeUnit, VelocityUnit};

/// Content of the logs.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct LogArgs {
    /// Meaning of the effort columns, where the header does not give it
    #[arg(long, value_enum)]
    effort: Option<EffortUnitArg>,
    /// Topic of a bag, where it has several that could be meant
    #[arg(long, value_name = "NAME")]
    topic: Option<String>,
    /// Which columns to take, such as tau=tau_J, q=2..7 or tau=motor1..motor7; in bags what a joint is
    /// called there, such as elbow=left_elbow
    #[arg(long, value_name = "WHAT=COLUMNS")]
    map: Vec<String>,
    /// Unit of the time stamps, in place of the header's
    #[arg(long, value_enum, value_name = "UNIT")]
    time_unit: Option<Time>,
    /// Unit of the positions of revolute joints, in place of the header's
    #[arg(long, value_enum, value_name = "UNIT")]
    angle_unit: Option<AngleUnitArg>,
    /// Unit of the velocities of revolute joints, in place of the header's
    #[arg(long, value_enum, value_name = "UNIT")]
    velocity_unit: Option<VelocityUnitArg>,
    /// Reverse the sign of all efforts, or of those of some joints: --negate=joint2,joint4
    #[arg(long, value_name = "JOINTS", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "", value_delimiter = ',')]
    negate: Option<Vec<String>>,
    /// Delay of the efforts behind the positions in s, which is taken out; negative where they are ahead
    #[arg(long, value_name = "S", default_value_t = 0.0, allow_negative_numbers = true)]
    effort_delay_s: f64,
    /// Samples per second of a log without time stamps; stamps that it has are not used
    #[arg(long, value_name = "HZ")]
    rate_hz: Option<f64>,
}

/// Unit of time stamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum Time {
    S,
    Ms,
    Us,
    Ns,
}

/// Unit of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum AngleUnitArg {
    Rad,
    Deg,
}

/// Unit of velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum VelocityUnitArg {
    #[value(name = "rad/s")]
    RadPerS,
    #[value(name = "deg/s")]
    DegPerS,
    Rpm,
}

/// Format of logs whose efforts are needed as torques.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct EffortLogArgs {
    #[command(flatten)]
    #[serde(flatten)]
    log: LogArgs,
    /// Joint torque per ampere of every joint, in N m/A, for logs of currents; - for a joint where it is
    /// not known, or the file that `taufit gains --out` wrote; those of the robot if not given
    #[arg(long, value_name = "GAINS", value_parser = DriveGainsArg::parse, allow_hyphen_values = true)]
    gains: Option<DriveGainsArg>,
}

/// Unit of the effort columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum EffortUnitArg {
    /// N m or N, joint side
    Torque,
    /// A
    Current,
}

impl LogArgs {
    /// Reader options.
    pub(crate) fn options(&self, ctx: &Context) -> Outcome<LogOptions> {
        let effort = self.effort.map(|effort| match effort {
            EffortUnitArg::Torque => EffortKind::Torque,
            EffortUnitArg::Current => EffortKind::Current,
        });
        let mut options = LogOptions {
            effort,
            topic: self.topic.clone(),
            time_unit: self.time_unit.map(Time::unit),
            angle_unit: self.angle_unit.map(AngleUnitArg::unit),
            velocity_unit: self.velocity_unit.map(VelocityUnitArg::unit),
            negate: self.negated(),
            effort_delay_s: self.effort_delay_s,
            rate_hz: self.rate_hz,
            memory: ctx.memory_logs(),
            interrupt: ctx.reading_interrupt(),
            ..LogOptions::default()
        };
        for entry in &self.map {
            options = options.with_map(entry)?;
        }
        Ok(options)
    }

    fn negated(&self) -> Negate {
        match self.negate.as_deref() {
            None => Negate::None,
            Some([all]) if all.is_empty() => Negate::All,
            Some(joints) => Negate::Joints(joints.to_vec()),
        }
    }
}

impl Time {
    fn unit(self) -> TimeUnit {
        match self {
            Self::S => TimeUnit::Seconds,
            Self::Ms => TimeUnit::Milliseconds,
            Self::Us => TimeUnit::Microseconds,
            Self::Ns => TimeUnit::Nanoseconds,
        }
    }
}

impl AngleUnitArg {
    fn unit(self) -> AngleUnit {
        match self {
            Self::Rad => AngleUnit::Radians,
            Self::Deg => AngleUnit::Degrees,
        }
    }
}

impl VelocityUnitArg {
    fn unit(self) -> VelocityUnit {
        match self {
            Self::RadPerS => VelocityUnit::RadiansPerSecond,
            Self::DegPerS => VelocityUnit::DegreesPerSecond,
            Self::Rpm => VelocityUnit::Rpm,
        }
    }
}

impl EffortLogArgs {
    /// Options for reading a log.
    pub(crate) fn options(&self, ctx: &Context) -> Outcome<LogOptions> {
        self.log.options(ctx)
    }

    /// Joint torque per ampere of every joint: as given, or the robot's own.
    pub(crate) fn torque_constants(&self, robot: &Robot) -> Outcome<Vec<Option<f64>>> {
        let gains = self.drive_gains(robot)?;
        Ok(gains.into_iter().map(|gain| gain.map(|gain| gain.nm_per_a)).collect())
    }

    /// The same with their uncertainty.
    pub(crate) fn drive_gains(&self, robot: &Robot) -> Outcome<Vec<Option<DriveGain>>> {
        let own = |joint: &Joint| joint.motor.torque_constant_nm_a.map(exact);
        match &self.gains {
            Some(gains) => gains.of(robot),
            None => Ok(robot.dof_joint_iter().map(own).collect()),
        }
    }

    /// File of the gains, where they come from one.
    pub(crate) fn gains_file(&self) -> Option<&Path> {
        self.gains.as_ref()?.file()
    }
}
