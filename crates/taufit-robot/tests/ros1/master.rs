//! Our own master: what it knows, and who is told.

use crate::common::{in_good_time, ur5};
use crate::raw::{ask, texts};
use crate::rig::{Rig, live_settings, sweep};
use std::net::TcpListener;
use taufit::experiment::RosSettings;
use taufit_robot::serve::{Mischief, Ros1ServeSettings, Ros1Server, ServedArm};
use taufit_robot::{SimulatedLink, connect};

fn arm() -> ServedArm {
    let link = SimulatedLink::new(&ur5(), &sweep(vec![0.5]).simulation, &[0.1; 6], 100.0).unwrap();
    ServedArm::start(link, Mischief::default())
}

#[test]
fn a_robot_brings_a_master_where_there_is_none() {
    in_good_time(|| {
        // A port that was free a moment ago.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let uri = format!("http://localhost:{port}");
        let settings = live_settings(&uri, RosSettings::default());
        let place = Ros1ServeSettings::default();
        let first = Ros1Server::start(arm(), &settings, &place).unwrap();
        assert!(first.has_own_master() && first.master_uri() == uri, "{}", first.master_uri());
        let mut link = connect(&settings, &ur5()).unwrap();
        assert!((0..1000).find_map(|_| link.receive().unwrap()).is_some());
        drop(link);
        let second = Ros1Server::start(arm(), &settings, &place).unwrap();
        assert!(!second.has_own_master(), "there is one already");
        drop((second, first));
        assert_eq!(
            connect(&settings, &ur5()).err().unwrap().code(),
            "E249",
            "it went with its robot"
        );
        // Somebody who is no master holds the port.
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let uri = format!("http://{}", taken.local_addr().unwrap());
        std::thread::spawn(move || taken.incoming().for_each(drop));
        let settings = live_settings(&uri, RosSettings::default());
        let error = Ros1Server::start(arm(), &settings, &place).unwrap_err();
        assert_eq!(error.code(), "E252", "{error}");
        // A master on another computer is not ours to start.
        let settings = live_settings("http://192.0.2.1:11311", RosSettings::default());
        assert_eq!(Ros1Server::start(arm(), &settings, &place).unwrap_err().code(), "E249");
    });
}

#[test]
fn whoever_goes_is_forgotten() {
    in_good_time(|| {
        let mut rig = Rig::start(Mischief::default());
        let state = |rig: &Rig| ask(rig.master.uri(), "getSystemState", &["/test"]);
        let link = rig.link().unwrap();
        let busy = state(&rig);
        for name in
            ["/joint_states", "/controller_manager/list_controllers", "taufit_run", "taufit_robot"]
        {
            assert!(busy.contains(name), "{name}: {busy}");
        }
        let types = texts(&ask(rig.master.uri(), "getTopicTypes", &["/test"]));
        let at = types.iter().position(|text| text == "/joint_states").unwrap();
        assert_eq!(types[at + 1], "sensor_msgs/JointState");
        drop(link);
        assert!(!state(&rig).contains("taufit_run"), "{}", state(&rig));
        rig.kill();
        assert_eq!(texts(&state(&rig)), [""], "{}", state(&rig));
    });
}

#[test]
fn nodes_can_be_looked_at() {
    in_good_time(|| {
        let rig = Rig::start(Mischief::default());
        let _link = rig.link().unwrap();
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
