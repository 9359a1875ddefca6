//! The project: what is in it, and the choices.

use super::{App, blocking};
use crate::answer::{about_file, read_json};
use crate::command::METHODS;
use crate::diagnostics::{Result, StudioError};
use crate::project::{ChoicesEdit, Listing};
use crate::robot;
use axum::Json;
use axum::extract::{Query, Request, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use taufit::model::catalog;

/// State of the project.
#[derive(Serialize)]
pub(super) struct ProjectView {
    folder: String,
    version: &'static str,
    #[serde(flatten)]
    choices: crate::project::RevisedChoices,
    files: Listing,
}

/// A name of something.
#[derive(Deserialize)]
pub(super) struct NameQuery {
    name: String,
}

/// A path of this computer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedPath {
    path: String,
}

/// A robot and its surroundings.
#[derive(Deserialize)]
pub(super) struct RobotQuery {
    robot: String,
    scene: Option<String>,
}

/// Files and choices.
pub(super) async fn project(State(shared): App) -> Result<Json<ProjectView>> {
    let view = blocking(shared, |shared| {
        Ok(ProjectView {
            folder: shared.project.folder().display().to_string(),
            version: env!("CARGO_PKG_VERSION"),
            choices: shared.project.choices(),
            files: shared.project.listing(),
        })
    });
    Ok(Json(view.await?))
}

/// Verbs with their options, methods, built-in robots: what does not change.
pub(super) async fn verbs(State(shared): App) -> Json<Value> {
    let robot = |entry: &catalog::Entry| json!({ "name": entry.name, "about": entry.about });
    let robots: Vec<Value> = catalog::ENTRIES.iter().map(robot).collect();
    Json(json!({ "verbs": shared.verbs, "methods": METHODS, "robots": robots }))
}

/// Writes choices.
pub(super) async fn edit_choices(State(shared): App, request: Request) -> Result<Json<Value>> {
    let edit: ChoicesEdit = read_json(request, shared.body_limits()).await?;
    let events = shared.events.clone();
    let revision = blocking(shared, move |shared| shared.project.edit_choices(&edit)).await?;
    events.tell(crate::events::News::Project);
    Ok(Json(json!({ "revision": revision })))
}

/// Lets a file of this computer be read.
pub(super) async fn name_path(State(shared): App, request: Request) -> Result<Json<Value>> {
    let NamedPath { path } = read_json(request, shared.body_limits()).await?;
    let path = blocking(shared, move |shared| {
        let real = shared.project.name_path(&path)?;
        Ok(shared.project.shown(&real))
    });
    Ok(Json(json!({ "path": path.await? })))
}

/// A robot, to be drawn.
pub(super) async fn robot(State(shared): App, Query(query): Query<RobotQuery>) -> Response {
    let drawn = blocking(shared, move |shared| {
        let source = shared.project.robot_source(&query.robot)?;
        let options = shared.project.choices().choices.robot_options;
        let scene = query.scene.map(|path| shared.project.readable(&path)).transpose()?;
        Ok(Json(robot::scene(&robot::load(&source, &options)?, scene.as_deref())?))
    });
    about_file(drawn.await)
}

/// The page about a code.
pub(super) async fn explain(
    State(shared): App,
    Query(NameQuery { name }): Query<NameQuery>,
) -> Result<Json<Value>> {
    let page = (shared.explain)(&name);
    let page = page.ok_or_else(|| StudioError::absent(format!("page about {name:?}")))?;
    Ok(Json(json!({ "text": page })))
}
