//! Weights of an arm from poses in which it stands or creeps.
//!
//! The recipe: `quiet` finds the poses and which way every joint came to them, `fit` finds masses and
//! first moments, offsets and friction from them, `result` says what they are worth.

mod file_prior;
mod fit;
mod quiet;
mod result;
mod settings;

pub use settings::GravitySettings;

use crate::diagnostics::{GravityError, InputError, Result, StudyError, Warning};
use crate::friction::FrictionShape;
use crate::methods::common::{
    GridChoice, POSE_OVERLAP_S, Preparation, SPIKE_FACTOR, despiked, prepare, unwatched,
};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::study::{
    GravityFindings, GravityPose, GravityStudy, LogRole, Provenance, RobotRecord, StudyHeader,
    StudyKind,
};
use crate::survey::{LogUse, gate};
use crate::validate::{Concern, Verdict};
use fit::{GravityFit, GravityProblem, fit, significant_offsets};
use quiet::{quiet_poses, slowest_speed};
use result::findings;

/// Poses that differ less than this in every joint are one pose \[rad or m\].
const ALIKE: f64 = 0.05;

/// Gravity terms of an arm.
#[derive(Clone, Debug, PartialEq)]
pub struct GravityResult {
    /// Weights, offsets, friction bands and poses.
    pub found: GravityFindings,
    /// The unknowns, with Coulomb friction where both directions were seen, and offsets.
    pub layout: Layout,
    /// The grade, with its rule.
    pub verdict: Verdict,
    /// Warnings about the result.
    pub warnings: Vec<Warning>,
}

/// Masses and first moments, as far as a standing arm shows them, and offsets, from logs.
///
/// `τ_j = G_j(q) β + off_j + d_j fc_j` in every pose, with `G` the columns `m, mx, my, mz` of the regressor
/// at rest and `d_j = ±1` the direction in which joint `j` moved last. A pose that is reached from both
/// sides cancels its friction: the mean of the two counts, half their difference is the friction band.
/// Poses reached from one side help as well, because the band is one number per joint. An offset that is not
/// significant is taken for zero; weights that the poses leave open stay near the robot's file.
///
/// `torque_constants_nm_per_a` is only needed for logs of currents, as in
/// [`condition`](crate::signal::condition()).
///
/// ```no_run
/// # fn example(log: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{GravitySettings, identify_gravity};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("ur5")?;
/// let result = identify_gravity(&robot, &[log], &[], &GravitySettings::default())?;
/// println!("{} poses", result.found.poses.len());
/// # Ok(())
/// # }
/// ```
pub fn identify_gravity<L: Log>(
    robot: &Robot,
    logs: &[L],
    torque_constants_nm_per_a: &[Option<f64>],
    settings: &GravitySettings,
) -> Result<GravityResult> {
    settings.validate()?;
    let constants = torque_constants_nm_per_a;
    logs.iter().try_for_each(|log| log.head(1)?.check_joints(robot))?;
    let (poses, mut warnings) = gather(logs, constants, settings)?;
    let accepted = gate(robot, logs, constants, LogUse::Poses, &settings.gate)?;
    let (problem, fit) = fitted(robot, &poses, settings)?;
    let (found, verdict, findings) = findings(&problem, &fit, poses)?;
    warnings.extend(findings.into_iter().chain(accepted.iter().cloned()));
    let verdict = verdict.with_concerns(accepted.into_iter().map(Concern::Accepted));
    Ok(GravityResult { found, layout: problem.layout, verdict, warnings })
}

/// The fit with offsets in those joints only where one is significant: an offset takes its value from weights.
fn fitted<'r>(
    robot: &'r Robot,
    poses: &[GravityPose],
    settings: &GravitySettings,
) -> Result<(GravityProblem<'r>, GravityFit)> {
    let with_offsets = |offsets: &[bool]| {
        let problem = GravityProblem::new(robot, poses, offsets)?;
        let fit = fit(&problem, poses)?;
        Ok((problem, fit))
    };
    let requested = vec![settings.offsets; robot.n_dof()];
    let (problem, fit) = with_offsets(&requested)?;
    let significant = significant_offsets(&problem, &fit);
    if significant == requested { Ok((problem, fit)) } else { with_offsets(&significant) }
}

/// The poses of all logs.
fn gather<L: Log>(
    logs: &[L],
    torque_constants_nm_per_a: &[Option<f64>],
    settings: &GravitySettings,
) -> Result<(Vec<GravityPose>, Vec<Warning>)> {
    let (mut poses, mut warnings, mut slowest) = (Vec::new(), Vec::new(), f64::INFINITY);
    let preparation = Preparation {
        condition: &settings.condition,
        grid: GridChoice::Own,
        hold_out: 0.0,
        overlap_s: POSE_OVERLAP_S,
    };
    for log in &despiked(logs, Some(SPIKE_FACTOR), &unwatched)? {
        let own = [(log, LogRole::Identification)];
        for prepared in prepare(own, torque_constants_nm_per_a, &preparation)? {
            let mut last_s = f64::NEG_INFINITY;
            prepared.visit(&mut |segment, _| {
                // Stretches of a long log overlap: every pose counts once.
                let found = quiet_poses(segment, log.source(), settings).into_iter();
                poses.extend(found.filter(|pose| pose.t_s > last_s));
                let end_s = |pose: &GravityPose| pose.t_s + pose.duration_s;
                last_s = poses.last().map_or(last_s, |pose| last_s.max(end_s(pose)));
                if poses.is_empty() {
                    slowest = slowest.min(slowest_speed(segment, settings.standstill.shortest_s));
                }
                Ok(())
            })?;
            warnings.extend(prepared.survey.warnings.iter().cloned());
        }
        warnings.extend(log.warnings());
    }
    check(&poses, slowest, settings)?;
    Ok((poses, warnings))
}

/// Refuses logs without poses, and poses that are all alike.
fn check(poses: &[GravityPose], slowest: f64, settings: &GravitySettings) -> Result<()> {
    let Some(first) = poses.first() else {
        return Err(GravityError::NothingQuiet {
            stand_speed: settings.standstill.speed,
            shortest_s: settings.standstill.shortest_s,
            slow_speed: settings.slow_speed,
            slowest,
        }
        .into());
    };
    let range = |dof: usize| {
        let q = poses.iter().map(|pose| pose.q[dof]);
        q.clone().fold(f64::NEG_INFINITY, f64::max) - q.fold(f64::INFINITY, f64::min)
    };
    let range = (0..first.q.len()).map(range).fold(0.0, f64::max);
    if range < ALIKE {
        return Err(GravityError::PosesAlike { n_poses: poses.len(), range }.into());
    }
    Ok(())
}

impl GravityResult {
    /// As plain data. `record` is the robot as it was read.
    pub fn to_study(&self, record: RobotRecord, provenance: Provenance) -> GravityStudy {
        let (kind, verdict) = (StudyKind::Gravity, self.verdict.clone());
        GravityStudy {
            header: StudyHeader::new(kind, record, provenance, verdict, &self.warnings),
            layout: (&self.layout).into(),
            found: self.found.clone(),
        }
    }
}

/// The robot of a study with the weights and offsets that were found, and without friction otherwise.
///
/// Its gravity torques are those of the study. Its masses are one choice of many that give them, and its
/// tensors are those of the robot's file: it is not fit for anything that moves fast.
pub fn gravity_model(study: &GravityStudy) -> Result<Robot> {
    let nominal = study.header.robot.description.clone().build()?;
    let (expected, found) = (nominal.n_dof(), study.found.joints.len());
    if expected != found {
        return Err(
            InputError::LengthMismatch { what: "joints of the result", expected, found }.into()
        );
    }
    let shape = FrictionShape::NONE.with_offset();
    let layout = Layout::with_friction(&nominal, false, vec![shape; nominal.n_dof()]);
    let mut values = layout.nominal(&nominal);
    for parameter in &study.found.standard_parameters {
        let column = (0..layout.n_params()).find(|&c| layout.name(c) == parameter.name);
        let reason = || format!("its robot has no parameter {:?}", parameter.name);
        let column = column.ok_or_else(|| StudyError::StudySettings { reason: reason() })?;
        values[column] = parameter.value;
    }
    for (column, dof, ..) in layout.friction_columns() {
        values[column] = study.found.joints[dof].offset.map_or(0.0, |[offset, _]| offset);
    }
    layout.apply(&nominal, &values)
}
