//! Notifications of nodes: in order for each node, on one thread per node.

use crate::xmlrpc::{XmlRpcValue, call};
use crate::{Address, Deadline, StopFlag};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time limit of a notification.
const CALL_TIMEOUT: Duration = Duration::from_secs(3);

/// Idle time after which the thread of a node ends.
const IDLE_TIMEOUT: Duration = Duration::from_secs(1);

/// Method and parameters of a call to a node.
type Notification = (&'static str, Vec<XmlRpcValue>);

type Queues = Arc<Mutex<BTreeMap<String, Sender<Notification>>>>;

/// Sender of notifications, with one thread per node that has any.
#[derive(Clone, Debug)]
pub(super) struct Notifier {
    queues: Queues,
    stop: StopFlag,
}

impl Notifier {
    /// Notifier that ends with the stop flag.
    pub(super) fn new(stop: &StopFlag) -> Self {
        Self { queues: Queues::default(), stop: Arc::clone(stop) }
    }

    /// Queues a call to the node at `api`, without blocking.
    pub(super) fn notify(&self, api: &str, method: &'static str, params: Vec<XmlRpcValue>) {
        let mut queues = locked(&self.queues);
        if !queues.contains_key(api) {
            let (sender, notifications) = channel();
            let node = NodeNotifier { api: api.to_owned(), notifications, notifier: self.clone() };
            let thread = std::thread::Builder::new().name("notifier".to_owned());
            if thread.spawn(move || node.run()).is_err() {
                // Without a thread the node is not notified.
                return;
            }
            queues.insert(api.to_owned(), sender);
        }
        if let Some(queue) = queues.get(api) {
            // Its thread removes the queue under the same lock before it ends.
            let _ = queue.send((method, params));
        }
    }
}

struct NodeNotifier {
    api: String,
    notifications: Receiver<Notification>,
    notifier: Notifier,
}

impl NodeNotifier {
    fn run(self) {
        loop {
            match self.notifications.recv_timeout(IDLE_TIMEOUT) {
                Ok(notifications) => self.send(notifications),
                Err(_) => {
                    let mut queues = locked(&self.notifier.queues);
                    let Ok(notifications) = self.notifications.try_recv() else {
                        queues.remove(&self.api);
                        return;
                    };
                    drop(queues);
                    self.send(notifications);
                }
            }
        }
    }

    fn send(&self, (method, params): Notification) {
        let deadline = Deadline::new(CALL_TIMEOUT, &self.notifier.stop);
        // A node that has ended is not notified.
        let _ = Address::parse(&self.api, "http")
            .and_then(|address| call(&address, method, params, &deadline));
    }
}

fn locked(queues: &Queues) -> MutexGuard<'_, BTreeMap<String, Sender<Notification>>> {
    queues.lock().unwrap_or_else(PoisonError::into_inner)
}
