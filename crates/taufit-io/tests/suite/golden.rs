//! Values of another library, stored in `testdata/golden` with the script that made them.

#[path = "../../examples/reference/mod.rs"]
mod reference;

use reference::{Differences, Reference};
use std::error::Error;
use std::path::PathBuf;
use taufit::model::Robot;
use taufit::spatial::LinkInertia;

/// Both sides round to 53 bits, in another order of operations: seven joints deep that stays below
/// 1e-14 of the largest entry. The last digit of any number in the file would show above 1e-6.
const TOLERANCE: f64 = 1e-12;

type Outcome = Result<(), Box<dyn Error>>;

fn tree() -> Result<(Robot, Reference), Box<dyn Error>> {
    let golden = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden");
    let robot = taufit_io::read_urdf(golden.join("tree.urdf"))?.robot;
    let text = std::fs::read_to_string(golden.join("tree.json"))?;
    Ok((robot, serde_json::from_str(&text)?))
}

fn check(quantity: impl Fn(&Differences) -> f64) -> Outcome {
    let (robot, reference) = tree()?;
    let found = quantity(&reference.differences(&robot)?);
    assert!(found <= TOLERANCE, "largest relative difference {found:e}");
    Ok(())
}

#[test]
fn placements_of_the_tree_agree_with_pinocchio() -> Outcome {
    check(|d| d.placement)
}

#[test]
fn inverse_dynamics_of_the_tree_agrees_with_pinocchio() -> Outcome {
    check(|d| d.rnea)
}

#[test]
fn mass_matrix_of_the_tree_agrees_with_pinocchio() -> Outcome {
    check(|d| d.crba)
}

#[test]
fn regressor_of_the_tree_agrees_with_pinocchio() -> Outcome {
    check(|d| d.regressor)
}

#[test]
fn the_comparison_sees_a_gram_on_the_lightest_link() -> Outcome {
    let (robot, reference) = tree()?;
    let masses = robot.joints().iter().map(|j| j.link.inertia.mass_kg).enumerate();
    let (lightest, _) = masses.min_by(|a, b| a.1.total_cmp(&b.1)).ok_or("no links")?;
    let gram = LinkInertia { mass_kg: 1e-3, ..LinkInertia::ZERO };
    let heavier = robot.joints()[lightest].link.inertia + gram;
    let found = reference.differences(&robot.with_link_inertia(lightest, heavier))?.largest();
    assert!(found > 1e4 * TOLERANCE, "largest relative difference {found:e}");
    Ok(())
}
