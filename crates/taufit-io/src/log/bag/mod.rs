//! Bags: logs of messages. MCAP files, rosbag2 databases, ROS 1 bags.
//!
//! In this order: `files` (parts of a bag), `bag_file` (messages of one file, with `mcap`, `ros1_bag`, `db3`),
//! `topic_choice` (scan of the first messages, choice of a topic), `rows` (samples of messages, joints matched by name;
//! `joint_state` decodes them).
//!
//! Stated lengths are checked before memory is allocated. A file that breaks off, or whose checksums fail, is read up
//! to there, with a warning.

mod bag_file;
mod chunked;
mod db3;
pub(crate) mod fields;
mod files;
mod joint_state;
pub(super) mod json;
mod mcap;
mod record_file;
mod ros1_bag;
mod rows;
mod topic_choice;
mod unpack;
mod wrench;

pub(super) use files::texts_on_topic;
pub(super) use rows::BagRows;
pub(super) use wrench::read_wrench_topic;

use super::format::LogFormat;
use super::interrupt::Interrupt;
use super::joint_names::JointNames;
use super::options::LogOptions;
use super::stream::{LogRows, OpenedLog};
use super::table::time::StampConverter;
use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use crate::log::columns::{Column, ColumnMap};
use files::{BagFiles, Messages, files_in, topics_of};
use joint_state::JointStateBuffer;
use json::open_json_table;
use mcap::stated_effort_kind;
use rows::Matching;
use std::path::{Path, PathBuf};
use taufit::Warning;
use taufit::diagnostics::name_list;
use taufit::recording::EffortKind;
use topic_choice::{TopicScan, scan_topics};
use topic_choice::{candidates, choose_topic};

/// Opens the bags in a folder, as one.
pub(super) fn open_folder(
    folder: &Path,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    open_bag(files_in(folder)?, joints, options)
}

/// Opens the files of a bag, chooses a topic, and finds the joints on it.
pub(super) fn open_bag(
    files: Vec<(PathBuf, LogFormat)>,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    let wanted = joints.map(|joints| names_in_log(&joints.names, options)).unwrap_or_default();
    let topics = topics_of(&files)?;
    if topics.is_empty() {
        return Err(empty_error(&files)?);
    }
    let candidates = candidates(&topics, options.topic.as_deref())?;
    let (scans, messages) = scan_topics(&files, &candidates, &wanted)?;
    if messages.count == 0 && !(messages.breaks.is_empty() && messages.damages.is_empty()) {
        return Err(messages.empty_error());
    }
    if let Some(renamed) = joints.and_then(|joints| renamed(joints, &scans, options)) {
        return open_renamed(files, joints, &renamed);
    }
    let chosen = choose_topic(scans, &wanted)?;
    let topic = chosen.topic.name.clone();
    let others = topics.into_iter().map(|topic| topic.name).filter(|name| *name != topic);
    let mut opening = match &chosen.numbers {
        Some(numbers) => open_json_table(&files, topic.clone(), numbers, joints, options)?,
        None => open_joint_states(&files, chosen, joints, options)?,
    };
    opening.columns.unused.extend(others);
    Ok(opening)
}

/// Options that map the joints to their names in the log, where no topic has those of the robot and one fits by
/// other names. Nothing is renamed where the user maps joints.
fn renamed(joints: &JointNames, scans: &[TopicScan], options: &LogOptions) -> Option<LogOptions> {
    if !options.map.is_empty() || scans.iter().any(|scan| scan.n_wanted > 0) {
        return None;
    }
    let mut fitting: Vec<Vec<String>> = Vec::new();
    for names in scans.iter().filter_map(|scan| joints.in_log(&scan.names)) {
        if !fitting.contains(&names) {
            fitting.push(names);
        }
    }
    let [names] = &fitting[..] else { return None };
    let map = joints.names.iter().cloned().zip(names.iter().cloned()).collect();
    Some(LogOptions { map, ..options.clone() })
}

fn open_renamed(
    files: Vec<(PathBuf, LogFormat)>,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    let mut opening = open_bag(files, joints, options)?;
    let example = options.map.first().cloned();
    let renamed =
        |example| Warning::from(ReadWarning::JointsRenamed { example, count: options.map.len() });
    opening.warnings.extend(example.map(renamed));
    Ok(opening)
}

/// Error for a bag without topics.
fn empty_error(files: &BagFiles) -> Result<Error> {
    let mut messages = Messages::new(files, Vec::new());
    while messages.advance()? {}
    Ok(messages.empty_error())
}

/// Names of the robot's joints in the log: as in the robot, unless they are mapped.
fn names_in_log(joints: &[String], options: &LogOptions) -> Vec<String> {
    let name = |joint: &String| {
        let mapped = options.map.iter().find(|(what, _)| what == joint);
        mapped.map_or(joint, |(_, from)| from).clone()
    };
    joints.iter().map(name).collect()
}

fn open_joint_states(
    files: &BagFiles,
    chosen: TopicScan,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    let robot_given = joints.is_some();
    let joints = joints.map_or_else(|| chosen.names.clone(), |joints| joints.names.clone());
    if let Some((what, from)) = options.map.iter().find(|(what, _)| !joints.contains(what)) {
        return Err(Error::BadMap {
            entry: format!("{what}={from}"),
            reason: format!("{what:?} is no joint; joint states are mapped by JOINT=NAME"),
        });
    }
    if !chosen.has_effort {
        return Err(Error::ArrayMissing { topic: chosen.topic.name, what: "effort" });
    }
    let wanted = names_in_log(&joints, options);
    let effort = options.effort.map_or_else(|| stated_effort_kind(files), |kind| Ok(Some(kind)))?;
    let effort_kind = effort.unwrap_or(EffortKind::Torque);
    let links = links_in_log(&wanted, &chosen.names, options);
    let columns = channels(&chosen, &wanted, links.as_deref(), effort_kind);
    let topic = chosen.topic.name.clone();
    let taken = effort
        .is_none()
        .then(|| Warning::from(ReadWarning::EffortTakenAsTorque { topic: topic.clone() }));
    let unstamped = (!chosen.is_stamped)
        .then(|| Warning::from(ReadWarning::Unstamped { topic: topic.clone() }));
    let beyond = robot_given.then(|| beyond(&chosen.names, &wanted, links.as_deref())).flatten();
    let rows = BagRows {
        messages: Messages::new(files, vec![topic.clone()]),
        topic,
        state: JointStateBuffer::default(),
        links: links.map(Matching::new),
        matching: Matching::new(wanted),
        has_velocity: chosen.has_velocity,
        by_log_time: !chosen.is_stamped,
        skipped: 0,
        skipped_names: Vec::new(),
    };
    Ok(OpenedLog {
        joints,
        columns,
        clock: StampConverter::new(Some(1.0)),
        body: LogRows::Bag(Box::new(rows)),
        warnings: taken.into_iter().chain(unstamped).chain(beyond).collect(),
        effort_delay_s: 0.0,
        interrupt: Interrupt::default(),
    })
}

/// Warning about joints of the messages that are neither joints nor links of the robot.
fn beyond(names: &[String], wanted: &[String], links: Option<&[String]>) -> Option<Warning> {
    let is_link =
        |name: &String| name.ends_with(".link") || links.is_some_and(|links| links.contains(name));
    let beyond: Vec<&String> =
        names.iter().filter(|name| !wanted.contains(name) && !is_link(name)).collect();
    let joints = (!beyond.is_empty()).then(|| name_list(&beyond))?;
    Some(Warning::from(ReadWarning::JointsNotInRobot { joints, n_robot: wanted.len() }))
}

/// Names of the links of the joints, where both encoders are wanted and the bag has any; a joint
/// without an encoder on its link goes by its own name.
fn links_in_log(joints: &[String], names: &[String], options: &LogOptions) -> Option<Vec<String>> {
    let link = |joint: &String| Some(format!("{joint}.link")).filter(|name| names.contains(name));
    let found: Vec<Option<String>> = joints.iter().map(link).collect();
    let any = options.both_encoders && found.iter().any(Option::is_some);
    let or_own = |(link, joint): (Option<String>, &String)| link.unwrap_or_else(|| joint.clone());
    any.then(|| found.into_iter().zip(joints).map(or_own).collect())
}

/// Column map of the entries of a message.
fn channels(
    chosen: &TopicScan,
    wanted: &[String],
    links: Option<&[String]>,
    effort_kind: EffortKind,
) -> ColumnMap {
    let place = |name: &String| chosen.names.iter().position(|other| other == name);
    let array = |field: &str, wanted: &[String]| -> Vec<Column> {
        let channel = |name: &String| Column {
            index: place(name).unwrap_or_default(),
            name: format!("{}.{field}[{name}]", chosen.topic.name),
            scale: 1.0,
        };
        wanted.iter().map(channel).collect()
    };
    let time = if chosen.is_stamped { "header.stamp" } else { "log time" };
    let used = |name: &&String| wanted.contains(name) || links.is_some_and(|l| l.contains(name));
    let unused = chosen.names.iter().filter(|name| !used(name));
    ColumnMap {
        t: Column { index: 0, name: format!("{}.{time}", chosen.topic.name), scale: 1.0 },
        q: array("position", links.unwrap_or(wanted)),
        q_motor: links.map(|_| array("position", wanted)),
        qd: chosen.has_velocity.then(|| array("velocity", wanted)),
        effort: array("effort", wanted),
        effort_kind,
        unused: unused.cloned().collect(),
    }
}
