//! The programs in `examples/` that a user would copy, by their numbers.

#[path = "../../examples/bag.rs"]
#[allow(dead_code, reason = "its main prints")]
mod bag;
#[path = "../../examples/csv.rs"]
#[allow(dead_code, reason = "its main prints")]
mod csv;

use crate::bit_flips::{logged_robot, planar_logs};
use taufit::methods::RigidResult;
use taufit::model::catalog;

/// The second link's first moments are found within four standard deviations, which are small.
fn assert_is_the_arm(result: &RigidResult) {
    let moment = logged_robot().joints()[1].link.inertia.first_moment;
    for (name, truth) in [("mx2", moment.x), ("my2", moment.y)] {
        let (value, [low, high]) = result.parameter(name).unwrap();
        // A 95 % interval reaches 1.96 standard deviations to either side.
        assert!((value - truth).abs() < high - low, "{name}: {low} to {high}, {truth} is true");
        assert!(high - low < 0.05 * moment.x, "{name}: {low} to {high}");
    }
}

#[test]
fn tables_and_bags_give_the_parameters_of_the_arm() {
    let robot = catalog::robot("planar2r").unwrap();
    let files = planar_logs("examples");
    let has = |ending: &str| files.iter().find(|path| path.to_string_lossy().ends_with(ending));
    assert_is_the_arm(&csv::identified(&robot, has(".csv").unwrap()).unwrap());
    for ending in [".mcap", ".bag", ".db3"] {
        let bags = [has(ending).unwrap().clone()];
        assert_is_the_arm(&bag::identified(&robot, &bags).unwrap());
    }
}
