//! The motion over time.

use crate::scene::last_frame;
use taufit::Error;
use taufit::dynamics::{Scratch, forward_kinematics, inverse_dynamics};
use taufit::excite::Design;
use taufit::model::{Frame, Robot};
use taufit::spatial::{Transform, Vec3};

/// Samples of the plots and of the moving robot.
const N_SAMPLES: usize = 2000;

/// One joint over time.
#[derive(Debug, Default)]
pub(super) struct JointCurves {
    pub(super) q: Vec<f64>,
    pub(super) qd: Vec<f64>,
    pub(super) qdd: Vec<f64>,
    pub(super) tau: Vec<f64>,
}

/// Everything that is plotted.
#[derive(Debug)]
pub(super) struct SampledMotion {
    pub(super) t_s: Vec<f64>,
    pub(super) joints: Vec<JointCurves>,
    /// Position of the tool frame's origin \[m\].
    pub(super) tool_m: Vec<Vec3>,
}

impl SampledMotion {
    pub(super) fn new(design: &Design, robot: &Robot) -> Result<Self, Error> {
        let t_s = times(design, N_SAMPLES);
        let mut scratch = Scratch::new(robot);
        let mut joints: Vec<JointCurves> = Vec::new();
        joints.resize_with(robot.n_dof(), JointCurves::default);
        let mut tool_m = Vec::with_capacity(t_s.len());
        let tool = tool(design, robot)?;
        for &t_s in &t_s {
            let state = design.trajectory.at(t_s);
            let tau = inverse_dynamics(robot, &mut scratch, &state.q, &state.qd, &state.qdd)?;
            for (dof, joint) in joints.iter_mut().enumerate() {
                joint.q.push(state.q[dof]);
                joint.qd.push(state.qd[dof]);
                joint.qdd.push(state.qdd[dof]);
                joint.tau.push(tau[dof]);
            }
            let world_from_link = forward_kinematics(robot, &mut scratch, &state.q)?;
            tool_m.push(place(world_from_link, &tool));
        }
        Ok(Self { t_s, joints, tool_m })
    }
}

/// So many equal steps from start to end.
fn times(design: &Design, n_steps: usize) -> Vec<f64> {
    let duration_s = design.trajectory.duration_s();
    (0..=n_steps).map(|k| duration_s * k as f64 / n_steps as f64).collect()
}

/// The tool frame: the named one, else the last one on the last link, else that link's own.
pub(super) fn tool(design: &Design, robot: &Robot) -> Result<Frame, Error> {
    if let Some(name) = &design.settings.limits.tool {
        return robot.frame(name).cloned();
    }
    Ok(last_frame(robot))
}

/// Where a frame's origin is.
pub(super) fn place(world_from_link: &[Transform], frame: &Frame) -> Vec3 {
    let origin = frame.link_from_frame.translation;
    frame.link.map_or(origin, |link| world_from_link[link].point(origin))
}
