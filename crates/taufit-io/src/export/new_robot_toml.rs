//! A `robot.toml` for a robot that follows a Denavit–Hartenberg table.

use super::Exported;
use super::check::checked;
use super::check::inertial;
use super::number::rpy;
use crate::error::{Error, Result};
use crate::parse_robot_toml;
use crate::robot_toml::{
    AttachmentTable, JointTable, LinkTable, MimicTable, MotorTable, RobotFile, SolidTable,
};
use taufit::model::{DhConvention, DhRow, Frame, Joint, Robot, Solid};
use taufit::spatial::{LinkInertia, Transform, Vec3};

/// A `robot.toml` with everything that the robot has: rows, limits, motors, friction, bodies, frames.
///
/// Refuses robots whose joints follow neither convention: [`write_urdf`](super::write_urdf) takes them.
pub fn write_robot_toml(robot: &Robot) -> Result<Exported> {
    let (convention, rows) = dh_rows(robot)?;
    let base_link = base(robot).to_owned();
    let joints = robot.joints().iter().zip(rows).enumerate();
    let file = RobotFile {
        name: robot.name().to_owned(),
        convention,
        gravity_m_s2: Some(robot.gravity_in_world().into()),
        base_link,
        base_collision: solids(robot.base_collision()),
        joint: joints
            .map(|(i, (joint, row))| table(robot, i, joint, &row))
            .collect::<Result<_>>()?,
        attachment: robot.frames().iter().skip(1).filter_map(|f| attachment(robot, f)).collect(),
    };
    let text = toml::to_string(&file).unwrap_or_default();
    checked(text, parse_robot_toml, robot, Vec::new())
}

fn base(robot: &Robot) -> &str {
    robot.frames().first().map_or("base", |frame| &frame.name)
}

fn table(robot: &Robot, i: usize, joint: &Joint, row: &DhRow) -> Result<JointTable> {
    // The link of the joint before is the parent unless another one is named.
    let parent = (joint.parent != i.checked_sub(1)).then(|| carrier(robot, joint.parent));
    Ok(JointTable {
        name: Some(joint.name.clone()),
        kind: joint.kind,
        parent,
        a_m: row.a_m,
        alpha_rad: Some(row.alpha_rad),
        alpha_deg: None,
        d_m: row.d_m,
        theta_rad: Some(row.theta_rad),
        theta_deg: None,
        limits: joint.limits,
        motor: motor(joint),
        friction: (&joint.friction).into(),
        mimic: joint.is_mimic(robot).then(|| mimic(robot, joint)),
        link: link(joint)?,
    })
}

fn carrier(robot: &Robot, link: Option<usize>) -> String {
    let joint = link.and_then(|i| robot.joints().get(i));
    joint.map_or_else(|| base(robot), |joint| &joint.link.name).to_owned()
}

fn motor(joint: &Joint) -> MotorTable {
    let motor = &joint.motor;
    MotorTable {
        gear_ratio: motor.gear_ratio,
        torque_constant_nm_a: motor.torque_constant_nm_a,
        rotor_inertia_kg_m2: Some(motor.rotor_inertia_kg_m2),
        motor_type: motor.motor_type.clone(),
        ..MotorTable::default()
    }
}

fn mimic(robot: &Robot, joint: &Joint) -> MimicTable {
    MimicTable {
        joint: robot.dof_joint(joint.drive.dof).name.clone(),
        ratio: Some(joint.drive.ratio),
        offset: Some(joint.drive.offset),
    }
}

/// The rows fit the joints up to turns about z; the bodies are in the frames of the links, which fit.
fn link(joint: &Joint) -> Result<LinkTable> {
    let link = &joint.link;
    let massive = link.inertia != LinkInertia::ZERO;
    let body = massive.then(|| inertial(&link.name, &link.inertia)).transpose()?;
    Ok(LinkTable {
        name: Some(link.name.clone()),
        mass_kg: body.map(|b| b.mass_kg),
        com_m: body.map(|b| b.com_in_link_m.into()),
        inertia_kg_m2: body.map(|b| b.inertia_about_com_in_link),
        collision: solids(&link.collision),
    })
}

fn solids(solids: &[Solid]) -> Vec<SolidTable> {
    let table = |solid: &Solid| SolidTable {
        shape: solid.shape.clone(),
        xyz_m: solid.link_from_shape.translation.into(),
        rpy_rad: rpy(&solid.link_from_shape.rotation),
    };
    solids.iter().map(table).collect()
}

/// A bare frame; the moving links have theirs already.
fn attachment(robot: &Robot, frame: &Frame) -> Option<AttachmentTable> {
    let parent = carrier(robot, frame.link);
    (frame.name != parent).then(|| AttachmentTable {
        name: frame.name.clone(),
        parent: Some(parent),
        xyz_m: frame.link_from_frame.translation.into(),
        rpy_rad: rpy(&frame.link_from_frame.rotation),
        mass_kg: None,
        com_m: None,
        inertia_kg_m2: None,
        collision: Vec::new(),
    })
}

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

/// Largest deviation of a row from the joint: axis, origin, and link frame. A joint about z may
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
