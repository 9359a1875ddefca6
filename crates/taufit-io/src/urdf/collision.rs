//! `<collision>`: the space that a link takes up.

use super::origin;
use crate::error::Result;
use crate::ignored;
use crate::xml::Element;
use taufit::Warning;
use taufit::model::{Shape, Solid};

/// Every shape of a link. One that makes no sense is left out with a warning: it does not touch the dynamics.
pub(super) fn read_all(link: Element<'_, '_>, warnings: &mut Vec<Warning>) -> Vec<Solid> {
    let mut solids = Vec::new();
    for element in link.children("collision") {
        match read(element) {
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

fn read(collision: Element<'_, '_>) -> Result<Option<Solid>> {
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
