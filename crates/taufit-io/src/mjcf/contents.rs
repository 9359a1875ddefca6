//! Contents of a body, with `<frame>`s resolved: a frame only moves its contents.

use super::compiler::Compiler;
use super::defaults::{ClassId, Defaults};
use super::pose;
use crate::error::Result;
use crate::ignored;
use crate::xml::Element;
use taufit::Warning;
use taufit::spatial::Transform;

/// Elements that would add bodies or forces.
const NOT_READ: [&str; 5] = ["composite", "flexcomp", "attach", "replicate", "plugin"];

/// An element, where its frame sits on the body, and the class that holds for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedElement<'a, 'input> {
    pub(super) element: Element<'a, 'input>,
    pub(super) body_from_frame: Transform,
    pub(super) class: ClassId,
}

/// Joints, bodies and geoms inside a body.
#[derive(Debug, Default)]
pub(super) struct BodyContents<'a, 'input> {
    pub(super) joints: Vec<PlacedElement<'a, 'input>>,
    pub(super) bodies: Vec<PlacedElement<'a, 'input>>,
    pub(super) geoms: Vec<PlacedElement<'a, 'input>>,
}

impl<'a, 'input> BodyContents<'a, 'input> {
    /// Reads a body (or the world), whose children have the class `class` unless they name another.
    pub(super) fn read(
        body: Element<'a, 'input>,
        class: ClassId,
        compiler: &Compiler,
        defaults: &Defaults<'a, 'input>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Self> {
        let mut contents = Self::default();
        let whole = PlacedElement { element: body, body_from_frame: Transform::IDENTITY, class };
        let mut open: Vec<PlacedElement<'a, 'input>> = inside(whole).rev().collect();
        while let Some(item) = open.pop() {
            match item.element.tag() {
                "joint" | "freejoint" => contents.joints.push(item),
                "body" => contents.bodies.push(item),
                "geom" => contents.geoms.push(item),
                "frame" => open.extend(inside(frame(item, compiler, defaults)?).rev()),
                tag if NOT_READ.contains(&tag) => {
                    let what = format!("<{tag}> is not read; what it adds is left out");
                    warnings.push(ignored(body.label(), what));
                }
                _ => {}
            }
        }
        Ok(contents)
    }
}

/// The elements inside, placed like what holds them.
fn inside<'a, 'input>(
    outer: PlacedElement<'a, 'input>,
) -> impl DoubleEndedIterator<Item = PlacedElement<'a, 'input>> {
    outer.element.elements().map(move |element| PlacedElement { element, ..outer })
}

/// A frame with its own pose and class worked in.
fn frame<'a, 'input>(
    item: PlacedElement<'a, 'input>,
    compiler: &Compiler,
    defaults: &Defaults<'a, 'input>,
) -> Result<PlacedElement<'a, 'input>> {
    Ok(PlacedElement {
        element: item.element,
        body_from_frame: item.body_from_frame * pose::read(item.element, compiler)?,
        class: defaults.class_of(item.element, "childclass", item.class)?,
    })
}
