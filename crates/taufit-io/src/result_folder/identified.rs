//! Robots of results, whatever the method.

use super::{ResultFile, robot_file};
use crate::error::{Error, Result};
use crate::export::{DriveRecords, provenance_lines};
use std::path::{Path, PathBuf};
use taufit::methods::{StudyModel, gravity_model, motors_model, reverse_model};
use taufit::model::Robot;
use taufit::study::{
    GravityStudy, MotorJoint, MotorStudy, ParameterRecord, ReverseStudy, Study, StudyHeader,
    StudyKind,
};

/// The robot of a result and where it comes from.
#[derive(Clone, Debug)]
pub struct IdentifiedRobot {
    /// The method.
    pub kind: StudyKind,
    /// The robot with what was found.
    pub robot: Robot,
    /// File or built-in name of the robot before identification.
    pub source: PathBuf,
    /// Velocities of the logs that it was identified from, joint by joint \[rad/s or m/s\]; empty where there were
    /// none.
    pub logged_qd: Vec<Vec<f64>>,
    /// Values and intervals of its rotor inertias and friction.
    pub drives: DriveRecords,
    /// Program, version, method and files that its parameters come from, in words.
    pub origin: String,
    /// The same with the SHA-256 of the files, line by line.
    pub provenance: Vec<String>,
}

impl IdentifiedRobot {
    /// The robot of the result in a folder, or in its `result.json`.
    pub fn read(path: &Path) -> Result<Self> {
        let found = ResultFile::read(path)?;
        let kind = found.kind();
        let (header, robot, logged_qd, drives) = match kind {
            StudyKind::Identify => {
                let study: Study = found.parse(kind)?;
                let logged_qd = study.logged_velocities();
                let robot = StudyModel::new(&study)?.identified;
                let drives = DriveRecords {
                    parameters: study.standard_parameters,
                    base_parameters: study.base_parameters,
                    correlations: study.conditioning.correlations,
                };
                (study.header, robot, logged_qd, drives)
            }
            StudyKind::Gravity => {
                let study: GravityStudy = found.parse(kind)?;
                let robot = gravity_model(&study)?;
                (study.header, robot, Vec::new(), DriveRecords::default())
            }
            StudyKind::Reverse => {
                let study: ReverseStudy = found.parse(kind)?;
                let robot = reverse_model(&study)?;
                let parameters = study.found.standard_parameters;
                let drives = DriveRecords { parameters, ..DriveRecords::default() };
                (study.header, robot, Vec::new(), drives)
            }
            StudyKind::Motors => {
                let study: MotorStudy = found.parse(kind)?;
                let logged_qd = study.joints.iter().map(|j| j.friction_points.qd.clone()).collect();
                let robot = motors_model(&study)?;
                let parameters = study.joints.into_iter().flat_map(drive_parameters).collect();
                let drives = DriveRecords { parameters, ..DriveRecords::default() };
                (study.header, robot, logged_qd, drives)
            }
            other => {
                let wanted = "identify, motors, gravity or reverse";
                return Err(Error::OtherStudy { found: other.verb(), wanted }.in_file(path));
            }
        };
        let source = robot_file(path, &header.robot.source);
        Ok(Self {
            kind,
            robot,
            source,
            logged_qd,
            drives,
            origin: origin(&header),
            provenance: provenance_lines(&header),
        })
    }
}

/// Friction terms and rotor inertia of a joint, as far as found.
fn drive_parameters(joint: MotorJoint) -> impl Iterator<Item = ParameterRecord> {
    let MotorJoint { terms, coulomb, viscous, rotor_inertia, .. } = joint;
    terms.into_iter().chain([coulomb, viscous, rotor_inertia].into_iter().flatten())
}

fn origin(header: &StudyHeader) -> String {
    let StudyHeader { kind, provenance, .. } = header;
    let name = |path: &str| Path::new(path).file_name().map(|n| n.to_string_lossy().into_owned());
    let files: Vec<String> = provenance.inputs.iter().filter_map(|i| name(&i.path)).collect();
    format!("taufit {} {} from {}", provenance.version, kind.verb(), files.join(", "))
}
