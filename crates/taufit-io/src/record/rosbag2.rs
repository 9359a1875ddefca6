//! A log as a bag of ROS 2: a folder with the log and `metadata.yaml`, as `ros2 bag` makes it.

use crate::error::{Error, Result};
use mcap::sans_io::{SummaryReadEvent, SummaryReader};
use mcap::{McapError, McapResult, Summary};
use std::fmt::Write;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

/// Name of the file that makes a folder a bag.
const METADATA: &str = "metadata.yaml";

/// Path of the log in the bag `folder`.
pub fn bag_log(folder: &Path) -> PathBuf {
    let name = folder.file_name().map_or("bag".into(), |name| name.to_string_lossy());
    folder.join(format!("{name}_0.mcap"))
}

/// Makes the folder of a log that was closed a bag: writes `metadata.yaml` beside it.
pub fn write_bag_metadata(log: &Path) -> Result<PathBuf> {
    let unreadable = |reason: String| Error::LogUnwritable {
        reason: format!("{}: {reason}, so its metadata cannot be written", log.display()),
    };
    let summary =
        summary(log).map_err(|error| unreadable(format!("the log was not closed ({error})")))?;
    let name = log.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let path = log.with_file_name(METADATA);
    std::fs::write(&path, render(&summary, &name))
        .map_err(|error| unreadable(error.to_string()))?;
    Ok(path)
}

/// Summary section of a log.
fn summary(log: &Path) -> McapResult<Summary> {
    let mut file = File::open(log)?;
    let mut reader = SummaryReader::new();
    while let Some(event) = reader.next_event() {
        match event? {
            SummaryReadEvent::ReadRequest(n) => {
                let n = file.read(reader.insert(n))?;
                reader.notify_read(n);
            }
            SummaryReadEvent::SeekRequest(to) => reader.notify_seeked(file.seek(to)?),
        }
    }
    let summary = reader.finish().filter(|summary| summary.stats.is_some());
    summary.ok_or_else(|| McapError::UnexpectedEof)
}

fn render(summary: &Summary, file: &str) -> String {
    let stats = summary.stats.clone().unwrap_or_default();
    let (first_ns, last_ns) = (stats.message_start_time, stats.message_end_time);
    let (duration_ns, count) = (last_ns.saturating_sub(first_ns), stats.message_count);
    let mut channels: Vec<_> = summary.channels.values().collect();
    channels.sort_by_key(|channel| channel.id);
    let file = quoted(file);
    let mut yaml = format!(
        "rosbag2_bagfile_information:\n  version: 5\n  storage_identifier: mcap\n  \
         duration:\n    nanoseconds: {duration_ns}\n  \
         starting_time:\n    nanoseconds_since_epoch: {first_ns}\n  \
         message_count: {count}\n  topics_with_message_count:\n"
    );
    for channel in channels {
        let message_type = channel.schema.as_ref().map_or("", |schema| &schema.name);
        let qos = channel.metadata.get("offered_qos_profiles").map_or("", String::as_str);
        let n_messages = stats.channel_message_counts.get(&channel.id).copied().unwrap_or(0);
        // Writing into a text cannot fail.
        let _ = write!(
            yaml,
            "    - topic_metadata:\n        name: {}\n        type: {}\n        \
             serialization_format: {}\n        offered_qos_profiles: {}\n      \
             message_count: {n_messages}\n",
            quoted(&channel.topic),
            quoted(message_type),
            quoted(&channel.message_encoding),
            quoted(qos),
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
    use crate::record::{LogHeader, LogWriter};
    use mcap::MAGIC;
    use taufit::recording::EffortKind;

    fn log(folder: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("taufit-{folder}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        bag_log(&folder)
    }

    #[test]
    fn a_closed_log_becomes_a_bag() {
        let path = log("bag");
        let head = LogHeader {
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
