//! The URDF that a driver publishes of its robot.

use super::ServedArm;
use taufit_io::{parse_urdf, write_urdf};

/// The served arm as a URDF in which joints have the driver's `names`; none where the arm has no URDF,
/// such as one whose masses nobody knows.
pub(crate) fn description(arm: &ServedArm, names: &[String]) -> Option<String> {
    let text = write_urdf(arm.robot(), &[]).ok()?.text;
    let mut description = parse_urdf(&text).ok()?.description;
    let renamed: Vec<_> = arm.robot().dof_joint_iter().zip(names).collect();
    for joint in &mut description.joints {
        let followed = joint.mimic.as_mut().map(|mimic| &mut mimic.joint);
        for name in [Some(&mut joint.name), followed].into_iter().flatten() {
            if let Some((_, new)) = renamed.iter().find(|(known, _)| known.name == *name) {
                name.clone_from(new);
            }
        }
    }
    Some(write_urdf(&description.build().ok()?, &[]).ok()?.text)
}
