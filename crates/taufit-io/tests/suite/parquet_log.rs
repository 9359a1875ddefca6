//! Parquet tables: the same names as in CSV, every type of number, row group after row group.

#![cfg(feature = "parquet")]
use crate::common::assert_error;
use crate::common::logs::{arm, options};
use crate::common::scratch_file;
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{DoubleType, FloatType, Int32Type, Int64Type};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::sync::Arc;
use taufit_io::ReadWarning;
use taufit_io::{LoadedLog, LogOptions, LogReader, Result, read_log};

/// A column: its declaration, and its numbers.
pub(crate) type Column<'a> = (&'a str, Vec<Option<f64>>);

/// A table with so many rows to a group.
pub(crate) fn table(columns: &[Column], per_group: usize, compression: Compression) -> Vec<u8> {
    let properties = WriterProperties::builder().set_compression(compression).build();
    table_with(columns, per_group, properties)
}

fn table_with(columns: &[Column], per_group: usize, properties: WriterProperties) -> Vec<u8> {
    let fields: String = columns.iter().map(|(field, _)| format!("{field};")).collect();
    let schema = Arc::new(parse_message_type(&format!("message log {{ {fields} }}")).unwrap());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
    let n_rows = columns[0].1.len();
    for start in (0..n_rows).step_by(per_group) {
        let mut group = writer.next_row_group().unwrap();
        for (field, values) in columns {
            let values = &values[start..n_rows.min(start + per_group)];
            let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
            let levels = field.contains("optional").then_some(&levels[..]);
            let numbers: Vec<f64> = values.iter().copied().flatten().collect();
            let mut column = group.next_column().unwrap().unwrap();
            let written = match field.split(' ').nth(1).unwrap() {
                "double" => column.typed::<DoubleType>().write_batch(&numbers, levels, None),
                "float" => {
                    let numbers: Vec<f32> = numbers.iter().map(|x| *x as f32).collect();
                    column.typed::<FloatType>().write_batch(&numbers, levels, None)
                }
                "int32" => {
                    let numbers: Vec<i32> = numbers.iter().map(|x| *x as i32).collect();
                    column.typed::<Int32Type>().write_batch(&numbers, levels, None)
                }
                _ => {
                    let numbers: Vec<i64> = numbers.iter().map(|x| *x as i64).collect();
                    column.typed::<Int64Type>().write_batch(&numbers, levels, None)
                }
            };
            written.unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.into_inner().unwrap()
}

fn ramp(n: usize, of: impl Fn(f64) -> f64) -> Vec<Option<f64>> {
    (0..n).map(|k| Some(of(k as f64))).collect()
}

/// Time, two positions and two torques, `n` rows.
fn arm_columns<'a>(time: &'a str, tick: f64, n: usize) -> Vec<Column<'a>> {
    vec![
        (time, ramp(n, move |x| tick * x)),
        ("required double q1", ramp(n, |x| x)),
        ("required float q2", ramp(n, |x| -x)),
        ("required int32 tau1", ramp(n, |x| 2.0 * x)),
        ("required int64 tau2", ramp(n, |x| 3.0 * x)),
    ]
}

fn load(name: &str, bytes: &[u8], options: &LogOptions) -> Result<LoadedLog> {
    read_log(scratch_file(&format!("parquet/{name}"), bytes), &arm(), options)
}

fn assert_is_the_log(what: &str, loaded: &LoadedLog, n: usize) {
    let r = &loaded.recording;
    let channel = |of: fn(f64) -> f64| (0..n).map(|k| of(k as f64)).collect::<Vec<f64>>();
    assert_eq!(r.q, [channel(|x| x), channel(|x| -x)].concat(), "{what}");
    assert_eq!(r.effort, [channel(|x| 2.0 * x), channel(|x| 3.0 * x)].concat(), "{what}");
    assert_eq!((r.qd.as_ref(), loaded.warnings.len()), (None, 0), "{what}: {:?}", loaded.warnings);
}

#[test]
fn every_type_and_packing_is_read_in_every_size_of_group() {
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY] {
        for (n, per_group) in [(10, 100), (10_000, 10_000), (10_000, 777)] {
            let columns = arm_columns("required double t_s", 0.5, n);
            let bytes = table(&columns, per_group, compression);
            let loaded = load("types.parquet", &bytes, &LogOptions::default()).unwrap();
            assert_is_the_log(&format!("{compression} {n} {per_group}"), &loaded, n);
            assert_eq!(loaded.recording.t_s[9], 4.5);
        }
    }
}

/// Five rows with an absent position in the second, in an encoding and a version of pages.
fn encoded(encoding: Encoding, version: WriterVersion) -> Vec<u8> {
    let mut columns = arm_columns("required double t_s", 0.5, 5);
    columns[1] = ("optional double q1", ramp(5, |x| x));
    columns[1].1[1] = None;
    let properties = WriterProperties::builder()
        .set_writer_version(version)
        .set_dictionary_enabled(false)
        .set_encoding(encoding);
    table_with(&columns, 3, properties.build())
}

#[test]
fn numbers_split_by_bytes_are_read_with_absent_ones() {
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        let bytes = encoded(Encoding::BYTE_STREAM_SPLIT, version);
        let read = load("split.parquet", &bytes, &LogOptions::default()).unwrap().recording;
        assert!(read.q(0)[1].is_nan());
        assert_eq!([&read.q(0)[..1], &read.q(0)[2..]].concat(), [0.0, 2.0, 3.0, 4.0]);
        assert_eq!(read.q(1), [0.0, -1.0, -2.0, -3.0, -4.0]);
        assert_eq!(read.effort, [0.0, 2.0, 4.0, 6.0, 8.0, 0.0, 3.0, 6.0, 9.0, 12.0]);
    }
}

#[test]
fn time_stamps_have_their_unit_in_the_type() {
    for (time, tick) in [
        ("required int64 time (TIMESTAMP(MILLIS,true))", 1e3),
        ("required int64 time (TIMESTAMP(MICROS,false))", 1e6),
        ("required int64 time (TIMESTAMP(NANOS,true))", 1e9),
        ("required int64 time (TIMESTAMP_MILLIS)", 1e3),
    ] {
        let bytes = table(&arm_columns(time, tick, 5), 100, Compression::UNCOMPRESSED);
        let loaded = load("stamps.parquet", &bytes, &LogOptions::default()).unwrap();
        assert_is_the_log(time, &loaded, 5);
        assert_eq!(loaded.columns.t.name, "time");
        crate::common::assert_close(time, &loaded.recording.t_s, &[0.0, 1.0, 2.0, 3.0, 4.0], 1e-15);
    }
}

#[test]
fn absent_numbers_are_kept_and_counted() {
    let mut columns = arm_columns("required double t", 1.0, 5);
    columns[1] = ("optional double q1", vec![Some(0.0), None, Some(2.0), None, None]);
    columns[2] = ("optional float q2", vec![None; 5]);
    let bytes = table(&columns, 2, Compression::UNCOMPRESSED);
    let loaded = load("absent.parquet", &bytes, &LogOptions::default()).unwrap();
    let q: Vec<bool> = loaded.recording.q.iter().map(|q| q.is_nan()).collect();
    let expected = [false, true, false, true, true, true, true, true, true, true];
    assert_eq!((q, loaded.recording.q(0)[2]), (expected.to_vec(), 2.0));
    let expected = ReadWarning::AbsentNumbers { count: 8, record: "row", first: 1 };
    assert_eq!(loaded.warnings, [expected.into()]);
}

#[test]
fn names_and_maps_mean_what_they_mean_in_a_csv() {
    let columns = [
        ("required double stamp", ramp(3, |x| x)),
        ("required double enc_1", ramp(3, |x| x)),
        ("required double enc_2", ramp(3, |x| -x)),
        ("required double m1_mA", ramp(3, |x| x)),
        ("required double m2_mA", ramp(3, |x| x)),
    ];
    let bytes = table(&columns, 10, Compression::UNCOMPRESSED);
    let map = options(&["q=enc", "i=4..5"]);
    let loaded = load("map.parquet", &bytes, &map).unwrap();
    assert_eq!(loaded.recording.q, [0.0, 1.0, 2.0, -0.0, -1.0, -2.0]);
    assert_eq!(loaded.recording.effort(0), [0.0, 1e-3, 2e-3]);
    let error = load("map.parquet", &bytes, &LogOptions::default()).unwrap_err();
    assert_error(&error, "E052", &["positions", "\"enc_1\""]);
}

#[test]
fn without_a_robot_the_columns_name_the_joints() {
    let bytes = table(&arm_columns("required double t", 1.0, 5), 2, Compression::UNCOMPRESSED);
    let path = scratch_file("parquet/unmatched.parquet", &bytes);
    let mut reader = LogReader::open_unmatched(path, &LogOptions::default()).unwrap();
    assert_eq!(reader.joints(), ["joint_1", "joint_2"]);
    let sizes: Vec<usize> = std::iter::from_fn(|| reader.next_chunk(3).unwrap())
        .map(|chunk| chunk.n_samples())
        .collect();
    assert_eq!(sizes, [3, 2]);
}

#[test]
fn tables_that_cannot_be_read() {
    let whole = table(&arm_columns("required double t", 1.0, 50), 7, Compression::SNAPPY);
    let cut = load("cut.parquet", &whole[..whole.len() / 2], &LogOptions::default());
    assert_error(&cut.unwrap_err(), "E069", &["cut.parquet"]);
    let empty = load("empty.parquet", b"", &LogOptions::default());
    assert_error(&empty.unwrap_err(), "E069", &["empty.parquet"]);
    let none = table(&arm_columns("required double t", 1.0, 0), 7, Compression::SNAPPY);
    let none = load("none.parquet", &none, &LogOptions::default());
    assert_error(&none.unwrap_err(), "E050", &["without rows"]);
}

#[test]
fn a_table_with_a_damaged_byte_is_read_or_refused() {
    let whole = table(&arm_columns("required double t", 1.0, 50), 7, Compression::SNAPPY);
    assert_damage_is_no_panic(&whole, 97);
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        assert_damage_is_no_panic(&encoded(Encoding::BYTE_STREAM_SPLIT, version), 11);
    }
}

/// Damages every `step`th byte of a table in three ways.
fn assert_damage_is_no_panic(whole: &[u8], step: usize) {
    for at in (0..whole.len()).step_by(step) {
        for mask in [0x01, 0x80, 0xff] {
            let mut damaged = whole.to_vec();
            damaged[at] ^= mask;
            if let Err(error) = load("flipped.parquet", &damaged, &LogOptions::default()) {
                assert!(!error.to_string().is_empty() && error.code().starts_with('E'));
            }
        }
    }
}

/// Found by fuzzing: each of these fields alone keeps the decoder busy for a second.
#[test]
fn a_footer_that_claims_endless_lists_is_refused_at_once() {
    let field = [0x19, 0xf1, 0xff, 0xff, 0xff, 0xff, 0x07];
    let footer = [field.repeat(10_000), vec![0]].concat();
    let size = (footer.len() as u32).to_le_bytes();
    let bytes = [&b"PAR1"[..], &footer, &size, b"PAR1"].concat();
    let start = std::time::Instant::now();
    let error = load("endless.parquet", &bytes, &LogOptions::default()).unwrap_err();
    assert_error(&error, "E069", &["footer is damaged"]);
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

/// A page that unpacks to more than any page has; the file itself is small.
#[test]
fn a_page_that_states_too_much_is_refused_before_it_is_unpacked() {
    let n = 5_000_000;
    let fields: String =
        ["t", "q1", "q2", "tau1", "tau2"].map(|c| format!("required double {c};")).concat();
    let schema = Arc::new(parse_message_type(&format!("message log {{ {fields} }}")).unwrap());
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(Default::default()))
        .set_dictionary_enabled(false)
        .set_data_page_size_limit(1 << 30)
        .set_data_page_row_count_limit(usize::MAX)
        .set_write_batch_size(n)
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let zeros = vec![0.0; n];
    while let Some(mut column) = group.next_column().unwrap() {
        column.typed::<DoubleType>().write_batch(&zeros, None, None).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    let bytes = writer.into_inner().unwrap();
    assert!(bytes.len() < 100_000, "{}", bytes.len());
    let path = scratch_file("hostile/pages.parquet", &bytes);
    let error = read_log(&path, &arm(), &LogOptions::default()).unwrap_err();
    assert_error(&error, "E069", &["40000000 bytes unpacked", "data_page_size"]);
}
