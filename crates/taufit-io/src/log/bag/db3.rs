//! rosbag2 databases: SQLite files with a table of topics and a table of messages.

use super::bag_file::{Encoding, LogTopic, Message, ReadFailure};
use super::unpack::unpack_message;
use crate::error::{Error, Result};
use rusqlite::{Connection, OpenFlags, Row};
use std::ops::Range;
use std::path::Path;

/// Messages per database query.
const PAGE: u32 = 256;

/// Largest message that is read \[bytes\]; joint states have hundreds.
const MAX_MESSAGE_BYTES: u32 = 1024 * 1024;

/// A database, read up to the message that was asked for last; messages are in the order in which
/// they were written.
pub(super) struct Db3File {
    database: Connection,
    /// Number and encoding of the topics asked for.
    wanted: Vec<Option<(i64, Encoding)>>,
    page: Vec<MessageRow>,
    /// Data of all messages of the page.
    data: Vec<u8>,
    /// Index of the message in the page.
    current: usize,
    last_row: i64,
    /// Data of the message, if it is packed.
    unpacked: Vec<u8>,
    pub(super) broken: Option<ReadFailure>,
}

/// A message of the page.
struct MessageRow {
    topic: usize,
    encoding: Encoding,
    log_ns: i64,
    /// Byte range of its data.
    data: Range<usize>,
}

impl Db3File {
    /// Opens a database to read the messages of these topics.
    pub(super) fn open(path: &Path, wanted: &[String]) -> Result<Self> {
        let database = open(path)?;
        let topics = topics_of(&database).map_err(no_bag)?;
        let find = |name: &String| {
            let topic = topics.iter().find(|(_, topic)| topic.name == *name);
            topic.map(|(id, topic)| (*id, topic.encoding))
        };
        Ok(Self {
            wanted: wanted.iter().map(find).collect(),
            database,
            page: Vec::new(),
            data: Vec::new(),
            current: 0,
            last_row: i64::MIN,
            unpacked: Vec::new(),
            broken: None,
        })
    }

    /// All topics.
    pub(super) fn topics(path: &Path) -> Result<Vec<LogTopic>> {
        let topics = topics_of(&open(path)?).map_err(no_bag)?;
        Ok(topics.into_iter().map(|(_, topic)| topic).collect())
    }

    /// Goes to the next message on a topic asked for; false at the end, or where the database breaks.
    pub(super) fn advance(&mut self) -> bool {
        self.current += 1;
        if self.current >= self.page.len() {
            self.next_page();
        }
        let Some(entry) = self.page.get(self.current) else { return false };
        let packed = self.data.get(entry.data.clone()).unwrap_or_default();
        match unpack_message(packed, &mut self.unpacked) {
            Ok(()) => true,
            Err(reason) => {
                self.page.clear();
                self.broken = Some(ReadFailure { byte: None, reason });
                false
            }
        }
    }

    /// The message to which the database was advanced.
    pub(super) fn message(&self) -> Option<Message<'_>> {
        let MessageRow { topic, encoding, log_ns, data } = self.page.get(self.current)?;
        let stored = self.data.get(data.clone()).unwrap_or_default();
        let data = if self.unpacked.is_empty() { stored } else { &self.unpacked };
        Some(Message { topic: *topic, encoding: *encoding, log_ns: *log_ns, data })
    }

    /// Reads on until there is a message. What comes before a damaged part of the database still
    /// counts.
    fn next_page(&mut self) {
        self.page.clear();
        self.data.clear();
        self.current = 0;
        // Many rows in a row may be about other topics.
        while self.page.is_empty() && self.broken.is_none() {
            match self.read_page() {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) => {
                    self.broken = Some(ReadFailure { byte: None, reason: error.to_string() });
                }
            }
        }
    }

    /// Reads the next rows, and keeps those of the topics asked for; how many rows there were.
    fn read_page(&mut self) -> rusqlite::Result<usize> {
        // Row numbers grow in the order of writing and need no index, which may be damaged.
        let mut query = self.database.prepare(
            "SELECT rowid, topic_id, timestamp, iif(length(data) <= ?3, data, NULL)
             FROM messages WHERE rowid > ?1 ORDER BY rowid LIMIT ?2",
        )?;
        let mut rows = query.query((self.last_row, PAGE, MAX_MESSAGE_BYTES))?;
        let mut n_rows = 0;
        while let Some(row) = rows.next()? {
            n_rows += 1;
            self.last_row = row.get(0)?;
            let id: i64 = row.get(1)?;
            let is_it = |wanted: &Option<(i64, Encoding)>| wanted.is_some_and(|(w, _)| w == id);
            if let Some(topic) = self.wanted.iter().position(is_it) {
                let encoding = self.wanted.get(topic).copied().flatten();
                let encoding = encoding.map_or(Encoding::Other, |(_, encoding)| encoding);
                let (log_ns, start) = (row.get(2)?, self.data.len());
                self.data.extend_from_slice(row.get_ref(3)?.as_blob_or_null()?.unwrap_or_default());
                self.page.push(MessageRow {
                    topic,
                    encoding,
                    log_ns,
                    data: start..self.data.len(),
                });
            }
        }
        Ok(n_rows)
    }
}

/// Opens a database for reading only. Where the folder cannot be written to, what a recorder left
/// beside the file cannot be taken in; then the file is read as it is.
fn open(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let plain = Connection::open_with_flags(path, flags).and_then(checked);
    let alone = |_| {
        let uri = format!("file:{}?immutable=1", escaped(&path.to_string_lossy()));
        Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI).and_then(checked)
    };
    plain.or_else(alone).map_err(no_bag)
}

/// Refuses views and computed tables, whose queries need not end.
fn checked(database: Connection) -> rusqlite::Result<Connection> {
    // With a writable schema, of which nothing is written here, a file that is cut off still opens.
    database.execute_batch(
        "PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;",
    )?;
    for table in ["topics", "messages"] {
        database.query_row(
            "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?1 AND rootpage > 0",
            [table],
            |_| Ok(()),
        )?;
    }
    Ok(database)
}

fn topics_of(database: &Connection) -> rusqlite::Result<Vec<(i64, LogTopic)>> {
    let mut query =
        database.prepare("SELECT id, name, type, serialization_format FROM topics LIMIT 10000")?;
    let topic = |row: &Row| {
        let encoding = Encoding::of(row.get::<_, String>(3)?.as_bytes());
        Ok((row.get(0)?, LogTopic { name: row.get(1)?, message_type: row.get(2)?, encoding }))
    };
    query.query_map([], topic)?.collect()
}

fn no_bag(error: rusqlite::Error) -> Error {
    let reason = match error {
        rusqlite::Error::QueryReturnedNoRows => {
            "it has no tables of topics and messages".to_owned()
        }
        other => other.to_string(),
    };
    Error::BrokenBag { format: "rosbag2", byte: None, reason }
}

/// A path inside an address.
fn escaped(path: &str) -> String {
    path.replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}
