//! Bags: logs of messages. MCAP files, rosbag2 databases, ROS 1 bags.
//!
//! The way of a bag: `files` puts its parts in order, `source` (with `mcap`, `ros1_bag`, `db3`) finds
//! messages, `glimpse` looks at the first of them and `choice` takes a topic; then `rows` makes a
//! sample of every message: `joint_state` decodes it, `matching` puts its joints in order.
//!
//! What a file says about lengths is never believed: nothing is allocated that is not there. A file
//! that breaks off, or whose checksums fail, is read up to there, and a warning says so.

mod block;
mod choice;
mod chunked;
mod db3;
mod effort_said;
pub(crate) mod fields;
mod files;
mod glimpse;
mod joint_state;
mod json;
pub(super) mod json_table;
mod matching;
mod mcap;
mod record_file;
mod ros1_bag;
mod rows;
mod source;
mod texts;
mod topic;
mod unpack;
mod wrench;

pub(super) use rows::BagRows;
pub(super) use texts::texts_on_topic;
pub(super) use wrench::read_wrench_topic;

use super::column_map::{Column, ColumnMap};
use super::format::Format;
use super::joint_names::JointNames;
use super::options::LogOptions;
use super::stream::{Body, Opening};
use super::table::time::Clock;
use crate::error::{Error, Result};
use choice::{candidates, choose_topic};
use effort_said::effort_said;
use files::{BagFiles, Messages, files_in, topics_of};
use glimpse::{Glimpse, glimpse};
use joint_state::JointState;
use json_table::open_json_table;
use matching::Matching;
use std::path::{Path, PathBuf};
use taufit::Warning;
use taufit::recording::EffortKind;

/// Opens the bags in a folder, as one.
pub(super) fn open_folder(
    folder: &Path,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<Opening<'static>> {
    open_bag(files_in(folder)?, joints, options)
}

/// Opens the files of a bag, chooses a topic, and finds the joints on it.
pub(super) fn open_bag(
    files: Vec<(PathBuf, Format)>,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<Opening<'static>> {
    let wanted = joints.map(|joints| names_in_log(&joints.names, options)).unwrap_or_default();
    let topics = topics_of(&files)?;
    if topics.is_empty() {
        return Err(nothing(&files)?);
    }
    let candidates = candidates(&topics, options.topic.as_deref())?;
    let (glimpses, messages) = glimpse(&files, &candidates, &wanted)?;
    if messages.count == 0 && !(messages.breaks.is_empty() && messages.damages.is_empty()) {
        return Err(messages.nothing());
    }
    if let Some(renamed) = joints.and_then(|joints| renamed(joints, &glimpses, options)) {
        return open_renamed(files, joints, &renamed);
    }
    let chosen = choose_topic(glimpses, &wanted)?;
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
fn renamed(joints: &JointNames, glimpses: &[Glimpse], options: &LogOptions) -> Option<LogOptions> {
    if !options.map.is_empty() || glimpses.iter().any(|glimpse| glimpse.n_wanted > 0) {
        return None;
    }
    let mut fitting: Vec<Vec<String>> = Vec::new();
    for names in glimpses.iter().filter_map(|glimpse| joints.in_log(&glimpse.names)) {
        if !fitting.contains(&names) {
            fitting.push(names);
        }
    }
    let [names] = &fitting[..] else { return None };
    let map = joints.names.iter().cloned().zip(names.iter().cloned()).collect();
    Some(LogOptions { map, ..options.clone() })
}

fn open_renamed(
    files: Vec<(PathBuf, Format)>,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<Opening<'static>> {
    let mut opening = open_bag(files, joints, options)?;
    let example = options.map.first().cloned();
    let renamed = |example| Warning::JointsRenamed { example, count: options.map.len() };
    opening.warnings.extend(example.map(renamed));
    Ok(opening)
}

/// Why there is not a single topic.
fn nothing(files: &BagFiles) -> Result<Error> {
    let mut messages = Messages::new(files, Vec::new());
    while messages.advance()? {}
    Ok(messages.nothing())
}

/// What the robot's joints are called in the log: as in the robot, unless the user maps them.
fn names_in_log(joints: &[String], options: &LogOptions) -> Vec<String> {
    let name = |joint: &String| {
        let mapped = options.map.iter().find(|(what, _)| what == joint);
        mapped.map_or(joint, |(_, from)| from).clone()
    };
    joints.iter().map(name).collect()
}

fn open_joint_states(
    files: &BagFiles,
    chosen: Glimpse,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<Opening<'static>> {
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
    let effort = options.effort.map_or_else(|| effort_said(files), |kind| Ok(Some(kind)))?;
    let effort_kind = effort.unwrap_or(EffortKind::Torque);
    let links = links_in_log(&wanted, &chosen.names, options);
    let columns = channels(&chosen, &wanted, links.as_deref(), effort_kind);
    let topic = chosen.topic.name.clone();
    let taken = effort.is_none().then(|| Warning::EffortTakenAsTorque { topic: topic.clone() });
    let unstamped = (!chosen.is_stamped).then(|| Warning::Unstamped { topic: topic.clone() });
    let rows = BagRows {
        messages: Messages::new(files, vec![topic.clone()]),
        topic,
        state: JointState::default(),
        links: links.map(Matching::new),
        matching: Matching::new(wanted),
        has_velocity: chosen.has_velocity,
        by_log_time: !chosen.is_stamped,
        skipped: 0,
        skipped_names: Vec::new(),
    };
    Ok(Opening {
        joints,
        columns,
        clock: Clock::new(Some(1.0)),
        body: Body::Bag(Box::new(rows)),
        warnings: taken.into_iter().chain(unstamped).collect(),
    })
}

/// What the links of the joints are called, where both encoders are wanted and the bag has any; a joint
/// without an encoder on its link goes by its own name.
fn links_in_log(joints: &[String], names: &[String], options: &LogOptions) -> Option<Vec<String>> {
    let link = |joint: &String| Some(format!("{joint}.link")).filter(|name| names.contains(name));
    let found: Vec<Option<String>> = joints.iter().map(link).collect();
    let any = options.both_encoders && found.iter().any(Option::is_some);
    let or_own = |(link, joint): (Option<String>, &String)| link.unwrap_or_else(|| joint.clone());
    any.then(|| found.into_iter().zip(joints).map(or_own).collect())
}

/// Which entry of the messages becomes what.
fn channels(
    chosen: &Glimpse,
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
