//! `<joint>`: hinges and slides.

use super::compiler::Compiler;
use super::contents::PlacedElement;
use super::defaults::Defaults;
use crate::error::{Error, Result};
use crate::ignored;
use crate::xml::Element;
use taufit::Warning;
use taufit::friction::Friction;
use taufit::model::{JointDescription, JointKind, Limits, Motor};
use taufit::spatial::{Transform, Vec3};

/// A joint on its body; the names of its ends are not known yet.
#[derive(Debug)]
pub(super) struct MjcfJoint<'a, 'input> {
    pub(super) element: Element<'a, 'input>,
    /// `None` where the file gives none.
    pub(super) name: Option<String>,
    pub(super) description: JointDescription,
    /// The coordinate in the pose that the file draws.
    pub(super) reference: f64,
}

/// Every joint of a body, in the order in which they move it.
pub(super) fn read_all<'a, 'input>(
    joints: &[PlacedElement<'a, 'input>],
    compiler: &Compiler,
    defaults: &Defaults<'a, 'input>,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<MjcfJoint<'a, 'input>>> {
    let read = |placed: &PlacedElement<'a, 'input>| {
        let class = defaults.class_of(placed.element, "class", placed.class)?;
        let placed = PlacedElement { class, ..*placed };
        JointReader { placed, compiler, defaults }.read(warnings)
    };
    joints.iter().map(read).collect()
}

/// One joint and all that is needed to understand it.
struct JointReader<'r, 'a, 'input> {
    placed: PlacedElement<'a, 'input>,
    compiler: &'r Compiler,
    defaults: &'r Defaults<'a, 'input>,
}

impl<'a, 'input> JointReader<'_, 'a, 'input> {
    fn read(&self, warnings: &mut Vec<Warning>) -> Result<MjcfJoint<'a, 'input>> {
        let slides = self.slides()?;
        warnings.extend(self.spring()?);
        let limits = self.limits(slides)?;
        let kind = match (slides, limits.lower) {
            (true, _) => JointKind::Prismatic,
            (false, Some(_)) => JointKind::Revolute,
            (false, None) => JointKind::Continuous,
        };
        let frame = self.placed.body_from_frame;
        let anchor = frame.point(self.numbers("pos")?.unwrap_or_default().into());
        let axis = frame.rotation * self.numbers("axis")?.map_or(Vec3::Z, Vec3::from);
        let reference = self.coordinate("ref", slides)?.unwrap_or(0.0);
        let description = JointDescription {
            parent_from_joint: Transform::from_translation(anchor),
            axis,
            joint_from_link: back(axis, slides, reference) * Transform::from_translation(-anchor),
            limits,
            motor: self.motor()?,
            friction: self.friction()?,
            ..JointDescription::new("", kind, "", "")
        };
        let element = self.placed.element;
        let name = element.attribute("name").map(str::to_owned);
        Ok(MjcfJoint { element, name, description, reference })
    }

    fn slides(&self) -> Result<bool> {
        let element = self.placed.element;
        let free = element.tag() == "freejoint";
        let holder = self.holder("type");
        let stated = holder.and_then(|e| e.attribute("type")).unwrap_or("hinge");
        match if free { "free" } else { stated } {
            "hinge" => Ok(false),
            "slide" => Ok(true),
            kind => Err(Error::UnsupportedJoint {
                joint: element.attribute("name").unwrap_or("(no name)").to_owned(),
                kind: kind.to_owned(),
                supported: "hinge, slide",
                advice: "Remove it to fix the body, or replace it by hinges and slides",
                position: element.position(),
            }),
        }
    }

    /// Position limits if they are switched on, and the force that actuators may exert on the joint.
    fn limits(&self, slides: bool) -> Result<Limits> {
        let range = self.active_range("range", "limited")?;
        let unit = if slides { 1.0 } else { self.compiler.angle_rad };
        let force = self.active_range("actuatorfrcrange", "actuatorfrclimited")?;
        Ok(Limits {
            lower: range.map(|[lower, _]| lower * unit),
            upper: range.map(|[_, upper]| upper * unit),
            effort: force.map(|[lower, upper]| lower.abs().max(upper.abs())),
            ..Limits::default()
        })
    }

    /// A range that is switched on. Without a switch it counts if it has a width: a class writes
    /// `0 0` to take back the range of the class around it.
    fn active_range(&self, range: &str, switch: &str) -> Result<Option<[f64; 2]>> {
        let range = self.numbers(range)?;
        let Some(holder) = self.holder(switch) else { return Ok(self.automatic(range)) };
        match holder.attribute(switch).unwrap_or_default() {
            "auto" => Ok(self.automatic(range)),
            "true" => Ok(range),
            "false" => Ok(None),
            other => Err(holder.bad_value(switch, other, "true, false or auto")),
        }
    }

    fn automatic(&self, range: Option<[f64; 2]>) -> Option<[f64; 2]> {
        range.filter(|[lower, upper]| self.compiler.auto_limits && lower != upper)
    }

    fn motor(&self) -> Result<Motor> {
        let rotor_inertia_kg_m2 = self.number("armature")?.unwrap_or(0.0);
        Ok(Motor { rotor_inertia_kg_m2, ..Motor::default() })
    }

    fn friction(&self) -> Result<Friction> {
        let (coulomb, viscous) = (self.number("frictionloss")?, self.first("damping")?);
        if coulomb.is_none() && viscous.is_none() {
            return Ok(Friction::NONE);
        }
        Ok(Friction::coulomb_viscous(coulomb.unwrap_or(0.0), viscous.unwrap_or(0.0)))
    }

    /// A spring is no part of the model.
    fn spring(&self) -> Result<Option<Warning>> {
        let stiffness = self.first("stiffness")?.filter(|k| *k != 0.0);
        let what = |k| format!("stiffness = {k}; springs are not modelled");
        Ok(stiffness.map(|k| ignored(self.placed.element.label(), what(k))))
    }

    /// A position of the joint in radians or metres.
    fn coordinate(&self, attribute: &str, slides: bool) -> Result<Option<f64>> {
        let unit = if slides { 1.0 } else { self.compiler.angle_rad };
        Ok(self.number(attribute)?.map(|x| x * unit))
    }

    fn holder(&self, attribute: &str) -> Option<Element<'a, 'input>> {
        self.defaults.holder(self.placed.element, &["joint"], self.placed.class, attribute)
    }

    fn number(&self, attribute: &str) -> Result<Option<f64>> {
        Ok(self.numbers::<1>(attribute)?.map(|[x]| x))
    }

    fn numbers<const N: usize>(&self, attribute: &str) -> Result<Option<[f64; N]>> {
        self.holder(attribute).map_or(Ok(None), |e| e.numbers(attribute))
    }

    /// The linear coefficient of an attribute that may be a polynomial; higher ones must be zero.
    fn first(&self, attribute: &str) -> Result<Option<f64>> {
        let Some(holder) = self.holder(attribute) else { return Ok(None) };
        let text = holder.attribute(attribute).unwrap_or_default();
        let coefficients = holder.parse_number_list(attribute, text)?;
        match coefficients.split_first() {
            Some((first, higher)) if higher.iter().all(|c| *c == 0.0) => Ok(Some(*first)),
            _ => Err(holder.bad_value(attribute, text, "one number (no polynomial)")),
        }
    }
}

/// The pose drawn in the file belongs to the coordinate `reference`, so the motion starts there:
/// `motion(q − ref) = motion(q) · motion(−ref)`.
fn back(axis: Vec3, slides: bool, reference: f64) -> Transform {
    if reference == 0.0 {
        return Transform::IDENTITY;
    }
    let unit = axis * (1.0 / axis.norm());
    if slides {
        Transform::from_translation(unit * -reference)
    } else {
        Transform::from_rotation(unit, -reference)
    }
}
