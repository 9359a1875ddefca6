//! Exact states of the simulator, whose forward dynamics knows no regressor: everything comes back.

use crate::elastic_setups::{STIFFNESS, Setup, planar2r, puma560, true_motion};
use taufit::methods::{
    ElasticSettings, EncoderCorrection, FrictionChoice, identify_elastic_motion,
};
use taufit::model::RotorCoupling;
use taufit::study::ElasticEstimator;

/// Largest error of a base parameter over its size, or over that of the smallest ones that matter.
fn worst_error(setup: &Setup, estimator: ElasticEstimator, coupling: RotorCoupling) -> f64 {
    let motion = true_motion(&setup.run(3, true));
    let settings = ElasticSettings {
        friction: FrictionChoice::Given(setup.robot.dof_joint(0).friction.shape),
        estimator,
        coupling,
        encoders: EncoderCorrection::PERFECT,
        ..ElasticSettings::default()
    };
    let found = identify_elastic_motion(&setup.robot, &motion, &settings).unwrap();
    let truth = found.truth(&setup.robot, &vec![STIFFNESS; setup.robot.n_dof()], &[]);
    let relative = |(b, t): (&f64, &f64)| (b - t).abs() / t.abs().max(1e-3);
    found.beta.iter().zip(&truth).map(relative).fold(0.0, f64::max)
}

#[test]
fn every_estimator_finds_the_planar_arm_with_both_rotor_models() {
    for coupling in [RotorCoupling::Reduced, RotorCoupling::Full] {
        let setup = Setup { coupling, duration_s: 4.0, ..planar2r() };
        for estimator in
            [ElasticEstimator::Ols, ElasticEstimator::Wls, ElasticEstimator::Deflection]
        {
            let error = worst_error(&setup, estimator, coupling);
            assert!(error < 1e-6, "{estimator:?}, {coupling:?}: {error:e}");
        }
    }
}

#[test]
fn the_puma_is_found_with_both_rotor_models() {
    for coupling in [RotorCoupling::Reduced, RotorCoupling::Full] {
        let setup = Setup { coupling, duration_s: 3.0, ..puma560() };
        for estimator in [ElasticEstimator::Wls, ElasticEstimator::Deflection] {
            let error = worst_error(&setup, estimator, coupling);
            assert!(error < 1e-6, "{estimator:?}, {coupling:?}: {error:e}");
        }
    }
}

#[test]
fn the_wrong_rotor_model_does_not_fit() {
    let setup = Setup { coupling: RotorCoupling::Full, duration_s: 4.0, ..planar2r() };
    let error = worst_error(&setup, ElasticEstimator::Wls, RotorCoupling::Reduced);
    assert!(error > 1e-4, "{error:e}");
}
