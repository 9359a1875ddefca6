//! Commanded efforts of the controller of a real arm.

use std::path::Path;
use taufit::methods::{WantedEfforts, controller_gains};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_io::{LogOptions, read_log};

/// Drive gains that the controller of the UR10e of the public logs works with, from a log in which its
/// second joint moves alone; none of the last joint, which nothing loads there.
pub(crate) fn gains_of_the_ur10e(folder: &Path, robot: &Robot) -> Vec<Option<f64>> {
    let log = folder.join("original/ur-20_01_22-joint_2.csv.gz");
    let wanted = |effort: EffortKind, columns: &str| {
        let mut options = LogOptions { effort: Some(effort), ..LogOptions::default() };
        for entry in ["t=1", "q=2..7", columns] {
            options = options.with_map(entry).unwrap();
        }
        read_log(&log, robot, &options).unwrap().recording
    };
    let current = wanted(EffortKind::Current, "i=20..25");
    let torque = wanted(EffortKind::Torque, "tau=26..31");
    let gains = controller_gains(robot, &[WantedEfforts { current, torque }]).unwrap();
    gains.iter().map(|gain| gain.gain_nm_per_a).collect()
}
