//! Any bytes as the table of torques in a result folder.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| taufit_fuzz::exercise_residuals(bytes));
