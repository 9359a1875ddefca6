//! Robot connection over ROS.

use super::controller_thread::{ControllerHandle, ControllerRequest, check_speed};
use super::goal::goal_of;
use super::{ControllerStatus, JointStateReceiver, RosGraph};
use crate::connection::{
    CommandKind, ConnectionInfo, RobotConnection, RobotFeedback, answer_from_queue,
};
use crate::connection::{
    ConnectionError, ConnectionSettings, ConnectionWarning, PacketQueue, check_robot_identity,
};
use crate::error::Result;
use std::time::{Duration, Instant};
use taufit::command::Command;
use taufit::experiment::{Phase, PhaseMotion};
use taufit::model::Robot;

/// Duration of joint states from which their rate is estimated \[s\].
const RATE_SPAN_S: f64 = 0.5;

/// Longest wait for a packet: the clock is checked at least so often.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// Robot with a trajectory controller and a velocity controller.
///
/// Position phases are one goal of the trajectory controller, velocity phases one message per period. Joint
/// states are sorted by name; velocities are in the order of `joint_names`, which must be that of the
/// velocity controller, since its messages have no names.
#[derive(Debug)]
pub(crate) struct RosConnection {
    info: ConnectionInfo,
    /// The robot's names.
    names: Vec<String>,
    queue: PacketQueue,
    controllers: ControllerHandle,
    period: Duration,
    timeout: Duration,
    /// Last positions.
    q: Vec<f64>,
    pub(super) warnings: Vec<ConnectionWarning>,
    has_begun: bool,
    /// After a stop: earlier errors are known.
    is_stopped: bool,
    /// Time since which the end of a goal is awaited.
    waiting_since: Option<Instant>,
}

impl RosConnection {
    /// Waits for joint states, lists the controllers, and refuses a robot that cannot be used or is not that
    /// of the model. Nothing moves, no controller is switched.
    pub(crate) fn connect(
        mut graph: Box<dyn RosGraph>,
        receiver: JointStateReceiver,
        settings: &ConnectionSettings,
        robot: &Robot,
    ) -> Result<Self> {
        let timeout = settings.timeout();
        let packets = receiver.first_packets(RATE_SPAN_S, timeout)?;
        let controllers = graph.controllers()?;
        let commands =
            if settings.only_listens { Vec::new() } else { commands(&controllers, settings)? };
        check_speed(graph.speed_scaling())?;
        let warning = match graph.description() {
            Ok(Some(urdf)) => check_robot_identity(&urdf, robot, &settings.joint_names)?,
            Ok(None) => None,
            Err(problem) => Some(ConnectionWarning::NotCompared { problem }),
        };
        let joints = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
        let rate_hz = rate_hz(&packets).unwrap_or(settings.rate_hz);
        let q = packets.into_iter().next_back().map(|packet| packet.q).unwrap_or_default();
        let effort_kind = settings.effort;
        Ok(Self {
            info: ConnectionInfo { joints, rate_hz, effort_kind, commands, wrench_frame: None },
            names: settings.joint_names.clone(),
            queue: receiver.queue,
            controllers: ControllerHandle::start(graph, settings, controllers)?,
            period: Duration::try_from_secs_f64(1.0 / rate_hz).unwrap_or(MAX_WAIT).min(MAX_WAIT),
            timeout,
            q,
            warnings: warning.into_iter().chain(settings.torque_warning(robot)).collect(),
            has_begun: false,
            is_stopped: false,
            waiting_since: None,
        })
    }
}

impl RobotConnection for RosConnection {
    answer_from_queue!();

    fn warnings(&self) -> Vec<ConnectionWarning> {
        self.warnings.clone()
    }

    fn begin(&mut self, phase: &Phase) -> Result<()> {
        if !std::mem::replace(&mut self.has_begun, true) {
            // Packets from before the run belong to no phase.
            while let Some(packet) = self.queue.next(Duration::ZERO)? {
                self.q = packet.q;
            }
        }
        self.waiting_since = None;
        let goal =
            goal_of(&phase.motion, &self.names, &self.q).map(ControllerRequest::FollowTrajectory);
        self.controllers.request(match (goal, &phase.motion) {
            (Some(goal), _) => goal,
            (None, PhaseMotion::Travel(_)) => ControllerRequest::VelocityControl,
            (None, _) => ControllerRequest::Hold,
        });
        Ok(())
    }

    fn is_ready(&mut self) -> Result<bool> {
        self.controllers.check()?;
        Ok(self.controllers.is_ready())
    }

    fn is_over(&mut self) -> Result<bool> {
        self.controllers.check()?;
        if self.controllers.is_done() {
            return Ok(true);
        }
        let waited = self.waiting_since.get_or_insert_with(Instant::now).elapsed();
        if waited > self.timeout {
            return Err(ConnectionError::NotFinished { waited_s: waited.as_secs_f64() }.into());
        }
        Ok(false)
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        match command {
            Command::Velocity(qd) => self.controllers.send_velocity(qd),
            // With a goal, or while holding, a velocity controller needs zero velocities again and again:
            // its commands time out.
            _ => self.controllers.send_velocity(&vec![0.0; self.names.len()]),
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Option<RobotFeedback>> {
        if !self.is_stopped {
            self.controllers.check()?;
        }
        let packet = self.queue.next(self.period)?;
        if let Some(packet) = &packet {
            self.q.clone_from(&packet.q);
        }
        Ok(packet)
    }

    fn stop(&mut self) -> Result<()> {
        self.is_stopped = true;
        self.controllers.request(ControllerRequest::Stop);
        Ok(())
    }
}

/// Commands that these controllers accept.
fn commands(
    controllers: &[ControllerStatus],
    settings: &ConnectionSettings,
) -> Result<Vec<CommandKind>, ConnectionError> {
    let wanted = [
        (CommandKind::Position, &settings.ros.position_controller),
        (CommandKind::Velocity, &settings.ros.velocity_controller),
    ];
    let is_loaded = |name: &str| controllers.iter().any(|controller| controller.name == name);
    let found: Vec<CommandKind> =
        wanted.iter().filter(|(_, name)| is_loaded(name)).map(|(kind, _)| *kind).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let names = controllers.iter().map(|controller| controller.name.as_str());
    Err(ConnectionError::NoController {
        wanted: wanted.map(|(_, name)| name.as_str()).join(" and "),
        found: names.collect::<Vec<_>>().join(", "),
    })
}

/// Largest RMS deviation of stamp steps from multiples of a period, as a share of it.
const GRID_TOLERANCE: f64 = 0.05;

/// Shortest period of a driver \[s\].
const MIN_PERIOD_S: f64 = 0.5e-3;

/// Rate of a driver \[Hz\]: steps between stamps are multiples of its period, however many packets are lost.
/// With too much jitter, the median step.
fn rate_hz(packets: &[RobotFeedback]) -> Option<f64> {
    let mut steps_s: Vec<f64> = packets.windows(2).map(|w| w[1].t_s - w[0].t_s).collect();
    steps_s.retain(|step_s| *step_s > 0.0);
    steps_s.sort_by(f64::total_cmp);
    // One of the steps themselves: a mean of two need not be a multiple.
    let usual_s = *steps_s.get(steps_s.len().checked_sub(1)? / 2)?;
    let is_grid = |period_s: f64| {
        let off = |step_s: &f64| (step_s / period_s - (step_s / period_s).round()).powi(2);
        let mean = steps_s.iter().map(off).sum::<f64>() / steps_s.len() as f64;
        mean.sqrt() < GRID_TOLERANCE
    };
    let periods = (1..).map(|k| usual_s / f64::from(k));
    let mut longer = periods.take_while(|period_s| *period_s > MIN_PERIOD_S);
    Some(1.0 / longer.find(|period_s| is_grid(*period_s)).unwrap_or(usual_s))
}

#[cfg(test)]
mod tests {
    use super::super::ListenOnlyGraph;
    use super::super::fake_graph::{CallLog, FakeDriver, FakeGraph};
    use super::*;
    use taufit::experiment::{ConnectionOptions, Experiment, FreeLog, Plan, Sweep, SweepJoint};
    use taufit::model::catalog;

    fn robot() -> Robot {
        catalog::robot("planar2r").unwrap()
    }

    fn settings() -> ConnectionSettings {
        let options = ConnectionOptions {
            effort: Some(taufit::recording::EffortKind::Torque),
            ..ConnectionOptions::default()
        };
        ConnectionSettings::new(&options, Some("ros2"), &robot(), 100.0).unwrap()
    }

    fn connect(graph: FakeGraph) -> (FakeDriver, Result<RosConnection>) {
        let (driver, receiver) = FakeDriver::start();
        (driver, RosConnection::connect(Box::new(graph), receiver, &settings(), &robot()))
    }

    /// To a start 0.05 rad away, then forward and back under velocity control.
    fn plan() -> Plan {
        let joints = vec![SweepJoint {
            name: "joint1".to_owned(),
            start: vec![0.15, 0.2],
            distance_rad: 0.3,
            velocities_rad_s: vec![0.5],
        }];
        let sweep = Some(Sweep { iterations: 1, both_directions: false, joints });
        let experiment = Experiment { sweep, ..Experiment::new("planar2r") };
        Plan::new(&experiment, &robot(), None, &[0.1, 0.2]).unwrap()
    }

    /// Executes a plan as a run does, without a guard.
    fn drive(connection: &mut RosConnection, plan: &Plan) -> Result<()> {
        for phase in &plan.phases {
            connection.begin(phase)?;
            while !connection.is_ready()? {
                connection.receive()?;
            }
            let begin_s = connection.now_s();
            while connection.now_s() - begin_s < phase.duration_s {
                if let Some(command) = phase.motion.command(connection.now_s() - begin_s) {
                    connection.send(&command)?;
                }
                connection.receive()?;
            }
            while !connection.is_over()? {
                connection.receive()?;
            }
        }
        Ok(())
    }

    fn calls_of(calls: &CallLog) -> Vec<String> {
        calls.lock().unwrap().clone()
    }

    #[test]
    fn the_rate_is_found_however_many_packets_are_lost() {
        let found = |stamps: &[f64]| {
            let packet = |t_s: &f64| RobotFeedback {
                t_s: *t_s,
                q: vec![],
                q_link: None,
                qd: vec![],
                effort: vec![],
                wrench: None,
            };
            rate_hz(&stamps.iter().map(packet).collect::<Vec<_>>()).unwrap()
        };
        let period_s = 0.008;
        let few = [0.0, 8.0, 21.0, 29.0, 42.0, 50.0, 63.0].map(|k| k * period_s);
        assert!((found(&few) - 125.0).abs() < 0.1, "{}", found(&few));
        let all: Vec<f64> = (0..60).map(|k| f64::from(k) * period_s).collect();
        assert!((found(&all) - 125.0).abs() < 0.1, "{}", found(&all));
        // Stamps with jitter.
        let jitter = |k: u32| period_s * (f64::from(k) + 0.35 * f64::from(k * 7919).sin());
        let unsteady: Vec<f64> = (0..60).map(jitter).collect();
        assert!((found(&unsteady) / 125.0 - 1.0).abs() < 0.2, "{}", found(&unsteady));
    }

    #[test]
    fn positions_are_goals_and_velocities_are_messages() {
        let graph = FakeGraph::default();
        let calls = CallLog::clone(&graph.calls);
        let (_driver, connection) = connect(graph);
        let mut connection = connection.unwrap();
        assert!((connection.info().rate_hz - 100.0).abs() < 1e-6, "{}", connection.info().rate_hz);
        drive(&mut connection, &plan()).unwrap();
        connection.stop().unwrap();
        drop(connection);
        let (trajectory, velocity) = (
            "start [\"joint_trajectory_controller\"] stop [\"forward_velocity_controller\"]",
            "start [\"forward_velocity_controller\"] stop [\"joint_trajectory_controller\"]",
        );
        let goal = "goal from [0.100, 0.200]";
        let expected = [goal, velocity, "velocity", "zero", trajectory, goal];
        let mut found = calls_of(&calls);
        // Zero is also the beginning of a ramp.
        if let Some(k) = found.windows(2).position(|pair| pair == ["zero", "velocity"]) {
            found.remove(k);
        }
        assert_eq!(found[..expected.len()], expected, "{found:?}");
    }

    #[test]
    fn a_link_that_is_dropped_stops_and_gives_the_controllers_back() {
        let graph = FakeGraph::default();
        let calls = CallLog::clone(&graph.calls);
        let (_driver, connection) = connect(graph);
        let mut connection = connection.unwrap();
        let plan = plan();
        let travel = plan.phases.iter().find(|phase| phase.joint.is_some()).unwrap();
        connection.begin(travel).unwrap();
        while !connection.is_ready().unwrap() {
            connection.receive().unwrap();
        }
        connection.send(&Command::Velocity(vec![0.3, 0.0])).unwrap();
        drop(connection);
        let found = calls_of(&calls);
        let restored =
            "start [\"joint_trajectory_controller\"] stop [\"forward_velocity_controller\"]";
        assert_eq!(found[found.len() - 3..], ["velocity", "zero", restored], "{found:?}");
    }

    #[test]
    fn a_link_that_only_listens_asks_nobody_for_anything() {
        let (_driver, receiver) = FakeDriver::start();
        let settings = ConnectionSettings { only_listens: true, ..settings() };
        let mut connection =
            RosConnection::connect(Box::new(ListenOnlyGraph(())), receiver, &settings, &robot())
                .unwrap();
        assert!(connection.info().commands.is_empty());
        let log = Some(FreeLog { duration_s: 0.1 });
        let experiment = Experiment { log, ..Experiment::new("planar2r") };
        let plan = Plan::new(&experiment, &robot(), None, &[0.1, 0.2]).unwrap();
        connection.begin(&plan.phases[0]).unwrap();
        while !connection.is_ready().unwrap() {
            connection.receive().unwrap();
        }
        let received = (0..100).find_map(|_| connection.receive().unwrap());
        assert_eq!(received.unwrap().q, [0.1, 0.2]);
        connection.stop().unwrap();
        assert!(connection.is_over().is_ok() && connection.receive().is_ok());
    }

    #[test]
    fn what_the_robot_refuses_is_said() {
        let slow = FakeGraph { speed: Some(0.5), ..FakeGraph::default() };
        assert_eq!(connect(slow).1.unwrap_err().code(), "E239");
        let stubborn = FakeGraph { refuse_switch: true, ..FakeGraph::default() };
        let (_driver, connection) = connect(stubborn);
        assert_eq!(drive(&mut connection.unwrap(), &plan()).unwrap_err().code(), "E237");
        let blocked = FakeGraph { abort: true, ..FakeGraph::default() };
        let (_driver, connection) = connect(blocked);
        let error = drive(&mut connection.unwrap(), &plan()).unwrap_err();
        assert_eq!((error.code(), error.to_string().contains("blocked")), ("E238", true));
    }
}
