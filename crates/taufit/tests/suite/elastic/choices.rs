//! Optional terms by evidence, data that are not fitted, and the verdict.

use crate::elastic_setups::{Setup, planar2r};
use taufit::friction::{Friction, FrictionShape};
use taufit::methods::{
    DampingChoice, ElasticResult, ElasticSettings, FrictionChoice, ReversalMask, identify_elastic,
};
use taufit::params::Param;
use taufit::recording::Recording;
use taufit::validate::Grade;

/// The planar arm with friction that only slides.
fn sliding(friction: impl Fn(usize) -> Friction) -> Setup {
    let mut setup = planar2r();
    for dof in 0..2 {
        setup.robot = setup.robot.with_friction(dof, friction(dof));
    }
    setup
}

fn coulomb(dof: usize) -> Friction {
    [Friction::coulomb_viscous(4.0, 3.0), Friction::coulomb_viscous(2.0, 1.5)][dof]
}

fn log(setup: &Setup, seed: u64) -> Recording {
    setup.run(seed, false).with_both_encoders()
}

fn identified(setup: &Setup, log: Recording, settings: &ElasticSettings) -> ElasticResult {
    identify_elastic(&setup.robot, &[log], settings).unwrap()
}

fn codes(found: &ElasticResult) -> Vec<&'static str> {
    found.warnings.iter().map(taufit::Warning::code).collect()
}

/// Rows at reversals look like friction that falls or rises with speed; without them none is found where
/// there is none, nor offsets.
#[test]
fn friction_terms_that_are_not_there_are_not_taken() {
    let setup = sliding(coulomb);
    for seed in 40..44 {
        let found = identified(&setup, log(&setup, seed), &ElasticSettings::default());
        let shapes = found.layout.friction();
        assert_eq!(shapes, [FrictionShape::COULOMB_VISCOUS; 2], "{seed}: {shapes:?}");
    }
}

#[test]
fn damping_is_taken_where_it_is_significant() {
    let dampings = |found: &ElasticResult| -> Vec<f64> {
        let places = found.base.independent().iter().zip(&found.beta);
        let is_damping = |c: &usize| matches!(found.layout.params()[*c], Param::Damping { .. });
        places.filter(|(c, _)| is_damping(c)).map(|(_, beta)| *beta).collect()
    };
    let plain = sliding(coulomb);
    let damped = Setup { damping: 3.0, ..sliding(coulomb) };
    let auto = ElasticSettings::default();
    assert_eq!(dampings(&identified(&plain, log(&plain, 40), &auto)), [0.0; 0]);
    let found = dampings(&identified(&damped, log(&damped, 40), &auto));
    assert!(found.len() == 2 && found.iter().all(|d| (d / 3.0 - 1.0).abs() < 0.1), "{found:?}");
    let none = ElasticSettings { damping: DampingChoice::None, ..auto.clone() };
    assert_eq!(dampings(&identified(&damped, log(&damped, 40), &none)), [0.0; 0]);
    let all = ElasticSettings { damping: DampingChoice::Fitted, ..auto };
    assert_eq!(dampings(&identified(&plain, log(&plain, 40), &all)).len(), 2);
}

/// Friction that rises from rest is none that a motor has: the term is named, and the verdict falls.
#[test]
fn a_term_of_the_wrong_sign_is_named() {
    let shape = FrictionShape::COULOMB_VISCOUS.with_stribeck(0.5, 1.0);
    let rising = |dof: usize| Friction { shape, stribeck: -1.5, ..coulomb(dof) };
    let setup = sliding(rising);
    let given = ElasticSettings { friction: FrictionChoice::Given(shape), ..Default::default() };
    let found = identified(&setup, log(&setup, 41), &given);
    assert!(codes(&found).contains(&"W200"), "{:?}", found.warnings);
    assert_eq!(found.verdict.grade, Grade::Usable, "{:?}", found.verdict);
    assert!(found.verdict.concerns.iter().any(|c| c.contains("fs1")), "{:?}", found.verdict);
    // Left to choose, such a term is not taken.
    let free = identified(&setup, log(&setup, 41), &ElasticSettings::default());
    assert!(free.layout.friction().iter().all(|shape| shape.stribeck.is_none()));
}

/// The end of the log judges the result and does not touch it.
#[test]
fn the_verdict_is_about_data_that_were_not_fitted() {
    let setup = sliding(coulomb);
    let clean = log(&setup, 42);
    let mut spoiled = clean.clone();
    let n = clean.n_samples();
    for channel in spoiled.effort.chunks_mut(n) {
        channel[n - n / 10..].iter_mut().for_each(|tau| *tau *= 2.0);
    }
    let settings = ElasticSettings {
        // Cut-offs and limits that are not found from the log, which its end would change.
        condition: crate::elastic_setups::seed_filter(),
        spike_factor: None,
        ..ElasticSettings::default()
    };
    let (good, poor) =
        (identified(&setup, clean, &settings), identified(&setup, spoiled, &settings));
    assert_eq!(good.verdict.grade, Grade::Good, "{:?}", good.verdict);
    assert!(good.torque_errors.relative_percent < 5.0, "{:?}", good.torque_errors);
    assert_eq!(good.beta, poor.beta);
    assert_eq!(poor.verdict.grade, Grade::Poor, "{:?}", poor.verdict);
    let refused = |change: fn(&mut ElasticSettings)| {
        let mut settings = ElasticSettings::default();
        change(&mut settings);
        settings.validate().unwrap_err().code()
    };
    assert_eq!(refused(|s| s.hold_out = 1.0), "E100");
    assert_eq!(refused(|s| s.reversals = ReversalMask::Below(-1.0)), "E100");
}

/// Noise of the encoders is noise of the regressor of a stiffness: least squares finds too little of it.
#[test]
fn least_squares_with_noisy_deflections_is_told() {
    use taufit::study::ElasticEstimator;
    let setup = sliding(coulomb);
    let mut noisy = log(&setup, 43);
    let mut dice = crate::common::Dice::new(43);
    noisy.q.iter_mut().for_each(|q| *q += 3e-3 * dice.normal());
    let plain = ElasticSettings {
        estimator: ElasticEstimator::Ols,
        condition: crate::elastic_setups::seed_filter(),
        ..ElasticSettings::default()
    };
    let found = identified(&setup, noisy, &plain);
    assert!(codes(&found).contains(&"W199"), "{:?}", codes(&found));
    let quiet = identified(&setup, log(&setup, 43), &plain);
    assert!(!codes(&quiet).contains(&"W199"), "{:?}", codes(&quiet));
}
