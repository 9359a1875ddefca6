//! The page, its script and its style, built from `web/` and compiled in.

use axum::http::header;
use axum::response::{IntoResponse, Response};

macro_rules! asset {
    ($file:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/", $file))
    };
}

/// The page.
pub(crate) fn index(cookie: Option<String>) -> Response {
    let mut response = file("text/html; charset=utf-8", asset!("index.html"));
    if let Some(Ok(cookie)) = cookie.map(|cookie| cookie.parse()) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Its script.
pub(crate) async fn script() -> Response {
    file("text/javascript; charset=utf-8", asset!("studio.js"))
}

/// Its style.
pub(crate) async fn style() -> Response {
    file("text/css; charset=utf-8", asset!("studio.css"))
}

fn file(kind: &'static str, bytes: &'static [u8]) -> Response {
    ([(header::CONTENT_TYPE, kind)], bytes).into_response()
}
