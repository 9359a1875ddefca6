//! Node in the graph of a ROS 1 master, with the threads that serve it.

use crate::address::{Address, listen_for};
use crate::master_client::MasterClient;
use crate::node_state::NodeState;
use crate::publication::Publication;
use crate::service::{ServiceServer, call_service};
use crate::subscription::{SubscriberNode, Subscription};
use crate::tcpros::framed;
use crate::xmlrpc::{XmlRpcValue, serve_calls};
use crate::{DataType, Deadline, Ros1Error, StopFlag, TcpServer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::marker::PhantomData;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Messages that are queued for a slow subscriber. Beyond that the oldest are dropped, which leaves a gap
/// between the stamps of the others.
const QUEUE_LENGTH: usize = 1000;

/// Commands that are queued for a slow subscriber: only recent ones are of use.
const COMMAND_QUEUE_LENGTH: usize = 2;

/// Longest time for sending queued messages when a node ends.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(300);

/// Longest time for unregistering a node.
const UNREGISTER_TIMEOUT: Duration = Duration::from_secs(1);

/// Node of a ROS 1 graph. Calls block for its time-out at most. When dropped, it sends the queued messages
/// and unregisters.
#[derive(Debug)]
pub struct Ros1Node {
    state: Arc<NodeState>,
    _servers: [TcpServer; 2],
}

/// Publisher of a topic.
#[derive(Debug)]
pub struct Ros1Publisher<M> {
    publication: Arc<Publication>,
    messages: PhantomData<fn(M)>,
}

impl Ros1Node {
    /// Joins the graph of a master. Other nodes reach it under the name `host`; under the local address
    /// of the connection to the master if none. Its own name ends in numbers, since a second node of one name replaces the first.
    pub fn connect(
        master_uri: &str,
        role: &str,
        host: Option<String>,
        timeout: Duration,
    ) -> Result<Self, Ros1Error> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("/taufit_{role}_{}_{}", std::process::id(), since.as_millis());
        let master = MasterClient::new(master_uri, &name, timeout)?;
        master.check_reachable()?;
        let host = host.map_or_else(|| master.own_host(), Ok)?;
        let started = Self::start(name, host, master, timeout);
        started.map_err(|error| Ros1Error::Unreachable {
            what: "a port of our own",
            address: "this computer".to_owned(),
            problem: error.to_string(),
        })
    }

    fn start(
        name: String,
        host: String,
        master: MasterClient,
        timeout: Duration,
    ) -> io::Result<Self> {
        let deadline = Deadline::new(timeout, &StopFlag::default());
        let (api, data) = (listen_for(&host, &deadline)?, listen_for(&host, &deadline)?);
        let address = |listener: &TcpListener| -> io::Result<Address> {
            Ok(Address::new(&host, listener.local_addr()?.port()))
        };
        let stop = StopFlag::default();
        let state = Arc::new(NodeState {
            name,
            timeout,
            master,
            api: address(&api)?,
            data: address(&data)?,
            stop: Arc::clone(&stop),
            publications: Default::default(),
            subscriptions: Default::default(),
            services: Default::default(),
        });
        let (of_api, of_data) = (Arc::clone(&state), Arc::clone(&state));
        let api_server = TcpServer::start(api, &stop, move |stream| {
            serve_calls(stream, &of_api.stop, |call| of_api.answer(call));
        })?;
        let data_server = TcpServer::start(data, &stop, move |stream| of_data.serve_data(stream))?;
        Ok(Self { state, _servers: [api_server, data_server] })
    }

    /// Name of the node.
    pub fn name(&self) -> &str {
        &self.state.name
    }

    /// Client of its master.
    pub fn master(&self) -> &MasterClient {
        &self.state.master
    }

    /// Advertises a topic of data.
    pub fn advertise<M: Serialize>(
        &self,
        topic: &str,
        data_type: DataType,
    ) -> Result<Ros1Publisher<M>, Ros1Error> {
        self.advertise_with_queue(topic, data_type, QUEUE_LENGTH)
    }

    /// Advertises a topic of commands, with a short queue.
    pub fn advertise_commands<M: Serialize>(
        &self,
        topic: &str,
        data_type: DataType,
    ) -> Result<Ros1Publisher<M>, Ros1Error> {
        self.advertise_with_queue(topic, data_type, COMMAND_QUEUE_LENGTH)
    }

    fn advertise_with_queue<M: Serialize>(
        &self,
        topic: &str,
        data_type: DataType,
        queue_length: usize,
    ) -> Result<Ros1Publisher<M>, Ros1Error> {
        let publication = Publication::new(topic, data_type, queue_length);
        let publication = self.state.publications.add(publication);
        self.state.master.call("registerPublisher", self.registration(topic, data_type))?;
        Ok(Ros1Publisher { publication, messages: PhantomData })
    }

    /// Calls `handler` on a thread of its own with every message of a topic, and with every error of a
    /// connection, until it returns false.
    pub fn subscribe<M: DeserializeOwned>(
        &self,
        topic: &str,
        data_type: DataType,
        mut handler: impl FnMut(Result<M, Ros1Error>) -> bool + Send + 'static,
    ) -> Result<(), Ros1Error> {
        let state = &self.state;
        let (name, stop) = (state.name.clone(), Arc::clone(&state.stop));
        let node = SubscriberNode { name, timeout: state.timeout, stop };
        let handler = move |received: Result<(&str, &[u8]), Ros1Error>| {
            handler(received.and_then(|(peer, bytes)| data_type.decode(peer, bytes)))
        };
        let subscription = Subscription::new(topic, data_type, Box::new(handler), node);
        let subscription = state.subscriptions.add(subscription);
        let publishers =
            state.master.call("registerSubscriber", self.registration(topic, data_type))?;
        let publishers = publishers.text_list();
        let publishers =
            publishers.map_err(|error| Ros1Error::of_peer(state.master.uri(), &error))?;
        subscription.update(&publishers);
        Ok(())
    }

    fn registration(&self, topic: &str, data_type: DataType) -> Vec<XmlRpcValue> {
        vec![topic.into(), data_type.name.into(), self.state.api.uri("http").into()]
    }

    /// Calls a service.
    pub fn call<Q: Serialize, A: DeserializeOwned>(
        &self,
        service: &str,
        data_type: DataType,
        request: &Q,
    ) -> Result<A, Ros1Error> {
        let NodeState { name, master, timeout, stop, .. } = &*self.state;
        let deadline = Deadline::new(*timeout, stop);
        call_service(master, (name, service, &data_type), request, &deadline)
    }

    /// Offers a service as long as the node exists.
    pub fn serve<Q: DeserializeOwned, A: Serialize>(
        &self,
        service: &str,
        data_type: DataType,
        answer: impl Fn(Q) -> A + Send + Sync + 'static,
    ) -> Result<(), Ros1Error> {
        let state = &self.state;
        state.services.add(ServiceServer::new(service, data_type, answer));
        let (data, api) = (state.data.uri("rosrpc"), state.api.uri("http"));
        let registration = vec![service.into(), data.into(), api.into()];
        state.master.call("registerService", registration).map(drop)
    }

    /// Unregisters all topics and services; a master that does not answer is ignored.
    fn unregister(&self) {
        let state = &self.state;
        let deadline = Deadline::new(UNREGISTER_TIMEOUT, &StopFlag::default());
        let api = state.api.uri("http");
        let unregister = |method: &str, name: &str, uri: &str| {
            let _ = state.master.call_within(method, vec![name.into(), uri.into()], &deadline);
        };
        for it in state.subscriptions.all() {
            unregister("unregisterSubscriber", &it.topic, &api);
        }
        for it in state.publications.all() {
            unregister("unregisterPublisher", &it.topic, &api);
        }
        for it in state.services.all() {
            unregister("unregisterService", &it.name, &state.data.uri("rosrpc"));
        }
    }
}

impl Drop for Ros1Node {
    fn drop(&mut self) {
        // The last command may be the one that stops the robot.
        let until = Instant::now() + FLUSH_TIMEOUT;
        self.state.publications.all().iter().for_each(|publication| publication.close(until));
        self.unregister();
    }
}

impl<M: Serialize> Ros1Publisher<M> {
    /// Queues a message for all subscribers, without blocking.
    pub fn publish(&self, message: &M) -> Result<(), Ros1Error> {
        let topic = &self.publication.topic;
        let lost = |problem: String| Ros1Error::Lost { peer: topic.clone(), problem };
        let frame = framed(&DataType::encode(topic, message)?);
        let frame = frame.map_err(|error| lost(error.to_string()))?;
        match self.publication.send(&Arc::from(frame)) {
            true => Ok(()),
            false => Err(lost("the node has ended".to_owned())),
        }
    }
}
