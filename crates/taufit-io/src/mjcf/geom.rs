//! `<geom>`: collision shapes of a body.

use super::compiler::Compiler;
use super::contents::PlacedElement;
use super::defaults::{ClassId, Defaults};
use super::pose::{ORIENTATIONS, rotation};
use crate::error::Result;
use crate::ignored;
use crate::xml::Element;
use std::path::Path;
use taufit::Warning;
use taufit::model::{Shape, Solid};
use taufit::spatial::{Mat3, Transform, Vec3};

/// The geoms of a body that can touch something. One that makes no sense is left out with a warning: it does
/// not touch the dynamics.
pub(super) fn read_all<'a, 'input>(
    geoms: &[PlacedElement<'a, 'input>],
    compiler: &Compiler,
    defaults: &Defaults<'a, 'input>,
    warnings: &mut Vec<Warning>,
) -> Vec<Solid> {
    let mut solids = Vec::new();
    for placed in geoms {
        let label = placed.element.label();
        let class = defaults.class_of(placed.element, "class", placed.class);
        let read = class.and_then(|class| {
            Geom { placed: PlacedElement { class, ..*placed }, compiler, defaults }.read()
        });
        match read {
            Ok(None) => {}
            Ok(Some(solid)) => match solid.problem() {
                None => solids.push(solid),
                Some(reason) => warnings.push(ignored(label, reason)),
            },
            Err(error) => warnings.push(ignored(label, error.to_string())),
        }
    }
    solids
}

/// One geom and all that is needed to understand it.
struct Geom<'r, 'a, 'input> {
    placed: PlacedElement<'a, 'input>,
    compiler: &'r Compiler,
    defaults: &'r Defaults<'a, 'input>,
}

impl<'a, 'input> Geom<'_, 'a, 'input> {
    /// `None` for visual geoms, and for planes and height fields, which belong to the surroundings.
    fn read(&self) -> Result<Option<Solid>> {
        let off = |attribute| self.text(attribute).is_some_and(|text| text.trim() == "0");
        if off("contype") && off("conaffinity") {
            return Ok(None);
        }
        let kind = self.text("type").unwrap_or("sphere");
        let placed = |shape, geom_from_shape| {
            let link_from_shape = self.placed.body_from_frame * geom_from_shape;
            Some(Solid { shape, link_from_shape })
        };
        Ok(match kind {
            "plane" | "hfield" | "sdf" => None,
            "mesh" => {
                let pose = self.pose()?;
                self.mesh()?.and_then(|mesh| placed(mesh, pose))
            }
            "sphere" => {
                let [radius_m] = self.size()?;
                placed(Shape::Sphere { radius_m }, self.pose()?)
            }
            "capsule" | "cylinder" => {
                let (radius_m, length_m, pose) = self.rod()?;
                let shape = if kind == "capsule" {
                    Shape::Capsule { radius_m, length_m }
                } else {
                    Shape::Cylinder { radius_m, length_m }
                };
                placed(shape, pose)
            }
            // An ellipsoid by the box around it.
            "box" | "ellipsoid" => {
                let half_m: [f64; 3] = self.size()?;
                placed(Shape::Box { size_m: half_m.map(|x| 2.0 * x) }, self.pose()?)
            }
            other => return Err(self.placed.element.bad_value("type", other, "a kind of geom")),
        })
    }

    /// Radius, length and pose of a capsule or cylinder, by half length or by its two ends.
    fn rod(&self) -> Result<(f64, f64, Transform)> {
        let Some(holder) = self.holder("fromto") else {
            let [radius_m, half_m] = self.size()?;
            return Ok((radius_m, 2.0 * half_m, self.pose()?));
        };
        let [a, b, c, d, e, f] = holder.numbers("fromto")?.unwrap_or_default();
        let (from, to) = (Vec3::new(a, b, c), Vec3::new(d, e, f));
        let [radius_m] = self.size()?;
        let rotation = Mat3::with_z_along(to - from);
        let pose = Transform { rotation, translation: (from + to) * 0.5 };
        Ok((radius_m, (to - from).norm(), pose))
    }

    /// The file of its mesh, from the assets.
    fn mesh(&self) -> Result<Option<Shape>> {
        let Some(name) = self.text("mesh") else { return Ok(None) };
        let assets =
            self.placed.element.root().children("asset").flat_map(|asset| asset.children("mesh"));
        let stem = |file: &'a str| Path::new(file).file_stem().and_then(|s| s.to_str());
        let mut named = assets.filter(|mesh| {
            mesh.attribute("name").or_else(|| mesh.attribute("file").and_then(stem)) == Some(name)
        });
        let Some((mesh, file)) = named.next().and_then(|m| Some((m, m.attribute("file")?))) else {
            return Ok(None);
        };
        let class: ClassId = self.defaults.class_of(mesh, "class", 0)?;
        let holder = self.defaults.holder(mesh, &["mesh"], class, "scale");
        let scale = holder.map(|h| h.numbers("scale")).transpose()?.flatten().unwrap_or([1.0; 3]);
        let path = Path::new(&self.compiler.mesh_folder).join(file);
        Ok(Some(Shape::Mesh { file: path.to_string_lossy().into_owned(), scale }))
    }

    fn pose(&self) -> Result<Transform> {
        let position = self.holder("pos").map(|h| h.numbers::<3>("pos")).transpose()?.flatten();
        let holder = ORIENTATIONS.into_iter().find_map(|name| self.holder(name));
        let rotation = holder.map(|h| rotation(h, self.compiler)).transpose()?.flatten();
        let translation = position.unwrap_or_default().into();
        Ok(Transform { rotation: rotation.unwrap_or(Mat3::IDENTITY), translation })
    }

    /// The first `N` numbers of `size`; MuJoCo allows more than a shape needs.
    fn size<const N: usize>(&self) -> Result<[f64; N]> {
        let element = self.placed.element;
        let text = self.text("size").ok_or_else(|| element.missing("attribute \"size\"".into()))?;
        let numbers = element.parse_number_list("size", text)?;
        let first = numbers.first_chunk().copied();
        first.ok_or_else(|| element.bad_value("size", text, format!("{N} numbers or more")))
    }

    fn text(&self, attribute: &str) -> Option<&'a str> {
        self.holder(attribute)?.attribute(attribute)
    }

    fn holder(&self, attribute: &str) -> Option<Element<'a, 'input>> {
        self.defaults.holder(self.placed.element, &["geom"], self.placed.class, attribute)
    }
}
