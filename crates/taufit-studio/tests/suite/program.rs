//! A program that stands in for `taufit`: it says what it is told to by its log's name.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Verbs with some of their options, as the command line describes itself.
pub(crate) const VERBS: &str = r#"[
  {"name": "identify", "about": "", "notes": "", "arguments": [
    {"name": "robot", "option": null, "positional": true, "required": true, "flag": false, "bare": false, "many": false,
     "help": "Robot", "value": "ROBOT", "default": [], "choices": []},
    {"name": "logs", "option": null, "positional": true, "required": true, "flag": false, "bare": false, "many": true,
     "help": "Logs", "value": "LOG", "default": [], "choices": []},
    {"name": "validate", "option": "--validate", "positional": false, "required": false, "flag": false, "bare": false,
     "many": true, "help": "Logs", "value": "LOG", "default": [], "choices": []},
    {"name": "only", "option": "--only", "positional": false, "required": false, "flag": false, "bare": false,
     "many": false, "help": "Parameters", "value": "P,..", "default": [], "choices": []},
    {"name": "force", "option": "--force", "positional": false, "required": false, "flag": true, "bare": false,
     "many": false, "help": "Replace", "value": "", "default": [], "choices": []},
    {"name": "out", "option": "--out", "positional": false, "required": false, "flag": false, "bare": false,
     "many": false, "help": "Folder", "value": "DIR", "default": [], "choices": []}]},
  {"name": "serve", "about": "", "notes": "", "arguments": []}
]"#;

/// The log decides: `slow.csv` runs until it is ended, `bad.csv` is refused, `poor.csv` is poor.
const SCRIPT: &str = r#"#!/bin/sh
echo "$$" >> pids
case "$*" in
  *slow.csv*)
    echo '{"progress":{"what":"designing","done":1.0,"total":4.0,"criterion":-3.0}}' >&2
    trap 'echo interrupted >> ends; kill $reader $sleeper 2>/dev/null; exit 130' INT
    # Ends with its stdin, as taufit does; what runs behind a shell has none unless it is kept.
    exec 3<&0
    (cat <&3 > /dev/null; echo orphan >> ends; kill -INT $$) &
    reader=$!
    sleep 60 &
    sleeper=$!
    wait $sleeper;;
  *bad.csv*) echo '{"error":{"code":"W131","message":"the sign","findings":[]}}' >&2; exit 3;;
  *poor.csv*) echo '{"kind":"identify"}'; exit 4;;
  *) echo '{"kind":"identify"}'; echo 'warning: <b>words</b>' >&2;;
esac
"#;

/// Path of the program.
pub(crate) fn program() -> Vec<OsString> {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let path = PROGRAM.get_or_init(|| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stand-in.sh");
        std::fs::write(&path, SCRIPT).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    });
    vec!["/bin/sh".into(), path.clone().into_os_string()]
}
