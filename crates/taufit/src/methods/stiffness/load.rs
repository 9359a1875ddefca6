//! From a wrench at the clamp to torques of the joints.

use super::settings::{WrenchSettings, WrenchSide};
use crate::diagnostics::{Result, StiffnessError, name_list};
use crate::dynamics::{Scratch, frame_jacobian, frame_pose};
use crate::model::{Frame, Robot};
use crate::recording::{WrenchComponent, WrenchRecording};
use crate::spatial::{MotionVector, Vec3};
use faer::Mat;

/// Frame of a wrench, and the body that it acts on.
#[derive(Clone, Debug)]
pub(super) struct Contact {
    pub(super) frame: Frame,
    clamped: Frame,
    /// 1 if the arm pushes its environment with the wrench, −1 the other way round.
    sign: f64,
    /// Components that are taken as zero, measured or not.
    pub(super) assumed_zero: Vec<WrenchComponent>,
}

impl Contact {
    /// Refuses a wrench without a frame, and components that are neither measured nor said to be zero.
    pub(super) fn new(
        robot: &Robot,
        wrench: &WrenchRecording,
        settings: &WrenchSettings,
    ) -> Result<Self> {
        let source_name = || wrench.source.clone();
        let Some(name) = settings.frame.as_deref().or(wrench.frame.as_deref()) else {
            let available = name_list(robot.frames().iter().map(|frame| &frame.name));
            return Err(
                StiffnessError::NoWrenchFrame { source_name: source_name(), available }.into()
            );
        };
        let assumed_zero = settings.assume_zero.clone();
        let unsaid = wrench.missing().filter(|component| !assumed_zero.contains(component));
        let unsaid: Vec<&str> = unsaid.map(WrenchComponent::name).collect();
        if !unsaid.is_empty() {
            let (source_name, missing) = (source_name(), unsaid.join(","));
            return Err(StiffnessError::WrenchIncomplete { source_name, missing }.into());
        }
        let (frame, clamped) = frames(robot, Some(name), settings)?;
        let sign = match settings.acts_on {
            WrenchSide::Environment => 1.0,
            WrenchSide::Robot => -1.0,
        };
        Ok(Self { frame, clamped, sign, assumed_zero })
    }

    /// A clamp without force sensor, in the axes of the frame of the settings, else of the clamped link.
    pub(super) fn without_wrench(robot: &Robot, settings: &WrenchSettings) -> Result<Self> {
        let (frame, clamped) = frames(robot, settings.frame.as_deref(), settings)?;
        Ok(Self { frame, clamped, sign: 1.0, assumed_zero: Vec::new() })
    }

    /// Twist of the clamped link at the origin of the wrench's frame, in its axes, per unit of every
    /// joint: `τ_l = Jᵀ F`.
    pub(super) fn jacobian(&self, robot: &Robot, q: &[f64]) -> Result<Vec<MotionVector>> {
        let mut scratch = Scratch::new(robot);
        let world_from_frame = frame_pose(robot, &mut scratch, q, &self.frame)?;
        let link_origin = frame_pose(robot, &mut scratch, q, &self.clamped)?.translation;
        let lever = world_from_frame.translation - link_origin;
        let turn = world_from_frame.rotation;
        let seen = |twist: &MotionVector| MotionVector {
            angular: turn.transpose_mul(twist.angular),
            linear: turn.transpose_mul(twist.linear + twist.angular.cross(lever)),
        };
        Ok(frame_jacobian(robot, &mut scratch, q, &self.clamped)?.iter().map(seen).collect())
    }

    /// Torque of one joint per unit of each measured component; zero for those that are said to be zero.
    pub(super) fn torque_per_component(
        &self,
        column: &MotionVector,
        wrench: &WrenchRecording,
    ) -> Vec<f64> {
        let all = [vec_entries(column.linear), vec_entries(column.angular)].concat();
        let entry = |component: WrenchComponent| match self.assumed_zero.contains(&component) {
            true => 0.0,
            false => self.sign * all[component as usize],
        };
        wrench.measured().map(|(component, _)| entry(component)).collect()
    }
}

/// The frame of a wrench, the clamped link if it has no name, and the clamped link.
fn frames(robot: &Robot, name: Option<&str>, settings: &WrenchSettings) -> Result<(Frame, Frame)> {
    let frame = name.map(|name| robot.frame(name).cloned()).transpose()?;
    let clamped = clamped(robot, frame.as_ref(), settings)?;
    Ok((frame.unwrap_or_else(|| clamped.clone()), clamped))
}

/// The link that is clamped: as given, else the one that carries the frame, else the last.
fn clamped(robot: &Robot, frame: Option<&Frame>, settings: &WrenchSettings) -> Result<Frame> {
    let link = |joint: usize| robot.joints().get(joint).map(|joint| joint.link.name.clone());
    let last = || robot.joints().len().checked_sub(1).and_then(link);
    let carrier = || frame.and_then(|frame| frame.link).and_then(link);
    let name = settings.clamped_link.clone().or_else(carrier).or_else(last);
    let body = name.unwrap_or_default();
    let found = robot.frame(&body)?;
    match found.link {
        Some(_) => Ok(found.clone()),
        None => Err(StiffnessError::NothingClamped { body }.into()),
    }
}

fn vec_entries(v: Vec3) -> [f64; 3] {
    [v.x, v.y, v.z]
}

/// Largest over smallest singular value, metres and radians as they are.
pub(super) fn condition_number(jacobian: &[MotionVector]) -> f64 {
    let entry = |i: usize, j: usize| {
        let column = &jacobian[j];
        [vec_entries(column.linear), vec_entries(column.angular)].concat()[i]
    };
    let Ok(sigma) = Mat::from_fn(6, jacobian.len(), entry).singular_values() else {
        return f64::INFINITY;
    };
    match (sigma.first(), sigma.last()) {
        (Some(largest), Some(smallest)) if *smallest > 0.0 => largest / smallest,
        _ => f64::INFINITY,
    }
}
