//! What the two ends agree on before data flow.

use super::RtdeError;
use super::protocol::{Frames, IN_USE, NOT_FOUND, Recipe, Reply, Request, VERSION};
use super::reading::{NEEDED, WORTH_KEEPING, effort_field};
use super::registers::INPUTS;
use super::wire::{dial, is_passing, lost, write};
use crate::live::LiveError;
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use taufit::recording::EffortKind;

/// A connection on which things are being agreed.
pub(super) struct Talk {
    pub(super) stream: TcpStream,
    pub(super) frames: Frames,
    timeout: Duration,
}

impl Talk {
    /// Connects.
    pub(super) fn open(address: SocketAddr, timeout: Duration) -> Result<Self, LiveError> {
        let stream = dial("the controller", address, timeout)?;
        Ok(Self { stream, frames: Frames::default(), timeout })
    }

    /// Refuses a controller that does not speak our version.
    pub(super) fn agree_on_version(&mut self) -> Result<(), LiveError> {
        match self.ask(&Request::Version(VERSION))? {
            Reply::Version(true) => Ok(()),
            _ => Err(LiveError::Gibberish {
                source_name: "the controller".to_owned(),
                problem: format!("it does not speak version {VERSION} of RTDE"),
            }),
        }
    }

    /// Major, minor, bug fix, build.
    pub(super) fn controller_version(&mut self) -> Result<[u32; 4], LiveError> {
        match self.ask(&Request::ControllerVersion)? {
            Reply::ControllerVersion(version) => Ok(version),
            other => Err(unexpected(&other)),
        }
    }

    /// What the controller will say: everything that it knows of what is wanted.
    pub(super) fn outputs(
        &mut self,
        rate_hz: f64,
        effort: EffortKind,
        version: [u32; 4],
    ) -> Result<(Recipe, Vec<String>), LiveError> {
        let needed: Vec<&str> = NEEDED.into_iter().chain([effort_field(effort)]).collect();
        let all: Vec<&str> = needed.iter().chain(&WORTH_KEEPING).copied().collect();
        let (id, types) = self.ask_outputs(rate_hz, &all)?;
        let is_missing = |(_, kind): &(&&str, &String)| *kind == NOT_FOUND;
        let missing: Vec<&str> =
            all.iter().zip(&types).filter(is_missing).map(|(name, _)| *name).collect();
        if let Some(field) = missing.iter().find(|field| needed.contains(field)) {
            return Err(not_offered(field, version).into());
        }
        if missing.is_empty() {
            return Ok((Recipe::new(id, &all, &types)?, Vec::new()));
        }
        // A recipe with an unknown field is none: ask again without.
        let known: Vec<&str> = all.iter().copied().filter(|f| !missing.contains(f)).collect();
        let (id, types) = self.ask_outputs(rate_hz, &known)?;
        let missing = missing.iter().map(|field| (*field).to_owned()).collect();
        Ok((Recipe::new(id, &known, &types)?, missing))
    }

    fn ask_outputs(
        &mut self,
        rate_hz: f64,
        names: &[&str],
    ) -> Result<(u8, Vec<String>), LiveError> {
        let fields = names.iter().map(|name| (*name).to_owned()).collect();
        match self.ask(&Request::Outputs { rate_hz, fields })? {
            Reply::Outputs { id, types } => Ok((id, types)),
            other => Err(unexpected(&other)),
        }
    }

    /// What it will be told; whoever only listens does not need it.
    pub(super) fn inputs(&mut self) -> Result<Result<u8, RtdeError>, LiveError> {
        let fields = INPUTS.iter().map(|name| (*name).to_owned()).collect();
        let Reply::Inputs { id, types } = self.ask(&Request::Inputs { fields })? else {
            return Ok(Err(RtdeError::InUse { fields: "all".to_owned() }));
        };
        let held = INPUTS.iter().zip(&types).filter(|(_, kind)| *kind == IN_USE);
        let held: Vec<&str> = held.map(|(name, _)| *name).collect();
        if !held.is_empty() {
            return Ok(Err(RtdeError::InUse { fields: held.join(", ") }));
        }
        Ok(Ok(Recipe::new(id, &INPUTS, &types)?.id))
    }

    /// Lets the controller begin.
    pub(super) fn start(&mut self) -> Result<(), LiveError> {
        match self.ask(&Request::Start)? {
            Reply::Start(true) => Ok(()),
            other => Err(unexpected(&other)),
        }
    }

    /// The answer to a question. What else comes in between is passed over.
    fn ask(&mut self, request: &Request) -> Result<Reply, LiveError> {
        let frame = request.frame();
        let kind = frame.kind;
        write(&mut self.stream, &frame)?;
        let asked = Instant::now();
        let mut buffer = [0; 4096];
        loop {
            while let Some(frame) = self.frames.next()? {
                if frame.kind == kind {
                    return Ok(Reply::of(frame)?);
                }
            }
            let left = self.timeout.saturating_sub(asked.elapsed()).max(Duration::from_millis(1));
            let _ = self.stream.set_read_timeout(Some(left));
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(lost(&std::io::ErrorKind::UnexpectedEof.into())),
                Ok(n) => self.frames.push(&buffer[..n]),
                Err(_) if asked.elapsed() >= self.timeout => {
                    let (source_name, waited_s) = (self.peer(), self.timeout.as_secs_f64());
                    return Err(LiveError::Silent { source_name, waited_s });
                }
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(lost(&error)),
            }
        }
    }

    fn peer(&self) -> String {
        self.stream.peer_addr().map_or_else(|_| "the controller".to_owned(), |a| a.to_string())
    }
}

fn unexpected(reply: &Reply) -> LiveError {
    LiveError::Gibberish {
        source_name: "the controller".to_owned(),
        problem: format!("{reply:?} was not what it was asked for"),
    }
}

fn software([major, minor, bugfix, _]: [u32; 4]) -> String {
    format!("{major}.{minor}.{bugfix}")
}

fn not_offered(field: &str, version: [u32; 4]) -> RtdeError {
    let is_torque = field == effort_field(EffortKind::Torque);
    let (purpose, advice) = if is_torque {
        (
            "efforts that are torques",
            "say effort = \"current\" in [link], or update to 5.23 or 10.11",
        )
    } else {
        ("every run", "update its software")
    };
    RtdeError::NotOffered { field: field.to_owned(), purpose, version: software(version), advice }
}
