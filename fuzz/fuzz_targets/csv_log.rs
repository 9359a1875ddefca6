//! Any bytes as a log of a robot with two joints; the first byte decides the options.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| taufit_fuzz::exercise_log(bytes));
