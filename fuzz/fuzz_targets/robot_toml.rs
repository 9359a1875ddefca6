//! Any text as `robot.toml`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| taufit_fuzz::exercise(taufit_io::parse_robot_toml(text)));
