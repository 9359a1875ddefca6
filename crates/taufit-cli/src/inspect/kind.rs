//! Whether a file is a robot or a log.

use std::fs::{File, read_dir};
use std::io::Read;
use std::path::Path;
use taufit::model::catalog;

/// Kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Robot,
    Log,
}

const LOG_EXTENSIONS: [&str; 10] =
    ["csv", "tsv", "txt", "dat", "log", "gz", "parquet", "mcap", "bag", "db3"];
const ROBOT_EXTENSIONS: [&str; 5] = ["urdf", "xacro", "xml", "mjcf", "toml"];

/// Decides by the name, else by the first bytes. What does not exist is a robot: its reader knows
/// names that are nearly right.
pub(super) fn kind_of(file: &str) -> Kind {
    let path = Path::new(file);
    if catalog::ENTRIES.iter().any(|entry| entry.name == file) {
        return Kind::Robot;
    }
    if path.is_dir() {
        return if holds_a_bag(path) { Kind::Log } else { Kind::Robot };
    }
    let is_one_of = |extensions: &[&str]| {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        extensions.iter().any(|e| e.eq_ignore_ascii_case(extension))
    };
    if is_one_of(&LOG_EXTENSIONS) {
        Kind::Log
    } else if is_one_of(&ROBOT_EXTENSIONS) || !path.exists() || begins_as_xml(path) {
        Kind::Robot
    } else {
        Kind::Log
    }
}

/// A folder that rosbag2 wrote.
fn holds_a_bag(folder: &Path) -> bool {
    let files = read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_part = |path: &Path| {
        path.extension().is_some_and(|e| e == "db3" || e == "mcap")
            || path.file_name().is_some_and(|name| name == "metadata.yaml")
    };
    files.into_iter().any(|path| is_part(&path))
}

fn begins_as_xml(path: &Path) -> bool {
    const LOOKED_AT: usize = 64;
    let mut beginning = [0; LOOKED_AT];
    let read = File::open(path).and_then(|mut file| file.read(&mut beginning));
    let first = read.ok().and_then(|n| beginning[..n].trim_ascii_start().first().copied());
    // A byte order mark is not blank.
    matches!(first, Some(b'<' | 0xef))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_robots_from_logs() {
        for log in ["run.csv", "a/run.csv.gz", "RUN.CSV", "x.mcap", "y.bag", "z.db3", "w.parquet"] {
            assert_eq!(kind_of(log), Kind::Log, "{log}");
        }
        for robot in ["ur5", "arm.urdf", "scene.xml", "robot.toml", "no_such_robot"] {
            assert_eq!(kind_of(robot), Kind::Robot, "{robot}");
        }
    }

    #[test]
    fn without_extension_the_first_bytes_decide() {
        let write = |name: &str, text: &str| {
            let folder = std::env::temp_dir().join(format!("taufit-kind-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            path.to_string_lossy().into_owned()
        };
        assert_eq!(kind_of(&write("robot_description", "\n <robot/>")), Kind::Robot);
        assert_eq!(kind_of(&write("recording", "t,q1\n0,1\n")), Kind::Log);
    }
}
