//! The served arm as a robot of ROS 1, with the interfaces of ros_control.
//!
//! | module | contents |
//! |---|---|
//! | `action` | server of the trajectory action |
//! | `driver` | topics and services of the driver |

mod action;
mod driver;

use crate::connection::{ConnectionError, ConnectionSettings};
use crate::error::Result;
use crate::serve::{ArmPacket, RobotThread, ServedArm, robot_description};
use driver::{Driver, DriverPublishers, SharedDriver, serve};
use std::io::ErrorKind;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use taufit_ros1::{
    Address, Deadline, MasterClient, Ros1Error, Ros1Master, Ros1Node, StopFlag, XmlRpcValue,
    host_name, host_of_environment, master_uri,
};

/// Addresses of a served robot of ROS 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ros1ServeSettings {
    /// Address to listen at. `ROS_HOSTNAME` and `ROS_IP` take precedence, as everywhere in ROS 1.
    pub bind: IpAddr,
    /// Offset of the port of the master.
    pub port_offset: u16,
}

impl Default for Ros1ServeSettings {
    fn default() -> Self {
        Self { bind: IpAddr::from([127, 0, 0, 1]), port_offset: 0 }
    }
}

/// Served robot of ROS 1. It leaves the graph when dropped.
#[derive(Debug)]
pub struct Ros1Server {
    thread: RobotThread,
    master_uri: String,
    /// Last, so that the robot unregisters before it ends.
    master: Option<Ros1Master>,
}

impl Ros1Server {
    /// Serves an arm under the names of the settings, with the master of the settings or the environment;
    /// starts one there if none answers.
    pub fn start(
        arm: ServedArm,
        settings: &ConnectionSettings,
        addresses: &Ros1ServeSettings,
    ) -> Result<Self> {
        let (master_uri, master) =
            find_or_start_master(settings, addresses).map_err(ConnectionError::from)?;
        let packets = arm.listen();
        let host = own_host(&master_uri, addresses.bind, settings.timeout());
        let mut robot = Ros1RobotNode::new(arm, settings, (&master_uri, host))?;
        let step = move |packet: &ArmPacket| robot.step(packet);
        let thread = RobotThread::start("ros1 robot", packets, step)?;
        Ok(Self { thread, master_uri, master })
    }

    /// Whether the served robot runs.
    pub fn is_alive(&self) -> bool {
        self.thread.is_alive()
    }

    /// Address of the master.
    pub fn master_uri(&self) -> &str {
        &self.master_uri
    }

    /// Whether the master was started with this robot, and ends with it.
    pub fn has_own_master(&self) -> bool {
        self.master.is_some()
    }
}

/// Address of the master that answers, or of a new one.
fn find_or_start_master(
    settings: &ConnectionSettings,
    addresses: &Ros1ServeSettings,
) -> Result<(String, Option<Ros1Master>), Ros1Error> {
    let configured = master_uri(settings.ros.master_uri.as_deref());
    let no_master =
        |problem: String| Ros1Error::NoMaster { master_uri: configured.clone(), problem };
    let address =
        Address::parse(&configured, "http").map_err(|error| no_master(error.to_string()))?;
    let port = address.port.checked_add(addresses.port_offset);
    let port = port.ok_or_else(|| no_master("its port and the offset are too large".to_owned()))?;
    let address = Address { port, ..address };
    let uri = address.uri("http");
    match MasterClient::new(&uri, "/taufit", settings.timeout())?.check_reachable() {
        Ok(()) => Ok((uri, None)),
        Err(Ros1Error::NoMaster { .. }) => {
            let master = start_master(&address, addresses.bind, settings.timeout())?;
            Ok((master.uri().to_owned(), Some(master)))
        }
        Err(other) => Err(other),
    }
}

/// Starts a master at an address of this computer. A `bind` address other than the loopback replaces the
/// host of the address.
fn start_master(
    address: &Address,
    bind: IpAddr,
    timeout: Duration,
) -> Result<Ros1Master, Ros1Error> {
    let opened = if bind.is_loopback() {
        let found = address.resolve(&deadline(timeout));
        found.and_then(|found| {
            let local = found.iter().find(|at| at.is_ipv4()).or(found.first());
            Ros1Master::open(local.map_or(bind, |at| at.ip()), address)
        })
    } else if bind.is_unspecified() {
        Ros1Master::open(bind, address)
    } else {
        Ros1Master::open(bind, &Address::new(&bind.to_string(), address.port))
    };
    let master_uri = address.uri("http");
    opened.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse | ErrorKind::PermissionDenied => {
            Ros1Error::MasterPort { master_uri, problem: error.to_string() }
        }
        // The address is one of another computer.
        _ => Ros1Error::NoMaster { master_uri, problem: "it does not answer".to_owned() },
    })
}

/// Host name of the robot for other nodes: that of the environment, else the address that it listens at.
/// The host name for all interfaces; none for a loopback address with a master on another computer.
fn own_host(master_uri: &str, bind: IpAddr, timeout: Duration) -> Option<String> {
    let is_master_local = Address::parse(master_uri, "http")
        .and_then(|master| master.resolve(&deadline(timeout)))
        .is_ok_and(|found| found.iter().all(|at| at.ip().is_loopback()));
    let of_bind = || match bind {
        bind if bind.is_unspecified() => host_name(&deadline(timeout)),
        bind => (!bind.is_loopback() || is_master_local).then(|| bind.to_string()),
    };
    host_of_environment().or_else(of_bind)
}

fn deadline(timeout: Duration) -> Deadline {
    Deadline::new(timeout, &StopFlag::default())
}

/// URDF of the arm as a parameter of the master, deleted when dropped. An existing parameter is kept.
struct DescriptionParam {
    master: MasterClient,
    name: String,
}

impl DescriptionParam {
    fn set(arm: &ServedArm, settings: &ConnectionSettings, master: &MasterClient) -> Option<Self> {
        let name = settings.ros.robot_description.clone();
        let text = robot_description(arm, &settings.joint_names).filter(|_| !name.is_empty())?;
        let exists = master.call("hasParam", vec![XmlRpcValue::from(name.as_str())]).ok()?;
        if exists != XmlRpcValue::Bool(false) {
            return None;
        }
        let params = vec![XmlRpcValue::from(name.as_str()), XmlRpcValue::from(text.as_str())];
        master.call("setParam", params).ok()?;
        Some(Self { master: master.clone(), name })
    }
}

impl Drop for DescriptionParam {
    fn drop(&mut self) {
        // A master that has ended has no parameters.
        let _ = self.master.call("deleteParam", vec![XmlRpcValue::from(self.name.as_str())]);
    }
}

/// State of the robot's thread.
struct Ros1RobotNode {
    driver: SharedDriver,
    publishers: DriverPublishers,
    _description: Option<DescriptionParam>,
    /// The arm runs until it is dropped.
    _arm: ServedArm,
    /// Last, since topics and services belong to it.
    _node: Ros1Node,
}

impl Ros1RobotNode {
    fn new(
        arm: ServedArm,
        settings: &ConnectionSettings,
        (master_uri, host): (&str, Option<String>),
    ) -> Result<Self, ConnectionError> {
        let names = &settings.ros;
        let node = Ros1Node::connect(master_uri, "robot", host, settings.timeout())?;
        let driver = Arc::new(Mutex::new(Driver::new(&arm, settings)));
        serve(&node, names, &driver)?;
        Ok(Self {
            _description: DescriptionParam::set(&arm, settings, node.master()),
            publishers: DriverPublishers::new(&node, names, &arm, &settings.joint_names)?,
            driver,
            _arm: arm,
            _node: node,
        })
    }

    fn step(&mut self, packet: &ArmPacket) {
        self.publishers.publish(packet, &self.driver);
    }
}
