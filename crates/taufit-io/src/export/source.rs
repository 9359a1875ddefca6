//! The file that is to be changed, as the reader understands it.

use crate::Parsed;
use crate::error::{Error, Result};
use taufit::model::{Joint, Robot, RobotDescription};
use taufit::spatial::{LinkInertia, Transform};

/// What the file says now.
pub(super) struct Source {
    pub(super) description: RobotDescription,
    pub(super) robot: Robot,
}

impl Source {
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
