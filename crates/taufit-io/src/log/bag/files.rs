//! The files of one bag, one after the other.

use super::bag_file::BagFile;
use super::bag_file::{LogTopic, Message, ReadFailure};
use super::chunked::DamagedChunks;
use super::fields::{Fields, text};
use crate::error::{Error, Result};
use crate::log::format::LogFormat;
use crate::log::table::unreadable;
use crate::result_folder::RESULT;
use std::path::{Path, PathBuf};

/// Files, in the order in which they were written.
pub(super) type BagFiles = [(PathBuf, LogFormat)];

/// The bags in a folder of rosbag2, which numbers them: `run_0.db3`, `run_1.db3`, ..., `run_10.db3`.
pub(super) fn files_in(folder: &Path) -> Result<Vec<(PathBuf, LogFormat)>> {
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut names: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    names.retain(|path| is_bag(path));
    names.sort_by_key(|path| (stem_and_number(path), path.clone()));
    let with_format = |path: PathBuf| LogFormat::of(&path).map(|format| (path, format));
    let files: Vec<_> = names.into_iter().map(with_format).collect::<Result<_>>()?;
    match files.is_empty() {
        true => Err(Error::NoBagInFolder { is_result: folder.join(RESULT).is_file() }),
        false => Ok(files),
    }
}

/// Whether a name ends as that of a bag, packed ones included: those are refused by name later.
fn is_bag(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".db3", ".mcap", ".db3.zstd", ".mcap.zstd"].iter().any(|end| name.ends_with(end))
}

/// The number at the end of a name counts as a number.
fn stem_and_number(path: &Path) -> (String, Option<u64>) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match stem.rsplit_once('_') {
        Some((name, number)) if number.parse::<u64>().is_ok() => {
            (name.to_owned(), number.parse().ok())
        }
        _ => (stem, None),
    }
}

/// All topics of all files, each once.
pub(super) fn topics_of(files: &BagFiles) -> Result<Vec<LogTopic>> {
    let mut topics: Vec<LogTopic> = Vec::new();
    for (path, format) in files {
        for topic in BagFile::topics(path, *format)? {
            if !topics.iter().any(|known| known.name == topic.name) {
                topics.push(topic);
            }
        }
    }
    Ok(topics)
}

/// Reads the messages of some topics, file after file.
pub(super) struct Messages {
    /// Files that are not opened yet, last first.
    waiting: Vec<(PathBuf, LogFormat)>,
    topics: Vec<String>,
    source: Option<(BagFile, LogFormat)>,
    /// Number of messages read.
    pub(super) count: u64,
    /// Time of the last sample \[s\], as far as it was made known.
    pub(super) last_t_s: Option<f64>,
    /// Files that could not be read to their end.
    pub(super) breaks: Vec<BrokenFile>,
    /// Damaged chunks that were passed over, by file.
    pub(super) damages: Vec<(LogFormat, DamagedChunks)>,
}

/// A file that could not be read to its end.
#[derive(Clone, Debug)]
pub(super) struct BrokenFile {
    pub(super) format: LogFormat,
    pub(super) at: ReadFailure,
    /// Messages read before.
    pub(super) count: u64,
    /// Time of the last sample before \[s\].
    pub(super) last_t_s: Option<f64>,
}

impl Messages {
    pub(super) fn new(files: &BagFiles, topics: Vec<String>) -> Self {
        let waiting = files.iter().rev().cloned().collect();
        let (breaks, damages) = (Vec::new(), Vec::new());
        Self { waiting, topics, source: None, count: 0, last_t_s: None, breaks, damages }
    }

    /// Goes to the next message; false after the last. A file that breaks is left there.
    pub(super) fn advance(&mut self) -> Result<bool> {
        loop {
            if let Some((source, format)) = &mut self.source {
                if source.advance() {
                    self.count += 1;
                    return Ok(true);
                }
                let broken = source.broken().cloned();
                let damage = source.damage().cloned();
                self.damages.extend(damage.map(|damage| (*format, damage)));
                let (format, count, last_t_s) = (*format, self.count, self.last_t_s);
                self.breaks.extend(broken.map(|at| BrokenFile { format, at, count, last_t_s }));
            }
            let Some((path, format)) = self.waiting.pop() else {
                self.source = None;
                return Ok(false);
            };
            self.source = Some((BagFile::open(&path, format, &self.topics)?, format));
        }
    }

    /// The message to which the files were advanced.
    pub(super) fn message(&self) -> Option<Message<'_>> {
        self.source.as_ref().and_then(|(source, _)| source.message())
    }

    /// Error for a bag without messages.
    pub(super) fn empty_error(&self) -> Error {
        if let Some((format, DamagedChunks { byte, reason, .. })) = self.damages.first() {
            let (format, byte, reason) = (format.name(), Some(*byte), reason.clone());
            return Error::BrokenBag { format, byte, reason };
        }
        match self.breaks.first() {
            Some(BrokenFile { format, at: ReadFailure { byte, reason }, .. }) => {
                Error::BrokenBag { format: format.name(), byte: *byte, reason: reason.clone() }
            }
            None => Error::EmptyLog { what: "no message with positions of these joints" },
        }
    }
}

/// Nanoseconds in a second.
const NS_PER_S: f64 = 1e9;

/// Time of recording \[s\] and text of every `std_msgs/msg/String` on a topic of an MCAP file; messages
/// that are no such text are passed over.
pub(in crate::log) fn texts_on_topic(path: &Path, topic: &str) -> Result<Vec<(f64, String)>> {
    let files = [(path.to_owned(), LogFormat::Mcap)];
    let mut messages = Messages::new(&files, vec![topic.to_owned()]);
    let mut found = Vec::new();
    while messages.advance()? {
        let Some(message) = messages.message() else { break };
        if let Ok(bytes) = Fields::cdr(message.data).and_then(|mut fields| fields.text()) {
            found.push((message.log_ns as f64 / NS_PER_S, text(bytes)));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_ordered_by_number() {
        let mut paths = ["run_10.db3", "run_9.db3", "run_0.db3", "other.db3"].map(PathBuf::from);
        paths.sort_by_key(|path| stem_and_number(path));
        let expected = ["other.db3", "run_0.db3", "run_9.db3", "run_10.db3"];
        assert_eq!(paths, expected.map(PathBuf::from));
    }
}
