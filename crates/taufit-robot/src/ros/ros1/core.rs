//! What a node publishes, listens to and offers, and what it answers to those who come.

use super::address::Address;
use super::master::{Master, packed, refused};
use super::patience::{Over, Patience};
use super::publication::Publication;
use super::service::Service;
use super::subscription::Subscription;
use super::tcpros::Header;
use super::xmlrpc::{Call, Fault, Value};
use std::io;
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What the threads of a node share.
#[derive(Debug)]
pub(super) struct Core {
    pub(super) name: String,
    pub(super) timeout: Duration,
    pub(super) master: Master,
    /// Where questions about topics are answered.
    pub(super) api: Address,
    /// Where topics and services are.
    pub(super) data: Address,
    pub(super) over: Over,
    pub(super) publications: Listed<Publication>,
    pub(super) subscriptions: Listed<Subscription>,
    pub(super) services: Listed<Service>,
}

/// Some of a node's things.
#[derive(Debug)]
pub(super) struct Listed<T>(Mutex<Vec<Arc<T>>>);

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Listed<T> {
    fn locked(&self) -> MutexGuard<'_, Vec<Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, thing: T) -> Arc<T> {
        let thing = Arc::new(thing);
        self.locked().push(Arc::clone(&thing));
        thing
    }

    pub(super) fn all(&self) -> Vec<Arc<T>> {
        self.locked().clone()
    }

    fn find(&self, is_meant: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        self.locked().iter().find(|thing| is_meant(thing)).cloned()
    }
}

impl Core {
    /// Tells topics or answers services, as the visitor wishes.
    pub(super) fn serve_data(&self, mut stream: TcpStream) {
        // Whoever hangs up or lies is not served; there is nobody to be told.
        let _ = self.serve_visitor(&mut stream);
    }

    fn serve_visitor(&self, stream: &mut TcpStream) -> io::Result<()> {
        let patience = Patience::new(self.timeout, &self.over);
        let header = Header::read(stream, &patience)?;
        let us = (self.name.as_str(), self.timeout);
        let (topic, service) = (header.get("topic"), header.get("service"));
        if let Some(found) = self.services.find(|known| known.name == service) {
            return found.serve(stream, &header, us, &self.over);
        }
        if let Some(found) = self.publications.find(|known| known.topic == topic) {
            return found.serve(stream, &header, us, &self.over);
        }
        let words = format!("{} has neither topic {topic:?} nor service {service:?}", self.name);
        Header::refusal(&words).write(stream, &patience)
    }

    /// Answers a question of the master or of another node.
    pub(super) fn answer(&self, call: &Call) -> Result<Value, Fault> {
        let text = |k: usize| call.params.get(k).and_then(|value| value.text().ok());
        Ok(match call.method.as_str() {
            "getPid" => packed(i32::try_from(std::process::id()).unwrap_or_default()),
            "getMasterUri" => packed(self.master.uri()),
            "getPublications" => packed(self.publication_names()),
            "getSubscriptions" => packed(self.subscription_names()),
            "getBusInfo" => packed(self.connections()),
            "getBusStats" => packed(Value::from(vec![Value::Array(Vec::new()); 3])),
            "requestTopic" => self.request_topic(text(1).unwrap_or_default()),
            "publisherUpdate" => self.publisher_update(call)?,
            "paramUpdate" => packed(0),
            // Whoever ends a run stops its robot first: that is not left to strangers.
            "shutdown" => refused("it ends by itself, or with Ctrl-C"),
            other => {
                return Err(Fault { code: -1, words: format!("a node has no method {other:?}") });
            }
        })
    }

    fn publication_names(&self) -> Value {
        let publications = self.publications.all();
        let pairs = publications.iter().map(|it| Value::texts([it.topic.as_str(), it.kind.name]));
        Value::Array(pairs.collect())
    }

    fn subscription_names(&self) -> Value {
        let subscriptions = self.subscriptions.all();
        let pairs = subscriptions.iter().map(|it| Value::texts([it.topic.as_str(), it.kind.name]));
        Value::Array(pairs.collect())
    }

    /// Number, other end, direction, transport, topic, whether it works.
    fn connections(&self) -> Value {
        let mut found = Vec::new();
        for it in self.publications.all() {
            let out = it.listeners().into_iter().map(|who| (who, "o", it.topic.clone(), true));
            found.extend(out);
        }
        for it in self.subscriptions.all() {
            let into = it.heard().into_iter().map(|(who, is)| (who, "i", it.topic.clone(), is));
            found.extend(into);
        }
        let rows = found.into_iter().zip(1..).map(|((who, direction, topic, works), number)| {
            let transport = Value::from("TCPROS");
            let row = [who.into(), direction.into(), transport, topic.into(), Value::Bool(works)];
            Value::Array([vec![Value::Int(number)], row.to_vec()].concat())
        });
        Value::Array(rows.collect())
    }

    fn request_topic(&self, topic: &str) -> Value {
        if self.publications.find(|known| known.topic == topic).is_none() {
            return refused(&format!("{} does not publish {topic:?}", self.name));
        }
        let Address { host, port } = &self.data;
        packed(vec!["TCPROS".into(), host.as_str().into(), i32::from(*port).into()])
    }

    fn publisher_update(&self, call: &Call) -> Result<Value, Fault> {
        let wrong = || Fault { code: -1, words: "a caller, a topic, a list of nodes".to_owned() };
        let [_, topic, uris] = &call.params[..] else { return Err(wrong()) };
        let (Ok(topic), Ok(uris)) = (topic.text(), uris.text_list()) else { return Err(wrong()) };
        for subscription in self.subscriptions.all() {
            if subscription.topic == topic {
                subscription.update(&uris);
            }
        }
        Ok(packed(0))
    }
}
