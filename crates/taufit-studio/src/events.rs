//! News for open pages: changes of the folder, of choices and of jobs, as server-sent events.

use crate::state::Shared;
use axum::response::IntoResponse;
use axum::response::Response;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::stream::unfold;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Sender, channel};

/// News that a slow page may be behind; older news are left out, since the page reads the state anew.
const MAX_BEHIND: usize = 64;
/// Period at which the folder is looked at.
const WATCH_PERIOD: Duration = Duration::from_secs(1);
/// Period of signs of life.
const ALIVE_PERIOD: Duration = Duration::from_secs(10);

/// A change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// Something in the folder, or a choice.
    Project,
    /// A job.
    Job(u64),
}

/// Those who listen.
#[derive(Clone, Debug)]
pub(crate) struct Events {
    sender: Sender<News>,
}

impl Default for Events {
    fn default() -> Self {
        Self { sender: channel(MAX_BEHIND).0 }
    }
}

impl Events {
    /// Tells every open page.
    pub(crate) fn tell(&self, news: News) {
        // Nobody may be listening.
        let _ = self.sender.send(news);
    }

    /// A stream of news for one page.
    pub(crate) fn stream(&self) -> Response {
        let news = unfold(self.sender.subscribe(), |mut receiver| async {
            let event = match receiver.recv().await {
                Ok(News::Project) | Err(RecvError::Lagged(_)) => {
                    Event::default().event("project").data("changed")
                }
                Ok(News::Job(id)) => Event::default().event("job").data(id.to_string()),
                Err(RecvError::Closed) => return None,
            };
            Some((Ok::<Event, Infallible>(event), receiver))
        });
        Sse::new(news).keep_alive(KeepAlive::new().interval(ALIVE_PERIOD)).into_response()
    }

    fn has_listeners(&self) -> bool {
        self.sender.receiver_count() > 0
    }
}

/// Tells pages about changes that others make: the command line, an editor, another studio.
pub(crate) async fn watch_folder(shared: Arc<Shared>) {
    let mut before = None;
    loop {
        tokio::time::sleep(WATCH_PERIOD).await;
        if !shared.events.has_listeners() {
            continue;
        }
        let watched = Arc::clone(&shared);
        let now = tokio::task::spawn_blocking(move || watched.project.fingerprint()).await.ok();
        if before.is_some() && before != now {
            shared.events.tell(News::Project);
        }
        before = now;
    }
}
