//! What is exported: the robot of a result, whatever the method.

use crate::failure::{Failure, Outcome};
use std::path::{Path, PathBuf};
use taufit::methods::{StudyModel, gravity_model, reverse_model};
use taufit::model::Robot;
use taufit::study::{GravityStudy, Provenance, ReverseStudy, RobotRecord, Study, StudyKind};
use taufit_io::result_folder::{ResultFile, robot_file};

/// A robot and where it comes from.
pub(super) struct Subject {
    pub(super) kind: StudyKind,
    pub(super) robot: Robot,
    /// File or built-in name of the robot before identification.
    pub(super) source: PathBuf,
    /// Velocities of the logs it was identified from, joint by joint; empty where there were none.
    pub(super) logged_qd: Vec<Vec<f64>>,
    /// Where its parameters come from, in words.
    pub(super) origin: String,
}

impl Subject {
    /// The robot of a result.
    pub(super) fn read(path: &Path) -> Outcome<Self> {
        let found = ResultFile::read(path)?;
        let kind = found.kind();
        let subject = |robot, record: RobotRecord, provenance: &Provenance, logged_qd| Self {
            kind,
            robot,
            logged_qd,
            source: robot_file(path, &record.source),
            origin: origin(kind, provenance),
        };
        Ok(match kind {
            StudyKind::Identify => {
                let study: Study = found.parse(kind)?;
                let (robot, logged_qd) =
                    (StudyModel::new(&study)?.identified, study.logged_velocities());
                subject(robot, study.robot, &study.provenance, logged_qd)
            }
            StudyKind::Gravity => {
                let study: GravityStudy = found.parse(kind)?;
                subject(gravity_model(&study)?, study.robot, &study.provenance, Vec::new())
            }
            StudyKind::Reverse => {
                let study: ReverseStudy = found.parse(kind)?;
                subject(reverse_model(&study)?, study.robot, &study.provenance, Vec::new())
            }
            other => {
                return Err(Failure::misuse(format!(
                    "{} is a result of `taufit {}`, which holds no robot to export; give one of \
                     identify, gravity or reverse",
                    path.display(),
                    other.verb()
                )));
            }
        })
    }
}

fn origin(kind: StudyKind, provenance: &Provenance) -> String {
    let name = |path: &str| Path::new(path).file_name().map(|n| n.to_string_lossy().into_owned());
    let files: Vec<String> = provenance.inputs.iter().filter_map(|i| name(&i.path)).collect();
    format!("taufit {} {} from {}", provenance.version, kind.verb(), files.join(", "))
}
