//! The logs: quality, and what was done to them.

use crate::figure::draw_timeline;
use crate::numbers::{count, quantity, rounded, whole};
use serde::Serialize;
use taufit::study::{LogRecord, LogRole, Mending, Study};

/// All logs.
#[derive(Debug, Serialize)]
pub(crate) struct LogsView {
    logs: Vec<StudyLogView>,
}

/// One log.
#[derive(Debug, Serialize)]
struct StudyLogView {
    source: String,
    role: &'static str,
    facts: Vec<Fact>,
    figure: String,
    cutoff_reason: String,
}

/// A line of the table.
#[derive(Debug, Serialize)]
struct Fact {
    name: &'static str,
    value: String,
}

impl LogsView {
    pub(crate) fn new(study: &Study) -> Self {
        Self { logs: study.logs.iter().map(StudyLogView::new).collect() }
    }
}

impl StudyLogView {
    fn new(log: &LogRecord) -> Self {
        Self {
            source: log.source.clone(),
            role: role(log.role),
            facts: facts(log).into_iter().map(|(name, value)| Fact { name, value }).collect(),
            figure: draw_timeline(log),
            cutoff_reason: log.cutoff_reason.clone(),
        }
    }
}

fn role(role: LogRole) -> &'static str {
    match role {
        LogRole::Identification => "identification",
        LogRole::Split => "beginning for identification, end for validation",
        LogRole::Validation => "validation",
    }
}

fn facts(log: &LogRecord) -> Vec<(&'static str, String)> {
    let torque_filter = log.torque_cutoff_hz.map_or("none".to_owned(), |f| quantity(f, "Hz"));
    let read = format!("{} in {}", count(log.n_samples, "sample"), quantity(log.duration_s, "s"));
    let used = format!(
        "{} per joint at {}, from {}",
        count(log.n_rows, "row"),
        quantity(log.row_rate_hz, "Hz"),
        count(log.n_segments, "segment")
    );
    vec![
        ("read", read),
        ("rate", quantity(log.rate_hz, "Hz")),
        ("jitter", format!("{} ms root mean square", rounded(1e3 * log.jitter_rms_s, 2))),
        ("repeated stamps", whole(log.n_duplicates)),
        ("gaps", gaps(log)),
        ("low pass of positions", quantity(log.motion_cutoff_hz, "Hz")),
        ("low pass of torques", torque_filter),
        ("cut at each edge", quantity(log.edge_trim_s, "s")),
        ("taken out", taken_out(&log.mending)),
        ("used", used),
    ]
}

/// Spikes and stops.
fn taken_out(mending: &Mending) -> String {
    let spikes = (mending.n_spikes > 0).then(|| count(mending.n_spikes, "spike"));
    let stops = (mending.standstill_s > 0.0)
        .then(|| format!("{} of standstill", quantity(mending.standstill_s, "s")));
    let parts: Vec<String> = [spikes, stops].into_iter().flatten().collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// The longest gaps first, a few of them.
fn gaps(log: &LogRecord) -> String {
    const SHOWN: usize = 3;
    if log.gaps_s.is_empty() {
        return "none".to_owned();
    }
    let mut longest = log.gaps_s.clone();
    longest.sort_by(|a, b| b[1].total_cmp(&a[1]));
    let shown = longest.iter().take(SHOWN);
    let words = |[stamp, length]: &[f64; 2]| {
        format!("{} after {}", quantity(*length, "s"), quantity(stamp - log.start_s, "s"))
    };
    let shown: Vec<String> = shown.map(words).collect();
    format!("{}; longest {}", count(log.gaps_s.len(), "gap"), shown.join(", "))
}
