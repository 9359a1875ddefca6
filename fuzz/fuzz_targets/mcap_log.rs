//! Any bytes as an MCAP file of a robot with two joints.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| taufit_fuzz::exercise_log_file("log.mcap", bytes));
