//! From torques to the force of a contact.

use crate::diagnostics::Result;
use crate::dynamics::{Scratch, frame_jacobian};
use crate::model::{Frame, Robot};
use crate::spatial::Vec3;
use crate::study::ContactForce;
use faer::linalg::solvers::SolveLstsq;
use faer::{Mat, MatRef};

/// A worse conditioned Jacobian hides some direction of the force.
const WORST_CONDITION: f64 = 30.0;

/// The force `f` at the origin of a frame with `J_vᵀ f = τ_ext` in the sense of least squares, torques
/// counted in thresholds. `None` where the arm hardly feels some direction.
pub(super) fn contact_force(
    robot: &Robot,
    scratch: &mut Scratch,
    q: &[f64],
    frame: &Frame,
    torque: &[f64],
    thresholds: &[f64],
) -> Result<Option<ContactForce>> {
    let jacobian = frame_jacobian(robot, scratch, q, frame)?;
    let entry = |dof: usize, axis: usize| {
        let Vec3 { x, y, z } = jacobian[dof].linear;
        [x, y, z][axis] / thresholds[dof]
    };
    let rows = Mat::from_fn(robot.n_dof(), 3, entry);
    let sides = Mat::from_fn(robot.n_dof(), 1, |dof, _| torque[dof] / thresholds[dof]);
    if robot.n_dof() < 3 || !is_well_conditioned(rows.as_ref()) {
        return Ok(None);
    }
    let force = rows.qr().solve_lstsq(&sides);
    let left = &sides - &rows * &force;
    let explained = 1.0 - left.squared_norm_l2() / sides.squared_norm_l2();
    let force_n = [force[(0, 0)], force[(1, 0)], force[(2, 0)]];
    Ok(Some(ContactForce { frame: frame.name.clone(), force_n, explained }))
}

fn is_well_conditioned(rows: MatRef<'_, f64>) -> bool {
    match rows.singular_values() {
        Ok(values) => match (values.first(), values.last()) {
            (Some(largest), Some(least)) => *least * WORST_CONDITION > *largest,
            _ => false,
        },
        Err(_) => false,
    }
}
