//! Scores of a fleet whose truth is known.

use crate::simulation::{FleetSimulation, Planted, START_S, WEEK_S};
use taufit::estimate::{NORMAL_95, student_bound};
use taufit::methods::{DriftTest, FleetModel};
use taufit::study::FleetStudy;

/// Standard deviations by which the expected deviation must exceed the threshold for 95 % detection.
const POWER_95: f64 = 1.645;

/// Outliers, drifts, population, shrinkage, coverage.
pub(crate) fn score(fleet: &FleetSimulation, model: &FleetModel, study: &FleetStudy) {
    let robots = |is_planted: fn(Planted) -> bool| -> Vec<usize> {
        (0..fleet.n_robots).filter(|&r| is_planted(fleet.planted(r))).collect()
    };
    let worn = robots(|p| matches!(p, Planted::Tool(_) | Planted::Gearbox(..)));
    let drifting = robots(|p| matches!(p, Planted::Step(..) | Planted::Ramp(..)));
    let sound = robots(|p| p == Planted::Nothing);
    let n = |among: &[usize], is: &dyn Fn(usize) -> bool| among.iter().filter(|&&r| is(r)).count();
    let is_outlier = |r: usize| study.robots[r].is_outlier;
    let drifts = |r: usize| study.drifts.iter().any(|d| d.robot == study.robots[r].robot);
    println!(
        "outliers: {} of {} found, {} false of {} sound robots (family-wise rate {})",
        n(&worn, &is_outlier),
        worn.len(),
        n(&sound, &is_outlier),
        sound.len(),
        study.family_wise_rate
    );
    let others: Vec<usize> = sound.iter().chain(&worn).copied().collect();
    println!(
        "drifts: {} of {} found, {} false of {} others",
        n(&drifting, &drifts),
        drifting.len(),
        n(&others, &drifts),
        others.len()
    );
    println!(
        "drifting robots that are called outliers too: {} of {}",
        n(&drifting, &is_outlier),
        drifting.len()
    );
    population(fleet, model, study, &sound);
    estimates(fleet, model, study, &sound);
}

fn holds(interval: Option<[f64; 2]>, x: f64) -> bool {
    interval.is_some_and(|[low, high]| low <= x && x <= high)
}

/// True mean and standard deviation of the sound robots' own draws against the intervals.
fn population(fleet: &FleetSimulation, model: &FleetModel, study: &FleetStudy, sound: &[usize]) {
    // The population is that of the simulator: many more draws than the fleet has robots.
    let many = FleetSimulation {
        seed: fleet.seed + 1_000_000,
        n_outliers: 0,
        n_drifts: 0,
        n_robots: 20_000,
        ..*fleet
    };
    let draws: Vec<Vec<f64>> = (0..many.n_robots).map(|r| many.truth(model, r, 0)).collect();
    let (mut means, mut spreads, mut n_spread) = (0, 0, 0);
    for (k, parameter) in study.parameters.iter().enumerate() {
        let values: Vec<f64> = draws.iter().map(|draw| draw[k]).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let variance =
            values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64;
        means += usize::from(holds(parameter.mean_interval, mean));
        if let (Some(found), Some([low, high])) = (parameter.mean, parameter.mean_interval)
            && !holds(parameter.mean_interval, mean)
        {
            let off = (found - mean) / (0.5 * (high - low));
            println!(
                "  mean of {}: {found:.5} for {mean:.5}, {off:.1} half intervals off",
                parameter.name
            );
        }
        let varies = variance.sqrt() > 1e-9 * mean.abs();
        n_spread += usize::from(varies);
        spreads += usize::from(varies && holds(parameter.spread_interval, variance.sqrt()));
    }
    println!(
        "population of {} sound robots: mean inside its 95 % interval {means} of {}, spread {spreads} of {n_spread}",
        sound.len(),
        study.parameters.len()
    );
}

fn estimates(fleet: &FleetSimulation, model: &FleetModel, study: &FleetStudy, sound: &[usize]) {
    let n = study.parameters.len();
    let (mut own, mut shrunken) = (vec![0.0; n], vec![0.0; n]);
    let (mut covered, mut covered_shrunken, mut count) = (0, 0, 0);
    for &r in sound {
        let (truth, robot) = (fleet.truth(model, r, 0), &study.robots[r]);
        for k in 0..n {
            let (a, b) = (robot.values[k] - truth[k], robot.shrunken[k] - truth[k]);
            own[k] += a * a;
            shrunken[k] += b * b;
            count += 1;
            covered += usize::from(robot.sigma[k].is_some_and(|s| a.abs() <= NORMAL_95 * s));
            covered_shrunken +=
                usize::from(robot.shrunken_sigma[k].is_some_and(|s| b.abs() <= NORMAL_95 * s));
        }
    }
    let ratios: Vec<f64> = own.iter().zip(&shrunken).map(|(a, b)| (b / a).sqrt()).collect();
    let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / n as f64).exp();
    let worst = ratios.iter().copied().fold(0.0, f64::max);
    println!(
        "shrunken over own rms error: {mean:.3} (geometric mean over parameters), worst {worst:.3}"
    );
    for (k, parameter) in study.parameters.iter().enumerate().filter(|(k, _)| ratios[*k] > 1.0) {
        println!("  shrunken {} is worse than own by {:.2}", parameter.name, ratios[k]);
    }
    let percent = |x: usize| 100.0 * x as f64 / count as f64;
    println!(
        "coverage of 95 % intervals: own {:.1} %, shrunken {:.1} %",
        percent(covered),
        percent(covered_shrunken)
    );
}

/// First number of logs at which each drift is called, against the number that its size and the variances forecast.
pub(crate) fn delays(fleet: &FleetSimulation, model: &FleetModel, studies: &[(usize, FleetStudy)]) {
    let (mut within, mut n_forecast, mut n_drifts) = (0, 0, 0);
    for robot in 0..fleet.n_robots {
        let planted = fleet.planted(robot);
        let (Planted::Step(joint, _) | Planted::Ramp(joint, _)) = planted else { continue };
        n_drifts += 1;
        let name = fleet.name(robot);
        let calls = |study: &FleetStudy| study.drifts.iter().any(|d| d.robot == name);
        let found = studies.iter().find(|(_, study)| calls(study)).map(|(n, _)| *n);
        let forecast = forecast(fleet, model, studies, robot, joint);
        n_forecast += usize::from(forecast.is_some());
        let is_within =
            forecast.is_some_and(|forecast| found.is_some_and(|found| found <= forecast));
        within += usize::from(is_within);
        println!("  {name} {planted:?}: called at log {found:?}, forecast {forecast:?}");
    }
    println!(
        "drifts within the forecast delay: {within} of {n_forecast} that the forecast promises, of {n_drifts}"
    );
}

/// Logs after which the expected deviation exceeds the threshold by enough for 95 % detection.
fn forecast(
    fleet: &FleetSimulation,
    model: &FleetModel,
    studies: &[(usize, FleetStudy)],
    robot: usize,
    joint: usize,
) -> Option<usize> {
    let fc = format!("fc{}", joint + 1);
    let k = model.names().iter().position(|name| *name == fc)?;
    let (_, study) = studies.last()?;
    let n_logs = fleet.n_logs as f64;
    // Variance of one log: that of all logs times their number.
    let v = study.robots[robot].sigma[k]?.powi(2) * n_logs;
    let truth: Vec<f64> = (0..fleet.n_logs).map(|log| fleet.truth(model, robot, log)[k]).collect();
    let t_s: Vec<f64> = (0..fleet.n_logs).map(|log| START_S + WEEK_S * log as f64).collect();
    let family = (study.robots.len() * study.parameters.len()) as f64;
    (4..=fleet.n_logs).find(|&n| {
        let test = DriftTest::of(&t_s[..n], &truth[..n], &vec![v; n]);
        let threshold = student_bound(study.family_wise_rate / family / n as f64, 1e6);
        test.is_some_and(|test| test.z.abs() > threshold + POWER_95)
    })
}
