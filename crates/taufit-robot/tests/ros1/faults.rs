//! Every fault that a driver can have, and every way in which a run can end.

use crate::common::{in_good_time, run, ur5};
use crate::raw::controllers;
use crate::rig::{Rig, live_settings, sweep};
use taufit::experiment::RosSettings;
use taufit::sim::Command;
use taufit_robot::serve::{FeedbackFault, Mischief};
use taufit_robot::{RobotLink, connect};

/// The trajectory controller runs, as before; the velocity controller does not.
const AS_BEFORE: [(&str, &str); 2] =
    [("scaled_pos_joint_traj_controller", "running"), ("joint_group_vel_controller", "stopped")];

/// The code of each fault of feedback. Stamps that are NaN cannot be sent: they are zero.
const HAZARDS: [(FeedbackFault, &str); 11] = [
    (FeedbackFault::ZeroVelocity, "E166"),
    (FeedbackFault::StuckValues, "E165"),
    (FeedbackFault::ClockAhead, "E168"),
    (FeedbackFault::ClockBehind, "E168"),
    (FeedbackFault::SwappedJoints, "E167"),
    (FeedbackFault::NanStamp, "E164"),
    (FeedbackFault::NanPosition, "E161"),
    (FeedbackFault::NanVelocity, "E161"),
    (FeedbackFault::NanEffort, "E161"),
    (FeedbackFault::MissingJoint, "E235"),
    (FeedbackFault::MissingVelocities, "E241"),
];

/// The arm was told to stop, and did; the controllers are as they were.
fn assert_restored(rig: &Rig) {
    rig.assert_at_rest();
    assert_eq!(controllers(rig.master.uri(), "/controller_manager"), AS_BEFORE.map(owned));
}

fn owned((name, state): (&str, &str)) -> (String, String) {
    (name.to_owned(), state.to_owned())
}

/// A run on a robot with a fault ends with this code, whole up to there and at rest. Returns the words.
fn fails_with(mischief: Mischief, code: &str) -> String {
    let rig = Rig::start(mischief);
    let mut link = rig.link().unwrap();
    let outcome = run(link.as_mut(), &sweep(vec![0.5; 4]), |_| true);
    drop(link);
    let recording = outcome.read();
    let error = outcome.result.unwrap_err();
    assert_eq!(error.code(), code, "{error}");
    assert!(recording.n_samples() > 2 && recording.t_s.is_sorted());
    assert_restored(&rig);
    error.to_string()
}

#[test]
fn lost_packets_are_counted() {
    in_good_time(|| {
        let rig = Rig::start(Mischief { drop_share: 0.1, ..Mischief::default() });
        let mut link = rig.link().unwrap();
        let report = run(link.as_mut(), &sweep(vec![0.5]), |_| true).result.unwrap();
        let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
        assert!((0.09..0.12).contains(&share), "{report:?}");
    });
}

/// By the nominal rate, which is found though no two packets in a row come.
#[test]
fn nine_packets_of_ten_lost() {
    in_good_time(|| {
        let rig = Rig::start(Mischief { drop_share: 0.9, ..Mischief::default() });
        let mut link = rig.link().unwrap();
        let report = run(link.as_mut(), &sweep(vec![0.5]), |_| true).result.unwrap();
        let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
        assert!((0.88..0.92).contains(&share), "{report:?}");
        assert_eq!(report.loss().unwrap().code(), "W171");
    });
}

#[test]
fn a_driver_that_dies_in_any_phase() {
    in_good_time(|| {
        // Go to start, settle, constant velocity.
        std::thread::scope(|scope| {
            (1..=3).for_each(|phase| drop(scope.spawn(move || dies_in(phase))))
        });
    });
}

fn dies_in(phase: usize) {
    let mut rig = Rig::start(Mischief::default());
    let mut link = rig.link().unwrap();
    let mut n_told = 0;
    let outcome = run(link.as_mut(), &sweep(vec![0.5]), |now| {
        // Some tenths of a second into the phase.
        n_told += usize::from(now.phase == phase);
        if n_told == 2 {
            rig.kill();
        }
        true
    });
    assert!(outcome.read().n_samples() > 2);
    let error = outcome.result.unwrap_err();
    assert!(["E160", "E233", "E236"].contains(&error.code()), "phase {phase}: {error}");
}

#[test]
fn frozen_feedback() {
    in_good_time(|| {
        fails_with(Mischief { freeze_at_s: Some(4.0), ..Mischief::default() }, "E160");
    });
}

#[test]
fn a_silent_driver() {
    in_good_time(|| {
        fails_with(Mischief { silent_at_s: Some(4.0), ..Mischief::default() }, "E160");
    });
}

/// Every fault of feedback, on a robot whose controllers have no time-out of their own.
#[test]
fn every_fault_of_feedback_is_named() {
    in_good_time(|| {
        std::thread::scope(|scope| {
            for (fault, code) in HAZARDS {
                scope.spawn(move || {
                    let feedback = vec![(fault, 4.0)];
                    fails_with(
                        Mischief { feedback, no_timeout: true, ..Mischief::default() },
                        code,
                    );
                });
            }
        });
    });
}

#[test]
fn a_switch_that_is_refused() {
    in_good_time(|| {
        let words = fails_with(Mischief { refuse_switch: true, ..Mischief::default() }, "E237");
        assert!(words.contains("joint_group_vel_controller was not started"), "{words}");
    });
}

#[test]
fn a_goal_that_is_aborted() {
    in_good_time(|| {
        let words = fails_with(Mischief { abort_at_s: Some(0.0), ..Mischief::default() }, "E238");
        assert!(words.contains("path tolerance"), "{words}");
    });
}

#[test]
fn ctrl_c_and_drop_stop_the_robot_and_restore_the_controllers() {
    in_good_time(|| {
        let rig = Rig::start(Mischief::default());
        let mut link = rig.link().unwrap();
        let mut n_told = 0;
        let outcome = run(link.as_mut(), &sweep(vec![0.5]), |now| {
            n_told += usize::from(now.phase == 3);
            n_told < 5
        });
        assert_eq!(outcome.result.unwrap_err().code(), "E162");
        drop(link);
        assert_restored(&rig);
        // The same in the middle of a motion, without a word.
        let mut link = rig.link().unwrap();
        let experiment = sweep(vec![0.5]);
        let plan = taufit::experiment::Plan::new(&experiment, &ur5(), None, &[0.3; 6]).unwrap();
        begin(link.as_mut(), &plan.phases[2]);
        link.send(&Command::Velocity(vec![0.2; 6])).unwrap();
        drop(link);
        assert_restored(&rig);
        begin(rig.link().unwrap().as_mut(), &plan.phases[0]);
        assert_restored(&rig);
    });
}

fn begin(link: &mut dyn RobotLink, phase: &taufit::experiment::Phase) {
    link.begin(phase).unwrap();
    while !link.is_ready().unwrap() {
        link.receive().unwrap();
    }
}

#[test]
fn a_robot_that_cannot_be_used_is_refused_before_it_moves() {
    in_good_time(|| {
        let half = Rig::start(Mischief { speed_slider: Some(0.5), ..Mischief::default() });
        let error = half.link().err().unwrap();
        assert!(error.code() == "E239" && error.to_string().contains("50 %"), "{error}");
        let other = Rig::start(Mischief { rename_joints: true, ..Mischief::default() });
        let error = other.link().err().unwrap();
        let words = error.to_string();
        assert!(error.code() == "E235" && words.contains("it has other_shoulder_pan"), "{words}");
    });
}

/// Its joints have the same names, and there are as many: only its own description tells.
#[test]
fn another_robot_is_refused_before_it_moves() {
    in_good_time(|| {
        let ur5 = include_str!("../../../../testdata/robots/ur5_dh.toml");
        let longer = taufit_io::parse_robot_toml(&ur5.replace("0.425", "0.612")).unwrap();
        let rig = Rig::serve_other(&longer.description.build().unwrap());
        let error = rig.link().err().unwrap();
        assert!(error.code() == "E255" && error.to_string().contains("0.612 m"), "{error}");
    });
}

#[test]
fn a_link_that_only_listens_needs_no_controllers() {
    in_good_time(|| {
        let rig = Rig::start(Mischief::default());
        let nowhere = Some("/nowhere".to_owned());
        let ros = RosSettings { controller_manager: nowhere, ..RosSettings::default() };
        let mut settings = live_settings(rig.master.uri(), ros);
        settings.only_listens = true;
        let link = connect(&settings, &ur5()).unwrap();
        assert!(link.info().commands.is_empty());
    });
}

#[test]
fn what_is_not_there_is_named() {
    in_good_time(|| {
        let rig = Rig::start(Mischief::default());
        let refusal = |ros| {
            let settings = live_settings(rig.master.uri(), ros);
            let error = connect(&settings, &ur5()).err().unwrap();
            (error.code(), error.to_string())
        };
        let name = |name: &str| Some(name.to_owned());
        let (code, words) = refusal(RosSettings {
            position_controller: name("a"),
            velocity_controller: name("b"),
            ..RosSettings::default()
        });
        assert_eq!(code, "E246", "{words}");
        let (code, words) =
            refusal(RosSettings { controller_manager: name("/nowhere"), ..RosSettings::default() });
        assert!(code == "E233" && words.contains("/nowhere/list_controllers"), "{words}");
        let (code, words) =
            refusal(RosSettings { joint_states: name("/silence"), ..RosSettings::default() });
        assert!(code == "E234" && words.contains("/silence"), "{words}");
    });
}

#[test]
fn a_driver_that_comes_back_is_heard_again() {
    in_good_time(|| {
        let mut rig = Rig::start(Mischief::default());
        let mut link = rig.link().unwrap();
        rig.kill();
        // What was said before is read, then there is silence.
        while link.receive().unwrap().is_some() {}
        rig.revive();
        let heard = (0..1000).find_map(|_| link.receive().unwrap());
        assert!(heard.is_some(), "nothing was heard for 10 s");
    });
}
