//! From a description to a checked robot: one tree, one base, every number finite.

use super::{
    Drive, Frame, Joint, JointDescription, JointKind, JointMap, Limits, Link, LinkDescription,
    Robot, RobotDescription, Solid, plausibility,
};
use crate::diagnostics::{
    Error, InputError, ModelError, ModelWarning, NameKind, Result, Warning, name_list,
};
use crate::spatial::{LinkInertia, Mat3, Transform, Vec3};
use std::collections::HashMap;

impl RobotDescription {
    /// Checks the description and builds the robot. Fixed joints merge their child into their parent;
    /// joints are ordered parents first, siblings in the order of the description.
    pub fn build(self) -> Result<Robot> {
        check_names(&self)?;
        check_size(&self)?;
        let tree = Tree::new(&self)?;
        if !self.gravity_in_world.is_finite() {
            return Err(not_finite("robot", &self.name, "gravity"));
        }
        let mut builder = Builder {
            description: &self,
            joints: Vec::new(),
            sources: Vec::new(),
            frames: Vec::new(),
            base_collision: Vec::new(),
            warnings: Vec::new(),
        };
        builder.walk(&tree)?;
        builder.finish()
    }
}

fn check_names(description: &RobotDescription) -> Result<()> {
    let unique = |kind: NameKind, names: Vec<&String>| -> Result<()> {
        let mut seen = std::collections::HashSet::new();
        match names.into_iter().find(|name| !seen.insert(*name)) {
            Some(name) => Err(ModelError::DuplicateName { kind, name: name.clone() }.into()),
            None => Ok(()),
        }
    };
    unique(NameKind::Link, description.links.iter().map(|l| &l.name).collect())?;
    unique(NameKind::Joint, description.joints.iter().map(|j| &j.name).collect())
}

/// Work space grows with the square of the number of joints; real robots have dozens.
fn check_size(description: &RobotDescription) -> Result<()> {
    const MOST: usize = 2000;
    let found = description.joints.len();
    if found > MOST {
        return Err(ModelError::TooManyJoints {
            robot: description.name.clone(),
            found,
            most: MOST,
        }
        .into());
    }
    Ok(())
}

/// Tree of links and joints, by link index.
struct Tree {
    root: usize,
    /// Joints that leave each link, in the order of the description.
    children: Vec<Vec<usize>>,
    /// Link that each joint moves.
    child_of: Vec<usize>,
}

impl Tree {
    fn new(description: &RobotDescription) -> Result<Self> {
        let links = &description.links;
        let index: HashMap<&str, usize> =
            links.iter().enumerate().map(|(i, l)| (l.name.as_str(), i)).collect();
        let find = |joint: &JointDescription, role: &'static str, link: &str| {
            index.get(link).copied().ok_or_else(|| ModelError::UnknownLink {
                joint: joint.name.clone(),
                role,
                link: link.to_owned(),
                available: name_list(links.iter().map(|l| &l.name)),
            })
        };
        let mut children = vec![Vec::new(); links.len()];
        let mut parent_joint: Vec<Option<usize>> = vec![None; links.len()];
        let mut child_of = Vec::with_capacity(description.joints.len());
        for (j, joint) in description.joints.iter().enumerate() {
            let parent = find(joint, "parent", &joint.parent)?;
            let child = find(joint, "child", &joint.child)?;
            if let Some(first) = parent_joint[child].replace(j) {
                return Err(ModelError::SeveralParents {
                    link: joint.child.clone(),
                    first: description.joints[first].name.clone(),
                    second: joint.name.clone(),
                }
                .into());
            }
            children[parent].push(j);
            child_of.push(child);
        }
        let roots: Vec<usize> = (0..links.len()).filter(|&i| parent_joint[i].is_none()).collect();
        let names = |list: &[usize]| name_list(list.iter().map(|&i| &links[i].name));
        let &[root] = roots.as_slice() else {
            return Err(match roots.len() {
                0 if links.is_empty() => ModelError::NothingMoves {
                    robot: description.name.clone(),
                    n_fixed: 0,
                    n_links: 0,
                }
                .into(),
                0 => {
                    ModelError::Cycle { links: names(&(0..links.len()).collect::<Vec<_>>()) }.into()
                }
                count => ModelError::SeveralRoots { count, roots: names(&roots) }.into(),
            });
        };
        let tree = Self { root, children, child_of };
        let unreached = tree.unreached();
        if unreached.is_empty() {
            Ok(tree)
        } else {
            Err(ModelError::Cycle { links: names(&unreached) }.into())
        }
    }

    /// Links that no path from the root reaches: they hang on each other in a loop.
    fn unreached(&self) -> Vec<usize> {
        let mut reached = vec![false; self.children.len()];
        let mut open = vec![self.root];
        while let Some(link) = open.pop() {
            reached[link] = true;
            open.extend(self.children[link].iter().map(|&j| self.child_of[j]));
        }
        (0..reached.len()).filter(|&i| !reached[i]).collect()
    }
}

/// The robot while it grows.
struct Builder<'a> {
    description: &'a RobotDescription,
    joints: Vec<Joint>,
    /// For every joint so far, its index in the description.
    sources: Vec<usize>,
    frames: Vec<Frame>,
    base_collision: Vec<Solid>,
    warnings: Vec<Warning>,
}

/// A link still to be placed: through which joint, and where its parent link sits on what carries it.
struct Pending {
    link: usize,
    joint: Option<usize>,
    carrier: Option<usize>,
    carrier_from_parent: Transform,
}

impl<'a> Builder<'a> {
    /// Walks the tree depth first. A loop, not a recursion: a hostile file may nest a million links.
    fn walk(&mut self, tree: &Tree) -> Result<()> {
        let mut open = vec![Pending {
            link: tree.root,
            joint: None,
            carrier: None,
            carrier_from_parent: Transform::IDENTITY,
        }];
        while let Some(pending) = open.pop() {
            let link = pending.link;
            let (carrier, carrier_from_parent) = self.place(pending)?;
            open.extend(tree.children[link].iter().rev().map(|&j| Pending {
                link: tree.child_of[j],
                joint: Some(j),
                carrier,
                carrier_from_parent,
            }));
        }
        Ok(())
    }

    /// Adds a link as a new moving link, or merges it; gives what carries its children and where.
    fn place(&mut self, pending: Pending) -> Result<(Option<usize>, Transform)> {
        let Pending { link, joint, carrier, carrier_from_parent } = pending;
        let inertia = self.link_inertia(link)?;
        let description = self.description;
        let name = description.links[link].name.clone();
        let (carrier, carrier_from_link) = match joint.map(|j| (j, &description.joints[j])) {
            None => (None, Transform::IDENTITY),
            Some((j, joint)) => {
                check_joint(joint)?;
                let carrier_from_joint = carrier_from_parent * joint.parent_from_joint;
                if joint.kind == JointKind::Fixed {
                    (carrier, carrier_from_joint * joint.joint_from_link)
                } else {
                    let axis = self.unit_axis(joint)?;
                    self.sources.push(j);
                    self.joints.push(moving_joint(joint, carrier, carrier_from_joint, axis, &name));
                    (Some(self.joints.len() - 1), Transform::IDENTITY)
                }
            }
        };
        if let Some(i) = carrier {
            let body = &mut self.joints[i].link;
            body.inertia = body.inertia + inertia.expressed_in(&carrier_from_link);
            if body.name != name {
                body.merged.push(name.clone());
            }
        }
        let solids = placed_solids(&description.links[link], &carrier_from_link)?;
        match carrier {
            Some(i) => self.joints[i].link.collision.extend(solids),
            None => self.base_collision.extend(solids),
        }
        self.frames.push(Frame { name, link: carrier, link_from_frame: carrier_from_link });
        Ok((carrier, carrier_from_link))
    }

    fn link_inertia(&mut self, link: usize) -> Result<LinkInertia> {
        let link = &self.description.links[link];
        let Some(body) = link.inertial else { return Ok(LinkInertia::ZERO) };
        body.check(&format!("link {:?}", link.name))?;
        Ok(body.into())
    }

    fn unit_axis(&mut self, joint: &JointDescription) -> Result<Vec3> {
        const ROUNDED: f64 = 1e-6;
        let norm = joint.axis.norm();
        if norm == 0.0 {
            return Err(ModelError::ZeroAxis {
                joint: joint.name.clone(),
                axis: joint.axis.into(),
            }
            .into());
        }
        if (norm - 1.0).abs() > ROUNDED {
            self.warnings
                .push(ModelWarning::AxisNormalised { joint: joint.name.clone(), norm }.into());
        }
        Ok(joint.axis * (1.0 / norm))
    }

    /// Numbers the coordinates, resolves mimic joints, prepares the recursions.
    fn finish(mut self) -> Result<Robot> {
        let description = self.description;
        if self.joints.is_empty() {
            return Err(ModelError::NothingMoves {
                robot: description.name.clone(),
                n_fixed: description.joints.len(),
                n_links: description.links.len(),
            }
            .into());
        }
        let (dof_joints, drives) = number_coordinates(&self)?;
        for (joint, drive) in self.joints.iter_mut().zip(drives) {
            joint.drive = drive;
            joint.map = JointMap::new(
                joint.kind,
                &joint.parent_from_joint,
                joint.axis,
                &joint.joint_from_link,
                drive,
            );
        }
        let mut robot = Robot {
            name: description.name.clone(),
            gravity_in_world: description.gravity_in_world,
            paths: paths(&self.joints),
            joints: self.joints,
            dof_joints,
            frames: self.frames,
            base_collision: self.base_collision,
            warnings: self.warnings,
        };
        let findings = plausibility::findings(description, &robot);
        robot.warnings.extend(findings);
        Ok(robot)
    }
}

/// The shapes of a link, where they sit on what carries it.
fn placed_solids(link: &LinkDescription, carrier_from_link: &Transform) -> Result<Vec<Solid>> {
    let place = |solid: &Solid| {
        solid.check(&format!("link {:?}", link.name))?;
        let link_from_shape = *carrier_from_link * solid.link_from_shape;
        Ok(Solid { shape: solid.shape.clone(), link_from_shape })
    };
    link.collision.iter().map(place).collect()
}

fn moving_joint(
    joint: &JointDescription,
    parent: Option<usize>,
    parent_from_joint: Transform,
    axis: Vec3,
    link: &str,
) -> Joint {
    let drive = Drive { dof: 0, ratio: 1.0, offset: 0.0 };
    let map = JointMap::new(joint.kind, &parent_from_joint, axis, &joint.joint_from_link, drive);
    Joint {
        name: joint.name.clone(),
        kind: joint.kind,
        parent,
        parent_from_joint,
        axis,
        joint_from_link: joint.joint_from_link,
        drive,
        limits: joint.limits,
        motor: joint.motor.clone(),
        friction: joint.friction,
        link: Link {
            name: link.to_owned(),
            inertia: LinkInertia::ZERO,
            merged: Vec::new(),
            collision: Vec::new(),
        },
        map,
    }
}

/// For every joint the joints from the base to itself.
fn paths(joints: &[Joint]) -> Vec<Vec<usize>> {
    let mut paths: Vec<Vec<usize>> = Vec::with_capacity(joints.len());
    for (i, joint) in joints.iter().enumerate() {
        let mut path = joint.parent.map_or_else(Vec::new, |p| paths[p].clone());
        path.push(i);
        paths.push(path);
    }
    paths
}

/// Gives every joint without `mimic` a coordinate, and every other one the coordinate it follows.
fn number_coordinates(builder: &Builder<'_>) -> Result<(Vec<usize>, Vec<Drive>)> {
    let description = |i: usize| &builder.description.joints[builder.sources[i]];
    let n = builder.joints.len();
    let dof_joints: Vec<usize> = (0..n).filter(|&i| description(i).mimic.is_none()).collect();
    let index: HashMap<&str, usize> = (0..n).map(|i| (description(i).name.as_str(), i)).collect();
    let mut drives = Vec::with_capacity(n);
    for i in 0..n {
        let (mut at, mut ratio, mut offset) = (i, 1.0, 0.0);
        // q = ratio·q_at + offset and q_at = r·q_next + o give q = (ratio r)·q_next + (ratio o + offset).
        for steps in 0.. {
            let Some(mimic) = &description(at).mimic else { break };
            let fail = |reason| ModelError::Mimic {
                joint: description(i).name.clone(),
                source_joint: mimic.joint.clone(),
                reason,
            };
            if steps == n {
                return Err(fail("the joints follow each other in a circle").into());
            }
            if !mimic.ratio.is_finite() || !mimic.offset.is_finite() || mimic.ratio == 0.0 {
                return Err(fail("its multiplier must be a finite number other than 0").into());
            }
            offset += ratio * mimic.offset;
            ratio *= mimic.ratio;
            at = *index.get(mimic.joint.as_str()).ok_or_else(|| {
                fail("there is no such moving joint; it must exist and not be fixed")
            })?;
        }
        let dof = dof_joints.binary_search(&at).unwrap_or_default();
        drives.push(Drive { dof, ratio, offset });
    }
    if dof_joints.is_empty() {
        return Err(ModelError::Mimic {
            joint: builder.joints[0].name.clone(),
            source_joint: builder.joints[0].name.clone(),
            reason: "the joints follow each other in a circle",
        }
        .into());
    }
    Ok((dof_joints, drives))
}

fn not_finite(kind: &str, name: &str, field: &'static str) -> Error {
    InputError::NotFinite { element: format!("{kind} {name:?}"), field }.into()
}

fn check_joint(joint: &JointDescription) -> Result<()> {
    let finite =
        |ok: bool, field| if ok { Ok(()) } else { Err(not_finite("joint", &joint.name, field)) };
    finite(joint.parent_from_joint.is_finite() && joint.joint_from_link.is_finite(), "its origin")?;
    finite(joint.axis.is_finite(), "its axis")?;
    finite(joint.friction.is_finite(), "its friction")?;
    let motor = &joint.motor;
    let optional = [motor.gear_ratio, motor.torque_constant_nm_a].into_iter().flatten();
    finite(optional.chain([motor.rotor_inertia_kg_m2]).all(f64::is_finite), "its motor")?;
    check_rotation(&joint.name, &joint.parent_from_joint.rotation)?;
    check_rotation(&joint.name, &joint.joint_from_link.rotation)?;
    check_limits(joint)?;
    if motor.rotor_inertia_kg_m2 < 0.0 {
        return Err(InputError::Negative {
            element: format!("joint {:?}", joint.name),
            field: "rotor inertia",
            value: motor.rotor_inertia_kg_m2,
        }
        .into());
    }
    match joint.friction.shape.problem() {
        Some(reason) => Err(ModelError::FrictionShape { joint: joint.name.clone(), reason }.into()),
        None => Ok(()),
    }
}

fn check_limits(joint: &JointDescription) -> Result<()> {
    let Limits { lower, upper, velocity, acceleration, effort } = joint.limits;
    // An infinite limit is a way of saying "none"; a NaN is a mistake.
    if [lower, upper, velocity, acceleration, effort].into_iter().flatten().any(f64::is_nan) {
        return Err(not_finite("joint", &joint.name, "a limit"));
    }
    if let (Some(lower), Some(upper)) = (lower, upper)
        && lower > upper
    {
        return Err(ModelError::LimitsReversed { joint: joint.name.clone(), lower, upper }.into());
    }
    for (value, field) in [
        (velocity, "velocity limit"),
        (acceleration, "acceleration limit"),
        (effort, "effort limit"),
    ] {
        if let Some(value) = value.filter(|v| *v < 0.0) {
            return Err(InputError::Negative {
                element: format!("joint {:?}", joint.name),
                field,
                value,
            }
            .into());
        }
    }
    Ok(())
}

fn check_rotation(joint: &str, r: &Mat3) -> Result<()> {
    const ROUNDED: f64 = 1e-6;
    let by = r.off_rotation();
    if by > ROUNDED {
        return Err(ModelError::NotARotation { element: format!("joint {joint:?}"), by }.into());
    }
    Ok(())
}
