//! Target `ros2_controllers` of `taufit_fuzz::TARGETS` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| taufit_fuzz::run("ros2_controllers", bytes));
