//! Studies for tests, and a browser.
#![allow(dead_code, reason = "every test file uses its own part of it")]

pub(crate) mod browser;

#[path = "../../../examples/sample/mod.rs"]
mod sample;

use taufit::study::{NextStep, Series, Study};

/// A realistic study with two short logs.
pub(crate) fn study() -> (Study, Vec<Series>) {
    sample::sample(2000).unwrap()
}

/// Names that try to leave their place in the page.
pub(crate) const HOSTILE: [&str; 4] = [
    "</script><script>window.broken = 1</script>",
    "\"><img src=x onerror=\"window.broken = 1\">",
    "' onmouseover='window.broken = 1",
    "<!--<script>${`{{ 7 * 7 }}`}\u{2028}",
];

/// The study with hostile text wherever a user's text can come from.
pub(crate) fn hostile() -> (Study, Vec<Series>) {
    let (mut study, mut series) = study();
    let [script, image, quote, mixed] = HOSTILE.map(str::to_owned);
    study.header.robot.name = script.clone();
    study.header.robot.source = image.clone();
    study.header.verdict.reason = mixed.clone();
    study.header.verdict.rule = quote.clone();
    study.header.provenance.command = script.clone();
    study.header.provenance.version = quote.clone();
    study.header.provenance.settings = serde_json::json!({ &script: &mixed });
    for (k, joint) in study.joints.iter_mut().enumerate() {
        joint.name = HOSTILE[k % HOSTILE.len()].to_owned();
        joint.effort_unit = script.clone();
        joint.position_unit = image.clone();
        joint.residual.tests[0].name = quote.clone();
        joint.residual.tests[0].words = script.clone();
    }
    for link in &mut study.links {
        link.name = script.clone();
        link.joint = image.clone();
        link.merged = vec![mixed.clone()];
    }
    for parameter in &mut study.base_parameters {
        parameter.name = script.clone();
        parameter.unit = image.clone();
        parameter.expression = Some(mixed.clone());
        parameter.long_name = format!("m[{script}]");
    }
    for parameter in &mut study.standard_parameters {
        parameter.name = script.clone();
        parameter.long_name = format!("m[{image}]");
        parameter.unit = quote.clone();
    }
    study.estimator.name = script.clone();
    study.estimator.notes = vec![image.clone()];
    study.estimator.left_out = vec![taufit::study::LeftOut {
        name: script.clone(),
        expression: mixed.clone(),
        percent_sigma: None,
        probability: 0.5,
    }];
    study.conditioning.worst_directions[0].words = script.clone();
    study.conditioning.worst_directions[0].components[0].0 = image.clone();
    study.friction_candidates[0].name = script.clone();
    study.header.warnings[0].code = image.clone();
    study.header.warnings[0].message = script.clone();
    study.header.warnings[0].advice = quote;
    let next = NextStep { text: script.clone(), command: Some(image.clone()) };
    study.header.next_steps = vec![next];
    for log in &mut study.logs {
        log.source = script.clone();
        log.cutoff_reason = image.clone();
    }
    study.header.provenance.inputs[0].path = script.clone();
    study.header.provenance.inputs[0].sha256 = image;
    series.iter_mut().for_each(|s| s.source = script.clone());
    (study, series)
}

/// The study with numbers that are none, and lists that are empty.
pub(crate) fn barren() -> (Study, Vec<Series>) {
    let (mut study, mut series) = study();
    study.totals.nominal.relative_percent = f64::INFINITY;
    study.totals.validation.relative_percent = f64::NAN;
    for joint in &mut study.joints {
        joint.errors.nominal.relative_percent = f64::NAN;
        joint.errors.validation.r_squared = f64::NEG_INFINITY;
        joint.residual_sigma = f64::NAN;
        joint.friction_curve.tau.iter_mut().for_each(|x| *x = f64::NAN);
        joint.friction_cloud = taufit::study::Cloud::default();
        joint.residual.histogram = taufit::study::Histogram::default();
        joint.residual.spectrum.density.iter_mut().for_each(|x| *x = 0.0);
        joint.residual.tests.clear();
    }
    for link in &mut study.links {
        link.nominal.mass_kg = 0.0;
        link.identified.principal_moments_kg_m2 = [f64::NAN; 3];
        link.smallest_eigenvalue = f64::NAN;
    }
    for parameter in &mut study.base_parameters {
        parameter.value = 0.0;
        parameter.sigma = None;
        parameter.interval = None;
    }
    study.conditioning.singular_values.iter_mut().for_each(|s| *s = 0.0);
    study.conditioning.condition_number = f64::INFINITY;
    study.conditioning.rank = 0;
    study.conditioning.worst_directions.clear();
    study.friction_candidates.clear();
    study.header.warnings.clear();
    study.header.provenance.inputs.clear();
    study.logs[0].duration_s = 0.0;
    series[1].measured.iter_mut().for_each(|x| *x = f64::NAN);
    (study, series)
}

/// The study with so many joints, copies of the first.
pub(crate) fn with_joints(n_joints: usize) -> (Study, Vec<Series>) {
    let (mut study, mut series) = study();
    let (joint, link) = (study.joints[0].clone(), study.links[0].clone());
    study.joints = vec![joint; n_joints];
    study.links = vec![link; n_joints];
    for stretch in &mut series {
        let n_samples = stretch.t_s.len();
        for channel in [
            &mut stretch.measured,
            &mut stretch.predicted,
            &mut stretch.feasible,
            &mut stretch.nominal,
            &mut stretch.q,
            &mut stretch.qd,
        ] {
            *channel = channel[..n_samples].repeat(n_joints);
        }
    }
    (study, series)
}
