//! Any text as the coefficients of a motion.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| taufit_fuzz::exercise_trajectory(text));
