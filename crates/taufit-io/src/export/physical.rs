//! Whether a body of positive density can have an inertia.

use crate::error::{Error, Result};
use taufit::spatial::{Inertial, LinkInertia, Mat3, principal_moments};

/// A body that simulators can work with: smallest over largest second moment of mass. Sheets and rods
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

/// Refuses an inertia that no body has, naming the link.
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
    use taufit::spatial::Vec3;

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
