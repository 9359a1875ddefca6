//! The arm as a node, with a master of its own where there is none.

use super::Ros1Master;
use super::driver::{Driver, SharedDriver, Speech, serve};
use crate::error::Result;
use crate::live::{LiveError, LiveSettings};
use crate::ros::Ros1Error;
use crate::ros::ros1::{Address, Master, Over, Patience, Ros1Node, Value, master_uri, said_host};
use crate::serve::{ArmPacket, RobotThread, ServedArm, description};
use std::io::ErrorKind;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Where a robot of ROS 1 is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ros1ServeSettings {
    /// The address to listen at. `ROS_HOSTNAME` and `ROS_IP` come first, as everywhere in ROS 1.
    pub bind: IpAddr,
    /// Added to the port of the master.
    pub port_offset: u16,
}

impl Default for Ros1ServeSettings {
    fn default() -> Self {
        Self { bind: IpAddr::from([127, 0, 0, 1]), port_offset: 0 }
    }
}

/// A robot of ROS 1. It leaves the graph when this is dropped.
#[derive(Debug)]
pub struct Ros1Server {
    thread: RobotThread,
    master_uri: String,
    /// Last, so that the robot can say goodbye to it.
    master: Option<Ros1Master>,
}

impl Ros1Server {
    /// Offers an arm under the names of the settings: with the master of the settings or the environment
    /// if one answers there, with one that is started there otherwise.
    pub fn start(
        arm: ServedArm,
        settings: &LiveSettings,
        place: &Ros1ServeSettings,
    ) -> Result<Self> {
        let (master_uri, master) = find_or_start(settings, place)?;
        let packets = arm.listen();
        let host = own_host(&master_uri, place.bind, settings.timeout());
        let mut robot = RobotNode::new(arm, settings, (&master_uri, host))?;
        let step = move |packet: &ArmPacket| robot.step(packet);
        let thread = RobotThread::start("ros1 robot", packets, step)?;
        Ok(Self { thread, master_uri, master })
    }

    /// Whether the robot is still there.
    pub fn is_alive(&self) -> bool {
        self.thread.is_alive()
    }

    /// Where the master is.
    pub fn master_uri(&self) -> &str {
        &self.master_uri
    }

    /// Whether the master was started for this robot, and ends with it.
    pub fn has_own_master(&self) -> bool {
        self.master.is_some()
    }
}

/// The master that answers, or a new one in its place.
fn find_or_start(
    settings: &LiveSettings,
    place: &Ros1ServeSettings,
) -> Result<(String, Option<Ros1Master>), LiveError> {
    let said = master_uri(settings.ros.master_uri.as_deref());
    let no_master = |problem: String| LiveError::NoMaster { master_uri: said.clone(), problem };
    let address = Address::parse(&said, "http").map_err(|error| no_master(error.to_string()))?;
    let port = address.port.checked_add(place.port_offset);
    let port = port.ok_or_else(|| no_master("its port and the offset are too large".to_owned()))?;
    let address = Address { port, ..address };
    let uri = address.uri("http");
    match Master::new(&uri, "/taufit", settings.timeout())?.greet() {
        Ok(()) => Ok((uri, None)),
        Err(LiveError::NoMaster { .. }) => {
            let master = start_master(&address, place.bind, settings.timeout())?;
            Ok((master.uri().to_owned(), Some(master)))
        }
        Err(other) => Err(other),
    }
}

/// A master at an address, if that is one of this computer. Whoever wants to be found from outside says
/// where to listen; a name for the inside does not help then.
fn start_master(
    address: &Address,
    bind: IpAddr,
    timeout: Duration,
) -> Result<Ros1Master, LiveError> {
    let opened = if bind.is_loopback() {
        let found = address.resolve(&patience(timeout));
        found.and_then(|found| {
            let near = found.iter().find(|at| at.is_ipv4()).or(found.first());
            Ros1Master::open(near.map_or(bind, |at| at.ip()), address)
        })
    } else if bind.is_unspecified() {
        Ros1Master::open(bind, address)
    } else {
        Ros1Master::open(bind, &Address::new(&bind.to_string(), address.port))
    };
    let master_uri = address.uri("http");
    opened.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse | ErrorKind::PermissionDenied => {
            Ros1Error::MasterPort { master_uri, problem: error.to_string() }.into()
        }
        // It is not for us to start one on another computer.
        _ => LiveError::NoMaster { master_uri, problem: "nobody answers there".to_owned() },
    })
}

/// What others call the robot: as the environment says, else the address that it listens at. A robot
/// for the inside only, with a master outside, is told about under the address by which that is reached.
fn own_host(master_uri: &str, bind: IpAddr, timeout: Duration) -> Option<String> {
    let is_inside = Address::parse(master_uri, "http")
        .and_then(|master| master.resolve(&patience(timeout)))
        .is_ok_and(|found| found.iter().all(|at| at.ip().is_loopback()));
    let is_usable = !bind.is_unspecified() && (!bind.is_loopback() || is_inside);
    said_host().or_else(|| is_usable.then(|| bind.to_string()))
}

fn patience(timeout: Duration) -> Patience {
    Patience::new(timeout, &Over::default())
}

/// The URDF of the arm as a parameter of the master; taken back when this is dropped. One that somebody
/// else has put there stays.
struct Described {
    master: Master,
    name: String,
}

impl Described {
    fn start(arm: &ServedArm, settings: &LiveSettings, master: &Master) -> Option<Self> {
        let name = settings.ros.robot_description.clone();
        let text = description(arm, &settings.joint_names).filter(|_| !name.is_empty())?;
        let has = master.ask("hasParam", vec![Value::from(name.as_str())]).ok()?;
        if has != Value::Bool(false) {
            return None;
        }
        let set = vec![Value::from(name.as_str()), Value::from(text.as_str())];
        master.ask("setParam", set).ok()?;
        Some(Self { master: master.clone(), name })
    }
}

impl Drop for Described {
    fn drop(&mut self) {
        // A master that has gone has forgotten it.
        let _ = self.master.ask("deleteParam", vec![Value::from(self.name.as_str())]);
    }
}

/// What the thread owns.
struct RobotNode {
    driver: SharedDriver,
    speech: Speech,
    _described: Option<Described>,
    /// It runs as long as this lives.
    _arm: ServedArm,
    /// Last, since topics and services belong to it.
    _node: Ros1Node,
}

impl RobotNode {
    fn new(
        arm: ServedArm,
        settings: &LiveSettings,
        (master_uri, host): (&str, Option<String>),
    ) -> Result<Self> {
        let names = &settings.ros;
        let node = Ros1Node::connect(master_uri, "robot", host, settings.timeout())?;
        let driver = Arc::new(Mutex::new(Driver::new(&arm, settings)));
        serve(&node, names, &driver)?;
        Ok(Self {
            _described: Described::start(&arm, settings, node.master()),
            speech: Speech::new(&node, names, &arm, &settings.joint_names)?,
            driver,
            _arm: arm,
            _node: node,
        })
    }

    fn step(&mut self, packet: &ArmPacket) {
        self.speech.say(packet, &self.driver);
    }
}
