//! The Denavit–Hartenberg table of a robot that follows one.

use crate::error::{Error, Result};
use taufit::model::{DhConvention, DhRow, Joint, Robot};
use taufit::spatial::{Transform, Vec3};

/// The rows, joint by joint, in the first convention that all joints follow.
pub(super) fn dh_rows(robot: &Robot) -> Result<(DhConvention, Vec<DhRow>)> {
    let rows = |convention| -> Result<(DhConvention, Vec<DhRow>)> {
        let rows = robot.joints().iter().map(|joint| row(joint, convention));
        Ok((convention, rows.collect::<Result<_>>()?))
    };
    rows(DhConvention::Modified).or_else(|_| rows(DhConvention::Standard))
}

fn row(joint: &Joint, convention: DhConvention) -> Result<DhRow> {
    // What cosines of rounded right angles leave, and the sums of a few of them.
    const ROUNDED: f64 = 1e-12;
    let found = match convention {
        DhConvention::Standard => standard(&(joint.parent_from_joint * joint.joint_from_link)),
        DhConvention::Modified => modified(&joint.parent_from_joint),
    };
    let by = misfit(joint, found.frames(convention));
    if by > ROUNDED {
        return Err(Error::NoDhRow { joint: joint.name.clone(), by });
    }
    Ok(found)
}

/// `Rz(θ) Tz(d) Tx(a) Rx(α)`.
fn standard(parent_from_link: &Transform) -> DhRow {
    let [[r11, ..], [r21, ..], [_, r32, r33]] = parent_from_link.rotation.rows();
    let p = parent_from_link.translation;
    let theta_rad = r21.atan2(r11);
    let (s, c) = theta_rad.sin_cos();
    DhRow { a_m: c * p.x + s * p.y, alpha_rad: r32.atan2(r33), d_m: p.z, theta_rad }
}

/// `Rx(α) Tx(a) Rz(θ) Tz(d)`.
fn modified(parent_from_joint: &Transform) -> DhRow {
    let [[r11, r12, _], [_, _, r23], [_, _, r33]] = parent_from_joint.rotation.rows();
    let p = parent_from_joint.translation;
    let alpha_rad = (-r23).atan2(r33);
    let (s, c) = alpha_rad.sin_cos();
    DhRow { a_m: p.x, alpha_rad, d_m: c * p.z - s * p.y, theta_rad: (-r12).atan2(r11) }
}

/// How far a row is from the joint: its axis, where it stands, and where it leads. A joint about z may
/// stand anywhere along z and be turned about it, as long as its link makes up for it.
fn misfit(joint: &Joint, (parent_from_joint, joint_from_link): (Transform, Transform)) -> f64 {
    let row_from_joint = parent_from_joint.inverse() * joint.parent_from_joint;
    let along_z = Vec3::new(row_from_joint.translation.x, row_from_joint.translation.y, 0.0);
    let leads_to = parent_from_joint * joint_from_link;
    let expected = joint.parent_from_joint * joint.joint_from_link;
    let entries = <[f64; 12]>::from(leads_to).into_iter().zip(<[f64; 12]>::from(expected));
    let offs = [(row_from_joint.rotation * joint.axis - Vec3::Z).norm(), along_z.norm()];
    entries.map(|(a, b)| (a - b).abs()).chain(offs).fold(0.0, f64::max)
}
