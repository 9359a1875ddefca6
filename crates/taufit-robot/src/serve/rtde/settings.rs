//! What the served controller is like.

use std::net::{IpAddr, Ipv4Addr};
use taufit::model::Robot;

/// The ports of a controller; 0 takes a free one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RtdePorts {
    /// Real-time data exchange.
    pub rtde: u16,
    /// Programs.
    pub script: [u16; 3],
    /// Dashboard server.
    pub dashboard: u16,
}

impl RtdePorts {
    /// Those of a real controller, each higher by an offset.
    pub fn usual(offset: u16) -> Self {
        let port = |usual: u16| usual.saturating_add(offset);
        Self { rtde: port(30004), script: [30001, 30002, 30003].map(port), dashboard: port(29999) }
    }
}

/// What the served controller is like.
#[derive(Clone, Debug)]
pub struct RtdeServeSettings {
    /// Where it listens.
    pub bind: IpAddr,
    /// Its ports.
    pub ports: RtdePorts,
    /// What it calls the robot, such as `UR5`.
    pub model: String,
    /// Its software: major, minor, bug fix, build. Major 5 is an e-Series.
    pub version: [u32; 4],
    /// Whether it is in remote control.
    pub is_remote: bool,
}

impl RtdeServeSettings {
    /// An e-Series controller of this robot on this computer, on free ports.
    pub fn new(robot: &Robot) -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            ports: RtdePorts::default(),
            model: robot.name().to_uppercase(),
            version: [5, 12, 0, 0],
            is_remote: true,
        }
    }
}
