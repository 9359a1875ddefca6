//! The frame of every JSON document: what it is, and where it comes from.

use crate::failure::Outcome;
use crate::result_folder::json;
use serde::Serialize;

/// Raised when a field changes its meaning or disappears; new fields do not raise it.
const SCHEMA_VERSION: u32 = 1;

/// One JSON document. The fields of `body` stand beside those of the frame.
#[derive(Debug, Serialize)]
pub(crate) struct Document<'a, S: Serialize, B: Serialize> {
    schema_version: u32,
    /// The verb.
    kind: &'static str,
    provenance: DocumentProvenance<'a, S>,
    #[serde(flatten)]
    body: B,
}

/// Provenance of a document.
#[derive(Debug, Serialize)]
struct DocumentProvenance<'a, S: Serialize> {
    /// Version of taufit.
    version: &'static str,
    /// The robot as named on the command line.
    source: Option<&'a str>,
    /// Every setting, defaults included.
    settings: S,
}

/// A document as text.
pub(crate) fn render_document(
    kind: &'static str,
    source: Option<&str>,
    settings: impl Serialize,
    body: impl Serialize,
) -> Outcome<String> {
    let version = env!("CARGO_PKG_VERSION");
    let provenance = DocumentProvenance { version, source, settings };
    let document = Document { schema_version: SCHEMA_VERSION, kind, provenance, body };
    json(&document)
}
