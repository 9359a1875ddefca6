//! Frame in which a load is expressed.

use crate::diagnostics::{PayloadError, PayloadWarning, Result, Warning};
use crate::model::{Frame, Robot};

/// Names of flange frames, with or without a prefix, the preferred first: `tool0` and `flange` of ROS
/// descriptions, `link8` of Franka arms.
const FLANGES: [&str; 3] = ["tool0", "flange", "link8"];

/// Frame in which a load is expressed, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PayloadFrame {
    /// Named by the user.
    Given(String),
    /// The flange of the description.
    Flange(String),
    /// The last moving link of a description without a flange.
    LastLink(String),
}

impl PayloadFrame {
    /// The given frame, else the flange, else the last link.
    pub fn new(robot: &Robot, given: Option<&str>) -> Result<Self> {
        if let Some(name) = given {
            return Ok(Self::Given(robot.frame(name)?.name.clone()));
        }
        if let Some(frame) = FLANGES.iter().find_map(|flange| flange_frame(robot, flange)) {
            return Ok(Self::Flange(frame.name.clone()));
        }
        let last = robot.joints().last().ok_or(PayloadError::MassNotSeen)?;
        Ok(Self::LastLink(last.link.name.clone()))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Given(name) | Self::Flange(name) | Self::LastLink(name) => name,
        }
    }

    /// The axes in words, for numbers that are typed in elsewhere.
    pub fn axes(&self) -> String {
        match self {
            Self::Given(name) | Self::Flange(name) => format!("axes of {name}"),
            Self::LastLink(name) => format!("axes of {name}, the last link"),
        }
    }

    /// Warns of axes that are those of no flange.
    pub fn warning(&self) -> Option<Warning> {
        match self {
            Self::Given(_) | Self::Flange(_) => None,
            Self::LastLink(link) => Some(PayloadWarning::NoFlange { link: link.clone() }.into()),
        }
    }
}

/// The fixed frame of this name, with or without a prefix: that of the last link where there are several.
fn flange_frame<'r>(robot: &'r Robot, flange: &str) -> Option<&'r Frame> {
    let is_flange = |frame: &&Frame| {
        let prefix = frame.name.strip_suffix(flange);
        let is_named = prefix.is_some_and(|p| p.is_empty() || p.ends_with(['_', '-', '/', '.']));
        let moves = |link: usize| robot.joints()[link].link.name == frame.name;
        is_named && frame.link.is_some_and(|link| !moves(link))
    };
    let frames: Vec<&Frame> = robot.frames().iter().filter(is_flange).collect();
    let last = robot.n_links().checked_sub(1);
    let of_last = || frames.iter().find(|frame| frame.link == last);
    if frames.len() == 1 { frames.first() } else { of_last() }.copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        JointDescription, JointKind, LinkDescription, RobotDescription, STANDARD_GRAVITY,
    };

    /// An arm of two joints with fixed frames on its links.
    fn arm(fixed: &[(&str, &str)]) -> Robot {
        let moving = ["base", "link1", "link2"];
        let names = moving.into_iter().chain(fixed.iter().map(|(_, name)| *name));
        let joint = |kind, parent: &str, child: &str| {
            JointDescription::new(format!("to_{child}"), kind, parent, child)
        };
        let turning = moving.windows(2).map(|w| joint(JointKind::Revolute, w[0], w[1]));
        let fixed = fixed.iter().map(|(on, name)| joint(JointKind::Fixed, on, name));
        RobotDescription {
            name: "arm".to_owned(),
            gravity_in_world: STANDARD_GRAVITY,
            links: names.map(|name| LinkDescription::new(name, None)).collect(),
            joints: turning.chain(fixed).collect(),
        }
        .build()
        .unwrap()
    }

    #[test]
    fn the_flange_of_the_description_is_taken_and_else_the_last_link_named() {
        let frame = |fixed: &[(&str, &str)]| PayloadFrame::new(&arm(fixed), None).unwrap();
        let flange = |name: &str| PayloadFrame::Flange(name.to_owned());
        assert_eq!(frame(&[("link2", "flange"), ("link2", "tool0")]), flange("tool0"));
        assert_eq!(frame(&[("link2", "left_flange"), ("link1", "camera")]), flange("left_flange"));
        assert_eq!(frame(&[("link2", "panda_link8")]), flange("panda_link8"));
        assert_eq!(frame(&[("link1", "a_tool0"), ("link2", "b_tool0")]), flange("b_tool0"));
        let last = frame(&[("link2", "mytool0"), ("base", "tool0")]);
        assert_eq!(last, PayloadFrame::LastLink("link2".to_owned()));
        assert_eq!(last.axes(), "axes of link2, the last link");
        assert_eq!(last.warning().unwrap().code(), "W239");
        let given = PayloadFrame::new(&arm(&[("link2", "tool0")]), Some("link2")).unwrap();
        assert_eq!((given.axes(), given.warning()), ("axes of link2".to_owned(), None));
        assert_eq!(PayloadFrame::new(&arm(&[]), Some("nowhere")).unwrap_err().code(), "E021");
    }
}
