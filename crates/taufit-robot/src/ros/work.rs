//! The work itself: one controller or the other, goals, zero velocity at every end.

use super::worker::{Order, Progress, locked};
use super::{Controller, Goal, GoalState, RosGraph};
use crate::live::{LiveError, LiveSettings};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How often a goal and the speed scaling are looked at.
const LOOK: Duration = Duration::from_millis(5);

/// Zero velocity is said so often, so far apart: a message may be lost.
const ZEROS: u32 = 5;
const BETWEEN_ZEROS: Duration = Duration::from_millis(10);

/// Share of its speed that a robot may lack without being refused: some drivers publish roundings.
const SPEED_ROUNDING: f64 = 5e-3;

/// What the thread owns.
pub(super) struct Work {
    graph: Box<dyn RosGraph>,
    orders: Receiver<(u64, Order)>,
    progress: Arc<Mutex<Progress>>,
    /// Names of the two controllers.
    position: String,
    velocity: String,
    n_dof: usize,
    timeout: Duration,
    before: Vec<Controller>,
    now: Vec<Controller>,
    /// Since when a goal is under way.
    goal_since: Option<Instant>,
}

impl Work {
    /// With controllers of which `found` are loaded.
    pub(super) fn new(
        graph: Box<dyn RosGraph>,
        orders: Receiver<(u64, Order)>,
        progress: Arc<Mutex<Progress>>,
        (settings, found): (&LiveSettings, Vec<Controller>),
    ) -> Self {
        Self {
            graph,
            orders,
            progress,
            position: settings.ros.position_controller.clone(),
            velocity: settings.ros.velocity_controller.clone(),
            n_dof: settings.joint_names.len(),
            timeout: settings.timeout(),
            now: found.clone(),
            before: found,
            goal_since: None,
        }
    }

    /// Until nobody gives orders any more.
    pub(super) fn live(mut self) {
        loop {
            match self.orders.recv_timeout(LOOK) {
                Ok((number, order)) => self.obey(number, order),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.watch();
        }
    }

    fn obey(&mut self, number: u64, order: Order) {
        let done = match order {
            Order::Velocity(qd) => return self.pass_on(&qd),
            Order::Stop => {
                self.halt();
                Ok(())
            }
            _ if locked(&self.progress).trouble.is_some() => Ok(()),
            Order::Stay => {
                self.pass_on(&vec![0.0; self.n_dof]);
                Ok(())
            }
            Order::Steer => self.activate(&self.velocity.clone()),
            Order::Follow(goal) => self.follow(&goal),
        };
        let is_following = self.goal_since.is_some();
        let mut progress = locked(&self.progress);
        progress.n_begun = number;
        (progress.is_ready, progress.is_over) = (!is_following, !is_following);
        if let Err(error) = done {
            progress.trouble.get_or_insert(error);
        }
    }

    fn follow(&mut self, goal: &Goal) -> Result<(), LiveError> {
        // What moved under velocity control must stand before the controllers change.
        self.pass_on(&vec![0.0; self.n_dof]);
        self.activate(&self.position.clone())?;
        self.graph.send_goal(goal)?;
        self.goal_since = Some(Instant::now());
        Ok(())
    }

    /// Publishes velocities, if anybody acts on them.
    fn pass_on(&mut self, qd: &[f64]) {
        if self.is_active(&self.velocity)
            && let Err(error) = self.graph.publish_velocity(qd)
        {
            locked(&self.progress).trouble.get_or_insert(error);
        }
    }

    fn is_active(&self, name: &str) -> bool {
        self.now.iter().any(|controller| controller.name == name && controller.is_active)
    }

    /// Runs one of the two controllers, and not the other.
    fn activate(&mut self, name: &str) -> Result<(), LiveError> {
        if self.is_active(name) {
            return Ok(());
        }
        let other = if name == self.position { &self.velocity } else { &self.position };
        let stop: Vec<String> = self.is_active(other).then(|| other.clone()).into_iter().collect();
        self.switch(&[name.to_owned()], &stop)
    }

    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), LiveError> {
        self.graph.switch(start, stop)?;
        for controller in &mut self.now {
            controller.is_active |= start.contains(&controller.name);
            controller.is_active &= !stop.contains(&controller.name);
        }
        Ok(())
    }

    /// Looks at the goal and at the speed.
    fn watch(&mut self) {
        let found = self.goal_progress().and_then(|()| check_speed(self.graph.speed_scaling()));
        if let Err(error) = found {
            locked(&self.progress).trouble.get_or_insert(error);
        }
    }

    fn goal_progress(&mut self) -> Result<(), LiveError> {
        let Some(since) = self.goal_since else { return Ok(()) };
        match self.graph.goal_state()? {
            GoalState::Pending if since.elapsed() < self.timeout => return Ok(()),
            GoalState::Pending => {
                self.goal_since = None;
                return Err(LiveError::Lost {
                    what: self.position.clone(),
                    problem: format!("no answer to a goal for {:.1} s", self.timeout.as_secs_f64()),
                });
            }
            GoalState::Active => locked(&self.progress).is_ready = true,
            GoalState::Done => {
                self.goal_since = None;
                let mut progress = locked(&self.progress);
                (progress.is_ready, progress.is_over) = (true, true);
            }
            GoalState::Failed(answer) => {
                self.goal_since = None;
                return Err(LiveError::MotionAborted { answer });
            }
        }
        Ok(())
    }

    /// Everything stands, as far as it is in our hands.
    fn halt(&mut self) {
        if self.goal_since.take().is_some()
            && let Err(error) = self.graph.cancel_goal()
        {
            locked(&self.progress).trouble.get_or_insert(error);
        }
        for _ in 0..ZEROS {
            if !self.is_active(&self.velocity) {
                return;
            }
            self.pass_on(&vec![0.0; self.n_dof]);
            std::thread::sleep(BETWEEN_ZEROS);
        }
    }

    /// Runs the controllers again that ran before, and no others.
    fn restore(&mut self) -> Result<(), LiveError> {
        let changed = |is_wanted: bool| -> Vec<String> {
            let pairs = self.before.iter().zip(&self.now);
            let those = pairs.filter(|(before, now)| {
                before.is_active != now.is_active && before.is_active == is_wanted
            });
            those.map(|(before, _)| before.name.clone()).collect()
        };
        let (start, stop) = (changed(true), changed(false));
        if start.is_empty() && stop.is_empty() {
            return Ok(());
        }
        self.switch(&start, &stop)
    }
}

/// However the thread ends, by a panic too, the robot is stopped, and the controllers that ran before run
/// again.
impl Drop for Work {
    fn drop(&mut self) {
        self.halt();
        // Nobody is there any more to be told that it failed.
        let _ = self.restore();
    }
}

/// Refuses a robot that stretches time.
pub(super) fn check_speed(share: Option<f64>) -> Result<(), LiveError> {
    match share {
        Some(share) if (share - 1.0).abs() <= SPEED_ROUNDING => Ok(()),
        Some(share) => Err(LiveError::SpeedScaled { percent: 100.0 * share }),
        None => Ok(()),
    }
}
