//! Any text as MJCF.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| taufit_fuzz::exercise(taufit_io::parse_mjcf(text)));
