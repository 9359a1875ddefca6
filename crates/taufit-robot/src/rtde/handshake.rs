//! Handshake: negotiation of version, outputs and inputs.

use super::RtdeError;
use super::protocol::{IN_USE, NOT_FOUND, PacketDecoder, Recipe, Reply, Request, VERSION};
use super::registers::INPUTS;
use super::sample::{OPTIONAL_FIELDS, REQUIRED_FIELDS, effort_field};
use super::socket::{connect, is_retryable, lost, write};
use crate::connection::ConnectionError;
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use taufit::recording::EffortKind;

/// Connection before data are sent.
pub(super) struct Handshake {
    pub(super) stream: TcpStream,
    pub(super) decoder: PacketDecoder,
    timeout: Duration,
}

impl Handshake {
    /// Opens the connection.
    pub(super) fn open(address: SocketAddr, timeout: Duration) -> Result<Self, ConnectionError> {
        let stream = connect("the controller", address, timeout)?;
        Ok(Self { stream, decoder: PacketDecoder::default(), timeout })
    }

    /// Refuses a controller without our protocol version.
    pub(super) fn agree_on_version(&mut self) -> Result<(), ConnectionError> {
        match self.query(&Request::Version(VERSION))? {
            Reply::Version(true) => Ok(()),
            _ => Err(ConnectionError::Protocol {
                source_name: "the controller".to_owned(),
                problem: format!("it does not speak version {VERSION} of RTDE"),
            }),
        }
    }

    /// Software version: major, minor, bug fix, build.
    pub(super) fn controller_version(&mut self) -> Result<[u32; 4], ConnectionError> {
        match self.query(&Request::ControllerVersion)? {
            Reply::ControllerVersion(version) => Ok(version),
            other => Err(unexpected(&other)),
        }
    }

    /// Output recipe of all known fields, and the unknown fields.
    pub(super) fn outputs(
        &mut self,
        rate_hz: f64,
        effort: EffortKind,
        version: [u32; 4],
    ) -> Result<(Recipe, Vec<String>), ConnectionError> {
        let needed: Vec<&str> = REQUIRED_FIELDS.into_iter().chain([effort_field(effort)]).collect();
        let all: Vec<&str> = needed.iter().chain(&OPTIONAL_FIELDS).copied().collect();
        let (id, types) = self.request_outputs(rate_hz, &all)?;
        let is_missing = |(_, kind): &(&&str, &String)| *kind == NOT_FOUND;
        let missing: Vec<&str> =
            all.iter().zip(&types).filter(is_missing).map(|(name, _)| *name).collect();
        if let Some(field) = missing.iter().find(|field| needed.contains(field)) {
            return Err(missing_field(field, version).into());
        }
        if missing.is_empty() {
            return Ok((Recipe::new(id, &all, &types)?, Vec::new()));
        }
        // A recipe with an unknown field is invalid: ask again without.
        let known: Vec<&str> = all.iter().copied().filter(|f| !missing.contains(f)).collect();
        let (id, types) = self.request_outputs(rate_hz, &known)?;
        let missing = missing.iter().map(|field| (*field).to_owned()).collect();
        Ok((Recipe::new(id, &known, &types)?, missing))
    }

    fn request_outputs(
        &mut self,
        rate_hz: f64,
        names: &[&str],
    ) -> Result<(u8, Vec<String>), ConnectionError> {
        let fields = names.iter().map(|name| (*name).to_owned()).collect();
        match self.query(&Request::Outputs { rate_hz, fields })? {
            Reply::Outputs { id, types } => Ok((id, types)),
            other => Err(unexpected(&other)),
        }
    }

    /// Number of the input recipe, or the reason why there is none. Recording alone needs none.
    pub(super) fn inputs(&mut self) -> Result<Result<u8, RtdeError>, ConnectionError> {
        let fields = INPUTS.iter().map(|name| (*name).to_owned()).collect();
        let Reply::Inputs { id, types } = self.query(&Request::Inputs { fields })? else {
            return Ok(Err(RtdeError::InUse { fields: "all".to_owned() }));
        };
        let in_use = INPUTS.iter().zip(&types).filter(|(_, kind)| *kind == IN_USE);
        let in_use: Vec<&str> = in_use.map(|(name, _)| *name).collect();
        if !in_use.is_empty() {
            return Ok(Err(RtdeError::InUse { fields: in_use.join(", ") }));
        }
        Ok(Ok(Recipe::new(id, &INPUTS, &types)?.id))
    }

    /// Starts the data.
    pub(super) fn start(&mut self) -> Result<(), ConnectionError> {
        match self.query(&Request::Start)? {
            Reply::Start(true) => Ok(()),
            other => Err(unexpected(&other)),
        }
    }

    /// Reply to a request. Other packets are skipped.
    fn query(&mut self, request: &Request) -> Result<Reply, ConnectionError> {
        let packet = request.packet();
        let kind = packet.kind;
        write(&mut self.stream, &packet)?;
        let asked = Instant::now();
        let mut buffer = [0; 4096];
        loop {
            while let Some(packet) = self.decoder.next()? {
                if packet.kind == kind {
                    return Ok(Reply::of(packet)?);
                }
            }
            let left = self.timeout.saturating_sub(asked.elapsed()).max(Duration::from_millis(1));
            let _ = self.stream.set_read_timeout(Some(left));
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(lost(&std::io::ErrorKind::UnexpectedEof.into())),
                Ok(n) => self.decoder.push(&buffer[..n]),
                Err(_) if asked.elapsed() >= self.timeout => {
                    let (source_name, waited_s) = (self.peer(), self.timeout.as_secs_f64());
                    return Err(ConnectionError::Silent { source_name, waited_s });
                }
                Err(error) if is_retryable(&error) => {}
                Err(error) => return Err(lost(&error)),
            }
        }
    }

    fn peer(&self) -> String {
        self.stream.peer_addr().map_or_else(|_| "the controller".to_owned(), |a| a.to_string())
    }
}

fn unexpected(reply: &Reply) -> ConnectionError {
    ConnectionError::Protocol {
        source_name: "the controller".to_owned(),
        problem: format!("{reply:?} was not what it was asked for"),
    }
}

fn software([major, minor, bugfix, _]: [u32; 4]) -> String {
    format!("{major}.{minor}.{bugfix}")
}

fn missing_field(field: &str, version: [u32; 4]) -> RtdeError {
    let is_torque = field == effort_field(EffortKind::Torque);
    let (purpose, advice) = if is_torque {
        (
            "efforts that are torques",
            "set effort = \"current\" in [link], or update to 5.23 or 10.11",
        )
    } else {
        ("every run", "update its software")
    };
    RtdeError::NotOffered { field: field.to_owned(), purpose, version: software(version), advice }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rtde::connection::session_warnings;
    use std::io::Write;
    use std::net::TcpListener;

    /// A controller that says, one after the other, which types the asked fields have.
    fn controller(answers: Vec<Vec<&'static str>>) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            for types in answers {
                let _ = stream.read(&mut [0; 4096]).unwrap();
                let types = types.into_iter().map(str::to_owned).collect();
                let reply = Reply::Outputs { id: 1, types }.packet().to_bytes().unwrap();
                stream.write_all(&reply).unwrap();
            }
        });
        address
    }

    #[test]
    fn an_optional_field_that_the_controller_lacks_is_left_out_and_named() {
        let n = REQUIRED_FIELDS.len() + 1 + OPTIONAL_FIELDS.len();
        let first: Vec<&str> = [vec!["VECTOR6D"; n - 1], vec![NOT_FOUND]].concat();
        let address = controller(vec![first, vec!["VECTOR6D"; n - 1]]);
        let mut handshake = Handshake::open(address, Duration::from_secs(5)).unwrap();
        let (recipe, missing) =
            handshake.outputs(500.0, EffortKind::Current, [3, 1, 0, 0]).unwrap();
        assert_eq!((recipe.id, &missing[..]), (1, &[OPTIONAL_FIELDS[6].to_owned()][..]));
        let warnings = session_warnings(&missing, 500.0, 500.0);
        let codes: Vec<&str> = warnings.iter().map(|warning| warning.code()).collect();
        assert_eq!(codes, ["W240"]);
        assert!(warnings[0].to_string().contains(OPTIONAL_FIELDS[6]), "{}", warnings[0]);
    }

    #[test]
    fn a_field_that_the_controller_lacks_is_named_with_the_way_out() {
        let torque = effort_field(EffortKind::Torque);
        for (field, way_out) in [(torque, "current"), ("actual_q", "update")] {
            let error = missing_field(field, [5, 12, 1, 0]);
            assert_eq!(error.code(), "E244");
            let text = error.to_string();
            assert!(text.contains(field) && text.contains("5.12.1"), "{text}");
            assert!(text.contains(way_out), "{text}");
        }
    }
}
