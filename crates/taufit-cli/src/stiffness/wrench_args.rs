//! Options of the force sensor.

use crate::failure::{Failure, Outcome};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use taufit::methods::{WrenchSettings, WrenchSide};
use taufit::recording::WrenchComponent;
use taufit_io::{LoadedWrench, LogOptions, WrenchOptions, read_wrench};

/// The force sensor at the clamp.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Force sensor")]
pub(super) struct WrenchArgs {
    /// Records of the force sensor, one per LOG; looked for in the logs themselves if not given
    #[arg(long, value_name = "FILE", num_args = 1..)]
    wrench: Vec<PathBuf>,
    /// Without forces, wherever they are
    #[arg(long, conflicts_with = "wrench")]
    no_wrench: bool,
    /// Frame of the robot whose axes and origin the forces refer to; that of the record if not given
    #[arg(long, value_name = "FRAME")]
    wrench_frame: Option<String>,
    /// On what the forces act as they are logged
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = WrenchSideArg::Environment)]
    wrench_on: WrenchSideArg,
    /// Components that count as zero: not measured, because the contact cannot transmit them
    #[arg(long, value_name = "FX,..", value_delimiter = ',', value_parser = component)]
    assume_zero: Vec<WrenchComponent>,
    /// Delay of the forces' stamps, in s; negative if early; estimated if not given
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    wrench_delay: Option<f64>,
    /// Topic of a bag, where several hold wrenches
    #[arg(long, value_name = "NAME")]
    wrench_topic: Option<String>,
    /// Link that is clamped; the one that carries the frame of the forces, else the last, if not given
    #[arg(long, value_name = "LINK")]
    clamped: Option<String>,
}

/// On what forces act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WrenchSideArg {
    /// The robot pushes its environment with them
    Environment,
    /// The environment pushes the robot with them
    Robot,
}

fn component(text: &str) -> Result<WrenchComponent, String> {
    let found = WrenchComponent::ALL.into_iter().find(|component| component.name() == text.trim());
    found.ok_or_else(|| format!("{text:?} is none of fx, fy, fz, mx, my, mz"))
}

impl WrenchArgs {
    /// Settings of the library.
    pub(super) fn settings(&self) -> WrenchSettings {
        WrenchSettings {
            frame: self.wrench_frame.clone(),
            clamped_link: self.clamped.clone(),
            acts_on: match self.wrench_on {
                WrenchSideArg::Environment => WrenchSide::Environment,
                WrenchSideArg::Robot => WrenchSide::Robot,
            },
            assume_zero: self.assume_zero.clone(),
            delay_s: self.wrench_delay,
        }
    }

    /// The files beside the logs.
    pub(super) fn files(&self) -> &[PathBuf] {
        &self.wrench
    }

    /// The forces of every log; none where there are none.
    pub(super) fn read(
        &self,
        logs: &[PathBuf],
        options: &LogOptions,
    ) -> Outcome<Vec<Option<LoadedWrench>>> {
        let options = WrenchOptions {
            topic: self.wrench_topic.clone(),
            memory: options.memory.clone(),
            ..WrenchOptions::default()
        };
        if !self.wrench.is_empty() && self.wrench.len() != logs.len() {
            return Err(Failure::misuse(format!(
                "--wrench has {} files for {} logs; give one per log, in the same order",
                self.wrench.len(),
                logs.len()
            )));
        }
        let within = |log: &Path| match read_wrench(log, &options) {
            Ok(loaded) => Ok(Some(loaded)),
            Err(error) if matches!(error.code(), "E201" | "E203") => Ok(None),
            Err(error) => Err(error.into()),
        };
        let given = |file: &PathBuf| Ok(Some(read_wrench(file, &options)?));
        match (self.no_wrench, self.wrench.is_empty()) {
            (true, _) => Ok(logs.iter().map(|_| None).collect()),
            (false, true) => logs.iter().map(|log| within(log)).collect(),
            (false, false) => self.wrench.iter().map(given).collect(),
        }
    }
}
