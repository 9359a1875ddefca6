//! Programs of other clients on the script port.

use crate::rig::{comes_to_rest, serve, sweep};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use taufit_robot::serve::{DriverFaults, RtdeServer};

fn send(server: &RtdeServer, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", server.ports().script[1])).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

fn q(server: &RtdeServer) -> Vec<f64> {
    server.arm().listen().recv_timeout(Duration::from_secs(2)).unwrap().feedback.q.clone()
}

#[test]
fn a_plain_program_moves_the_arm_and_anything_else_is_refused() {
    let server = serve(&sweep(vec![0.4]), 125.0, DriverFaults::default());
    let before = q(&server);
    let target = before[0] + 0.3;
    let rest = before[1..].iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
    let text = format!("def go():\n  movej([{target}, {rest}], a=2, v=1)\n  sleep(0.2)\nend\n");
    let _open = send(&server, &text);
    std::thread::sleep(Duration::from_millis(100));
    assert!(server.state().is_playing);
    while server.state().is_playing {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(comes_to_rest(&server));
    assert!((q(&server)[0] - target).abs() < 0.02, "{:?} {target}", q(&server));

    let mut refused = send(&server, "set_digital_out(1, True)\n");
    let mut message = [0; 200];
    let n = refused.read(&mut message).unwrap();
    let message = String::from_utf8_lossy(&message[..n]);
    assert!(
        message.contains("program refused") && message.contains("set_digital_out"),
        "{message}"
    );
}

#[test]
fn the_dashboard_answers_and_stops() {
    let server = serve(&sweep(vec![0.4]), 125.0, DriverFaults::default());
    let _open = send(&server, "speedj([0.3,0,0,0,0,0], 1.0, 60)\n");
    std::thread::sleep(Duration::from_millis(500));
    let mut stream = TcpStream::connect(("127.0.0.1", server.ports().dashboard)).unwrap();
    stream.write_all(b"running\nis in remote control\nget robot model\nstop\nquit\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let lines: Vec<&str> = answer.lines().skip(1).collect();
    // A controller before the e-Series has no remote control.
    let expected = [
        "Program running: true",
        "could not understand: \"is in remote control\"",
        "UR5",
        "Stopped",
        "Disconnected",
    ];
    assert_eq!(lines, expected);
    assert!(comes_to_rest(&server) && !server.state().is_playing);
}
