//! A topic that we listen to, and who publishes it.

use super::address::Address;
use super::kind::{Kind, trouble_with};
use super::master::unpacked;
use super::patience::{LOOK, Over, Patience, lie};
use super::tcpros::{Header, read_message};
use super::xmlrpc::{Value, call};
use crate::live::LiveError;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A publisher that cannot be heard is asked again after this time, as long as the master names it.
const ASK_AGAIN: Duration = Duration::from_millis(500);

/// What becomes of a message, with the name of whoever sent it, or of the reason why there is none.
/// False once nobody listens.
pub(super) type Take = Box<dyn FnMut(Result<(&str, &[u8]), LiveError>) -> bool + Send>;

/// Who listens: the name of the node, its time-out, and what ends it.
#[derive(Clone, Debug)]
pub(super) struct Listener {
    pub(super) name: String,
    pub(super) timeout: Duration,
    pub(super) over: Over,
}

/// A topic.
pub(super) struct Subscription {
    pub(super) topic: String,
    pub(super) kind: Kind,
    take: Mutex<Take>,
    /// Whoever publishes it: its address, and what shall end when it does not any more.
    publishers: Mutex<BTreeMap<String, Arc<Ear>>>,
    listener: Listener,
}

/// One publisher that is being listened to.
#[derive(Debug, Default)]
struct Ear {
    is_over: AtomicBool,
    is_connected: AtomicBool,
}

impl Subscription {
    pub(super) fn new(topic: &str, kind: Kind, take: Take, listener: Listener) -> Self {
        let (topic, publishers) = (topic.to_owned(), Mutex::default());
        Self { topic, kind, take: Mutex::new(take), publishers, listener }
    }

    /// Listens to these publishers, and to no others.
    pub(super) fn update(self: &Arc<Self>, uris: &[String]) {
        let mut publishers = self.publishers();
        publishers.retain(|uri, ear| {
            let is_listed = uris.contains(uri);
            ear.is_over.store(!is_listed, Ordering::Relaxed);
            is_listed
        });
        for uri in uris {
            if publishers.contains_key(uri) {
                continue;
            }
            let ear = Arc::new(Ear::default());
            let (of_thread, uri_of_thread) = (Arc::clone(self), uri.clone());
            let ear_of_thread = Arc::clone(&ear);
            let work = move || of_thread.listen(&uri_of_thread, &ear_of_thread);
            if std::thread::Builder::new().name("ear".to_owned()).spawn(work).is_ok() {
                publishers.insert(uri.clone(), ear);
            }
        }
    }

    /// Addresses of the publishers, and whether they can be heard.
    pub(super) fn heard(&self) -> Vec<(String, bool)> {
        let publishers = self.publishers();
        let heard = publishers
            .iter()
            .map(|(uri, ear)| (uri.clone(), ear.is_connected.load(Ordering::Relaxed)));
        heard.collect()
    }

    fn listen(&self, uri: &str, ear: &Ear) {
        let is_over =
            || ear.is_over.load(Ordering::Relaxed) || self.listener.over.load(Ordering::Relaxed);
        while !is_over() {
            let heard = self.hear(uri, ear);
            ear.is_connected.store(false, Ordering::Relaxed);
            match heard {
                Ok(()) => return,
                Err(error) if !is_over() => drop(self.take(Err(error))),
                Err(_) => return,
            }
            let since = Instant::now();
            while since.elapsed() < ASK_AGAIN && !is_over() {
                std::thread::sleep(LOOK);
            }
        }
    }

    /// Until nobody listens, or something goes wrong.
    fn hear(&self, uri: &str, ear: &Ear) -> Result<(), LiveError> {
        let Listener { timeout, over, .. } = &self.listener;
        // Whoever waits for the first message shall hear why there is none before the time is over.
        let patience = Patience::new(*timeout / 2, over);
        let place = self.place_of(uri, &patience).map_err(|error| trouble_with(uri, &error))?;
        let connected = self.connect(&place, &patience);
        let (mut stream, header) = connected.map_err(|error| trouble_with(uri, &error))?;
        let peer = format!("{} at {place}", header.caller());
        self.kind.check(&peer, &self.topic, &header)?;
        ear.is_connected.store(true, Ordering::Relaxed);
        let rest = || Patience::new(*timeout, over);
        loop {
            let read = read_message(&mut stream, &Patience::endless(over), rest);
            let message = read.map_err(|error| trouble_with(&peer, &error))?;
            if !self.take(Ok((&peer, &message))) {
                return Ok(());
            }
        }
    }

    /// Where a publisher can be heard.
    fn place_of(&self, uri: &str, patience: &Patience) -> io::Result<Address> {
        let address = Address::parse(uri, "http")?;
        let tcp = Value::from(vec![Value::texts(["TCPROS"])]);
        let params = vec![self.listener.name.as_str().into(), self.topic.as_str().into(), tcp];
        let answer = unpacked(&call(&address, "requestTopic", params, patience)?)?;
        match answer.array()? {
            [protocol, host, port, ..] if protocol.text()? == "TCPROS" => {
                let port = u16::try_from(port.int()?).map_err(|_| lie("a port that is none"))?;
                Ok(Address::new(host.text()?, port))
            }
            _ => Err(lie(format!("it does not offer {} over TCPROS", self.topic))),
        }
    }

    fn connect(&self, place: &Address, patience: &Patience) -> io::Result<(TcpStream, Header)> {
        let mut stream = place.dial(patience)?;
        let wish = [
            ("callerid", self.listener.name.as_str()),
            ("md5sum", self.kind.md5),
            ("message_definition", self.kind.definition),
            ("tcp_nodelay", "1"),
            ("topic", &self.topic),
            ("type", self.kind.name),
        ];
        Header::new(&wish).write(&mut stream, patience)?;
        let header = Header::read(&mut stream, patience)?;
        Ok((stream, header))
    }

    fn take(&self, heard: Result<(&str, &[u8]), LiveError>) -> bool {
        let mut take = self.take.lock().unwrap_or_else(PoisonError::into_inner);
        take(heard)
    }

    fn publishers(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Ear>>> {
        self.publishers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("topic", &self.topic).finish_non_exhaustive()
    }
}
