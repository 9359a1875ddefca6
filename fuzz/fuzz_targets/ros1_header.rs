//! Target `ros1_header` of `taufit_fuzz::TARGETS` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| taufit_fuzz::run("ros1_header", bytes));
