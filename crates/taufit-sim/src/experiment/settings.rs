//! The keys of `experiment.toml`.

use super::{ConnectionOptions, GuardSettings, SimulationSettings};
use crate::command::ForceRamp;
use crate::diagnostics::ExperimentError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_excite::collision::Scene;
use taufit_excite::excite::ExciteSettings;

/// Largest number of iterations of a sweep.
const MAX_ITERATIONS: usize = 10_000;

/// Experiment with a robot. Exactly one of `excitation`, `sweep`, `poses`, `ramps` and `log` is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// A built-in name, or a robot's file; a relative path counts from the experiment's folder.
    pub robot: String,
    /// Commands and samples per second \[Hz\].
    #[serde(default = "default_rate_hz")]
    pub rate_hz: f64,
    /// Where the robot goes in the end; where it started if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<Vec<f64>>,
    /// Time to come to rest after every move \[s\].
    #[serde(default = "default_settle_s")]
    pub settle_s: f64,
    /// Share of a joint's top speed and acceleration that moves between positions use.
    #[serde(default = "default_speed_share")]
    pub speed_share: f64,
    /// Follow a trajectory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excitation: Option<Excitation>,
    /// Move joint by joint at constant velocities (Ulici et al.).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
    /// Stand still in several poses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poses: Option<Poses>,
    /// Press against a clamp (Jubien et al. 2014).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ramps: Option<Ramps>,
    /// Only listen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<FreeLog>,
    /// Surroundings of the robot, as in `scene.toml`; collisions are checked only where it is
    /// given, be it empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub scene: Option<Scene>,
    /// Conditions that end a run at once.
    #[serde(default)]
    pub guard: GuardSettings,
    /// Connection to a real robot.
    #[serde(default)]
    pub link: ConnectionOptions,
    /// The robot that stands in for a real one.
    #[serde(default)]
    pub simulation: SimulationSettings,
}

fn default_rate_hz() -> f64 {
    500.0
}

fn default_settle_s() -> f64 {
    0.5
}

fn default_speed_share() -> f64 {
    0.25
}

/// Follow a trajectory: one from a file, or one that is designed for this run.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Excitation {
    /// File of the trajectory; a relative path counts from the experiment's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trajectory: Option<String>,
    /// Number of repetitions of its curves; that of the trajectory if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repetitions: Option<usize>,
    /// Settings for designing one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub design: Option<ExciteSettings>,
}

/// Constant velocities, joint by joint (Ulici et al., §3.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// Number of runs at every velocity.
    #[serde(default = "once")]
    pub iterations: usize,
    /// Whether the way back is driven at the same velocity too; else the joint returns by position.
    #[serde(default = "yes")]
    pub both_directions: bool,
    /// The joints, in turn.
    #[serde(rename = "joint")]
    pub joints: Vec<SweepJoint>,
}

fn once() -> usize {
    1
}

fn yes() -> bool {
    true
}

/// One joint of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepJoint {
    /// The joint.
    pub name: String,
    /// Positions of all joints at its start.
    pub start: Vec<f64>,
    /// Travel, ramps included; negative the other way \[rad or m\].
    pub distance_rad: f64,
    /// The speeds \[rad/s or m/s\].
    pub velocities_rad_s: Vec<f64>,
}

/// Static poses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Poses {
    /// Positions of all joints, pose by pose.
    pub list: Vec<Vec<f64>>,
    /// Time that each is held once the robot has settled \[s\].
    pub dwell_s: f64,
}

/// Force ramps of a clamped robot, each pressed where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ramps {
    /// The ramps, in turn.
    #[serde(rename = "ramp")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub list: Vec<ForceRamp>,
}

/// Listen without commanding anything.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FreeLog {
    /// Duration \[s\].
    pub duration_s: f64,
}

impl Experiment {
    /// An experiment with a robot that does nothing yet.
    pub fn new(robot: impl Into<String>) -> Self {
        Self {
            robot: robot.into(),
            rate_hz: default_rate_hz(),
            home: None,
            settle_s: default_settle_s(),
            speed_share: default_speed_share(),
            excitation: None,
            sweep: None,
            poses: None,
            ramps: None,
            log: None,
            scene: None,
            guard: GuardSettings::default(),
            link: ConnectionOptions::default(),
            simulation: SimulationSettings::default(),
        }
    }

    /// Refuses numbers out of range, and files that ask for nothing or for two things.
    pub fn validate(&self) -> Result<()> {
        InputError::check_positive("rate_hz", self.rate_hz)?;
        InputError::check_not_negative("settle_s", self.settle_s)?;
        if !(self.speed_share > 0.0 && self.speed_share <= 1.0) {
            let (setting, expected) = ("speed_share", "a share above 0 and at most 1");
            return Err(
                InputError::OutOfRange { setting, value: self.speed_share, expected }.into()
            );
        }
        self.guard.validate()?;
        self.check_kind()?;
        self.check_contents()
    }

    fn check_kind(&self) -> Result<()> {
        let kinds = [
            ("excitation", self.excitation.is_some()),
            ("sweep", self.sweep.is_some()),
            ("poses", self.poses.is_some()),
            ("ramps", self.ramps.is_some()),
            ("log", self.log.is_some()),
        ];
        let given: Vec<&str> = kinds.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
        if given.len() == 1 {
            return Ok(());
        }
        let found = if given.is_empty() { "none".to_owned() } else { given.join(" and ") };
        refuse(format!(
            "found {found} of the tables excitation, sweep, poses, ramps and log; \
             give exactly one"
        ))
    }

    fn check_contents(&self) -> Result<()> {
        if let Some(excitation) = &self.excitation {
            if excitation.trajectory.is_some() == excitation.design.is_some() {
                return refuse(
                    "[excitation] needs either a trajectory or a design, not both".to_owned(),
                );
            }
            if excitation.repetitions == Some(0) {
                return refuse("[excitation] has 0 repetitions; give 1 or more".to_owned());
            }
        }
        if self.sweep.as_ref().is_some_and(|s| s.iterations == 0 || s.joints.is_empty()) {
            return refuse("[sweep] has no joint or 0 iterations; give 1 or more".to_owned());
        }
        if let Some(n) = self.sweep.as_ref().map(|s| s.iterations).filter(|n| *n > MAX_ITERATIONS) {
            return refuse(format!("[sweep] has {n} iterations; give at most {MAX_ITERATIONS}"));
        }
        if self.poses.as_ref().is_some_and(|poses| poses.list.is_empty()) {
            return refuse("[poses] has an empty list; give 1 pose or more".to_owned());
        }
        if let Some(poses) = &self.poses {
            InputError::check_positive("dwell_s of the poses", poses.dwell_s)?;
        }
        if let Some(log) = &self.log {
            InputError::check_positive("duration_s of the log", log.duration_s)?;
        }
        for ramp in self.ramps.iter().flat_map(|ramps| &ramps.list) {
            InputError::check_positive("ramp_s", ramp.ramp_s)?;
            InputError::check_not_negative("hold_s", ramp.hold_s)?;
        }
        Ok(())
    }
}

/// An experiment that contradicts itself.
pub(super) fn refuse<T>(problem: String) -> Result<T> {
    Err(ExperimentError::Experiment { problem }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_is_one_thing() {
        let listen = Some(FreeLog { duration_s: 1.0 });
        let one = Experiment { log: listen, ..Experiment::new("ur5") };
        assert!(one.validate().is_ok());
        let none = Experiment::new("ur5").validate().unwrap_err();
        assert!(none.to_string().contains("found none"), "{none}");
        let poses = Some(Poses { list: vec![], dwell_s: 1.0 });
        let empty = Experiment { poses: poses.clone(), ..Experiment::new("ur5") };
        assert!(empty.validate().is_err());
        let two = Experiment { poses, ..one }.validate().unwrap_err();
        assert!(two.to_string().contains("poses and log") && two.code() == "E150", "{two}");
    }

    #[test]
    fn an_excitation_has_one_source() {
        let with = |excitation| {
            Experiment { excitation: Some(excitation), ..Experiment::new("ur5") }.validate()
        };
        assert!(with(Excitation::default()).is_err());
        let trajectory = Some("t.json".to_owned());
        assert!(with(Excitation { trajectory: trajectory.clone(), ..Default::default() }).is_ok());
        let design = Some(ExciteSettings::default());
        assert!(with(Excitation { trajectory, design, repetitions: None }).is_err());
    }
}
