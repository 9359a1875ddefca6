//! Logs that cannot be used, or not whole: every refusal and every warning says where and why.

use crate::common::assert_error;
use crate::common::logs::{arm, load, load_with, options};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use taufit::recording::EffortKind;
use taufit_io::ReadWarning;
use taufit_io::{LogOptions, parse_log, read_log};

const HEADER: &str = "t,q1,q2,tau1,tau2";

fn refused(text: &str, code: &str, names: &[&str]) {
    assert_error(&load(text).unwrap_err(), code, names);
}

fn refused_map(map: &[&str], code: &str, names: &[&str]) {
    let text = format!("{HEADER}\n0,1,2,3,4\n");
    assert_error(&load_with(&text, &options(map)).unwrap_err(), code, names);
}

#[test]
fn logs_without_samples() {
    refused("", "E050", &["nothing"]);
    refused("\n \r\n", "E050", &["nothing"]);
    refused("# only\n# words\n", "E050", &["comments"]);
    refused(HEADER, "E050", &["header"]);
    refused(&format!("{HEADER}\n0,1\n"), "E050", &["no complete line"]);
}

#[test]
fn tables_without_names() {
    let names = ["line 2", "\"0,1,2\"", "3 columns", "t=1 q=2..3 qd=4..5"];
    refused("# made by hand\n0,1,2\n", "E051", &names);
}

#[test]
fn columns_that_are_not_there() {
    refused(
        "q1,q2,tau1,tau2\n1,2,3,4\n",
        "E052",
        &["time", "\"tau2\"", "t=NAME, or state the sample rate"],
    );
    refused("t,p1,p2,tau1,tau2\n0,1,2,3,4\n", "E052", &["positions", "\"p1\"", "Map it: q="]);
    refused("t,q1,q2\n0,1,2\n", "E052", &["torques", "Map it: tau="]);
    let model = "t,q1,q2,tau_model1,tau_model2\n0,1,2,3,4\n";
    refused(model, "E052", &["torques", "Map it: tau=tau_model"]);
    refused("t,q1,q2,torque1 [%],torque2 [%]\n0,1,2,3,4\n", "E052", &["torques"]);
}

#[test]
fn two_names_for_the_same() {
    let text = "t,q1,q2,tau_ext_hat_filtered[0],tau_ext_hat_filtered[1],tau_J[0],tau_J[1]\n";
    let names = ["\"tau_J[0]\"", "\"tau_ext_hat_filtered[0]\"", "torques", "tau=tau_J"];
    refused(text, "E053", &names);
    refused("time,stamp,q1,q2,tau1,tau2\n", "E053", &["\"time\"", "\"stamp\"", "t=time"]);
    refused("t,q1,q2,q1,tau1,tau2\n", "E053", &["\"q1\" (column 2)", "\"q1\" (column 4)"]);
}

#[test]
fn efforts_of_unknown_kind() {
    let names = ["\"effort1\"", "current", "effort is torque or current"];
    refused("t,q1,q2,effort1,effort2\n0,1,2,3,4\n", "E054", &names);
    let mapped = load_with("t,q1,q2,a,b\n0,1,2,3,4\n", &options(&["effort=4..5"]));
    assert_error(&mapped.unwrap_err(), "E054", &["\"a\""]);
}

#[test]
fn other_joints_than_the_robot_has() {
    refused("t,q.shoulder,tau1,tau2\n", "E055", &["positions", "2 joints", "\"elbow\""]);
    refused("t,q1,q2,q3,tau1,tau2,tau3\n", "E055", &["no joint is for \"q3\""]);
    refused("t,q1,q2,tau1\n", "E055", &["torques", "\"elbow\""]);
}

#[test]
fn endless_lines() {
    let text = format!("{HEADER}\n{}", "1".repeat(2 * 1024 * 1024));
    refused(&text, "E056", &["bytes in one line", "line 2"]);
}

#[test]
fn maps_that_lead_nowhere() {
    refused_map(&["tau=tau_K"], "E057", &["tau=tau_K", "no column", "did you mean"]);
    refused_map(&["torqe=tau"], "E057", &["torqe", "none of t, q, qm, qd, tau, i, effort"]);
    refused_map(&["q=2..4"], "E057", &["3 columns for 2"]);
    refused_map(&["q=4..9"], "E057", &["from 1 to 5"]);
    refused_map(&["q=0..1"], "E057", &["from 1 to 5"]);
    refused_map(&["q=2..3", "q=4..5"], "E057", &["twice"]);
    refused_map(&["q1=q1", "q=4..5"], "E057", &["twice"]);
    refused_map(&["q1=2..3"], "E057", &["one column"]);
    refused_map(&["q1=q1"], "E055", &["\"elbow\""]);
    let torque = LogOptions { effort: Some(EffortKind::Torque), ..options(&["i=4..5"]) };
    let error = load_with(&format!("{HEADER}\n0,1,2,3,4\n"), &torque).unwrap_err();
    assert_error(&error, "E057", &["currents are mapped, but torques are wanted"]);
    let error = LogOptions::default().with_map("tau").unwrap_err();
    assert_error(&error, "E057", &["\"tau\"", "\"=\""]);
}

#[test]
fn fields_that_are_no_numbers() {
    let text = format!("{HEADER}\n0,1,2,3,4\n1,1,x7,3,4\n2,1,2,3,4\n");
    refused(&text, "E058", &["line 3", "\"q2\"", "\"x7\""]);
}

#[test]
fn lines_that_do_not_fit() {
    let text = format!("{HEADER}\n0,1,2,3,4\n1,1\n2,1,2,3,4\n");
    refused(&text, "E059", &["line 3", "2 fields", "expected 5"]);
    refused(&format!("{HEADER}\n0,1,2,3,4,5\n"), "E059", &["line 2", "6 fields"]);
}

#[test]
fn files_that_are_no_logs() {
    let parse = |bytes: &[u8]| parse_log(bytes, "x", &arm(), &LogOptions::default()).unwrap_err();
    assert_error(&parse(b"t\0,\0q\0"), "E044", &["byte 1"]);
    assert_error(&parse(b"\x1f\x8bnot gzip"), "E061", &["gzip"]);
    let missing = read_log("/nowhere/run.csv", &arm(), &LogOptions::default()).unwrap_err();
    assert_error(&missing, "E030", &["/nowhere/run.csv"]);
    let folder =
        crate::common::scratch_file("folder/notes.txt", b"no bag").parent().unwrap().to_owned();
    let folder = read_log(folder, &arm(), &LogOptions::default()).unwrap_err();
    assert_error(&folder, "E070", &["no bag", "/folder"]);
    for (name, bytes, advice) in [
        ("run.csv.zst", &b"\x28\xb5\x2f\xfd...."[..], "zstd -d"),
        ("run.db3.zstd", b"\x28\xb5\x2f\xfd....", "zstd -d"),
        ("run.csv.xz", b"\xfd7zXZ\0..", "xz -d"),
        ("run.xlsx", b"PK\x03\x04....", "unzip"),
    ] {
        let path = crate::common::scratch_file(name, bytes);
        let error = read_log(path, &arm(), &LogOptions::default()).unwrap_err();
        assert_error(&error, "E060", &[advice, name]);
    }
}

#[test]
fn a_last_line_that_breaks_off_is_left_out_and_said() {
    for tail in ["1,1,", "1,1\n", "1,1,2,3,-", "1,1,2\n\n# end\n"] {
        let loaded = load(&format!("{HEADER}\n0,1,2,3,4\n0.5,1,2,3,4\n{tail}")).unwrap();
        assert_eq!(loaded.recording.t_s, [0.0, 0.5], "{tail:?}");
        let [warning] = &loaded.warnings[..] else { panic!("{tail:?}: {:?}", loaded.warnings) };
        assert_eq!(warning.code(), "W050");
        let text = warning.to_string();
        assert!(text.contains("line 4") && text.contains("t = 0.5 s"), "{text}");
    }
    // A last line that is complete but for its line feed is a line.
    assert_eq!(load(&format!("{HEADER}\n0,1,2,3,4")).unwrap().warnings, []);
}

#[test]
fn a_packed_log_that_breaks_off_is_read_up_to_there() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    writeln!(packed, "{HEADER}").unwrap();
    for k in 0..5000 {
        writeln!(packed, "{k},{},2,3,4", (f64::from(k) * 0.7).sin()).unwrap();
    }
    let packed = packed.finish().unwrap();
    let half = packed.get(..packed.len() / 2).unwrap();
    let loaded = parse_log(half, "x", &arm(), &LogOptions::default()).unwrap();
    let n = loaded.recording.n_samples();
    assert!((1000..4000).contains(&n), "{n}");
    assert!(
        matches!(&loaded.warnings[..], [w] if matches!(w.kind(), Some(ReadWarning::BrokenOff { line, .. }) if *line == n as u64 + 2))
    );
}

#[test]
fn values_that_are_absent_are_kept_and_counted() {
    let loaded = load(&format!("{HEADER}\n0,1,2,3,4\n1,nan,,3,inf\n2,1,NaN,3,4\n")).unwrap();
    assert!(loaded.recording.q(0)[1].is_nan() && loaded.recording.q(1)[2].is_nan());
    let expected = ReadWarning::AbsentNumbers { count: 4, record: "line", first: 3 };
    assert_eq!(loaded.warnings, [expected.into()]);
}

#[test]
fn time_is_left_as_it_is_and_a_step_back_is_said() {
    let loaded =
        load(&format!("{HEADER}\n1,1,2,3,4\n0,1,2,3,4\n0,1,2,3,4\n5,1,2,3,4\n4,1,2,3,4\n"));
    let loaded = loaded.unwrap();
    assert_eq!(loaded.recording.t_s, [1.0, 0.0, 0.0, 5.0, 4.0]);
    let [warning] = &loaded.warnings[..] else { panic!("{:?}", loaded.warnings) };
    assert_eq!(warning.code(), "W060");
    let text = warning.to_string();
    assert!(text.contains("2 times, first in line 3: t = 0 s after 1 s"), "{text}");
}
