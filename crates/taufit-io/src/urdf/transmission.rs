//! Gear ratios from `<transmission>`.

use crate::error::Result;
use crate::xml::Element;
use std::collections::HashMap;
use taufit::model::JointDescription;

/// Takes the mechanical reduction of every transmission between one actuator and one joint.
///
/// A reduction of 1 is what templates write for direct control of a joint; it says nothing about the
/// gearbox.
pub(super) fn apply(root: Element<'_, '_>, joints: &mut [JointDescription]) -> Result<()> {
    let mut ratios = HashMap::new();
    for transmission in root.children("transmission") {
        if let (Some(joint), Some(ratio)) = (only_joint(transmission), reduction(transmission)?) {
            ratios.insert(joint, ratio);
        }
    }
    for joint in joints {
        joint.motor.gear_ratio = ratios.get(joint.name.as_str()).copied();
    }
    Ok(())
}

fn only_joint<'a>(transmission: Element<'a, '_>) -> Option<&'a str> {
    let mut joints = transmission.children("joint");
    let joint = joints.next()?.attribute("name")?;
    (joints.next().is_none() && transmission.children("actuator").count() == 1).then_some(joint)
}

fn reduction(transmission: Element<'_, '_>) -> Result<Option<f64>> {
    let holders = [transmission.child("actuator"), transmission.child("joint"), Some(transmission)];
    let element = holders.into_iter().flatten().find_map(|e| e.child("mechanicalReduction"));
    let Some(element) = element else { return Ok(None) };
    let text = element.text().unwrap_or_default();
    let [ratio] = element.parse_numbers("mechanicalReduction", text)?;
    Ok(Some(ratio).filter(|r| *r != 1.0 && *r != 0.0))
}
