//! What every target does with what a reader makes of its input.

use std::path::PathBuf;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::model::catalog;
use taufit::recording::EffortKind;
use taufit_io::export::read_residuals;
use taufit_io::{
    Error, LogOptions, LogReader, Parsed, PlannedMotion, TrajectoryFormat, parse_log, parse_trajectory,
};

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

/// Reads a log; what comes out must be whole, and errors printable.
pub fn exercise_log(bytes: &[u8]) {
    let (Some((first, rest)), Ok(robot)) = (bytes.split_first(), catalog::robot("planar2r")) else {
        return;
    };
    let effort = (first & 1 == 1).then_some(EffortKind::Current);
    let mut options = LogOptions { effort, ..LogOptions::default() };
    if first & 2 == 2 {
        let map = [("t", "1"), ("q", "2..3"), ("effort", "4..5")];
        options.map = map.map(|(what, from)| (what.to_owned(), from.to_owned())).to_vec();
    }
    match parse_log(rest, "fuzz", &robot, &options) {
        Ok(loaded) => {
            assert!(loaded.recording.check().is_ok() && loaded.recording.n_samples() > 0);
            assert!(loaded.warnings.iter().all(|warning| !warning.to_string().is_empty()));
        }
        Err(error) => assert!(!error.to_string().is_empty() && error.code().starts_with('E')),
    }
}

/// Reads a log from a file, with a robot and without, in small chunks; what comes out must be whole,
/// and errors printable.
pub fn exercise_log_file(name: &str, bytes: &[u8]) {
    let Ok(robot) = catalog::robot("planar2r") else { return };
    let Some(path) = file_of(name, bytes) else { return };
    let options = LogOptions::default();
    for reader in
        [LogReader::open(&path, &robot, &options), LogReader::open_unmatched(&path, &options)]
    {
        if let Err(error) = reader.and_then(read_all) {
            assert!(!error.to_string().is_empty() && error.code().starts_with('E'));
        }
    }
}

fn read_all(mut reader: LogReader) -> Result<(), Error> {
    let n_columns = reader.columns().q.len();
    while let Some(chunk) = reader.next_chunk(7)? {
        assert!(chunk.check().is_ok() && (1..=7).contains(&chunk.n_samples()));
        assert_eq!(chunk.q.len(), n_columns * chunk.n_samples());
    }
    assert!(reader.warnings().iter().all(|warning| !warning.to_string().is_empty()));
    Ok(())
}

/// Reads a motion and asks where it is; one that can be written again is the same then.
pub fn exercise_trajectory(text: &str) {
    let trajectory = match parse_trajectory(text) {
        Ok(trajectory) => trajectory,
        Err(error) => {
            assert!(!error.to_string().is_empty() && error.code().starts_with('E'));
            return;
        }
    };
    for share in [-0.1, 0.0, 0.01, 0.5, 0.99, 1.0, 2.0] {
        let state = trajectory.at(share * trajectory.duration_s());
        assert_eq!(state.q.len(), trajectory.joints.len());
    }
    let planned = PlannedMotion::new(&trajectory, 10.0 / trajectory.duration_s());
    let Ok(written) = planned.and_then(|planned| planned.render(TrajectoryFormat::Toml)) else {
        return;
    };
    let again = String::from_utf8(written).map(|text| parse_trajectory(&text));
    assert!(again.is_ok_and(|again| again == Ok(trajectory)));
}

/// Reads the torques of a result folder; channels must be whole, and errors printable.
pub fn exercise_residuals(bytes: &[u8]) {
    let Some(path) = file_of("residuals.parquet", bytes) else { return };
    match read_residuals(path) {
        Ok(series) => assert!(series.iter().all(|stretch| {
            let n_samples = stretch.t_s.len();
            n_samples > 0 && stretch.q.len() % n_samples == 0 && stretch.q.len() == stretch.measured.len()
        })),
        Err(error) => assert!(!error.to_string().is_empty() && error.code().starts_with('E')),
    }
}

/// A file in the temporary folder, the same for every input of a process.
fn file_of(name: &str, bytes: &[u8]) -> Option<PathBuf> {
    let path = std::env::temp_dir().join(format!("taufit-fuzz-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).ok().map(|()| path)
}
