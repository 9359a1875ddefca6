//! Meaning of the identifiability classes for this robot.

use crate::numbers::number;
use crate::text::listing;
use taufit::base::{Base, IdentifiabilityClass};
use taufit::model::Robot;
use taufit::params::{Layout, Param};

/// One paragraph per fact worth knowing.
pub(super) fn notes(robot: &Robot, layout: &Layout, base: &Base) -> Vec<String> {
    let mut notes: Vec<String> =
        (0..robot.n_links()).filter_map(|i| invisible_note(robot, layout, base, i)).collect();
    notes.extend(combination_note(layout, base));
    notes.extend(dropped_note(layout, base));
    notes.extend(fixed_note(layout, base));
    notes
}

/// Reason for which joint torques do not depend on some parameters of a link.
fn invisible_note(robot: &Robot, layout: &Layout, base: &Base, link: usize) -> Option<String> {
    let invisible = |column: &usize| {
        let here = matches!(layout.params()[*column], Param::Link { link: l, .. } if l == link);
        here && base.class(*column) == IdentifiabilityClass::Unidentifiable
    };
    let names: Vec<String> =
        (0..layout.n_params()).filter(invisible).map(|c| layout.name(c)).collect();
    if names.is_empty() {
        return None;
    }
    let joint = &robot.joints()[link];
    let reason = match (joint.parent, joint.is_prismatic()) {
        (None, false) => {
            "only turns about one fixed axis, so that its motor feels the inertia about \
                          this axis and, if the axis is not vertical, gravity; the rest is borne by \
                          the bearings"
        }
        (None, true) => {
            "only slides along one fixed line, so that its motor feels its mass; the \
                         rest is borne by the guides"
        }
        _ => "cannot be moved by the joints in such a way that these change any joint torque",
    };
    Some(format!("Never seen: {}. {} {reason}.", listing(&names), joint.link.name))
}

/// Explanation of a combination, with the shortest one as an example.
fn combination_note(layout: &Layout, base: &Base) -> Option<String> {
    let combinations = (0..base.rank()).filter(|&k| base.group(k).len() > 1);
    let k = combinations.min_by_key(|&k| base.group(k).len())?;
    Some(format!(
        "In combination: motors feel a sum such as {} (number {}) as one number. Other values of its \
         members that leave every sum as it is give exactly the same torques, so no log of joint \
         torques can tell them apart. A value known from elsewhere, such as a scale or CAD, can be \
         given with --fix.",
        base.expression(layout, k),
        k + 1,
    ))
}

fn dropped_note(layout: &Layout, base: &Base) -> Option<String> {
    let dropped = |c: &usize| base.class(*c) == IdentifiabilityClass::Dropped;
    let names: Vec<String> =
        (0..layout.n_params()).filter(dropped).map(|c| layout.name(c)).collect();
    (!names.is_empty()).then(|| {
        format!("Dropped: {}, taken as zero. The sums are formed without them.", listing(&names))
    })
}

fn fixed_note(layout: &Layout, base: &Base) -> Option<String> {
    let value = |&(c, x): &(usize, f64)| format!("{} = {}", layout.name(c), number(x));
    let values: Vec<String> = base.fixed().iter().map(value).collect();
    (!values.is_empty()).then(|| {
        format!(
            "Fixed: {}. The torque that they cause is known; the sums are formed without them.",
            listing(&values)
        )
    })
}
