//! Warnings about an identified payload.

use super::fit::PayloadFit;
use super::joints::rms;
use super::prior::DENSITY_KG_PER_M3;
use super::problem::PayloadProblem;
use super::settings::PayloadSettings;
use super::verdict::{APART, ERROR_FACTOR, SHARE, differs, error_ratio};
use crate::diagnostics::{PayloadError, PayloadWarning, Result, Warning};
use crate::methods::pair::EvidencePair;
use crate::model::Robot;
use crate::study::{
    FrictionUnderLoad, Identifiability, PayloadFound, PayloadJoint, PayloadParameter,
};

/// Below so many, a mass may be nothing.
const NOTHING: f64 = 2.0;
/// A load on another link must explain this many times more to be named.
const LINK_FACTOR: f64 = 1.5;

/// Refuses a load that is lighter than nothing.
pub(super) fn refuse_negative(mass_kg: f64, sigma_kg: f64) -> Result<()> {
    match mass_kg < -NOTHING * sigma_kg {
        true => Err(PayloadError::NegativeMass { mass_kg, sigma_kg }.into()),
        false => Ok(()),
    }
}

/// The prior in words.
pub(super) fn prior_text(settings: &PayloadSettings) -> String {
    let largest_m = settings.gyration_radius_m;
    format!(
        "a ball of its mass with {DENSITY_KG_PER_M3} kg/m³, within m·({largest_m} m)² one standard \
         deviation"
    )
}

/// Warnings about the values; `unconstrained_kg` is the mass before it had to be positive.
pub(super) fn findings(
    found: &PayloadFound,
    unconstrained_kg: f64,
    settings: &PayloadSettings,
) -> Vec<Warning> {
    let PayloadParameter { parameter: mass, difference, .. } = &found.parameters[0];
    let (mass_kg, sigma_kg) = (mass.value, mass.sigma_or_infinity());
    let mut findings = Vec::new();
    if unconstrained_kg < NOTHING * sigma_kg {
        findings.push(PayloadWarning::NothingWeighed { mass_kg: unconstrained_kg, sigma_kg });
    }
    if let Some(stated_kg) = settings.stated_mass_kg.filter(|stated| differs(mass, *stated)) {
        findings.push(PayloadWarning::StatedMassDiffers { mass_kg, sigma_kg, stated_kg });
    }
    findings.extend(held(&found.parameters, &found.prior));
    findings.extend(found.joints.iter().filter(|joint| joint.used).filter_map(error_stays));
    findings.extend(friction_matters(&found.friction, sigma_kg, mass_kg));
    if let Some(difference_kg) = difference.filter(|other| differs(mass, *other)) {
        findings.push(PayloadWarning::RoutesDiffer { direct_kg: mass_kg, difference_kg, sigma_kg });
    }
    findings.into_iter().map(Warning::from).collect()
}

fn held(parameters: &[PayloadParameter], prior: &str) -> Option<PayloadWarning> {
    let held = parameters.iter().map(|p| &p.parameter);
    let held = held.filter(|p| p.identifiability == Identifiability::Undetermined);
    let parameters: Vec<String> = held.map(|p| p.name.clone()).collect();
    let prior = prior.to_owned();
    (!parameters.is_empty()).then_some(PayloadWarning::Held { parameters, prior })
}

fn error_stays(joint: &PayloadJoint) -> Option<PayloadWarning> {
    let is_large = error_ratio(joint).is_some_and(|ratio| ratio > ERROR_FACTOR);
    is_large.then(|| PayloadWarning::ErrorStays {
        joint: joint.name.clone(),
        after_nm: joint.after_rms_nm,
        free_nm: joint.free_rms_nm.unwrap_or(f64::NAN),
    })
}

fn friction_matters(
    friction: &FrictionUnderLoad,
    sigma_kg: f64,
    mass_kg: f64,
) -> Option<PayloadWarning> {
    let (kept_kg, refitted_kg) = (friction.kept_mass_kg, friction.refitted_mass_kg?);
    let apart = (kept_kg - refitted_kg).abs();
    (apart > APART * sigma_kg && apart > SHARE * mass_kg)
        .then_some(PayloadWarning::FrictionMatters { kept_kg, refitted_kg, sigma_kg })
}

/// A warning about the link, where a load on another one explains the efforts much better.
pub(super) fn another_link(
    robot: &Robot,
    link: usize,
    problem: &PayloadProblem<'_>,
    pair: &EvidencePair,
    fit: &PayloadFit,
) -> Result<Option<Warning>> {
    let own = fit.misfit(problem, pair, &fit.residual_sigma);
    let mut best = (link, own);
    for other in (0..robot.n_links()).filter(|&other| other != link) {
        let moved = problem.on_link(other);
        // A link that no weight loads explains nothing.
        let Ok(fit) = fit.again(&moved, pair) else { continue };
        let misfit = fit.misfit(&moved, pair, &fit.residual_sigma);
        if misfit < best.1 {
            best = (other, misfit);
        }
    }
    let name = |link: usize| robot.joints()[link].link.name.clone();
    let ratio = own / best.1;
    Ok((ratio > LINK_FACTOR).then(|| {
        PayloadWarning::AnotherLink { link: name(link), better: name(best.0), ratio }.into()
    }))
}

/// Warnings about an identified robot that does not fit the run without load.
pub(super) fn model_differs(
    robot: &Robot,
    problem: &PayloadProblem<'_>,
    pair: &EvidencePair,
    level_nm: &[f64],
) -> Vec<Warning> {
    let Some(known) = problem.known.as_ref().filter(|_| problem.has_free_runs) else {
        return Vec::new();
    };
    let finding = |&dof: &usize| {
        let (found_nm, expected_nm) = (rms(&pair.unloaded, dof, &known.beta), *level_nm.get(dof)?);
        let joint = robot.dof_joint(dof).name.clone();
        (found_nm > 2.0 * expected_nm)
            .then(|| PayloadWarning::ModelDiffers { joint, found_nm, expected_nm }.into())
    };
    problem.joints.iter().filter_map(finding).collect()
}
