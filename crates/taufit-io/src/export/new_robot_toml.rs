//! A `robot.toml` for a robot that follows a Denavit–Hartenberg table.

use super::Exported;
use super::check::checked;
use super::dh_rows::dh_rows;
use super::physical::inertial;
use super::rpy::rpy;
use crate::error::Result;
use crate::parse_robot_toml;
use crate::robot_toml::{
    AttachmentTable, JointTable, LinkTable, MimicTable, MotorTable, RobotFile, SolidTable,
};
use taufit::model::{DhRow, Frame, Joint, Robot, Solid};
use taufit::spatial::LinkInertia;

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
