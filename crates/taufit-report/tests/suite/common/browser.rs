//! A page in a real browser: Chromium without a window, where it is installed.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Runs before everything else on the page: collects what goes wrong.
const WATCH: &str = "<head><script>window.problems = [];
addEventListener('error', (e) => problems.push(e.message));
const shout = console.error;
console.error = (...words) => { problems.push(words.join(' ')); shout(...words); };
</script>";

/// Chromium under one of its names. Tests that need it are ignored by default and have `browser` in their path;
/// `scripts/test.sh` runs them where it is installed.
fn chromium() -> &'static str {
    let runs = |name: &&str| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.into_iter().find(runs).expect("chromium is not installed")
}

/// Facts that the probe, a script that runs last, finds on a page in a window of the given width.
pub(crate) fn look_at(name: &str, width: usize, html: &str, probe: &str) -> serde_json::Value {
    let browser = chromium();
    let html = html.replacen("<head>", WATCH, 1).replacen("</body>", probe, 1);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let page = folder.join("page.html");
    std::fs::write(&page, html).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let facts =
        dom.split("<pre id=\"facts\">").nth(1).unwrap_or_else(|| panic!("no facts: {dom:.500}"));
    let facts = facts.split("</pre>").next().unwrap();
    let facts = facts.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&facts).unwrap()
}
