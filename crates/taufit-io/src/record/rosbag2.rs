//! A log as a bag of ROS 2: a folder with the log and `metadata.yaml`, as `ros2 bag` makes it.

use super::mcap::{Code, MAGIC};
use crate::error::{Error, Result};
use crate::log::bag::fields::{Fields, text};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Name of the file that makes a folder a bag.
const METADATA: &str = "metadata.yaml";

/// Code and length of a record.
const HEAD_BYTES: u64 = 9;

/// The footer with its head, and the magic after it.
const TAIL_BYTES: u64 = HEAD_BYTES + 20 + MAGIC.len() as u64;

/// A topic in a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BagTopic {
    name: String,
    message_type: String,
    encoding: String,
    /// As the log says it: readers pass over topics where the two differ.
    offered_qos: String,
    n_messages: u64,
}

/// What is in a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BagContents {
    topics: BTreeMap<u16, BagTopic>,
    first_ns: u64,
    last_ns: u64,
}

/// Where the log of the bag `folder` goes.
pub fn bag_log(folder: &Path) -> PathBuf {
    let name = folder.file_name().map_or("bag".into(), |name| name.to_string_lossy());
    folder.join(format!("{name}_0.mcap"))
}

/// Makes the folder of a log that was closed a bag: writes `metadata.yaml` beside it.
pub fn write_bag_metadata(log: &Path) -> Result<PathBuf> {
    let unreadable = |reason: String| Error::LogUnwritable {
        reason: format!("{}: {reason}, so its metadata cannot be written", log.display()),
    };
    let contents = summary(log)
        .map_err(|error| unreadable(error.to_string()))
        .and_then(|bytes| read(&bytes).map_err(unreadable))?;
    let name = log.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let path = log.with_file_name(METADATA);
    std::fs::write(&path, render(&contents, &name))
        .map_err(|error| unreadable(error.to_string()))?;
    Ok(path)
}

/// The bytes between data and footer.
fn summary(log: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len();
    let footer = length.saturating_sub(TAIL_BYTES);
    file.seek(SeekFrom::Start(footer))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let start = tail.get(HEAD_BYTES as usize..HEAD_BYTES as usize + 8);
    let start = start.and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes);
    if !tail.ends_with(MAGIC) || start == 0 || start > footer {
        return Err(std::io::Error::other("the log was not closed"));
    }
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(footer - start).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read(summary: &[u8]) -> Result<BagContents, String> {
    let mut contents = BagContents::default();
    let mut schemas = BTreeMap::new();
    let mut records = Fields::packed(summary);
    while !records.rest().is_empty() {
        let code = records.take(1)?.first().copied().unwrap_or_default();
        let length = usize::try_from(records.u64()?).unwrap_or(usize::MAX);
        let mut fields = Fields::packed(records.take(length)?);
        if code == Code::Schema as u8 {
            schemas.insert(fields.u16()?, text(fields.text()?));
        } else if code == Code::Channel as u8 {
            let (id, schema) = (fields.u16()?, fields.u16()?);
            let (name, encoding) = (text(fields.text()?), text(fields.text()?));
            let message_type = schemas.get(&schema).cloned().unwrap_or_default();
            let offered_qos = offered_qos(&mut fields)?;
            let topic = BagTopic { name, message_type, encoding, offered_qos, n_messages: 0 };
            contents.topics.insert(id, topic);
        } else if code == Code::Statistics as u8 {
            read_statistics(fields, &mut contents)?;
        }
    }
    Ok(contents)
}

fn offered_qos(fields: &mut Fields<'_>) -> Result<String, String> {
    let length = fields.u32()? as usize;
    let mut entries = Fields::packed(fields.take(length)?);
    while !entries.rest().is_empty() {
        let (key, value) = (text(entries.text()?), text(entries.text()?));
        if key == "offered_qos_profiles" {
            return Ok(value);
        }
    }
    Ok(String::new())
}

fn read_statistics(mut fields: Fields<'_>, contents: &mut BagContents) -> Result<(), String> {
    let (_messages, _schemas) = (fields.u64()?, fields.u16()?);
    // Channels, attachments, metadata, chunks.
    fields.take(16)?;
    (contents.first_ns, contents.last_ns) = (fields.u64()?, fields.u64()?);
    let n = fields.u32()? / 10;
    for _ in 0..n {
        let (id, count) = (fields.u16()?, fields.u64()?);
        if let Some(topic) = contents.topics.get_mut(&id) {
            topic.n_messages = count;
        }
    }
    Ok(())
}

fn render(contents: &BagContents, file: &str) -> String {
    let BagContents { topics, first_ns, last_ns } = contents;
    let duration_ns = last_ns.saturating_sub(*first_ns);
    let count: u64 = topics.values().map(|topic| topic.n_messages).sum();
    let file = quoted(file);
    let mut yaml = format!(
        "rosbag2_bagfile_information:\n  version: 5\n  storage_identifier: mcap\n  \
         duration:\n    nanoseconds: {duration_ns}\n  \
         starting_time:\n    nanoseconds_since_epoch: {first_ns}\n  \
         message_count: {count}\n  topics_with_message_count:\n"
    );
    for topic in topics.values() {
        let BagTopic { name, message_type, encoding, offered_qos, n_messages } = topic;
        // Writing into a text cannot fail.
        let _ = write!(
            yaml,
            "    - topic_metadata:\n        name: {}\n        type: {}\n        \
             serialization_format: {}\n        offered_qos_profiles: {}\n      \
             message_count: {n_messages}\n",
            quoted(name),
            quoted(message_type),
            quoted(encoding),
            quoted(offered_qos),
        );
    }
    yaml += &format!(
        "  compression_format: \"\"\n  compression_mode: \"\"\n  relative_file_paths:\n    - {file}\n  \
         files:\n    - path: {file}\n      starting_time:\n        nanoseconds_since_epoch: {first_ns}\n      \
         duration:\n        nanoseconds: {duration_ns}\n      message_count: {count}\n"
    );
    yaml
}

/// A text in double quotes, which YAML escapes as JSON does.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{LogHead, LogWriter};
    use taufit::recording::EffortKind;

    fn log(folder: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("taufit-{folder}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        bag_log(&folder)
    }

    #[test]
    fn a_closed_log_becomes_a_bag() {
        let path = log("bag");
        let head = LogHead {
            joints: vec!["a".to_owned()],
            effort_kind: EffortKind::Torque,
            rate_hz: 10.0,
            wrench_frame: None,
            attachments: Vec::new(),
        };
        let mut writer = LogWriter::new(File::create(&path).unwrap(), &head).unwrap();
        for k in 0..20 {
            writer.feedback(5.0 + 0.1 * f64::from(k), &[0.0], &[0.0], &[0.0]).unwrap();
        }
        writer.event(7.5, "{}").unwrap();
        writer.finish().unwrap();
        let yaml = std::fs::read_to_string(write_bag_metadata(&path).unwrap()).unwrap();
        assert!(yaml.contains("nanoseconds_since_epoch: 5000000000\n"), "{yaml}");
        assert!(yaml.contains("nanoseconds: 2500000000\n"), "{yaml}");
        let states = "name: \"/joint_states\"\n        type: \"sensor_msgs/msg/JointState\"";
        assert!(yaml.contains(states) && yaml.contains("message_count: 20\n"), "{yaml}");
        assert!(yaml.contains("message_count: 21\n"), "{yaml}");
    }

    #[test]
    fn a_log_that_was_not_closed_is_refused() {
        let path = log("open-bag");
        for bytes in [&b""[..], MAGIC, &[0; 200]] {
            std::fs::write(&path, bytes).unwrap();
            let error = write_bag_metadata(&path).unwrap_err();
            assert!(error.to_string().contains("not closed"), "{error}");
        }
    }
}
