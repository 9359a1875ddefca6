//! Settings of a studio and the limits of what it takes.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// Settings of a studio.
#[derive(Clone, Debug)]
pub struct StudioSettings {
    /// The project folder; made where it does not exist.
    pub folder: PathBuf,
    /// Address to listen at.
    pub listen: IpAddr,
    /// Port; the usual one, or any other where that is taken, if not given.
    pub port: Option<u16>,
    /// Path and first arguments that start the `taufit` command as a process of its own.
    pub program: Vec<OsString>,
    /// Verbs of that command with their options, as JSON.
    pub verbs: String,
    /// Page about a code.
    pub explain: fn(&str) -> Option<&'static str>,
    /// Limits.
    pub limits: StudioLimits,
}

/// Limits of what a studio takes.
#[derive(Clone, Debug, PartialEq)]
pub struct StudioLimits {
    /// Longest upload \[bytes\].
    pub upload_bytes: u64,
    /// Longest other request \[bytes\].
    pub body_bytes: usize,
    /// Jobs that run at a time, of work and of quick looks each.
    pub n_running: usize,
    /// Jobs that wait.
    pub n_waiting: usize,
    /// Address space of a job \[bytes\], where the system can limit it.
    pub job_memory_bytes: u64,
    /// Open connections.
    pub n_connections: usize,
    /// Time for the head of a request.
    pub head_time: Duration,
    /// Longest pause within the body of a request.
    pub pause_time: Duration,
}

impl Default for StudioLimits {
    fn default() -> Self {
        Self {
            upload_bytes: 4 << 30,
            body_bytes: 1 << 20,
            n_running: 2,
            n_waiting: 20,
            job_memory_bytes: 16 << 30,
            n_connections: 64,
            head_time: Duration::from_secs(10),
            pause_time: Duration::from_secs(20),
        }
    }
}

impl StudioSettings {
    /// On the loopback interface, with the usual limits.
    pub fn new(folder: PathBuf, program: Vec<OsString>, verbs: String) -> Self {
        let listen = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let limits = StudioLimits::default();
        Self { folder, listen, port: None, program, verbs, explain: |_| None, limits }
    }
}
