//! Compares a robot file with what another library computed of it.
//!
//! `cargo run --release -p taufit-io --example compare_reference -- ROBOT.urdf REFERENCE.json`
//!
//! Prints the robot, its number of coordinates and the largest relative differences of placements,
//! inverse dynamics, mass matrix and regressor; exit code 1 above [`TOLERANCE`].

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

mod reference;

use reference::Reference;
use std::error::Error;
use std::process::ExitCode;

/// Rounding reaches about 1e-14; a wrong sign, axis or frame is far above.
const TOLERANCE: f64 = 1e-9;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [robot, reference] = args.as_slice() else {
        return Err("usage: compare_reference ROBOT.urdf REFERENCE.json".into());
    };
    let robot = taufit_io::read_robot(robot)?.robot;
    let reference: Reference = serde_json::from_str(&std::fs::read_to_string(reference)?)?;
    let worst = reference.differences(&robot)?;
    println!(
        "{:24} {:4} {:9.1e} {:9.1e} {:9.1e} {:9.1e}",
        robot.name(),
        robot.n_dof(),
        worst.placement,
        worst.rnea,
        worst.crba,
        worst.regressor
    );
    // Not `>`: a NaN must fail.
    let good = worst.largest() <= TOLERANCE;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
