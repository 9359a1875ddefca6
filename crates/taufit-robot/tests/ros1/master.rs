//! The ROS 1 master: registrations and notifications.

use crate::common::{retry_if_stalled, ur5};
use crate::raw::{ask, texts};
use crate::rig::{Rig, live_settings, sweep};
use std::net::TcpListener;
use taufit::experiment::RosSettings;
use taufit_robot::serve::{DriverFaults, Ros1ServeSettings, Ros1Server, ServedArm};
use taufit_robot::{SimulatedConnection, connect};

fn arm() -> ServedArm {
    let connection =
        SimulatedConnection::new(&ur5(), &sweep(vec![0.5]).simulation, &[0.1; 6], 100.0).unwrap();
    ServedArm::start(connection, DriverFaults::default())
}

#[test]
fn a_robot_brings_a_master_where_there_is_none() {
    retry_if_stalled(|| {
        // A port that was free a moment ago.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let uri = format!("http://localhost:{port}");
        let settings = live_settings(&uri, RosSettings::default());
        let place = Ros1ServeSettings::default();
        let first = Ros1Server::start(arm(), &settings, &place).unwrap();
        assert!(first.has_own_master() && first.master_uri() == uri, "{}", first.master_uri());
        let mut connection = connect(&settings, &ur5()).unwrap();
        assert!((0..1000).find_map(|_| connection.receive().unwrap()).is_some());
        drop(connection);
        let second = Ros1Server::start(arm(), &settings, &place).unwrap();
        assert!(!second.has_own_master(), "there is one already");
        drop((second, first));
        assert_eq!(
            connect(&settings, &ur5()).err().unwrap().code(),
            "E249",
            "it went with its robot"
        );
        // Another program holds the port.
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let uri = format!("http://{}", taken.local_addr().unwrap());
        std::thread::spawn(move || taken.incoming().for_each(drop));
        let settings = live_settings(&uri, RosSettings::default());
        let error = Ros1Server::start(arm(), &settings, &place).unwrap_err();
        assert_eq!(error.code(), "E252", "{error}");
        // A master on another computer is not started.
        let settings = live_settings("http://192.0.2.1:11311", RosSettings::default());
        assert_eq!(Ros1Server::start(arm(), &settings, &place).unwrap_err().code(), "E249");
    });
}

#[test]
fn whoever_goes_is_forgotten() {
    retry_if_stalled(|| {
        let mut rig = Rig::start(DriverFaults::default());
        let state = |rig: &Rig| ask(rig.master.uri(), "getSystemState", &["/test"]);
        let connection = rig.connection().unwrap();
        let busy = state(&rig);
        for name in
            ["/joint_states", "/controller_manager/list_controllers", "taufit_run", "taufit_robot"]
        {
            assert!(busy.contains(name), "{name}: {busy}");
        }
        let types = texts(&ask(rig.master.uri(), "getTopicTypes", &["/test"]));
        let at = types.iter().position(|text| text == "/joint_states").unwrap();
        assert_eq!(types[at + 1], "sensor_msgs/JointState");
        drop(connection);
        assert!(!state(&rig).contains("taufit_run"), "{}", state(&rig));
        rig.kill();
        assert_eq!(texts(&state(&rig)), [""], "{}", state(&rig));
    });
}

#[test]
fn nodes_can_be_looked_at() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults::default());
        let _link = rig.connection().unwrap();
        let answer = ask(
            rig.master.uri(),
            "lookupService",
            &["/test", "/controller_manager/list_controllers"],
        );
        assert!(texts(&answer)[1].starts_with("rosrpc://127.0.0.1:"), "{answer}");
        let names = texts(&ask(rig.master.uri(), "getSystemState", &["/test"]));
        let robot = names.iter().find(|name| name.starts_with("/taufit_robot_")).unwrap();
        let api = texts(&ask(rig.master.uri(), "lookupNode", &["/test", robot]))[1].clone();
        let pid = format!("<i4>{}</i4>", std::process::id());
        assert!(ask(&api, "getPid", &["/test"]).contains(&pid));
        let connections = ask(&api, "getBusInfo", &["/test"]);
        assert!(
            connections.contains("/taufit_run_") && connections.contains("TCPROS"),
            "{connections}"
        );
        assert!(ask(&api, "getPublications", &["/test"]).contains("sensor_msgs/JointState"));
        assert!(
            ask(&api, "getSubscriptions", &["/test"])
                .contains("/joint_group_vel_controller/command")
        );
        let uri = texts(&ask(&api, "getMasterUri", &["/test"]))[1].clone();
        assert_eq!(uri.trim_end_matches('/'), rig.master.uri());
        assert!(ask(&api, "shutdown", &["/test", "because"]).contains("<i4>-1</i4>"));
    });
}

/// Ports of this process that are reachable from other computers, by the tables of Linux.
#[cfg(target_os = "linux")]
fn open_to_all() -> Vec<String> {
    let links: Vec<String> = std::fs::read_dir("/proc/self/fd")
        .unwrap()
        .filter_map(|entry| {
            Some(std::fs::read_link(entry.ok()?.path()).ok()?.display().to_string())
        })
        .collect();
    let is_own = |inode: &str| links.contains(&format!("socket:[{inode}]"));
    let tables = ["/proc/self/net/tcp", "/proc/self/net/tcp6"].map(std::fs::read_to_string);
    let lines: Vec<String> = tables
        .iter()
        .flatten()
        .flat_map(|table| table.lines().skip(1).map(str::to_owned))
        .collect();
    let is_open = |line: &String| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_loopback = fields[1].starts_with("0100007F:");
        fields[3] == "0A" && !is_loopback && is_own(fields[9])
    };
    lines.into_iter().filter(is_open).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn master_robot_and_run_listen_on_the_loopback_only() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults::default());
        let _connection = rig.connection().unwrap();
        assert_eq!(open_to_all(), Vec::<String>::new());
    });
}
