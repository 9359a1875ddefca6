//! `<link>`, its `<inertial>` and its shapes.

use super::{collision, origin, unknown_elements};
use crate::error::Result;
use crate::ignored;
use crate::xml::Element;
use taufit::Warning;
use taufit::model::LinkDescription;
use taufit::spatial::{Inertial, Mat3};

const PASSED_OVER: [&str; 7] = [
    "inertial",
    "visual",
    "collision",
    "contact",
    "self_collision_checking",
    "gravity",
    "material",
];

pub(super) fn read(
    element: Element<'_, '_>,
    warnings: &mut Vec<Warning>,
) -> Result<LinkDescription> {
    let name = element.required("name")?.to_owned();
    warnings.extend(unknown_elements(element, &PASSED_OVER));
    if element.children("inertial").nth(1).is_some() {
        warnings.push(ignored(element.label(), "a second <inertial>; the first one counts"));
    }
    let inertial = element.child("inertial").map(inertial).transpose()?;
    Ok(LinkDescription { name, inertial, collision: collision::read_all(element, warnings) })
}

/// The tensor is given in the frame of `<origin>`, at the centre of mass; the model wants the link's
/// axes: `R I Rᵀ`.
fn inertial(element: Element<'_, '_>) -> Result<Inertial> {
    let link_from_body = origin(element)?;
    let mass_kg = element.required_child("mass")?.required_number("value")?;
    let tensor = Mat3::symmetric(tensor(element.required_child("inertia")?)?);
    let r = link_from_body.rotation;
    Ok(Inertial {
        mass_kg,
        com_in_link_m: link_from_body.translation,
        inertia_about_com_in_link: (r * tensor * r.transpose()).symmetric_entries(),
    })
}

fn tensor(element: Element<'_, '_>) -> Result<[f64; 6]> {
    let entry = |name: &str| element.required_number(name);
    Ok([entry("ixx")?, entry("ixy")?, entry("ixz")?, entry("iyy")?, entry("iyz")?, entry("izz")?])
}
