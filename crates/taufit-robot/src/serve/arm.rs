//! The simulated arm on a thread of its own, in real time.

use super::Mischief;
use crate::error::Result;
use crate::link::{Feedback, LinkInfo, RobotLink};
use crate::{Paced, SimulatedLink};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use taufit::model::Robot;
use taufit::sim::Command;

/// One packet of the arm, and what it was told.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmPacket {
    /// What its sensors say.
    pub feedback: Feedback,
    /// The command in force.
    pub command: Command,
}

type Listeners = Arc<Mutex<Vec<Sender<Arc<ArmPacket>>>>>;

/// A simulated arm that runs in real time. It stops when this is dropped.
#[derive(Debug)]
pub struct ServedArm {
    info: LinkInfo,
    robot: Robot,
    mischief: Mischief,
    commands: Sender<Command>,
    listeners: Listeners,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ServedArm {
    /// Sets the arm going.
    pub fn start(link: SimulatedLink, mischief: Mischief) -> Self {
        let (info, robot) = (link.info().clone(), link.real_robot().clone());
        let (commands, orders) = channel();
        let listeners = Listeners::default();
        let is_over = Arc::new(AtomicBool::new(false));
        let life = Life {
            link: Paced::new(link, 1.0),
            orders,
            listeners: Arc::clone(&listeners),
            is_over: Arc::clone(&is_over),
        };
        // Without a thread there is no arm: whoever listens is told by the closed channel.
        let thread = std::thread::Builder::new().name("arm".to_owned()).spawn(move || life.live());
        Self { info, robot, mischief, commands, listeners, is_over, thread: thread.ok() }
    }

    /// What the robot is like.
    pub fn info(&self) -> &LinkInfo {
        &self.info
    }

    /// The arm as it truly is.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// What its driver does wrong.
    pub fn mischief(&self) -> &Mischief {
        &self.mischief
    }

    /// A handle to command the arm from another thread.
    pub fn commands(&self) -> Sender<Command> {
        self.commands.clone()
    }

    /// Every packet from now on.
    pub fn listen(&self) -> Receiver<Arc<ArmPacket>> {
        let (sender, receiver) = channel();
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        receiver
    }
}

impl Drop for ServedArm {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A thread that broke has nothing more to say.
            let _ = thread.join();
        }
    }
}

/// What the thread owns.
struct Life {
    link: Paced<SimulatedLink>,
    orders: Receiver<Command>,
    listeners: Listeners,
    is_over: Arc<AtomicBool>,
}

impl Life {
    fn live(mut self) {
        let mut command = Command::Hold;
        while !self.is_over.load(Ordering::Relaxed) {
            if self.step(&mut command).is_err() {
                return;
            }
        }
    }

    fn step(&mut self, command: &mut Command) -> Result<()> {
        while let Ok(order) = self.orders.try_recv() {
            self.link.send(&order)?;
            *command = order;
        }
        let Some(feedback) = self.link.receive()? else { return Ok(()) };
        let packet = Arc::new(ArmPacket { feedback, command: command.clone() });
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.send(Arc::clone(&packet)).is_ok());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use taufit::experiment::SimulationSettings;
    use taufit::model::catalog;

    #[test]
    fn an_arm_lives_in_real_time_and_listens() {
        let robot = catalog::robot("planar2r").unwrap();
        let settings = SimulationSettings::default();
        let link = SimulatedLink::new(&robot, &settings, &[0.3, -0.2], 100.0).unwrap();
        let arm = ServedArm::start(link, Mischief::default());
        let packets = arm.listen();
        let wait = Duration::from_secs(5);
        let before = packets.recv_timeout(wait).unwrap().feedback.q[0];
        arm.commands().send(Command::Velocity(vec![0.5, 0.0])).unwrap();
        let after: Vec<_> = (0..50).map(|_| packets.recv_timeout(wait).unwrap()).collect();
        let last = &after[49];
        assert!(last.feedback.q[0] > before + 0.1, "{} {before}", last.feedback.q[0]);
        assert_eq!(last.command, Command::Velocity(vec![0.5, 0.0]));
        let steps = after.windows(2).map(|w| w[1].feedback.t_s - w[0].feedback.t_s);
        assert!(steps.into_iter().all(|step_s| (step_s - 0.01).abs() < 1e-9));
    }
}
