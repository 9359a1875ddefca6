//! Options of the unknowns: rotor inertias and the friction model.

use crate::robot_args::number_list;
use clap::Args;
use taufit::friction::FrictionShape;
use taufit::methods::FrictionChoice;
use taufit::params::LayoutSettings;

/// Velocity over which a smooth sign changes, if not given, in rad/s.
const TANH_WIDTH_RAD_S: f64 = 0.01;
/// Stribeck velocity, if not given, in rad/s.
const STRIBECK_VELOCITY_RAD_S: f64 = 0.05;
/// Stribeck exponent, if not given.
const STRIBECK_EXPONENT: f64 = 2.0;

/// Help of `--friction`, which is a model in every verb.
pub(crate) const FRICTION_HELP: &str = "\
Friction model: none, viscous, coulomb, coulomb-viscous, asymmetric, tanh, stribeck; with numbers tanh:WIDTH, \
stribeck:VELOCITY or stribeck:VELOCITY,EXPONENT, in rad/s. If not given, `identify` takes the one that predicts \
held-out data best, `payload` coulomb-viscous with offset, others coulomb-viscous";

/// Unknowns besides the ten of every link.
#[derive(Clone, Debug, Args)]
pub(crate) struct LayoutArgs {
    /// Without rotor inertias `Ia`
    #[arg(long)]
    no_rotor: bool,
    #[arg(long, value_name = "MODEL", value_parser = friction_model, help = FRICTION_HELP)]
    friction: Option<FrictionShape>,
    /// With a constant torque offset `off` per joint; the model that data decide on has one
    #[arg(long)]
    offset: bool,
}

impl LayoutArgs {
    /// Whether rotor inertias are among the unknowns.
    pub(crate) fn rotor_inertia(&self) -> bool {
        !self.no_rotor
    }

    /// The model for data to decide on, or the one that was asked for.
    pub(crate) fn friction_choice(&self) -> FrictionChoice {
        self.friction().map_or(FrictionChoice::Auto, FrictionChoice::Given)
    }

    /// The model that was asked for, if any.
    pub(crate) fn friction(&self) -> Option<FrictionShape> {
        self.friction.map(|shape| self.with(shape))
    }

    /// The model that was asked for, or the usual one.
    pub(crate) fn friction_or(&self, usual: FrictionShape) -> FrictionShape {
        self.friction.map_or(usual, |shape| self.with(shape))
    }

    fn with(&self, shape: FrictionShape) -> FrictionShape {
        if self.offset { shape.with_offset() } else { shape }
    }
}

impl From<&LayoutArgs> for LayoutSettings {
    fn from(args: &LayoutArgs) -> Self {
        let shape = args.friction.unwrap_or(FrictionShape::COULOMB_VISCOUS);
        Self { rotor_inertia: args.rotor_inertia(), friction: args.with(shape) }
    }
}

/// A friction model by name, such as `stribeck:0.05`.
pub fn friction_model(text: &str) -> Result<FrictionShape, String> {
    let (model, numbers) = match text.split_once(':') {
        Some((model, list)) => (model, number_list(list)?),
        None => (text, Vec::new()),
    };
    let usual = FrictionShape::COULOMB_VISCOUS;
    let shape = match (model, &numbers[..]) {
        ("none", []) => FrictionShape::NONE,
        ("viscous", []) => FrictionShape { viscous: true, ..FrictionShape::NONE },
        ("coulomb", []) => FrictionShape { coulomb: true, ..FrictionShape::NONE },
        ("coulomb-viscous", []) => usual,
        ("asymmetric", []) => usual.with_direction().with_viscous_asymmetry(),
        ("tanh", []) => usual.with_tanh(TANH_WIDTH_RAD_S),
        ("tanh", [width]) => usual.with_tanh(*width),
        ("stribeck", []) => usual.with_stribeck(STRIBECK_VELOCITY_RAD_S, STRIBECK_EXPONENT),
        ("stribeck", [velocity]) => usual.with_stribeck(*velocity, STRIBECK_EXPONENT),
        ("stribeck", [velocity, exponent]) => usual.with_stribeck(*velocity, *exponent),
        _ => return Err(unknown_model(model)),
    };
    shape.problem().map_or(Ok(shape), |problem| Err(problem.to_owned()))
}

fn unknown_model(model: &str) -> String {
    const MODELS: [&str; 7] =
        ["none", "viscous", "coulomb", "coulomb-viscous", "asymmetric", "tanh", "stribeck"];
    if MODELS.contains(&model) {
        return format!("too many numbers for {model:?}");
    }
    match taufit::diagnostics::suggest(model, MODELS) {
        Some(near) => format!("there is no such model, did you mean {near:?}?"),
        None => format!("there is no such model; there are {}", MODELS.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_go_by_name_with_numbers_if_wanted() {
        let usual = FrictionShape::COULOMB_VISCOUS;
        assert_eq!(friction_model("coulomb-viscous"), Ok(usual));
        assert_eq!(friction_model("tanh:0.2"), Ok(usual.with_tanh(0.2)));
        assert_eq!(friction_model("stribeck:0.1,1"), Ok(usual.with_stribeck(0.1, 1.0)));
        let both = usual.with_direction().with_viscous_asymmetry();
        assert_eq!(friction_model("asymmetric"), Ok(both));
    }

    #[test]
    fn mistakes_are_answered_with_what_there_is() {
        assert!(friction_model("viscos").unwrap_err().contains("did you mean \"viscous\""));
        assert!(friction_model("tanh:-1").unwrap_err().contains("positive"));
        assert!(friction_model("none:1").unwrap_err().contains("too many numbers"));
    }
}
