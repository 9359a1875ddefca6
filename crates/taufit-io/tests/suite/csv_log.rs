//! Logs as people write them: every habit of naming and writing columns that is understood.

use crate::common::logs::{arm, load, load_with, options};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use taufit::recording::EffortKind;
use taufit_io::ReadWarning;
use taufit_io::log::TimeUnit;
use taufit_io::{LogOptions, read_log};

/// The two samples that all spellings of the test log have: t, q, qd, effort, joint by joint.
fn assert_is_the_log(what: &str, text: &str, options: &LogOptions) {
    let loaded = load_with(text, options).unwrap_or_else(|error| panic!("{what}: {error}"));
    let r = &loaded.recording;
    assert_eq!(r.joints, ["shoulder", "elbow"], "{what}");
    assert_eq!(r.t_s, [0.0, 0.5], "{what}");
    assert_eq!(r.q, [1.0, 1.5, -2.0, -2.5], "{what}");
    assert_eq!(r.qd.as_deref().unwrap_or(&[3.0, 3.5, 4.0, 4.5]), [3.0, 3.5, 4.0, 4.5], "{what}");
    assert_eq!(r.effort, [10.0, 20.0, 0.001, 30.0], "{what}");
}

/// The log under a header of time, two positions, two velocities, two efforts.
fn under(header: &str) -> String {
    format!("{header}\n0,1,-2,3,4,10,0.001\n0.5,1.5,-2.5,3.5,4.5,20,30\n")
}

#[test]
fn every_habit_of_naming_columns_is_understood() {
    for header in [
        "t_s,q1,q2,qd1,qd2,tau1,tau2",
        "t,q_1,q_2,qd_1,qd_2,tau_1,tau_2",
        "time,q[0],q[1],dq[0],dq[1],tau_J[0],tau_J[1]",
        "timestamp,q.shoulder,q.elbow,qd.shoulder,qd.elbow,tau.shoulder,tau.elbow",
        "Time [s],shoulder_pos,elbow_pos,shoulder_vel,elbow_vel,shoulder_torque,elbow_torque",
        "t,position.shoulder,position.elbow,velocity.shoulder,velocity.elbow,torque.shoulder,torque.elbow",
        "__time,/joint_states/shoulder/position,/joint_states/elbow/position,/joint_states/shoulder/velocity,/joint_states/elbow/velocity,torque/shoulder,torque/elbow",
        "t,mp1,mp2,v1,v2,mt1,mt2",
        "t,MeasuredJointPosition1,MeasuredJointPosition2,v1,v2,MeasuredTorque1,MeasuredTorque2",
        "\"t\",\"q1 [rad]\",\"q2 [rad]\",\"qd1 [rad/s]\",\"qd2 [rad/s]\",\"tau1 [Nm]\",\"tau2 [Nm]\"",
        "T,Q0,Q1,QD0,QD1,TAU0,TAU1",
        "t,joint1_position,joint2_position,joint1_speed,joint2_speed,joint1_torque,joint2_torque",
    ] {
        assert_is_the_log(header, &under(header), &LogOptions::default());
        let loaded = load(&under(header)).unwrap();
        assert_eq!(loaded.recording.effort_kind, EffortKind::Torque, "{header}");
        assert!(loaded.warnings.is_empty(), "{header}: {:?}", loaded.warnings);
        assert!(loaded.recording.qd.is_some(), "{header}");
    }
}

#[test]
fn currents_are_currents() {
    for header in [
        "t_s,q1,q2,qd1,qd2,i1,i2",
        "timestamp,actual_q_0,actual_q_1,actual_qd_0,actual_qd_1,actual_current_0,actual_current_1",
        "t,q1,q2,qd1,qd2,current.shoulder,current.elbow",
    ] {
        assert_is_the_log(header, &under(header), &LogOptions::default());
        let kind = load(&under(header)).unwrap().recording.effort_kind;
        assert_eq!(kind, EffortKind::Current, "{header}");
    }
}

#[test]
fn names_decide_the_order_and_other_columns_do_not_matter() {
    let text = "frame,tau.elbow,tau.shoulder,q.elbow,q.shoulder,target_q_0,qdd1,t,q.gripper\n\
                base,0.001,10,-2,1,7,7,0,9\nbase,30,20,-2.5,1.5,7,7,0.5,9\n";
    assert_is_the_log("order", text, &LogOptions::default());
    let loaded = load(text).unwrap();
    assert_eq!(loaded.columns.unused, ["frame", "target_q_0", "qdd1", "q.gripper"]);
    assert_eq!((loaded.columns.q[1].index, loaded.columns.q[1].name.as_str()), (3, "q.elbow"));
    assert_eq!(loaded.recording.qd, None);
}

#[test]
fn every_way_of_writing_a_table_is_understood() {
    let plain = under("t,q1,q2,qd1,qd2,tau1,tau2");
    for (what, text) in [
        ("semicolons", plain.replace(',', ";")),
        ("decimal commas", plain.replace(',', ";").replace('.', ",")),
        ("tabs", plain.replace(',', "\t")),
        ("tabs and decimal commas", plain.replace(',', "\t").replace('.', ",")),
        ("blanks", plain.replace(',', "   ")),
        ("blanks in front", plain.replace(',', " ").replace('\n', "\n  ")),
        ("comma and blank", plain.replace(',', ", ")),
        ("Windows", format!("\u{feff}{}", plain.replace('\n', "\r\n"))),
        ("no line feed at the end", plain.trim_end().to_owned()),
        ("comments", format!("# rig 7\n% today\n{}# end\n\n", plain.replace("0.5,", "#\n0.5,"))),
        ("exponents", plain.replace("0.001", "1e-3").replace("20", "+2.0E+01")),
        ("a comment as header", format!("# {plain}")),
        ("separator at the end", plain.replace('\n', ",\n")),
        ("quotes", plain.replace("1.5", "\"1.5\"")),
    ] {
        assert_is_the_log(what, &text, &LogOptions::default());
    }
}

#[test]
fn packed_logs_are_recognised_by_their_bytes() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(under("t,q1,q2,qd1,qd2,tau1,tau2").as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    for name in ["run.csv.gz", "really_packed.csv"] {
        let path = crate::common::scratch_file(name, &packed);
        let loaded = read_log(&path, &arm(), &LogOptions::default()).unwrap();
        assert_eq!(loaded.recording.n_samples(), 2);
        assert!(loaded.recording.source.ends_with(name));
    }
}

#[test]
fn units_in_the_header_are_converted() {
    let text = "time_ms,q1_deg,q2_deg,i1_mA,i2_mA\n0,180,90,1000,1\n500,0,0,0,0\n";
    let loaded = load(text).unwrap();
    assert_eq!(loaded.recording.t_s, [0.0, 0.5]);
    crate::common::assert_close("q", loaded.recording.q(0), &[std::f64::consts::PI, 0.0], 1e-15);
    assert_eq!(loaded.recording.effort, [1.0, 0.0, 0.001, 0.0]);
    assert_eq!(loaded.columns.effort[0].scale, 1e-3);
    let degrees = load(&text.replace("q1_deg,q2_deg", "q1 [°],q2 [°]")).unwrap();
    assert_eq!(degrees.recording.q, loaded.recording.q);
}

#[test]
fn the_option_beats_the_header_about_time() {
    let text = under("time_ms,q1,q2,qd1,qd2,tau1,tau2");
    let said = LogOptions { time_unit: Some(TimeUnit::Seconds), ..LogOptions::default() };
    assert_is_the_log("seconds after all", &text, &said);
}

#[test]
fn stamps_of_a_computer_clock_are_not_seconds() {
    let text =
        "timestamp,q1,q2,tau1,tau2\n1700000000000000000,1,1,1,1\n1700000000500000000,1,1,1,1\n";
    let loaded = load(text).unwrap();
    let t_s = &loaded.recording.t_s;
    // Doubles of this size are 2.4e-7 s apart.
    assert!((t_s[1] - t_s[0] - 0.5).abs() < 5e-7, "{t_s:?}");
    assert_eq!(loaded.warnings[0].code(), "W052");
    let named = text.replace("timestamp", "timestamp_ns");
    assert!(load(&named).unwrap().warnings.is_empty());
}

#[test]
fn effort_needs_a_word_of_the_user() {
    let text = under("t,q1,q2,qd1,qd2,effort1,effort2");
    for kind in [EffortKind::Torque, EffortKind::Current] {
        let said = LogOptions { effort: Some(kind), ..LogOptions::default() };
        assert_is_the_log("effort", &text, &said);
        assert_eq!(load_with(&text, &said).unwrap().recording.effort_kind, kind);
    }
}

#[test]
fn torques_win_over_currents_with_a_warning_or_the_user_decides() {
    let text = "t,q1,q2,current1,current2,tau1,tau2\n0,1,1,5,6,7,8\n";
    let loaded = load(text).unwrap();
    assert_eq!(loaded.recording.effort, [7.0, 8.0]);
    assert!(
        matches!(&loaded.warnings[..], [w] if matches!(w.kind(), Some(ReadWarning::TorquesPreferred { .. })))
    );
    for (effort, expected) in [(EffortKind::Torque, [7.0, 8.0]), (EffortKind::Current, [5.0, 6.0])]
    {
        let said = LogOptions { effort: Some(effort), ..LogOptions::default() };
        let loaded = load_with(text, &said).unwrap();
        assert_eq!((&loaded.recording.effort[..], loaded.warnings.len()), (&expected[..], 0));
    }
}

#[test]
fn a_map_decides_between_torques() {
    let text = "t,q[0],q[1],q_d[0],q_d[1],tau_J[0],tau_J[1],tau_ext_hat_filtered[0],tau_ext_hat_filtered[1]\n\
                0,1,-2,9,9,10,0.001,7,8\n0.5,1.5,-2.5,9,9,20,30,7,8\n";
    assert_is_the_log("tau_J", text, &options(&["tau=tau_J"]));
    let loaded = load_with(text, &options(&["tau=tau_ext_hat_filtered"])).unwrap();
    assert_eq!(loaded.recording.effort, [7.0, 7.0, 8.0, 8.0]);
}

#[test]
fn our_own_name_beats_all_others() {
    let text = "t,time,q1,q2,tau_des1,tau_des2,tau1,tau2\n0,9,1,1,5,6,7,8\n";
    assert_eq!(load(text).unwrap().recording.effort, [7.0, 8.0]);
}

#[test]
fn a_map_goes_by_names_numbers_and_joints() {
    let text = under("clock,a,b,v1,v2,load1,load2");
    for map in [
        &["t=clock", "q=2..3", "tau=load"][..],
        &["t=1", "q.shoulder=a", "q.elbow=b", "tau1=load1", "tau2=7"],
        &["time=Clock", "q1=a", "q2=b", "qd=4..5", "torque=6..7"],
    ] {
        assert_is_the_log(&map.join(" "), &text, &options(map));
    }
    let effort = LogOptions {
        effort: Some(EffortKind::Current),
        ..options(&["effort=load", "t=1", "q=2..3"])
    };
    assert_is_the_log("effort", &text, &effort);
}

#[test]
fn tables_without_names_need_a_map_or_our_columns() {
    let rows = under("").trim_start().to_owned();
    assert_is_the_log("map", &rows, &options(&["t=1", "q=2..3", "qd=4..5", "i=6..7"]));
    assert_is_the_log("our columns", &rows, &LogOptions::default());
    let loaded = load(&rows).unwrap();
    assert_eq!(loaded.warnings[0].code(), "W054");
    assert!(loaded.warnings[0].to_string().contains("t_s, q1..q2, qd1..qd2, tau1..tau2"));
}
