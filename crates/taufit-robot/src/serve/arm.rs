//! Simulated arm on a thread of its own, in real time.

use super::{DriverFaults, SharedFaults};
use crate::connection::{ConnectionInfo, RobotConnection, RobotFeedback};
use crate::error::Result;
use crate::{PacedConnection, SimulatedConnection};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use taufit::command::Command;
use taufit::model::Robot;

/// Packet of the arm, with the command in force.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmPacket {
    /// Sensor values.
    pub feedback: RobotFeedback,
    /// Command in force.
    pub command: Command,
}

type Listeners = Arc<Mutex<Vec<Sender<Arc<ArmPacket>>>>>;

/// Simulated arm in real time. It ends when dropped.
#[derive(Debug)]
pub struct ServedArm {
    info: ConnectionInfo,
    robot: Robot,
    driver_faults: SharedFaults,
    commands: Sender<Command>,
    listeners: Listeners,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ServedArm {
    /// Starts the arm.
    pub fn start(connection: SimulatedConnection, driver_faults: DriverFaults) -> Self {
        let (info, robot) = (connection.info().clone(), connection.real_robot().clone());
        let (commands, requests) = channel();
        let listeners = Listeners::default();
        let stop = Arc::new(AtomicBool::new(false));
        let arm_thread = ArmThread {
            connection: PacedConnection::new(connection, 1.0),
            requests,
            listeners: Arc::clone(&listeners),
            stop: Arc::clone(&stop),
        };
        // Without a thread the channels are closed.
        let thread =
            std::thread::Builder::new().name("arm".to_owned()).spawn(move || arm_thread.run());
        Self {
            info,
            robot,
            driver_faults: SharedFaults::new(driver_faults),
            commands,
            listeners,
            stop,
            thread: thread.ok(),
        }
    }

    /// Properties of the arm.
    pub fn info(&self) -> &ConnectionInfo {
        &self.info
    }

    /// Simulated robot, with its true parameters.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// Faults of its driver.
    pub fn driver_faults(&self) -> &SharedFaults {
        &self.driver_faults
    }

    /// Channel for commands.
    pub fn commands(&self) -> Sender<Command> {
        self.commands.clone()
    }

    /// Channel of all packets from now on.
    pub fn listen(&self) -> Receiver<Arc<ArmPacket>> {
        let (sender, receiver) = channel();
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        receiver
    }
}

impl Drop for ServedArm {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported already.
            let _ = thread.join();
        }
    }
}

/// State of the thread.
struct ArmThread {
    connection: PacedConnection<SimulatedConnection>,
    requests: Receiver<Command>,
    listeners: Listeners,
    stop: Arc<AtomicBool>,
}

impl ArmThread {
    fn run(mut self) {
        let mut command = Command::Hold;
        while !self.stop.load(Ordering::Relaxed) {
            if self.step(&mut command).is_err() {
                return;
            }
        }
    }

    fn step(&mut self, command: &mut Command) -> Result<()> {
        while let Ok(request) = self.requests.try_recv() {
            self.connection.send(&request)?;
            *command = request;
        }
        let Some(feedback) = self.connection.receive()? else { return Ok(()) };
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
        let connection = SimulatedConnection::new(&robot, &settings, &[0.3, -0.2], 100.0).unwrap();
        let arm = ServedArm::start(connection, DriverFaults::default());
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
