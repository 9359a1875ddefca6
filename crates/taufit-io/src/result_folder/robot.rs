//! The file of the robot, kept beside its result: exports patch it wherever the result is.

use super::{ResultFolder, folder_of};
use crate::error::Result;
use crate::export::{Exported, export_urdf, write_urdf};
use crate::source::{Format, format_of};
use std::fs;
use std::path::{Path, PathBuf};
use taufit::model::Robot;
use taufit::study::Diagnosis;

/// Name of the identified robot in the folder.
const IDENTIFIED: &str = "identified.urdf";

/// Name of the copy of a robot's file, by its format.
fn copy_name(format: Format) -> &'static str {
    match format {
        Format::Urdf => "robot.urdf",
        Format::Mjcf => "robot.xml",
        Format::RobotToml => "robot.toml",
    }
}

/// The file that describes the robot of a result: the copy in its folder; without one the file that was given, and
/// the built-in name of a robot without a file.
pub fn robot_file(result: &Path, source: &str) -> PathBuf {
    let folder = folder_of(result);
    let copies = [Format::Urdf, Format::Mjcf, Format::RobotToml].map(|f| folder.join(copy_name(f)));
    copies.into_iter().find(|copy| copy.is_file()).unwrap_or_else(|| PathBuf::from(source))
}

/// The text that describes a robot, and its format.
struct RobotText {
    format: Format,
    text: String,
}

impl RobotText {
    /// The text of a robot's file; none for built-in robots.
    fn read(source: &str) -> Option<Self> {
        let text = fs::read_to_string(source).ok()?;
        let format = format_of(Path::new(source), &text).ok()?;
        Some(Self { format, text })
    }
}

impl ResultFolder {
    /// A folder with a copy of the robot's file and the identified robot as URDF; a warning where there is no such
    /// URDF.
    pub(super) fn of_robot(
        robot: &Robot,
        source: &str,
        logged_qd: &[Vec<f64>],
    ) -> (Self, Option<Diagnosis>) {
        let (source, mut folder) = (RobotText::read(source), Self { files: Vec::new() });
        if let Some(RobotText { format, text }) = &source {
            folder = folder.with(copy_name(*format), text.clone());
        }
        match identified_urdf(robot, source.as_ref(), logged_qd) {
            Ok(Exported { text, .. }) => (folder.with(IDENTIFIED, text), None),
            Err(error) => (folder, Some(not_written(&error))),
        }
    }
}

/// The robot as URDF: its own file with other numbers, or a new one where it has none.
fn identified_urdf(
    robot: &Robot,
    source: Option<&RobotText>,
    logged_qd: &[Vec<f64>],
) -> Result<Exported> {
    match source {
        Some(RobotText { format: Format::Urdf, text }) => export_urdf(text, robot, logged_qd),
        _ => write_urdf(robot, logged_qd),
    }
}

fn not_written(error: &crate::Error) -> Diagnosis {
    Diagnosis {
        code: error.code().to_owned(),
        message: format!("{IDENTIFIED} is not in the folder: {error}"),
        advice: "the parameters are in result.json and parameters.csv; mend the cause, then \
                 `taufit export --to urdf`"
            .to_owned(),
    }
}
