//! Addresses of the studio. Everything is behind the guard.

mod files;
mod jobs;
mod project;
mod series;

use crate::assets;
use crate::diagnostics::{Result, StudioError};
use crate::guard::guarded;
use crate::state::Shared;
use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post, put};
use std::sync::Arc;

type App = State<Arc<Shared>>;

/// All addresses.
pub(crate) fn routes(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/studio.js", get(assets::script))
        .route("/studio.css", get(assets::style))
        .route("/report", get(files::report))
        .route("/download", get(files::download))
        .route("/api/project", get(project::project))
        .route("/api/verbs", get(project::verbs))
        .route("/api/choices", put(project::edit_choices))
        .route("/api/named", post(project::name_path))
        .route("/api/robot", get(project::robot))
        .route("/api/explain", get(project::explain))
        .route("/api/scene", post(files::write_text))
        .route("/api/uploads", post(files::upload))
        .route("/api/result", get(files::result))
        .route("/api/events", get(events))
        .route("/api/command", post(jobs::command))
        .route("/api/jobs", get(jobs::all).post(jobs::start))
        .route("/api/jobs/{id}", get(jobs::one))
        .route("/api/jobs/{id}/cancel", post(jobs::cancel))
        .route("/api/jobs/{id}/document", get(jobs::document))
        .route("/api/columns", get(series::columns))
        .route("/api/series", get(series::overview))
        .route("/api/series/piece", get(series::piece))
        .fallback(nothing)
        .layer(from_fn_with_state(Arc::clone(&shared), guarded))
        .with_state(shared)
}

/// The page; who has the token gets the cookie with it.
async fn index(State(shared): App, OriginalUri(uri): OriginalUri) -> Response {
    let cookie = shared.guard.has_token(&uri).then(|| shared.guard.cookie());
    assets::index(cookie)
}

async fn events(State(shared): App) -> Response {
    shared.events.stream()
}

async fn nothing(OriginalUri(uri): OriginalUri) -> StudioError {
    StudioError::absent(format!("page {}", uri.path()))
}

/// Work on files, in a thread where it may wait.
async fn blocking<T, F>(shared: Arc<Shared>, work: F) -> Result<T>
where
    T: Send + 'static,
    F: FnOnce(&Shared) -> Result<T> + Send + 'static,
{
    let done = tokio::task::spawn_blocking(move || work(&shared)).await;
    done.unwrap_or_else(|_| {
        Err(StudioError::malformed("the studio failed at this; its terminal says where"))
    })
}
