//! Services: client and server.

use crate::address::Address;
use crate::deadline::{protocol_error, read_exact, write_all};
use crate::master_client::MasterClient;
use crate::tcpros::{ConnectionHeader, framed, read_message};
use crate::{DataType, Deadline, Ros1Error, StopFlag};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::io;
use std::net::TcpStream;
use std::time::Duration;

/// Longest time between two requests of a persistent client.
const IDLE_TIMEOUT: Duration = Duration::from_secs(600);

/// Calls a service over a new connection: its server may have been restarted since the last call.
pub(crate) fn call_service<Q: Serialize, A: DeserializeOwned>(
    master: &MasterClient,
    (caller, service, data_type): (&str, &str, &DataType),
    request: &Q,
    deadline: &Deadline,
) -> Result<A, Ros1Error> {
    let unreachable = |problem: String| Ros1Error::Unreachable {
        what: "the service",
        address: service.to_owned(),
        problem,
    };
    let found = master.call_within("lookupService", vec![service.into()], deadline);
    let uri = found.map_err(|error| match error {
        Ros1Error::MasterRefused { answer, .. } => unreachable(answer),
        other => other,
    })?;
    let address = uri.text().and_then(|uri| Address::parse(uri, "rosrpc"));
    let address = address.map_err(|error| unreachable(error.to_string()))?;
    let request = DataType::encode(service, request)?;
    let mut stream = address.connect(deadline).map_err(|error| unreachable(error.to_string()))?;
    let peer = exchange_headers(&mut stream, (caller, service, data_type), &address, deadline)?;
    let answer = exchange_messages(&mut stream, &request, deadline);
    match answer.map_err(|error| Ros1Error::of_peer(&peer, &error))? {
        Ok(bytes) => data_type.decode(&peer, &bytes),
        Err(answer) => Err(Ros1Error::ServiceFailed { service: service.to_owned(), peer, answer }),
    }
}

/// Exchanges headers; returns the name of the server if it has the service with the same type.
fn exchange_headers(
    stream: &mut TcpStream,
    (caller, service, data_type): (&str, &str, &DataType),
    address: &Address,
    deadline: &Deadline,
) -> Result<String, Ros1Error> {
    let fields = [
        ("callerid", caller),
        ("md5sum", data_type.md5),
        ("service", service),
        ("type", data_type.name),
    ];
    let header = ConnectionHeader::new(&fields)
        .write(stream, deadline)
        .and_then(|()| ConnectionHeader::read(stream, deadline));
    let server = || format!("{service} at {address}");
    let header = header.map_err(|error| Ros1Error::of_peer(&server(), &error))?;
    let peer = format!("{} at {address}", header.caller());
    data_type.check(&peer, service, &header)?;
    Ok(peer)
}

/// Response to a request, or the error message of the server.
fn exchange_messages(
    stream: &mut TcpStream,
    request: &[u8],
    deadline: &Deadline,
) -> io::Result<Result<Vec<u8>, String>> {
    write_all(stream, &framed(request)?, deadline)?;
    let is_ok = match read_exact(stream, 1, deadline)?[..] {
        [0] => false,
        [1] => true,
        _ => return Err(protocol_error("the status byte of a response is neither 0 nor 1")),
    };
    let bytes = read_message(stream, deadline, || deadline.clone())?;
    Ok(if is_ok { Ok(bytes) } else { Err(String::from_utf8_lossy(&bytes).into_owned()) })
}

/// Response bytes to request bytes; an error message for malformed requests.
type RequestHandler = Box<dyn Fn(&[u8]) -> Result<Vec<u8>, String> + Send + Sync>;

/// Service that this node offers.
pub(crate) struct ServiceServer {
    pub(crate) name: String,
    data_type: DataType,
    handler: RequestHandler,
}

impl ServiceServer {
    pub(crate) fn new<Q: DeserializeOwned, A: Serialize>(
        name: &str,
        data_type: DataType,
        answer: impl Fn(Q) -> A + Send + Sync + 'static,
    ) -> Self {
        let handler = move |bytes: &[u8]| {
            let request =
                data_type.decode("the caller", bytes).map_err(|error| error.to_string())?;
            DataType::encode("the answer", &answer(request)).map_err(|error| error.to_string())
        };
        Self { name: name.to_owned(), data_type, handler: Box::new(handler) }
    }

    /// Answers one request of a client, or all requests of a persistent client.
    pub(crate) fn serve(
        &self,
        stream: &mut TcpStream,
        client: &ConnectionHeader,
        (node, timeout): (&str, Duration),
        stop: &StopFlag,
    ) -> io::Result<()> {
        let deadline = || Deadline::new(timeout, stop);
        if let Err(error) = self.data_type.check(client.caller(), &self.name, client) {
            return ConnectionHeader::refusal(&error).write(stream, &deadline());
        }
        let DataType { name, md5, .. } = self.data_type;
        let (request, response) = (format!("{name}Request"), format!("{name}Response"));
        let fields = [
            ("callerid", node),
            ("md5sum", md5),
            ("request_type", &request),
            ("response_type", &response),
            ("service", &self.name),
            ("type", name),
        ];
        ConnectionHeader::new(&fields).write(stream, &deadline())?;
        if client.get("probe") == "1" {
            return Ok(());
        }
        loop {
            let request = read_message(stream, &Deadline::new(IDLE_TIMEOUT, stop), deadline)?;
            let (status, bytes) = match (self.handler)(&request) {
                Ok(bytes) => (1, bytes),
                Err(message) => (0, message.into_bytes()),
            };
            let response = [&[status], &framed(&bytes)?[..]].concat();
            write_all(stream, &response, &deadline())?;
            if client.get("persistent") != "1" {
                return Ok(());
            }
        }
    }
}

impl fmt::Debug for ServiceServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceServer").field("name", &self.name).finish_non_exhaustive()
    }
}
