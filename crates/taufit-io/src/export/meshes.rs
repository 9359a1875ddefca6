//! Robot files without meshes, and the reasons for which MuJoCo still refuses one.
//!
//! Public descriptions name meshes by packages (`package://`) that simulators outside ROS do not find; MuJoCo then opens
//! nothing at all. Shapes that need no file stay.

use super::patch::Patch;
use crate::diagnostics::ExportWarning;
use crate::error::{Error, Result};
use crate::mjcf::read_model;
use crate::xml::{self, Element};
use crate::{parse_mjcf, parse_urdf};
use std::collections::HashSet;
use taufit::Warning;
use taufit::model::{LinkDescription, RobotDescription};
use taufit::spatial::{Inertial, Mat3, principal_axes};

/// A robot file without meshes.
#[derive(Clone, Debug, PartialEq)]
pub struct WithoutMeshes {
    /// Its text.
    pub text: String,
    /// Elements that were left out.
    pub n_removed: usize,
    /// Reasons for which MuJoCo refuses it all the same, or takes it for another robot.
    pub warnings: Vec<Warning>,
}

/// A URDF without the `<visual>` and `<collision>` elements that are meshes; everything else stays byte for byte.
pub fn urdf_without_meshes(source_text: &str) -> Result<WithoutMeshes> {
    let (text, n_removed) = xml::parse(source_text, "robot", |root| {
        let mut patch = Patch::new(source_text);
        let shapes = root.children("link").flat_map(|link| {
            link.elements().filter(|e| ["visual", "collision"].contains(&e.tag()))
        });
        let is_mesh = |shape: &Element<'_, '_>| {
            shape.child("geometry").is_some_and(|geometry| geometry.child("mesh").is_some())
        };
        let removed: Vec<Element<'_, '_>> = shapes.filter(is_mesh).collect();
        removed.iter().for_each(|shape| patch.remove(*shape));
        Ok((patch.apply(), removed.len()))
    })?;
    let after = parse_urdf(&text)?.description;
    check_same(&parse_urdf(source_text)?.description, &after)?;
    let mut refused = refused_inertias(&after);
    let further = refused_bodies(&after)?.into_iter();
    let further: Vec<Refused> =
        further.filter(|body| refused.iter().all(|known| known.link != body.link)).collect();
    refused.extend(further);
    let warning = |Refused { link, reason }| ExportWarning::RefusedByMujoco { link, reason }.into();
    let warnings = refused.into_iter().map(warning).collect();
    Ok(WithoutMeshes { text, n_removed, warnings })
}

/// An MJCF without meshes, height fields and pictures, and without the geoms that are made of them; everything else
/// stays byte for byte.
pub fn mjcf_without_meshes(source_text: &str) -> Result<WithoutMeshes> {
    let (text, n_removed, warnings) = xml::parse(source_text, "mujoco", |root| {
        let (model, places) = read_model(root)?;
        let removed = mjcf_removed(root);
        let mut patch = Patch::new(source_text);
        removed.iter().for_each(|element| patch.remove(*element));
        // A material without its picture has its colour still.
        let pictures: HashSet<&str> = names(&removed, "texture");
        for material in root.descendants().filter(|e| e.tag() == "material") {
            if material.attribute("texture").is_some_and(|name| pictures.contains(name)) {
                patch.remove_attribute(material, "texture");
            }
        }
        let removed: HashSet<usize> = removed.iter().map(|e| e.range().start).collect();
        let links = model.description.links.iter().filter(|link| link.inertial.is_none());
        let inferred = links.filter(|link| {
            let body = places.bodies.get(&link.name);
            body.is_some_and(|body| geoms(body.element).any(|g| removed.contains(&g.range().start)))
        });
        let warnings = inferred.map(|link| {
            Warning::from(ExportWarning::InertiaFromMeshes { body: link.name.clone() })
        });
        Ok((patch.apply(), removed.len(), warnings.collect::<Vec<_>>()))
    })?;
    check_same(&parse_mjcf(source_text)?.description, &parse_mjcf(&text)?.description)?;
    Ok(WithoutMeshes { text, n_removed, warnings })
}

/// Refuses a file whose joints or bodies are not those from before: a shape is neither.
fn check_same(before: &RobotDescription, after: &RobotDescription) -> Result<()> {
    let bodies = |robot: &RobotDescription| -> Vec<(String, Option<Inertial>)> {
        robot.links.iter().map(|link| (link.name.clone(), link.inertial)).collect()
    };
    if before.joints == after.joints && bodies(before) == bodies(after) {
        return Ok(());
    }
    let reason = "without its meshes it has other joints or bodies".to_owned();
    Err(Error::OtherRobot { reason })
}

/// Assets that are files, the geoms made of them, and pairs of contacts that name such a geom.
fn mjcf_removed<'a, 'input>(root: Element<'a, 'input>) -> Vec<Element<'a, 'input>> {
    let asset = |e: &Element<'a, 'input>| match e.tag() {
        "mesh" | "skin" => true,
        "hfield" | "texture" => e.attributes().any(|(name, _)| name.starts_with("file")),
        _ => false,
    };
    let assets = root.children("asset").flat_map(Element::elements).filter(asset);
    let worlds = || root.children("worldbody").flat_map(Element::descendants);
    let geoms: Vec<Element<'a, 'input>> = worlds()
        .filter(|e| e.tag() == "geom")
        .filter(|e| ["mesh", "hfield"].iter().any(|name| e.attribute(name).is_some()))
        .collect();
    let gone = names(&geoms, "geom");
    let pairs = root.children("contact").flat_map(|contact| contact.children("pair")).filter(|e| {
        ["geom1", "geom2"]
            .iter()
            .any(|end| e.attribute(end).is_some_and(|name| gone.contains(name)))
    });
    assets.chain(pairs).chain(geoms.iter().copied()).collect()
}

/// Names of the elements with a tag.
fn names<'a>(elements: &[Element<'a, '_>], tag: &str) -> HashSet<&'a str> {
    elements.iter().filter(|e| e.tag() == tag).filter_map(|e| e.attribute("name")).collect()
}

/// The geoms of a body, those in its frames included.
fn geoms<'a, 'input>(body: Element<'a, 'input>) -> impl Iterator<Item = Element<'a, 'input>> {
    let mut open: Vec<Element<'a, 'input>> = body.elements().collect();
    std::iter::from_fn(move || {
        while let Some(element) = open.pop() {
            match element.tag() {
                "geom" => return Some(element),
                "frame" => open.extend(element.elements()),
                _ => {}
            }
        }
        None
    })
}

/// Smallest principal moment of a tensor that is not zero altogether, and smallest mass and moment of a body that
/// moves, which MuJoCo accepts (`mjEPS`, `mjMINVAL`) \[kg m²\], \[kg\].
const LEAST_MOMENT: f64 = 1e-14;
const LEAST_MOVING: f64 = 1e-15;
/// Rounding error that the triangle inequality of principal moments is allowed, as a share of the largest.
const ROUNDED: f64 = 1e-9;

/// A link for which MuJoCo refuses a file.
struct Refused {
    link: String,
    reason: String,
}

/// Links with an inertia that MuJoCo refuses, whether they move or not.
fn refused_inertias(robot: &RobotDescription) -> Vec<Refused> {
    let refused = |link: &LinkDescription| {
        let tensor = link.inertial?.inertia_about_com_in_link;
        let ([a, b, c], _) = principal_axes(&Mat3::symmetric(tensor));
        let reason = if tensor == [0.0; 6] {
            return None;
        } else if a < LEAST_MOMENT {
            format!("a principal moment of inertia of {a:.1e} kg m²")
        } else if a + b < c * (1.0 - ROUNDED) {
            format!(
                "principal moments of inertia {a:.1e}, {b:.1e} and {c:.1e} kg m², one above the sum of the others"
            )
        } else {
            return None;
        };
        Some(Refused { link: link.name.clone(), reason })
    };
    robot.links.iter().filter_map(refused).collect()
}

/// Links that move without mass or inertia, what is fixed to them included.
fn refused_bodies(robot: &RobotDescription) -> Result<Vec<Refused>> {
    let robot = robot.clone().build()?;
    let refused = robot.joints().iter().filter_map(|joint| {
        let link = &joint.link;
        let moments = link
            .inertia
            .to_inertial()
            .map(|body| principal_axes(&Mat3::symmetric(body.inertia_about_com_in_link)).0);
        let weighs = link.inertia.mass_kg >= LEAST_MOVING;
        let turns = moments.is_some_and(|[least, ..]| least >= LEAST_MOVING);
        (!weighs || !turns).then(|| {
            let reason =
                if weighs { "no inertia though it moves" } else { "no mass though it moves" };
            Refused { link: link.name.clone(), reason: reason.to_owned() }
        })
    });
    Ok(refused.collect())
}
