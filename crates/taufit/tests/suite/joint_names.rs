//! A recording whose joints stand in another order than the robot's is refused by every method: channels
//! are taken by place, and the torques of one joint would explain the motion of another.

use crate::payload::motion::study_of;
use crate::payload::{Run, arm, flange};
use taufit::Error;
use taufit::methods::{
    ClampedLog, DetectionSettings, ElasticSettings, GainsSettings, GravitySettings, MotorLog,
    MotorsSettings, PayloadInputs, PayloadSettings, RigidInputs, RigidSettings, StiffnessSettings,
    StudyModel, WantedEfforts, controller_gains, detect_contacts, identify_elastic, identify_gains,
    identify_gravity, identify_motors, identify_payload, identify_payload_static, identify_rigid,
    identify_stiffness, learn_thresholds,
};
use taufit::model::Robot;
use taufit::recording::{EffortKind, Recording};
use taufit::study::Thresholds;
use taufit::survey::{SurveySettings, survey};

/// The same recording with two joints in each other's place.
fn permuted(log: &Recording) -> Recording {
    let n = log.n_samples();
    let swap = |channels: &[f64]| {
        let mut joints: Vec<&[f64]> = channels.chunks(n).collect();
        joints.swap(1, 2);
        joints.concat()
    };
    let mut other = log.clone();
    other.joints.swap(1, 2);
    Recording { q: swap(&log.q), effort: swap(&log.effort), ..other }
}

fn code<T>(outcome: Result<T, Error>) -> &'static str {
    outcome.map(|_| "none").unwrap_or_else(|error| error.code())
}

#[test]
fn every_method_refuses_joints_in_another_order() {
    let robot: Robot = arm("ur5");
    let run = Run { duration_s: 20.0, ..Run::USUAL };
    let (log, free) = (run.of(&robot), [run.of(&robot)]);
    let logs = [permuted(&log)];
    let currents = [Recording { effort_kind: EffortKind::Current, ..logs[0].clone() }];
    let (frame, ones) = (flange(&robot), vec![Some(1.0); robot.n_dof()]);
    let payload = PayloadSettings::default();
    let detection = DetectionSettings::default();
    let motors = [MotorLog { log: &currents[0], robot: &robot, phases: &[] }];
    let clamped = [ClampedLog { recording: &logs[0], wrench: None }];
    let wanted = [WantedEfforts { current: currents[0].clone(), torque: logs[0].clone() }];
    let gains = GainsSettings::default();
    let thresholds = Thresholds {
        joints: Vec::new(),
        false_alarms_per_hour: 1.0,
        learned_s: 0.0,
        gain_per_s: 10.0,
    };
    let model = StudyModel::new(&study_of(&robot, &log)).unwrap();
    let found = [
        ("survey", code(survey(&logs[0], Some(&robot), &SurveySettings::default()))),
        (
            "identify",
            code(identify_rigid(&robot, &RigidInputs::new(&logs), &RigidSettings::default())),
        ),
        ("gains", code(identify_gains(&robot, &currents, &currents, &frame, 1.0, &gains))),
        ("controller gains", code(controller_gains(&robot, &wanted))),
        (
            "payload",
            code(identify_payload(&robot, &PayloadInputs::new(&free, &logs, &frame), &payload)),
        ),
        (
            "static",
            code(identify_payload_static(
                &robot,
                &PayloadInputs::new(&free, &logs, &frame),
                &payload,
            )),
        ),
        ("gravity", code(identify_gravity(&robot, &logs, &[], &GravitySettings::default()))),
        ("motors", code(identify_motors(&motors, &MotorsSettings::default()))),
        ("elastic", code(identify_elastic(&robot, &logs, &ElasticSettings::default()))),
        (
            "stiffness",
            code(identify_stiffness(&robot, &clamped, &ones, &StiffnessSettings::default())),
        ),
        ("thresholds", code(learn_thresholds(&robot, &logs, &[], &detection))),
        ("contacts", code(detect_contacts(&robot, &logs, &[], &thresholds, None, &detection))),
        ("validate", code(model.validate(&logs, &[]))),
    ];
    for (method, code) in found {
        assert_eq!(code, "E108", "{method}");
    }
}
