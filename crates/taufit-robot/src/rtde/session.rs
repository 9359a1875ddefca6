//! The connection on which data flow.

use super::RtdeError;
use super::protocol::{Frames, Recipe, Reply};
use super::reading::Reading;
use super::talk::Talk;
use super::wire::lost;
use crate::live::{FeedSender, LiveError};
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use taufit::recording::EffortKind;

/// First software of the e-Series.
const E_SERIES: u32 = 5;
/// Cycles per second of the e-Series, and of controllers before it \[Hz\].
const RATES_HZ: (f64, f64) = (500.0, 125.0);

/// What people were told last.
pub(super) type LastWords = Arc<Mutex<Option<String>>>;

/// A connection on which everything is agreed.
#[derive(Debug)]
pub(super) struct Session {
    stream: TcpStream,
    frames: Frames,
    outputs: Recipe,
    /// Number of the recipe for inputs; the reason why there is none.
    pub(super) inputs: Result<u8, RtdeError>,
    /// Fields that this controller does not know.
    pub(super) missing: Vec<String>,
    pub(super) rate_hz: f64,
}

impl Session {
    /// Connects, agrees on what is said, and lets the controller begin.
    pub(super) fn open(
        address: SocketAddr,
        effort: EffortKind,
        timeout: Duration,
    ) -> Result<Self, LiveError> {
        let mut talk = Talk::open(address, timeout)?;
        talk.agree_on_version()?;
        let version = talk.controller_version()?;
        let rate_hz = if version[0] >= E_SERIES { RATES_HZ.0 } else { RATES_HZ.1 };
        let (outputs, missing) = talk.outputs(rate_hz, effort, version)?;
        let inputs = talk.inputs()?;
        talk.start()?;
        let Talk { stream, frames, .. } = talk;
        // From now on the guard of the run decides what is too late.
        stream.set_read_timeout(None).map_err(|error| lost(&error))?;
        Ok(Self { stream, frames, outputs, inputs, missing, rate_hz })
    }

    /// The end of the connection to write on.
    pub(super) fn writer(&self) -> Result<TcpStream, LiveError> {
        self.stream.try_clone().map_err(|error| lost(&error))
    }

    /// Hands on packet after packet, until the connection ends or nobody listens.
    pub(super) fn read_on(
        mut self,
        effort: EffortKind,
        mut feed: FeedSender<Reading>,
        words: &LastWords,
    ) {
        let mut buffer = [0; 4096];
        let end = loop {
            match self.hand_on(effort, &mut feed, words) {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => break error,
            }
            match self.stream.read(&mut buffer) {
                Ok(0) => break lost(&std::io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => self.frames.push(&buffer[..n]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => break lost(&error),
            }
        };
        feed.fail(end);
    }

    /// The packets that are there as a whole; false once nobody listens.
    fn hand_on(
        &mut self,
        effort: EffortKind,
        feed: &mut FeedSender<Reading>,
        words: &LastWords,
    ) -> Result<bool, LiveError> {
        while let Some(frame) = self.frames.next()? {
            match Reply::of(frame)? {
                Reply::Data(content) => {
                    let values = self.outputs.read(&content)?;
                    if !feed.push(Reading::new(&self.outputs, &values, effort)) {
                        return Ok(false);
                    }
                }
                Reply::Text(text) => {
                    *words.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
                }
                // Answers to questions that were asked before.
                _ => {}
            }
        }
        Ok(true)
    }
}
