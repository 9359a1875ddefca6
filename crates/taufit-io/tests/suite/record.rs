//! Logs that we write, read by the reference reader of MCAP and by our own.

use crate::common::scratch_file;
use std::io::Write;
use taufit::recording::EffortKind;
use taufit_io::{Attachment, Error, LogHeader, LogOptions, LogWriter, read_log_unmatched};

const RATE_HZ: f64 = 100.0;

fn head() -> LogHeader {
    LogHeader {
        joints: vec!["shoulder".to_owned(), "elbow".to_owned()],
        effort_kind: EffortKind::Torque,
        rate_hz: RATE_HZ,
        wrench_frame: None,
        attachments: vec![Attachment {
            name: "experiment.toml".to_owned(),
            media_type: "application/toml",
            text: "robot = \"planar2r\"\n".to_owned(),
        }],
    }
}

/// Position, velocity and effort of both joints at sample `k`.
fn sample(k: u32) -> [[f64; 2]; 3] {
    let x = f64::from(k);
    [[x, -x], [x + 0.25, -x - 0.25], [x + 0.5, -x - 0.5]]
}

fn write_samples<W: Write>(log: &mut LogWriter<W>, n: u32) -> Result<(), Error> {
    log.event(0.0, r#"{"event":"begin"}"#)?;
    for k in 0..n {
        let (t_s, [q, qd, tau]) = (f64::from(k) / RATE_HZ, sample(k));
        log.command(t_s, &q, &qd, &[])?;
        log.feedback(t_s, &q, &qd, &tau)?;
    }
    Ok(())
}

fn log_of(n: u32) -> Vec<u8> {
    let mut log = LogWriter::new(Vec::new(), &head()).unwrap();
    write_samples(&mut log, n).unwrap();
    assert_eq!(log.n_samples(), u64::from(n));
    log.finish().unwrap()
}

#[test]
fn the_reference_reader_finds_everything() {
    let bytes = log_of(350);
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    let statistics = summary.stats.as_ref().unwrap();
    assert_eq!(statistics.message_count, 701);
    // Channels, then half a second each.
    assert_eq!((statistics.chunk_count, statistics.channel_count), (8, 3));
    assert_eq!(statistics.message_end_time, 3_490_000_000);
    let topics: Vec<&str> = {
        let mut topics: Vec<&str> = summary.channels.values().map(|c| &c.topic[..]).collect();
        topics.sort_unstable();
        topics
    };
    assert_eq!(topics, ["/joint_states", "/taufit/commands", "/taufit/events"]);
    let attachment = mcap::read::attachment(&bytes, &summary.attachment_indexes[0]).unwrap();
    assert_eq!(
        (&attachment.name[..], &attachment.data[..]),
        ("experiment.toml", &b"robot = \"planar2r\"\n"[..])
    );
    let metadata = mcap::read::metadata(&bytes, &summary.metadata_indexes[0]).unwrap();
    assert_eq!(metadata.metadata["effort"], "torque");
    let by_index: usize = summary
        .chunk_indexes
        .iter()
        .map(|chunk| summary.stream_chunk(&bytes, chunk).unwrap().map(Result::unwrap).count())
        .sum();
    assert_eq!(by_index, 701);
    let in_order: Vec<u64> =
        mcap::MessageStream::new(&bytes).unwrap().map(|m| m.unwrap().log_time).collect();
    assert!(in_order.len() == 701 && in_order.is_sorted());
}

#[test]
fn our_reader_takes_the_feedback_and_not_the_commands() {
    let path = scratch_file("record/whole.mcap", &log_of(350));
    let loaded = read_log_unmatched(path, &LogOptions::default()).unwrap();
    let recording = loaded.recording;
    assert_eq!(recording.joints, ["shoulder", "elbow"]);
    assert_eq!(recording.n_samples(), 350);
    for k in 0..350 {
        let [q, qd, tau] = sample(k);
        let at = |channel: &[f64], j: usize| channel[j * 350 + k as usize];
        for j in 0..2 {
            assert_eq!(at(&recording.q, j), q[j]);
            assert_eq!(at(recording.qd.as_ref().unwrap(), j), qd[j]);
            assert_eq!(at(&recording.effort, j), tau[j]);
        }
        assert!((recording.t_s[k as usize] - f64::from(k) / RATE_HZ).abs() < 1e-9);
    }
}

#[test]
fn what_a_controller_followed_is_kept_and_not_taken_for_what_was_measured() {
    let mut log = LogWriter::with_targets(Vec::new(), &head()).unwrap();
    for k in 0..50 {
        let (t_s, [q, qd, tau]) = (f64::from(k) / RATE_HZ, sample(k));
        log.targets(t_s, [&qd, &tau, &q], &[7.5, f64::from(k)]).unwrap();
        log.feedback(t_s, &q, &qd, &tau).unwrap();
    }
    let bytes = log.finish().unwrap();
    let messages: Vec<mcap::Message<'_>> = mcap::MessageStream::new(&bytes)
        .unwrap()
        .map(Result::unwrap)
        .filter(|message| message.channel.topic == "/taufit/targets")
        .collect();
    assert_eq!(messages.len(), 50);
    // Four names; the current of the last motor is the last number.
    assert!(messages[9].data.windows(14).any(|bytes| bytes == b"shoulder.motor"));
    assert_eq!(messages[9].data.last_chunk::<8>().copied().map(f64::from_le_bytes), Some(9.0));
    let path = scratch_file("record/targets.mcap", &bytes);
    let recording = read_log_unmatched(path, &LogOptions::default()).unwrap().recording;
    assert_eq!((recording.n_samples(), recording.q[7]), (50, 7.0));
    // A log without targets takes none.
    let mut log = LogWriter::new(Vec::new(), &head()).unwrap();
    let empty = log.targets(0.0, [&[], &[], &[]], &[]);
    assert!(empty.is_ok() && log.finish().unwrap().len() < bytes.len());
}

#[test]
fn what_efforts_are_is_read_as_it_was_written() {
    for effort_kind in [EffortKind::Torque, EffortKind::Current] {
        let mut log = LogWriter::new(Vec::new(), &LogHeader { effort_kind, ..head() }).unwrap();
        write_samples(&mut log, 10).unwrap();
        let path = scratch_file("record/effort.mcap", &log.finish().unwrap());
        let loaded = read_log_unmatched(&path, &LogOptions::default()).unwrap();
        assert_eq!((loaded.recording.effort_kind, loaded.warnings.len()), (effort_kind, 0));
        let told = LogOptions { effort: Some(EffortKind::Current), ..LogOptions::default() };
        let loaded = read_log_unmatched(&path, &told).unwrap();
        assert_eq!(loaded.recording.effort_kind, EffortKind::Current, "the user knows better");
    }
}

/// A log that is cut anywhere gives back every chunk before the cut: of `n` samples in chunks of half
/// a second, all but the last half second.
#[test]
fn a_log_that_breaks_off_is_read_up_to_its_last_half_second() {
    let mut log = LogWriter::new(Vec::new(), &head()).unwrap();
    write_samples(&mut log, 450).unwrap();
    // What a killed process leaves behind is what the sink has taken.
    let closed = log.finish().unwrap();
    let ends: Vec<u64> = {
        let summary = mcap::Summary::read(&closed).unwrap().unwrap();
        summary.chunk_indexes.iter().map(|c| c.chunk_start_offset + c.chunk_length).collect()
    };
    // The channels are a chunk of their own.
    assert_eq!(ends.len(), 10);
    for (n_chunks, end) in ends.iter().skip(1).enumerate().skip(1).take(3) {
        for cut in [*end as usize, *end as usize + 7, *end as usize + 900] {
            let path = scratch_file("record/cut.mcap", &closed[..cut]);
            let loaded = read_log_unmatched(path, &LogOptions::default()).unwrap();
            assert_eq!(loaded.recording.n_samples(), 50 * (n_chunks + 1), "cut at {cut}");
            assert!(!loaded.warnings.is_empty(), "a broken file is worth a word");
        }
    }
}

/// A sink that takes so many bytes and then no more.
#[derive(Debug)]
struct FullDisk<'a> {
    room: usize,
    taken: &'a mut Vec<u8>,
}

impl Write for FullDisk<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.room == 0 {
            return Err(std::io::Error::from(std::io::ErrorKind::StorageFull));
        }
        let n = bytes.len().min(self.room);
        self.room -= n;
        self.taken.extend_from_slice(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_said_and_costs_nothing_that_was_written() {
    let mut taken = Vec::new();
    let room = log_of(450).len() / 2;
    let mut log = LogWriter::new(FullDisk { room, taken: &mut taken }, &head()).unwrap();
    let error = write_samples(&mut log, 450).unwrap_err();
    assert!(matches!(error, Error::LogUnwritable { .. }) && error.code() == "E153", "{error}");
    drop(log);
    let path = scratch_file("record/full.mcap", &taken);
    let loaded = read_log_unmatched(path, &LogOptions::default()).unwrap();
    assert!(loaded.recording.n_samples() >= 100, "{}", loaded.recording.n_samples());
    let mut none = Vec::new();
    let head_only = LogWriter::new(FullDisk { room: 10, taken: &mut none }, &head());
    assert_eq!(head_only.unwrap_err().code(), "E153");
}
