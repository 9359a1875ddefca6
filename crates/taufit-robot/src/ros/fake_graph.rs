//! Graph in memory, for tests.

use super::{
    ControllerStatus, Goal, GoalState, JointStateReceiver, JointStateSender, JointStateView,
    RosGraph,
};
use crate::connection::ConnectionError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Calls of the graph in their order; repeated velocities once.
pub(super) type CallLog = Arc<Mutex<Vec<String>>>;

/// Robot at rest at 0.1 and 0.2, whose goals take their planned time.
#[derive(Debug, Default)]
pub(super) struct FakeGraph {
    pub(super) calls: CallLog,
    pub(super) refuse_switch: bool,
    pub(super) abort: bool,
    pub(super) speed: Option<f64>,
    pub(super) goal_ends: Option<Instant>,
}

impl FakeGraph {
    fn record(&self, what: String) {
        let mut calls = self.calls.lock().unwrap();
        if calls.last() != Some(&what) {
            calls.push(what);
        }
    }
}

impl RosGraph for FakeGraph {
    fn controllers(&mut self) -> Result<Vec<ControllerStatus>, ConnectionError> {
        let controller =
            |name: &str, is_active| ControllerStatus { name: name.to_owned(), is_active };
        Ok(vec![
            controller("joint_state_broadcaster", true),
            controller("joint_trajectory_controller", true),
            controller("forward_velocity_controller", false),
        ])
    }

    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), ConnectionError> {
        self.record(format!("start {start:?} stop {stop:?}"));
        if !self.refuse_switch {
            return Ok(());
        }
        let (controller, answer) = (start.join(", "), "no".to_owned());
        Err(ConnectionError::SwitchRefused { controller, action: "started", answer })
    }

    fn publish_velocity(&mut self, qd: &[f64]) -> Result<(), ConnectionError> {
        let is_zero = qd.iter().all(|v| *v == 0.0);
        self.record(if is_zero { "zero" } else { "velocity" }.to_owned());
        Ok(())
    }

    fn send_goal(&mut self, goal: &Goal) -> Result<(), ConnectionError> {
        self.record(format!("goal from {:.3?}", goal.points[0].q));
        self.goal_ends = goal.points.last().map(|point| Instant::now() + point.after);
        Ok(())
    }

    fn goal_state(&mut self) -> Result<GoalState, ConnectionError> {
        Ok(match self.goal_ends {
            _ if self.abort => GoalState::Failed("blocked".to_owned()),
            Some(ends) if Instant::now() >= ends => GoalState::Done,
            Some(_) => GoalState::Active,
            None => GoalState::Pending,
        })
    }

    fn cancel_goal(&mut self) -> Result<(), ConnectionError> {
        self.record("cancel".to_owned());
        Ok(())
    }

    fn speed_scaling(&mut self) -> Option<f64> {
        self.speed
    }
}

/// Driver that publishes the same joint states at 100 Hz until dropped.
pub(super) struct FakeDriver(Arc<AtomicBool>);

impl FakeDriver {
    pub(super) fn start() -> (Self, JointStateReceiver) {
        let names = vec!["joint1".to_owned(), "joint2".to_owned()];
        let (sender, receiver) = JointStateReceiver::new(names, "/joint_states");
        let has_ended = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&has_ended);
        std::thread::spawn(move || publish_states(sender, &flag));
        (Self(has_ended), receiver)
    }
}

impl Drop for FakeDriver {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn publish_states(mut sender: JointStateSender, has_ended: &AtomicBool) {
    let names = ["joint2".to_owned(), "joint1".to_owned()];
    for k in 0.. {
        let (t_s, zero) = (f64::from(k) * 0.01, &[0.0; 2][..]);
        let states = JointStateView { t_s, names: &names, q: &[0.2, 0.1], qd: zero, effort: zero };
        if has_ended.load(Ordering::Relaxed) || !sender.accept(states) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
