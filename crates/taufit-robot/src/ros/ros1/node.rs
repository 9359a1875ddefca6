//! A node in the graph of a ROS 1 master, with the threads that serve it.

use super::address::{Address, listening_ip};
use super::core::Core;
use super::door::Door;
use super::kind::{Kind, Payload, decoded, encoded};
use super::master::Master;
use super::patience::{Over, Patience};
use super::publication::Publication;
use super::service::{Service, call_service};
use super::subscription::{Listener, Subscription};
use super::tcpros::framed;
use super::xmlrpc::{Value, serve_calls};
use crate::live::LiveError;
use std::io;
use std::marker::PhantomData;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use taufit_io::ros::Ros1Service;

/// Messages that wait for whoever reads them slowly. Beyond that the oldest are dropped, and the gap shows
/// between the stamps of the others.
const QUEUE: usize = 1000;

/// Commands that wait for a slow connection: an old one is worth less than none.
const COMMAND_QUEUE: usize = 2;

/// How long the last messages may take to leave.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How long saying goodbye to the master may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// A node. Calls block for the time-out at most. When it is dropped, the master is told that nothing of
/// it is there any more.
#[derive(Debug)]
pub(crate) struct Ros1Node {
    core: Arc<Core>,
    /// Open as long as the node lives.
    _doors: [Door; 2],
}

/// A topic that is published.
#[derive(Debug)]
pub(crate) struct Topic<M> {
    publication: Arc<Publication>,
    messages: PhantomData<fn(M)>,
}

impl Ros1Node {
    /// A node that others find under the name of `host`; that of this computer if absent. Its own name
    /// ends in numbers, since a second node of the same name would push the first one out.
    pub(crate) fn connect(
        master_uri: &str,
        role: &str,
        host: Option<String>,
        timeout: Duration,
    ) -> Result<Self, LiveError> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("/taufit_{role}_{}_{}", std::process::id(), since.as_millis());
        let master = Master::new(master_uri, &name, timeout)?;
        master.greet()?;
        let host = host.map_or_else(|| master.own_host(), Ok)?;
        let opened = Self::open(name, host, master, timeout);
        opened.map_err(|error| LiveError::Unreachable {
            what: "a port of our own",
            address: "this computer".to_owned(),
            problem: error.to_string(),
        })
    }

    fn open(name: String, host: String, master: Master, timeout: Duration) -> io::Result<Self> {
        let listen = || TcpListener::bind((listening_ip(&host), 0));
        let (api, data) = (listen()?, listen()?);
        let place = |listener: &TcpListener| -> io::Result<Address> {
            Ok(Address::new(&host, listener.local_addr()?.port()))
        };
        let over = Over::default();
        let core = Arc::new(Core {
            name,
            timeout,
            master,
            api: place(&api)?,
            data: place(&data)?,
            over: Arc::clone(&over),
            publications: Default::default(),
            subscriptions: Default::default(),
            services: Default::default(),
        });
        let (of_api, of_data) = (Arc::clone(&core), Arc::clone(&core));
        let questions = Door::attend(api, &over, move |stream| {
            serve_calls(stream, &of_api.over, |call| of_api.answer(call));
        })?;
        let topics = Door::attend(data, &over, move |stream| of_data.serve_data(stream))?;
        Ok(Self { core, _doors: [questions, topics] })
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        &self.core.name
    }

    /// Its master.
    pub(crate) fn master(&self) -> &Master {
        &self.core.master
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
        let kind = Kind::of_message::<M>();
        let publication = self.core.publications.add(Publication::new(topic, kind, queue));
        self.core.master.ask("registerPublisher", self.about(topic, kind))?;
        Ok(Topic { publication, messages: PhantomData })
    }

    /// Hands every message of a topic to `take`, on a thread of its own, and every reason why one could
    /// not be had, until it returns false.
    pub(crate) fn subscribe<M: Payload>(
        &self,
        topic: &str,
        mut take: impl FnMut(Result<M, LiveError>) -> bool + Send + 'static,
    ) -> Result<(), LiveError> {
        let core = &self.core;
        let (name, over) = (core.name.clone(), Arc::clone(&core.over));
        let listener = Listener { name, timeout: core.timeout, over };
        let kind = Kind::of_message::<M>();
        let take = move |heard: Result<(&str, &[u8]), LiveError>| {
            take(heard.and_then(|(peer, bytes)| decoded(peer, bytes)))
        };
        let subscription = Subscription::new(topic, kind, Box::new(take), listener);
        let subscription = core.subscriptions.add(subscription);
        let publishers = core.master.ask("registerSubscriber", self.about(topic, kind))?;
        let publishers = publishers.text_list().map_err(|error| LiveError::Gibberish {
            source_name: core.master.uri().to_owned(),
            problem: error.to_string(),
        })?;
        subscription.update(&publishers);
        Ok(())
    }

    fn about(&self, topic: &str, kind: Kind) -> Vec<Value> {
        vec![topic.into(), kind.name.into(), self.core.api.uri("http").into()]
    }

    /// Calls a service.
    pub(crate) fn call<S>(
        &self,
        service: &str,
        request: &S::Request,
    ) -> Result<S::Response, LiveError>
    where
        S: Ros1Service,
        S::Request: Payload,
        S::Response: Payload,
    {
        let Core { name, master, timeout, over, .. } = &*self.core;
        let patience = Patience::new(*timeout, over);
        call_service::<S>(master, (name, service), request, &patience)
    }

    /// Offers a service, as long as the node lives.
    pub(crate) fn serve<S>(
        &self,
        service: &str,
        answer: impl Fn(S::Request) -> S::Response + Send + Sync + 'static,
    ) -> Result<(), LiveError>
    where
        S: Ros1Service,
        S::Request: Payload,
        S::Response: Payload,
    {
        let core = &self.core;
        core.services.add(Service::new::<S>(service, answer));
        let (data, api) = (core.data.uri("rosrpc"), core.api.uri("http"));
        let about = vec![service.into(), data.into(), api.into()];
        core.master.ask("registerService", about).map(drop)
    }

    /// Tells the master that nothing is there any more. Nobody waits for one that has gone.
    fn leave(&self) {
        let core = &self.core;
        let patience = Patience::new(GOODBYE, &Over::default());
        let api = core.api.uri("http");
        let forget = |method: &str, name: &str, uri: &str| {
            let _ = core.master.ask_within(method, vec![name.into(), uri.into()], &patience);
        };
        for it in core.subscriptions.all() {
            forget("unregisterSubscriber", &it.topic, &api);
        }
        for it in core.publications.all() {
            forget("unregisterPublisher", &it.topic, &api);
        }
        for it in core.services.all() {
            forget("unregisterService", &it.name, &core.data.uri("rosrpc"));
        }
    }
}

impl Drop for Ros1Node {
    fn drop(&mut self) {
        // The last command may be the one that stops the robot.
        let until = Instant::now() + LAST_WORDS;
        self.core.publications.all().iter().for_each(|publication| publication.finish(until));
        self.leave();
    }
}

impl<M: Payload> Topic<M> {
    /// Sends a message to whoever listens. Does not wait.
    pub(crate) fn publish(&self, message: &M) -> Result<(), LiveError> {
        let topic = &self.publication.topic;
        let lost = |problem: String| LiveError::Lost { what: topic.clone(), problem };
        let frame = framed(&encoded(topic, message)?).map_err(|error| lost(error.to_string()))?;
        match self.publication.send(&Arc::from(frame)) {
            true => Ok(()),
            false => Err(lost("the node has ended".to_owned())),
        }
    }
}
