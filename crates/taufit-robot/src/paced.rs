//! A simulated clock, held back to that of the wall.

use crate::error::Result;
use crate::link::{Feedback, LinkInfo, RobotLink};
use std::time::{Duration, Instant};
use taufit::experiment::Phase;
use taufit::sim::Command;

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
        std::thread::sleep(due.saturating_sub(self.began.elapsed()));
        Ok(feedback)
    }

    fn stop(&mut self) -> Result<()> {
        self.link.stop()
    }
}
