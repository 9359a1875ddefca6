//! Flush of a recording to the disk, again and again while it is written.

use std::fs::File;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time between two flushes: with chunks of half a second, a loss of power costs less than one second.
const PERIOD: Duration = Duration::from_millis(200);

/// Thread that flushes a file until it is dropped. A flush takes as long as the disk does; the robot does not wait for it.
#[derive(Debug)]
pub(super) struct PeriodicSync {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl PeriodicSync {
    pub(super) fn start(file: &File) -> io::Result<Self> {
        let file = file.try_clone()?;
        let (stop, stopped) = channel();
        let flush = move || {
            while stopped.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                // An error of the disk is reported by the next write, or when the file is closed.
                let _ = file.sync_data();
            }
        };
        let thread = std::thread::Builder::new().name("log flush".to_owned()).spawn(flush)?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for PeriodicSync {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
