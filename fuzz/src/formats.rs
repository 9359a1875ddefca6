//! Differential target: the same samples in every log format read back as the same recording.

use crate::bags::{PLAIN, State, TestTopic, bag_bytes, in_every_format};
use crate::{arm, file};
use parquet::data_type::DoubleType;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::path::PathBuf;
use std::sync::Arc;
use taufit::recording::{EffortKind, Recording};
use taufit_io::{LogOptions, read_log};

/// Numbers of a sample: positions, velocities and efforts of two joints.
const N_NUMBERS: usize = 6;

/// Longest log \[samples\].
const MAX_SAMPLES: usize = 40;

/// Columns of the tables.
const COLUMNS: [&str; 7] = ["t_s", "q1", "q2", "qd1", "qd2", "tau1", "tau2"];

/// Writes the samples in the input as CSV, Parquet, MCAP, rosbag2 database and ROS 1 bag, and compares the recordings.
pub(crate) fn agree(bytes: &[u8]) {
    let states = states(bytes);
    if states.is_empty() {
        return;
    }
    let rows: Vec<Vec<String>> = states.iter().map(row).collect();
    let mut files = vec![csv(&rows), parquet(&rows)];
    files.extend(in_every_format("formats", &states));
    // A bag without its index, a message per chunk.
    let open = bag_bytes(&[TestTopic::ros1(&states)], PLAIN, 1, false);
    files.push(file("open.bag", &open));
    let options = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    let read = |path: &PathBuf| -> Recording {
        let recording = read_log(path, &arm(), &options).unwrap().recording;
        Recording { source: String::new(), ..recording }
    };
    let recordings: Vec<Recording> = files.iter().map(read).collect();
    for (path, recording) in files.iter().zip(&recordings) {
        assert_eq!(recording, &recordings[0], "{}", path.display());
    }
}

/// Samples with the finite numbers of the input, 1 to 256 µs apart.
fn states(bytes: &[u8]) -> Vec<State> {
    let number = |bytes: &[u8]| {
        let number = f64::from_le_bytes(bytes.try_into().unwrap_or_default());
        if number.is_finite() { number } else { f64::from(bytes[0]) }
    };
    let mut stamp_ns = 1_700_000_000_000_000_000;
    let state = |bytes: &[u8]| {
        stamp_ns += 1000 * (1 + u64::from(bytes[0]));
        let numbers: Vec<f64> = bytes.chunks_exact(8).map(number).collect();
        let [position, velocity, effort] = [0, 2, 4].map(|k| numbers[k..k + 2].to_vec());
        State { stamp_ns, names: vec!["joint1", "joint2"], position, velocity, effort }
    };
    bytes.chunks_exact(8 * N_NUMBERS).take(MAX_SAMPLES).map(state).collect()
}

/// Fields of a table: the shortest decimals that read back as the same numbers.
fn row(state: &State) -> Vec<String> {
    let numbers = state.position.iter().chain(&state.velocity).chain(&state.effort);
    let (s, ns) = (state.stamp_ns / 1_000_000_000, state.stamp_ns % 1_000_000_000);
    std::iter::once(format!("{s}.{ns:09}")).chain(numbers.map(|x| format!("{x:?}"))).collect()
}

fn csv(rows: &[Vec<String>]) -> PathBuf {
    let lines: String = rows.iter().map(|row| row.join(",") + "\n").collect();
    file("run.csv", format!("{}\n{lines}", COLUMNS.join(",")).as_bytes())
}

fn parquet(rows: &[Vec<String>]) -> PathBuf {
    let fields: String = COLUMNS.iter().map(|name| format!("required double {name};")).collect();
    let schema = Arc::new(parse_message_type(&format!("message log {{ {fields} }}")).unwrap());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    for k in 0..COLUMNS.len() {
        let numbers: Vec<f64> = rows.iter().map(|row| row[k].parse().unwrap()).collect();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<DoubleType>().write_batch(&numbers, None, None).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    file("run.parquet", &writer.into_inner().unwrap())
}
