//! Robots by built-in name or file.

use crate::error::{Error, Result};
use crate::log::LogFormat;
use crate::result_folder::{IDENTIFIED_URDF, RESULT};
use crate::text_file::read_text;
use crate::xml::root_tag;
use crate::{Parsed, parse_mjcf, parse_robot_toml, parse_urdf};
use std::path::{Path, PathBuf};
use taufit::Warning;
use taufit::diagnostics::{name_list, suggest};
use taufit::model::{Robot, RobotDescription, catalog};
use taufit::study::RobotRecord;

/// In which language a file describes its robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RobotFormat {
    /// Unified Robot Description Format, `<robot>`.
    Urdf,
    /// MuJoCo's XML, `<mujoco>`.
    Mjcf,
    /// `robot.toml`, a Denavit–Hartenberg table.
    RobotToml,
}

/// Origin of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// It comes with the library.
    BuiltIn {
        /// Its name there.
        name: String,
    },
    /// A file.
    File {
        /// Its path, as given.
        path: PathBuf,
        /// Format of the file.
        format: RobotFormat,
    },
    /// A text or a description in memory.
    Memory,
}

/// Checked robot, with its description and warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedRobot {
    /// The robot.
    pub robot: Robot,
    /// Description before fixed joints were merged.
    pub description: RobotDescription,
    /// Origin.
    pub origin: Origin,
    /// Warnings of the reader, then those of [`Robot::warnings`].
    pub warnings: Vec<Warning>,
}

impl LoadedRobot {
    /// The file it came from, if it is not built in.
    pub fn file(&self) -> Option<PathBuf> {
        match &self.origin {
            Origin::BuiltIn { .. } | Origin::Memory => None,
            Origin::File { path, .. } => Some(path.clone()),
        }
    }

    /// The robot of a description in memory.
    pub fn from_description(description: RobotDescription) -> Result<Self> {
        Self::new(Parsed { description, warnings: Vec::new() }, Origin::Memory)
    }

    /// The robot as results hold it; `source` is the file or built-in name, as given.
    pub fn record(&self, source: &str) -> RobotRecord {
        RobotRecord::new(source, self.description.clone())
    }

    /// Fixes a joint at a position \[rad or m\], as if it were fixed in the source.
    pub fn lock(&mut self, joint: &str, position: f64) -> Result<()> {
        self.description.lock(joint, position)?;
        self.robot = self.description.clone().build()?;
        Ok(())
    }

    fn new(parsed: Parsed, origin: Origin) -> Result<Self> {
        let Parsed { description, mut warnings } = parsed;
        let robot = description.clone().build()?;
        warnings.extend_from_slice(robot.warnings());
        Ok(Self { robot, description, origin, warnings })
    }
}

/// The robot with this built-in name, or in this file (URDF, MJCF, `robot.toml`).
///
/// A built-in name wins over a file of the same name: write `./ur5` for the file.
pub fn read_robot(source: &str) -> Result<LoadedRobot> {
    if catalog::ENTRIES.iter().any(|entry| entry.name == source) {
        let parsed = Parsed { description: catalog::description(source)?, warnings: Vec::new() };
        return LoadedRobot::new(parsed, Origin::BuiltIn { name: source.to_owned() });
    }
    let path = Path::new(source);
    if !path.exists() {
        return Err(unknown_source(source));
    }
    if path.join(RESULT).is_file() {
        return Err(result_as_robot(path));
    }
    if let Some(format) = LogFormat::name_of_log(path) {
        return Err(Error::LogAsRobot { format }.in_file(path));
    }
    let read = |text: &str| format_of(path, text).map(|format| (format, parser(format)));
    read_file(path, read)
}

/// A folder of a result has the identified robot in a file of its own.
fn result_as_robot(folder: &Path) -> Error {
    let file = folder.join(IDENTIFIED_URDF);
    let place = match file.is_file() {
        true => format!("its robot is {}", file.display()),
        false => "it holds no robot file".to_owned(),
    };
    let reason = format!("it is the folder of a result; {place}");
    Error::Unreadable { reason }.in_file(folder)
}

/// The robot in a text of this format.
pub fn parse_robot(text: &str, format: RobotFormat) -> Result<LoadedRobot> {
    LoadedRobot::new(parser(format)(text)?, Origin::Memory)
}

/// The robot in a URDF file.
pub fn read_urdf(path: impl AsRef<Path>) -> Result<LoadedRobot> {
    read_file(path.as_ref(), |_| Ok((RobotFormat::Urdf, parse_urdf)))
}

/// The robot in an MJCF file.
pub fn read_mjcf(path: impl AsRef<Path>) -> Result<LoadedRobot> {
    read_file(path.as_ref(), |_| Ok((RobotFormat::Mjcf, parse_mjcf)))
}

/// The robot in a `robot.toml`.
pub fn read_robot_toml(path: impl AsRef<Path>) -> Result<LoadedRobot> {
    read_file(path.as_ref(), |_| Ok((RobotFormat::RobotToml, parse_robot_toml)))
}

type Parser = fn(&str) -> Result<Parsed>;

fn parser(format: RobotFormat) -> Parser {
    match format {
        RobotFormat::Urdf => parse_urdf,
        RobotFormat::Mjcf => parse_mjcf,
        RobotFormat::RobotToml => parse_robot_toml,
    }
}

fn read_file(
    path: &Path,
    choose: impl Fn(&str) -> Result<(RobotFormat, Parser)>,
) -> Result<LoadedRobot> {
    let read = || {
        let text = read_text(path)?;
        let (format, parse) = choose(&text)?;
        LoadedRobot::new(parse(&text)?, Origin::File { path: path.to_owned(), format })
    };
    read().map_err(|error: Error| error.in_file(path))
}

/// TOML by its extension; the two XML formats by their root element, since both are called `.xml`.
pub(crate) fn format_of(path: &Path, text: &str) -> Result<RobotFormat> {
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml")) {
        return Ok(RobotFormat::RobotToml);
    }
    let (tag, position) = root_tag(text)?;
    match tag.as_str() {
        "robot" => Ok(RobotFormat::Urdf),
        "mujoco" => Ok(RobotFormat::Mjcf),
        _ => Err(Error::WrongRoot { found: tag, expected: "<robot> or <mujoco>", position }),
    }
}

fn unknown_source(source: &str) -> Error {
    let built_in = catalog::ENTRIES.iter().map(|entry| entry.name);
    let files = neighbours(Path::new(source));
    let known = built_in.clone().chain(files.iter().map(String::as_str));
    Error::UnknownSource {
        name: source.to_owned(),
        suggestion: suggest(source, known),
        built_in: name_list(built_in),
    }
}

/// Robot files in the directory where the wanted one should have been.
fn neighbours(path: &Path) -> Vec<String> {
    let directory = path.parent().filter(|p| !p.as_os_str().is_empty());
    let entries = std::fs::read_dir(directory.unwrap_or(Path::new("."))).into_iter().flatten();
    let is_robot = |p: &Path| {
        p.extension().and_then(|e| e.to_str()).is_some_and(|e| ["urdf", "xml", "toml"].contains(&e))
    };
    let names = entries.flatten().map(|entry| match directory {
        Some(directory) => directory.join(entry.file_name()),
        None => entry.file_name().into(),
    });
    names.filter(|p| is_robot(p)).filter_map(|p| p.to_str().map(str::to_owned)).collect()
}
