//! Compliance of a frame of the arm.

use crate::diagnostics::Result;
use crate::dynamics::{Scratch, frame_jacobian};
use crate::model::Robot;
use crate::spatial::{Mat3, MotionVector, Vec3, principal_axes};
use crate::study::{AxisRecord, ComplianceRecord};

/// `C = J K⁻¹ Jᵀ` of a frame in a pose, world axes about the frame's origin. Axes without stiffness
/// count as rigid.
pub(super) fn compliance(
    robot: &Robot,
    axes: &[AxisRecord],
    frame: &str,
    pose: &[f64],
) -> Result<ComplianceRecord> {
    let mut scratch = Scratch::new(robot);
    let jacobian = frame_jacobian(robot, &mut scratch, pose, robot.frame(frame)?)?.to_vec();
    let (mut matrix, mut variance) = ([[0.0; 6]; 6], [0.0; 3]);
    for (axis, column) in axes.iter().zip(&jacobian) {
        let found = axis.stiffness.as_ref().and_then(|k| Some((k.value, k.sigma?)));
        let Some((k, sigma)) = found else { continue };
        let entries = entries(column);
        for (i, row) in matrix.iter_mut().enumerate() {
            for (j, c) in row.iter_mut().enumerate() {
                *c += entries[i] * entries[j] / k;
            }
        }
        for (variance, entry) in variance.iter_mut().zip(entries) {
            *variance += (entry * entry * sigma / (k * k)).powi(2);
        }
    }
    let corner = std::array::from_fn(|i| std::array::from_fn(|j| matrix[i][j]));
    let (principal_m_n, directions) = principal_axes(&Mat3::from_rows(corner));
    let rigid = axes.iter().filter(|axis| axis.stiffness.is_none());
    Ok(ComplianceRecord {
        frame: frame.to_owned(),
        pose: pose.to_vec(),
        matrix,
        sigma_m_n: variance.map(f64::sqrt),
        principal_m_n: principal_m_n.map(|c| c.max(0.0)),
        directions: directions.map(|Vec3 { x, y, z }| [x, y, z]),
        rigid_axes: rigid.map(|axis| axis.joint.clone()).collect(),
    })
}

/// Displacement first, as forces stand before moments.
fn entries(column: &MotionVector) -> [f64; 6] {
    let (v, w) = (column.linear, column.angular);
    [v.x, v.y, v.z, w.x, w.y, w.z]
}
