//! The written file, read again: it must say what the robot says.

use super::Exported;
use super::format_friction::TwoCoefficients;
use super::loss::losses;
use crate::Parsed;
use crate::error::{Error, Result};
use taufit::Warning;
use taufit::model::Robot;
use taufit::params::LinkParam;
use taufit::spatial::LinkInertia;

/// How far an inertia may move on its way through the file, relative to its size.
const ROUNDED: f64 = 1e-12;

/// Reads the text again, compares every link, and lists what the format could not hold.
pub(super) fn checked(
    text: String,
    parse: fn(&str) -> Result<Parsed>,
    robot: &Robot,
    warnings: Vec<Warning>,
) -> Result<Exported> {
    let read = parse(&text)?.description.build()?;
    for (expected, found) in robot.joints().iter().zip(read.joints()) {
        // A writer may put the frame of a link elsewhere on it: compare seen from the joint.
        let expected_body = expected.link.inertia.expressed_in(&expected.joint_from_link);
        let found_body = found.link.inertia.expressed_in(&found.joint_from_link);
        compare(&expected.link.name, &expected_body, &found_body)?;
    }
    let notes = losses(robot, &read);
    Ok(Exported { text, notes, warnings })
}

/// The same for a simulator's file, with what two friction coefficients per joint miss.
pub(super) fn checked_for_simulator(
    text: String,
    parse: fn(&str) -> Result<Parsed>,
    held: TwoCoefficients,
    warnings: Vec<Warning>,
) -> Result<Exported> {
    let mut exported = checked(text, parse, &held.robot, warnings)?;
    exported.notes.extend(held.losses);
    Ok(exported)
}

/// Refuses a body that is not the one that was to be written.
pub(super) fn compare(link: &str, expected: &LinkInertia, found: &LinkInertia) -> Result<()> {
    let allowed = scales(expected).map(|scale| ROUNDED * scale);
    let pairs = expected.to_params().into_iter().zip(found.to_params()).zip(allowed);
    for (param, ((expected, found), allowed)) in LinkParam::ALL.into_iter().zip(pairs) {
        let off = (found - expected).abs();
        if off.is_nan() || off > allowed {
            let (link, parameter) = (link.to_owned(), param.symbol());
            return Err(Error::NotPreserved { link, parameter, expected, found });
        }
    }
    Ok(())
}

/// What is large for each of the ten parameters of this body: its mass `m`, the size of its tensor `I`,
/// and `√(m I)`, which no first moment exceeds.
fn scales(body: &LinkInertia) -> [f64; LinkParam::COUNT] {
    let (mass, tensor) = (body.mass_kg.abs(), body.about_origin.trace().abs());
    let moment = (mass * tensor).sqrt();
    LinkParam::ALL.map(|param| match param {
        LinkParam::M => mass,
        LinkParam::Mx | LinkParam::My | LinkParam::Mz => moment,
        _ => tensor,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::spatial::{Inertial, Vec3};

    fn body(mass_kg: f64) -> LinkInertia {
        let com_in_link_m = Vec3::new(0.1, 0.2, 0.3);
        let inertia_about_com_in_link = [0.1, 0.0, 0.0, 0.1, 0.0, 0.1];
        Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link }.into()
    }

    #[test]
    fn rounding_passes_and_anything_more_does_not() {
        assert_eq!(compare("a", &body(2.0), &body(2.0 * (1.0 + 1e-15))), Ok(()));
        let error = compare("a", &body(2.0), &body(2.0 * (1.0 + 1e-11))).unwrap_err();
        assert!(matches!(error, Error::NotPreserved { parameter: "m", .. }), "{error}");
    }
}
