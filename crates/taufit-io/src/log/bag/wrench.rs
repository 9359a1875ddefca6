//! The topic of a force sensor: `geometry_msgs/WrenchStamped`.

use super::bag_file::{Encoding, LogTopic, Message};
use super::fields::{DecodeError, Fields, text};
use super::files::{BagFiles, Messages, files_in, topics_of};
use super::joint_state::nanoseconds_of;
use super::rows::{bad_message, breaks, seconds};
use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use crate::log::format::LogFormat;
use crate::log::wrench::{LoadedWrench, MAX_FORCES, WrenchOptions, forces_cut};
use std::path::Path;
use taufit::Warning;
use taufit::diagnostics::{name_list, suggest};
use taufit::recording::WrenchRecording;

/// One message.
struct StampedWrench {
    /// Header stamp \[ns\]; zero where it is not set.
    stamp_ns: i64,
    log_ns: i64,
    frame: String,
    wrench: [f64; 6],
}

/// All messages of the only topic with wrenches, or of the stated one.
pub(in crate::log) fn read_wrench_topic(
    path: &Path,
    format: LogFormat,
    source: String,
    options: &WrenchOptions,
) -> Result<LoadedWrench> {
    let files = match format {
        LogFormat::Folder => files_in(path)?,
        format => vec![(path.to_owned(), format)],
    };
    let topic = choose(&topics_of(&files)?, options.topic.as_deref())?;
    let (mut messages, findings) = read(&files, &topic)?;
    let is_stamped = messages.iter().any(|message| message.stamp_ns != 0);
    let time_ns = |m: &StampedWrench| if is_stamped { m.stamp_ns } else { m.log_ns };
    messages.sort_by_key(time_ns);
    let frame = messages.iter().map(|m| &m.frame).find(|frame| !frame.is_empty()).cloned();
    let channel = |k: usize| Some(messages.iter().map(|m| m.wrench[k]).collect());
    let recording = WrenchRecording {
        source,
        frame,
        t_s: messages.iter().map(|m| seconds(time_ns(m))).collect(),
        channels: std::array::from_fn(channel),
    };
    let unstamped =
        (!is_stamped).then_some(Warning::from(ReadWarning::Unstamped { topic: topic.name }));
    let cut = forces_cut(&recording.t_s);
    let warnings = findings.into_iter().chain(unstamped).chain(cut).collect();
    Ok(LoadedWrench { recording, warnings })
}

fn choose(topics: &[LogTopic], stated: Option<&str>) -> Result<LogTopic> {
    let listed = |topics: &[&LogTopic]| {
        name_list(topics.iter().map(|topic| format!("{} ({})", topic.name, topic.message_type)))
    };
    if let Some(stated) = stated {
        let is_it = |topic: &&LogTopic| {
            topic.name == stated || topic.name.strip_prefix('/') == Some(stated)
        };
        let names = || topics.iter().map(|topic| topic.name.as_str());
        return topics.iter().find(is_it).cloned().ok_or_else(|| Error::UnknownTopic {
            topic: stated.to_owned(),
            suggestion: suggest(stated, names()),
            available: name_list(names()),
        });
    }
    let wrenches: Vec<&LogTopic> = topics.iter().filter(|topic| is_wrench(topic)).collect();
    match wrenches[..] {
        [only] => Ok(only.clone()),
        [] => Err(Error::NoWrench { available: listed(&topics.iter().collect::<Vec<_>>()) }),
        _ => Err(Error::SeveralWrenches { topics: listed(&wrenches) }),
    }
}

fn is_wrench(topic: &LogTopic) -> bool {
    let last = topic.message_type.rsplit(['/', '.', ':']).next();
    matches!(topic.encoding, Encoding::Cdr | Encoding::Ros1) && last == Some("WrenchStamped")
}

fn read(files: &BagFiles, topic: &LogTopic) -> Result<(Vec<StampedWrench>, Vec<Warning>)> {
    let mut reader = Messages::new(files, vec![topic.name.clone()]);
    let mut messages = Vec::new();
    while messages.len() < MAX_FORCES && reader.advance()? {
        let Some(message) = reader.message() else { break };
        let decoded = decode(&message);
        messages.push(decoded.map_err(|why| bad_message(reader.count, &topic.name, why))?);
    }
    match messages.last() {
        Some(last) => {
            let findings = breaks(&reader, seconds(last.log_ns));
            Ok((messages, findings))
        }
        None => Err(Error::EmptyLog { what: "a topic of wrenches without a message" }),
    }
}

fn decode(message: &Message<'_>) -> Result<StampedWrench, DecodeError> {
    let (mut fields, stamp_ns) = match message.encoding {
        Encoding::Cdr => {
            let mut fields = Fields::cdr(message.data)?;
            let (seconds, nanoseconds) = (fields.i32()?, fields.u32()?);
            (fields, nanoseconds_of(i64::from(seconds), nanoseconds))
        }
        Encoding::Ros1 => {
            let mut fields = Fields::packed(message.data);
            let _sequence = fields.u32()?;
            let (seconds, nanoseconds) = (fields.u32()?, fields.u32()?);
            (fields, nanoseconds_of(i64::from(seconds), nanoseconds))
        }
        Encoding::Json | Encoding::Other => return Err("its encoding is not known".to_owned()),
    };
    let frame = text(fields.text()?);
    let mut wrench = [0.0; 6];
    for value in &mut wrench {
        *value = fields.double()?;
    }
    Ok(StampedWrench { stamp_ns, log_ns: message.log_ns, frame, wrench })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ROS 1: sequence, stamp 2.000000003 s, frame `tool`, six numbers.
    fn ros1() -> Vec<u8> {
        let mut bytes: Vec<u8> = [9_u32, 2, 3, 4].iter().flat_map(|n| n.to_le_bytes()).collect();
        bytes.extend(b"tool");
        bytes.extend([1.0_f64, 2.0, 3.0, 4.0, 5.0, 6.0].iter().flat_map(|x| x.to_le_bytes()));
        bytes
    }

    #[test]
    fn packed_messages_are_read_and_shorter_ones_refused() {
        let whole = ros1();
        let message = |data| Message { topic: 0, encoding: Encoding::Ros1, log_ns: 0, data };
        let found = decode(&message(&whole)).unwrap();
        assert_eq!((found.stamp_ns, &found.frame[..]), (2_000_000_003, "tool"));
        assert_eq!(found.wrench, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        for length in 0..whole.len() {
            assert!(decode(&message(&whole[..length])).is_err(), "{length}");
        }
    }

    #[test]
    fn one_of_several_sensors_must_be_named() {
        let topic = |name: &str| LogTopic {
            name: name.to_owned(),
            message_type: "geometry_msgs/msg/WrenchStamped".to_owned(),
            encoding: Encoding::Cdr,
        };
        let topics = [topic("/wrist/wrench"), topic("/table/wrench")];
        let error = choose(&topics, None).unwrap_err();
        assert_eq!(error.code(), "E202");
        assert!(error.to_string().contains("/table/wrench"), "{error}");
        assert_eq!(choose(&topics, Some("table/wrench")).unwrap().name, "/table/wrench");
        assert_eq!(choose(&topics[..1], None).unwrap().name, "/wrist/wrench");
    }
}
