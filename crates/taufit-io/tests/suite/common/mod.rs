//! Functions that the tests of this crate share.
#![allow(dead_code, reason = "every test file uses its own part of it")]

pub(crate) mod bags;
pub(crate) mod controller;
pub(crate) mod logs;
pub(crate) mod perturb;
pub(crate) mod scoring;

use std::path::PathBuf;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::model::Robot;
use taufit_io::Error;

/// A file of `testdata/robots/`.
pub(crate) fn robot_file(name: &str) -> String {
    format!("{}/../../testdata/robots/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A folder of the public robot models.
pub(crate) fn public_models(folder: &str) -> PathBuf {
    logs::public("models").join(folder)
}

/// A folder of its own for a test that writes files; emptied by the operating system, not by us.
pub(crate) fn scratch_file(name: &str, content: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("taufit-io-{}", std::process::id()));
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, content).unwrap();
    path
}

/// Torques with friction, in the order of the robot's coordinates.
pub(crate) fn torques(robot: &Robot, q: &[f64], qd: &[f64], qdd: &[f64]) -> Vec<f64> {
    inverse_dynamics(robot, &mut Scratch::new(robot), q, qd, qdd).unwrap().to_vec()
}

/// Numbers between −1 and 1 that are the same in every run (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Fails with the worst entry where two vectors differ by more than `relative` of the largest entry.
pub(crate) fn assert_close(what: &str, found: &[f64], expected: &[f64], relative: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let scale = expected.iter().fold(1e-3, |worst: f64, x| worst.max(x.abs()));
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= relative * scale, "{what}[{i}]: {a} != {b} (scale {scale})");
    }
}

/// The error has this code and its message names all of these.
pub(crate) fn assert_error(error: &Error, code: &str, names: &[&str]) {
    let message = error.to_string();
    assert_eq!(error.code(), code, "{message}");
    for name in names {
        assert!(message.contains(name), "{name:?} is not in {message:?}");
    }
}
