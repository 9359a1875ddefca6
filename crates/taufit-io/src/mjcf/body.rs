//! The tree of bodies. In MJCF a joint stands inside the body it moves; here it connects two links.

use super::compiler::Compiler;
use super::contents::{BodyContents, PlacedElement};
use super::defaults::Defaults;
use super::joint::MjcfJoint;
use super::{geom, joint, pose};
use crate::error::{Error, Result};
use crate::ignored;
use crate::limits::check_count;
use crate::xml::Element;
use std::collections::HashMap;
use taufit::Warning;
use taufit::model::{JointDescription, JointKind, LinkDescription};
use taufit::spatial::{Inertial, Mat3, Transform};

/// Name of the link that does not move.
const WORLD: &str = "world";

/// Links and joints as they are found.
#[derive(Debug, Default)]
pub(super) struct BodyTree<'a, 'input> {
    pub(super) links: Vec<LinkDescription>,
    pub(super) joints: Vec<JointDescription>,
    /// For every joint its `ref`: the coordinate in the pose that the file draws.
    pub(super) references: Vec<f64>,
    pub(super) warnings: Vec<Warning>,
    pub(super) places: ElementIndex<'a, 'input>,
    /// Number of bodies so far, the world included, for default names.
    n_bodies: usize,
}

/// A body that waits to be read, and the link it hangs on.
struct PendingBody<'a, 'input> {
    body: PlacedElement<'a, 'input>,
    parent: String,
    parent_moves: bool,
}

impl<'a, 'input> BodyTree<'a, 'input> {
    pub(super) fn read(
        root: Element<'a, 'input>,
        compiler: &Compiler,
        defaults: &Defaults<'a, 'input>,
    ) -> Result<Self> {
        let mut tree = Self { n_bodies: 1, ..Self::default() };
        tree.links.push(LinkDescription::new(WORLD.to_owned(), None));
        for world in root.children("worldbody") {
            tree.read_world(world, compiler, defaults)?;
        }
        Ok(tree)
    }

    /// Reads bodies depth first with an explicit stack: a hostile file may nest a million of them.
    fn read_world(
        &mut self,
        world: Element<'a, 'input>,
        compiler: &Compiler,
        defaults: &Defaults<'a, 'input>,
    ) -> Result<()> {
        let class = defaults.class_of(world, "childclass", 0)?;
        let contents = BodyContents::read(world, class, compiler, defaults, &mut self.warnings)?;
        if let Some(joint) = contents.joints.first() {
            return Err(joint.element.unsupported("the world cannot have a joint"));
        }
        let solids = geom::read_all(&contents.geoms, compiler, defaults, &mut self.warnings);
        if let Some(world) = self.links.first_mut() {
            world.collision.extend(solids);
        }
        let mut open = pending(contents, WORLD, false);
        while let Some(next) = open.pop() {
            open.extend(self.read_body(next, compiler, defaults)?);
        }
        Ok(())
    }

    /// Adds a body with its joints; gives the bodies inside it.
    fn read_body(
        &mut self,
        PendingBody { body, parent, parent_moves }: PendingBody<'a, 'input>,
        compiler: &Compiler,
        defaults: &Defaults<'a, 'input>,
    ) -> Result<Vec<PendingBody<'a, 'input>>> {
        let element = body.element;
        let name = element.attribute("name").map_or_else(|| self.next_name(), str::to_owned);
        self.n_bodies += 1;
        let class = defaults.class_of(element, "childclass", body.class)?;
        let contents = BodyContents::read(element, class, compiler, defaults, &mut self.warnings)?;
        let parent_from_body = body.body_from_frame * pose::read(element, compiler)?;
        let joints = joint::read_all(&contents.joints, compiler, defaults, &mut self.warnings)?;
        let inertial = explicit_inertial(element, compiler)?;
        let moves = parent_moves || !joints.is_empty();
        let has_geom = !contents.geoms.is_empty();
        if moves && inertial.is_none() && has_geom {
            let what = "no <inertial>; inertia from its geoms is not derived";
            self.warnings.push(ignored(format!("body {name:?}"), what));
        }
        self.warnings.extend(findings(element, &name));
        let place = BodyElement { element, has_geom };
        self.places.bodies.insert(name.clone(), place);
        if joints.is_empty() {
            self.weld(parent, &name, parent_from_body)?;
        } else {
            self.chain(parent, &name, parent_from_body, joints)?;
        }
        let collision = geom::read_all(&contents.geoms, compiler, defaults, &mut self.warnings);
        self.links.push(LinkDescription { name: name.clone(), inertial, collision });
        Ok(pending(contents, &name, moves))
    }

    /// A body without joints: part of its parent.
    fn weld(&mut self, parent: String, body: &str, parent_from_body: Transform) -> Result<()> {
        let joint =
            JointDescription::new(format!("{body} (fixed)"), JointKind::Fixed, parent, body);
        self.push(JointDescription { parent_from_joint: parent_from_body, ..joint }, 0.0)
    }

    /// Connects a body to its parent by its joint, or by a chain of joints with massless links in
    /// between. Only the first joint carries the pose of the body.
    fn chain(
        &mut self,
        parent: String,
        body: &str,
        parent_from_body: Transform,
        joints: Vec<MjcfJoint<'a, 'input>>,
    ) -> Result<()> {
        let (mut above, mut pose) = (parent, parent_from_body);
        let last = joints.len().saturating_sub(1);
        for (i, joint) in joints.into_iter().enumerate() {
            let name = joint.name.unwrap_or_else(|| format!("joint#{}", self.joints.len()));
            self.places.joints.insert(name.clone(), joint.element);
            let below = if i == last { body.to_owned() } else { format!("{body}/{name}") };
            let mut description = joint.description;
            description.parent_from_joint = pose * description.parent_from_joint;
            (description.name, description.parent) = (name, above);
            description.child.clone_from(&below);
            self.push(description, joint.reference)?;
            if i != last {
                self.links.push(LinkDescription::new(below.clone(), None));
            }
            (above, pose) = (below, Transform::IDENTITY);
        }
        Ok(())
    }

    fn push(&mut self, joint: JointDescription, reference: f64) -> Result<()> {
        self.joints.push(joint);
        self.references.push(reference);
        check_count("joints", self.joints.len())
    }

    fn next_name(&self) -> String {
        format!("body#{}", self.n_bodies)
    }
}

/// The bodies of a body, last first: the end of the list is read next.
fn pending<'a, 'input>(
    contents: BodyContents<'a, 'input>,
    parent: &str,
    parent_moves: bool,
) -> Vec<PendingBody<'a, 'input>> {
    let bodies = contents.bodies.into_iter().rev();
    bodies.map(|body| PendingBody { body, parent: parent.to_owned(), parent_moves }).collect()
}

/// Warnings about settings of a body that act like forces.
fn findings(element: Element<'_, '_>, name: &str) -> Vec<Warning> {
    let neutral = [("gravcomp", "0"), ("mocap", "false")];
    let changed = neutral.into_iter().filter_map(|(attribute, neutral)| {
        let value = element.attribute(attribute).filter(|v| *v != neutral)?;
        Some(ignored(format!("body {name:?}"), format!("{attribute} = {value:?} is not modelled")))
    });
    changed.collect()
}

/// A body in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyElement<'a, 'input> {
    pub(crate) element: Element<'a, 'input>,
    /// It has shapes, from which MuJoCo infers an inertia unless one is stated.
    pub(crate) has_geom: bool,
}

/// Bodies and joints by the names that the description gives them: some have none in the text.
#[derive(Debug, Default)]
pub(crate) struct ElementIndex<'a, 'input> {
    pub(crate) bodies: HashMap<String, BodyElement<'a, 'input>>,
    pub(crate) joints: HashMap<String, Element<'a, 'input>>,
}

/// The body's inertial, if it states one.
fn explicit_inertial(body: Element<'_, '_>, compiler: &Compiler) -> Result<Option<Inertial>> {
    body.child("inertial").map(|element| explicit(element, compiler)).transpose()
}

fn explicit(element: Element<'_, '_>, compiler: &Compiler) -> Result<Inertial> {
    element.required("pos")?;
    let body_from_principal = pose::read(element, compiler)?;
    Ok(Inertial {
        mass_kg: element.required_number("mass")?,
        com_in_link_m: body_from_principal.translation,
        inertia_about_com_in_link: tensor(element, compiler)?.symmetric_entries(),
    })
}

/// `diaginertia` in the axes of the inertial, turned into the body's: `R D Rᵀ`. `fullinertia` is
/// already in the body's axes, in MuJoCo's order `xx yy zz xy xz yz`.
fn tensor(element: Element<'_, '_>, compiler: &Compiler) -> Result<Mat3> {
    let rotation = pose::rotation(element, compiler)?;
    if let Some([xx, yy, zz, xy, xz, yz]) = element.numbers("fullinertia")? {
        let contradiction = |second| {
            let first = "fullinertia";
            Err(Error::Contradiction { element: element.label(), first, second })
        };
        if rotation.is_some() {
            return contradiction("an orientation");
        }
        if element.attribute("diaginertia").is_some() {
            return contradiction("diaginertia");
        }
        return Ok(Mat3::symmetric([xx, xy, xz, yy, yz, zz]));
    }
    let [xx, yy, zz] = element.numbers("diaginertia")?.unwrap_or_default();
    let r = rotation.unwrap_or(Mat3::IDENTITY);
    Ok(r * Mat3::symmetric([xx, 0.0, 0.0, yy, 0.0, zz]) * r.transpose())
}
