//! Path and speed of the tool.

use super::{Guard, Sighting};
use crate::excite::LimitSettings;
use crate::excite::instants::InstantStates;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{Scratch, frame_pose};
use taufit_dynamics::model::{Frame, Robot};
use taufit_dynamics::spatial::{MotionVector, Vec3};

/// The frame that the settings call the tool; without a name, the last frame of the last link.
pub(in crate::excite) fn tool_frame(robot: &Robot, name: Option<&str>) -> Result<Frame> {
    if let Some(name) = name {
        return robot.frame(name).cloned();
    }
    let last = robot.n_links().checked_sub(1);
    let of_last = robot.frames().iter().rev().find(|f| f.link == last).cloned();
    let origin = || Frame {
        name: "last link".to_owned(),
        link: last,
        link_from_frame: taufit_dynamics::spatial::Transform::IDENTITY,
    };
    Ok(of_last.unwrap_or_else(origin))
}

/// Motion of the tool at one state, with what changes it.
pub(in crate::excite) struct ToolMotion {
    /// Position of its origin \[m\].
    pub(in crate::excite) position: Vec3,
    /// Its velocity \[m/s\].
    pub(in crate::excite) velocity: Vec3,
    /// Slopes of the position by `q`, which are those of the velocity by `q̇`.
    pub(in crate::excite) jacobian: Vec<Vec3>,
    /// Slopes of the velocity by `q`.
    pub(in crate::excite) velocity_by_q: Vec<Vec3>,
}

/// Position and velocity of the tool's origin with their slopes.
///
/// The velocity by `q_k` is the time derivative of column `k` of the Jacobian, because
/// `∂(dp/dt)/∂q = d/dt(∂p/∂q)`. A joint's screw `S`, seen at the world's origin, is carried along by the
/// link it moves: `dS/dt = V × S` with `V` the twist of that link.
pub(in crate::excite) fn tool_motion(
    robot: &Robot,
    scratch: &mut Scratch,
    frame: &Frame,
    q: &[f64],
    qd: &[f64],
) -> Result<ToolMotion> {
    let position = frame_pose(robot, scratch, q, frame)?.translation;
    let path = frame.link.map_or(&[][..], |link| robot.path(link));
    let screw = |i: usize| scratch.world_from_link()[i].motion(robot.joints()[i].map.screw);
    let at_tool = |screw: MotionVector| screw.linear + screw.angular.cross(position);
    let mut jacobian = vec![Vec3::ZERO; robot.n_dof()];
    let mut velocity = Vec3::ZERO;
    for &i in path {
        let dof = robot.joints()[i].map.dof;
        jacobian[dof] = jacobian[dof] + at_tool(screw(i));
        velocity = velocity + at_tool(screw(i)) * qd[dof];
    }
    let mut velocity_by_q = vec![Vec3::ZERO; robot.n_dof()];
    let mut twist = MotionVector::ZERO;
    for &i in path {
        let (dof, screw) = (robot.joints()[i].map.dof, screw(i));
        twist = twist.add_scaled(screw, qd[dof]);
        let change = at_tool(twist.cross(screw)) + screw.angular.cross(velocity);
        velocity_by_q[dof] = velocity_by_q[dof] + change;
    }
    Ok(ToolMotion { position, velocity, jacobian, velocity_by_q })
}

/// Speed of the tool and the box it must not leave.
pub(in crate::excite) struct ToolGuard<'a> {
    robot: &'a Robot,
    frame: Frame,
    speed_m_s: Option<f64>,
    box_m: Option<[Vec3; 2]>,
    /// Length that counts as one unit of leaving the box \[m\].
    unit_m: f64,
}

/// The condition on the speed; those on the box follow, two per axis.
const SPEED: usize = 0;

impl<'a> ToolGuard<'a> {
    /// `None` if the settings do not limit the tool.
    pub(in crate::excite) fn new(robot: &'a Robot, limits: &LimitSettings) -> Result<Option<Self>> {
        let (speed_m_s, box_m) = (limits.tool_speed_m_s, limits.tool_box_m);
        if speed_m_s.is_none() && box_m.is_none() {
            return Ok(None);
        }
        let frame = tool_frame(robot, limits.tool.as_deref())?;
        let unit_m = robot.reach_m().max(1e-3);
        Ok(Some(Self { robot, frame, speed_m_s, box_m, unit_m }))
    }

    fn conditions(&self, tool: &ToolMotion) -> Vec<(usize, f64, [Vec<f64>; 2])> {
        let mut all = Vec::new();
        if let Some(most) = self.speed_m_s {
            let speed = tool.velocity.norm();
            let along =
                |v: &Vec3| if speed > 0.0 { v.dot(tool.velocity) / (speed * most) } else { 0.0 };
            let by_q = tool.velocity_by_q.iter().map(along).collect();
            let by_qd = tool.jacobian.iter().map(along).collect();
            all.push((SPEED, speed / most - 1.0, [by_q, by_qd]));
        }
        for (axis, unit) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            let Some(corners) = self.box_m else { break };
            for (side, (corner, sign)) in corners.into_iter().zip([-1.0, 1.0]).enumerate() {
                let value = sign * unit.dot(tool.position - corner) / self.unit_m;
                let slope = |j: &Vec3| sign * unit.dot(*j) / self.unit_m;
                let by_q: Vec<f64> = tool.jacobian.iter().map(slope).collect();
                let by_qd = vec![0.0; by_q.len()];
                all.push((1 + 2 * axis + side, value, [by_q, by_qd]));
            }
        }
        all
    }
}

impl Guard for ToolGuard<'_> {
    fn look(&self, states: &InstantStates, above: f64, slopes: bool) -> Result<Vec<Sighting>> {
        let mut scratch = Scratch::new(self.robot);
        let mut seen = Vec::new();
        for instant in 0..states.n {
            let (q, qd) = (states.at(0, instant), states.at(1, instant));
            let tool = tool_motion(self.robot, &mut scratch, &self.frame, &q, &qd)?;
            for (which, value, [by_q, by_qd]) in self.conditions(&tool) {
                if value > above {
                    let by_qdd = vec![0.0; by_q.len()];
                    let slopes = slopes.then_some([by_q, by_qd, by_qdd]);
                    seen.push(Sighting { instant, which, value, slopes });
                }
            }
        }
        Ok(seen)
    }

    fn describe(&self, which: usize, value: f64) -> String {
        let name = &self.frame.name;
        match which {
            SPEED => {
                let most = self.speed_m_s.unwrap_or_default();
                let speed = most * (1.0 + value);
                format!("the tool {name:?} moves at {speed:.3} m/s where {most:.3} is allowed")
            }
            _ => {
                let side = if which % 2 == 1 { "below" } else { "above" };
                let axis = ["x", "y", "z"][(which - 1) / 2];
                let far = value * self.unit_m;
                format!("the tool {name:?} is {far:.3} m {side} its box in {axis}")
            }
        }
    }
}
