//! One record of a clamped arm, from its files to its rows.

use super::ClampedLog;
use super::delay::{Delay, find_delay};
use super::load::{Contact, condition_number};
use super::rows::{
    StiffnessRows, all_motor_rows, condition_wrench, no_common_time, prepare_joints,
    refuse_degrees, wrench_rows,
};
use super::series_clamp::{link_compliance, subtract_links};
use super::settings::StiffnessSettings;
use crate::diagnostics::{DataError, InputError, Result, SignalWarning, StiffnessWarning, Warning};
use crate::methods::common::PreparedLog;
use crate::model::Robot;
use crate::recording::{Log, WrenchRecording};
use crate::signal::{Motion, ParallelFilter};
use crate::spatial::MotionVector;
use crate::study::{ClampRecord, WrenchRecord};
use crate::survey::resolution;

/// A Jacobian beyond this hardly lets some axis feel the force.
const BAD_CONDITION: f64 = 100.0;
/// Samples at the beginning of a log by which units and encoder steps are judged.
const HEAD_SAMPLES: usize = 1 << 17;

/// Rows of one record.
pub(super) struct Clamped {
    pub(super) record: ClampRecord,
    pub(super) motor: Vec<StiffnessRows>,
    pub(super) wrench: Option<ClampedWrench>,
    /// Step of the encoder of every joint, where it can be seen.
    pub(super) encoder_steps: Vec<Option<f64>>,
    pub(super) warnings: Vec<Warning>,
}

/// Rows of its wrench.
pub(super) struct ClampedWrench {
    pub(super) rows: Vec<StiffnessRows>,
    /// Per joint: torque per unit of each measured component.
    pub(super) torque_per_component: Vec<Vec<f64>>,
}

impl Clamped {
    pub(super) fn new<L: Log>(
        robot: &Robot,
        log: &ClampedLog<'_, L>,
        torque_constants_nm_per_a: &[Option<f64>],
        settings: &StiffnessSettings,
    ) -> Result<Self> {
        let head = log.recording.head(HEAD_SAMPLES)?;
        let (expected, found) = (robot.n_dof(), head.joints.len());
        if expected != found {
            return Err(
                InputError::LengthMismatch { what: "joints of a log", expected, found }.into()
            );
        }
        let is_turning: Vec<bool> = robot.dof_joint_iter().map(|j| !j.is_prismatic()).collect();
        refuse_degrees(&head, &is_turning)?;
        let prepared = prepare_joints(log.recording, torque_constants_nm_per_a, settings)?;
        let Some(joints) = prepared.first() else {
            let what = "a record of a clamped arm";
            return Err(DataError::TooFewSamples { what, needed: 1, found: 0 }.into());
        };
        let survey = &joints.survey;
        let motor = all_motor_rows(joints, settings)?;
        let mut clamped = Self {
            record: ClampRecord {
                source: head.source.clone(),
                pose: unloaded_pose(&motor, robot.n_dof(), |rows, k| {
                    rows.load.iter().map(|tau| tau[k].abs()).fold(0.0, f64::max)
                }),
                rate_hz: survey.rate_hz,
                duration_s: survey.last_s - survey.first_s,
                wrench: None,
            },
            motor,
            wrench: None,
            encoder_steps: (0..robot.n_dof()).map(|dof| encoder_step(head.q(dof))).collect(),
            warnings: survey.warnings.iter().filter(|w| concerns(w)).cloned().collect(),
        };
        match log.wrench {
            Some(wrench) => clamped.add_wrench(robot, joints, wrench, settings)?,
            None if settings.clamp_compliance.is_some() => {
                let contact = Contact::without_wrench(robot, &settings.wrench)?;
                clamped.subtract_clamp(&contact.jacobian(robot, &clamped.record.pose)?, settings);
            }
            None => {}
        }
        Ok(clamped)
    }

    fn add_wrench<L: Log>(
        &mut self,
        robot: &Robot,
        joints: &PreparedLog<'_, L>,
        wrench: &WrenchRecording,
        settings: &StiffnessSettings,
    ) -> Result<()> {
        let contact = Contact::new(robot, wrench, &settings.wrench)?;
        let mut forces = condition_wrench(wrench, settings)?;
        let torques = |jacobian: &[MotionVector]| -> Vec<Vec<f64>> {
            jacobian.iter().map(|column| contact.torque_per_component(column, wrench)).collect()
        };
        let first_torques = torques(&contact.jacobian(robot, &self.record.pose)?);
        let delay = match settings.wrench.delay_s {
            Some(_) => None,
            None => {
                let mut beginning = Vec::new();
                joints.sample(&mut |segment| beginning.push(segment.clone()))?;
                find_delay(&beginning, &forces, &first_torques)
            }
        };
        for segment in &mut forces.segments {
            let late_s = delay.map_or(0.0, |delay| delay.seconds);
            segment.t_s.iter_mut().for_each(|t_s| *t_s -= late_s);
        }
        let filter = ParallelFilter::new(settings.decimation_hz, forces.rate_hz)?;
        let mut rows = Vec::new();
        joints.visit(&mut |joint, _| {
            rows.extend(forces.segments.iter().map(|force| wrench_rows(joint, force, &filter)));
            Ok(())
        })?;
        rows.retain(|rows: &StiffnessRows| !rows.t_s.is_empty());
        if rows.is_empty() {
            return Err(no_common_time(joints, &forces));
        }
        // J(q0), with q0 where the force is smallest (Jubien et al. 2014, eq. 3).
        self.record.pose = unloaded_pose(&rows, robot.n_dof(), |rows, k| {
            rows.load.iter().map(|x| x[k] * x[k]).sum()
        });
        let jacobian = contact.jacobian(robot, &self.record.pose)?;
        let jacobian_condition = condition_number(&jacobian);
        let names = |components: &mut dyn Iterator<Item = crate::recording::WrenchComponent>| {
            components.map(|component| component.name().to_owned()).collect::<Vec<String>>()
        };
        let record = WrenchRecord {
            source: wrench.source.clone(),
            frame: contact.frame.name.clone(),
            measured: names(
                &mut wrench
                    .measured()
                    .map(|(c, _)| c)
                    .filter(|c| !contact.assumed_zero.contains(c)),
            ),
            assumed_zero: names(&mut contact.assumed_zero.iter().copied()),
            rate_hz: forces.rate_hz,
            n_gaps: forces.timing.gaps.len(),
            covered_share: covered_s(&forces) / self.record.duration_s.max(f64::MIN_POSITIVE),
            jacobian_condition,
            delay_s: settings.wrench.delay_s.or(delay.map(|delay| delay.seconds)).unwrap_or(0.0),
        };
        self.warnings.extend(findings(&record, &self.record.source));
        self.warnings.extend(delay.map(|Delay { seconds, at_edge }| {
            let source = wrench.source.clone();
            Warning::from(StiffnessWarning::WrenchLate { source, delay_s: seconds, at_edge })
        }));
        let torque_per_component = torques(&jacobian);
        self.record.wrench = Some(record);
        self.wrench = Some(ClampedWrench { rows, torque_per_component });
        self.subtract_clamp(&jacobian, settings);
        Ok(())
    }

    /// Takes the motion of the links off the motors, where the stiffness of the clamp is known.
    fn subtract_clamp(&mut self, jacobian: &[MotionVector], settings: &StiffnessSettings) {
        let Some(clamp) = &settings.clamp_compliance else { return };
        let compliance = link_compliance(jacobian, clamp);
        for rows in &mut self.motor {
            let torques = rows.load.clone();
            subtract_links(rows, &compliance, &torques);
        }
        let Some(wrench) = &mut self.wrench else { return };
        let of_rows = |rows: &StiffnessRows| -> Vec<Vec<f64>> {
            (0..jacobian.len()).map(|dof| wrench.torque(rows, dof)).collect()
        };
        let torques: Vec<Vec<Vec<f64>>> = wrench.rows.iter().map(of_rows).collect();
        for (rows, torques) in wrench.rows.iter_mut().zip(&torques) {
            subtract_links(rows, &compliance, torques);
        }
    }
}

impl ClampedWrench {
    /// Torque of a joint in every row.
    pub(super) fn torque(&self, rows: &StiffnessRows, dof: usize) -> Vec<f64> {
        let n_rows = rows.t_s.len();
        let components = || self.torque_per_component[dof].iter().zip(&rows.load);
        (0..n_rows).map(|k| components().map(|(per, load)| per * load[k]).sum()).collect()
    }
}

/// The step of an encoder: that of the grid on which its values lie, or the smallest difference where
/// there are too few values to see a grid.
fn encoder_step(q: &[f64]) -> Option<f64> {
    const FEW: usize = 30;
    if let Some(found) = resolution(q) {
        return Some(found.step);
    }
    let mut levels: Vec<f64> = q.to_vec();
    levels.sort_unstable_by(f64::total_cmp);
    levels.dedup();
    let steps = levels.windows(2).map(|w| w[1] - w[0]);
    let smallest = steps.fold(f64::INFINITY, f64::min);
    ((2..=FEW).contains(&levels.len())).then_some(smallest)
}

/// A joint that stands still is what a clamp is for.
fn concerns(warning: &Warning) -> bool {
    !matches!(
        warning.kind(),
        Some(SignalWarning::ConstantChannel { .. } | SignalWarning::HeldChannel { .. })
    )
}

fn findings(record: &WrenchRecord, log: &str) -> Vec<Warning> {
    let assumed = (!record.assumed_zero.is_empty()).then(|| StiffnessWarning::AssumedZero {
        source: record.source.clone(),
        components: record.assumed_zero.join(","),
    });
    let condition = record.jacobian_condition;
    let bad_pose = (condition > BAD_CONDITION)
        .then(|| StiffnessWarning::BadPose { source: log.to_owned(), condition });
    [assumed, bad_pose].into_iter().flatten().map(Warning::from).collect()
}

/// Motor positions in the row with the smallest load.
fn unloaded_pose(
    all: &[StiffnessRows],
    n_dof: usize,
    load: impl Fn(&StiffnessRows, usize) -> f64,
) -> Vec<f64> {
    let rows = all.iter().flat_map(|rows| (0..rows.t_s.len()).map(move |k| (rows, k)));
    let least = rows.min_by(|a, b| load(a.0, a.1).total_cmp(&load(b.0, b.1)));
    least.map_or_else(|| vec![0.0; n_dof], |(rows, k)| rows.q.iter().map(|q| q[k]).collect())
}

fn duration_s(t_s: &[f64]) -> f64 {
    t_s.first().zip(t_s.last()).map_or(0.0, |(first, last)| last - first)
}

/// Time for which there are forces.
fn covered_s(forces: &Motion) -> f64 {
    let edges_s = 2.0 * forces.edge_trim_s;
    forces.segments.iter().map(|segment| duration_s(&segment.t_s) + edges_s).sum()
}
