//! The fit in words and numbers that people use.

use super::fit::{GravityFit, GravityProblem, n_directions};
use crate::base::IdentifiabilityClass;
use crate::diagnostics::{GravityWarning, Result, Warning};
use crate::dynamics::{Scratch, gravity_torque};
use crate::friction::FrictionTerm;
use crate::methods::parameter_records::ParameterRecords;
use crate::model::Robot;
use crate::study::{GravityFindings, GravityJoint, GravityPose, ParameterRecord};
use crate::validate::{Grade, Verdict};

/// Total error up to which weights are good.
const GOOD_SHARE: f64 = 0.1;
/// Total error up to which weights are of use.
const USABLE_SHARE: f64 = 0.2;
/// Errors below this share of the largest torque of any joint are negligible: a joint that carries no
/// weight has none to relate its error to.
const SMALL_SHARE: f64 = 0.01;

const RULE: &str = "torque error of poses left out of the fit, with the friction between the directions of approach \
                    taken off: good up to 10 % in total if no joint is off by more than 10 % of its torque, \
                    its friction band or 1 % of the largest torque, whichever is most; usable up to 20 % in \
                    total; never good where the robot's file predicts better, or where the poses leave a \
                    weight open";

/// Everything that was found, the verdict and warnings about it.
pub(super) fn findings(
    problem: &GravityProblem<'_>,
    fit: &GravityFit,
    poses: Vec<GravityPose>,
) -> Result<(GravityFindings, Verdict, Vec<Warning>)> {
    let nominal = nominal_torques(problem.robot, &poses)?;
    let mut joints: Vec<GravityJoint> =
        (0..problem.robot.n_dof()).map(|dof| joint(problem, fit, &poses, &nominal, dof)).collect();
    mark_small_errors(&mut joints);
    let records = ParameterRecords::new(problem.robot, &problem.layout, &problem.base);
    let base_parameters = base_parameters(problem, &records, fit);
    let warnings = warnings(&joints, &base_parameters);
    let verdict = verdict(&joints, &base_parameters);
    let poses = poses.into_iter().zip(&fit.predicted);
    let found = GravityFindings {
        base_parameters,
        standard_parameters: standard_parameters(problem, &records, fit)?,
        condition_number: fit.condition,
        held_out: fit.held_out,
        poses: poses
            .map(|(pose, predicted)| GravityPose { predicted: predicted.clone(), ..pose })
            .collect(),
        joints,
    };
    Ok((found, verdict, warnings))
}

fn nominal_torques(robot: &Robot, poses: &[GravityPose]) -> Result<Vec<Vec<f64>>> {
    let mut scratch = Scratch::new(robot);
    poses.iter().map(|p| gravity_torque(robot, &mut scratch, &p.q).map(<[f64]>::to_vec)).collect()
}

fn joint(
    problem: &GravityProblem<'_>,
    fit: &GravityFit,
    poses: &[GravityPose],
    nominal: &[Vec<f64>],
    dof: usize,
) -> GravityJoint {
    let known = |term| problem.place(dof, term).map(|place| [fit.beta[place], fit.sigma[place]]);
    let band = known(FrictionTerm::Coulomb);
    let friction =
        |pose: &GravityPose| band.map_or(0.0, |[band, _]| band * f64::from(pose.direction[dof]));
    let error = |model: &[Vec<f64>]| {
        // Friction of unknown sign is not taken off: such poses carry no information about weights.
        let clear = |(pose, _): &(&GravityPose, _)| band.is_none() || pose.direction[dof] != 0;
        let pairs = poses.iter().zip(model).filter(clear);
        rms(pairs.map(|(pose, model)| pose.tau[dof] - friction(pose) - model[dof]))
    };
    let torque_rms = rms(poses.iter().map(|pose| pose.tau[dof]));
    let joint = problem.robot.dof_joint(dof);
    GravityJoint {
        name: joint.name.clone(),
        unit: if joint.is_prismatic() { "N" } else { "N m" }.to_owned(),
        n_directions: n_directions(poses, dof),
        band,
        offset: known(FrictionTerm::Offset),
        torque_rms,
        error_rms: error(&fit.predicted),
        nominal_error_rms: error(nominal),
        scatter_rms: rms(fit.scatter.iter().map(|scatter| scatter[dof])),
        is_predicted: false,
    }
}

/// Marks the joints whose error is small beside torque, friction or the largest torque of a joint of its kind.
fn mark_small_errors(joints: &mut [GravityJoint]) {
    let torques: Vec<(String, f64)> =
        joints.iter().map(|joint| (joint.unit.clone(), joint.torque_rms)).collect();
    for joint in joints {
        let alike = torques.iter().filter(|(unit, _)| *unit == joint.unit);
        let largest = alike.fold(0.0_f64, |most, (_, torque)| most.max(*torque));
        let band = joint.band.map_or(0.0, |[band, _]| band.abs());
        let allowed = (GOOD_SHARE * joint.torque_rms).max(band).max(SMALL_SHARE * largest);
        joint.is_predicted = joint.error_rms <= allowed;
    }
}

/// Total error over total torque, of the kind of joints, turning or sliding, with the larger share.
fn total_share(joints: &[GravityJoint], error: fn(&GravityJoint) -> f64) -> f64 {
    let share = |unit: &str| {
        let alike = joints.iter().filter(|joint| joint.unit == unit);
        let squares = alike.fold([0.0, 0.0], |[errors, torques], joint| {
            [errors + error(joint).powi(2), torques + joint.torque_rms.powi(2)]
        });
        if squares[1] > 0.0 { (squares[0] / squares[1]).sqrt() } else { 0.0 }
    };
    joints.iter().map(|joint| share(&joint.unit)).fold(0.0, f64::max)
}

fn rms(values: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = values.fold((0_usize, 0.0), |(n, sum), x| (n + 1, sum + x * x));
    (sum / n.max(1) as f64).sqrt()
}

fn warnings(joints: &[GravityJoint], base_parameters: &[ParameterRecord]) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    let open = base_parameters.iter().filter(|p| p.sigma.is_none());
    let parameters: Vec<String> = open.map(|p| p.name.clone()).collect();
    if !parameters.is_empty() {
        warnings.push(GravityWarning::Unfixed { parameters }.into());
    }
    for joint in joints {
        let [up, down] = joint.n_directions;
        let finding = match joint.band {
            None => GravityWarning::OneDirection { joint: joint.name.clone(), n_poses: up + down },
            Some([band, _]) if !joint.is_predicted => GravityWarning::BeyondBand {
                joint: joint.name.clone(),
                error: joint.error_rms,
                band: band.abs(),
            },
            Some(_) => continue,
        };
        warnings.push(finding.into());
    }
    warnings.sort_by_key(Warning::code);
    warnings
}

fn verdict(joints: &[GravityJoint], base_parameters: &[ParameterRecord]) -> Verdict {
    let share = total_share(joints, |joint| joint.error_rms);
    let before = total_share(joints, |joint| joint.nominal_error_rms);
    let n_predicted = joints.iter().filter(|joint| joint.is_predicted).count();
    let n_open = base_parameters.iter().filter(|p| p.sigma.is_none()).count();
    let is_good = n_predicted == joints.len() && share <= GOOD_SHARE;
    let grade = if is_good && share <= before && n_open == 0 {
        Grade::Good
    } else if share <= USABLE_SHARE {
        Grade::Usable
    } else {
        Grade::Poor
    };
    let reason = format!(
        "torque error {:.1} % in total without friction, {:.1} % with the robot's file; {n_predicted} of {} joints are \
         predicted{}",
        100.0 * share,
        100.0 * before,
        joints.len(),
        match n_open {
            0 => "",
            _ =>
                "; other poses may be predicted less well: some coefficients are not fixed by these",
        }
    );
    Verdict::new(grade, reason, RULE)
}

fn base_parameters(
    problem: &GravityProblem<'_>,
    records: &ParameterRecords<'_>,
    fit: &GravityFit,
) -> Vec<ParameterRecord> {
    let sigma = |k: usize| if fit.is_fixed[k] { fit.sigma[k] } else { f64::INFINITY };
    (0..problem.base.rank()).map(|k| records.base(k, fit.beta[k], sigma(k))).collect()
}

/// Masses and first moments that give the found torques, as near to the robot's file as possible.
fn standard_parameters(
    problem: &GravityProblem<'_>,
    records: &ParameterRecords<'_>,
    fit: &GravityFit,
) -> Result<Vec<ParameterRecord>> {
    let GravityProblem { robot, layout, base, .. } = problem;
    let values = base.to_standard(&fit.beta, &layout.nominal(robot))?;
    let is_shown =
        |&c: &usize| problem.is_weight(c) && base.class(c) != IdentifiabilityClass::Dropped;
    let shown = (0..layout.n_params()).filter(is_shown);
    Ok(shown.map(|column| records.standard(column, values[column])).collect())
}
