//! Stop of a robot on behalf of a run that has died.

use super::controller_thread::{N_STOP_MESSAGES, STOP_MESSAGE_PERIOD};
use super::{ControllerStatus, RosGraph};
use crate::connection::{ConnectionError, ConnectionKind, ConnectionSettings};
use crate::error::Result;

/// Connection of a watchdog: it commands nothing until [`Self::stop`].
pub struct EmergencyStop {
    graph: Box<dyn RosGraph>,
    n_dof: usize,
    /// Controllers before the run.
    initial: Vec<ControllerStatus>,
}

impl EmergencyStop {
    /// Connects to the controllers of a robot, before a run begins. None for a robot whose controller stops by
    /// itself, as over RTDE.
    pub fn connect(settings: &ConnectionSettings) -> Result<Option<Self>> {
        let mut graph: Box<dyn RosGraph> = match settings.kind {
            #[cfg(feature = "ros1")]
            ConnectionKind::Ros1 => Box::new(super::ros1::Ros1Graph::join("watchdog", settings)?),
            #[cfg(feature = "ros2")]
            ConnectionKind::Ros2 => Box::new(super::ros2::Ros2Graph::join("watchdog", settings)?),
            _ => return Ok(None),
        };
        let initial = graph.controllers()?;
        Ok(Some(Self { graph, n_dof: settings.joint_names.len(), initial }))
    }

    /// Cancels all goals, commands zero velocities, and restores the controllers.
    pub fn stop(mut self) -> Result<()> {
        let cancelled = self.graph.cancel_all_goals();
        let mut published = Ok(());
        for _ in 0..N_STOP_MESSAGES {
            published = published.and(self.graph.publish_velocity(&vec![0.0; self.n_dof]));
            std::thread::sleep(STOP_MESSAGE_PERIOD);
        }
        let restored = self.restore();
        Ok(cancelled.and(published).and(restored)?)
    }

    fn restore(&mut self) -> Result<(), ConnectionError> {
        let current = self.graph.controllers()?;
        let changed = |from: &[ControllerStatus], to: &[ControllerStatus]| -> Vec<String> {
            let is_active = |name: &str| to.iter().any(|c| c.name == name && c.is_active);
            let was_active = from.iter().filter(|c| c.is_active && !is_active(&c.name));
            was_active.map(|c| c.name.clone()).collect()
        };
        let (start, stop) = (changed(&self.initial, &current), changed(&current, &self.initial));
        if start.is_empty() && stop.is_empty() {
            return Ok(());
        }
        self.graph.switch(&start, &stop)
    }
}
