//! The tree of bodies. In MJCF a joint stands inside the body it moves; here it connects two links.

use super::compiler::Compiler;
use super::contents::{Contents, Placed};
use super::defaults::Defaults;
use super::joint::{self, MjcfJoint};
use super::places::{BodyPlace, Places};
use super::{geom, inertial, pose};
use crate::error::Result;
use crate::ignored;
use crate::limits::check_count;
use crate::xml::Element;
use taufit::Warning;
use taufit::model::{JointDescription, JointKind, LinkDescription};
use taufit::spatial::Transform;

/// Name of the link that does not move.
const WORLD: &str = "world";

/// Links and joints as they are found.
#[derive(Debug, Default)]
pub(super) struct Tree<'a, 'input> {
    pub(super) links: Vec<LinkDescription>,
    pub(super) joints: Vec<JointDescription>,
    /// For every joint its `ref`: the coordinate in the pose that the file draws.
    pub(super) references: Vec<f64>,
    pub(super) warnings: Vec<Warning>,
    pub(super) places: Places<'a, 'input>,
    /// How many bodies were seen, the world included: names for those that have none.
    n_bodies: usize,
}

/// A body that waits to be read, and the link it hangs on.
struct Pending<'a, 'input> {
    body: Placed<'a, 'input>,
    parent: String,
    parent_moves: bool,
}

impl<'a, 'input> Tree<'a, 'input> {
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

    /// Depth first with a list of open bodies: a hostile file may nest a million of them.
    fn read_world(
        &mut self,
        world: Element<'a, 'input>,
        compiler: &Compiler,
        defaults: &Defaults<'a, 'input>,
    ) -> Result<()> {
        let class = defaults.class_of(world, "childclass", 0)?;
        let contents = Contents::read(world, class, compiler, defaults, &mut self.warnings)?;
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
        Pending { body, parent, parent_moves }: Pending<'a, 'input>,
        compiler: &Compiler,
        defaults: &Defaults<'a, 'input>,
    ) -> Result<Vec<Pending<'a, 'input>>> {
        let element = body.element;
        let name = element.attribute("name").map_or_else(|| self.next_name(), str::to_owned);
        self.n_bodies += 1;
        let class = defaults.class_of(element, "childclass", body.class)?;
        let contents = Contents::read(element, class, compiler, defaults, &mut self.warnings)?;
        let parent_from_body = body.body_from_frame * pose::read(element, compiler)?;
        let joints = joint::read_all(&contents.joints, compiler, defaults, &mut self.warnings)?;
        let inertial = inertial::read(element, compiler)?;
        let moves = parent_moves || !joints.is_empty();
        let has_geom = !contents.geoms.is_empty();
        if moves && inertial.is_none() && has_geom {
            let what = "no <inertial>; inertia from its geoms is not derived";
            self.warnings.push(ignored(format!("body {name:?}"), what));
        }
        self.warnings.extend(doubts(element, &name));
        let place = BodyPlace { element, has_geom };
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

    /// Hangs a body on its parent by its joint, or by a chain of joints with massless links in
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
    contents: Contents<'a, 'input>,
    parent: &str,
    parent_moves: bool,
) -> Vec<Pending<'a, 'input>> {
    let bodies = contents.bodies.into_iter().rev();
    bodies.map(|body| Pending { body, parent: parent.to_owned(), parent_moves }).collect()
}

/// Settings of a body that act like forces.
fn doubts(element: Element<'_, '_>, name: &str) -> Vec<Warning> {
    let neutral = [("gravcomp", "0"), ("mocap", "false")];
    let changed = neutral.into_iter().filter_map(|(attribute, neutral)| {
        let value = element.attribute(attribute).filter(|v| *v != neutral)?;
        Some(ignored(format!("body {name:?}"), format!("{attribute} = {value:?} is not modelled")))
    });
    changed.collect()
}
