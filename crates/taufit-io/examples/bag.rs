//! Identifies an arm from bags of ROS (MCAP, rosbag2 databases and folders, ROS 1 bags), read in pieces: they may be
//! larger than memory.
//!
//! ```sh
//! cargo run --release -p taufit-io --example bag -- ur5 run1.mcap run2.bag
//! ```

use std::error::Error;
use std::path::PathBuf;
use taufit::methods::{RigidInputs, RigidResult, RigidSettings, identify_rigid};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_io::{LogFile, LogOptions, read_robot};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let robot = read_robot(&arguments.next().ok_or("usage: bag ROBOT BAG...")?)?.robot;
    let bags: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let result = identified(&robot, &bags)?;
    let mut text = result.summary();
    let names = result.base.independent().iter().map(|column| result.layout.name(*column));
    for (name, [low, high]) in names.zip(result.intervals()) {
        text += &format!("\n{name}, 95 %: {low:.4} to {high:.4}");
    }
    eprintln!("{text}");
    Ok(())
}

/// Joints are matched by the names in the messages. Efforts of `sensor_msgs/JointState` have no unit of their own.
pub(crate) fn identified(robot: &Robot, bags: &[PathBuf]) -> Result<RigidResult, Box<dyn Error>> {
    let options = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    let logs: Vec<LogFile<'_>> =
        bags.iter().map(|bag| LogFile::new(bag, robot, &options).without_velocities()).collect();
    Ok(identify_rigid(robot, &RigidInputs::new(&logs), &RigidSettings::default())?)
}
