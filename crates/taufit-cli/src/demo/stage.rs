//! Setup of the demo: two motions, and a robot that differs from its description.

use super::ROBOT;
use crate::failure::{Failure, Outcome};
use crate::run::write;
use serde::Serialize;
use std::path::{Path, PathBuf};
use taufit::collision::{CollisionModel, CollisionSettings, Geometry, Scene};
use taufit::excite::{
    Design, ExciteSettings, LimitSettings, Measure, Surroundings, Trajectory, design_motion,
};
use taufit::experiment::{Excitation, Experiment, SimulationSettings, TruthSettings};
use taufit::model::Robot;
use taufit::sim::{ArmSettings, EffortSettings, EncoderSettings, SensorSettings};
use taufit_io::output::Existing;
use taufit_io::{PlannedMotion, write_trajectory};

/// Counts of the motor encoders per turn of the joint: 13 bits behind a gear of 101.
const ENCODER_COUNTS: f64 = 8192.0 * 101.0;

/// Noise of the torques, standard deviation \[N·m\].
pub(super) const TORQUE_NOISE_NM: [f64; 6] = [1.5, 1.5, 1.0, 0.3, 0.3, 0.3];

/// Samples per second \[Hz\].
const RATE_HZ: f64 = 500.0;

/// Two motions and the truth.
#[derive(Debug)]
pub(super) struct DemoSetup {
    /// The exciting motion.
    pub(super) design: Design,
    /// Another motion, to prove the result on.
    validation: Trajectory,
    pub(super) truth: TruthSettings,
    seed: u64,
}

impl DemoSetup {
    /// Designs both motions, by different criteria and from different starts.
    pub(super) fn new(robot: &Robot, seed: u64) -> Outcome<Self> {
        let (geometry, scene) = (Geometry::without_meshes(robot), scene());
        let settings = excite_settings(seed);
        let touching_m = settings.limits.clearance_m;
        let checks = CollisionSettings { touching_m, ..CollisionSettings::default() };
        let model = CollisionModel::new(robot, &geometry, &scene, &checks)?;
        let around = Surroundings { collisions: Some(&model), known: None };
        let design = design_motion(robot, &settings, &around, &|_| true)?;
        let seed_of_other = seed.wrapping_add(100);
        let criterion = Measure::D.into();
        let other = ExciteSettings { seed: seed_of_other, criterion, ..settings };
        let validation = design_motion(robot, &other, &around, &|_| true)?.trajectory;
        Ok(Self { design, validation, truth: truth(), seed })
    }

    /// The robot as it truly is.
    pub(super) fn real_robot(&self, nominal: &Robot) -> Outcome<Robot> {
        Ok(self.truth.apply(nominal)?)
    }

    /// Writes motions and experiments, so that they can be run again; the files of the experiments.
    pub(super) fn write(&self, dir: &Path) -> Outcome<[PathBuf; 2]> {
        let runs = [
            ("identification", &self.design.trajectory, self.seed),
            ("validation", &self.validation, self.seed.wrapping_add(1)),
        ];
        for (name, trajectory, noise_seed) in runs {
            let motion = format!("{name}_motion.toml");
            write_trajectory(
                dir.join(&motion),
                &PlannedMotion::new(trajectory, RATE_HZ)?,
                Existing::Keep,
            )?;
            let experiment = toml_text(&self.experiment(motion, noise_seed))?;
            write(&dir.join(name).with_extension("toml"), &experiment)?;
        }
        Ok(runs.map(|(name, ..)| dir.join(name).with_extension("toml")))
    }

    fn experiment(&self, trajectory: String, seed: u64) -> Experiment {
        let sensors = SensorSettings {
            encoder: EncoderSettings::counts_per_turn(ENCODER_COUNTS),
            effort: EffortSettings { noise: TORQUE_NOISE_NM.to_vec(), ..EffortSettings::default() },
            ..SensorSettings::default()
        };
        let arm = ArmSettings { sensors, seed, ..ArmSettings::default() };
        let trajectory = Some(trajectory);
        Experiment {
            rate_hz: RATE_HZ,
            // A joint at rest is held by friction of unknown size: such samples carry no information.
            settle_s: 0.0,
            scene: Some(scene()),
            excitation: Some(Excitation { trajectory, ..Excitation::default() }),
            simulation: SimulationSettings { start: None, truth: self.truth.clone(), arm },
            ..Experiment::new(ROBOT)
        }
    }
}

/// The UR5 stands on a table.
fn scene() -> Scene {
    Scene::with_floor(0.0)
}

/// Differences of the simulated robot from its description.
fn truth() -> TruthSettings {
    TruthSettings {
        mass_factor: vec![1.0, 1.06, 0.92, 1.08, 0.95, 1.1],
        friction_factor: vec![1.15, 0.85, 1.1, 0.9, 1.2, 0.8],
        friction_offset_nm: vec![0.4, -0.3, 0.2, 0.1, -0.1, 0.05],
        rotor_inertia_kg_m2: vec![1.2, 1.2, 1.1, 0.4, 0.4, 0.35],
        ..TruthSettings::default()
    }
}

fn excite_settings(seed: u64) -> ExciteSettings {
    ExciteSettings {
        period_s: 20.0,
        torque_noise: Some(TORQUE_NOISE_NM.to_vec()),
        rate_hz: RATE_HZ,
        limits: LimitSettings { share: 0.8, position_margin: 0.1, ..LimitSettings::default() },
        n_starts: 2,
        n_iterations: 40,
        seed,
        ..ExciteSettings::default()
    }
}

fn toml_text(document: &impl Serialize) -> Outcome<String> {
    toml::to_string_pretty(document)
        .map_err(|error| Failure::internal(format!("cannot write TOML: {error}")))
}
