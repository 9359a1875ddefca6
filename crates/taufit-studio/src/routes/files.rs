//! Files: uploads, downloads, results, pages of results.

use super::{App, blocking};
use crate::answer::{json_text, read_body, read_json};
use crate::diagnostics::{Result, StudioError};
use axum::Json;
use axum::body::Body;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Read;
use std::path::PathBuf;
use taufit_io::output::{Existing, write_file};

/// Policy of a page that taufit wrote: its own script and style, no network, no access to this site.
const REPORT_POLICY: &str = "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'unsafe-inline'; \
     style-src 'unsafe-inline'; img-src data: blob:; font-src data:; frame-ancestors 'self'";

/// Bytes of a download that are read at once.
const PIECE_BYTES: usize = 1 << 16;

/// A file of the project.
#[derive(Deserialize)]
pub(super) struct PathQuery {
    path: String,
}

/// A small text that the page wants to keep.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextFile {
    path: String,
    text: String,
}

/// Takes a file, piece by piece.
pub(super) async fn upload(
    State(shared): App,
    Query(PathQuery { path }): Query<PathQuery>,
    request: Request,
) -> Result<Json<Value>> {
    let limits = shared.upload_limits();
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if kind != Some("application/octet-stream") {
        return Err(StudioError::malformed("an upload is one file as application/octet-stream"));
    }
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|text| text.parse::<u64>().ok()).is_some_and(|length| length > limits.bytes)
    {
        return Err(StudioError::TooLarge { limit_bytes: limits.bytes });
    }
    let mut upload = shared.project.begin_upload(&path)?;
    read_body(request.into_body(), limits, |piece| {
        // Sixty-four kilobytes into the cache of the system: no wait that another thread would save.
        upload.write(piece)
    })
    .await?;
    let events = shared.events.clone();
    let written =
        blocking(shared, move |shared| Ok(shared.project.shown(&upload.finish()?))).await?;
    events.tell(crate::events::News::Project);
    Ok(Json(json!({ "path": written })))
}

/// Writes a small text of the page, such as surroundings: a new file, or one of the same text.
pub(super) async fn write_text(State(shared): App, request: Request) -> Result<Json<Value>> {
    let TextFile { path, text } = read_json(request, shared.body_limits()).await?;
    let written = blocking(shared, move |shared| {
        let path = shared.project.writable(&path)?;
        if path.extension().is_none_or(|ending| ending != "toml") {
            return Err(StudioError::malformed("the page writes .toml files"));
        }
        if std::fs::read_to_string(&path).is_ok_and(|found| found == text) {
            return Ok(shared.project.shown(&path));
        }
        write_file(&path, text.as_bytes(), Existing::Keep)?;
        Ok(shared.project.shown(&path))
    });
    Ok(Json(json!({ "path": written.await? })))
}

/// Document of a result.
pub(super) async fn result(
    State(shared): App,
    Query(PathQuery { path }): Query<PathQuery>,
) -> Result<Response> {
    let text = blocking(shared, move |shared| {
        let folder = shared.project.readable(&path)?;
        read(&if folder.is_dir() { folder.join("result.json") } else { folder })
    });
    Ok(json_text(text.await?))
}

/// Page of a result or of a motion, in a frame that has no rights.
pub(super) async fn report(
    State(shared): App,
    Query(PathQuery { path }): Query<PathQuery>,
) -> Response {
    let page = blocking(shared, move |shared| {
        let path = shared.project.readable(&path)?;
        let path = if path.is_dir() { path.join("report.html") } else { path };
        match path.extension().is_some_and(|ending| ending == "html") {
            true => read(&path),
            false => Err(StudioError::malformed("only pages are shown")),
        }
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY)),
    ];
    match page.await {
        Ok(page) => (headers, page).into_response(),
        Err(error) => error.into_response(),
    }
}

/// A file of the project, to be kept.
pub(super) async fn download(
    State(shared): App,
    Query(PathQuery { path }): Query<PathQuery>,
) -> Result<Response> {
    let opened = blocking(shared, move |shared| {
        let path = shared.project.readable(&path)?;
        let opened = std::fs::File::open(&path).map_err(|_| StudioError::absent("file"));
        if path.is_dir() {
            return Err(StudioError::malformed("a folder cannot be downloaded; its files can"));
        }
        Ok((opened?, path))
    });
    let (file, path) = opened.await?;
    let pieces = futures::stream::unfold(file, |file| async {
        tokio::task::spawn_blocking(move || next_piece(file)).await.ok().flatten()
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_DISPOSITION, disposition(&path)),
    ];
    Ok((headers, Body::from_stream(pieces.boxed())).into_response())
}

type Piece = (std::io::Result<Vec<u8>>, std::fs::File);

fn next_piece(mut file: std::fs::File) -> Option<Piece> {
    let mut bytes = vec![0; PIECE_BYTES];
    match file.read(&mut bytes) {
        Ok(0) => None,
        Ok(n) => {
            bytes.truncate(n);
            Some((Ok(bytes), file))
        }
        Err(error) => Some((Err(error), file)),
    }
}

/// The name of a file as headers take it (RFC 8187).
fn disposition(path: &std::path::Path) -> HeaderValue {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = |byte: u8| match byte {
        b if b.is_ascii_alphanumeric() || b"-_.".contains(&b) => char::from(b).to_string(),
        b => format!("%{b:02X}"),
    };
    let name: String = name.bytes().map(plain).collect();
    let text = format!("attachment; filename*=UTF-8''{name}");
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("attachment"))
}

fn read(path: &PathBuf) -> Result<Vec<u8>> {
    const MAX_BYTES: u64 = 256 << 20;
    let absent = || StudioError::absent(format!("file {:?}", path.file_name().unwrap_or_default()));
    let length = std::fs::metadata(path).map_err(|_| absent())?.len();
    if length > MAX_BYTES {
        return Err(StudioError::TooLarge { limit_bytes: MAX_BYTES });
    }
    std::fs::read(path).map_err(|_| absent())
}
