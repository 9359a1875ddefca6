//! Time of collision checks: `collision_speed ROBOT [MESH_FOLDER]`.
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use taufit::collision::{CollisionModel, CollisionSettings, Scene};
use taufit_io::{read_geometry, read_robot};

const N_POSES: usize = 500;
/// Gradients are for pairs that are nearer than this.
const BELOW_M: f64 = 0.05;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let source = args.next().unwrap_or_else(|| "ur5".to_owned());
    let folders: Vec<PathBuf> = args.map(PathBuf::from).collect();
    let loaded = read_robot(&source)?;
    let start = Instant::now();
    let shapes = read_geometry(&loaded, &folders);
    println!("{source}: shapes read in {:.1?}", start.elapsed());
    for finding in &shapes.warnings {
        println!("  {finding}");
    }
    let start = Instant::now();
    let scene = Scene::with_floor(0.0);
    let settings = CollisionSettings::default();
    let model = CollisionModel::new(&loaded.robot, &shapes.geometry, &scene, &settings)?;
    println!("  {} pairs found in {:.1?}", model.pairs().len(), start.elapsed());
    for pair in model.excluded() {
        println!("  not {} and {}: {}", pair.a, pair.b, pair.reason);
    }
    let n_dof = loaded.robot.n_dof();
    // A motion through the work space, without any pose twice.
    let pose = |k: usize| -> Vec<f64> {
        (0..n_dof).map(|j| 1.5 * (0.013 * k as f64 * (j + 1) as f64).sin()).collect()
    };
    let poses: Vec<Vec<f64>> = (0..N_POSES).map(pose).collect();
    let mut scratch = model.scratch();
    let (start, mut n_near) = (Instant::now(), 0);
    for q in &poses {
        n_near += model.gradients(q, BELOW_M, &mut scratch)?.1.iter().len();
    }
    println!("  {N_POSES} poses with {n_near} gradients in {:.2?}", start.elapsed());
    Ok(())
}
