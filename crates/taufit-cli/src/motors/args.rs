//! Loads, masses and choices of `taufit motors`.

use crate::condition_args::ConditionArgs;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::layout_args::LayoutArgs;
use crate::log_args::LogArgs;
use crate::method_args::GateArgs;
use crate::robot_args::{Payload, payload};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use taufit::methods::{Combination, GivenConstant, MotorsSettings, RecordFitting};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit::spatial::LinkInertia;
use taufit::study::MotorMode;
use taufit_io::LogOptions;

/// Logs with a mass that the other logs do not have.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Loads and masses")]
pub(crate) struct LoadArgs {
    /// Logs with a load of known mass; besides the others
    #[arg(long, value_name = "LOG", num_args = 1.., requires = "load")]
    pub(super) loaded: Vec<PathBuf>,
    /// The load of those logs, like --payload, which is there in all logs
    #[arg(long, value_name = "FRAME:M,CX,CY,CZ[,IXX,..]", value_parser = payload, requires = "loaded")]
    load: Vec<Payload>,
}

/// Masses that differ from the robot's description.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Loads and masses")]
pub(crate) struct MassArgs {
    /// Mass of a link in place of the description's, centre of mass kept
    #[arg(long, value_name = "LINK=KG", value_parser = named_number)]
    link_mass_kg: Vec<(String, f64)>,
}

/// Options of the fit of torque constants and friction.
#[derive(Clone, Debug, Args)]
pub(crate) struct FitArgs {
    #[command(flatten)]
    gate: GateArgs,
    /// Torque constant of a joint, in N m/A; its friction alone is sought then
    #[arg(long, value_name = "JOINT=KCT", value_parser = named_number)]
    kct: Vec<(String, f64)>,
    /// Joints with the same motor, once per motor type; those of the robot's description if not given
    #[arg(long, value_name = "JOINT,JOINT,..", value_parser = name_list)]
    same_motor: Vec<NameList>,
    /// The speed changes all the time: fit whole strokes with the model's inertia
    #[arg(long)]
    single_joint: bool,
    /// Estimator of a single record
    #[arg(long, value_enum, default_value_t = RecordFit::LeastSquares)]
    record_fit: RecordFit,
    /// Give means over records and batches, as the three stages of the paper do, not the weighted fit
    #[arg(long)]
    stages: bool,
    /// Accuracy that a proposed mass off the axis is to give, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0)]
    accuracy: f64,
    /// Shortest stretch at constant velocity that counts, in s
    #[arg(long, value_name = "S")]
    min_plateau_s: Option<f64>,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    log: LogArgs,
    #[command(flatten)]
    condition: ConditionArgs,
}

/// Estimator of a single record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RecordFit {
    /// Least squares in closed form
    LeastSquares,
    /// The same by the simplex search of Nelder and Mead
    NelderMead,
    /// Huber's loss, for records with outliers
    Robust,
}

impl From<RecordFit> for RecordFitting {
    fn from(fit: RecordFit) -> Self {
        match fit {
            RecordFit::LeastSquares => Self::LeastSquares,
            RecordFit::NelderMead => Self::NelderMead,
            RecordFit::Robust => Self::Robust,
        }
    }
}

/// Names between commas.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NameList(Vec<String>);

impl LoadArgs {
    /// The robot with the load.
    pub(super) fn apply(&self, robot: Robot) -> Outcome<Robot> {
        self.load.iter().try_fold(robot, |robot, Payload { frame, body }| {
            robot.with_payload(frame, *body).map_err(Failure::usage)
        })
    }
}

impl MassArgs {
    /// The robot with these masses: bodies keep their shape and centre, density changes.
    pub(super) fn apply(&self, robot: Robot) -> Outcome<Robot> {
        self.link_mass_kg.iter().try_fold(robot, |robot, (link, mass_kg)| {
            let places = robot.joints().iter();
            let Some(i) = places.clone().position(|joint| joint.link.name == *link) else {
                let names: Vec<&str> = places.map(|joint| joint.link.name.as_str()).collect();
                return Err(Failure::misuse(format!(
                    "--link-mass-kg: there is no link {link:?}; the moving links are {}",
                    names.join(", ")
                )));
            };
            let inertia = robot.joints()[i].link.inertia;
            if inertia.mass_kg <= 0.0 || *mass_kg <= 0.0 {
                return Err(Failure::misuse(format!(
                    "--link-mass-kg: {link:?} has {} kg in the description and {mass_kg} kg on the command line; both \
                     must be positive",
                    inertia.mass_kg
                )));
            }
            let params = inertia.to_params().map(|x| x * mass_kg / inertia.mass_kg);
            Ok(robot.with_link_inertia(i, LinkInertia::from_params(params)))
        })
    }
}

impl FitArgs {
    /// Settings of the library.
    pub(super) fn settings(&self) -> MotorsSettings {
        let mut settings = MotorsSettings {
            gate: self.gate.settings(),
            mode: if self.single_joint { MotorMode::SingleJoint } else { MotorMode::Plateaus },
            condition: self.condition.settings(),
            record_fit: self.record_fit.into(),
            combination: if self.stages { Combination::Stages } else { Combination::Joint },
            friction: self.layout.friction_choice(),
            rotor_inertia: self.layout.rotor_inertia(),
            given: self.given(),
            same_motor: self.same_motor.iter().map(|NameList(names)| names.clone()).collect(),
            target_accuracy: 0.01 * self.accuracy,
            ..MotorsSettings::default()
        };
        if let Some(min_plateau_s) = self.min_plateau_s {
            settings.plateau.min_duration_s = min_plateau_s;
        }
        settings
    }

    fn given(&self) -> Vec<GivenConstant> {
        let given =
            |(joint, kct): &(String, f64)| GivenConstant { joint: joint.clone(), kct: *kct };
        self.kct.iter().map(given).collect()
    }

    /// Reader options: efforts of bags, which do not say what they are, are currents.
    pub(super) fn log_options(&self, ctx: &Context) -> Outcome<LogOptions> {
        let options = self.log.options(ctx)?;
        Ok(LogOptions { effort: options.effort.or(Some(EffortKind::Current)), ..options })
    }
}

fn named_number(text: &str) -> Result<(String, f64), String> {
    let (name, number) = text.split_once('=').ok_or("expected NAME=NUMBER, found no \"=\"")?;
    match number.trim().parse::<f64>() {
        Ok(x) if x.is_finite() => Ok((name.trim().to_owned(), x)),
        _ => Err(format!("{number:?} is not a finite number")),
    }
}

fn name_list(text: &str) -> Result<NameList, String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
    if names.len() < 2 || names.iter().any(String::is_empty) {
        return Err(format!("expected two names or more between commas, found {text:?}"));
    }
    Ok(NameList(names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::model::catalog;

    #[test]
    fn a_mass_keeps_the_centre() {
        let robot = catalog::robot("ur5").unwrap();
        let args = MassArgs { link_mass_kg: vec![named_number("link2 = 9.0").unwrap()] };
        let before = robot.joints()[1].link.inertia;
        let after = args.apply(robot.clone()).unwrap().joints()[1].link.inertia;
        assert!((after.mass_kg - 9.0).abs() < 1e-12);
        let moved = after.first_moment * (1.0 / 9.0) - before.first_moment * (1.0 / before.mass_kg);
        assert!(moved.norm() < 1e-12);
        let unknown = MassArgs { link_mass_kg: vec![("forearm".to_owned(), 2.0)] };
        assert!(unknown.apply(robot).is_err());
    }

    #[test]
    fn names_and_numbers_are_checked() {
        for text in ["joint1", "joint1=", "joint1=x", "joint1=NaN"] {
            assert!(named_number(text).is_err(), "{text}");
        }
        assert!(name_list("a").is_err() && name_list("a,,b").is_err());
        assert_eq!(name_list("a, b"), Ok(NameList(vec!["a".to_owned(), "b".to_owned()])));
    }
}
