//! Options of every method that identifies from logs.

use crate::context::Context;
use crate::failure::Outcome;
use crate::log_args::EffortLogArgs;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use taufit::methods::DriveGain;
use taufit::model::Robot;
use taufit::survey::GateSettings;
use taufit_io::LogOptions;
use taufit_io::output::check_folder;

/// Result folder of a method.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutArgs {
    /// Where to write; a folder for result.json, tables, report and files of the robot where the method has some; an
    /// earlier result there is replaced, nothing else
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
}

impl OutArgs {
    /// The folder, if it may be written to: asked before the work is done.
    pub(crate) fn checked(&self) -> Outcome<Option<&Path>> {
        self.out.as_deref().map_or(Ok(()), check_folder)?;
        Ok(self.out.as_deref())
    }
}

/// Result folder, log format, torque constants and gate of a method.
#[derive(Clone, Debug, Args)]
pub(crate) struct MethodArgs {
    #[command(flatten)]
    pub(crate) out: OutArgs,
    #[command(flatten)]
    log: EffortLogArgs,
    #[command(flatten)]
    gate: GateArgs,
}

impl MethodArgs {
    /// Options for reading the logs.
    pub(crate) fn log_options(&self, ctx: &Context) -> Outcome<LogOptions> {
        self.log.options(ctx)
    }

    /// Torque constants of all joints \[N·m/A\].
    pub(crate) fn torque_constants(&self, robot: &Robot) -> Outcome<Vec<Option<f64>>> {
        self.log.torque_constants(robot)
    }

    /// Drive gains of all joints with their uncertainty.
    pub(crate) fn drive_gains(&self, robot: &Robot) -> Outcome<Vec<Option<DriveGain>>> {
        self.log.drive_gains(robot)
    }

    /// File of the drive gains, where they come from one.
    pub(crate) fn gains_file(&self) -> Option<&Path> {
        self.log.gains_file()
    }

    /// Settings of the gate.
    pub(crate) fn gate(&self) -> GateSettings {
        self.gate.settings()
    }
}

/// Findings about the logs that are accepted.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct GateArgs {
    /// Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is
    /// at most usable
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = known_code)]
    accept: Vec<String>,
}

/// A code that has a page.
fn known_code(code: &str) -> Result<String, String> {
    let known = crate::explain::page(&code.to_uppercase()).is_some();
    known.then(|| code.to_owned()).ok_or_else(|| format!("there is no code {code:?}"))
}

impl GateArgs {
    /// The settings of the gate.
    pub(crate) fn settings(&self) -> GateSettings {
        GateSettings { accept: self.accept.clone() }
    }
}
