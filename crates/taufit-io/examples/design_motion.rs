//! Designs a motion from settings in JSON and prints what came of it: what `bench/excite_speed.sh`
//! runs beside other programs.
//!
//! usage: design_motion ROBOT SETTINGS.json [--collisions] [--random N]

use std::time::Instant;
use taufit::collision::{CollisionModel, CollisionSettings, Scene};
use taufit::excite::{Design, ExciteSettings, Surroundings, design_motion, random_design};
use taufit_io::{read_geometry, read_robot};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [robot, settings, flags @ ..] = &args[..] else {
        return Err("usage: design_motion ROBOT SETTINGS.json [--collisions] [--random N]".into());
    };
    let loaded = read_robot(robot)?;
    let settings: ExciteSettings = serde_json::from_str(&std::fs::read_to_string(settings)?)?;
    let collisions = match flags.iter().any(|flag| flag == "--collisions") {
        true => Some(collisions(&loaded, settings.limits.clearance_m)?),
        false => None,
    };
    let around = Surroundings { collisions: collisions.as_ref(), known: None };
    if let Some(at) = flags.iter().position(|flag| flag == "--random") {
        let n: u64 = flags.get(at + 1).ok_or("--random needs a number")?.parse()?;
        let design = |seed| {
            random_design(&loaded.robot, &ExciteSettings { seed, ..settings.clone() }, &around, 0.8)
        };
        let found: Result<Vec<Design>, _> = (0..n).map(design).collect();
        let mut conds: Vec<f64> = found?.iter().map(|d| d.condition_number).collect();
        conds.sort_by(f64::total_cmp);
        let middle = conds.get(conds.len() / 2).copied();
        print(&serde_json::json!({ "median_condition_number": middle }));
        return Ok(());
    }
    let start = Instant::now();
    let design = design_motion(&loaded.robot, &settings, &around, &|_| true)?;
    let seconds = start.elapsed().as_secs_f64();
    print(&serde_json::json!({ "seconds": seconds, "design": design }));
    Ok(())
}

/// The robot among its own links and a floor.
fn collisions(
    loaded: &taufit_io::LoadedRobot,
    clearance_m: f64,
) -> Result<CollisionModel, Failure> {
    let geometry = read_geometry(loaded, &[]).geometry;
    let settings = CollisionSettings { touching_m: clearance_m, ..CollisionSettings::default() };
    Ok(CollisionModel::new(&loaded.robot, &geometry, &Scene::with_floor(0.0), &settings)?)
}

#[allow(clippy::print_stdout, reason = "the result of the program")]
fn print(value: &serde_json::Value) {
    println!("{value}");
}
