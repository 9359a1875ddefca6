//! Speed and memory of reading a bag: `cargo run --release --example bag_speed -- 100000`
//! writes joint states of six joints to an MCAP file packed with zstd, once, and reads them.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program for developers")]

use mcap::records::MessageHeader;
use std::path::PathBuf;
use std::time::Instant;
use taufit::recording::EffortKind;
use taufit_io::{LogOptions, LogReader};

fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let path = std::env::temp_dir().join(format!("taufit-bag-speed-{n}.mcap"));
    if !path.exists() {
        write(&path, n);
    }
    let options = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    for _ in 0..5 {
        let start = Instant::now();
        let mut reader = LogReader::open_unmatched(&path, &options).unwrap();
        let (mut n_samples, mut sum) = (0, 0.0);
        while let Some(chunk) = reader.next_chunk(10_000).unwrap() {
            n_samples += chunk.n_samples();
            sum += chunk.q.iter().sum::<f64>();
        }
        let elapsed_ms = 1e3 * start.elapsed().as_secs_f64();
        let peak = peak_memory();
        println!("{n_samples} messages in {elapsed_ms:.0} ms, checksum {sum:.6}, peak {peak}");
    }
}

fn write(path: &PathBuf, n: u64) {
    let file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    let mut writer = mcap::WriteOptions::new().create(file).unwrap();
    let schema = writer.add_schema("sensor_msgs/msg/JointState", "ros2msg", b"").unwrap();
    let channel_id =
        writer.add_channel(schema, "/joint_states", "cdr", &Default::default()).unwrap();
    for k in 0..n {
        let log_time = 1_700_000_000_000_000_000 + k * 2_000_000;
        let header = MessageHeader { channel_id, sequence: 0, log_time, publish_time: log_time };
        writer.write_to_known_channel(&header, &message(log_time, k)).unwrap();
    }
    writer.finish().unwrap();
}

/// A joint state in CDR.
fn message(stamp_ns: u64, k: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(512);
    let u32 = |bytes: &mut Vec<u8>, value: u64| {
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes.extend((value as u32).to_le_bytes());
    };
    let text = |bytes: &mut Vec<u8>, text: &str| {
        u32(bytes, text.len() as u64 + 1);
        bytes.extend(text.as_bytes());
        bytes.push(0);
    };
    u32(&mut bytes, stamp_ns / 1_000_000_000);
    u32(&mut bytes, stamp_ns % 1_000_000_000);
    text(&mut bytes, "base_link");
    u32(&mut bytes, 6);
    for joint in 1..=6 {
        text(&mut bytes, &format!("arm_joint_{joint}"));
    }
    for array in 0..3 {
        u32(&mut bytes, 6);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        for joint in 0..6 {
            let phase = k as f64 * 0.002 * f64::from(joint + 1) + f64::from(array);
            bytes.extend(phase.sin().to_le_bytes());
        }
    }
    [&[0, 1, 0, 0][..], &bytes].concat()
}

/// The most memory that was resident, as the operating system says.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.map(|line| line.trim_start_matches("VmHWM:").trim().to_owned()).unwrap_or_default()
}
