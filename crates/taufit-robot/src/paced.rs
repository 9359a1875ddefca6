//! A simulated clock, held back to that of the wall.

use crate::error::Result;
use crate::link::{Aside, Feedback, LinkInfo, RobotLink};
use crate::live::{LiveDoubt, LiveError};
use std::time::{Duration, Instant};
use taufit::experiment::Phase;
use taufit::sim::Command;

/// Longest time to be made up for. A computer that was busy for longer has lost that time: a
/// robot that hurries afterwards would not hear what it is told meanwhile.
const LATEST: Duration = Duration::from_millis(50);

/// A robot whose clock runs at a given multiple of real time: for people who want to watch.
#[derive(Debug)]
pub struct Paced<L> {
    link: L,
    speed: f64,
    began: Instant,
    began_s: f64,
}

impl<L: RobotLink> Paced<L> {
    /// `speed` is 1 for real time, 2 for twice as fast.
    pub fn new(link: L, speed: f64) -> Self {
        let began_s = link.now_s();
        Self { link, speed, began: Instant::now(), began_s }
    }
}

impl<L: RobotLink> RobotLink for Paced<L> {
    fn info(&self) -> &LinkInfo {
        self.link.info()
    }

    fn now_s(&self) -> f64 {
        self.link.now_s()
    }

    fn local_s(&self) -> f64 {
        self.link.local_s()
    }

    fn rejected(&self) -> Option<LiveError> {
        self.link.rejected()
    }

    fn check_ready(&mut self) -> Result<()> {
        self.link.check_ready()
    }

    fn doubts(&self) -> Vec<LiveDoubt> {
        self.link.doubts()
    }

    fn has_targets(&self) -> bool {
        self.link.has_targets()
    }

    fn aside(&mut self) -> Option<Aside> {
        self.link.aside()
    }

    fn begin(&mut self, phase: &Phase) -> Result<()> {
        self.link.begin(phase)
    }

    fn is_ready(&mut self) -> Result<bool> {
        self.link.is_ready()
    }

    fn is_over(&mut self) -> Result<bool> {
        self.link.is_over()
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        self.link.send(command)
    }

    fn receive(&mut self) -> Result<Option<Feedback>> {
        let feedback = self.link.receive()?;
        let due_s = (self.link.now_s() - self.began_s) / self.speed;
        let due = Duration::try_from_secs_f64(due_s).unwrap_or_default();
        let late = self.began.elapsed().saturating_sub(due);
        if late > LATEST {
            self.began += late;
        }
        std::thread::sleep(due.saturating_sub(self.began.elapsed()));
        Ok(feedback)
    }

    fn stop(&mut self) -> Result<()> {
        self.link.stop()
    }
}
