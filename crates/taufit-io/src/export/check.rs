//! Checks of exported robots: physical consistency of each body, and agreement of the written file with the robot.

use super::Exported;
use super::loss::TwoCoefficients;
use super::loss::losses;
use crate::Parsed;
use crate::error::{Error, Result};
use taufit::Warning;
use taufit::model::Robot;
use taufit::params::LinkParam;
use taufit::spatial::{Inertial, LinkInertia, Mat3, principal_moments};

/// Largest relative change of an inertia by writing and reading it back.
const ROUNDED: f64 = 1e-12;

/// Reads the text back, compares every link, and lists the losses of the format.
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

/// The same for a simulator's file, with the losses of two friction coefficients per joint.
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

/// Refuses an inertia that differs from the expected one.
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

/// Scale of each of the ten parameters of this body: its mass `m`, the size of its tensor `I`,
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

/// Smallest over largest second moment of mass that simulators accept. Sheets and rods
/// stay above; only a body without any thickness lies below.
const THINNEST: f64 = 1e-7;

/// The second moments of mass about the centre, `½ tr(I) 1 − I`: eigenvalues, ascending \[kg m²\].
///
/// With a positive mass, their being positive is the same as a positive definite pseudo-inertia: they
/// are its Schur complement.
fn second_moments(body: &LinkInertia) -> Option<[f64; 3]> {
    let central = Mat3::symmetric(body.to_inertial()?.inertia_about_com_in_link);
    Some(principal_moments(&(Mat3::IDENTITY * (0.5 * central.trace()) - central)))
}

/// Whether a body is physical, and no thinner than `thinnest`.
pub(super) fn is_physical(body: &LinkInertia, thinnest: f64) -> bool {
    let thick = |[least, _, most]: [f64; 3]| least > thinnest * most;
    body.mass_kg > 0.0 && second_moments(body).is_some_and(thick)
}

/// Refuses a physically inconsistent inertia, with the name of the link.
pub(super) fn check(link: &str, body: &LinkInertia) -> Result<()> {
    if is_physical(body, THINNEST) { Ok(()) } else { Err(not_a_body(link, body)) }
}

/// The mass, centre and central tensor of a link, which must be a body.
pub(super) fn inertial(link: &str, body: &LinkInertia) -> Result<Inertial> {
    check(link, body)?;
    body.to_inertial().ok_or_else(|| not_a_body(link, body))
}

fn not_a_body(link: &str, body: &LinkInertia) -> Error {
    let least_kg_m2 = second_moments(body).map_or(0.0, |[least, ..]| least);
    Error::NotABody { link: link.to_owned(), mass_kg: body.mass_kg, least_kg_m2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::spatial::{Inertial, Vec3};

    #[test]
    fn rounding_passes_and_anything_more_does_not() {
        let ball = |mass_kg| body(mass_kg, [0.1, 0.0, 0.0, 0.1, 0.0, 0.1]);
        assert_eq!(compare("a", &ball(2.0), &ball(2.0 * (1.0 + 1e-15))), Ok(()));
        let error = compare("a", &ball(2.0), &ball(2.0 * (1.0 + 1e-11))).unwrap_err();
        assert!(matches!(error, Error::NotPreserved { parameter: "m", .. }), "{error}");
    }

    fn body(mass_kg: f64, inertia_about_com_in_link: [f64; 6]) -> LinkInertia {
        let com_in_link_m = Vec3::new(0.1, -0.3, 0.2);
        Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link }.into()
    }

    #[test]
    fn a_brick_is_physical_and_its_moments_are_those_of_its_edges() {
        // Edges a, b, c: the second moments are m/12 times their squares.
        let (m, [a, b, c]) = (6.0, [0.1_f64, 0.2, 0.3]);
        let [a2, b2, c2] = [a * a, b * b, c * c].map(|x| x * m / 12.0);
        let brick = body(m, [b2 + c2, 0.0, 0.0, a2 + c2, 0.0, a2 + b2]);
        let found = second_moments(&brick).unwrap();
        for (found, expected) in found.iter().zip([a2, b2, c2]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert!(check("brick", &brick).is_ok());
    }

    #[test]
    fn one_moment_larger_than_the_other_two_together_is_refused_with_its_eigenvalue() {
        let error = check("forearm", &body(2.0, [1.0, 0.0, 0.0, 1.0, 0.0, 2.5])).unwrap_err();
        let Error::NotABody { link, least_kg_m2, .. } = error else { panic!("{error}") };
        assert_eq!(link, "forearm");
        assert!((least_kg_m2 + 0.25).abs() < 1e-12);
        assert!(check("massless", &LinkInertia::ZERO).is_err());
        assert!(check("negative", &body(-1.0, [-1.0, 0.0, 0.0, -1.0, 0.0, -1.0])).is_err());
    }
}
