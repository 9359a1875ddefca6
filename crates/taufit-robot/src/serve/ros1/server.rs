//! The arm as a node.

use super::driver::{Driver, SharedDriver, Speech, serve};
use crate::error::Result;
use crate::live::{LiveError, LiveSettings};
use crate::ros::ros1::{Ros1Node, master_uri};
use crate::serve::{ArmPacket, ServedArm};
use roslibrust_ros1::ServiceServer;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often the end is looked for while the arm is silent.
const LOOK: Duration = Duration::from_millis(100);

/// A robot of ROS 1. It leaves the graph when this is dropped.
#[derive(Debug)]
pub struct Ros1Server {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ros1Server {
    /// Offers an arm under the names of the settings. A master must be running, since this is none: start
    /// `roscore` before ([`LiveError::NoMaster`] otherwise).
    pub fn start(arm: ServedArm, settings: &LiveSettings) -> Result<Self> {
        let is_over = Arc::new(AtomicBool::new(false));
        let robot = RobotNode::new(arm, settings)?;
        let flag = Arc::clone(&is_over);
        let spawned = std::thread::Builder::new()
            .name("ros1 robot".to_owned())
            .spawn(move || robot.live(&flag));
        let thread = spawned.map_err(|error| LiveError::Lost {
            what: "the served robot".to_owned(),
            problem: error.to_string(),
        })?;
        Ok(Self { is_over, thread: Some(thread) })
    }

    /// Whether the robot is still there.
    pub fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for Ros1Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A thread that broke has nothing more to say.
            let _ = thread.join();
        }
    }
}

/// What the thread owns.
struct RobotNode {
    driver: SharedDriver,
    speech: Speech,
    packets: Receiver<Arc<ArmPacket>>,
    /// Offered as long as they live.
    _services: [ServiceServer; 2],
    _arm: ServedArm,
    /// Last, since topics and services belong to it.
    _node: Ros1Node,
}

impl RobotNode {
    fn new(arm: ServedArm, settings: &LiveSettings) -> Result<Self> {
        let names = &settings.ros;
        let timeout = settings.timeout();
        let node = Ros1Node::connect(&master_uri(names.master_uri.as_deref()), "robot", timeout)?;
        let driver = Arc::new(Mutex::new(Driver::new(&arm, settings)));
        Ok(Self {
            _services: serve(&node, names, &driver)?,
            speech: Speech::new(&node, names, &arm, &settings.joint_names)?,
            packets: arm.listen(),
            driver,
            _arm: arm,
            _node: node,
        })
    }

    fn live(mut self, is_over: &AtomicBool) {
        while !is_over.load(Ordering::Relaxed) {
            match self.packets.recv_timeout(LOOK) {
                Ok(packet) => self.speech.say(&packet, &self.driver),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}
