//! The fit in words and numbers that people use.

use super::fit::{Fit, Problem, n_directions};
use crate::base::IdentifiabilityClass;
use crate::diagnostics::{GravityDoubt, Result, Warning};
use crate::dynamics::{Scratch, gravity_torque};
use crate::friction::FrictionTerm;
use crate::model::Robot;
use crate::study::{GravityCoefficient, GravityFindings, GravityJoint, GravityPose, ToldParameter};
use crate::validate::{Grade, Verdict};

/// An error so many times the friction band is still friction: it is not the same in every pose.
const BAND_FACTOR: f64 = 1.5;
/// Errors below this share of a joint's torque matter to nobody, whatever its friction.
const SMALL_SHARE: f64 = 0.02;
/// Total error up to which weights are of use.
const USABLE_SHARE: f64 = 0.2;

/// Errors of at least this share of those of the robot's file are no progress.
const AS_WELL: f64 = 0.95;

const RULE: &str = "good if in every joint the error of the prediction is at most 1.5 times its friction band, or 2 % \
                    of its torque; usable up to a total error of 20 %; never good where the robot's file predicts as \
                    well, or where the poses leave a weight open";

/// Everything that was found, and doubts about it.
pub(super) fn findings(
    problem: &Problem<'_>,
    fit: &Fit,
    poses: Vec<GravityPose>,
) -> Result<(GravityFindings, Vec<Warning>)> {
    let nominal = nominal_torques(problem.robot, &poses)?;
    let joints: Vec<GravityJoint> =
        (0..problem.robot.n_dof()).map(|dof| joint(problem, fit, &poses, &nominal, dof)).collect();
    let coefficients = coefficients(problem, fit);
    let warnings = warnings(&joints, &coefficients);
    let poses = poses.into_iter().zip(&fit.predicted);
    let found = GravityFindings {
        verdict: verdict(&joints, &coefficients),
        coefficients,
        parameters: parameters(problem, fit)?,
        condition_number: fit.condition,
        held_out: fit.held_out,
        poses: poses
            .map(|(pose, predicted)| GravityPose { predicted: predicted.clone(), ..pose })
            .collect(),
        joints,
    };
    Ok((found, warnings))
}

fn nominal_torques(robot: &Robot, poses: &[GravityPose]) -> Result<Vec<Vec<f64>>> {
    let mut scratch = Scratch::new(robot);
    poses.iter().map(|p| gravity_torque(robot, &mut scratch, &p.q).map(<[f64]>::to_vec)).collect()
}

fn joint(
    problem: &Problem<'_>,
    fit: &Fit,
    poses: &[GravityPose],
    nominal: &[Vec<f64>],
    dof: usize,
) -> GravityJoint {
    let known = |term| problem.place(dof, term).map(|place| [fit.beta[place], fit.sigma[place]]);
    let error = |model: &[Vec<f64>]| {
        rms(poses.iter().zip(model).map(|(pose, model)| pose.tau[dof] - model[dof]))
    };
    let band = known(FrictionTerm::Coulomb);
    let torque_rms = rms(poses.iter().map(|pose| pose.tau[dof]));
    let error_rms = error(&fit.predicted);
    let allowed = BAND_FACTOR * band.map_or(0.0, |[band, _]| band.abs());
    let joint = problem.robot.dof_joint(dof);
    GravityJoint {
        name: joint.name.clone(),
        unit: if joint.is_prismatic() { "N" } else { "N m" }.to_owned(),
        n_directions: n_directions(poses, dof),
        band,
        offset: known(FrictionTerm::Offset),
        torque_rms,
        error_rms,
        nominal_error_rms: error(nominal),
        scatter_rms: rms(fit.scatter.iter().map(|scatter| scatter[dof])),
        at_friction_band: error_rms <= allowed.max(SMALL_SHARE * torque_rms),
    }
}

fn rms(values: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = values.fold((0_usize, 0.0), |(n, sum), x| (n + 1, sum + x * x));
    (sum / n.max(1) as f64).sqrt()
}

fn warnings(joints: &[GravityJoint], coefficients: &[GravityCoefficient]) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    let open = coefficients.iter().filter(|c| c.sigma.is_none());
    let parameters: Vec<String> = open.map(|c| c.name.clone()).collect();
    if !parameters.is_empty() {
        warnings.push(GravityDoubt::Unfixed { parameters }.into());
    }
    for joint in joints {
        let [up, down] = joint.n_directions;
        let doubt = match joint.band {
            None => GravityDoubt::OneDirection { joint: joint.name.clone(), n_poses: up + down },
            Some([band, _]) if !joint.at_friction_band => GravityDoubt::BeyondBand {
                joint: joint.name.clone(),
                error: joint.error_rms,
                band: band.abs(),
            },
            Some(_) => continue,
        };
        warnings.push(doubt.into());
    }
    warnings.sort_by_key(Warning::code);
    warnings
}

fn verdict(joints: &[GravityJoint], coefficients: &[GravityCoefficient]) -> Verdict {
    let squared = |of: fn(&GravityJoint) -> f64| joints.iter().map(|j| of(j).powi(2)).sum::<f64>();
    let share = (squared(|j| j.error_rms) / squared(|j| j.torque_rms)).sqrt();
    let before = (squared(|j| j.nominal_error_rms) / squared(|j| j.torque_rms)).sqrt();
    let n_within = joints.iter().filter(|j| j.at_friction_band).count();
    // A band that is wide enough holds any error: what counts is that weights were learnt.
    let is_progress = share < AS_WELL * before;
    let n_open = coefficients.iter().filter(|c| c.sigma.is_none()).count();
    let grade = if n_within == joints.len() && is_progress && n_open == 0 {
        Grade::Good
    } else if n_within == joints.len() || share <= USABLE_SHARE {
        Grade::Usable
    } else {
        Grade::Poor
    };
    let reason = format!(
        "{n_within} of {} joints are predicted as well as their friction allows; torque error {:.1} % in total, {:.1} % \
         with the robot's file{}",
        joints.len(),
        100.0 * share,
        100.0 * before,
        match n_open {
            0 => "",
            _ =>
                "; other poses may be predicted less well: some coefficients are not fixed by these",
        }
    );
    Verdict::new(grade, reason, RULE)
}

fn coefficients(problem: &Problem<'_>, fit: &Fit) -> Vec<GravityCoefficient> {
    let Problem { robot, layout, base, .. } = problem;
    let coefficient = |k: usize| {
        let column = base.independent()[k];
        let param = layout.params()[column];
        let slides = param.dof().is_some_and(|dof| robot.dof_joint(dof).is_prismatic());
        GravityCoefficient {
            name: layout.name(column),
            expression: base.expression(layout, k),
            unit: param.unit(slides).to_owned(),
            value: fit.beta[k],
            sigma: problem.is_fixed(k, fit.sigma[k]).then_some(fit.sigma[k]),
            nominal: problem.nominal[k],
        }
    };
    (0..base.rank()).map(coefficient).collect()
}

/// Masses and first moments that give the found torques, as near to the robot's file as possible.
fn parameters(problem: &Problem<'_>, fit: &Fit) -> Result<Vec<ToldParameter>> {
    let Problem { robot, layout, base, .. } = problem;
    let nominal = layout.nominal(robot);
    let values = base.to_standard(&fit.beta, &nominal)?;
    let parameter = |column: usize| ToldParameter {
        name: layout.name(column),
        long_name: layout.long_name(column),
        unit: layout.params()[column].unit(false).to_owned(),
        value: values[column],
        nominal: nominal[column],
        class: base.class(column).into(),
    };
    let is_shown =
        |&c: &usize| problem.is_weight(c) && base.class(c) != IdentifiabilityClass::Dropped;
    Ok((0..layout.n_params()).filter(is_shown).map(parameter).collect())
}
