//! Noise on all states, as in Zollo et al. 2014: where least squares breaks down, deflections as measurements hold.

use crate::elastic_setups::{Counted, mean_error, noisy, planar2r, true_motion};
use taufit::methods::{
    ElasticMotion, ElasticSettings, EncoderCorrection, FrictionChoice, identify_elastic_motion,
};
use taufit::study::ElasticEstimator;

fn median_error(motion: &ElasticMotion, ratio: f64, estimator: ElasticEstimator) -> f64 {
    let setup = planar2r();
    let settings = ElasticSettings {
        friction: FrictionChoice::Given(setup.robot.dof_joint(0).friction.shape),
        estimator,
        encoders: EncoderCorrection::PERFECT,
        ..ElasticSettings::default()
    };
    let mut errors: Vec<f64> = (0..3)
        .map(|seed| {
            let noisy = noisy(motion, ratio, seed);
            let found = identify_elastic_motion(&setup.robot, &noisy, &settings).unwrap();
            mean_error(&setup, &found, Counted::Seed)
        })
        .collect();
    errors.sort_by(f64::total_cmp);
    errors[1]
}

#[test]
fn the_robust_estimator_holds_at_lower_ratios_than_least_squares() {
    let motion = true_motion(&planar2r().run(1, true));
    // Steps of the paper's table, read as amplitude ratios.
    let steps = [200.0, 100.0, 80.0, 70.0, 20.0];
    let holds = |estimator| {
        steps.iter().take_while(|ratio| median_error(&motion, **ratio, estimator) < 0.1).count()
    };
    let (plain, robust) = (holds(ElasticEstimator::Ols), holds(ElasticEstimator::Deflection));
    assert!(robust > plain, "least squares holds {plain} steps, deflections {robust}");
}
