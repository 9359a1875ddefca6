//! Thread of a served ROS driver.

use super::ArmPacket;
use crate::connection::ConnectionError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Longest time between two checks of the stop flag.
const POLL_PERIOD: Duration = Duration::from_millis(100);

/// Served robot in a graph. It leaves the graph when dropped.
#[derive(Debug)]
pub(crate) struct RobotThread {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl RobotThread {
    /// Calls `step` with every packet of the arm; `step` owns the state of the robot.
    pub(crate) fn start(
        name: &str,
        packets: Receiver<Arc<ArmPacket>>,
        mut step: impl FnMut(&ArmPacket) + Send + 'static,
    ) -> Result<Self, ConnectionError> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let run = move || {
            // Packets from before the robot joined the graph are old.
            packets.try_iter().for_each(drop);
            while !flag.load(Ordering::Relaxed) {
                match packets.recv_timeout(POLL_PERIOD) {
                    Ok(packet) => step(&packet),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        };
        let spawned = std::thread::Builder::new().name(name.to_owned()).spawn(run);
        let thread = spawned.map_err(|error| ConnectionError::Lost {
            what: "the served robot".to_owned(),
            problem: error.to_string(),
        })?;
        Ok(Self { stop, thread: Some(thread) })
    }

    /// Whether the thread runs.
    pub(crate) fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for RobotThread {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported already.
            let _ = thread.join();
        }
    }
}
