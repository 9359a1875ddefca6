//! Drive gains of the command line: numbers, or a result of `taufit gains`.

use crate::failure::{Failure, Outcome};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use taufit::methods::DriveGain;
use taufit::model::Robot;

/// Value of `--gains`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum DriveGainsArg {
    /// Joint by joint \[N·m/A\]; none where it is not known.
    List(Vec<Option<f64>>),
    /// Document of `taufit gains`.
    File(PathBuf),
}

impl DriveGainsArg {
    /// Numbers between commas, `-` for a joint whose gain is not known, or the name of a file.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let gain = |part: &str| match (part.trim(), part.trim().parse::<f64>()) {
            ("-", _) => Ok(None),
            (_, Ok(gain)) if gain.is_finite() => Ok(Some(gain)),
            _ => Err(format!("{part:?} is neither a finite number nor -; a file has to exist")),
        };
        match text.split(',').map(gain).collect() {
            Ok(list) => Ok(Self::List(list)),
            Err(_) if Path::new(text).is_file() => Ok(Self::File(PathBuf::from(text))),
            Err(wrong) => Err(wrong),
        }
    }

    /// The gains of the joints of a robot; those without interval are taken as exact.
    pub(crate) fn of(&self, robot: &Robot) -> Outcome<Vec<Option<DriveGain>>> {
        match self {
            Self::File(path) => read_gains(path, robot),
            Self::List(gains) if gains.len() == robot.n_dof() => {
                Ok(gains.iter().map(|gain| gain.map(exact)).collect())
            }
            Self::List(gains) => Err(Failure::misuse(format!(
                "--gains has {} values, but {} has {} joints; write - for a joint whose gain is not known",
                gains.len(),
                robot.name(),
                robot.n_dof()
            ))),
        }
    }

    /// The file, where it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::List(_) => None,
        }
    }
}

/// A gain without uncertainty.
pub(crate) fn exact(nm_per_a: f64) -> DriveGain {
    DriveGain { nm_per_a, relative_sigma: 0.0 }
}

/// A document of `taufit gains`, as far as it is needed here.
#[derive(Deserialize)]
struct GainsDocument {
    gains: Vec<NamedGain>,
}

#[derive(Deserialize)]
struct NamedGain {
    joint: String,
    gain_nm_per_a: Option<f64>,
    /// None in the gains that a controller works with.
    interval_nm_per_a: Option<[f64; 2]>,
}

/// Gains by the names of their joints.
fn read_gains(path: &Path, robot: &Robot) -> Outcome<Vec<Option<DriveGain>>> {
    let refuse = |reason: String| {
        let file = path.display();
        Failure::misuse(format!("{file} holds no gains of `taufit gains --out`: {reason}"))
    };
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let document: GainsDocument =
        serde_json::from_str(&text).map_err(|error| refuse(error.to_string()))?;
    let gain = |joint: &str| -> Outcome<Option<DriveGain>> {
        let found = document.gains.iter().find(|gain| gain.joint == joint);
        let found = found.ok_or_else(|| refuse(format!("joint {joint:?} is missing")))?;
        Ok(found.gain_nm_per_a.map(|nm_per_a| match found.interval_nm_per_a {
            Some(interval) => DriveGain::with_interval(nm_per_a, interval),
            None => exact(nm_per_a),
        }))
    };
    robot.dof_joint_iter().map(|joint| gain(&joint.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joint_without_a_known_gain_is_a_dash() {
        let list = DriveGainsArg::List(vec![Some(12.3), None, Some(-7.0)]);
        assert_eq!(DriveGainsArg::parse("12.3,-, -7"), Ok(list));
        assert_eq!(DriveGainsArg::parse("-"), Ok(DriveGainsArg::List(vec![None])));
        for wrong in ["12,abc", "missing.json", "1,inf", ""] {
            assert!(DriveGainsArg::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
