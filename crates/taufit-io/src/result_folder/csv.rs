//! Cells of CSV tables.

/// A number; an empty cell where there is none.
pub(super) fn optional(x: Option<f64>) -> String {
    x.map_or_else(String::new, |x| x.to_string())
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A text, in quotes only where it needs them.
pub(super) fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) { quoted(text) } else { text.to_owned() }
}

/// The name that a choice has in the document.
pub(super) fn choice(of: &impl serde::Serialize) -> String {
    match serde_json::to_value(of).unwrap_or_default() {
        serde_json::Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
        other => other.as_str().unwrap_or_default().to_owned(),
    }
}
