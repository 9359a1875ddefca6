//! Messages in JSON that are lines of a table: `{"t": 0.1, "q1": ..., "tau1": ...}`.

use super::files::{BagFiles, Messages};
use super::json::flat_numbers;
use super::rows::{bad_message, breaks};
use crate::error::{Error, Result};
use crate::log::columns::choice::choose;
use crate::log::joint_names::JointNames;
use crate::log::options::LogOptions;
use crate::log::stream::{Body, Opening};
use taufit::Warning;

/// A topic, read up to the message that was asked for last.
pub(in crate::log) struct JsonRows {
    messages: Messages,
    topic: String,
    /// Place and name of every number in use, as in the first message.
    used: Vec<(usize, String)>,
}

/// Decides which number is what by the names of the first message.
pub(super) fn open_json_table(
    files: &BagFiles,
    topic: String,
    names: &[String],
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<Opening<'static>> {
    let choice = choose(names, joints, options)?;
    let used = choice.columns.used().map(|column| (column.index, column.name.clone())).collect();
    let messages = Messages::new(files, vec![topic.clone()]);
    let rows = JsonRows { messages, topic, used };
    Ok(Opening::of_table(choice, Body::Json(Box::new(rows))))
}

impl JsonRows {
    /// The numbers in use of the next message, and its number.
    pub(in crate::log) fn next_row(&mut self, row: &mut Vec<f64>) -> Result<Option<u64>> {
        if !self.messages.advance()? {
            return Ok(None);
        }
        let data = self.messages.message().map(|message| message.data).unwrap_or_default();
        let number = self.messages.count;
        let numbers = flat_numbers(data).map_err(|why| bad_message(number, &self.topic, why))?;
        row.clear();
        for (index, name) in &self.used {
            // Most messages are alike; where one is not, names decide.
            let at_place = numbers.get(*index).filter(|(other, _)| other == name);
            let found = at_place.or_else(|| numbers.iter().find(|(other, _)| other == name));
            row.push(found.map_or(f64::NAN, |(_, value)| *value));
        }
        Ok(Some(number))
    }

    pub(in crate::log) fn doubts(&self, last_t_s: f64) -> Vec<Warning> {
        breaks(&self.messages, last_t_s)
    }

    pub(in crate::log) fn nothing(&self) -> Error {
        self.messages.nothing()
    }
}
