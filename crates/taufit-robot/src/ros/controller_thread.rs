//! Thread that switches controllers and supervises goals, so that the run can go on receiving.

use super::{ControllerStatus, Goal, GoalState, RosGraph};
use crate::connection::{ConnectionError, ConnectionSettings};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Period of checks of the goal and the speed scaling.
const POLL_PERIOD: Duration = Duration::from_millis(5);

/// Number of zero velocities of a stop, and the time between them: a message may be lost.
pub(super) const N_STOP_MESSAGES: u32 = 5;
pub(super) const STOP_MESSAGE_PERIOD: Duration = Duration::from_millis(10);

/// Largest deviation from full speed that is accepted: some drivers round.
const SPEED_TOLERANCE: f64 = 5e-3;

/// Request to the thread.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ControllerRequest {
    /// Follow a trajectory.
    FollowTrajectory(Goal),
    /// Activate the velocity controller.
    VelocityControl,
    /// Hold the position under the active controller.
    Hold,
    /// Velocities; ignored unless the velocity controller is active.
    Velocity(Vec<f64>),
    /// Stop.
    Stop,
}

/// Progress of the last request.
#[derive(Clone, Debug, Default)]
pub(super) struct RequestStatus {
    /// Number of the last request that was started.
    pub(super) n_started: u64,
    pub(super) is_ready: bool,
    pub(super) is_done: bool,
    pub(super) error: Option<ConnectionError>,
}

/// Handle of the thread. When dropped, it stops the robot and restores the controllers.
#[derive(Debug)]
pub(super) struct ControllerHandle {
    requests: Option<Sender<(u64, ControllerRequest)>>,
    n_requests: u64,
    status: Arc<Mutex<RequestStatus>>,
    thread: Option<JoinHandle<()>>,
}

impl ControllerHandle {
    /// Starts the thread with the loaded controllers.
    pub(super) fn start(
        graph: Box<dyn RosGraph>,
        settings: &ConnectionSettings,
        found: Vec<ControllerStatus>,
    ) -> Result<Self, ConnectionError> {
        let (requests, receiver) = channel();
        let status = Arc::new(Mutex::new(RequestStatus::default()));
        let work = ControllerThread::new(graph, receiver, Arc::clone(&status), (settings, found));
        let spawned = std::thread::Builder::new().name("ros".to_owned()).spawn(|| work.run());
        let thread = spawned.map_err(|error| ConnectionError::Lost {
            what: "the worker".to_owned(),
            problem: error.to_string(),
        })?;
        Ok(Self { requests: Some(requests), n_requests: 0, status, thread: Some(thread) })
    }

    /// Sends a request.
    pub(super) fn request(&mut self, request: ControllerRequest) {
        self.n_requests += 1;
        if let Some(requests) = &self.requests {
            // `check` reports a thread that has ended.
            let _ = requests.send((self.n_requests, request));
        }
    }

    /// Sends velocities within a request.
    pub(super) fn send_velocity(&self, qd: &[f64]) {
        if let Some(requests) = &self.requests {
            let _ = requests.send((self.n_requests, ControllerRequest::Velocity(qd.to_vec())));
        }
    }

    /// Refuses to continue after an error of the thread.
    pub(super) fn check(&self) -> Result<(), ConnectionError> {
        let is_alive = self.thread.as_ref().is_some_and(|thread| !thread.is_finished());
        match locked(&self.status).error.clone() {
            Some(error) => Err(error),
            None if is_alive => Ok(()),
            None => Err(ConnectionError::Lost {
                what: "the worker".to_owned(),
                problem: "its thread has ended".to_owned(),
            }),
        }
    }

    /// Whether the last request is being executed.
    pub(super) fn is_ready(&self) -> bool {
        let status = locked(&self.status);
        status.n_started == self.n_requests && status.is_ready
    }

    /// Whether the last request has been executed.
    pub(super) fn is_done(&self) -> bool {
        let status = locked(&self.status);
        status.n_started == self.n_requests && status.is_done
    }
}

impl Drop for ControllerHandle {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported already.
            let _ = thread.join();
        }
    }
}

fn locked(status: &Mutex<RequestStatus>) -> MutexGuard<'_, RequestStatus> {
    status.lock().unwrap_or_else(PoisonError::into_inner)
}

/// State of the thread.
struct ControllerThread {
    graph: Box<dyn RosGraph>,
    requests: Receiver<(u64, ControllerRequest)>,
    status: Arc<Mutex<RequestStatus>>,
    /// Names of the two controllers.
    position: String,
    velocity: String,
    n_dof: usize,
    timeout: Duration,
    initial: Vec<ControllerStatus>,
    current: Vec<ControllerStatus>,
    /// Time at which the active goal was sent.
    goal_sent: Option<Instant>,
}

impl ControllerThread {
    /// Thread with the loaded controllers.
    pub(super) fn new(
        graph: Box<dyn RosGraph>,
        requests: Receiver<(u64, ControllerRequest)>,
        status: Arc<Mutex<RequestStatus>>,
        (settings, found): (&ConnectionSettings, Vec<ControllerStatus>),
    ) -> Self {
        Self {
            graph,
            requests,
            status,
            position: settings.ros.position_controller.clone(),
            velocity: settings.ros.velocity_controller.clone(),
            n_dof: settings.joint_names.len(),
            timeout: settings.timeout(),
            current: found.clone(),
            initial: found,
            goal_sent: None,
        }
    }

    /// Handles requests until the handle is dropped.
    pub(super) fn run(mut self) {
        loop {
            match self.requests.recv_timeout(POLL_PERIOD) {
                Ok((number, request)) => self.handle(number, request),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.poll();
        }
    }

    fn handle(&mut self, number: u64, request: ControllerRequest) {
        let done = match request {
            ControllerRequest::Velocity(qd) => return self.publish_velocity(&qd),
            ControllerRequest::Stop => {
                self.stop_motion();
                Ok(())
            }
            _ if locked(&self.status).error.is_some() => Ok(()),
            ControllerRequest::Hold => {
                self.publish_velocity(&vec![0.0; self.n_dof]);
                Ok(())
            }
            ControllerRequest::VelocityControl => self.activate(&self.velocity.clone()),
            ControllerRequest::FollowTrajectory(goal) => self.follow(&goal),
        };
        let is_following = self.goal_sent.is_some();
        let mut status = locked(&self.status);
        status.n_started = number;
        (status.is_ready, status.is_done) = (!is_following, !is_following);
        if let Err(error) = done {
            status.error.get_or_insert(error);
        }
    }

    fn follow(&mut self, goal: &Goal) -> Result<(), ConnectionError> {
        // A moving robot must stop before the controllers are switched.
        self.publish_velocity(&vec![0.0; self.n_dof]);
        self.activate(&self.position.clone())?;
        self.graph.send_goal(goal)?;
        self.goal_sent = Some(Instant::now());
        Ok(())
    }

    /// Publishes velocities if the velocity controller is active.
    fn publish_velocity(&mut self, qd: &[f64]) {
        if self.is_active(&self.velocity)
            && let Err(error) = self.graph.publish_velocity(qd)
        {
            locked(&self.status).error.get_or_insert(error);
        }
    }

    fn is_active(&self, name: &str) -> bool {
        self.current.iter().any(|controller| controller.name == name && controller.is_active)
    }

    /// Activates one of the two controllers and deactivates the other.
    fn activate(&mut self, name: &str) -> Result<(), ConnectionError> {
        if self.is_active(name) {
            return Ok(());
        }
        let other = if name == self.position { &self.velocity } else { &self.position };
        let stop: Vec<String> = self.is_active(other).then(|| other.clone()).into_iter().collect();
        self.switch(&[name.to_owned()], &stop)
    }

    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), ConnectionError> {
        self.graph.switch(start, stop)?;
        for controller in &mut self.current {
            controller.is_active |= start.contains(&controller.name);
            controller.is_active &= !stop.contains(&controller.name);
        }
        Ok(())
    }

    /// Checks the goal and the speed scaling.
    fn poll(&mut self) {
        let found = self.poll_goal().and_then(|()| check_speed(self.graph.speed_scaling()));
        if let Err(error) = found {
            locked(&self.status).error.get_or_insert(error);
        }
    }

    fn poll_goal(&mut self) -> Result<(), ConnectionError> {
        let Some(since) = self.goal_sent else { return Ok(()) };
        match self.graph.goal_state()? {
            GoalState::Pending if since.elapsed() < self.timeout => return Ok(()),
            GoalState::Pending => {
                self.goal_sent = None;
                return Err(ConnectionError::Lost {
                    what: self.position.clone(),
                    problem: format!("no answer to a goal for {:.1} s", self.timeout.as_secs_f64()),
                });
            }
            GoalState::Active => locked(&self.status).is_ready = true,
            GoalState::Done => {
                self.goal_sent = None;
                let mut status = locked(&self.status);
                (status.is_ready, status.is_done) = (true, true);
            }
            GoalState::Failed(answer) => {
                self.goal_sent = None;
                return Err(ConnectionError::MotionAborted { answer });
            }
        }
        Ok(())
    }

    /// Cancels the goal and publishes zero velocities.
    fn stop_motion(&mut self) {
        if self.goal_sent.take().is_some()
            && let Err(error) = self.graph.cancel_goal()
        {
            locked(&self.status).error.get_or_insert(error);
        }
        for _ in 0..N_STOP_MESSAGES {
            if !self.is_active(&self.velocity) {
                return;
            }
            self.publish_velocity(&vec![0.0; self.n_dof]);
            std::thread::sleep(STOP_MESSAGE_PERIOD);
        }
    }

    /// Restores the controllers that were active at first.
    fn restore(&mut self) -> Result<(), ConnectionError> {
        let changed = |is_wanted: bool| -> Vec<String> {
            let pairs = self.initial.iter().zip(&self.current);
            let those = pairs.filter(|(initial, current)| {
                initial.is_active != current.is_active && initial.is_active == is_wanted
            });
            those.map(|(initial, _)| initial.name.clone()).collect()
        };
        let (start, stop) = (changed(true), changed(false));
        if start.is_empty() && stop.is_empty() {
            return Ok(());
        }
        self.switch(&start, &stop)
    }
}

/// However the thread ends, also by a panic, the robot is stopped and the controllers are restored.
impl Drop for ControllerThread {
    fn drop(&mut self) {
        self.stop_motion();
        // The error has no receiver.
        let _ = self.restore();
    }
}

/// Refuses a robot at reduced speed.
pub(super) fn check_speed(share: Option<f64>) -> Result<(), ConnectionError> {
    match share {
        Some(share) if (share - 1.0).abs() <= SPEED_TOLERANCE => Ok(()),
        Some(share) => Err(ConnectionError::SpeedScaled { percent: 100.0 * share }),
        None => Ok(()),
    }
}
