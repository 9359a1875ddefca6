//! Data connection.

use super::RtdeError;
use super::handshake::Handshake;
use super::protocol::{PacketDecoder, Recipe, Reply};
use super::sample::RtdeSample;
use super::socket::lost;
use crate::connection::{ConnectionError, PacketSender};
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use taufit::recording::EffortKind;

/// Major version of the e-Series.
const E_SERIES: u32 = 5;
/// Cycle rates of the e-Series, and of controllers before it \[Hz\].
const RATES_HZ: (f64, f64) = (500.0, 125.0);

/// Last text message of the controller.
pub(super) type LastMessage = Arc<Mutex<Option<String>>>;

/// Connection after the handshake.
#[derive(Debug)]
pub(super) struct Session {
    stream: TcpStream,
    decoder: PacketDecoder,
    outputs: Recipe,
    /// Number of the input recipe, or the reason why there is none.
    pub(super) inputs: Result<u8, RtdeError>,
    /// Fields that the controller does not know.
    pub(super) missing: Vec<String>,
    pub(super) rate_hz: f64,
}

impl Session {
    /// Connects, performs the handshake, and starts the data.
    pub(super) fn open(
        address: SocketAddr,
        effort: EffortKind,
        timeout: Duration,
    ) -> Result<Self, ConnectionError> {
        let mut handshake = Handshake::open(address, timeout)?;
        handshake.agree_on_version()?;
        let version = handshake.controller_version()?;
        let rate_hz = if version[0] >= E_SERIES { RATES_HZ.0 } else { RATES_HZ.1 };
        let (outputs, missing) = handshake.outputs(rate_hz, effort, version)?;
        let inputs = handshake.inputs()?;
        handshake.start()?;
        let Handshake { stream, decoder, .. } = handshake;
        // From now on the guard of the run limits delays.
        stream.set_read_timeout(None).map_err(|error| lost(&error))?;
        Ok(Self { stream, decoder, outputs, inputs, missing, rate_hz })
    }

    /// Writable handle of the connection.
    pub(super) fn writer(&self) -> Result<TcpStream, ConnectionError> {
        self.stream.try_clone().map_err(|error| lost(&error))
    }

    /// Queues packets until the connection or the receiver ends.
    pub(super) fn read_packets(
        mut self,
        effort: EffortKind,
        mut queue: PacketSender<RtdeSample>,
        message: &LastMessage,
    ) {
        let mut buffer = [0; 4096];
        let end = loop {
            match self.forward_packets(effort, &mut queue, message) {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => break error,
            }
            match self.stream.read(&mut buffer) {
                Ok(0) => break lost(&std::io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => self.decoder.push(&buffer[..n]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => break lost(&error),
            }
        };
        queue.fail(end);
    }

    /// Queues the complete packets; false once the receiver has ended.
    fn forward_packets(
        &mut self,
        effort: EffortKind,
        queue: &mut PacketSender<RtdeSample>,
        message: &LastMessage,
    ) -> Result<bool, ConnectionError> {
        while let Some(packet) = self.decoder.next()? {
            match Reply::of(packet)? {
                Reply::Data(content) => {
                    let values = self.outputs.read(&content)?;
                    if !queue.push(RtdeSample::new(&self.outputs, &values, effort)) {
                        return Ok(false);
                    }
                }
                Reply::Text(text) => {
                    *message.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
                }
                // Replies to earlier requests.
                _ => {}
            }
        }
        Ok(true)
    }
}
