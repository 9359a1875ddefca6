//! Peers that stall, violate the protocol or close connections: named, within the time-out.

use crate::common::{retry_if_stalled, ur5};
use crate::raw::{answering, ask, dial, frame, header, place, read_frame, texts, treating};
use crate::rig::{Rig, TIMEOUT_S, live_settings};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use taufit::experiment::RosSettings;
use taufit_robot::connect;
use taufit_robot::serve::{DriverFaults, Ros1Master};

const STATES_MD5: &str = "md5sum=3066dcd76a6cfaef579bd0f34173e9fd";
const LIST_MD5: &str = "md5sum=1341feb2e63fa791f855565d0da950d8";

/// Longest duration of an operation with the time-out, on a busy computer.
const LONGEST: Duration = Duration::from_millis((TIMEOUT_S * 1e3) as u64 + 2000);

/// Code and message of a refused connection.
fn refusal(master_uri: &str, ros: RosSettings) -> (&'static str, String) {
    let began = Instant::now();
    let error = connect(&live_settings(master_uri, ros), &ur5()).err().unwrap();
    let waited = began.elapsed();
    // Joint states and the answer of a service are waited for one after the other.
    assert!(waited < 2 * LONGEST, "{waited:?}: {error}");
    (error.code(), error.to_string())
}

/// Code and message of a connection whose publisher of joint states treats it so.
fn states_from(treat: impl Fn(TcpStream) + Send + 'static) -> (&'static str, String) {
    let master = Ros1Master::start([127, 0, 0, 1].into(), 0).unwrap();
    let port = treating(treat);
    let protocol = format!(
        "<array><data><value>TCPROS</value><value>127.0.0.1</value><value><int>{port}</int></value></data></array>"
    );
    let ready = format!(
        "<array><data><value><i4>1</i4></value><value/><value>{protocol}</value></data></array>"
    );
    let liar = answering(ready);
    ask(master.uri(), "registerPublisher", &["/liar", "/joint_states", "a/B", &liar]);
    let (code, message) = refusal(master.uri(), RosSettings::default());
    let is_named = message.contains("/liar") || message.contains(place(&liar));
    assert!(is_named, "{message}: not {liar}");
    (code, message)
}

/// Reads the header of a client and sends this answer.
fn greet(stream: &mut TcpStream, answer: &[u8]) {
    let _ = read_frame(stream);
    let _ = stream.write_all(answer);
}

fn stay(stream: TcpStream) {
    std::thread::sleep(LONGEST);
    drop(stream);
}

#[test]
fn publishers_that_lie_are_named() {
    retry_if_stalled(|| {
        let good = header(&["callerid=/liar", STATES_MD5, "type=sensor_msgs/JointState"]);
        let after = |rest: &[u8]| [&good[..], rest].concat();
        let other = header(&["callerid=/liar", "md5sum=1234", "type=a/B"]);
        let lies = [
            (other, "E250", "a/B (1234)"),
            (after(&[0, 0, 0, 0x80]), "E241", "2147483648"),
            (after(&frame(&[7; 9])), "E241", "JointState"),
            (vec![0, 0, 0, 0x80], "E241", "a header of 2147483648"),
            (frame(&[99, 0, 0, 0, b'a']), "E241", "99"),
            (header(&["callerid=/liar", "error=go away"]), "E250", "go away"),
        ];
        all_at_once(lies, |(answer, code, message)| {
            let found = states_from(move |mut stream| {
                greet(&mut stream, &answer);
                std::thread::spawn(move || stay(stream));
            });
            assert!(found.0 == code && found.1.contains(message), "{code} {message}: {found:?}");
        });
    });
}

/// Checks all cases in parallel: each takes as long as the time-out.
fn all_at_once<T: Send, const N: usize>(cases: [T; N], check: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        let check = &check;
        cases.into_iter().for_each(|case| drop(scope.spawn(move || check(case))));
    });
}

#[test]
fn publishers_that_stall_or_hang_up_are_named() {
    retry_if_stalled(|| {
        let (code, message) = states_from(|mut stream| greet(&mut stream, &[7, 0]));
        assert!(code == "E236" && message.contains("connection closed"), "{code} {message}");
        let (code, message) = states_from(|stream| drop(std::thread::spawn(move || stay(stream))));
        assert!(code == "E236" && message.contains("no answer"), "{code} {message}");
    });
}

/// Code and message of a connection whose controller manager of this name answers so.
fn manager_with(master_uri: &str, name: &str, answer: Vec<u8>) -> (&'static str, String) {
    let port = treating(move |mut stream| {
        greet(&mut stream, &answer);
        let _ = read_frame(&mut stream);
        std::thread::spawn(move || stay(stream));
    });
    let uri = format!("rosrpc://127.0.0.1:{port}");
    let service = format!("{name}/list_controllers");
    ask(master_uri, "registerService", &[name, &service, &uri, "http://127.0.0.1:9/"]);
    let ros = RosSettings { controller_manager: Some(name.to_owned()), ..Default::default() };
    refusal(master_uri, ros)
}

#[test]
fn services_that_lie_or_fail_are_named() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults::default());
        let master_uri = rig.master.uri();
        let good = header(&["callerid=/liar", LIST_MD5]);
        let after = |rest: &[u8]| [&good[..], rest].concat();
        let lies = [
            ("/a", after(&[&[0], &frame(b"out of order")[..]].concat()), "E253", "out of order"),
            ("/b", after(&[5]), "E241", "/liar"),
            ("/c", after(&[1, 0, 0, 0, 0x80]), "E241", "2147483648"),
            ("/d", after(&[&[1], &frame(&[9, 0, 0, 0])[..]].concat()), "E241", "ListControllers"),
            ("/e", header(&["callerid=/liar", "md5sum=0"]), "E250", "/e/list_controllers"),
            ("/f", after(&[]), "E236", "no answer"),
        ];
        all_at_once(lies, |(name, answer, code, message)| {
            let found = manager_with(master_uri, name, answer);
            assert!(found.0 == code && found.1.contains(message), "{code} {message}: {found:?}");
        });
    });
}

#[test]
fn masters_that_are_none_are_named() {
    retry_if_stalled(|| {
        let refused_by = |uri: &str| refusal(uri, RosSettings::default());
        let (code, message) = refused_by("http://127.0.0.1:1");
        assert!(code == "E249" && message.contains("roscore"), "{code} {message}");
        assert_eq!(refused_by("not an address").0, "E249");
        let silent = treating(|stream| drop(std::thread::spawn(move || stay(stream))));
        let (code, message) = refused_by(&format!("http://127.0.0.1:{silent}"));
        assert!(code == "E249" && message.contains("no answer"), "{code} {message}");
        let web = treating(|mut stream| {
            let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            std::thread::spawn(move || stay(stream));
        });
        let (code, message) = refused_by(&format!("http://127.0.0.1:{web}"));
        assert!(code == "E249" && message.contains("404"), "{code} {message}");
        let odd = answering("<string>hello</string>".to_owned());
        let (code, message) = refused_by(&odd);
        assert!(code == "E251" && message.contains("getUri"), "{code} {message}");
    });
}

/// TCPROS address of the served joint states.
fn states_place(rig: &Rig) -> String {
    let answer = ask(
        rig.master.uri(),
        "registerSubscriber",
        &["/x", "/joint_states", "*", "http://127.0.0.1:9/"],
    );
    let api = texts(&answer).last().unwrap().clone();
    let wish = "<array><data><value><array><data><value>TCPROS</value></data></array></value></data></array>";
    let answer = ask(&api, "requestTopic", &["/x", "/joint_states", wish]);
    let port = answer.split("<i4>").last().unwrap().split('<').next().unwrap().to_owned();
    format!("127.0.0.1:{port}")
}

#[test]
fn a_served_robot_outlives_its_guests() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults::default());
        let place = states_place(&rig);
        for nonsense in [&[0xff; 64][..], &[0, 0, 0, 0x80], b"GET / HTTP/1.1\r\n\r\n", &[1, 0]] {
            dial(&place).write_all(nonsense).unwrap();
        }
        // Half a header, and a subscriber that never reads.
        let mut stalled = dial(&place);
        stalled.write_all(&[200, 0, 0, 0, 1]).unwrap();
        let mut lazy = dial(&place);
        lazy.write_all(&header(&["callerid=/lazy", "topic=/joint_states", "md5sum=*"])).unwrap();
        // A subscriber with another type is refused.
        let mut other = dial(&place);
        other.write_all(&header(&["callerid=/x", "topic=/joint_states", "md5sum=1"])).unwrap();
        let answer = read_frame(&mut other).unwrap();
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.contains("error=") && answer.contains("3066dcd7"), "{answer}");
        let mut nobody = dial(&place);
        nobody.write_all(&header(&["callerid=/x", "topic=/nothing", "md5sum=*"])).unwrap();
        let answer = read_frame(&mut nobody).unwrap();
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.contains("error=") && answer.contains("/nothing"), "{answer}");
        // Other clients are served.
        let mut connection = rig.connection().unwrap();
        assert!((0..1000).find_map(|_| connection.receive().unwrap()).is_some());
    });
}

#[test]
fn a_master_outlives_its_guests() {
    retry_if_stalled(|| {
        let master = Ros1Master::start([127, 0, 0, 1].into(), 0).unwrap();
        let place = place(master.uri()).to_owned();
        let bodies = [
            "POST / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n".to_owned(),
            "GET / HTTP/1.1\r\n\r\n".to_owned(),
            "\r\n\r\n\r\n".to_owned(),
            "x".repeat(100_000),
        ];
        for body in &bodies {
            let mut stream = dial(&place);
            // The connection may have been closed before.
            let _ = stream.write_all(body.as_bytes());
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest);
        }
        let mut half = dial(&place);
        half.write_all(b"POST / HTTP/1.1\r\nContent-Length: 50\r\n\r\n<").unwrap();
        let deep = "<array><data><value>".repeat(1000) + &"</value></data></array>".repeat(1000);
        assert!(ask(master.uri(), "setParam", &["/x", "/a", &deep]).contains("fault"));
        assert!(ask(master.uri(), "noSuchThing", &["/x"]).contains("fault"));
        assert!(ask(master.uri(), "registerPublisher", &["/x"]).contains("too few"));
        assert_eq!(
            texts(&ask(master.uri(), "getUri", &["/x"])).last().unwrap(),
            &format!("{}/", master.uri())
        );
    });
}
