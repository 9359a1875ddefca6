//! Subscribed topics: one thread per publisher.

use crate::address::Address;
use crate::deadline::{POLL_PERIOD, protocol_error};
use crate::master_client::response_value;
use crate::tcpros::{ConnectionHeader, read_message};
use crate::xmlrpc::{XmlRpcValue, call};
use crate::{DataType, Deadline, Ros1Error, StopFlag};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time until a failed connection to a publisher is tried again.
const RECONNECT_PERIOD: Duration = Duration::from_millis(500);

/// Handler of a message with the name of its publisher, or of the error of a connection. False ends the
/// connection.
pub(crate) type MessageHandler = Box<dyn FnMut(Result<(&str, &[u8]), Ros1Error>) -> bool + Send>;

/// Properties of the subscribing node: its name, its time-out, its stop flag.
#[derive(Clone, Debug)]
pub(crate) struct SubscriberNode {
    pub(crate) name: String,
    pub(crate) timeout: Duration,
    pub(crate) stop: StopFlag,
}

/// Subscribed topic.
pub(crate) struct Subscription {
    pub(crate) topic: String,
    pub(crate) data_type: DataType,
    handler: Mutex<MessageHandler>,
    /// Connections by the address of the publisher.
    publishers: Mutex<BTreeMap<String, Arc<PublisherConnection>>>,
    node: SubscriberNode,
}

/// State of the connection to one publisher.
#[derive(Debug, Default)]
struct PublisherConnection {
    is_removed: AtomicBool,
    is_connected: AtomicBool,
}

impl Subscription {
    pub(crate) fn new(
        topic: &str,
        data_type: DataType,
        handler: MessageHandler,
        node: SubscriberNode,
    ) -> Self {
        let (topic, publishers) = (topic.to_owned(), Mutex::default());
        Self { topic, data_type, handler: Mutex::new(handler), publishers, node }
    }

    /// Connects to exactly these publishers.
    pub(crate) fn update(self: &Arc<Self>, uris: &[String]) {
        let mut publishers = self.publishers();
        publishers.retain(|uri, connection| {
            let is_listed = uris.contains(uri);
            connection.is_removed.store(!is_listed, Ordering::Relaxed);
            is_listed
        });
        for uri in uris {
            if publishers.contains_key(uri) {
                continue;
            }
            let connection = Arc::new(PublisherConnection::default());
            let (subscription, uri_of_thread) = (Arc::clone(self), uri.clone());
            let connection_of_thread = Arc::clone(&connection);
            let run = move || subscription.run(&uri_of_thread, &connection_of_thread);
            if std::thread::Builder::new().name("subscriber".to_owned()).spawn(run).is_ok() {
                publishers.insert(uri.clone(), connection);
            }
        }
    }

    /// Addresses of the publishers, and whether each is connected.
    pub(crate) fn publisher_states(&self) -> Vec<(String, bool)> {
        let publishers = self.publishers();
        let state = |(uri, connection): (&String, &Arc<PublisherConnection>)| {
            (uri.clone(), connection.is_connected.load(Ordering::Relaxed))
        };
        publishers.iter().map(state).collect()
    }

    /// Receives from a publisher, again and again until it is removed.
    fn run(&self, uri: &str, connection: &PublisherConnection) {
        let has_ended = || {
            connection.is_removed.load(Ordering::Relaxed) || self.node.stop.load(Ordering::Relaxed)
        };
        while !has_ended() {
            let received = self.receive(uri, connection);
            connection.is_connected.store(false, Ordering::Relaxed);
            match received {
                Ok(()) => return,
                Err(error) if !has_ended() => drop(self.handle(Err(error))),
                Err(_) => return,
            }
            let since = Instant::now();
            while since.elapsed() < RECONNECT_PERIOD && !has_ended() {
                std::thread::sleep(POLL_PERIOD);
            }
        }
    }

    /// Receives messages until the handler ends the connection, or an error does.
    fn receive(&self, uri: &str, connection: &PublisherConnection) -> Result<(), Ros1Error> {
        let SubscriberNode { timeout, stop, .. } = &self.node;
        // Half of the time-out: the error is known before a wait for the first message ends.
        let deadline = Deadline::new(*timeout / 2, stop);
        let address = self.data_address(uri, &deadline);
        let address = address.map_err(|error| Ros1Error::of_peer(uri, &error))?;
        let connected = self.connect(&address, &deadline);
        let (mut stream, header) = connected.map_err(|error| Ros1Error::of_peer(uri, &error))?;
        let peer = format!("{} at {address}", header.caller());
        self.data_type.check(&peer, &self.topic, &header)?;
        connection.is_connected.store(true, Ordering::Relaxed);
        let rest = || Deadline::new(*timeout, stop);
        loop {
            let read = read_message(&mut stream, &Deadline::none(stop), rest);
            let message = read.map_err(|error| Ros1Error::of_peer(&peer, &error))?;
            if !self.handle(Ok((&peer, &message))) {
                return Ok(());
            }
        }
    }

    /// TCPROS address of a publisher.
    fn data_address(&self, uri: &str, deadline: &Deadline) -> io::Result<Address> {
        let address = Address::parse(uri, "http")?;
        let tcp = XmlRpcValue::from(vec![XmlRpcValue::texts(["TCPROS"])]);
        let params = vec![self.node.name.as_str().into(), self.topic.as_str().into(), tcp];
        let answer = response_value(&call(&address, "requestTopic", params, deadline)?)?;
        match answer.array()? {
            [protocol, host, port, ..] if protocol.text()? == "TCPROS" => {
                let port = port.int()?;
                let number = u16::try_from(port);
                let number = number.map_err(|_| protocol_error(format!("port {port}")))?;
                Ok(Address::new(host.text()?, number))
            }
            _ => Err(protocol_error(format!("it does not offer {} over TCPROS", self.topic))),
        }
    }

    fn connect(
        &self,
        address: &Address,
        deadline: &Deadline,
    ) -> io::Result<(TcpStream, ConnectionHeader)> {
        let mut stream = address.connect(deadline)?;
        let fields = [
            ("callerid", self.node.name.as_str()),
            ("md5sum", self.data_type.md5),
            ("message_definition", self.data_type.definition),
            ("tcp_nodelay", "1"),
            ("topic", &self.topic),
            ("type", self.data_type.name),
        ];
        ConnectionHeader::new(&fields).write(&mut stream, deadline)?;
        let header = ConnectionHeader::read(&mut stream, deadline)?;
        Ok((stream, header))
    }

    fn handle(&self, received: Result<(&str, &[u8]), Ros1Error>) -> bool {
        let mut handler = self.handler.lock().unwrap_or_else(PoisonError::into_inner);
        handler(received)
    }

    fn publishers(&self) -> MutexGuard<'_, BTreeMap<String, Arc<PublisherConnection>>> {
        self.publishers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("topic", &self.topic).finish_non_exhaustive()
    }
}
