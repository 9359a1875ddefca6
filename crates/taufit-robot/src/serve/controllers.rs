//! What a controller manager with two controllers does with a served arm, in ROS 1 and ROS 2 alike.

use super::course::Running;
use super::{ArmPacket, Mischief, ServedArm};
use crate::ros::Goal;
use std::sync::mpsc::Sender;
use taufit::sim::Command;

/// Velocities that are not repeated for so long are forgotten \[s\].
const WATCHDOG_S: f64 = 0.2;

/// The two controllers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ControllerKind {
    /// Follows trajectories.
    Position,
    /// Takes velocities.
    Velocity,
}

/// How a goal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoalEnd {
    /// Reached.
    Done,
    /// Given up, and why.
    Aborted(String),
    /// Cancelled by whoever asked for it.
    Cancelled,
}

/// A controller manager with a trajectory controller and a velocity controller.
#[derive(Debug)]
pub(crate) struct Controllers {
    names: [String; 2],
    joints: Vec<String>,
    active: Option<ControllerKind>,
    arm: Sender<Command>,
    mischief: Mischief,
    goal: Option<Running>,
    /// How a goal ended that was not heard of yet.
    ended: Option<GoalEnd>,
    /// The last velocities, and when they came \[s\].
    velocity: Option<(Vec<f64>, f64)>,
    /// The robot's clock \[s\].
    now_s: f64,
}

impl Controllers {
    /// With controllers of these names, the trajectory controller running; `joints` are the driver's
    /// names.
    pub(crate) fn new(arm: &ServedArm, names: [String; 2], joints: Vec<String>) -> Self {
        Self {
            names,
            joints,
            active: Some(ControllerKind::Position),
            arm: arm.commands(),
            mischief: arm.mischief().clone(),
            goal: None,
            ended: None,
            velocity: None,
            now_s: 0.0,
        }
    }

    /// Names, and whether they run.
    pub(crate) fn list(&self) -> [(&str, ControllerKind, bool); 2] {
        let [position, velocity] = &self.names;
        [(position.as_str(), ControllerKind::Position), (velocity, ControllerKind::Velocity)]
            .map(|(name, kind)| (name, kind, self.active == Some(kind)))
    }

    /// Starts and stops controllers, all or nothing.
    pub(crate) fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), String> {
        if self.mischief.refuse_switch {
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
        self.tell(Command::Hold);
        Ok(())
    }

    fn kind_of(&self, name: &str) -> Result<ControllerKind, String> {
        let found = self.list().into_iter().find(|(known, ..)| *known == name);
        found.map(|(_, kind, _)| kind).ok_or_else(|| format!("there is no controller {name}"))
    }

    /// Takes velocities, in the order of the joints; others are ignored.
    pub(crate) fn velocity(&mut self, qd: Vec<f64>) {
        let is_usable = qd.len() == self.joints.len() && qd.iter().all(|v| v.is_finite());
        if self.active == Some(ControllerKind::Velocity) && is_usable {
            let qd: Vec<f64> = qd.iter().map(|v| v * self.speed()).collect();
            self.tell(Command::Velocity(qd.clone()));
            self.velocity = Some((qd, self.now_s));
        }
    }

    /// Takes a goal over, in place of the one before.
    pub(crate) fn accept(&mut self, goal: Goal) -> Result<(), String> {
        if self.active != Some(ControllerKind::Position) {
            return Err(format!("{} is not running", self.names[0]));
        }
        self.goal = Some(Running::new(goal, &self.joints, self.now_s)?);
        Ok(())
    }

    /// Gives the goal up, if there is one.
    pub(crate) fn cancel(&mut self) -> Option<GoalEnd> {
        self.goal.take()?;
        self.tell(Command::Hold);
        Some(GoalEnd::Cancelled)
    }

    /// One period of the robot: follows the goal, forgets old velocities. Says if a goal ended.
    pub(crate) fn step(&mut self, packet: &ArmPacket) -> Option<GoalEnd> {
        self.now_s = packet.feedback.t_s;
        self.watch_velocity();
        if let Some(end) = self.ended.take() {
            return Some(end);
        }
        let running = self.goal.as_ref()?;
        if self.mischief.abort_at_s.is_some_and(|at_s| self.now_s >= at_s) {
            self.goal = None;
            self.tell(Command::Hold);
            return Some(GoalEnd::Aborted("the path tolerance was violated".to_owned()));
        }
        let t_s = (self.now_s - running.began_s()) * self.speed();
        let (point, is_over) = running.at(t_s);
        self.tell(Command::Position(point));
        if is_over {
            self.goal = None;
            return Some(GoalEnd::Done);
        }
        None
    }

    /// Share of its speed that the robot runs at.
    pub(crate) fn speed(&self) -> f64 {
        self.mischief.speed_slider.unwrap_or(1.0)
    }

    fn watch_velocity(&mut self) {
        if let Some((_, since_s)) = &self.velocity
            && self.now_s - since_s > WATCHDOG_S
            && !self.mischief.no_timeout
        {
            self.velocity = None;
            self.tell(Command::Hold);
        }
    }

    fn tell(&self, command: Command) {
        // An arm that has ended needs no commands.
        let _ = self.arm.send(command);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SimulatedLink;
    use crate::ros::GoalPoint;
    use std::time::Duration;
    use taufit::experiment::SimulationSettings;
    use taufit::model::catalog;

    fn arm(mischief: Mischief) -> ServedArm {
        let robot = catalog::robot("planar2r").unwrap();
        let settings = SimulationSettings::default();
        let link = SimulatedLink::new(&robot, &settings, &[0.0, 0.0], 100.0).unwrap();
        ServedArm::start(link, mischief)
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
        let arm = arm(Mischief::default());
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
        let arm = arm(Mischief::default());
        let packets = arm.listen();
        let mut manager = controllers(&arm);
        let packet = || packets.recv_timeout(Duration::from_secs(5)).unwrap();
        manager.step(&packet());
        assert!(manager.accept(goal("a c", 0.3)).is_err());
        manager.accept(goal("b a", 0.3)).unwrap();
        let end = (0..100).find_map(|_| manager.step(&packet()));
        assert_eq!(end, Some(GoalEnd::Done));
        // Its end is where it was told to be, give or take what a controller leaves.
        let last = std::iter::repeat_with(packet).nth(29).unwrap();
        assert!((last.feedback.q[0] - 0.1).abs() < 0.02, "{:?}", last.feedback.q);
        assert!((last.feedback.q[1] - 0.3).abs() < 0.02, "{:?}", last.feedback.q);
    }

    #[test]
    fn a_goal_ends_with_its_controller() {
        let arm = arm(Mischief::default());
        let packets = arm.listen();
        let mut manager = controllers(&arm);
        manager.accept(goal("a b", 5.0)).unwrap();
        manager.switch(&names("vel"), &names("pos")).unwrap();
        let end = manager.step(&packets.recv_timeout(Duration::from_secs(5)).unwrap());
        assert!(matches!(end, Some(GoalEnd::Aborted(_))), "{end:?}");
    }

    #[test]
    fn velocities_that_are_not_repeated_are_forgotten() {
        let arm = arm(Mischief::default());
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
    fn mischief_is_done() {
        let arm = arm(Mischief { abort_at_s: Some(0.1), ..Mischief::default() });
        let packets = arm.listen();
        let mut manager = controllers(&arm);
        manager.accept(goal("a b", 5.0)).unwrap();
        let end = packets.iter().take(100).find_map(|packet| manager.step(&packet));
        assert!(matches!(end, Some(GoalEnd::Aborted(_))), "{end:?}");
    }
}
