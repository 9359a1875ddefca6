//! Commands and jobs.

use super::{App, blocking};
use crate::answer::{json_text, read_json};
use crate::command::{CommandLine, CommandRequest};
use crate::diagnostics::{Result, StudioError};
use crate::jobs::JobRecord;
use axum::Json;
use axum::extract::{Path, Request, State};
use axum::response::Response;

/// Longest document that a page is given \[bytes\].
const MAX_DOCUMENT_BYTES: u64 = 256 << 20;

/// The command of a request, without running it.
pub(super) async fn command(State(shared): App, request: Request) -> Result<Json<CommandLine>> {
    let wanted: CommandRequest = read_json(request, shared.body_limits()).await?;
    let command = blocking(shared, move |shared| shared.verbs.command(&shared.project, &wanted));
    Ok(Json(command.await?))
}

/// Starts a command.
pub(super) async fn start(State(shared): App, request: Request) -> Result<Json<JobRecord>> {
    let wanted: CommandRequest = read_json(request, shared.body_limits()).await?;
    let started = blocking(shared, move |shared| {
        shared.jobs.start(shared.verbs.command(&shared.project, &wanted)?)
    });
    Ok(Json(started.await?))
}

/// All jobs.
pub(super) async fn all(State(shared): App) -> Json<Vec<JobRecord>> {
    Json(shared.jobs.records())
}

/// One job.
pub(super) async fn one(State(shared): App, Path(id): Path<u64>) -> Result<Json<JobRecord>> {
    Ok(Json(shared.jobs.get(id)?))
}

/// Ends a job.
pub(super) async fn cancel(State(shared): App, Path(id): Path<u64>) -> Result<Json<JobRecord>> {
    Ok(Json(blocking(shared, move |shared| shared.jobs.cancel(id)).await?))
}

/// Standard output of a job.
pub(super) async fn document(State(shared): App, Path(id): Path<u64>) -> Result<Response> {
    let text = blocking(shared, move |shared| {
        let path = shared.jobs.document(id)?;
        let absent = || StudioError::absent(format!("document of job {id}"));
        let length = std::fs::metadata(&path).map_err(|_| absent())?.len();
        if length > MAX_DOCUMENT_BYTES {
            return Err(StudioError::TooLarge { limit_bytes: MAX_DOCUMENT_BYTES });
        }
        std::fs::read(&path).map_err(|_| absent())
    });
    Ok(json_text(text.await?))
}
