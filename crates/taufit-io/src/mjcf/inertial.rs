//! `<inertial>`.

use super::compiler::Compiler;
use super::pose;
use crate::error::{Error, Result};
use crate::xml::Element;
use taufit::spatial::{Inertial, Mat3};

/// The body's inertial, if it states one.
pub(super) fn read(body: Element<'_, '_>, compiler: &Compiler) -> Result<Option<Inertial>> {
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
