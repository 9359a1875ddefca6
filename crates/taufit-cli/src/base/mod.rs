//! `taufit base ROBOT`: which parameters joint torques can ever reveal.

mod notes;
mod render;
mod view;

use crate::context::Context;
use crate::diagnosis::render_diagnoses;
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::layout_args::LayoutArgs;
use crate::robot_args::RobotArgs;
use clap::Args;
use render::render_base;
use serde::Serialize;
use taufit::base::{Base, BaseSettings};
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
    /// Parameters taken as zero, separated by commas
    #[arg(long, value_name = "P,..")]
    drop: Vec<String>,
    /// A parameter with a known value, in SI units
    #[arg(long, value_name = "P=VALUE", value_parser = fix)]
    fix: Vec<(String, f64)>,
    /// Share of a column below which it counts as explained by others
    #[arg(long, default_value = "1e-7", value_parser = share)]
    tolerance: f64,
    /// Seed of the random states at which the columns are compared
    #[arg(long, default_value_t = BaseSettings::default().seed)]
    seed: u64,
    /// Write the names of links and joints instead of their numbers
    #[arg(long)]
    long_names: bool,
}

/// Every setting of a run, for its provenance.
#[derive(Debug, Serialize)]
struct Settings<'a> {
    #[serde(flatten)]
    mounting: &'a RobotArgs,
    layout: &'a LayoutSettings,
    drop: &'a [String],
    fix: &'a [(String, f64)],
    tolerance: f64,
    seed: u64,
}

/// Reads a robot, groups its parameters and shows the groups.
pub(crate) fn run(ctx: &Context, args: &BaseArgs) -> Outcome {
    let robot = args.robot.read()?.robot;
    let layout_settings = LayoutSettings::from(&args.layout);
    let layout = Layout::new(&robot, &layout_settings);
    let settings = args.settings(&layout)?;
    let base = Base::new(&robot, &layout, &settings)?;
    let view = BaseView::new(&robot, &layout, &base, args.long_names);
    if ctx.json {
        let settings = args.provenance(&layout_settings);
        let source = Some(args.robot.robot.as_str());
        return ctx.deliver(&render_document("base", source, settings, &view)?);
    }
    ctx.deliver(&render_base(&view, ctx.width))?;
    ctx.complain(&render_diagnoses(&view.warnings));
    Ok(())
}

impl BaseArgs {
    /// What the library is asked, with names turned into columns.
    fn settings(&self, layout: &Layout) -> Outcome<BaseSettings> {
        let mut settings =
            BaseSettings { tolerance: self.tolerance, seed: self.seed, ..BaseSettings::default() };
        settings.drop = layout.select_list(&self.drop.join(",")).map_err(Failure::usage)?;
        for (pattern, value) in &self.fix {
            let columns = layout.select(pattern).map_err(Failure::usage)?;
            settings.fix.extend(columns.into_iter().map(|column| (column, *value)));
        }
        Ok(settings)
    }

    fn provenance<'a>(&'a self, layout: &'a LayoutSettings) -> Settings<'a> {
        Settings {
            mounting: &self.robot,
            layout,
            drop: &self.drop,
            fix: &self.fix,
            tolerance: self.tolerance,
            seed: self.seed,
        }
    }
}

fn fix(text: &str) -> Result<(String, f64), String> {
    let (pattern, value) = text.split_once('=').ok_or("expected P=VALUE, such as m6=0.19")?;
    match value.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((pattern.trim().to_owned(), value)),
        _ => Err(format!("{value:?} is not a finite number")),
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("expected a number between 0 and 1, such as 1e-7".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_a_share() {
        assert_eq!(share("1e-7"), Ok(BaseSettings::default().tolerance));
        assert_eq!(share("1e-4"), Ok(1e-4));
        assert!(share("0").is_err() && share("1").is_err() && share("NaN").is_err());
    }

    #[test]
    fn a_fixed_parameter_has_a_name_and_a_number() {
        assert_eq!(fix("m6 = 0.19"), Ok(("m6".to_owned(), 0.19)));
        assert!(fix("m6").is_err());
        assert!(fix("m6=heavy").is_err());
        assert!(fix("m6=inf").is_err());
    }
}
