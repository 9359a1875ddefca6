//! Planned changes of a robot file: inertias by link, drives by joint.
//!
//! A moving link and all that is fixed to it are one rigid body to the dynamics, and only the sum is
//! identified. The links that are fixed to it (a tool, a sensor) keep what the file says of them as
//! long as the rest is a body; otherwise the moving link gets the sum and they become bare frames.

use super::check::{check, inertial, is_physical};
use crate::Parsed;
use crate::diagnostics::ExportWarning;
use crate::error::{Error, Result};
use taufit::Warning;
use taufit::friction::FrictionTerm;
use taufit::model::{Joint, Robot, RobotDescription};
use taufit::spatial::{Inertial, LinkInertia, Transform};

/// Limits of a moving link after its tools are subtracted: smallest over largest second
/// moment, and its share of the mass. A remainder thinner or lighter is an artefact of the difference.
const THINNEST_REST: f64 = 1e-3;
const LIGHTEST_REST: f64 = 1e-3;

/// A moving link and what is fixed to it, where their inertia has changed.
pub(super) struct Group<'a> {
    /// The moving link.
    pub(super) link: &'a str,
    /// Its new body.
    pub(super) body: Inertial,
    /// Links fixed to it that keep the bodies they have.
    pub(super) kept: Vec<&'a str>,
    /// Links fixed to it whose bodies are now part of the moving link's.
    pub(super) emptied: Vec<&'a str>,
}

/// The drive of a joint that has changed: new values of what simulators have a place for.
pub(super) struct DriveChange<'a> {
    pub(super) joint: &'a Joint,
    pub(super) viscous: Option<f64>,
    pub(super) coulomb: Option<f64>,
    pub(super) rotor_inertia_kg_m2: Option<f64>,
}

/// Every change.
pub(super) struct PatchPlan<'a> {
    pub(super) groups: Vec<Group<'a>>,
    pub(super) drives: Vec<DriveChange<'a>>,
    pub(super) warnings: Vec<Warning>,
}

impl<'a> PatchPlan<'a> {
    /// Changes of the inertias.
    pub(super) fn of_bodies(source: &'a SourceFile, robot: &'a Robot) -> Result<Self> {
        let pairs = source.robot.joints().iter().zip(robot.joints());
        let changed = pairs.filter(|(was, is)| was.link.inertia != is.link.inertia);
        let groups: Vec<Group<'a>> = changed
            .map(|(was, is)| divide(source, was, &is.link.inertia))
            .collect::<Result<_>>()?;
        let warnings = groups.iter().flat_map(|group| moved(source, group)).collect();
        Ok(Self { groups, drives: Vec::new(), warnings })
    }

    /// Changes of inertias and drives, for a simulator.
    pub(super) fn for_simulator(source: &'a SourceFile, robot: &'a Robot) -> Result<Self> {
        let mut plan = Self::of_bodies(source, robot)?;
        let pairs = source.robot.joints().iter().zip(robot.joints());
        plan.drives = pairs.filter_map(|(was, is)| change(is, driven(was), driven(is))).collect();
        plan.drives.iter().try_for_each(check_drive)?;
        let idle = mimic_drive_changes(robot, &plan.drives);
        plan.warnings.extend(idle.iter().map(|follower| {
            Warning::from(ExportWarning::FollowerIdle {
                joint: follower.joint.name.clone(),
                leader: robot.dof_joint(follower.joint.drive.dof).name.clone(),
            })
        }));
        plan.drives.extend(idle);
        Ok(plan)
    }
}

/// Viscous and Coulomb friction and rotor inertia.
fn driven(joint: &Joint) -> [f64; 3] {
    let coefficient = |term| joint.friction.coefficient(term);
    let [viscous, coulomb] = [FrictionTerm::Viscous, FrictionTerm::Coulomb].map(coefficient);
    [viscous, coulomb, joint.motor.rotor_inertia_kg_m2]
}

/// From one drive to another; `None` where they are the same.
fn change<'a>(joint: &'a Joint, was: [f64; 3], is: [f64; 3]) -> Option<DriveChange<'a>> {
    let new = |k: usize| (was[k] != is[k]).then_some(is[k]);
    let [viscous, coulomb, rotor_inertia_kg_m2] = [0, 1, 2].map(new);
    (was != is).then_some(DriveChange { joint, viscous, coulomb, rotor_inertia_kg_m2 })
}

/// Refuses negative friction and rotor inertia.
fn check_drive(change: &DriveChange<'_>) -> Result<()> {
    let named = [
        ("viscous friction", change.viscous),
        ("Coulomb friction", change.coulomb),
        ("rotor inertia", change.rotor_inertia_kg_m2),
    ];
    let negative = |value: f64| !(value >= 0.0 && value.is_finite());
    for (quantity, value) in named {
        if let Some(value) = value.filter(|value| negative(*value)) {
            let joint = change.joint.name.clone();
            return Err(Error::NegativeDrive { joint, quantity, value });
        }
    }
    Ok(())
}

/// Refuses a robot with such a drive.
pub(super) fn check_drives(robot: &Robot) -> Result<()> {
    let mut drives =
        robot.dof_joint_iter().filter_map(|joint| change(joint, [0.0; 3], driven(joint)));
    drives.try_for_each(|drive| check_drive(&drive))
}

/// Joints that follow one whose drive has changed, and have a drive of their own in the file: what is
/// identified is that of the coordinate, all joints together.
fn mimic_drive_changes<'a>(robot: &'a Robot, changes: &[DriveChange<'a>]) -> Vec<DriveChange<'a>> {
    let idle = |follower: &'a Joint| {
        let leader = changes.iter().find(|c| c.joint.drive.dof == follower.drive.dof)?;
        let [viscous, coulomb, rotor] = driven(follower);
        let left = [
            if leader.viscous.is_some() { 0.0 } else { viscous },
            if leader.coulomb.is_some() { 0.0 } else { coulomb },
            if leader.rotor_inertia_kg_m2.is_some() { 0.0 } else { rotor },
        ];
        change(follower, driven(follower), left)
    };
    robot.joints().iter().filter(|joint| joint.is_mimic(robot)).filter_map(idle).collect()
}

/// Distributes the new inertia of a rigid group among its links.
fn divide<'a>(source: &'a SourceFile, joint: &'a Joint, sum: &LinkInertia) -> Result<Group<'a>> {
    let link = joint.link.name.as_str();
    check(link, sum)?;
    let fixed: Vec<(&str, LinkInertia)> = joint
        .link
        .merged
        .iter()
        .map(|name| Ok((name.as_str(), placed_body(source, name)?)))
        .collect::<Result<_>>()?;
    let rest = fixed.iter().fold(*sum, |rest, (_, body)| without(&rest, body));
    let names = |has_body: bool| {
        let alike = fixed.iter().filter(move |(_, body)| (*body != LinkInertia::ZERO) == has_body);
        alike.map(|(name, _)| *name).collect::<Vec<_>>()
    };
    let keeps = is_physical(&rest, THINNEST_REST) && rest.mass_kg > LIGHTEST_REST * sum.mass_kg;
    let (own, kept, emptied) = if keeps || names(true).is_empty() {
        (rest, [names(true), names(false)].concat(), Vec::new())
    } else {
        (*sum, names(false), names(true))
    };
    let body = inertial(link, &own)?;
    Ok(Group { link, body, kept, emptied })
}

/// The body of a fixed link, in the frame of the moving link that carries it.
fn placed_body(source: &SourceFile, link: &str) -> Result<LinkInertia> {
    let frame = source.robot.frame(link)?;
    Ok(source.body(link).expressed_in(&frame.link_from_frame))
}

fn without(sum: &LinkInertia, part: &LinkInertia) -> LinkInertia {
    let (sum, part) = (sum.to_params(), part.to_params());
    LinkInertia::from_params(std::array::from_fn(|k| sum[k] - part[k]))
}

/// A warning for every body that is moved to another link.
fn moved<'a>(source: &'a SourceFile, group: &'a Group<'a>) -> impl Iterator<Item = Warning> {
    group.emptied.iter().map(|link| {
        Warning::from(ExportWarning::InertialMoved {
            link: (*link).to_owned(),
            into: group.link.to_owned(),
            mass_kg: source.body(link).mass_kg,
        })
    })
}

/// Robot file before the changes.
pub(super) struct SourceFile {
    pub(super) description: RobotDescription,
    pub(super) robot: Robot,
}

impl SourceFile {
    /// Builds the robot of the file, and makes sure that it is the one to be exported.
    pub(super) fn of(parsed: Parsed, robot: &Robot) -> Result<Self> {
        let description = parsed.description;
        let source = Self { robot: description.clone().build()?, description };
        check_same(&source.robot, robot)?;
        Ok(source)
    }

    /// A link's own body, as the file states it.
    pub(super) fn body(&self, link: &str) -> LinkInertia {
        let stated = self.description.links.iter().find(|l| l.name == link);
        stated.and_then(|l| l.inertial).map_or(LinkInertia::ZERO, Into::into)
    }
}

/// Joints of the same names at the same places, in the same order.
fn check_same(file: &Robot, robot: &Robot) -> Result<()> {
    let names = |robot: &Robot| -> Vec<String> {
        robot.joints().iter().map(|j| format!("{} moving {}", j.name, j.link.name)).collect()
    };
    let (found, expected) = (names(file), names(robot));
    if found != expected {
        let other = |reason| Error::OtherRobot { reason };
        let pair = found.iter().zip(&expected).find(|(a, b)| a != b);
        return Err(other(match pair {
            Some((a, b)) => format!("it has joint {a}, expected {b}"),
            None => format!("it has {} moving joints, expected {}", found.len(), expected.len()),
        }));
    }
    match file.joints().iter().zip(robot.joints()).find(|(a, b)| !same_place(a, b)) {
        Some((joint, _)) => {
            let reason = format!("joint {} sits elsewhere or has another axis", joint.name);
            Err(Error::OtherRobot { reason })
        }
        None => Ok(()),
    }
}

fn same_place(a: &Joint, b: &Joint) -> bool {
    // What rounding can leave where one of the two went through another file format.
    const ROUNDED: f64 = 1e-9;
    let near = |a: &Transform, b: &Transform| {
        <[f64; 12]>::from(*a)
            .iter()
            .zip(<[f64; 12]>::from(*b))
            .all(|(x, y)| (x - y).abs() < ROUNDED)
    };
    a.parent == b.parent
        && a.is_prismatic() == b.is_prismatic()
        && near(&a.parent_from_joint, &b.parent_from_joint)
        && near(&a.joint_from_link, &b.joint_from_link)
        && (a.axis - b.axis).norm() < ROUNDED
}
