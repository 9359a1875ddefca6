//! A graph in memory, for tests of what both generations of ROS share.

use super::{Controller, Goal, GoalState, JointStates, RosGraph, StatesReader, StatesSource};
use crate::live::LiveError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What was asked of the graph, in order; repeated velocities once.
pub(super) type Diary = Arc<Mutex<Vec<String>>>;

/// A robot that stands at 0.1 and 0.2, and whose goals take as long as they say.
#[derive(Debug, Default)]
pub(super) struct FakeGraph {
    pub(super) diary: Diary,
    pub(super) refuse_switch: bool,
    pub(super) abort: bool,
    pub(super) speed: Option<f64>,
    pub(super) goal_ends: Option<Instant>,
}

impl FakeGraph {
    fn note(&self, what: String) {
        let mut diary = self.diary.lock().unwrap();
        if diary.last() != Some(&what) {
            diary.push(what);
        }
    }
}

impl RosGraph for FakeGraph {
    fn controllers(&mut self) -> Result<Vec<Controller>, LiveError> {
        let controller = |name: &str, is_active| Controller { name: name.to_owned(), is_active };
        Ok(vec![
            controller("joint_state_broadcaster", true),
            controller("joint_trajectory_controller", true),
            controller("forward_velocity_controller", false),
        ])
    }

    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), LiveError> {
        self.note(format!("start {start:?} stop {stop:?}"));
        if !self.refuse_switch {
            return Ok(());
        }
        let (controller, answer) = (start.join(", "), "no".to_owned());
        Err(LiveError::SwitchRefused { controller, wish: "started", answer })
    }

    fn publish_velocity(&mut self, qd: &[f64]) -> Result<(), LiveError> {
        let is_zero = qd.iter().all(|v| *v == 0.0);
        self.note(if is_zero { "zero" } else { "velocity" }.to_owned());
        Ok(())
    }

    fn send_goal(&mut self, goal: &Goal) -> Result<(), LiveError> {
        self.note(format!("goal from {:.3?}", goal.points[0].q));
        self.goal_ends = goal.points.last().map(|point| Instant::now() + point.after);
        Ok(())
    }

    fn goal_state(&mut self) -> Result<GoalState, LiveError> {
        Ok(match self.goal_ends {
            _ if self.abort => GoalState::Failed("blocked".to_owned()),
            Some(ends) if Instant::now() >= ends => GoalState::Done,
            Some(_) => GoalState::Active,
            None => GoalState::Pending,
        })
    }

    fn cancel_goal(&mut self) -> Result<(), LiveError> {
        self.note("cancel".to_owned());
        Ok(())
    }

    fn speed_scaling(&mut self) -> Option<f64> {
        self.speed
    }
}

/// A driver that says at 100 Hz that the robot stands, until this is dropped.
pub(super) struct FakeDriver(Arc<AtomicBool>);

impl FakeDriver {
    pub(super) fn start() -> (Self, StatesSource) {
        let names = vec!["joint1".to_owned(), "joint2".to_owned()];
        let (reader, source) = StatesSource::new(names, "/joint_states");
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        std::thread::spawn(move || speak(reader, &flag));
        (Self(is_over), source)
    }
}

impl Drop for FakeDriver {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn speak(mut reader: StatesReader, is_over: &AtomicBool) {
    let names = ["joint2".to_owned(), "joint1".to_owned()];
    for k in 0.. {
        let (t_s, zero) = (f64::from(k) * 0.01, &[0.0; 2][..]);
        let states = JointStates { t_s, names: &names, q: &[0.2, 0.1], qd: zero, effort: zero };
        if is_over.load(Ordering::Relaxed) || !reader.take(states) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
