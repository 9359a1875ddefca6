//! The robot in one sentence.

use crate::numbers::{count, number};
use taufit::Warning;
use taufit::diagnostics::ModelWarning;
use taufit::model::Robot;

/// Size of the robot and quality of its inertials, in a sentence.
pub(super) fn verdict(robot: &Robot, total_mass_kg: f64, warnings: &[Warning]) -> String {
    let (joints, links) = (count(robot.joints().len(), "joint"), count(robot.n_links(), "link"));
    if total_mass_kg == 0.0 {
        return format!(
            "{joints}, {links}; kinematics only: no link has mass; `taufit base` works, torques do not"
        );
    }
    let judgement = judgement(robot.n_links(), warnings);
    format!("{joints}, {links}, {} kg; {judgement}", number(total_mass_kg))
}

/// The worst that can be said about the inertials.
fn judgement(n_links: usize, warnings: &[Warning]) -> String {
    let how_many = |is: fn(&Warning) -> bool| warnings.iter().filter(|w| is(w)).count();
    let massless = how_many(|w| {
        matches!(
            w.kind(),
            Some(ModelWarning::MissingInertial { .. } | ModelWarning::ZeroMass { .. })
        )
    });
    let impossible = how_many(|w| matches!(w.kind(), Some(ModelWarning::NotPhysical { .. })));
    let placeholders = warnings.iter().find_map(|w| match w.kind() {
        Some(ModelWarning::PlaceholderInertials { links, mass_kg }) => {
            Some((links.len(), *mass_kg))
        }
        _ => None,
    });
    let implausible = how_many(is_implausible);
    if impossible > 0 {
        format!(
            "inertials impossible on {}: simulators will refuse them",
            count(impossible, "link")
        )
    } else if massless > 0 {
        format!("inertials incomplete: {massless} of {} without mass", count(n_links, "link"))
    } else if let Some((n_alike, mass_kg)) = placeholders {
        format!("{n_alike} links share one inertial of {} kg: placeholders", number(mass_kg))
    } else if implausible > 0 {
        "inertials physically possible but implausible: see the warnings".to_owned()
    } else {
        "inertials complete and physically possible".to_owned()
    }
}

fn is_implausible(warning: &Warning) -> bool {
    matches!(
        warning.kind(),
        Some(
            ModelWarning::ImplausibleInertia { .. }
                | ModelWarning::ImplausibleCom { .. }
                | ModelWarning::ImplausibleMass { .. }
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::model::catalog;

    fn verdict_on(robot: &str) -> String {
        let robot = catalog::robot(robot).unwrap();
        let total_kg = robot.joints().iter().map(|j| j.link.inertia.mass_kg).sum();
        verdict(&robot, total_kg, robot.warnings())
    }

    #[test]
    fn a_complete_robot_is_called_complete() {
        assert_eq!(
            verdict_on("ur5"),
            "6 joints, 6 links, 17.05 kg; inertials complete and physically possible"
        );
    }

    #[test]
    fn a_robot_without_masses_is_kinematics_only() {
        assert!(verdict_on("kr500").contains("kinematics only"));
    }

    #[test]
    fn the_worst_doubt_wins() {
        let missing = ModelWarning::MissingInertial { link: "a".to_owned() };
        let impossible =
            ModelWarning::NotPhysical { link: "b".to_owned(), principal_moments: [1.0, 1.0, 3.0] };
        let heavy = ModelWarning::ImplausibleMass { total_kg: 3306.0, reach_m: 3.0 };
        assert!(judgement(6, &[heavy.clone().into()]).contains("implausible"));
        assert_eq!(
            judgement(6, &[heavy.clone().into(), missing.clone().into()]),
            "inertials incomplete: 1 of 6 links without mass"
        );
        assert!(
            judgement(6, &[heavy.into(), missing.into(), impossible.into()])
                .contains("impossible on 1 link")
        );
    }
}
