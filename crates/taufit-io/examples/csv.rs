//! Identifies an arm from a CSV log and writes a URDF with the identified parameters.
//!
//! ```sh
//! cargo run --release -p taufit-io --example csv -- ur5 run1.csv identified.urdf
//! ```

use std::error::Error;
use std::path::Path;
use taufit::methods::{RigidInputs, RigidResult, RigidSettings, identify_rigid};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_io::output::{Existing, write_file};
use taufit_io::{LogOptions, read_log, read_robot, write_urdf};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [robot, log, urdf] = &arguments[..] else {
        return Err("usage: csv ROBOT LOG.csv IDENTIFIED.urdf".into());
    };
    let robot = read_robot(robot)?.robot;
    let result = identified(&robot, Path::new(log))?;
    eprintln!("{}", result.summary());
    let exported = write_urdf(&result.identified_robot(&robot)?, &[])?;
    write_file(Path::new(urdf), exported.text.as_bytes(), Existing::Keep)?;
    Ok(())
}

/// Columns are found by their names (`t_s`, `q1`, ..., `tau1`, ...), others by [`LogOptions::with_map`].
pub(crate) fn identified(robot: &Robot, log: &Path) -> Result<RigidResult, Box<dyn Error>> {
    let options = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    let log = read_log(log, robot, &options)?;
    for warning in &log.warnings {
        eprintln!("{warning}");
    }
    Ok(identify_rigid(robot, &RigidInputs::new(&[log.recording]), &RigidSettings::default())?)
}
