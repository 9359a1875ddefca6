//! Torques over time: written, read back, refused where they are something else.

#![cfg(feature = "parquet")]

use std::path::PathBuf;
use taufit::study::Series;
use taufit_io::export::{read_residuals, write_residuals};

fn series(source: &str, validation: bool, n: usize) -> Series {
    let channel = |scale: f64| (0..2 * n).map(|k| scale * (k as f64).sqrt()).collect::<Vec<f64>>();
    Series {
        source: source.to_owned(),
        validation,
        t_s: (0..n).map(|k| 0.01 * k as f64).collect(),
        q: channel(0.1),
        qd: channel(-0.2),
        measured: channel(3.0),
        predicted: channel(2.9),
        feasible: channel(2.8),
        nominal: channel(f64::MIN_POSITIVE),
    }
}

fn file(name: &str, contents: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, contents).unwrap();
    path
}

fn joints() -> Vec<String> {
    ["shoulder", "élan \"2\""].map(str::to_owned).to_vec()
}

#[test]
fn what_is_written_is_read_back_to_the_last_bit() {
    // More rows than are decoded at once; an empty stretch has nothing to say.
    let all =
        [series("a.csv", false, 5000), series("a.csv", true, 7), series("b, c.mcap", true, 1)];
    let table = write_residuals(&joints(), &all).unwrap();
    assert_eq!(read_residuals(file("residuals.parquet", &table)).unwrap(), all);
    let nothing = write_residuals(&joints(), &[]).unwrap();
    assert_eq!(read_residuals(file("nothing.parquet", &nothing)).unwrap(), []);
}

#[test]
fn channels_that_do_not_fit_the_joints_are_refused() {
    let error = write_residuals(&joints()[..1], &[series("a.csv", false, 9)]).unwrap_err();
    assert_eq!(error.code(), "E020");
}

#[test]
fn other_files_are_refused() {
    let table = write_residuals(&joints(), &[series("a.csv", false, 50)]).unwrap();
    let half = file("half.parquet", &table[..table.len() / 2]);
    assert_eq!(read_residuals(half).unwrap_err().code(), "E069");
    let text = file("text.parquet", b"t_s,tau\n0,1\n");
    let error = read_residuals(text).unwrap_err();
    assert_eq!(error.code(), "E069");
    assert!(error.to_string().contains("text.parquet"), "{error}");
    assert_eq!(read_residuals("no/such.parquet").unwrap_err().code(), "E030");
}

/// Nothing in these tables takes room in the file, and all of it would in memory.
#[test]
fn tables_that_claim_more_than_they_hold_are_refused() {
    let one_stamp = Series {
        t_s: vec![0.5; 400_000],
        q: Vec::new(),
        qd: Vec::new(),
        measured: Vec::new(),
        predicted: Vec::new(),
        feasible: Vec::new(),
        nominal: Vec::new(),
        ..series("a.csv", false, 0)
    };
    let table = write_residuals(&[], &[one_stamp]).unwrap();
    assert!(table.len() < 40_000, "{} bytes", table.len());
    let error = read_residuals(file("endless.parquet", &table)).unwrap_err();
    assert_eq!(error.code(), "E069");
    assert!(error.to_string().contains("rows"), "{error}");
    let long_name = write_residuals(&joints(), &[series(&"a".repeat(100_000), true, 5)]).unwrap();
    assert!(long_name.len() < 40_000, "{} bytes", long_name.len());
    let error = read_residuals(file("long_name.parquet", &long_name)).unwrap_err();
    assert!(error.to_string().contains("100000"), "{error}");
}

#[test]
fn a_table_with_a_damaged_byte_is_read_or_refused() {
    let table = write_residuals(&joints(), &[series("a.csv", true, 40)]).unwrap();
    for at in (0..table.len()).step_by(11) {
        for flipped in [0x01, 0x80, 0xff] {
            let mut damaged = table.clone();
            damaged[at] ^= flipped;
            match read_residuals(file("damaged.parquet", &damaged)) {
                Ok(series) => assert!(series.iter().all(|s| s.q.len() == 2 * s.t_s.len())),
                Err(error) => assert!(error.code() == "E069", "byte {at}: {error}"),
            }
        }
    }
}
