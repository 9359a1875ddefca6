//! Weighing at rest, from logs to the result.

use super::advice::{PoseMeasurement, advise};
use super::at_rest::{RestFit, RestProblem, two_sided};
use super::gravity_rows::AT_REST;
use super::logs::PayloadInputs;
use super::parameters::{Routes, parameters};
use super::prior::BodyPrior;
use super::problem::TEN;
use super::result::PayloadResult;
use super::settings::PayloadSettings;
use super::standing::{Stop, stops};
use super::verdict::verdict;
use super::warnings::{findings, prior_text, refuse_negative};
use crate::diagnostics::{Error, PayloadError, PayloadWarning, Result};
use crate::methods::common::{DespikedLog, POSE_OVERLAP_S, SPIKE_FACTOR, despiked, unwatched};
use crate::methods::pair::condition_alike;
use crate::methods::rigid::link_values;
use crate::model::Robot;
use crate::recording::Log;
use crate::study::{
    ExtraTorque, FrictionUnderLoad, PayloadFound, PayloadJoint, PayloadMode, WeighedPose,
};
use crate::survey::LogUse;
use faer::Mat;

/// Fewest poses that determine a centre of mass.
const LEAST_POSES: usize = 3;

/// Mass and centre of mass of a load from poses in which the robot stands still, with the load (`loaded`) and
/// without it (`free`), or against an identified robot. Inertia does not show at rest: it is that of a ball.
///
/// Drives at rest hold against friction as well: joints that come to their poses from both sides let it be
/// separated from the load.
///
/// ```no_run
/// # fn example(free: taufit::recording::Recording, loaded: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{PayloadInputs, PayloadSettings, identify_payload_static};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("ur5")?;
/// let (free, loaded) = ([free], [loaded]);
/// let inputs = PayloadInputs::new(&free, &loaded, "link6");
/// let result = identify_payload_static(&robot, &inputs, &PayloadSettings::default())?;
/// println!("{:?}", result.found.body.com_m);
/// # Ok(())
/// # }
/// ```
pub fn identify_payload_static<L: Log>(
    robot: &Robot,
    inputs: &PayloadInputs<'_, L>,
    settings: &PayloadSettings,
) -> Result<PayloadResult> {
    let (logs, link, accepted) = inputs.check(robot, LogUse::Poses, settings)?;
    let &PayloadInputs { known, free, loaded, frame, gains } = inputs;
    let despike = |logs| despiked(logs, Some(SPIKE_FACTOR), &unwatched);
    let (without_load, with_load) = (despike(free)?, despike(loaded)?);
    let runs = condition_alike(
        &without_load,
        &with_load,
        &logs.factors,
        &settings.condition,
        POSE_OVERLAP_S,
    )?;
    let standstill = &settings.standstill;
    let (free, with) = (stops(&runs.unloaded, standstill)?, stops(&runs.loaded, standstill)?);
    let found = with.len();
    if found < LEAST_POSES {
        return Err(Error::from(PayloadError::TooFewPoses { found, needed: LEAST_POSES }));
    }
    let problem = RestProblem { robot, known, link, joints: &logs.joints, gains };
    let fit = problem.fit(&free, &with)?;
    let mut result = judge(&problem, frame, &fit, &with, settings)?;
    result = result.scaled(logs.kind, gains, settings);
    let floor = fit.covariance(settings) - &fit.noise;
    let measurement = PoseMeasurement::new(robot, link, &logs.joints, &fit.sigma, &floor);
    result.found.advice = advise(&measurement, &fit.four, &fit.noise, &runs.loaded.sample()?)?;
    logs.note(gains, &mut result);
    let sided = two_sided(free.iter().chain(&with), &logs.joints);
    let one_sided = logs.joints.iter().filter(|dof| !sided.contains(dof));
    let joints: Vec<String> = one_sided.map(|&dof| robot.dof_joint(dof).name.clone()).collect();
    if !joints.is_empty() {
        result.warnings.push(PayloadWarning::OneSided { joints }.into());
    }
    result.warnings.extend(runs.warnings.iter().cloned());
    result.warnings.extend(without_load.iter().chain(&with_load).flat_map(DespikedLog::warnings));
    Ok(result.accepting(accepted))
}

/// Body, intervals, errors, verdict and warnings.
fn judge(
    problem: &RestProblem<'_>,
    frame: &str,
    fit: &RestFit,
    stops: &[Stop],
    settings: &PayloadSettings,
) -> Result<PayloadResult> {
    let robot = problem.robot;
    let four = fit.covariance(settings);
    refuse_negative(fit.four[0], four[(0, 0)].sqrt())?;
    let prior = BodyPrior::first(settings.gyration_radius_m).around(&fit.four);
    let body = prior.ball();
    let mut ten = body.to_params();
    ten[..AT_REST].copy_from_slice(&fit.four);
    let covariance = Mat::from_fn(TEN, TEN, |i, j| match i < AT_REST && j < AT_REST {
        true => four[(i, j)],
        false => 0.0,
    });
    let routes = Routes {
        unconstrained: &ten,
        physical: &body,
        difference: None,
        covariance: &covariance,
        n_sought: AT_REST,
    };
    let frame_from_link = robot.frame(frame)?.link_from_frame.inverse();
    let parameters = parameters(&routes, &prior, &frame_from_link, frame);
    let joints: Vec<PayloadJoint> =
        (0..robot.n_dof()).map(|dof| joint(problem, fit, stops, dof)).collect();
    let verdict = verdict(&parameters, &joints, settings.stated_mass_kg);
    let found = PayloadFound {
        mode: PayloadMode::Static,
        frame: frame.to_owned(),
        link: robot.joints()[problem.link].link.name.clone(),
        body: link_values(&body.expressed_in(&frame_from_link)),
        parameters,
        prior: prior_text(settings),
        friction: FrictionUnderLoad {
            refitted: false,
            kept_mass_kg: fit.four[0],
            refitted_mass_kg: None,
            changes: Vec::new(),
        },
        joints,
        poses: (0..stops.len()).map(|k| pose(fit, stops, k)).collect(),
        advice: None,
    };
    let warnings = findings(&found, fit.four[0], settings);
    Ok(PayloadResult { found, verdict, warnings })
}

fn joint(problem: &RestProblem<'_>, fit: &RestFit, stops: &[Stop], dof: usize) -> PayloadJoint {
    let joint = problem.robot.dof_joint(dof);
    let [free, before, after] = &fit.residuals[dof];
    let rms = |x: &[f64]| (x.iter().map(|x| x * x).sum::<f64>() / x.len().max(1) as f64).sqrt();
    let torque: Vec<f64> = stops.iter().map(|stop| stop.tau[dof]).collect();
    let [measured, predicted] = &fit.extra[dof];
    PayloadJoint {
        name: joint.name.clone(),
        unit: if joint.is_prismatic() { "N" } else { "N m" }.to_owned(),
        used: problem.joints.contains(&dof),
        gain_nm_per_a: None,
        gain_percent_sigma: None,
        free_rms_nm: (!free.is_empty()).then(|| rms(free)),
        before_rms_nm: rms(before),
        after_rms_nm: rms(after),
        free_percent: None,
        after_percent: 100.0 * rms(after) / rms(&torque),
        correlation_time: 1.0,
        extra: ExtraTorque {
            t_s: stops.iter().take(measured.len()).map(|stop| stop.start_s).collect(),
            measured_nm: measured.clone(),
            predicted_nm: predicted.clone(),
        },
    }
}

fn pose(fit: &RestFit, stops: &[Stop], k: usize) -> WeighedPose {
    let Stop { start_s, duration_s, q, approach, .. } = stops[k].clone();
    let left = |[.., after]: &[Vec<f64>; 3]| after.get(k).copied().unwrap_or(0.0);
    let residual_nm = fit.residuals.iter().map(left).collect();
    WeighedPose { start_s, duration_s, q, approach, residual_nm }
}
