//! `taufit collisions` from outside: a simulated robot that is pushed while it works.

use crate::taufit_in;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use taufit::study::ContactStudy;

/// The demo, and its validation run once more with two pushes at the last link; made once for all tests.
pub(super) fn pushed() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(make_pushed)
}

fn make_pushed() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("collisions");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    taufit_in(&folder, &["demo"]).assert().success();
    let folder = folder.join("taufit-demo");
    let push = |from_s: f64, to_s: f64, x: f64| {
        format!(
            "{{ frame = \"link6\", force_n = [{x:?}, 10.0, -15.0], \
             from_s = {from_s:?}, to_s = {to_s:?} }}"
        )
    };
    let pushes = format!("wrenches = [{}, {}]", push(8.0, 8.3, 25.0), push(14.0, 14.4, -25.0));
    let text = std::fs::read_to_string(folder.join("validation.toml")).unwrap();
    assert!(text.contains("wrenches = []"), "{text}");
    let text = text.replace("wrenches = []", &pushes);
    std::fs::write(folder.join("pushed.toml"), text).unwrap();
    taufit_in(&folder, &["run", "pushed.toml"]).assert().success();
    folder
}

#[test]
fn pushes_are_found_and_nothing_else() {
    let folder = pushed();
    let verb = ["collisions", "ur5.taufit"];
    let learn = ["pushed.mcap", "--free", "identification.mcap", "--out", "contacts.taufit"];
    let screen = taufit_in(folder, &[&verb[..], &learn].concat()).assert().success();
    let screen = String::from_utf8(screen.get_output().stdout.clone()).unwrap();
    assert!(screen.starts_with("ur5: 2 contacts in "), "{screen}");
    let text = std::fs::read(folder.join("contacts.taufit/result.json")).unwrap();
    let study: ContactStudy = serde_json::from_slice(&text).unwrap();
    let contacts = &study.logs[0].contacts;
    for (contact, push_s) in contacts.iter().zip([8.0, 14.0]) {
        let delay_s = contact.from_s - push_s;
        assert!((0.0..0.03).contains(&delay_s), "found after {delay_s} s");
    }
    for file in ["contacts.csv", "settings.toml", "report.html"] {
        assert!(folder.join("contacts.taufit").join(file).is_file(), "{file}");
    }
    taufit_in(folder, &["report", "contacts.taufit"]).assert().success();
    let again = ["validation.mcap", "--thresholds", "contacts.taufit"];
    let silent = taufit_in(folder, &[&verb[..], &again].concat()).assert().success();
    let silent = String::from_utf8(silent.get_output().stdout.clone()).unwrap();
    assert!(silent.starts_with("ur5: no contact in "), "{silent}");
    refusals(folder);
}

/// Refusals give their reason.
fn refusals(folder: &Path) {
    let refused = |args: &[&str], code: i32, words: &str| {
        let output = taufit_in(folder, args).assert().code(code).get_output().clone();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(words), "{text}");
    };
    let watch = ["collisions", "ur5.taufit", "pushed.mcap"];
    refused(&watch, 2, "--free");
    refused(
        &[&watch[..], &["--thresholds", "ur5.taufit"]].concat(),
        2,
        "taufit identify made this",
    );
    let frame = ["--thresholds", "contacts.taufit", "--frame", "tool"];
    refused(&[&watch[..], &frame].concat(), 3, "no frame");
    let other = ["--thresholds", "contacts.taufit", "--gain", "50"];
    refused(&[&watch[..], &other].concat(), 2, "thresholds were learned with");
    refused(&["validate", "contacts.taufit", "pushed.mcap"], 2, "taufit collisions made this");
}
