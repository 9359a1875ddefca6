//! From the keys of the file to links and joints.

use super::drive::{describe_friction, describe_motor};
use super::file::{AttachmentTable, JointTable, LinkTable, RobotFile, SolidTable};
use crate::error::{Error, Result};
use crate::limits::check_count;
use std::collections::HashMap;
use taufit::model::{
    DhConvention, DhRow, JointDescription, JointKind, LinkDescription, Mimic, RobotDescription,
    STANDARD_GRAVITY, Solid,
};
use taufit::spatial::{Inertial, Transform};

pub(super) fn describe(file: RobotFile) -> Result<RobotDescription> {
    check_count("joints", file.joint.len() + file.attachment.len())?;
    let names = Names::new(&file);
    let base = LinkDescription {
        collision: solids(file.base_collision),
        ..LinkDescription::new(file.base_link, None)
    };
    let mut robot = RobotDescription {
        name: file.name,
        gravity_in_world: file.gravity_m_s2.map_or(STANDARD_GRAVITY, Into::into),
        links: vec![base],
        joints: Vec::new(),
    };
    for (i, table) in file.joint.into_iter().enumerate() {
        let (joint, link) = describe_joint(i, table, file.convention, &names)?;
        robot.joints.push(joint);
        robot.links.push(link);
    }
    for table in file.attachment {
        let (joint, link) = attach(table, &names)?;
        robot.joints.push(joint);
        robot.links.push(link);
    }
    Ok(robot)
}

/// Names of joints and links; `joint1`, `link1`, ... where the file has none.
struct Names {
    joints: Vec<String>,
    /// The base first, then the link of every joint.
    links: Vec<String>,
    link_of_joint: HashMap<String, String>,
}

impl Names {
    fn new(file: &RobotFile) -> Self {
        let or_numbered = |name: &Option<String>, kind: &str, i: usize| {
            name.clone().unwrap_or_else(|| format!("{kind}{}", i + 1))
        };
        let tables = || file.joint.iter().enumerate();
        let joints: Vec<String> = tables().map(|(i, t)| or_numbered(&t.name, "joint", i)).collect();
        let moved = tables().map(|(i, t)| or_numbered(&t.link.name, "link", i));
        let links: Vec<String> = std::iter::once(file.base_link.clone()).chain(moved).collect();
        let pairs = joints.iter().cloned().zip(links.iter().skip(1).cloned());
        let link_of_joint = pairs.collect();
        Self { joints, links, link_of_joint }
    }

    /// The link meant by `parent`: that of a joint with this name, or a link with this name.
    fn carrier(&self, parent: &str) -> String {
        self.link_of_joint.get(parent).cloned().unwrap_or_else(|| parent.to_owned())
    }
}

fn describe_joint(
    i: usize,
    table: JointTable,
    convention: DhConvention,
    names: &Names,
) -> Result<(JointDescription, LinkDescription)> {
    let name = names.joints.get(i).cloned().unwrap_or_default();
    let element = format!("joint {name:?}");
    let (parent_from_joint, joint_from_link) = dh_row(&element, &table)?.frames(convention);
    let previous = names.links.get(i).cloned().unwrap_or_default();
    let parent = table.parent.as_deref().map_or(previous, |p| names.carrier(p));
    let child = names.links.get(i + 1).cloned().unwrap_or_default();
    let LinkTable { mass_kg, com_m, inertia_kg_m2, collision, .. } = table.link;
    let inertial = inertial(&format!("link {child:?}"), mass_kg, com_m, inertia_kg_m2)?;
    let collision = solids(collision);
    let link = LinkDescription { collision, ..LinkDescription::new(child.clone(), inertial) };
    let joint = JointDescription {
        parent_from_joint,
        joint_from_link,
        limits: table.limits,
        motor: describe_motor(&element, table.motor)?,
        friction: describe_friction(&element, &table.friction)?,
        mimic: table.mimic.map(|m| Mimic {
            joint: m.joint,
            ratio: m.ratio.unwrap_or(1.0),
            offset: m.offset.unwrap_or(0.0),
        }),
        ..JointDescription::new(name, table.kind, parent, child)
    };
    Ok((joint, link))
}

fn dh_row(element: &str, table: &JointTable) -> Result<DhRow> {
    let angle = |rad: Option<f64>, deg: Option<f64>, first, second| match (rad, deg) {
        (Some(_), Some(_)) => {
            Err(Error::Contradiction { element: element.to_owned(), first, second })
        }
        (rad, deg) => Ok(rad.or(deg.map(f64::to_radians)).unwrap_or(0.0)),
    };
    let alpha_rad = angle(table.alpha_rad, table.alpha_deg, "alpha_rad", "alpha_deg")?;
    let theta_rad = angle(table.theta_rad, table.theta_deg, "theta_rad", "theta_deg")?;
    Ok(DhRow { a_m: table.a_m, alpha_rad, d_m: table.d_m, theta_rad })
}

/// Inertial, if any of its keys is given; then its mass is required.
fn inertial(
    element: &str,
    mass_kg: Option<f64>,
    com_m: Option<[f64; 3]>,
    inertia_kg_m2: Option<[f64; 6]>,
) -> Result<Option<Inertial>> {
    if mass_kg.is_none() && com_m.is_none() && inertia_kg_m2.is_none() {
        return Ok(None);
    }
    Ok(Some(Inertial {
        mass_kg: mass_kg.ok_or_else(|| missing(element, "mass_kg"))?,
        com_in_link_m: com_m.unwrap_or_default().into(),
        inertia_about_com_in_link: inertia_kg_m2.unwrap_or_default(),
    }))
}

fn attach(table: AttachmentTable, names: &Names) -> Result<(JointDescription, LinkDescription)> {
    let AttachmentTable { name, parent, mass_kg, com_m, inertia_kg_m2, collision, .. } = table;
    let element = format!("attachment {name:?}");
    let inertial = inertial(&element, mass_kg, com_m, inertia_kg_m2)?;
    let last = names.links.last().cloned().unwrap_or_default();
    let parent = parent.as_deref().map_or(last, |p| names.carrier(p));
    let joint = JointDescription {
        parent_from_joint: Transform::from_xyz_rpy(table.xyz_m, table.rpy_rad),
        ..JointDescription::new(format!("{name} (fixed)"), JointKind::Fixed, parent, &name)
    };
    let collision = solids(collision);
    Ok((joint, LinkDescription { name, inertial, collision }))
}

/// The shapes, which the model checks.
fn solids(tables: Vec<SolidTable>) -> Vec<Solid> {
    let solid = |table: SolidTable| {
        let link_from_shape = Transform::from_xyz_rpy(table.xyz_m, table.rpy_rad);
        Solid { shape: table.shape, link_from_shape }
    };
    tables.into_iter().map(solid).collect()
}

/// A key that is missing from a table, which is named: its place is not known any more.
pub(super) fn missing(element: &str, key: &str) -> Error {
    Error::Missing { element: element.to_owned(), what: format!("key {key:?}"), position: None }
}
