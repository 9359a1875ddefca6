//! The set-ups of Zollo et al. 2014, identified: errors of all estimators without noise and over signal-to-noise
//! ratios. `cargo run --release -p taufit --example elastic_setups [planar2r|puma560]`
//!
//! SNR is the ratio of amplitudes, root mean square of each channel (less its mean) over the standard
//! deviation of its noise. The paper does not say whether its 20, 70, 80, 100, 200 are such ratios or
//! decibels; both readings are printed. Noise is added to positions, velocities and accelerations, as in
//! the paper.

#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

#[path = "../tests/suite/common/mod.rs"]
mod common;
#[path = "../tests/suite/elastic_setups.rs"]
mod elastic_setups;

use elastic_setups::{
    Counted, Setup, mean_error, noisy, planar2r, puma560, seed_filter, true_motion,
};
use std::time::Instant;
use taufit::friction::FrictionShape;
use taufit::methods::{
    ElasticMotion, ElasticSettings, EncoderCorrection, FrictionChoice, identify_elastic,
    identify_elastic_motion,
};
use taufit::sim::SimulatedRun;
use taufit::study::ElasticEstimator;

const ESTIMATORS: [ElasticEstimator; 3] =
    [ElasticEstimator::Ols, ElasticEstimator::Wls, ElasticEstimator::Deflection];
/// Runs with noise per row of the table.
const SEEDS: u64 = 5;

fn main() -> Result<(), taufit::Error> {
    let wanted = std::env::args().nth(1);
    for (name, setup) in [("planar2r", planar2r()), ("puma560", puma560())] {
        if wanted.as_ref().is_none_or(|w| w == name) {
            report(name, &setup)?;
        }
    }
    Ok(())
}

fn report(name: &str, setup: &Setup) -> Result<(), taufit::Error> {
    let started = Instant::now();
    let run = setup.run(1, false);
    let took_s = started.elapsed().as_secs_f64();
    println!("## {name}: {} s of motion, simulated in {took_s:.1} s\n", setup.duration_s);
    without_noise(setup, &run)?;
    over_noise(setup, &true_motion(&run))
}

fn without_noise(setup: &Setup, run: &SimulatedRun) -> Result<(), taufit::Error> {
    println!("| friction model | estimator | mean error | without static friction |");
    println!("|---|---|---|---|");
    let models = [
        ("Coulomb + viscous", FrictionChoice::Given(FrictionShape::COULOMB_VISCOUS)),
        ("ladder (Stribeck)", FrictionChoice::Auto),
    ];
    for (model, friction) in models {
        for estimator in ESTIMATORS {
            let condition = seed_filter();
            let settings = ElasticSettings { friction, estimator, condition, ..Default::default() };
            let found = identify_elastic(&setup.robot, &[run.with_both_encoders()], &settings)?;
            let [all, some] = [Counted::Seed, Counted::WithoutStatic]
                .map(|counted| mean_error(setup, &found, counted));
            println!("| {model} | {estimator:?} | {all:.4} | {some:.4} |");
        }
    }
    println!();
    Ok(())
}

fn over_noise(setup: &Setup, motion: &ElasticMotion) -> Result<(), taufit::Error> {
    println!("| SNR (amplitudes) | dB | Ols | Wls | Deflection |");
    println!("|---|---|---|---|---|");
    let in_db = [20.0, 70.0, 80.0, 100.0, 200.0].map(|db: f64| 10.0_f64.powf(db / 20.0));
    let mut ratios = [[20.0, 70.0, 80.0, 100.0, 200.0], in_db].concat();
    ratios.sort_by(f64::total_cmp);
    ratios.push(f64::INFINITY);
    for ratio in ratios {
        let errors = ESTIMATORS.map(|estimator| median_error(setup, motion, ratio, estimator));
        let [ols, wls, deflection] = errors;
        let db = 20.0 * ratio.log10();
        println!("| {ratio:.4} | {db:.1} | {:.4} | {:.4} | {:.4} |", ols?, wls?, deflection?);
    }
    println!();
    Ok(())
}

/// Median over several draws of the noise.
fn median_error(
    setup: &Setup,
    motion: &ElasticMotion,
    ratio: f64,
    estimator: ElasticEstimator,
) -> Result<f64, taufit::Error> {
    let shape = setup.robot.dof_joint(0).friction.shape;
    let settings = ElasticSettings {
        friction: FrictionChoice::Given(shape),
        estimator,
        encoders: EncoderCorrection::PERFECT,
        ..ElasticSettings::default()
    };
    let mut errors = (0..SEEDS)
        .map(|seed| {
            let found =
                identify_elastic_motion(&setup.robot, &noisy(motion, ratio, seed), &settings)?;
            Ok(mean_error(setup, &found, Counted::Seed))
        })
        .collect::<Result<Vec<f64>, taufit::Error>>()?;
    errors.sort_by(f64::total_cmp);
    Ok(errors[errors.len() / 2])
}
