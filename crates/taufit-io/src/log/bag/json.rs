//! Messages in JSON: joint states, and objects of numbers as rows of a table, `{"t": 0.1, "q1": ..., "tau1": ...}`.

use super::fields::DecodeError;
use super::files::{BagFiles, Messages};
use super::joint_state::{JointStateBuffer, nanoseconds_of};
use super::rows::{bad_message, breaks};
use crate::error::{Error, Result};
use crate::log::columns::choice::choose;
use crate::log::joint_names::JointNames;
use crate::log::options::LogOptions;
use crate::log::stream::{LogRows, OpenedLog};
use serde_json::{Map, Value};
use taufit::Warning;

impl JointStateBuffer {
    /// Takes over an object with names, positions, and perhaps velocities, efforts and a stamp.
    pub(super) fn decode_json(&mut self, data: &[u8]) -> Result<(), DecodeError> {
        let object = object(data)?;
        let names = first_of(&object, &["name", "names", "joint_names"]);
        let names = names.and_then(Value::as_array).ok_or("it has no array \"name\"")?;
        let names: Option<Vec<String>> =
            names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
        let names = names.ok_or("\"name\" must hold texts")?;
        if names != self.names || self.generation == 0 {
            self.rename(names, &[]);
        }
        self.stamp_ns = stamp_ns(&object).unwrap_or_default();
        numbers(&object, &["position", "positions", "q"], &mut self.position)?;
        numbers(&object, &["velocity", "velocities", "qd"], &mut self.velocity)?;
        numbers(&object, &["effort", "efforts", "tau"], &mut self.effort)
    }
}

fn object(data: &[u8]) -> Result<Map<String, Value>, DecodeError> {
    match serde_json::from_slice(data) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("it is no JSON object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn first_of<'a>(object: &'a Map<String, Value>, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().find_map(|key| object.get(*key))
}

fn numbers(
    object: &Map<String, Value>,
    keys: &[&str],
    values: &mut Vec<f64>,
) -> Result<(), DecodeError> {
    values.clear();
    let Some(array) = first_of(object, keys).filter(|value| !value.is_null()) else {
        return Ok(());
    };
    let array = array.as_array().ok_or_else(|| format!("{keys:?} must be an array"))?;
    values.extend(array.iter().map(|value| value.as_f64().unwrap_or(f64::NAN)));
    Ok(())
}

/// The stamp of the header, or a time in seconds.
fn stamp_ns(object: &Map<String, Value>) -> Option<i64> {
    let header = object.get("header").and_then(Value::as_object).unwrap_or(object);
    let stamp = header.get("stamp").and_then(Value::as_object).and_then(clock_ns);
    let seconds = || first_of(object, &["t", "t_s", "time", "timestamp", "stamp"])?.as_f64();
    stamp.or_else(|| seconds().map(|t_s| (t_s * 1e9).round() as i64))
}

/// Seconds and nanoseconds, as ROS 2 or ROS 1 call them.
fn clock_ns(stamp: &Map<String, Value>) -> Option<i64> {
    let seconds = first_of(stamp, &["sec", "secs"])?.as_i64()?;
    let nanoseconds = first_of(stamp, &["nanosec", "nsec", "nsecs"])?.as_u64()?;
    Some(nanoseconds_of(seconds, nanoseconds.try_into().ok()?))
}

/// Every number in an object with its path: `arm.q[0]`. A stamp becomes one number, in seconds.
pub(super) fn flat_numbers(data: &[u8]) -> Result<Vec<(String, f64)>, DecodeError> {
    let mut numbers = Vec::new();
    for (key, value) in &object(data)? {
        flatten(key.clone(), value, &mut numbers);
    }
    Ok(numbers)
}

fn flatten(path: String, value: &Value, numbers: &mut Vec<(String, f64)>) {
    match value {
        Value::Null => numbers.push((path, f64::NAN)),
        Value::Number(number) => numbers.push((path, number.as_f64().unwrap_or(f64::NAN))),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                flatten(format!("{path}[{i}]"), item, numbers);
            }
        }
        Value::Object(object) => match clock_ns(object) {
            Some(stamp_ns) => numbers.push(("stamp".to_owned(), stamp_ns as f64 / 1e9)),
            None => {
                for (key, item) in object {
                    flatten(format!("{path}.{key}"), item, numbers);
                }
            }
        },
        Value::Bool(_) | Value::String(_) => {}
    }
}

/// Rows of a topic, read on demand.
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
) -> Result<OpenedLog<'static>> {
    let choice = choose(names, joints, options)?;
    let used = choice.columns.used().map(|column| (column.index, column.name.clone())).collect();
    let messages = Messages::new(files, vec![topic.clone()]);
    let rows = JsonRows { messages, topic, used };
    Ok(OpenedLog::of_table(choice, LogRows::Json(Box::new(rows))))
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

    pub(in crate::log) fn warnings(&self, last_t_s: f64) -> Vec<Warning> {
        breaks(&self.messages, last_t_s)
    }

    pub(in crate::log) fn empty_error(&self) -> Error {
        self.messages.empty_error()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joint_states_are_read_with_either_clock() {
        for text in [
            r#"{"header":{"stamp":{"sec":2,"nanosec":5}},"name":["a"],"position":[1],"effort":[3]}"#,
            r#"{"stamp":{"secs":2,"nsecs":5},"name":["a"],"position":[1],"velocity":null,"effort":[3]}"#,
            r#"{"time":2.000000005,"name":["a"],"position":[1.0],"velocity":[],"effort":[3]}"#,
        ] {
            let mut state = JointStateBuffer::default();
            state.decode_json(text.as_bytes()).unwrap();
            assert_eq!((state.stamp_ns, &state.names[..]), (2_000_000_005, &["a".to_owned()][..]));
            assert_eq!((&state.position[..], &state.effort[..]), (&[1.0][..], &[3.0][..]));
            assert_eq!((state.velocity.len(), state.generation), (0, 1));
        }
    }

    #[test]
    fn what_is_no_joint_state_is_refused() {
        for text in ["[]", "{", r#"{"name":[1]}"#, r#"{"q":[1]}"#, r#"{"name":["a"],"position":1}"#]
        {
            assert!(JointStateBuffer::default().decode_json(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_found_at_any_depth() {
        let text =
            br#"{"arm":{"q":[1,null]},"t":0.5,"ok":true,"header":{"stamp":{"sec":1,"nanosec":0}}}"#;
        let found = flat_numbers(text).unwrap();
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["arm.q[0]", "arm.q[1]", "stamp", "t"]);
        assert_eq!((found[0].1, found[2].1), (1.0, 1.0));
    }
}
