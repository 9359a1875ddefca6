//! Simulates a fleet with known parameters, planted outliers and drifts, and scores what `observe` and `fleet` make of
//! it; or writes logs of it as MCAP and Parquet files.
//!
//! ```sh
//! cargo run --release -p taufit-io --example fleet -- ROBOTS LOGS SEED STORE
//! cargo run --release -p taufit-io --example fleet -- --files ROBOTS LOGS SEED DIR
//! ```

#![allow(clippy::print_stdout, reason = "prints its figures")]

mod files;
mod score;
#[path = "../../../taufit/tests/suite/fleet/simulation.rs"]
mod simulation;

use rayon::prelude::*;
use simulation::FleetSimulation;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};
use taufit::evidence::Evidence;
use taufit::methods::{
    FleetLog, FleetModel, FleetSettings, FrictionChoice, RobotEstimate, identify_fleet, merge_all,
    observe_log,
};
use taufit_io::fleet_store::{FleetStore, StoredLog, stored_log_bytes};

/// Merges that are timed.
const MERGES: usize = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers = |texts: &[String]| -> Result<FleetSimulation, Box<dyn Error>> {
        let [robots, logs, seed] = texts else { return Err("robots, logs, seed".into()) };
        Ok(FleetSimulation {
            seed: seed.parse()?,
            n_robots: robots.parse()?,
            n_logs: logs.parse()?,
            n_outliers: 10,
            n_drifts: 20,
            duration_s: 30.0,
            rate_hz: 100.0,
        })
    };
    match args.as_slice() {
        [flag, numbers_of @ .., dir] if flag == "--files" => files::write_files(
            &FleetSimulation { rate_hz: 500.0, ..numbers(numbers_of)? },
            Path::new(dir),
        ),
        [numbers_of @ .., store] => score_fleet(&numbers(numbers_of)?, Path::new(store)),
        [] => Err("usage: fleet [--files] ROBOTS LOGS SEED DIR".into()),
    }
}

fn score_fleet(fleet: &FleetSimulation, dir: &Path) -> Result<(), Box<dyn Error>> {
    println!("{fleet:?}");
    let started = Instant::now();
    let model = fleet.plan(FrictionChoice::Auto);
    println!(
        "plan: {} base parameters, {:.1} s",
        model.names().len(),
        started.elapsed().as_secs_f64()
    );
    let store = FleetStore::open(dir)?;
    store.put_plan(model.plan.clone())?;
    let started = Instant::now();
    let robots: Vec<(Vec<FleetLog>, Duration, usize)> = (0..fleet.n_robots)
        .into_par_iter()
        .map(|robot| observed(fleet, &model, &store, robot))
        .collect();
    let n_logs = fleet.n_robots * fleet.n_logs;
    let busy: f64 = robots.iter().map(|(_, time, _)| time.as_secs_f64()).sum();
    let n_samples = n_logs as f64 * fleet.duration_s * fleet.rate_hz;
    let bytes: usize = robots.iter().map(|(_, _, bytes)| bytes).sum();
    println!(
        "observe (recordings in memory): {:.0} samples/s and core, {:.1} logs/s and core, {:.1} s with simulation and store",
        n_samples / busy,
        n_logs as f64 / busy,
        started.elapsed().as_secs_f64()
    );
    println!("store: {:.1} kB per log", bytes as f64 / n_logs as f64 / 1000.0);
    let logs: Vec<Vec<FleetLog>> = robots.into_iter().map(|(logs, ..)| logs).collect();
    time_merges(&logs)?;
    let started = Instant::now();
    let estimates = estimates_of(&model, &logs, fleet.n_logs)?;
    let merged_s = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let study = identify_fleet(&model, &estimates, &FleetSettings::default())?;
    println!(
        "fleet: estimates of robots and logs {merged_s:.1} s, statistics {:.1} s",
        started.elapsed().as_secs_f64()
    );
    score::score(fleet, &model, &study);
    let prefix = |n: usize| -> Result<_, Box<dyn Error>> {
        let estimates = estimates_of(&model, &logs, n)?;
        Ok(identify_fleet(&model, &estimates, &FleetSettings::default())?)
    };
    let studies = (4..=fleet.n_logs)
        .map(|n| Ok((n, prefix(n)?)))
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    score::delays(fleet, &model, &studies);
    Ok(())
}

/// Logs of one robot through `observe`, with the time of that alone and the bytes in the store.
fn observed(
    fleet: &FleetSimulation,
    model: &FleetModel,
    store: &FleetStore,
    robot: usize,
) -> (Vec<FleetLog>, Duration, usize) {
    let (mut logs, mut busy, mut bytes) = (Vec::new(), Duration::ZERO, 0);
    for log in 0..fleet.n_logs {
        let recording = fleet.log(robot, log);
        let started = Instant::now();
        let found = observe_log(model, &recording);
        busy += started.elapsed();
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                println!("{}: {error}", recording.source);
                continue;
            }
        };
        let stored = StoredLog {
            robot: fleet.name(robot),
            robot_type: model.plan.robot.name.clone(),
            log: recording.source.clone(),
            started_at_s: simulation::START_S + simulation::WEEK_S * log as f64,
            base_hash: model.base_hash.clone(),
            settings_hash: model.settings_hash.clone(),
            log_sha256: format!("{robot:032x}{log:032x}"),
            temperature_c: None,
            n_samples: found.n_samples as u64,
            duration_s: found.duration_s,
            validation: found.validation,
            evidence: found.evidence,
        };
        bytes += stored_log_bytes(&stored).map_or(0, |b| b.len());
        if let Err(error) = store.put(&stored) {
            println!("{}: {error}", recording.source);
        }
        logs.push(stored.into());
    }
    (logs, busy, bytes)
}

/// Estimates by the first logs of every robot.
fn estimates_of(
    model: &FleetModel,
    logs: &[Vec<FleetLog>],
    n_logs: usize,
) -> Result<Vec<RobotEstimate>, taufit::Error> {
    let estimate = |logs: &Vec<FleetLog>| {
        let some: Vec<FleetLog> = logs.iter().take(n_logs).cloned().collect();
        RobotEstimate::new(model, &some[0].robot.clone(), some)
    };
    logs.par_iter().map(estimate).collect()
}

fn time_merges(logs: &[Vec<FleetLog>]) -> Result<(), Box<dyn Error>> {
    let all: Vec<&Evidence> = logs.iter().flatten().map(|log| &log.evidence).collect();
    let many: Vec<&Evidence> = all.iter().copied().cycle().take(MERGES).collect();
    let started = Instant::now();
    let merged = merge_all(&many)?;
    println!(
        "merge of {MERGES} evidences: {:.1} s, {} rows",
        started.elapsed().as_secs_f64(),
        merged.n_rows()
    );
    Ok(())
}
