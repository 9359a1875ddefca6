//! Inputs that are refused, each with its code.

use crate::elastic_setups::planar2r;
use taufit::methods::{DampingChoice, ElasticSettings, identify_elastic};
use taufit::recording::Recording;
use taufit::survey::GateSettings;

/// Two seconds of the planar arm.
fn recording() -> Recording {
    let setup = crate::elastic_setups::Setup { duration_s: 3.0, ..planar2r() };
    setup.run(1, false).with_both_encoders()
}

fn refused(recording: Recording, settings: &ElasticSettings) -> &'static str {
    identify_elastic(&planar2r().robot, &[recording], settings).unwrap_err().code()
}

#[test]
fn logs_that_show_no_deflection_are_refused() {
    let good = recording();
    let plain = ElasticSettings::default();
    let n = good.n_samples();
    assert_eq!(refused(Recording { q_motor: None, ..good.clone() }, &plain), "E185");
    assert_eq!(
        refused(Recording { q_motor: Some(good.q.clone()), ..good.clone() }, &plain),
        "E186"
    );
    let scaled = |factor: f64, x: &[f64]| x.iter().map(|q| factor * q).collect::<Vec<f64>>();
    let motor = good.q_motor.clone().unwrap();
    let degrees = 180.0 / std::f64::consts::PI;
    for factor in [degrees, -1.0, 100.0] {
        let other = Recording { q_motor: Some(scaled(factor, &motor)), ..good.clone() };
        assert_eq!(refused(other, &plain), "E187", "{factor}");
    }
    let both = Recording {
        q: scaled(degrees, &good.q),
        q_motor: Some(scaled(degrees, &motor)),
        ..good.clone()
    };
    assert_eq!(refused(both, &plain), "E188");
    let mut held = good.clone();
    for channel in held.q.chunks_mut(n) {
        (0..n).for_each(|k| channel[k] = channel[k / 8 * 8]);
    }
    assert_eq!(refused(held, &plain), "E189");
    let assumed = vec![("joint1".to_owned(), 2e3), ("joint2".to_owned(), 2e3)];
    let nothing = ElasticSettings { assumed_stiffness: assumed, ..plain.clone() };
    assert_eq!(refused(good.clone(), &nothing), "E190");
    let unknown = ElasticSettings { joints: vec!["elbow".into()], ..plain.clone() };
    assert_eq!(refused(good.clone(), &unknown), "E021");
    let mut absent = good;
    absent.q[7] = f64::NAN;
    assert_eq!(refused(absent, &plain), "E103");
    assert_eq!(
        identify_elastic::<Recording>(&planar2r().robot, &[], &plain).unwrap_err().code(),
        "E107"
    );
}

#[test]
fn deflections_below_the_steps_of_the_encoders_determine_nothing() {
    let mut coarse = recording();
    let round = |x: &mut Vec<f64>| x.iter_mut().for_each(|q| *q = (*q / 0.02).round() * 0.02);
    round(&mut coarse.q);
    coarse.q_motor.iter_mut().for_each(round);
    let codes = |damping: DampingChoice| -> Vec<&'static str> {
        // Accelerations of such positions are noise, so that the gate finds no weight in the efforts.
        let gate = GateSettings { accept: vec!["W133".to_owned()] };
        let settings = ElasticSettings { gate, damping, ..ElasticSettings::default() };
        let found = identify_elastic(&planar2r().robot, &[coarse.clone()], &settings).unwrap();
        found.warnings.iter().map(|w| w.code()).collect()
    };
    let plain = codes(DampingChoice::Auto);
    assert!(plain.contains(&"W196") && plain.contains(&"W198"), "{plain:?}");
    // Springs and dampers of nothing but noise: the fit goes on and on.
    assert!(codes(DampingChoice::Fitted).contains(&"W197"));
}

#[test]
fn joints_with_one_encoder_are_rigid_or_get_an_assumed_stiffness() {
    let mut one = planar2r().run(1, false).with_both_encoders();
    let n = one.n_samples();
    let motor = one.q_motor.clone().unwrap();
    one.q[n..].copy_from_slice(&motor[n..]);
    let robot = planar2r().robot;
    let first = ElasticSettings { joints: vec!["joint1".into()], ..ElasticSettings::default() };
    let assumed = vec![("joint2".to_owned(), 2000.0)];
    let with = ElasticSettings { assumed_stiffness: assumed, ..ElasticSettings::default() };
    let error = |settings: &ElasticSettings| {
        let found = identify_elastic(&robot, &[one.clone()], settings).unwrap();
        assert_eq!(found.springs.len(), 1);
        (found.springs[0].stiffness.unwrap() / 2000.0 - 1.0).abs()
    };
    let (rigid, estimated) = (error(&first), error(&with));
    assert!(rigid < 0.1 && estimated < 0.02, "{rigid} {estimated}");
}
