//! Positions and the five ways of MJCF to write an orientation.

use super::compiler::Compiler;
use crate::error::{Error, Result};
use crate::xml::Element;
use taufit::spatial::{Mat3, Transform, Vec3};

/// The ways, in the order in which they are looked for.
pub(crate) const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];

/// `pos` and orientation of a body, a frame or an inertial.
pub(super) fn read(element: Element<'_, '_>, compiler: &Compiler) -> Result<Transform> {
    let translation = element.numbers::<3>("pos")?.unwrap_or_default().into();
    let rotation = rotation(element, compiler)?.unwrap_or(Mat3::IDENTITY);
    Ok(Transform { rotation, translation })
}

/// The orientation, if one is given; a second one is refused, since only one can be meant.
pub(super) fn rotation(element: Element<'_, '_>, compiler: &Compiler) -> Result<Option<Mat3>> {
    let mut given = ORIENTATIONS.into_iter().filter(|name| element.attribute(name).is_some());
    let Some(first) = given.next() else { return Ok(None) };
    if let Some(second) = given.next() {
        return Err(Error::Contradiction { element: element.label(), first, second });
    }
    let rotation = match first {
        "quat" => from_quat(element.numbers(first)?.unwrap_or_default()),
        "axisangle" => from_axis_angle(element.numbers(first)?.unwrap_or_default(), compiler),
        "xyaxes" => from_xy_axes(element.numbers(first)?.unwrap_or_default()),
        "zaxis" => Mat3::with_z_along(element.numbers::<3>(first)?.unwrap_or_default().into()),
        _ => from_euler(element.numbers(first)?.unwrap_or_default(), compiler),
    };
    Ok(Some(rotation))
}

/// A direction; NaN for a vector without length, which the model then refuses by name.
fn unit(v: Vec3) -> Vec3 {
    v * (1.0 / v.norm())
}

fn from_quat(q: [f64; 4]) -> Mat3 {
    let norm = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    Mat3::from_quaternion(q.map(|c| c / norm))
}

fn from_axis_angle([x, y, z, angle]: [f64; 4], compiler: &Compiler) -> Mat3 {
    Mat3::rotation(unit(Vec3::new(x, y, z)), angle * compiler.angle_rad)
}

/// x as given; y made perpendicular to it; z completes the frame.
fn from_xy_axes([a, b, c, d, e, f]: [f64; 6]) -> Mat3 {
    let x = unit(Vec3::new(a, b, c));
    let y = Vec3::new(d, e, f);
    let y = unit(y - x * x.dot(y));
    Mat3 { cols: [x, y, x.cross(y)] }
}

fn from_euler(angles: [f64; 3], compiler: &Compiler) -> Mat3 {
    let turns = compiler.euler.iter().zip(angles);
    turns.fold(Mat3::IDENTITY, |so_far, (turn, angle)| {
        let next = Mat3::rotation(turn.axis, angle * compiler.angle_rad);
        if turn.moves_along { so_far * next } else { next * so_far }
    })
}
