//! The studio from outside: who gets an answer, what a request may touch, what a crash leaves.
//!
//! Jobs are processes of a small program of the tests, so that these need nothing of the command line.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod access;
mod choices;
mod client;
mod files;
mod jobs;
mod program;
mod series;

use client::Client;
use program::{VERBS, program};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use taufit_studio::{Studio, StudioSettings};

/// A studio in a thread, ended with its value.
struct Served {
    client: Client,
    folder: PathBuf,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    /// In an empty folder of a test's own.
    fn new(name: &str) -> Self {
        Self::with(name, |_| {})
    }

    /// With other settings.
    fn with(name: &str, change: impl FnOnce(&mut StudioSettings)) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        Self::again(&folder, change)
    }

    /// In a folder as it is.
    fn again(folder: &Path, change: impl FnOnce(&mut StudioSettings)) -> Self {
        let mut settings = StudioSettings::new(folder.to_owned(), program(), VERBS.to_owned());
        settings.port = Some(0);
        settings.limits.head_time = Duration::from_millis(300);
        settings.limits.pause_time = Duration::from_millis(300);
        change(&mut settings);
        let studio = Studio::open(settings).unwrap();
        let client = Client::of_url(&studio.url());
        let stop: Arc<AtomicBool> = Arc::default();
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || studio.serve(&flag).unwrap());
        Self { client, folder: folder.canonicalize().unwrap(), stop, thread: Some(thread) }
    }

    /// A file of the project.
    fn file(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(ended.is_none_or(|ended| ended.is_ok()) || std::thread::panicking());
    }
}

/// Waits until something holds.
fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..2000 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not happen");
}
