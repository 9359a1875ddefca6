//! `taufit gains ROBOT LOG... --from-targets`: the gains that a controller itself works with.

use super::GainsArgs;
use super::render::named_gain;
use crate::context::Context;
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::next_steps::render_next;
use crate::numbers::number;
use crate::table::{Align, render_table};
use crate::text::wrap;
use crate::warnings::{WarningView, warning_views};
use clap::Args;
use serde::Serialize;
use taufit::Warning;
use taufit::methods::{ControllerGain, WantedEfforts, controller_gains};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_io::{LogFile, LogOptions};

/// Columns of the targets of a controller.
#[derive(Clone, Debug, Args, Serialize)]
pub(super) struct TargetArgs {
    /// Take the gains of the controller: wanted torque over wanted current of joints at rest
    #[arg(long, conflicts_with_all = ["loaded", "mass_kg", "frame", "separate_friction"])]
    from_targets: bool,
    /// Columns of the wanted currents, in A, with --from-targets
    #[arg(long, value_name = "COLUMNS", default_value = "target_current")]
    target_current: String,
    /// Columns of the wanted torques, in N m, with --from-targets
    #[arg(long, value_name = "COLUMNS", default_value = "target_moment")]
    target_torque: String,
}

impl TargetArgs {
    /// Names the options behind the columns that a log does not have.
    fn explain(&self, failure: Failure) -> Failure {
        let entries = [("i", &self.target_current), ("tau", &self.target_torque)];
        failure.explained(|fault| {
            for (what, columns) in entries {
                let entry = format!("map \"{what}={columns}\"");
                if fault.message.contains(&entry) {
                    let wanted = if what == "i" { "currents" } else { "torques" };
                    let words = format!("{wanted} that the controller wants");
                    fault.message = fault.message.replace(&entry, &words);
                    fault.option =
                        Some("--target-current COLUMNS, --target-torque COLUMNS".to_owned());
                }
            }
        })
    }
}

/// View of the controller's gains.
#[derive(Debug, Serialize)]
struct ControllerGainsView<'a> {
    robot: &'a str,
    gains: Vec<ControllerGainView<'a>>,
    warnings: Vec<WarningView>,
}

/// A gain, and why there is none.
#[derive(Debug, Serialize)]
struct ControllerGainView<'a> {
    #[serde(flatten)]
    gain: &'a ControllerGain,
    /// The status in words.
    reason: String,
}

/// Reads the logs twice, for currents and for torques, and shows the gains.
pub(super) fn run(ctx: &Context, robot: &Robot, args: &GainsArgs) -> Outcome {
    let (options, targets) = (args.log.options(ctx)?, &args.targets);
    let mapped = |effort: EffortKind, what: &str, columns: &str| {
        let mut map = options.map.clone();
        map.push((what.to_owned(), columns.to_owned()));
        LogOptions { map, effort: Some(effort), ..options.clone() }
    };
    let currents = mapped(EffortKind::Current, "i", &targets.target_current);
    let torques = mapped(EffortKind::Torque, "tau", &targets.target_torque);
    let wanted = |path| WantedEfforts {
        current: LogFile::new(path, robot, &currents),
        torque: LogFile::new(path, robot, &torques),
    };
    let logs: Vec<WantedEfforts<LogFile<'_>>> = args.logs.iter().map(wanted).collect();
    let gains = controller_gains(robot, &logs).map_err(|error| targets.explain(error.into()))?;
    // The second reading of a file gives the same warnings.
    let findings: Vec<Warning> = logs.iter().flat_map(|log| log.current.warnings()).collect();
    let warnings = warning_views(&findings);
    let gain = |gain| ControllerGainView { gain, reason: gain.status.to_string() };
    let views = gains.iter().map(gain).collect();
    let view = ControllerGainsView { robot: robot.name(), gains: views, warnings };
    let known = gains.iter().any(|gain| gain.gain_nm_per_a.is_some());
    let next = render_next(ctx, args.next(ctx, known));
    args.out.show(
        ctx,
        || render_document("gains", Some(&args.robot.robot), targets, &view),
        |width| render(robot, &gains, width) + &next,
    )?;
    ctx.remark_warnings(&view.warnings);
    Ok(())
}

fn render(robot: &Robot, gains: &[ControllerGain], width: u16) -> String {
    let known = gains.iter().filter(|gain| gain.gain_nm_per_a.is_some()).count();
    let headline = format!(
        "{}: {known} of {} drive gains identified from targets of the controller.",
        robot.name(),
        gains.len()
    );
    let headings = [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("gain", Align::Right),
        ("", Align::Left),
        ("agree [%]", Align::Right),
        ("samples at rest", Align::Right),
    ];
    let row = |(dof, gain): (usize, &ControllerGain)| {
        let mut row = named_gain(robot, dof, gain.gain_nm_per_a);
        let share = gain.agreeing_percent.map_or_else(String::new, |share| format!("{share:.0}"));
        row.extend([share, gain.n_samples.to_string()]);
        row
    };
    let rows = gains.iter().enumerate().map(row).collect();
    let mut text = wrap(&headline, width, "");
    text += &format!("\n{}\n", render_table(&headings, rows, width));
    text += &wrap(
        "gain: wanted torque over wanted current while the joint stands still, which the controller \
         reckons with. agree: share of the current at rest that agrees on it to 1 %.",
        width,
        "  ",
    );
    for gain in gains.iter().filter(|gain| gain.gain_nm_per_a.is_none()) {
        text += &wrap(&format!("{}: {}.", gain.joint, gain.status), width, "  ");
    }
    let list: Option<Vec<String>> = gains.iter().map(|g| g.gain_nm_per_a.map(number)).collect();
    if let Some(list) = list {
        text += &wrap(&format!("To use them: --gains {}", list.join(",")), width, "  ");
    }
    text
}
