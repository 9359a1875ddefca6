//! A node in the graph of a ROS 1 master, with the threads that serve it.

use super::wire::{Payload, Wire, WireService};
use crate::live::LiveError;
use roslibrust_ros1::{NodeHandle, Publisher, ServiceServer};
use std::fmt::Display;
use std::future::Future;
use std::time::Duration;
use taufit_io::ros::Ros1Service;
use tokio::runtime::{Builder, Handle, Runtime};

/// Threads: one that reads joint states is never kept waiting by another that answers a service.
const N_THREADS: usize = 2;

/// Messages that wait for whoever reads them slowly. Beyond that the oldest are dropped, and the gap shows
/// between the stamps of the others.
const QUEUE: usize = 1000;

/// Commands that wait for a slow connection: an old one is worth less than none.
const COMMAND_QUEUE: usize = 2;

/// How long saying goodbye to the master may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// Where a master is, if neither the settings nor the environment say so.
const USUAL_MASTER: &str = "http://localhost:11311";

/// The master of the settings, else that of `ROS_MASTER_URI`, else the usual one.
pub(crate) fn master_uri(said: Option<&str>) -> String {
    let of_environment = || std::env::var("ROS_MASTER_URI").ok().filter(|uri| !uri.is_empty());
    said.map(str::to_owned).or_else(of_environment).unwrap_or_else(|| USUAL_MASTER.to_owned())
}

/// A node. Calls block for the time-out at most; they must not come from its own threads.
pub(crate) struct Ros1Node {
    name: String,
    timeout: Duration,
    /// Present until the node is dropped.
    alive: Option<(NodeHandle, Runtime)>,
}

/// A topic that is published.
pub(crate) struct Topic<M> {
    publisher: Publisher<Wire<M>>,
    name: String,
    runtime: Handle,
}

impl Ros1Node {
    /// Registers a node with the master. Its name ends in the number of this process, since a second
    /// node of the same name would push the first one out.
    pub(crate) fn connect(
        master_uri: &str,
        role: &str,
        timeout: Duration,
    ) -> Result<Self, LiveError> {
        let no_master =
            |problem: String| LiveError::NoMaster { master_uri: master_uri.to_owned(), problem };
        let runtime = (Builder::new_multi_thread().worker_threads(N_THREADS))
            .thread_name("ros1")
            .enable_all()
            .build()
            .map_err(|error| no_master(error.to_string()))?;
        let name = format!("/taufit_{role}_{}", std::process::id());
        let registered = runtime.block_on(in_time(timeout, NodeHandle::new(master_uri, &name)));
        let node = registered.map_err(no_master)?;
        Ok(Self { name, timeout, alive: Some((node, runtime)) })
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Announces a topic on which every message counts.
    pub(crate) fn advertise<M: Payload>(&self, topic: &str) -> Result<Topic<M>, LiveError> {
        self.announce(topic, QUEUE)
    }

    /// Announces a topic of commands, on which only the newest count.
    pub(crate) fn advertise_commands<M: Payload>(
        &self,
        topic: &str,
    ) -> Result<Topic<M>, LiveError> {
        self.announce(topic, COMMAND_QUEUE)
    }

    fn announce<M: Payload>(&self, topic: &str, queue: usize) -> Result<Topic<M>, LiveError> {
        let (node, runtime) = self.alive(topic)?;
        let advertised = node.advertise::<Wire<M>>(topic, queue, false);
        let publisher = runtime
            .block_on(in_time(self.timeout, advertised))
            .map_err(|problem| lost(topic, problem))?;
        Ok(Topic { publisher, name: topic.to_owned(), runtime: runtime.handle().clone() })
    }

    /// Hands every message of a topic to `take`, on a task of its own, until it returns false.
    pub(crate) fn subscribe<M: Payload>(
        &self,
        topic: &str,
        mut take: impl FnMut(M) -> bool + Send + 'static,
    ) -> Result<(), LiveError> {
        let (node, runtime) = self.alive(topic)?;
        let subscribed = node.subscribe::<Wire<M>>(topic, QUEUE);
        let mut subscriber = runtime
            .block_on(in_time(self.timeout, subscribed))
            .map_err(|problem| lost(topic, problem))?;
        runtime.spawn(async move {
            // Messages that were skipped or cannot be read leave a gap between stamps, which a run
            // counts; the end of the node ends the loop.
            while let Some(message) = subscriber.next().await {
                if message.is_ok_and(|Wire(message)| !take(message)) {
                    return;
                }
            }
        });
        Ok(())
    }

    /// Calls a service, over a connection of its own: its server may have been restarted.
    pub(crate) fn call<S>(
        &self,
        service: &str,
        request: S::Request,
    ) -> Result<S::Response, LiveError>
    where
        S: Ros1Service + Send + Sync + 'static,
        S::Request: Payload,
        S::Response: Payload,
    {
        let (node, runtime) = self.alive(service)?;
        let answer = async {
            let client = node.service_client::<WireService<S>>(service).await?;
            client.call(&Wire(request)).await
        };
        let answered = runtime.block_on(in_time(self.timeout, answer));
        answered.map(|Wire(response)| response).map_err(|problem| LiveError::Unreachable {
            what: "the service",
            address: service.to_owned(),
            problem,
        })
    }

    /// Offers a service, as long as what is returned lives.
    pub(crate) fn serve<S>(
        &self,
        service: &str,
        answer: impl Fn(S::Request) -> S::Response + Send + Sync + 'static,
    ) -> Result<ServiceServer, LiveError>
    where
        S: Ros1Service + Send + Sync + 'static,
        S::Request: Payload,
        S::Response: Payload,
    {
        let (node, runtime) = self.alive(service)?;
        let served = move |Wire(request)| Ok(Wire(answer(request)));
        let offered = node.advertise_service::<WireService<S>, _>(service, served);
        runtime.block_on(in_time(self.timeout, offered)).map_err(|problem| lost(service, problem))
    }

    fn alive(&self, what: &str) -> Result<&(NodeHandle, Runtime), LiveError> {
        self.alive.as_ref().ok_or_else(|| lost(what, "the node has ended".to_owned()))
    }
}

impl Drop for Ros1Node {
    fn drop(&mut self) {
        if let Some((node, runtime)) = self.alive.take() {
            // The master is told, but nobody waits for one that has gone.
            runtime.spawn_blocking(move || drop(node));
            runtime.shutdown_timeout(GOODBYE);
        }
    }
}

impl<M: Payload> Topic<M> {
    /// Sends a message to whoever listens. Does not wait.
    pub(crate) fn publish(&self, message: M) -> Result<(), LiveError> {
        let sent = self.runtime.block_on(self.publisher.publish(&Wire(message)));
        sent.map_err(|error| lost(&self.name, error.to_string()))
    }
}

fn lost(what: &str, problem: String) -> LiveError {
    LiveError::Lost { what: what.to_owned(), problem }
}

/// A result, or in words why there is none in time.
async fn in_time<T, E: Display>(
    timeout: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, String> {
    match tokio::time::timeout(timeout, work).await {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err(format!("no answer within {:.1} s", timeout.as_secs_f64())),
    }
}
