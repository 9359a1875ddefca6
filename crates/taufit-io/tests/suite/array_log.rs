//! Logs as arrays of NumPy and MATLAB, and tables side by side.

use crate::common::logs::{arm, options};
use crate::common::{assert_close, assert_error, scratch_file};
use std::path::{Path, PathBuf};
use taufit_io::{LoadedLog, LogOptions, Result, read_log, read_log_unmatched};

const N: usize = 12;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/logs").join(name)
}

fn ramp(slope: f64, offset: f64) -> Vec<f64> {
    (0..N).map(|k| slope * k as f64 + offset).collect()
}

/// The log that `testdata/logs/write_arrays.py` writes.
fn assert_is_the_log(what: &str, loaded: &LoadedLog) {
    let r = &loaded.recording;
    assert_close(what, &r.t_s, &ramp(0.01, 0.0), 1e-15);
    assert_eq!(r.q, [ramp(0.5, 0.0), ramp(-0.25, 0.0)].concat(), "{what}");
    assert_eq!(r.effort, [ramp(1.0, 1.0), ramp(2.0, 0.0)].concat(), "{what}");
}

#[test]
fn arrays_of_other_programs_are_logs() {
    for name in ["plain.npz", "compressed.npz", "plain.mat", "compressed.mat"] {
        let loaded = read_log(file(name), &arm(), &LogOptions::default()).unwrap();
        assert_is_the_log(name, &loaded);
        assert_eq!(
            read_log_unmatched(file(name), &LogOptions::default()).unwrap().recording.q,
            loaded.recording.q
        );
    }
    let map = options(&["t=run.t", "q=run.q", "tau=run.sensors.tau"]);
    assert_is_the_log("structure", &read_log(file("structure.mat"), &arm(), &map).unwrap());
}

#[test]
fn arrays_that_are_cut_off_or_damaged_are_read_or_refused() {
    for name in ["plain.npz", "compressed.npz", "plain.mat", "compressed.mat"] {
        let whole = std::fs::read(file(name)).unwrap();
        let path = scratch_file(&format!("arrays/{name}"), b"");
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read_log(&path, &arm(), &LogOptions::default())
        };
        for length in (0..whole.len()).step_by(7) {
            if let Err(error) = read(&whole[..length]) {
                assert!(error.code().starts_with('E'), "{error}");
            }
        }
        assert!(read(&whole[..whole.len() / 2]).is_err(), "{name}");
        for at in (0..whole.len()).step_by(5) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            let _ = read(&damaged);
        }
    }
}

/// Entry `q.npy` of an archive that is not packed: 128 bytes of heading, 12 by 2 numbers.
const ENTRY_BYTES: usize = 128 + 12 * 2 * 8;

/// The archive with another shape in the heading of `q.npy`, and the checksum that belongs to it.
fn with_shape(whole: &[u8], shape: &[u8; 7]) -> Vec<u8> {
    let place =
        |pattern: &[u8], bytes: &[u8]| bytes.windows(pattern.len()).position(|w| w == pattern);
    let at = place(b"(12, 2)", whole).unwrap();
    let start = whole[..at].windows(6).rposition(|w| w == b"\x93NUMPY").unwrap();
    let entry = start..start + ENTRY_BYTES;
    let mut hostile = whole.to_vec();
    hostile[at..at + 7].copy_from_slice(shape);
    let [old, new] =
        [whole, &hostile].map(|bytes| crc32fast::hash(&bytes[entry.clone()]).to_le_bytes());
    while let Some(at) = place(&old, &hostile) {
        hostile[at..at + 4].copy_from_slice(&new);
    }
    hostile
}

#[test]
fn a_file_that_states_more_than_it_holds_is_refused_at_once() {
    let whole = std::fs::read(file("plain.npz")).unwrap();
    let refusal = |shape: &[u8; 7]| {
        let path = scratch_file("arrays/shape.npz", &with_shape(&whole, shape));
        read_log(&path, &arm(), &LogOptions::default()).unwrap_err()
    };
    assert_error(&refusal(b"(9,9e9)"), "E073", &["shape"]);
    assert_error(&refusal(b"(99999)"), "E073", &["bytes"]);
}

#[test]
fn a_number_that_changed_in_an_archive_is_found_by_its_checksum() {
    let mut bytes = std::fs::read(file("plain.npz")).unwrap();
    let at = bytes.windows(7).position(|window| window == b"(12, 2)").unwrap();
    bytes[at + 128] ^= 1;
    let path = scratch_file("arrays/flipped.npz", &bytes);
    let error = read_log(&path, &arm(), &LogOptions::default()).unwrap_err();
    assert_error(&error, "E073", &["q.npy", "checksum"]);
}

#[test]
fn what_is_not_read_says_how_to_convert_it() {
    let refusal = |name: &str, bytes: &[u8]| {
        let path = scratch_file(&format!("arrays/{name}"), bytes);
        read_log(&path, &arm(), &LogOptions::default()).unwrap_err()
    };
    assert_error(&refusal("new.mat", b"MATLAB 7.3 MAT-file, Platform"), "E060", &["'-v7'"]);
    assert_error(&refusal("data.h5", b"\x89HDF\r\n\x1a\n0000000"), "E060", &["HDF5", ".npz"]);
    assert_error(&refusal("other.zip", b"PK\x03\x04 and so on"), "E060", &["unzip"]);
    assert_error(&refusal("empty.npz", b""), "E073", &["cut off"]);
}

fn joined(folder: &str, files: &[(&str, &str)], options: &LogOptions) -> Result<LoadedLog> {
    let write = |(name, text): &(&str, &str)| {
        scratch_file(&format!("{folder}/{name}"), text.as_bytes()).display().to_string()
    };
    let paths: Vec<String> = files.iter().map(write).collect();
    read_log(paths.join("+"), &arm(), options)
}

#[test]
fn files_of_one_kind_of_channel_are_joined() {
    let expected = (vec![1.0, 2.0, -1.0, -2.0], vec![10.0, 20.0, -10.0, -20.0]);
    let names = [
        ("q.csv", "t,shoulder,elbow\n0,1,-1\n0.1,2,-2\n"),
        ("tau.csv", "elbow,shoulder\n-10,10\n-20,20\n"),
    ];
    let loaded = joined("joined_names", &names, &LogOptions::default()).unwrap();
    assert_eq!((loaded.recording.q, loaded.recording.effort), expected);
    assert_eq!(loaded.recording.t_s, [0.0, 0.1]);
    // Without any header the names of the files say all.
    let bare = [("q.csv", "1,-1\n2,-2\n"), ("tau.csv", "10,-10\n20,-20\n")];
    let at_rate = LogOptions { rate_hz: Some(10.0), ..LogOptions::default() };
    let loaded = joined("joined_bare", &bare, &at_rate).unwrap();
    assert_eq!((loaded.recording.q, loaded.recording.effort), expected);
    let arrays = format!("{}+{}", file("plain.npz").display(), file("plain.mat").display());
    let t_twice = read_log(arrays, &arm(), &options(&["t=1", "q=2..3", "tau=4..5"])).unwrap();
    assert_is_the_log("arrays", &t_twice);
}

#[test]
fn files_that_do_not_belong_together_are_refused() {
    let q = ("q.csv", "t,q1,q2\n0,1,-1\n0.1,2,-2\n0.2,3,-3\n");
    let plain = LogOptions::default();
    let short = [q, ("tau.csv", "tau1,tau2\n1,2\n3,4\n")];
    assert_error(&joined("short", &short, &plain).unwrap_err(), "E072", &["tau.csv", "row 2"]);
    let later = [q, ("tau.csv", "t,tau1,tau2\n0,1,2\n0.2,3,4\n0.4,5,6\n")];
    assert_error(&joined("later", &later, &plain).unwrap_err(), "E072", &["row 2", "0.2"]);
    let missing = read_log("no_q.csv+no_tau.csv", &arm(), &plain).unwrap_err();
    assert_error(&missing, "E030", &["no_q.csv"]);
}
