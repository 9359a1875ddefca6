//! What every target does with what a reader makes of its input.

use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit_io::{Error, Parsed};

/// Builds the robot and asks for its torques once; errors must be printable, nothing may panic.
pub fn exercise(parsed: Result<Parsed, Error>) {
    match parsed.and_then(|p| Ok((p.description.build()?, p.warnings))) {
        Ok((robot, warnings)) => {
            let at_rest = vec![0.1; robot.n_dof()];
            let mut scratch = Scratch::new(&robot);
            let tau = inverse_dynamics(&robot, &mut scratch, &at_rest, &at_rest, &at_rest);
            assert!(tau.is_ok_and(|tau| tau.len() == robot.n_dof()));
            for warning in warnings.iter().chain(robot.warnings()) {
                assert!(!warning.to_string().is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty() && error.code().starts_with('E')),
    }
}
