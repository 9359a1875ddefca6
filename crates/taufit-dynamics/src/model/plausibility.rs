//! Are the inertials those of a real arm? Warnings are reported, nothing is changed or invented.

use super::{Robot, RobotDescription};
use crate::diagnostics::{ModelWarning, Warning};
use crate::spatial::{Inertial, Mat3, principal_moments};

/// Every warning about the inertials of the moving links.
pub(super) fn findings(description: &RobotDescription, robot: &Robot) -> Vec<Warning> {
    let reach_m = robot.reach_m();
    let mut findings = Vec::new();
    let moving = |name: &str| robot.frames.iter().any(|f| f.name == name && f.link.is_some());
    for joint in robot.joints() {
        let link = &joint.link;
        let given =
            |name: &str| description.links.iter().any(|l| l.name == name && l.inertial.is_some());
        let any_given = std::iter::once(&link.name).chain(&link.merged).any(|name| given(name));
        if !any_given {
            findings.push(ModelWarning::MissingInertial { link: link.name.clone() }.into());
        } else if link.inertia.mass_kg == 0.0 {
            findings.push(ModelWarning::ZeroMass { link: link.name.clone() }.into());
        }
    }
    for link in description.links.iter().filter(|l| moving(&l.name)) {
        if let Some(body) = link.inertial {
            findings.extend(body_warnings(&link.name, &body, reach_m));
        }
    }
    findings.extend(placeholder_warning(description, &moving));
    findings.extend(mass_warning(robot, reach_m));
    findings
}

/// Warnings about a single body.
fn body_warnings(link: &str, body: &Inertial, reach_m: f64) -> Vec<Warning> {
    // Published tensors are rounded: 1e-5 of the largest moment is not a violation.
    const ROUNDED: f64 = 1e-5;
    let mut findings = Vec::new();
    let moments = principal_moments(&Mat3::symmetric(body.inertia_about_com_in_link));
    let [a, b, c] = moments;
    if a < -ROUNDED * c.abs() || a + b < c * (1.0 - ROUNDED) || c < 0.0 {
        findings.push(
            ModelWarning::NotPhysical { link: link.to_owned(), principal_moments: moments }.into(),
        );
    }
    if body.mass_kg <= 0.0 || reach_m <= 0.0 {
        return findings;
    }
    let gyration_radius_m = (c.max(0.0) / body.mass_kg).sqrt();
    if gyration_radius_m > reach_m {
        let link = link.to_owned();
        findings.push(ModelWarning::ImplausibleInertia { link, gyration_radius_m, reach_m }.into());
    }
    let distance_m = body.com_in_link_m.norm();
    if distance_m > reach_m {
        findings.push(
            ModelWarning::ImplausibleCom { link: link.to_owned(), distance_m, reach_m }.into(),
        );
    }
    findings
}

/// Three or more links with one and the same body.
fn placeholder_warning(
    description: &RobotDescription,
    moving: &dyn Fn(&str) -> bool,
) -> Option<Warning> {
    const SUSPICIOUS: usize = 3;
    let bodies: Vec<(&str, Inertial)> = description
        .links
        .iter()
        .filter(|l| moving(&l.name))
        .filter_map(|l| l.inertial.map(|body| (l.name.as_str(), body)))
        .filter(|(_, body)| body.mass_kg > 0.0)
        .collect();
    let same = |a: &Inertial, b: &Inertial| {
        a.mass_kg == b.mass_kg && a.inertia_about_com_in_link == b.inertia_about_com_in_link
    };
    bodies.iter().find_map(|(_, body)| {
        let alike: Vec<String> =
            bodies.iter().filter(|(_, b)| same(b, body)).map(|(n, _)| (*n).to_owned()).collect();
        (alike.len() >= SUSPICIOUS).then(|| {
            ModelWarning::PlaceholderInertials { links: alike, mass_kg: body.mass_kg }.into()
        })
    })
}

/// The heaviest serial arms on the market stay below 500 kg per metre of reach.
fn mass_warning(robot: &Robot, reach_m: f64) -> Option<Warning> {
    const HEAVIEST_KG_PER_M: f64 = 800.0;
    let total_kg = robot.total_mass_kg();
    (reach_m > 0.0 && total_kg > HEAVIEST_KG_PER_M * reach_m)
        .then_some(ModelWarning::ImplausibleMass { total_kg, reach_m }.into())
}
