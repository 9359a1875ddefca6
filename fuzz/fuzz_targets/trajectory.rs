//! Target `trajectory` of `taufit_fuzz::TARGETS` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| taufit_fuzz::run("trajectory", bytes));
