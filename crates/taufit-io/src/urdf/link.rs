//! `<link>`: inertial and collision shapes.

use super::{origin, unknown_elements};
use crate::error::Result;
use crate::ignored;
use crate::xml::Element;
use taufit::Warning;
use taufit::model::{LinkDescription, Shape, Solid};
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
    Ok(LinkDescription { name, inertial, collision: read_shapes(element, warnings) })
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

/// Every shape of a link. One that makes no sense is left out with a warning: it does not touch the dynamics.
fn read_shapes(link: Element<'_, '_>, warnings: &mut Vec<Warning>) -> Vec<Solid> {
    let mut solids = Vec::new();
    for element in link.children("collision") {
        match read_shape(element) {
            Ok(Some(solid)) => match solid.problem() {
                None => solids.push(solid),
                Some(reason) => warnings.push(ignored(element.label(), reason)),
            },
            Ok(None) => {
                warnings.push(ignored(element.label(), "it has no shape that is known here"));
            }
            Err(error) => warnings.push(ignored(element.label(), error.to_string())),
        }
    }
    solids
}

fn read_shape(collision: Element<'_, '_>) -> Result<Option<Solid>> {
    let element = collision.required_child("geometry")?.elements().next();
    let shape = element.map(shape).transpose()?.flatten();
    let link_from_shape = origin(collision)?;
    Ok(shape.map(|shape| Solid { shape, link_from_shape }))
}

fn shape(element: Element<'_, '_>) -> Result<Option<Shape>> {
    let number = |name: &str| element.required_number(name);
    Ok(Some(match element.tag() {
        "sphere" => Shape::Sphere { radius_m: number("radius")? },
        "capsule" => Shape::Capsule { radius_m: number("radius")?, length_m: number("length")? },
        "cylinder" => Shape::Cylinder { radius_m: number("radius")?, length_m: number("length")? },
        "box" => {
            let size_m = element.parse_numbers("size", element.required("size")?)?;
            Shape::Box { size_m }
        }
        "mesh" => Shape::Mesh {
            file: element.required("filename")?.to_owned(),
            scale: element.numbers("scale")?.unwrap_or([1.0; 3]),
        },
        _ => return Ok(None),
    }))
}
