//! A page in a real browser: Chromium without a window, where it is installed.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Runs before everything else on the page: collects what goes wrong, warnings of the console included.
const WATCH: &str = "<head><script>window.problems = [];
addEventListener('error', (e) => problems.push(e.message));
const shout = console.error;
console.error = console.warn = (...words) => { problems.push(words.join(' ')); shout(...words); };
addEventListener('unhandledrejection', (e) => problems.push(String(e.reason)));
addEventListener('securitypolicyviolation', (e) => problems.push(`blocked ${e.blockedURI} by ${e.violatedDirective}`));
</script>";

/// Without a graphics card, and until all that the probe waits for is done.
const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--timeout=180000",
    "--dump-dom",
];

/// Before the probe: helpers, and facts that hold for every page.
const PROBE_HEAD: &str = r#"
// A frame that is being written delays the end of loading, after which the page is read.
const hold = document.body.appendChild(document.createElement('iframe'));
hold.hidden = true;
hold.contentDocument.open();
const facts = {};
const all = (selector) => [...document.querySelectorAll(selector)];
const pictures = async (n = 2) => { for (let k = 0; k < n; k++) await new Promise(requestAnimationFrame); };
await window.taufit?.ready;
await pictures();
facts.empty = all('svg').filter((svg) => svg.children.length === 0).length;
facts.overflow = document.documentElement.scrollWidth > innerWidth;
facts.loads = performance.getEntriesByType('resource').length;
try {
const isBlank = (canvas) => !canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((x) => x > 0);
facts.canvases = all('.plot canvas').length;
facts.blank = all('.plot canvas').filter(isBlank).length;
"#;

/// After the probe: what went wrong, and the facts as text.
const PROBE_END: &str = r#"
// Of pages with many alike figures the others tell as much.
if (window.axe && all('.plot').length < 30) {
  const serious = ({ impact }) => impact === 'serious' || impact === 'critical';
  const found = (await axe.run(document, { resultTypes: ['violations'] })).violations.filter(serious);
  facts.barriers = found.map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`);
}
} catch (error) { problems.push(`${error} ${error.stack}`); }
facts.broken = window.broken === 1;
facts.problems = problems;
const note = document.createElement('pre');
note.id = 'facts';
note.textContent = JSON.stringify(facts);
(window.frameElement ? parent.document : document).body.append(note);
hold.contentDocument.close();
"#;

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

/// axe-core as a script, where `scripts/web.sh` installed it.
fn accessibility_checker() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/node_modules/axe-core/axe.min.js");
    match std::fs::read_to_string(path) {
        Ok(script) => format!("<script>{script}</script>"),
        Err(_) => {
            eprintln!("skipped: accessibility, axe-core is not installed (scripts/web.sh types)");
            String::new()
        }
    }
}

/// Windows of Chromium are no narrower: narrower pages stand in a frame.
const NARROWEST_WINDOW: usize = 500;

fn framed(html: &str, width: usize) -> String {
    let html = html.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<body style=\"margin:0\"><iframe style=\"border:0;width:{width}px;height:880px\" srcdoc=\"{html}\"></iframe></body>"
    )
}

/// Facts that the probe, a script that runs last, finds on a page in a window of the given width.
pub(crate) fn look_at(name: &str, width: usize, html: &str, probe: &str) -> serde_json::Value {
    let browser = chromium();
    let watch = format!("{WATCH}{}", accessibility_checker());
    let probe = format!("<script type=\"module\">{PROBE_HEAD}{probe}{PROBE_END}</script></body>");
    let html = html.replacen("<head>", &watch, 1).replacen("</body>", &probe, 1);
    let html = if width < NARROWEST_WINDOW { framed(&html, width) } else { html };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let page = folder.join("page.html");
    std::fs::write(&page, html).unwrap();
    let output = Command::new(browser)
        .args(FLAGS)
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
