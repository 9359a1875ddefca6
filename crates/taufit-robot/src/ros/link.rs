//! A robot behind ROS, as a run sees it.

use super::goal::goal_of;
use super::work::check_speed;
use super::worker::{Order, Worker};
use super::{Controller, RosGraph, StatesSource};
use crate::error::Result;
use crate::link::{CommandKind, Feedback, LinkInfo, RobotLink};
use crate::live::{Feed, LiveDoubt, LiveError, LiveSettings, check_same_arm};
use std::time::{Duration, Instant};
use taufit::experiment::{Motion, Phase};
use taufit::model::Robot;
use taufit::sim::Command;

/// Span of joint states by which their rate is measured \[s\].
const RATE_SPAN_S: f64 = 0.5;

/// Longest wait for a packet: stamps that are far apart must not keep a run from looking at the clock.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// A robot with a trajectory controller and a velocity controller.
///
/// Phases of positions are handed to the trajectory controller as one goal, phases of velocities become
/// one message per period. Joint states are sorted by name; velocities go out in the order of
/// `joint_names`, which must be that of the velocity controller's own list, since its messages have no
/// names.
#[derive(Debug)]
pub(crate) struct RosLink {
    info: LinkInfo,
    /// The robot's names.
    names: Vec<String>,
    feed: Feed,
    worker: Worker,
    period: Duration,
    timeout: Duration,
    /// Where the robot was last.
    q: Vec<f64>,
    doubts: Vec<LiveDoubt>,
    has_begun: bool,
    /// Told to stop: what went wrong before is known.
    is_stopped: bool,
    /// Since when the end of a goal is waited for.
    waiting_since: Option<Instant>,
}

impl RosLink {
    /// Waits for joint states, looks at the controllers, and refuses what no run can be made with: also
    /// another robot than that of the model. Nothing moves, no controller is switched.
    pub(crate) fn connect(
        mut graph: Box<dyn RosGraph>,
        source: StatesSource,
        settings: &LiveSettings,
        robot: &Robot,
    ) -> Result<Self> {
        let timeout = settings.timeout();
        let packets = source.first(RATE_SPAN_S, timeout)?;
        let controllers = graph.controllers()?;
        let commands =
            if settings.only_listens { Vec::new() } else { commands(&controllers, settings)? };
        check_speed(graph.speed_scaling())?;
        let doubt = match graph.description() {
            Ok(Some(urdf)) => check_same_arm(&urdf, robot, &settings.joint_names)?,
            Ok(None) => None,
            Err(problem) => Some(LiveDoubt::NotCompared { problem }),
        };
        let joints = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
        let rate_hz = rate_hz(&packets).unwrap_or(settings.rate_hz);
        let q = packets.into_iter().next_back().map(|packet| packet.q).unwrap_or_default();
        let effort_kind = settings.effort;
        Ok(Self {
            info: LinkInfo { joints, rate_hz, effort_kind, commands, wrench_frame: None },
            names: settings.joint_names.clone(),
            feed: source.feed,
            worker: Worker::start(graph, settings, controllers)?,
            period: Duration::try_from_secs_f64(1.0 / rate_hz)
                .unwrap_or(LONGEST_WAIT)
                .min(LONGEST_WAIT),
            timeout,
            q,
            doubts: doubt.into_iter().chain(settings.torque_doubt(robot)).collect(),
            has_begun: false,
            is_stopped: false,
            waiting_since: None,
        })
    }
}

impl RobotLink for RosLink {
    fn info(&self) -> &LinkInfo {
        &self.info
    }

    fn now_s(&self) -> f64 {
        self.feed.now_s()
    }

    fn local_s(&self) -> f64 {
        self.feed.local_s()
    }

    fn rejected(&self) -> Option<LiveError> {
        self.feed.rejected()
    }

    fn doubts(&self) -> Vec<LiveDoubt> {
        self.doubts.clone()
    }

    fn begin(&mut self, phase: &Phase) -> Result<()> {
        if !std::mem::replace(&mut self.has_begun, true) {
            // What was said while nobody asked, before the run, belongs to no phase.
            while let Some(packet) = self.feed.next(Duration::ZERO)? {
                self.q = packet.q;
            }
        }
        self.waiting_since = None;
        let goal = goal_of(&phase.motion, &self.names, &self.q).map(Order::Follow);
        self.worker.order(match (goal, &phase.motion) {
            (Some(goal), _) => goal,
            (None, Motion::Travel(_)) => Order::Steer,
            (None, _) => Order::Stay,
        });
        Ok(())
    }

    fn is_ready(&mut self) -> Result<bool> {
        self.worker.check()?;
        Ok(self.worker.is_ready())
    }

    fn is_over(&mut self) -> Result<bool> {
        self.worker.check()?;
        if self.worker.is_over() {
            return Ok(true);
        }
        let waited = self.waiting_since.get_or_insert_with(Instant::now).elapsed();
        if waited > self.timeout {
            return Err(LiveError::NotFinished { waited_s: waited.as_secs_f64() }.into());
        }
        Ok(false)
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        match command {
            Command::Velocity(qd) => self.worker.steer(qd),
            // A goal is under way, or the robot stays: then a velocity controller is told so again and
            // again, or it stops listening.
            _ => self.worker.steer(&vec![0.0; self.names.len()]),
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Option<Feedback>> {
        if !self.is_stopped {
            self.worker.check()?;
        }
        let packet = self.feed.next(self.period)?;
        if let Some(packet) = &packet {
            self.q.clone_from(&packet.q);
        }
        Ok(packet)
    }

    fn stop(&mut self) -> Result<()> {
        self.is_stopped = true;
        self.worker.order(Order::Stop);
        Ok(())
    }
}

/// What a robot with these controllers can be told.
fn commands(
    controllers: &[Controller],
    settings: &LiveSettings,
) -> Result<Vec<CommandKind>, LiveError> {
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
    Err(LiveError::NoController {
        wanted: wanted.map(|(_, name)| name.as_str()).join(" and "),
        found: names.collect::<Vec<_>>().join(", "),
    })
}

/// Largest distance of steps between stamps from multiples of a period, as a share of it.
const OFF_GRID: f64 = 0.05;

/// Shortest period of a driver \[s\].
const SHORTEST_PERIOD_S: f64 = 0.5e-3;

/// The rate at which a driver sends \[Hz\]: steps between stamps are multiples of its period, however many
/// packets are lost. Where stamps jitter too much for that, the usual step counts.
fn rate_hz(packets: &[Feedback]) -> Option<f64> {
    let mut steps_s: Vec<f64> = packets.windows(2).map(|w| w[1].t_s - w[0].t_s).collect();
    steps_s.retain(|step_s| *step_s > 0.0);
    steps_s.sort_by(f64::total_cmp);
    // One of the steps themselves: a mean of two need not be a multiple.
    let usual_s = *steps_s.get(steps_s.len().checked_sub(1)? / 2)?;
    let is_grid = |period_s: f64| {
        let off = |step_s: &f64| (step_s / period_s - (step_s / period_s).round()).powi(2);
        let mean = steps_s.iter().map(off).sum::<f64>() / steps_s.len() as f64;
        mean.sqrt() < OFF_GRID
    };
    let periods = (1..).map(|k| usual_s / f64::from(k));
    let mut longer = periods.take_while(|period_s| *period_s > SHORTEST_PERIOD_S);
    Some(1.0 / longer.find(|period_s| is_grid(*period_s)).unwrap_or(usual_s))
}

#[cfg(test)]
mod tests {
    use super::super::bystander::Bystander;
    use super::super::fake::{Diary, FakeDriver, FakeGraph};
    use super::*;
    use taufit::experiment::{Experiment, FreeLog, LinkSettings, Plan, Sweep, SweepJoint};
    use taufit::model::catalog;

    fn robot() -> Robot {
        catalog::robot("planar2r").unwrap()
    }

    fn settings() -> LiveSettings {
        let said = LinkSettings {
            effort: Some(taufit::recording::EffortKind::Torque),
            ..LinkSettings::default()
        };
        LiveSettings::new(&said, Some("ros2"), &robot(), 100.0).unwrap()
    }

    fn connect(graph: FakeGraph) -> (FakeDriver, Result<RosLink>) {
        let (driver, source) = FakeDriver::start();
        (driver, RosLink::connect(Box::new(graph), source, &settings(), &robot()))
    }

    /// To a start 0.05 rad away, then there and back under velocity control.
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

    /// Goes through a plan as a run does, without a guard.
    fn drive(link: &mut RosLink, plan: &Plan) -> Result<()> {
        for phase in &plan.phases {
            link.begin(phase)?;
            while !link.is_ready()? {
                link.receive()?;
            }
            let begin_s = link.now_s();
            while link.now_s() - begin_s < phase.duration_s {
                if let Some(command) = phase.motion.command(link.now_s() - begin_s) {
                    link.send(&command)?;
                }
                link.receive()?;
            }
            while !link.is_over()? {
                link.receive()?;
            }
        }
        Ok(())
    }

    fn diary_of(diary: &Diary) -> Vec<String> {
        diary.lock().unwrap().clone()
    }

    #[test]
    fn the_rate_is_found_however_many_packets_are_lost() {
        let found = |stamps: &[f64]| {
            let packet = |t_s: &f64| Feedback {
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
        // Stamps of a driver that sends when it finds the time.
        let jitter = |k: u32| period_s * (f64::from(k) + 0.35 * f64::from(k * 7919).sin());
        let unsteady: Vec<f64> = (0..60).map(jitter).collect();
        assert!((found(&unsteady) / 125.0 - 1.0).abs() < 0.2, "{}", found(&unsteady));
    }

    #[test]
    fn positions_are_goals_and_velocities_are_messages() {
        let graph = FakeGraph::default();
        let diary = Diary::clone(&graph.diary);
        let (_driver, link) = connect(graph);
        let mut link = link.unwrap();
        assert!((link.info().rate_hz - 100.0).abs() < 1e-6, "{}", link.info().rate_hz);
        drive(&mut link, &plan()).unwrap();
        link.stop().unwrap();
        drop(link);
        let (trajectory, velocity) = (
            "start [\"joint_trajectory_controller\"] stop [\"forward_velocity_controller\"]",
            "start [\"forward_velocity_controller\"] stop [\"joint_trajectory_controller\"]",
        );
        let goal = "goal from [0.100, 0.200]";
        let expected = [goal, velocity, "velocity", "zero", trajectory, goal];
        let mut found = diary_of(&diary);
        // Zero is also the foot of a ramp, where a clock may have been read in that very moment.
        if let Some(k) = found.windows(2).position(|pair| pair == ["zero", "velocity"]) {
            found.remove(k);
        }
        assert_eq!(found[..expected.len()], expected, "{found:?}");
    }

    #[test]
    fn a_link_that_is_dropped_stops_and_gives_the_controllers_back() {
        let graph = FakeGraph::default();
        let diary = Diary::clone(&graph.diary);
        let (_driver, link) = connect(graph);
        let mut link = link.unwrap();
        let plan = plan();
        let travel = plan.phases.iter().find(|phase| phase.joint.is_some()).unwrap();
        link.begin(travel).unwrap();
        while !link.is_ready().unwrap() {
            link.receive().unwrap();
        }
        link.send(&Command::Velocity(vec![0.3, 0.0])).unwrap();
        drop(link);
        let found = diary_of(&diary);
        let restored =
            "start [\"joint_trajectory_controller\"] stop [\"forward_velocity_controller\"]";
        assert_eq!(found[found.len() - 3..], ["velocity", "zero", restored], "{found:?}");
    }

    #[test]
    fn a_link_that_only_listens_asks_nobody_for_anything() {
        let (_driver, source) = FakeDriver::start();
        let settings = LiveSettings { only_listens: true, ..settings() };
        let mut link =
            RosLink::connect(Box::new(Bystander(())), source, &settings, &robot()).unwrap();
        assert!(link.info().commands.is_empty());
        let log = Some(FreeLog { duration_s: 0.1 });
        let experiment = Experiment { log, ..Experiment::new("planar2r") };
        let plan = Plan::new(&experiment, &robot(), None, &[0.1, 0.2]).unwrap();
        link.begin(&plan.phases[0]).unwrap();
        while !link.is_ready().unwrap() {
            link.receive().unwrap();
        }
        let heard = (0..100).find_map(|_| link.receive().unwrap());
        assert_eq!(heard.unwrap().q, [0.1, 0.2]);
        link.stop().unwrap();
        assert!(link.is_over().is_ok() && link.receive().is_ok());
    }

    #[test]
    fn what_the_robot_refuses_is_said() {
        let slow = FakeGraph { speed: Some(0.5), ..FakeGraph::default() };
        assert_eq!(connect(slow).1.unwrap_err().code(), "E239");
        let stubborn = FakeGraph { refuse_switch: true, ..FakeGraph::default() };
        let (_driver, link) = connect(stubborn);
        assert_eq!(drive(&mut link.unwrap(), &plan()).unwrap_err().code(), "E237");
        let blocked = FakeGraph { abort: true, ..FakeGraph::default() };
        let (_driver, link) = connect(blocked);
        let error = drive(&mut link.unwrap(), &plan()).unwrap_err();
        assert_eq!((error.code(), error.to_string().contains("blocked")), ("E238", true));
    }
}
