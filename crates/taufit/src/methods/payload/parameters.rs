//! From ten parameters in the frame of a link to mass, centre and central inertia in the frame that was
//! asked for, with intervals.

use super::prior::BodyPrior;
use super::problem::TEN;
use crate::estimate::NORMAL_95;
use crate::spatial::{Inertial, LinkInertia, Transform};
use crate::study::{Identifiability, ParameterRecord, PayloadParameter, normal_interval};
use faer::Mat;

/// A centre that is not known to this is not known \[m\].
const COM_LIMIT_M: f64 = 0.1;
const NAMES: [(&str, &str); TEN] = [
    ("m", "kg"),
    ("cx", "m"),
    ("cy", "m"),
    ("cz", "m"),
    ("Ixx", "kg m²"),
    ("Ixy", "kg m²"),
    ("Ixz", "kg m²"),
    ("Iyy", "kg m²"),
    ("Iyz", "kg m²"),
    ("Izz", "kg m²"),
];

/// Estimates by each route, as ten parameters in the frame of the link.
pub(super) struct Routes<'a> {
    pub(super) unconstrained: &'a [f64],
    pub(super) physical: &'a LinkInertia,
    pub(super) difference: Option<&'a [f64]>,
    /// Of the unconstrained ten.
    pub(super) covariance: &'a Mat<f64>,
    /// Number of estimated parameters: all ten, or mass and centre.
    pub(super) n_sought: usize,
}

/// Mass, centre and central inertia in the frame of this name.
pub(super) fn parameters(
    routes: &Routes<'_>,
    prior: &BodyPrior,
    frame_from_link: &Transform,
    frame: &str,
) -> Vec<PayloadParameter> {
    let physical = central(&routes.physical.to_params(), frame_from_link);
    let unconstrained = central(routes.unconstrained, frame_from_link);
    let difference = routes.difference.map(|ten| central(ten, frame_from_link));
    let sigma = sigmas(routes.unconstrained, routes.covariance, frame_from_link);
    let largest_moment = physical[4].max(physical[7]).max(physical[9]);
    let parameter = |(k, (name, unit)): (usize, &(&str, &str))| {
        let is_sought = k < routes.n_sought;
        // An inertia is known if its interval is narrower than the largest moment of the body, and its value
        // if that is significant.
        let limit = if k < 4 { COM_LIMIT_M } else { 0.5 * largest_moment / NORMAL_95 };
        let identifiability = match k {
            _ if !is_sought => Identifiability::NotEstimated,
            0 => Identifiability::Determined,
            _ if sigma[k] > limit => Identifiability::Undetermined,
            // Zero is no special place for a centre, but it is for an inertia.
            4.. if physical[k].abs() <= NORMAL_95 * sigma[k] => Identifiability::ConsistentWithZero,
            _ => Identifiability::Determined,
        };
        let sigma = if is_sought { sigma[k] } else { prior.inertia_sigma() };
        let value = physical[k];
        PayloadParameter {
            parameter: ParameterRecord {
                name: (*name).to_owned(),
                expression: None,
                long_name: format!("{name}[{frame}]"),
                unit: (*unit).to_owned(),
                value,
                sigma: Some(sigma),
                interval: Some(normal_interval(value, sigma)),
                nominal: None,
                feasible: None,
                identifiability,
            },
            unconstrained: unconstrained[k],
            difference: difference.as_ref().map(|x| x[k]),
        }
    };
    NAMES.iter().enumerate().map(parameter).collect()
}

/// Mass, centre and central inertia of ten parameters, in another frame.
fn central(ten: &[f64], frame_from_link: &Transform) -> [f64; TEN] {
    let ten: [f64; TEN] = std::array::from_fn(|k| ten[k]);
    let moved = LinkInertia::from_params(ten).expressed_in(frame_from_link);
    let Some(Inertial { mass_kg, com_in_link_m: com, inertia_about_com_in_link: tensor }) =
        moved.to_inertial()
    else {
        return [0.0; TEN];
    };
    let [xx, xy, xz, yy, yz, zz] = tensor;
    [mass_kg, com.x, com.y, com.z, xx, xy, xz, yy, yz, zz]
}

/// `√diag(J C Jᵀ)` with `J` the derivative of mass, centre and central inertia by the ten, by difference
/// quotients.
fn sigmas(ten: &[f64], covariance: &Mat<f64>, frame_from_link: &Transform) -> [f64; TEN] {
    const SHARE_OF_SIGMA: f64 = 1e-3;
    let mut derivative = Mat::<f64>::zeros(TEN, TEN);
    for c in 0..TEN {
        let step = (SHARE_OF_SIGMA * covariance[(c, c)].sqrt()).max(1e-9);
        let shifted = |by: f64| {
            let mut ten = ten.to_vec();
            ten[c] += by;
            central(&ten, frame_from_link)
        };
        let (up, down) = (shifted(step), shifted(-step));
        (0..TEN).for_each(|k| derivative[(k, c)] = (up[k] - down[k]) / (2.0 * step));
    }
    let spread = &derivative * covariance * derivative.transpose();
    std::array::from_fn(|k| spread[(k, k)].max(0.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Vec3;

    #[test]
    fn a_centre_is_known_as_well_as_its_moment_over_the_mass() {
        // σ(c)² = σ(h)²/m² + c² σ(m)²/m²
        let covariance = Mat::from_fn(TEN, TEN, |i, j| match (i, j) {
            (0, 0) => 0.1_f64.powi(2),
            (1, 1) => 0.02_f64.powi(2),
            _ => 0.0,
        });
        let body = Inertial {
            mass_kg: 2.0,
            com_in_link_m: Vec3::new(0.3, 0.0, 0.0),
            inertia_about_com_in_link: [0.01, 0.0, 0.0, 0.01, 0.0, 0.01],
        };
        let ten = LinkInertia::from(body).to_params();
        let sigma = sigmas(&ten, &covariance, &Transform::IDENTITY);
        let expected = ((0.02_f64 / 2.0).powi(2) + (0.3_f64 * 0.1 / 2.0).powi(2)).sqrt();
        assert!((sigma[1] - expected).abs() < 1e-7, "{} against {expected}", sigma[1]);
        assert!((sigma[0] - 0.1).abs() < 1e-9);
    }
}
