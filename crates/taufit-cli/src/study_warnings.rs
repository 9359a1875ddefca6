//! The doubts of a study, as people read them.

use taufit::study::Diagnosis;

/// What was found, and below each run of one code what to do about it.
pub(crate) fn render_warnings(warnings: &[Diagnosis]) -> String {
    let mut text = String::new();
    for alike in warnings.chunk_by(|a, b| a.code == b.code) {
        for warning in alike {
            text += &format!("warning[{}]: {}\n", warning.code, warning.message);
        }
        text += &alike.first().map(|w| format!("  {}\n", w.advice)).unwrap_or_default();
    }
    text
}
