//! Controller manager with two controllers, for ROS 1 and ROS 2.

use super::active_goal::ActiveGoal;
use super::{ArmPacket, ServedArm, SharedFaults};
use crate::ros::Goal;
use std::sync::mpsc::Sender;
use taufit::command::Command;

/// Time-out of velocities that are not repeated \[s\].
const VELOCITY_TIMEOUT_S: f64 = 0.2;

/// Controller of the manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ControllerKind {
    /// Trajectory controller.
    Position,
    /// Velocity controller.
    Velocity,
}

/// End of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoalEnd {
    /// Reached.
    Done,
    /// Aborted, with the reason.
    Aborted(String),
    /// Cancelled on request.
    Cancelled,
}

/// A controller manager with a trajectory controller and a velocity controller.
#[derive(Debug)]
pub(crate) struct Controllers {
    names: [String; 2],
    joints: Vec<String>,
    active: Option<ControllerKind>,
    arm: Sender<Command>,
    driver_faults: SharedFaults,
    goal: Option<ActiveGoal>,
    /// End of a goal that was not reported yet.
    ended: Option<GoalEnd>,
    /// Last velocities, and their time \[s\].
    velocity: Option<(Vec<f64>, f64)>,
    /// The robot's clock \[s\].
    now_s: f64,
}

impl Controllers {
    /// Manager with controllers of these names, the trajectory controller active; `joints` are the driver's
    /// names.
    pub(crate) fn new(arm: &ServedArm, names: [String; 2], joints: Vec<String>) -> Self {
        Self {
            names,
            joints,
            active: Some(ControllerKind::Position),
            arm: arm.commands(),
            driver_faults: arm.driver_faults().clone(),
            goal: None,
            ended: None,
            velocity: None,
            now_s: 0.0,
        }
    }

    /// Names, kinds, and whether each is active.
    pub(crate) fn list(&self) -> [(&str, ControllerKind, bool); 2] {
        let [position, velocity] = &self.names;
        [(position.as_str(), ControllerKind::Position), (velocity, ControllerKind::Velocity)]
            .map(|(name, kind)| (name, kind, self.active == Some(kind)))
    }

    /// Starts and stops controllers, all or none.
    pub(crate) fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), String> {
        if self.driver_faults.get().refuse_switch {
            return Err("switching is not possible now".to_owned());
        }
        let mut active = self.active;
        for name in stop {
            let kind = self.kind_of(name)?;
            if active != Some(kind) {
                return Err(format!("{name} is not running"));
            }
            active = None;
        }
        for name in start {
            let kind = self.kind_of(name)?;
            if active.is_some() {
                return Err(format!("another controller than {name} holds the joints"));
            }
            active = Some(kind);
        }
        self.active = active;
        self.velocity = None;
        if self.goal.take().is_some() {
            self.ended = Some(GoalEnd::Aborted("its controller was switched".to_owned()));
        }
        self.command(Command::Hold);
        Ok(())
    }

    fn kind_of(&self, name: &str) -> Result<ControllerKind, String> {
        let found = self.list().into_iter().find(|(known, ..)| *known == name);
        found.map(|(_, kind, _)| kind).ok_or_else(|| format!("there is no controller {name}"))
    }

    /// Accepts velocities in the order of the joints; malformed ones are ignored.
    pub(crate) fn velocity(&mut self, qd: Vec<f64>) {
        let is_usable = qd.len() == self.joints.len() && qd.iter().all(|v| v.is_finite());
        if self.active == Some(ControllerKind::Velocity) && is_usable {
            let qd: Vec<f64> = qd.iter().map(|v| v * self.speed()).collect();
            self.command(Command::Velocity(qd.clone()));
            self.velocity = Some((qd, self.now_s));
        }
    }

    /// Accepts a goal; it replaces the last one.
    pub(crate) fn accept(&mut self, goal: Goal) -> Result<(), String> {
        if self.active != Some(ControllerKind::Position) {
            return Err(format!("{} is not running", self.names[0]));
        }
        self.goal = Some(ActiveGoal::new(goal, &self.joints, self.now_s)?);
        Ok(())
    }

    /// Cancels the goal, if there is one.
    pub(crate) fn cancel(&mut self) -> Option<GoalEnd> {
        self.goal.take()?;
        self.command(Command::Hold);
        Some(GoalEnd::Cancelled)
    }

    /// One period: follows the goal, expires velocities. Returns the end of a goal.
    pub(crate) fn step(&mut self, packet: &ArmPacket) -> Option<GoalEnd> {
        self.now_s = packet.feedback.t_s;
        self.expire_velocity();
        if let Some(end) = self.ended.take() {
            return Some(end);
        }
        let goal = self.goal.as_ref()?;
        if self.driver_faults.get().abort_at_s.is_some_and(|at_s| self.now_s >= at_s) {
            self.goal = None;
            self.command(Command::Hold);
            return Some(GoalEnd::Aborted("the path tolerance was violated".to_owned()));
        }
        let t_s = (self.now_s - goal.began_s()) * self.speed();
        let (point, is_over) = goal.at(t_s);
        self.command(Command::Position(point));
        if is_over {
            self.goal = None;
            return Some(GoalEnd::Done);
        }
        None
    }

    /// Speed, as a share of full speed.
    pub(crate) fn speed(&self) -> f64 {
        self.driver_faults.get().speed_slider.unwrap_or(1.0)
    }

    fn expire_velocity(&mut self) {
        if let Some((_, since_s)) = &self.velocity
            && self.now_s - since_s > VELOCITY_TIMEOUT_S
            && !self.driver_faults.get().no_timeout
        {
            self.velocity = None;
            self.command(Command::Hold);
        }
    }

    fn command(&self, command: Command) {
        // An arm that has ended needs no commands.
        let _ = self.arm.send(command);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SimulatedConnection;
    use crate::ros::GoalPoint;
    use crate::serve::DriverFaults;
    use std::time::Duration;
    use taufit::experiment::SimulationSettings;
    use taufit::model::catalog;

    fn arm(driver_faults: DriverFaults) -> ServedArm {
        let robot = catalog::robot("planar2r").unwrap();
        let settings = SimulationSettings::default();
        let connection = SimulatedConnection::new(&robot, &settings, &[0.0, 0.0], 100.0).unwrap();
        ServedArm::start(connection, driver_faults)
    }

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn controllers(arm: &ServedArm) -> Controllers {
        Controllers::new(arm, ["pos", "vel"].map(str::to_owned), names("a b"))
    }

    fn goal(joints: &str, duration_s: f64) -> Goal {
        let point = |after_s, q: [f64; 2]| GoalPoint {
            after: Duration::from_secs_f64(after_s),
            q: q.to_vec(),
            qd: vec![0.0; 2],
            qdd: vec![0.0; 2],
        };
        let points = vec![point(0.0, [0.0, 0.0]), point(duration_s, [0.3, 0.1])];
        Goal { joints: names(joints), points }
    }

    #[test]
    fn a_switch_is_done_as_a_whole_or_not_at_all() {
        let arm = arm(DriverFaults::default());
        let mut manager = controllers(&arm);
        let (pos, vel) = (names("pos"), names("vel"));
        assert!(manager.switch(&vel, &[]).unwrap_err().contains("holds the joints"));
        assert!(manager.switch(&names("nobody"), &pos).unwrap_err().contains("nobody"));
        assert!(manager.list()[0].2, "what failed must not have stopped it");
        manager.switch(&vel, &pos).unwrap();
        assert_eq!(manager.list().map(|(.., is_active)| is_active), [false, true]);
        assert!(manager.accept(goal("a b", 1.0)).unwrap_err().contains("pos is not running"));
    }

    #[test]
    fn a_goal_is_followed_by_name_to_its_end() {
        let arm = arm(DriverFaults::default());
        let packets = arm.listen();
        let mut manager = controllers(&arm);
        let packet = || packets.recv_timeout(Duration::from_secs(5)).unwrap();
        manager.step(&packet());
        assert!(manager.accept(goal("a c", 0.3)).is_err());
        manager.accept(goal("b a", 0.3)).unwrap();
        let end = (0..100).find_map(|_| manager.step(&packet()));
        assert_eq!(end, Some(GoalEnd::Done));
        // The end of the goal, within the accuracy of the controller.
        let last = std::iter::repeat_with(packet).nth(29).unwrap();
        assert!((last.feedback.q[0] - 0.1).abs() < 0.02, "{:?}", last.feedback.q);
        assert!((last.feedback.q[1] - 0.3).abs() < 0.02, "{:?}", last.feedback.q);
    }

    #[test]
    fn a_goal_ends_with_its_controller() {
        let arm = arm(DriverFaults::default());
        let packets = arm.listen();
        let mut manager = controllers(&arm);
        manager.accept(goal("a b", 5.0)).unwrap();
        manager.switch(&names("vel"), &names("pos")).unwrap();
        let end = manager.step(&packets.recv_timeout(Duration::from_secs(5)).unwrap());
        assert!(matches!(end, Some(GoalEnd::Aborted(_))), "{end:?}");
    }

    #[test]
    fn velocities_that_are_not_repeated_time_out() {
        let arm = arm(DriverFaults::default());
        let packets = arm.listen();
        let mut manager = controllers(&arm);
        let packet = || packets.recv_timeout(Duration::from_secs(5)).unwrap();
        manager.switch(&names("vel"), &names("pos")).unwrap();
        manager.velocity(vec![0.5, 0.0]);
        let speeds: Vec<f64> = (0..60)
            .map(|_| {
                let packet = packet();
                manager.step(&packet);
                packet.feedback.qd[0]
            })
            .collect();
        assert!(speeds.iter().any(|v| *v > 0.3), "{speeds:?}");
        assert!(speeds[59].abs() < 0.05, "{speeds:?}");
    }

    #[test]
    fn a_goal_is_aborted_by_a_fault() {
        let arm = arm(DriverFaults { abort_at_s: Some(0.1), ..DriverFaults::default() });
        let packets = arm.listen();
        let mut manager = controllers(&arm);
        manager.accept(goal("a b", 5.0)).unwrap();
        let end = packets.iter().take(100).find_map(|packet| manager.step(&packet));
        assert!(matches!(end, Some(GoalEnd::Aborted(_))), "{end:?}");
    }
}
