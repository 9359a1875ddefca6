//! A log in chunks is the log in one piece, whatever the format and the size of the chunks.

use crate::common::bags::{State, arm_states, in_every_format};
use crate::common::logs::arm;
use crate::common::{assert_error, scratch_file};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::{Path, PathBuf};
use taufit::recording::{EffortKind, Recording};
use taufit_io::{LogOptions, LogReader, read_log};

fn options() -> LogOptions {
    LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() }
}

/// The log of `arm_states` as text, with a number missing and a last line that breaks off.
fn csv(n: u64) -> Vec<u8> {
    let mut text = b"t,q1,q2,qd1,qd2,tau1,tau2\n".to_vec();
    for State { stamp_ns, position: q, velocity: qd, effort, .. } in arm_states(n) {
        let t = stamp_ns as f64 / 1e9;
        let row = [q, qd, effort].concat().iter().map(f64::to_string).collect::<Vec<_>>();
        writeln!(text, "{t},{}", row.join(",")).unwrap();
    }
    text.extend(b"1800000000,nan,1,1,1,1,1\n1900000000,1,");
    text
}

/// The log in every format, in a folder of its own for every test.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&csv(1000)).unwrap();
    let mut files = in_every_format(folder, &arm_states(1000));
    files.push(scratch_file(&format!("{folder}/run.csv"), &csv(1000)));
    files.push(scratch_file(&format!("{folder}/run.csv.gz"), &packed.finish().unwrap()));
    files
}

/// A channel of all chunks, one after the other.
fn joined(chunks: &[Recording], channel: impl Fn(&Recording) -> Vec<f64>) -> Vec<f64> {
    chunks.iter().flat_map(channel).collect()
}

fn chunks_of(path: &Path, max_samples: usize) -> (Vec<Recording>, LogReader) {
    let mut reader = LogReader::open(path, &arm(), &options()).unwrap();
    let mut chunks = Vec::new();
    while let Some(chunk) = reader.next_chunk(max_samples).unwrap() {
        assert!((1..=max_samples.max(1)).contains(&chunk.n_samples()));
        chunk.check().unwrap();
        chunks.push(chunk);
    }
    (chunks, reader)
}

#[test]
fn chunks_of_every_size_make_the_whole() {
    for path in files("whole") {
        let whole = read_log(&path, &arm(), &options()).unwrap();
        for max_samples in [0, 1, 7, 256, 999, 5000] {
            let (chunks, reader) = chunks_of(&path, max_samples);
            let what = format!("{} {max_samples}", path.display());
            let bits = |values: Vec<f64>| values.into_iter().map(f64::to_bits).collect::<Vec<_>>();
            assert_eq!(joined(&chunks, |r| r.t_s.clone()), whole.recording.t_s, "{what}");
            for j in 0..2 {
                let (q, expected) = (joined(&chunks, |r| r.q(j).to_vec()), whole.recording.q(j));
                assert_eq!(bits(q), bits(expected.to_vec()), "{what}");
                let effort = joined(&chunks, |r| r.effort(j).to_vec());
                assert_eq!(effort, whole.recording.effort(j), "{what}");
            }
            assert_eq!(reader.columns(), &whole.columns, "{what}");
            assert_eq!(reader.warnings(), &whole.warnings[..], "{what}");
        }
    }
}

#[test]
fn chunks_are_full_as_long_as_there_are_samples() {
    for path in files("full") {
        let (chunks, _) = chunks_of(&path, 300);
        let sizes: Vec<usize> = chunks.iter().map(Recording::n_samples).collect();
        assert_eq!(sizes[..3], [300, 300, 300], "{}", path.display());
    }
}

#[test]
fn the_end_and_an_error_are_final() {
    let text = b"t,q1,q2,tau1,tau2\n0,1,2,3,4\n1,1,2,3,4\n2,1,x,3,4\n3,1,2,3,4\n";
    let path = scratch_file("stream/bad_line.csv", text);
    // The second chunk fails at its first line, or the first one at its last.
    for (max_samples, n_before) in [(2, 1), (3, 0)] {
        let mut reader = LogReader::open(&path, &arm(), &LogOptions::default()).unwrap();
        for _ in 0..n_before {
            assert_eq!(reader.next_chunk(max_samples).unwrap().unwrap().n_samples(), max_samples);
        }
        let error = reader.next_chunk(max_samples).unwrap_err();
        assert_error(&error, "E058", &["line 4", "\"x\"", "bad_line.csv"]);
        assert_eq!(reader.next_chunk(max_samples), Ok(None));
    }
    let mut reader = LogReader::open(&files("final")[0], &arm(), &options()).unwrap();
    while reader.next_chunk(600).unwrap().is_some() {}
    assert_eq!(reader.next_chunk(600), Ok(None));
}

#[test]
fn the_unit_of_time_is_decided_by_the_first_stamp() {
    let text = b"timestamp,q1,q2,tau1,tau2\n1.7e12,1,2,3,4\n1.700000001e12,1,2,3,4\n";
    let path = scratch_file("stream/unit.csv", text);
    let mut reader = LogReader::open(&path, &arm(), &LogOptions::default()).unwrap();
    assert_eq!(reader.next_chunk(1).unwrap().unwrap().t_s, [1.7e9]);
    assert_eq!(reader.next_chunk(1).unwrap().unwrap().t_s, [1_700_000_001.0]);
    assert_eq!(reader.next_chunk(1), Ok(None));
    assert_eq!(reader.warnings()[0].code(), "W052");
}
