//! The set-up of Zollo et al. 2014: encoders with steps, Stribeck friction, low pass at 20 Hz.

use crate::elastic_setups::{Counted, Setup, mean_error, planar2r, puma560, seed_filter};
use taufit::friction::FrictionShape;
use taufit::methods::{ElasticResult, ElasticSettings, FrictionChoice, identify_elastic};
use taufit::study::{ElasticEstimator, StiffnessStatus};

fn identified(setup: &Setup, seed: u64, friction: FrictionChoice) -> ElasticResult {
    let recording = setup.run(seed, false).with_both_encoders();
    let settings =
        ElasticSettings { friction, condition: seed_filter(), ..ElasticSettings::default() };
    identify_elastic(&setup.robot, &[recording], &settings).unwrap()
}

const PLAIN: FrictionChoice = FrictionChoice::Given(FrictionShape::COULOMB_VISCOUS);

#[test]
fn the_planar_arm_is_found_better_than_published() {
    let setup = planar2r();
    for seed in [1, 2] {
        let found = identified(&setup, seed, PLAIN);
        assert_eq!(found.base.rank(), 14);
        let (all, some) = (
            mean_error(&setup, &found, Counted::Seed),
            mean_error(&setup, &found, Counted::WithoutStatic),
        );
        // Published: 0.103, and 0.00862 without static friction.
        assert!(all < 0.103, "{all}");
        assert!(some < 0.00862, "{some}");
        let with_stribeck = identified(&setup, seed, FrictionChoice::Auto);
        let all = mean_error(&setup, &with_stribeck, Counted::Seed);
        assert!(all < 0.02, "{all}");
    }
}

#[test]
fn the_puma_is_found_better_than_published() {
    let setup = Setup { duration_s: 8.0, ..puma560() };
    let found = identified(&setup, 1, PLAIN);
    let all = mean_error(&setup, &found, Counted::Seed);
    // Published: 0.123.
    assert!(all < 0.123, "{all}");
    let known = |dof: usize| found.springs[dof].status == StiffnessStatus::Determined;
    assert!((0..3).all(known), "{:?}", found.springs);
}

#[test]
fn a_lag_between_the_encoders_is_found_and_removed() {
    let setup = planar2r();
    let mut recording = setup.run(4, false).with_both_encoders();
    let (n, late) = (recording.n_samples(), 3);
    for channel in recording.q.chunks_mut(n) {
        channel.copy_within(0..n - late, late);
    }
    let settings = ElasticSettings { condition: seed_filter(), ..ElasticSettings::default() };
    let found = identify_elastic(&setup.robot, &[recording], &settings).unwrap();
    for spring in &found.springs {
        assert!((spring.lag_s - 0.003).abs() < 1e-4, "{spring:?}");
        let stiffness = spring.stiffness.unwrap();
        assert!((stiffness / 2000.0 - 1.0).abs() < 0.01, "{spring:?}");
    }
    assert_eq!(found.warnings.iter().filter(|w| w.code() == "W195").count(), 2);
}

#[test]
fn a_shift_between_the_encoders_is_no_deflection() {
    let setup = planar2r();
    let mut recording = setup.run(5, false).with_both_encoders();
    recording.q.iter_mut().for_each(|q| *q += 0.01);
    let settings = ElasticSettings { condition: seed_filter(), ..ElasticSettings::default() };
    let found = identify_elastic(&setup.robot, &[recording], &settings).unwrap();
    for spring in &found.springs {
        assert!((spring.shift[0] + 0.01).abs() < 1e-4, "{spring:?}");
        assert!((spring.stiffness.unwrap() / 2000.0 - 1.0).abs() < 0.01, "{spring:?}");
    }
}

#[test]
fn what_is_found_is_an_arm_that_can_exist() {
    let setup = planar2r();
    let found = identified(&setup, 1, PLAIN);
    assert!(found.feasible.smallest_eigenvalues.iter().all(|e| *e > 0.0));
    let spring_columns = found.layout.n_params() - 2;
    assert!(found.feasible.pi[spring_columns..].iter().all(|k| (k / 2000.0 - 1.0).abs() < 0.01));
    assert_eq!(found.estimator, ElasticEstimator::Deflection);
}
