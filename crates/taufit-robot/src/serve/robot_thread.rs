//! A served robot on a thread of its own, packet by packet.

use super::ArmPacket;
use crate::live::LiveError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often the end is looked for while the arm is silent.
const LOOK: Duration = Duration::from_millis(100);

/// A robot in a graph. It leaves the graph when this is dropped.
#[derive(Debug)]
pub(crate) struct RobotThread {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl RobotThread {
    /// Hands every packet of the arm from now on to `step`, which owns everything that the robot is.
    pub(crate) fn start(
        name: &str,
        packets: Receiver<Arc<ArmPacket>>,
        mut step: impl FnMut(&ArmPacket) + Send + 'static,
    ) -> Result<Self, LiveError> {
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let live = move || {
            // What came while the robot joined the graph is old by now.
            packets.try_iter().for_each(drop);
            while !flag.load(Ordering::Relaxed) {
                match packets.recv_timeout(LOOK) {
                    Ok(packet) => step(&packet),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        };
        let spawned = std::thread::Builder::new().name(name.to_owned()).spawn(live);
        let thread = spawned.map_err(|error| LiveError::Lost {
            what: "the served robot".to_owned(),
            problem: error.to_string(),
        })?;
        Ok(Self { is_over, thread: Some(thread) })
    }

    /// Whether the robot is still there.
    pub(crate) fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for RobotThread {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A thread that broke has nothing more to say.
            let _ = thread.join();
        }
    }
}
