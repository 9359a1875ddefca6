//! A study of a simulated UR5: nominal masses and friction that are wrong, two logs with noise, one
//! for identification and one for validation.

mod simulation;

use simulation::{simulate, truth};
use taufit::Result;
use taufit::methods::{RigidInputs, RigidSettings, identify_rigid};
use taufit::model::catalog;
use taufit::study::{Diagnosis, InputFile, Provenance, RobotRecord, Series, Study};

/// Samples per second of the logs \[Hz\].
const RATE_HZ: f64 = 125.0;

/// A study with two logs of half of `n_samples` each, and its torques over time.
pub(crate) fn sample(n_samples: usize) -> Result<(Study, Vec<Series>)> {
    let robot = catalog::robot("ur5")?;
    let truth = truth(&robot)?;
    let log = |name, seed| simulate(&truth, name, n_samples / 2, seed);
    let (fit, proof) = (log("excitation.csv", 1)?, log("validation.csv", 2)?);
    let settings = RigidSettings::default();
    let result = identify_rigid(
        &robot,
        &RigidInputs { validation: &[proof], ..RigidInputs::new(&[fit]) },
        &settings,
    )?;
    let provenance = Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: "sample_report: logs that never were files".to_owned(),
        settings: serde_json::to_value(&settings).unwrap_or_default(),
        inputs: vec![InputFile {
            path: "none".to_owned(),
            absolute_path: String::new(),
            n_bytes: 0,
            sha256: String::new(),
        }],
    };
    let record = RobotRecord::new("ur5", catalog::description("ur5")?);
    let mut study = result.to_study(&robot, record, provenance)?;
    study.header.warnings.push(Diagnosis {
        code: "W000".to_owned(),
        message: "these logs are simulated".to_owned(),
        advice: "take them as an example of a page, not of a robot".to_owned(),
    });
    Ok((study, result.series))
}
