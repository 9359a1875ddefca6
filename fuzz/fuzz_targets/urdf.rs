//! Any text as URDF.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| taufit_fuzz::exercise(taufit_io::parse_urdf(text)));
