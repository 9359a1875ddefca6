//! Logs over time.

use super::{App, blocking};
use crate::answer::about_file;
use crate::diagnostics::Result;
use crate::project::OptionValue;
use crate::robot;
use crate::series::{SeriesRequest, Window};
use crate::state::Shared;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use taufit_io::read_column_names;

/// A log of the project; its options are those of the choices.
#[derive(Deserialize)]
pub(super) struct LogQuery {
    log: String,
}

/// A window of a log.
#[derive(Deserialize)]
pub(super) struct PieceQuery {
    log: String,
    from: f64,
    to: f64,
    count: usize,
}

/// Names of the columns of a table, for those who map them.
pub(super) async fn columns(State(shared): App, Query(query): Query<LogQuery>) -> Response {
    let names = blocking(shared, move |shared| {
        Ok(Json(read_column_names(shared.project.readable(&query.log)?)?))
    });
    about_file(names.await)
}

/// The whole log in buckets.
pub(super) async fn overview(State(shared): App, Query(query): Query<LogQuery>) -> Response {
    let bytes = blocking(shared, move |shared| {
        let request = series_request(shared, &query.log)?;
        shared.series.overview(&request)
    });
    about_file(bytes.await.map(numbers))
}

/// A window in more detail.
pub(super) async fn piece(State(shared): App, Query(query): Query<PieceQuery>) -> Result<Response> {
    let window = Window::new(query.from, query.to, query.count)?;
    let bytes = blocking(shared, move |shared| {
        let request = series_request(shared, &query.log)?;
        shared.series.piece(&request, window)
    });
    Ok(numbers(bytes.await?))
}

fn numbers(bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response()
}

fn series_request(shared: &Shared, log: &str) -> Result<SeriesRequest> {
    let path = shared.project.readable(log)?;
    let choices = shared.project.choices().choices;
    let chosen = choices.logs.iter().find(|chosen| chosen.path == log);
    let options: BTreeMap<String, OptionValue> =
        chosen.map(|log| log.options.clone()).unwrap_or_default();
    let robot_source = choices.robot.and_then(|robot| shared.project.robot_source(&robot).ok());
    // A log is shown even if no robot is, or none that can be read.
    let loaded =
        robot_source.as_deref().and_then(|robot| robot::load(robot, &choices.robot_options).ok());
    Ok(SeriesRequest {
        path,
        robot: loaded.map(|loaded| Arc::new(loaded.robot)),
        robot_source,
        options,
    })
}
