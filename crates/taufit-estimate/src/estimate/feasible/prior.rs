//! A prior inside the cone, also where the nominal model is not.

use super::coordinates::is_unknown;
use super::pseudo::{Cholesky4, TEN, pseudo_inertia};
use crate::diagnostics::{EstimateError, EstimateWarning};
use std::f64::consts::PI;
use taufit_dynamics::base::{Base, IdentifiabilityClass};
use taufit_dynamics::diagnostics::{InputError, Result, Warning};
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::Layout;
use taufit_dynamics::spatial::{Inertial, LinkInertia, Vec3};

/// Standard parameters whose links can exist, and what had to be changed for that.
#[derive(Debug)]
pub(super) struct Prior {
    pub(super) pi: Vec<f64>,
    pub(super) warnings: Vec<Warning>,
}

/// The prior with fixed parameters at their values and every link that has unknowns inside the cone.
///
/// Where a link's pseudo-inertia is not positive definite, a ball is added to it: a thousandth of it,
/// more if that is not enough, and the ball alone where nothing else helps. The ball has the
/// link's mass (or the density of water), its centre of mass and a quarter of its length as radius.
pub(super) fn physical_prior(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    given: &[f64],
) -> Result<Prior> {
    check(layout, base, given)?;
    let mut prior = Prior { pi: given.to_vec(), warnings: Vec::new() };
    base.fixed().iter().for_each(|(column, value)| prior.pi[*column] = *value);
    for link in 0..layout.n_links() {
        let columns = layout.link_block(link)..layout.link_block(link) + TEN;
        if columns.clone().any(|c| is_unknown(base, c)) {
            let ball = ball(robot, link, &prior.pi[columns.clone()]);
            let (ten, share) = inside_cone(base, columns.start, &prior.pi, &ball)
                .ok_or_else(|| EstimateError::FixedNotPhysical { link: name(layout, link) })?;
            prior.pi[columns].copy_from_slice(&ten);
            if share > 0.0 {
                let warning = EstimateWarning::PriorNotPhysical { link: name(layout, link), share };
                prior.warnings.push(warning.into());
            }
        }
    }
    Ok(prior)
}

fn check(layout: &Layout, base: &Base, given: &[f64]) -> Result<()> {
    let expected = layout.n_params();
    for (what, found) in
        [("prior parameter values", given.len()), ("parameters of the base", base.n_params())]
    {
        if found != expected {
            return Err(InputError::LengthMismatch { what, expected, found }.into());
        }
    }
    match given.iter().position(|x| !x.is_finite()) {
        Some(column) => {
            Err(InputError::NotFinite { element: layout.name(column), field: "its prior" }.into())
        }
        None => Ok(()),
    }
}

fn name(layout: &Layout, link: usize) -> String {
    layout.owner(layout.link_block(link)).0.to_owned()
}

/// The first mixture of prior and ball that can exist, and the share of the ball in it.
fn inside_cone(
    base: &Base,
    first: usize,
    pi: &[f64],
    ball: &[f64; TEN],
) -> Option<([f64; TEN], f64)> {
    /// (share of the prior, share of the ball)
    const MIXTURES: [(f64, f64); 9] = [
        (1.0, 0.0),
        (1.0, 1e-3),
        (1.0, 1e-2),
        (1.0, 0.1),
        (1.0, 1.0),
        (0.0, 1.0),
        (0.0, 10.0),
        (0.0, 100.0),
        (0.0, 1000.0),
    ];
    let is_fixed = |c: usize| base.class(first + c) == IdentifiabilityClass::Fixed;
    // A little of a ball makes a body of nothing, but not one of the link's size.
    let sensible =
        |(of_prior, of_ball): &(f64, f64)| *of_prior == 0.0 || *of_ball == 0.0 || pi[first] > 0.0;
    MIXTURES.into_iter().filter(sensible).find_map(|(of_prior, of_ball)| {
        let mixed = |c: usize| of_prior * pi[first + c] + of_ball * ball[c];
        let ten = std::array::from_fn(|c| if is_fixed(c) { pi[first + c] } else { mixed(c) });
        exists(&ten).then_some((ten, of_ball))
    })
}

/// Whether the pseudo-inertia is positive definite, with room for rounded tables.
fn exists(ten: &[f64; TEN]) -> bool {
    const ROOM: f64 = 1e-8;
    let p = pseudo_inertia(ten);
    Cholesky4::new(&p).is_some_and(|factor| factor.margin(&p) > ROOM)
}

/// A solid ball that stands in for a link.
fn ball(robot: &Robot, link: usize, ten: &[f64]) -> [f64; TEN] {
    const WATER_KG_PER_M3: f64 = 1000.0;
    let radius_m = 0.25 * length_m(robot, link);
    let has_mass = ten[0] > 0.0;
    let mass_kg =
        if has_mass { ten[0] } else { WATER_KG_PER_M3 * 4.0 / 3.0 * PI * radius_m.powi(3) };
    let com = Vec3::new(ten[1], ten[2], ten[3]) * (1.0 / mass_kg);
    let com_in_link_m = if has_mass { com } else { Vec3::ZERO };
    let moment = 0.4 * mass_kg * radius_m * radius_m;
    let inertia_about_com_in_link = [moment, 0.0, 0.0, moment, 0.0, moment];
    let body = Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link };
    LinkInertia::from(body).to_params()
}

/// Distance to the next joint, and not less than a quarter of the mean over the arm \[m\].
fn length_m(robot: &Robot, link: usize) -> f64 {
    let reach_m = if robot.reach_m() > 0.0 { robot.reach_m() } else { 1.0 };
    let children = robot.joints().iter().filter(|j| j.parent == Some(link));
    let lengths = children.map(|j| j.parent_from_joint.translation.norm());
    let own = robot.joints()[link].joint_from_link.translation.norm();
    lengths.fold(own, f64::max).max(0.25 * reach_m / robot.n_links() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::base::BaseSettings;
    use taufit_dynamics::model::catalog;
    use taufit_dynamics::params::LayoutSettings;

    fn prior_of(name: &str, fix: &[(usize, f64)], scale: f64) -> Result<Prior> {
        let robot = catalog::robot(name).unwrap();
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let settings = BaseSettings { fix: fix.to_vec(), ..BaseSettings::default() };
        let base = Base::new(&robot, &layout, &settings).unwrap();
        let given: Vec<f64> = layout.nominal(&robot).iter().map(|x| x * scale).collect();
        physical_prior(&robot, &layout, &base, &given)
    }

    #[test]
    fn a_physical_prior_is_left_alone() {
        let robot = catalog::robot("ur5").unwrap();
        let nominal = Layout::new(&robot, &LayoutSettings::default()).nominal(&robot);
        let prior = prior_of("ur5", &[], 1.0).unwrap();
        assert_eq!((prior.pi, prior.warnings.len()), (nominal, 0));
    }

    #[test]
    fn links_without_mass_become_balls_of_their_size() {
        let prior = prior_of("kr500", &[], 1.0).unwrap();
        assert_eq!(prior.warnings.len(), 6);
        let masses: Vec<f64> = (0..6).map(|i| prior.pi[TEN * i]).collect();
        assert!(masses.iter().all(|m| (0.1..300.0).contains(m)), "{masses:?}");
        // The upper arm is 1.3 m long: 4/3 π 0.325³ m³ of water.
        assert!((masses[1] - 143.8).abs() < 0.1, "{masses:?}");
    }

    #[test]
    fn negative_bodies_are_replaced() {
        let prior = prior_of("ur5", &[], -1.0).unwrap();
        assert_eq!(prior.warnings.len(), 6);
        assert!((0..6).all(|i| prior.pi[TEN * i] > 0.0));
    }

    #[test]
    fn a_fixed_value_that_no_body_has_is_refused() {
        // Column 30 is the mass of the fourth link.
        let error = prior_of("ur5", &[(30, -1.0)], 1.0).unwrap_err();
        assert_eq!(error, EstimateError::FixedNotPhysical { link: "link4".to_owned() }.into());
        assert_eq!(prior_of("ur5", &[(30, 4.0)], 1.0).unwrap().pi[30], 4.0);
    }
}
