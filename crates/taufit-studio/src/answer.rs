//! Answers: documents, errors, and the body of a request as JSON.

use crate::diagnostics::{Result, StudioError};
use axum::Json;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;

/// Header of an answer that holds an error although the request was right.
const FILE_ERROR_HEADER: &str = "x-taufit-file-error";

impl IntoResponse for StudioError {
    fn into_response(self) -> Response {
        (self.status(), self.body()).into_response()
    }
}

impl StudioError {
    fn body(&self) -> Json<serde_json::Value> {
        Json(serde_json::json!({ "error": {
            "code": self.code(), "message": self.to_string(), "advice": self.advice()
        } }))
    }
}

/// Answer to a question about a file of the user's. That it cannot be read is an answer as well: browsers note other
/// states in their console as faults of the page.
pub(crate) fn about_file<T: IntoResponse>(answer: Result<T>) -> Response {
    match answer {
        Err(error @ StudioError::File(_)) => {
            ([(FILE_ERROR_HEADER, "1")], error.body()).into_response()
        }
        other => other.into_response(),
    }
}

/// The page of somebody who may not see the other one. It holds nothing from the request.
pub(crate) fn refusal_page(error: &StudioError) -> Response {
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>taufit studio</title>\
         <h1>taufit studio</h1><p>This page is not open to this address ({}).</p><p>{}.</p></html>\n",
        error.code(),
        sentence(error.advice()),
    );
    (error.status(), [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// A text with a capital first letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A document that is JSON already.
pub(crate) fn json_text(text: impl Into<Body>) -> Response {
    (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

/// Limits of the body of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyLimits {
    /// Longest body.
    pub(crate) bytes: u64,
    /// Longest pause.
    pub(crate) pause: Duration,
}

/// Hands on a body piece by piece.
pub(crate) async fn read_body(
    body: Body,
    limits: BodyLimits,
    mut take: impl FnMut(&[u8]) -> Result<()>,
) -> Result<()> {
    let mut stream = body.into_data_stream();
    let mut n_bytes = 0;
    loop {
        let piece = timeout(limits.pause, stream.next()).await;
        let seconds = limits.pause.as_secs();
        let Some(piece) = piece.map_err(|_| StudioError::Stalled { seconds })? else {
            return Ok(());
        };
        let piece = piece.map_err(|error| StudioError::malformed(error.to_string()))?;
        n_bytes += piece.len() as u64;
        if n_bytes > limits.bytes {
            return Err(StudioError::TooLarge { limit_bytes: limits.bytes });
        }
        take(&piece)?;
    }
}

/// The body of a request as JSON.
pub(crate) async fn read_json<T: DeserializeOwned>(
    request: Request,
    limits: BodyLimits,
) -> Result<T> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if kind != Some("application/json") {
        let found = kind.unwrap_or("no type").to_owned();
        return Err(StudioError::malformed(format!(
            "a body of {found}; expected application/json"
        )));
    }
    let mut bytes = Vec::new();
    read_body(request.into_body(), limits, |piece| {
        bytes.extend_from_slice(piece);
        Ok(())
    })
    .await?;
    serde_json::from_slice(&bytes).map_err(|error| StudioError::malformed(error.to_string()))
}
