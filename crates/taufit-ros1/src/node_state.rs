//! State that the threads of a node share, and its answers to other nodes and the master.

use crate::address::Address;
use crate::master_client::{MasterClient, failure, success};
use crate::publication::Publication;
use crate::service::ServiceServer;
use crate::subscription::Subscription;
use crate::tcpros::ConnectionHeader;
use crate::xmlrpc::{XmlRpcCall, XmlRpcFault, XmlRpcValue};
use crate::{Deadline, StopFlag};
use std::io;
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// State that the threads of a node share.
#[derive(Debug)]
pub(crate) struct NodeState {
    pub(crate) name: String,
    pub(crate) timeout: Duration,
    pub(crate) master: MasterClient,
    /// XML-RPC server of the node.
    pub(crate) api: Address,
    /// TCPROS server of its topics and services.
    pub(crate) data: Address,
    pub(crate) stop: StopFlag,
    pub(crate) publications: SharedList<Publication>,
    pub(crate) subscriptions: SharedList<Subscription>,
    pub(crate) services: SharedList<ServiceServer>,
}

/// List that threads share; entries are added and never removed.
#[derive(Debug)]
pub(crate) struct SharedList<T>(Mutex<Vec<Arc<T>>>);

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> SharedList<T> {
    fn locked(&self) -> MutexGuard<'_, Vec<Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, entry: T) -> Arc<T> {
        let entry = Arc::new(entry);
        self.locked().push(Arc::clone(&entry));
        entry
    }

    pub(crate) fn all(&self) -> Vec<Arc<T>> {
        self.locked().clone()
    }

    fn find(&self, is_wanted: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        self.locked().iter().find(|entry| is_wanted(entry)).cloned()
    }
}

impl NodeState {
    /// Serves a TCPROS connection: a subscriber of a topic, or a client of a service.
    pub(crate) fn serve_data(&self, mut stream: TcpStream) {
        // A peer that closes the connection or violates the protocol is not served further.
        let _ = self.serve_connection(&mut stream);
    }

    fn serve_connection(&self, stream: &mut TcpStream) -> io::Result<()> {
        let deadline = Deadline::new(self.timeout, &self.stop);
        let header = ConnectionHeader::read(stream, &deadline)?;
        let node = (self.name.as_str(), self.timeout);
        let (topic, service) = (header.get("topic"), header.get("service"));
        if let Some(found) = self.services.find(|known| known.name == service) {
            return found.serve(stream, &header, node, &self.stop);
        }
        if let Some(found) = self.publications.find(|known| known.topic == topic) {
            return found.serve(stream, &header, node, &self.stop);
        }
        let reason = format!("{} has neither topic {topic:?} nor service {service:?}", self.name);
        ConnectionHeader::refusal(&reason).write(stream, &deadline)
    }

    /// Answer to a call of the slave API.
    pub(crate) fn answer(&self, call: &XmlRpcCall) -> Result<XmlRpcValue, XmlRpcFault> {
        let text = |k: usize| call.params.get(k).and_then(|value| value.text().ok());
        Ok(match call.method.as_str() {
            "getPid" => success(i32::try_from(std::process::id()).unwrap_or_default()),
            "getMasterUri" => success(self.master.uri()),
            "getPublications" => success(self.publication_types()),
            "getSubscriptions" => success(self.subscription_types()),
            "getBusInfo" => success(self.connections()),
            "getBusStats" => success(XmlRpcValue::from(vec![XmlRpcValue::Array(Vec::new()); 3])),
            "requestTopic" => self.request_topic(text(1).unwrap_or_default()),
            "publisherUpdate" => self.publisher_update(call)?,
            "paramUpdate" => success(0),
            // A run stops its robot before it ends: no other node may end it.
            "shutdown" => failure("it ends by itself, or with Ctrl-C"),
            other => {
                let message = format!("a node has no method {other:?}");
                return Err(XmlRpcFault { code: -1, message });
            }
        })
    }

    fn publication_types(&self) -> XmlRpcValue {
        let publications = self.publications.all();
        let pair = |it: &Arc<Publication>| XmlRpcValue::texts([&it.topic, it.data_type.name]);
        XmlRpcValue::Array(publications.iter().map(pair).collect())
    }

    fn subscription_types(&self) -> XmlRpcValue {
        let subscriptions = self.subscriptions.all();
        let pair = |it: &Arc<Subscription>| XmlRpcValue::texts([&it.topic, it.data_type.name]);
        XmlRpcValue::Array(subscriptions.iter().map(pair).collect())
    }

    /// Rows of number, peer, direction, transport, topic, connected.
    fn connections(&self) -> XmlRpcValue {
        let mut found = Vec::new();
        for it in self.publications.all() {
            let peers = it.subscribers().into_iter();
            found.extend(peers.map(|peer| (peer, "o", it.topic.clone(), true)));
        }
        for it in self.subscriptions.all() {
            let peers = it.publisher_states().into_iter();
            found.extend(peers.map(|(peer, connected)| (peer, "i", it.topic.clone(), connected)));
        }
        let rows =
            found.into_iter().zip(1..).map(|((peer, direction, topic, connected), number)| {
                XmlRpcValue::Array(vec![
                    XmlRpcValue::Int(number),
                    peer.into(),
                    direction.into(),
                    XmlRpcValue::from("TCPROS"),
                    topic.into(),
                    XmlRpcValue::Bool(connected),
                ])
            });
        XmlRpcValue::Array(rows.collect())
    }

    fn request_topic(&self, topic: &str) -> XmlRpcValue {
        if self.publications.find(|known| known.topic == topic).is_none() {
            return failure(&format!("{} does not publish {topic:?}", self.name));
        }
        let Address { host, port } = &self.data;
        success(vec!["TCPROS".into(), host.as_str().into(), i32::from(*port).into()])
    }

    fn publisher_update(&self, call: &XmlRpcCall) -> Result<XmlRpcValue, XmlRpcFault> {
        let wrong = || XmlRpcFault {
            code: -1,
            message: "expected a caller, a topic and a list of nodes".to_owned(),
        };
        let [_, topic, uris] = &call.params[..] else { return Err(wrong()) };
        let (Ok(topic), Ok(uris)) = (topic.text(), uris.text_list()) else { return Err(wrong()) };
        for subscription in self.subscriptions.all() {
            if subscription.topic == topic {
                subscription.update(&uris);
            }
        }
        Ok(success(0))
    }
}
