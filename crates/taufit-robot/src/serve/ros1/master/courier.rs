//! News for nodes: to each in the order in which things happened, and no node waits for another.

use crate::ros::ros1::{Address, Over, Patience, Value, call};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a node may take to hear its news.
const SLOWEST: Duration = Duration::from_secs(3);

/// A courier without news for so long goes home.
const IDLE: Duration = Duration::from_secs(1);

/// A call to a node: the method, and what it is told.
type News = (&'static str, Vec<Value>);

type Queues = Arc<Mutex<BTreeMap<String, Sender<News>>>>;

/// Carries news, on a thread for every node that there are some for.
#[derive(Clone, Debug)]
pub(super) struct Couriers {
    queues: Queues,
    over: Over,
}

impl Couriers {
    /// Couriers that stop when it is over.
    pub(super) fn new(over: &Over) -> Self {
        Self { queues: Queues::default(), over: Arc::clone(over) }
    }

    /// Tells a node. Does not wait.
    pub(super) fn tell(&self, api: &str, method: &'static str, params: Vec<Value>) {
        let mut queues = locked(&self.queues);
        if !queues.contains_key(api) {
            let (sender, news) = channel();
            let courier = Courier { api: api.to_owned(), news, company: self.clone() };
            let thread = std::thread::Builder::new().name("courier".to_owned());
            if thread.spawn(move || courier.work()).is_err() {
                // Without a thread the node is not told; it asks when it comes again.
                return;
            }
            queues.insert(api.to_owned(), sender);
        }
        if let Some(queue) = queues.get(api) {
            // Its courier goes home under the same lock: somebody is there.
            let _ = queue.send((method, params));
        }
    }
}

struct Courier {
    api: String,
    news: Receiver<News>,
    company: Couriers,
}

impl Courier {
    fn work(self) {
        loop {
            match self.news.recv_timeout(IDLE) {
                Ok(news) => self.carry(news),
                Err(_) => {
                    let mut queues = locked(&self.company.queues);
                    let Ok(news) = self.news.try_recv() else {
                        queues.remove(&self.api);
                        return;
                    };
                    drop(queues);
                    self.carry(news);
                }
            }
        }
    }

    fn carry(&self, (method, params): News) {
        let patience = Patience::new(SLOWEST, &self.company.over);
        // A node that has gone needs no news.
        let _ = Address::parse(&self.api, "http")
            .and_then(|address| call(&address, method, params, &patience));
    }
}

fn locked(queues: &Queues) -> MutexGuard<'_, BTreeMap<String, Sender<News>>> {
    queues.lock().unwrap_or_else(PoisonError::into_inner)
}
