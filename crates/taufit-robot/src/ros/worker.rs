//! A handle on the thread that switches controllers and watches over goals, so that a run can go on
//! listening.

use super::work::Work;
use super::{Controller, Goal, RosGraph};
use crate::live::{LiveError, LiveSettings};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Order {
    /// Follow a trajectory.
    Follow(Goal),
    /// Be ready for velocities.
    Steer,
    /// Stay, under whichever controller.
    Stay,
    /// Velocities; ignored unless steering.
    Velocity(Vec<f64>),
    /// Stop.
    Stop,
}

/// How far the last order has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    /// Orders that were begun; those before the last one do not count any more.
    pub(super) n_begun: u64,
    pub(super) is_ready: bool,
    pub(super) is_over: bool,
    pub(super) trouble: Option<LiveError>,
}

/// A handle on the thread. When it is dropped, the robot is stopped and the controllers that ran before
/// run again.
#[derive(Debug)]
pub(super) struct Worker {
    orders: Option<Sender<(u64, Order)>>,
    n_orders: u64,
    progress: Arc<Mutex<Progress>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Begins to work with controllers of which `found` are loaded.
    pub(super) fn start(
        graph: Box<dyn RosGraph>,
        settings: &LiveSettings,
        found: Vec<Controller>,
    ) -> Result<Self, LiveError> {
        let (orders, receiver) = channel();
        let progress = Arc::new(Mutex::new(Progress::default()));
        let work = Work::new(graph, receiver, Arc::clone(&progress), (settings, found));
        let spawned = std::thread::Builder::new().name("ros".to_owned()).spawn(|| work.live());
        let thread = spawned.map_err(|error| LiveError::Lost {
            what: "the worker".to_owned(),
            problem: error.to_string(),
        })?;
        Ok(Self { orders: Some(orders), n_orders: 0, progress, thread: Some(thread) })
    }

    /// Asks for something to be done.
    pub(super) fn order(&mut self, order: Order) {
        self.n_orders += 1;
        if let Some(orders) = &self.orders {
            // A thread that broke shows in `check`: nothing more becomes ready.
            let _ = orders.send((self.n_orders, order));
        }
    }

    /// Velocities, between two orders.
    pub(super) fn steer(&self, qd: &[f64]) {
        if let Some(orders) = &self.orders {
            let _ = orders.send((self.n_orders, Order::Velocity(qd.to_vec())));
        }
    }

    /// What went wrong, if something did.
    pub(super) fn check(&self) -> Result<(), LiveError> {
        let is_alive = self.thread.as_ref().is_some_and(|thread| !thread.is_finished());
        match locked(&self.progress).trouble.clone() {
            Some(error) => Err(error),
            None if is_alive => Ok(()),
            None => Err(LiveError::Lost {
                what: "the worker".to_owned(),
                problem: "its thread has ended".to_owned(),
            }),
        }
    }

    /// Whether the last order is being carried out.
    pub(super) fn is_ready(&self) -> bool {
        let progress = locked(&self.progress);
        progress.n_begun == self.n_orders && progress.is_ready
    }

    /// Whether it has been carried out.
    pub(super) fn is_over(&self) -> bool {
        let progress = locked(&self.progress);
        progress.n_begun == self.n_orders && progress.is_over
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A thread that broke has nothing more to say.
            let _ = thread.join();
        }
    }
}

pub(super) fn locked(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}
