//! Result folders of `identify` and `reverse`: parameters, torques over time, robot files.

use super::{ResultFile, ResultFolder, folder_of};
use crate::error::Result;
use crate::export::{
    CommentStyle, Exported, export_urdf, provenance_lines, with_comment, write_urdf,
};
use crate::source::{RobotFormat, format_of};
use std::fs;
use std::path::{Path, PathBuf};
use taufit::methods::StudyModel;
use taufit::model::Robot;
use taufit::study::{Diagnosis, ReverseStudy, Series, Study, StudyHeader, StudyKind};

/// Name of the torques over time.
const RESIDUALS: &str = "residuals.parquet";

/// Every file of a result. What cannot be written as URDF becomes a warning of the study; therefore the page is
/// made here, of the study as it stands in the folder.
pub fn identify_folder<E: From<crate::Error>>(
    study: &mut Study,
    series: &[Series],
    page: impl FnOnce(&Study) -> Result<String, E>,
) -> Result<ResultFolder, E> {
    let identified = StudyModel::new(study).map_err(crate::Error::from)?.identified;
    let (robot, warning) =
        ResultFolder::of_robot(&identified, &study.header, &study.logged_velocities());
    study.header.warnings.extend(warning);
    let mut folder = ResultFolder::new(study, page(study)?)?;
    folder.files.extend(robot.files);
    Ok(with_residuals(folder, study, series)?)
}

#[cfg(feature = "parquet")]
fn with_residuals(folder: ResultFolder, study: &Study, series: &[Series]) -> Result<ResultFolder> {
    let joints: Vec<String> = study.joints.iter().map(|joint| joint.name.clone()).collect();
    Ok(folder.with(RESIDUALS, crate::export::write_residuals(&joints, series)?))
}

#[cfg(not(feature = "parquet"))]
fn with_residuals(folder: ResultFolder, _: &Study, _: &[Series]) -> Result<ResultFolder> {
    Ok(folder)
}

/// The identification in a folder, or in its `result.json`.
pub fn read_study(result: &Path) -> Result<Study> {
    ResultFile::read(result)?.parse(StudyKind::Identify)
}

/// The torques over time beside a result; none where there are none.
pub fn read_series(result: &Path) -> Result<Vec<Series>> {
    let file = folder_of(result).join(RESIDUALS);
    match file.is_file() {
        #[cfg(feature = "parquet")]
        true => crate::export::read_residuals(&file),
        _ => Ok(Vec::new()),
    }
}

/// Every file of a result. What cannot be written as URDF becomes a warning of the study; therefore the page is
/// made here, of the study as it stands in the folder.
pub fn reverse_folder<E: From<crate::Error>>(
    study: &mut ReverseStudy,
    robot: &Robot,
    page: impl FnOnce(&ReverseStudy) -> Result<String, E>,
) -> Result<ResultFolder, E> {
    let (files, warning) = ResultFolder::of_robot(robot, &study.header, &[]);
    study.header.warnings.extend(warning);
    let mut folder = ResultFolder::new(study, page(study)?)?;
    folder.files.extend(files.files);
    Ok(folder)
}

/// Name of the identified robot in the folder.
pub const IDENTIFIED_URDF: &str = "identified.urdf";

/// Name of the copy of a robot's file, by its format.
fn copy_name(format: RobotFormat) -> &'static str {
    match format {
        RobotFormat::Urdf => "robot.urdf",
        RobotFormat::Mjcf => "robot.xml",
        RobotFormat::RobotToml => "robot.toml",
    }
}

/// The file that describes the robot of a result: the copy in its folder; without one the file that was given, and
/// the built-in name of a robot without a file.
pub fn robot_file(result: &Path, source: &str) -> PathBuf {
    let folder = folder_of(result);
    let copies = [RobotFormat::Urdf, RobotFormat::Mjcf, RobotFormat::RobotToml]
        .map(|f| folder.join(copy_name(f)));
    copies.into_iter().find(|copy| copy.is_file()).unwrap_or_else(|| PathBuf::from(source))
}

/// The text that describes a robot, and its format.
struct RobotText {
    format: RobotFormat,
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
        header: &StudyHeader,
        logged_qd: &[Vec<f64>],
    ) -> (Self, Option<Diagnosis>) {
        let source = RobotText::read(&header.robot.source);
        let mut folder = Self { files: Vec::new() };
        if let Some(RobotText { format, text }) = &source {
            folder = folder.with(copy_name(*format), text.clone());
        }
        match identified_urdf(robot, source.as_ref(), logged_qd) {
            Ok(Exported { text, .. }) => {
                let text = with_comment(&text, CommentStyle::Xml, &provenance_lines(header));
                (folder.with(IDENTIFIED_URDF, text), None)
            }
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
        Some(RobotText { format: RobotFormat::Urdf, text }) => export_urdf(text, robot, logged_qd),
        _ => write_urdf(robot, logged_qd),
    }
}

fn not_written(error: &crate::Error) -> Diagnosis {
    Diagnosis {
        code: error.code().to_owned(),
        message: format!("{IDENTIFIED_URDF} is not in the folder: {error}"),
        advice:
            "the parameters are in result.json and standard_parameters.csv; mend the cause, then \
                 export it as URDF"
                .to_owned(),
    }
}
