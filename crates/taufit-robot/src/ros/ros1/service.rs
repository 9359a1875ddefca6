//! Services: calling those of others, answering to our own.

use super::Ros1Error;
use super::address::Address;
use super::kind::{Kind, Payload, decoded, encoded, trouble_with};
use super::master::Master;
use super::patience::{Over, Patience, lie, read_exact, write_all};
use super::tcpros::{Header, framed, read_message};
use crate::live::LiveError;
use std::fmt;
use std::io;
use std::net::TcpStream;
use std::time::Duration;
use taufit_io::ros::Ros1Service;

/// How long a caller that stays may be silent.
const IDLE: Duration = Duration::from_secs(600);

/// Calls a service, over a connection of its own: its server may have been restarted.
pub(super) fn call_service<S>(
    master: &Master,
    (caller, service): (&str, &str),
    request: &S::Request,
    patience: &Patience,
) -> Result<S::Response, LiveError>
where
    S: Ros1Service,
    S::Request: Payload,
    S::Response: Payload,
{
    let unreachable = |problem: String| LiveError::Unreachable {
        what: "the service",
        address: service.to_owned(),
        problem,
    };
    let found = master.ask_within("lookupService", vec![service.into()], patience);
    let uri = found.map_err(|error| match error {
        LiveError::Ros1(Ros1Error::MasterRefused { answer, .. }) => unreachable(answer),
        other => other,
    })?;
    let place = uri.text().and_then(|uri| Address::parse(uri, "rosrpc"));
    let place = place.map_err(|error| unreachable(error.to_string()))?;
    let request = encoded(service, request)?;
    let mut stream = place.dial(patience).map_err(|error| unreachable(error.to_string()))?;
    let kind = Kind::of_service::<S>();
    let peer = greet(&mut stream, (caller, service), &kind, &place, patience)?;
    let answer = ask(&mut stream, &request, patience);
    let answer = answer.map_err(|error| trouble_with(&peer, &error))?;
    match answer {
        Ok(bytes) => decoded(&peer, &bytes),
        Err(answer) => {
            Err(Ros1Error::ServiceFailed { service: service.to_owned(), peer, answer }.into())
        }
    }
}

/// Who answers, if it is the service that is meant.
fn greet(
    stream: &mut TcpStream,
    (caller, service): (&str, &str),
    kind: &Kind,
    place: &Address,
    patience: &Patience,
) -> Result<String, LiveError> {
    let fields =
        [("callerid", caller), ("md5sum", kind.md5), ("service", service), ("type", kind.name)];
    let greeted =
        Header::new(&fields).write(stream, patience).and_then(|()| Header::read(stream, patience));
    let header = greeted.map_err(|error| trouble_with(&format!("{service} at {place}"), &error))?;
    let peer = format!("{} at {place}", header.caller());
    kind.check(&peer, service, &header)?;
    Ok(peer)
}

/// The answer, or in words why there is none.
fn ask(
    stream: &mut TcpStream,
    request: &[u8],
    patience: &Patience,
) -> io::Result<Result<Vec<u8>, String>> {
    write_all(stream, &framed(request)?, patience)?;
    let is_good = match read_exact(stream, 1, patience)?[..] {
        [0] => false,
        [1] => true,
        _ => return Err(lie("an answer that is neither yes nor no")),
    };
    let bytes = read_message(stream, patience, || patience.clone())?;
    Ok(if is_good { Ok(bytes) } else { Err(String::from_utf8_lossy(&bytes).into_owned()) })
}

/// What is answered to the bytes of a request; words, if they are none.
type Answer = Box<dyn Fn(&[u8]) -> Result<Vec<u8>, String> + Send + Sync>;

/// A service that we offer.
pub(super) struct Service {
    pub(super) name: String,
    pub(super) kind: Kind,
    answer: Answer,
}

impl Service {
    pub(super) fn new<S>(
        name: &str,
        answer: impl Fn(S::Request) -> S::Response + Send + Sync + 'static,
    ) -> Self
    where
        S: Ros1Service,
        S::Request: Payload,
        S::Response: Payload,
    {
        let answer = move |bytes: &[u8]| {
            let request = decoded("the caller", bytes).map_err(|error| error.to_string())?;
            encoded("the answer", &answer(request)).map_err(|error| error.to_string())
        };
        Self { name: name.to_owned(), kind: Kind::of_service::<S>(), answer: Box::new(answer) }
    }

    /// Answers to a caller, once, or as long as it wants to stay.
    pub(super) fn serve(
        &self,
        stream: &mut TcpStream,
        caller: &Header,
        (name, timeout): (&str, Duration),
        over: &Over,
    ) -> io::Result<()> {
        let patience = || Patience::new(timeout, over);
        if let Err(error) = self.kind.check(caller.caller(), &self.name, caller) {
            return Header::refusal(&error).write(stream, &patience());
        }
        let Kind { name: kind, md5, .. } = self.kind;
        let (request, response) = (format!("{kind}Request"), format!("{kind}Response"));
        let fields = [
            ("callerid", name),
            ("md5sum", md5),
            ("request_type", &request),
            ("response_type", &response),
            ("service", &self.name),
            ("type", kind),
        ];
        Header::new(&fields).write(stream, &patience())?;
        if caller.get("probe") == "1" {
            return Ok(());
        }
        loop {
            let request = read_message(stream, &Patience::new(IDLE, over), patience)?;
            let (verdict, bytes) = match (self.answer)(&request) {
                Ok(bytes) => (1, bytes),
                Err(words) => (0, words.into_bytes()),
            };
            let whole = [&[verdict], &framed(&bytes)?[..]].concat();
            write_all(stream, &whole, &patience())?;
            if caller.get("persistent") != "1" {
                return Ok(());
            }
        }
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("name", &self.name).finish_non_exhaustive()
    }
}
