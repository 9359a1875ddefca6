//! The health check of a log: one fault at a time, injected into the log of a simulated UR5, must be
//! found with its numbers; the log without fault must raise no warning.

mod channels;
mod clock;
mod efforts;
mod excitation;
mod log;
mod velocities;

use log::{clean, codes, look};
use taufit::model::catalog;
use taufit::survey::{Readiness, SurveySettings, survey};

#[test]
fn a_clean_log_raises_no_warning() {
    let found = look(&clean());
    assert_eq!(codes(&found), [""; 0], "{:?}", found.warnings);
    assert_eq!(found.verdict.sentence(), "ready for identification");
    assert_eq!(found.verdict.readiness, Readiness::Ready);
}

#[test]
fn a_clean_log_raises_no_doubt_without_robot_either() {
    let found = survey(&clean(), None, &SurveySettings::default()).unwrap();
    assert_eq!(codes(&found), [""; 0], "{:?}", found.warnings);
    assert!(found.efforts.is_none() && found.excitation.is_none());
    assert_eq!(found.velocities.len(), 6);
}

#[test]
fn every_doubt_is_said_once() {
    let mut log = clean();
    log.effort[..4000].fill(3.0);
    log.t_s.iter_mut().skip(2000).for_each(|t| *t += 1.0);
    let found = look(&log);
    for (i, warning) in found.warnings.iter().enumerate() {
        assert!(!found.warnings[..i].contains(warning), "{warning}");
    }
    assert!(codes(&found).contains(&"W101") && codes(&found).contains(&"W104"));
}

#[test]
fn a_log_of_other_joints_is_refused() {
    let robot = catalog::robot("ur5").unwrap();
    let mut log = clean();
    log.joints.swap(0, 1);
    let error = survey(&log, Some(&robot), &SurveySettings::default()).unwrap_err();
    assert_eq!(error.code(), "E108");
    assert!(error.to_string().contains("\"joint2\""), "{error}");
    let panda = catalog::robot("panda").unwrap();
    let error = survey(&log, Some(&panda), &SurveySettings::default()).unwrap_err();
    assert_eq!(error.code(), "E020");
}

#[test]
fn a_log_without_time_is_refused() {
    let mut log = clean();
    log.t_s.fill(3.0);
    let error = survey(&log, None, &SurveySettings::default()).unwrap_err();
    assert_eq!(error.code(), "E107");
}
