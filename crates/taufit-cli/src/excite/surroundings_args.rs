//! Options for the surroundings of the robot.

use crate::failure::Outcome;
use clap::Args;
use std::path::PathBuf;
use taufit::Warning;
use taufit::collision::{CollisionModel, CollisionSettings, Geometry, Scene};
use taufit::excite::{Design, LimitSettings};
use taufit_io::{LoadedRobot, mesh_folders_of_environment, read_geometry, read_scene};
use taufit_report::Scenery;

/// Times at which the preview shows how near things come.
const N_CLEARANCES: usize = 400;

/// Surroundings given by the user.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Surroundings")]
pub(super) struct SurroundingsArgs {
    /// Height of the floor in the base frame, in m
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    floor: Option<f64>,
    /// Walls and boxes around the robot
    #[arg(long, value_name = "FILE.toml")]
    scene: Option<PathBuf>,
    /// Without collision checks; not even of the robot with itself
    #[arg(long, conflicts_with_all = ["floor", "scene", "clearance"])]
    no_collisions: bool,
    /// Distance that bodies keep from each other, in m
    #[arg(long, value_name = "M", default_value_t = LimitSettings::default().clearance_m)]
    clearance: f64,
}

/// The robot's shapes and what stands around it.
pub(super) struct World {
    geometry: Geometry,
    scene: Scene,
    /// `None` without `--clearance`.
    pub(super) collisions: Option<CollisionModel>,
    /// Warnings about shapes.
    pub(super) warnings: Vec<Warning>,
}

impl SurroundingsArgs {
    /// Distance that bodies keep \[m\].
    pub(super) fn clearance_m(&self) -> f64 {
        self.clearance
    }

    /// Reads shapes and surroundings.
    pub(super) fn world(&self, loaded: &LoadedRobot) -> Outcome<World> {
        let mut scene = match &self.scene {
            Some(path) => read_scene(path)?,
            None => Scene::default(),
        };
        scene.floor_m = self.floor.or(scene.floor_m);
        let shapes = read_geometry(loaded, &mesh_folders_of_environment());
        if self.no_collisions {
            let warnings = Vec::new();
            return Ok(World { geometry: shapes.geometry, scene, collisions: None, warnings });
        }
        let settings =
            CollisionSettings { touching_m: self.clearance, ..CollisionSettings::default() };
        let model = CollisionModel::new(&loaded.robot, &shapes.geometry, &scene, &settings)?;
        let warnings = shapes.warnings.into_iter().chain(model.warnings()).collect();
        Ok(World { geometry: shapes.geometry, scene, collisions: Some(model), warnings })
    }
}

impl World {
    /// Scenery of the preview.
    pub(super) fn scenery(&self, design: &Design) -> Outcome<Scenery> {
        let mut scenery = Scenery::new(&self.geometry, &self.scene);
        if let Some(model) = &self.collisions {
            let mut scratch = model.scratch();
            let step_s = design.trajectory.duration_s() / N_CLEARANCES as f64;
            for k in 0..=N_CLEARANCES {
                let t_s = step_s * k as f64;
                let near = model.distances(&design.trajectory.at(t_s).q, &mut scratch)?;
                let nearest = near.iter().map(|p| p.distance_m).fold(f64::INFINITY, f64::min);
                scenery.clearance.push((t_s, nearest));
            }
        }
        Ok(scenery)
    }
}
