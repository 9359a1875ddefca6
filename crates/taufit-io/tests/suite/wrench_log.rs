//! Records of force sensors: tables with stamps of their own or beside joints, topics of bags.

use crate::common::scratch_file;
use taufit::recording::{EffortKind, WrenchRecording};
use taufit_io::{
    Error, LogHeader, LogOptions, LogWriter, WrenchOptions, read_log_unmatched, read_wrench,
};

fn read(name: &str, text: &str) -> Result<WrenchRecording, Error> {
    let path = scratch_file(&format!("wrench/{name}"), text.as_bytes());
    read_wrench(path, &WrenchOptions::default()).map(|loaded| loaded.recording)
}

#[test]
fn a_table_of_its_own_has_what_it_measures() {
    let record = read("own.csv", "time [ms];Fz [kN];Mx [Nm]\n0;-1,5;2\n12;-1,25;3\n").unwrap();
    assert_eq!(record.t_s, [0.0, 0.012]);
    assert_eq!(record.channels[2], Some(vec![-1500.0, -1250.0]));
    assert_eq!(record.channels[3], Some(vec![2.0, 3.0]));
    assert_eq!(record.missing().count(), 4);
    assert_eq!(record.frame, None);
}

#[test]
fn beside_faster_joints_forces_are_empty_or_repeated_between_samples() {
    let table = |force: fn(usize) -> String| {
        let rows =
            (0..12).map(|k| format!("{},{k},{k},{}\n", 0.01 * f64::from(k), force(k as usize)));
        format!("t_s,q1,tau1,fz\n{}", rows.collect::<String>())
    };
    let empty = |k: usize| if k.is_multiple_of(3) { (k * k).to_string() } else { String::new() };
    let held = |k: usize| ((k / 3) * (k / 3) * 9).to_string();
    for (name, text) in [("empty.csv", table(empty)), ("held.csv", table(held))] {
        let record = read(name, &text).unwrap();
        assert_eq!(record.channels[2], Some(vec![0.0, 9.0, 36.0, 81.0]), "{name}");
        assert_eq!(record.t_s, [0.0, 0.03, 0.06, 0.09], "{name}");
        // The joints do not mind the forces.
        let path = scratch_file(&format!("wrench/{name}"), text.as_bytes());
        let joints = read_log_unmatched(path, &LogOptions::default()).unwrap().recording;
        assert_eq!(joints.n_samples(), 12, "{name}");
    }
}

#[test]
fn tables_without_forces_or_time_are_refused() {
    let code = |name, text| read(name, text).unwrap_err().code();
    assert_eq!(code("none.csv", "t_s,q1,tau1\n0,1,2\n"), "E201");
    assert_eq!(code("timeless.csv", "fx,fy\n0,1\n"), "E052");
    assert_eq!(code("void.csv", "t_s,fx\n0,\n1,\n"), "E050");
    assert_eq!(code("word.csv", "t_s,fx\n0,much\n1,2\n"), "E058");
}

fn recorded(wrench_frame: Option<String>) -> Vec<u8> {
    let head = LogHeader {
        joints: vec!["elbow".to_owned()],
        effort_kind: EffortKind::Torque,
        rate_hz: 100.0,
        wrench_frame,
        attachments: Vec::new(),
    };
    let mut log = LogWriter::new(Vec::new(), &head).unwrap();
    for k in 0..300 {
        let t_s = f64::from(k) / 100.0;
        log.feedback(t_s, &[t_s], &[0.0], &[1.0]).unwrap();
        if k % 6 == 0 {
            let x = f64::from(k);
            log.wrench(t_s, [x, x + 1.0, x + 2.0, -x, -x - 1.0, -x - 2.0]).unwrap();
        }
    }
    log.finish().unwrap()
}

#[test]
fn what_we_record_we_read_again_with_its_frame() {
    let path = scratch_file("wrench/recorded.mcap", &recorded(Some("tool0".to_owned())));
    let record = read_wrench(&path, &WrenchOptions::default()).unwrap().recording;
    assert_eq!((record.frame.as_deref(), record.t_s.len()), (Some("tool0"), 50));
    for k in [0, 17, 49] {
        let x = 6.0 * k as f64;
        let found = record.channels.each_ref().map(|channel| channel.as_ref().unwrap()[k]);
        assert_eq!(found, [x, x + 1.0, x + 2.0, -x, -x - 1.0, -x - 2.0]);
        assert!((record.t_s[k] - x / 100.0).abs() < 1e-9);
    }
    let joints = read_log_unmatched(&path, &LogOptions::default()).unwrap();
    assert_eq!(joints.recording.n_samples(), 300);
    let topic = |name: &str| WrenchOptions { topic: Some(name.to_owned()), ..Default::default() };
    assert!(read_wrench(&path, &topic("wrench")).is_ok());
    assert_eq!(read_wrench(&path, &topic("/wrnch")).unwrap_err().code(), "E064");
}

#[test]
fn the_reference_reader_finds_the_topic_only_where_there_is_a_sensor() {
    let summary = |bytes: &[u8]| mcap::Summary::read(bytes).unwrap().unwrap();
    let with = summary(&recorded(Some("tool0".to_owned())));
    let wrench = with.channels.values().find(|channel| channel.topic == "/wrench").unwrap();
    let schema = wrench.schema.as_ref().unwrap();
    assert_eq!(schema.name, "geometry_msgs/msg/WrenchStamped");
    assert_eq!(with.stats.unwrap().channel_message_counts[&wrench.id], 50);
    let without = recorded(None);
    assert_eq!(summary(&without).channels.len(), 3);
    let path = scratch_file("wrench/without.mcap", &without);
    assert_eq!(read_wrench(path, &WrenchOptions::default()).unwrap_err().code(), "E201");
}
