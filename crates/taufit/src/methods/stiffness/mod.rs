//! Joint stiffnesses of an arm whose end-effector is clamped (Jubien et al. 2014): from motor torque and motor
//! angle, and from a force sensor and motor angle.
//!
//! The recipe: `rows` filters the records, each at its own rate, and brings them together, piece by piece where they
//! are long: only thinned rows stay in memory; `load` turns
//! the wrench into joint torques, `delay` aligns its clock, `series_clamp` the clamp's own compliance; `branch` separates loading from unloading; `line` fits; `slip` detects a
//! clamp that moved; `axis` and `clamp` gather; `compliance` maps stiffness to the tool.

mod axis;
mod branch;
mod clamp;
mod compliance;
mod delay;
mod line;
mod load;
mod rows;
mod series_clamp;
mod settings;
mod slip;
mod verdict;
mod warnings;

pub use settings::{BranchFriction, StiffnessSettings, WrenchSettings, WrenchSide};

use crate::diagnostics::{DataError, Result, StiffnessError, StiffnessWarning, Warning, name_list};
use crate::model::Robot;
use crate::recording::{Log, Recording, WrenchRecording};
use crate::study::{
    AxisRecord, ClampRecord, ComplianceRecord, Provenance, RobotRecord, StiffnessStatus,
    StiffnessStudy, StudyHeader, StudyKind,
};
use crate::survey::{LogUse, gate};
use crate::validate::Verdict;
use axis::{AxisPoints, axis_record};
use clamp::Clamped;
use compliance::compliance;
use series_clamp::{Coupling, coupling};
use warnings::findings;

/// One record of a clamped arm.
#[derive(Clone, Copy, Debug)]
pub struct ClampedLog<'a, L = Recording> {
    /// Positions of the motors, seen from the joint side, and torques or currents.
    pub recording: &'a L,
    /// Record of a force sensor at the clamp, with its own stamps, if there is one.
    pub wrench: Option<&'a WrenchRecording>,
}

/// Stiffnesses, and what was found with them.
#[derive(Clone, Debug, PartialEq)]
pub struct StiffnessResult {
    /// The records.
    pub clamps: Vec<ClampRecord>,
    /// The axes.
    pub axes: Vec<AxisRecord>,
    /// Compliance of the tool, where any axis has a stiffness.
    pub compliance: Option<ComplianceRecord>,
    /// Compliance of the clamp, where it was given; see [`StiffnessSettings`].
    pub clamp_compliance: Option<[f64; 6]>,
    /// The grade, with its rule.
    pub verdict: Verdict,
    /// Warnings about the result.
    pub warnings: Vec<Warning>,
}

/// Stiffness of every axis that the records load, by up to two methods (Jubien et al. 2014, eq. 5):
///
/// * motor torque: `τ_m = k q_m + off_m`, `τ_m` the current times the drive gain. Friction of the drive
///   sits in `τ_m`; by default it is separated as `± f` by the direction of the motor,
///   see [`BranchFriction`];
/// * wrench: `Jᵀ(q0) F = k q_m + off_l`, free of friction and of drive gains.
///
/// The links must not move: `q = q0`. Records may show different poses; an axis has one stiffness and one
/// offset per record, and only records that load it count. Rows are filtered and thus correlated, and the
/// standard deviations say so.
///
/// `torque_constants_nm_per_a` has one entry per joint and is needed for logs of currents only.
///
/// ```no_run
/// # fn example(log: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{ClampedLog, StiffnessSettings, identify_stiffness};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("kr500")?;
/// let clamped = ClampedLog { recording: &log, wrench: None };
/// let result = identify_stiffness(&robot, &[clamped], &[], &StiffnessSettings::default())?;
/// println!("{:?}", result.axes[0].stiffness);
/// # Ok(())
/// # }
/// ```
pub fn identify_stiffness<L: Log>(
    robot: &Robot,
    logs: &[ClampedLog<'_, L>],
    torque_constants_nm_per_a: &[Option<f64>],
    settings: &StiffnessSettings,
) -> Result<StiffnessResult> {
    settings.validate()?;
    if logs.is_empty() {
        return Err(DataError::TooFewSamples {
            what: "records of a clamped arm",
            needed: 1,
            found: 0,
        }
        .into());
    }
    let clamped = |log| Clamped::new(robot, log, torque_constants_nm_per_a, settings);
    let clamps = logs.iter().map(clamped).collect::<Result<Vec<Clamped>>>()?;
    let constants = torque_constants_nm_per_a;
    let recordings = logs.iter().map(|log| log.recording);
    let accepted = gate(robot, recordings, constants, LogUse::Clamped, &settings.gate)?;
    let records: Vec<&ClampRecord> = clamps.iter().map(|clamp| &clamp.record).collect();
    let tool = tool(robot, settings)?;

    let mut warnings: Vec<Warning> = clamps.iter().flat_map(|c| c.warnings.clone()).collect();
    warnings.extend(accepted.iter().cloned());
    let in_series = settings.clamp_compliance.is_none().then_some(StiffnessWarning::ClampInSeries);
    warnings.extend(in_series.map(Warning::from));
    let mut axes = Vec::new();
    for dof in 0..robot.n_dof() {
        let points = AxisPoints::new(&clamps, dof);
        let step = points.motor.first().and_then(|p| clamps[p.clamp].encoder_steps[dof]);
        let axis = axis_record(robot, dof, &points, step, settings)?;
        let found = findings(&axis, &points, &records, (robot, &tool), settings)?;
        warnings.extend(found.into_iter().map(Warning::from));
        warnings.extend(coupled(robot, &clamps, &axis)?);
        axes.push(axis);
    }
    refuse_idle(&axes)?;
    let pose = settings.pose.as_deref().or(records.first().map(|r| &r.pose[..])).unwrap_or(&[]);
    let is_known = axes.iter().any(|axis| axis.stiffness.is_some());
    let compliance = is_known.then(|| compliance(robot, &axes, &tool, pose)).transpose()?;
    warnings.extend(compliance.as_ref().and_then(rigid_axes));
    let clamps = clamps.into_iter().map(|clamp| clamp.record).collect();
    let verdict = verdict::verdict(&axes, &warnings, &accepted);
    let clamp_compliance = settings.clamp_compliance;
    Ok(StiffnessResult { clamps, axes, compliance, clamp_compliance, verdict, warnings })
}

/// The warning about an axis that feels the deflection of another one.
fn coupled(robot: &Robot, clamps: &[Clamped], axis: &AxisRecord) -> Result<Option<Warning>> {
    if axis.status == StiffnessStatus::NotLoaded {
        return Ok(None);
    }
    let found = coupling(clamps, axis.number - 1)?;
    Ok(found.map(|Coupling { other, share }| {
        let (joint, other) = (axis.joint.clone(), robot.dof_joint(other).name.clone());
        StiffnessWarning::Coupled { joint, other, percent: 100.0 * share }.into()
    }))
}

/// The frame whose compliance is computed.
fn tool(robot: &Robot, settings: &StiffnessSettings) -> Result<String> {
    let last = robot.joints().last().map(|joint| joint.link.name.clone());
    let name = settings.tool.clone().or(last).unwrap_or_default();
    robot.frame(&name).map(|frame| frame.name.clone())
}

fn refuse_idle(axes: &[AxisRecord]) -> Result<()> {
    if axes.iter().any(|axis| axis.status != StiffnessStatus::NotLoaded) {
        return Ok(());
    }
    let range = |axis: &AxisRecord| {
        let AxisRecord {
            joint, torque_range, effort_unit, deflection_range, position_unit, ..
        } = axis;
        format!(
            "{joint} {torque_range:.3} {effort_unit} over {deflection_range:.1e} {position_unit}"
        )
    };
    let ranges = axes.iter().map(range).collect::<Vec<_>>().join(", ");
    Err(StiffnessError::NoLoadVariation { ranges }.into())
}

fn rigid_axes(compliance: &ComplianceRecord) -> Option<Warning> {
    let names = &compliance.rigid_axes;
    (!names.is_empty()).then(|| StiffnessWarning::RigidAxes { joints: name_list(names) }.into())
}

impl StiffnessResult {
    /// As plain data. `record` is the robot as it was read; `true_stiffness` has one entry per axis where the arm
    /// was simulated.
    pub fn to_study(
        &self,
        record: RobotRecord,
        true_stiffness: &[f64],
        provenance: Provenance,
    ) -> StiffnessStudy {
        let mut axes = self.axes.clone();
        for (axis, k) in axes.iter_mut().zip(true_stiffness) {
            axis.true_stiffness = Some(*k);
        }
        let (kind, verdict) = (StudyKind::Stiffness, self.verdict.clone());
        StiffnessStudy {
            header: StudyHeader::new(kind, record, provenance, verdict, &self.warnings),
            clamps: self.clamps.clone(),
            axes,
            compliance: self.compliance.clone(),
            clamp_compliance: self.clamp_compliance,
        }
    }
}
