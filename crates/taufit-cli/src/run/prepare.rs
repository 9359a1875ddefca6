//! Inputs of a run from the file of an experiment.

use crate::failure::{Failure, Outcome};
use std::path::Path;
use taufit::Warning;
use taufit::collision::{CollisionModel, CollisionSettings};
use taufit::excite::{Surroundings, Trajectory, design_motion};
use taufit::experiment::{Experiment, Plan, PlanCheck, start_pose};
use taufit_io::{
    Attachment, LoadedRobot, mesh_folders_of_environment, read_experiment, read_geometry,
    read_robot, read_trajectory,
};

/// Experiment with the files that it refers to.
#[derive(Debug)]
pub(crate) struct ExperimentFiles {
    pub(crate) experiment: Experiment,
    /// Text of the experiment file.
    pub(crate) text: String,
    pub(crate) loaded: LoadedRobot,
    pub(crate) trajectory: Option<Trajectory>,
}

impl ExperimentFiles {
    /// Reads the experiment in a file.
    pub(crate) fn read(path: &Path) -> Outcome<Self> {
        let experiment = read_experiment(path).map_err(|error| {
            Failure::from(error).explained(|fault| {
                if !path.is_file() {
                    fault.message += "; an experiment is a TOML file: taufit schema experiment";
                }
            })
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let loaded = read_robot(&beside(folder, &experiment.robot))?;
        let excitation = experiment.excitation.as_ref();
        let file = excitation.and_then(|excitation| excitation.trajectory.as_ref());
        let trajectory = file.map(|file| read_trajectory(folder.join(file))).transpose()?;
        let text = std::fs::read_to_string(path).unwrap_or_default();
        Ok(Self { experiment, text, loaded, trajectory })
    }
}

/// Experiment with its robot, trajectory and plan.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) experiment: Experiment,
    pub(crate) loaded: LoadedRobot,
    /// Initial position.
    pub(crate) start: Vec<f64>,
    pub(crate) plan: Plan,
    pub(crate) check: PlanCheck,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) warnings: Vec<Warning>,
}

impl Prepared {
    /// Plans an experiment for a robot at `at`, or at the start of the simulated one; designs its trajectory
    /// where the experiment has design settings.
    pub(crate) fn new(files: ExperimentFiles, at: Option<Vec<f64>>) -> Outcome<Self> {
        let ExperimentFiles { experiment, text, loaded, trajectory } = files;
        let robot = &loaded.robot;
        let model = collision_model(&experiment, &loaded)?;
        let design = experiment.excitation.as_ref().and_then(|e| e.design.as_ref());
        let trajectory = match design {
            Some(settings) => {
                let around = Surroundings { collisions: model.as_ref(), known: None };
                Some(design_motion(robot, settings, &around, &|_| true)?.trajectory)
            }
            None => trajectory,
        };
        let start = match at {
            Some(q) => q,
            None => start_pose(&experiment, robot, trajectory.as_ref())?,
        };
        let plan = Plan::new(&experiment, robot, trajectory.as_ref(), &start)?;
        let check = PlanCheck::new(&plan, robot, &experiment.guard, model.as_ref())?;
        let warnings = experiment.guard.warnings(robot);
        let attachments = attachments(text, &loaded, trajectory.as_ref());
        Ok(Self { experiment, start, plan, check, attachments, warnings, loaded })
    }
}

/// Built-in name, or path relative to the folder of the experiment.
fn beside(folder: &Path, robot: &str) -> String {
    let file = folder.join(robot);
    if file.is_file() { file.display().to_string() } else { robot.to_owned() }
}

/// Collision model, where the experiment has a scene.
fn collision_model(
    experiment: &Experiment,
    loaded: &LoadedRobot,
) -> Outcome<Option<CollisionModel>> {
    let Some(scene) = &experiment.scene else { return Ok(None) };
    let geometry = read_geometry(loaded, &mesh_folders_of_environment()).geometry;
    let settings = CollisionSettings::default();
    Ok(Some(CollisionModel::new(&loaded.robot, &geometry, scene, &settings)?))
}

/// Attachments of the log: experiment, robot, trajectory.
fn attachments(
    experiment: String,
    loaded: &LoadedRobot,
    trajectory: Option<&Trajectory>,
) -> Vec<Attachment> {
    let json = "application/json";
    let file =
        |name: &str, media_type, text| Attachment { name: name.to_owned(), media_type, text };
    let robot = serde_json::to_string_pretty(&loaded.description).unwrap_or_default();
    let mut files = vec![
        file("experiment.toml", "application/toml", experiment),
        file("robot.json", json, robot),
    ];
    let source = loaded.file().and_then(|path| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, std::fs::read_to_string(&path).ok()?))
    });
    files.extend(source.map(|(name, text)| file(&name, "text/plain", text)));
    let motion = trajectory.and_then(|motion| serde_json::to_string_pretty(motion).ok());
    files.extend(motion.map(|text| file("trajectory.json", json, text)));
    files
}
