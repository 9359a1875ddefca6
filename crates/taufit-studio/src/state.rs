//! State that all requests share.

use crate::answer::BodyLimits;
use crate::command::VerbTable;
use crate::diagnostics::Result;
use crate::events::Events;
use crate::guard::RequestGuard;
use crate::jobs::Jobs;
use crate::project::Project;
use crate::series::SeriesCache;
use crate::settings::{StudioLimits, StudioSettings};
use std::sync::Arc;

/// State of one run of the studio.
pub(crate) struct Shared {
    pub(crate) guard: RequestGuard,
    pub(crate) project: Project,
    pub(crate) verbs: VerbTable,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) series: SeriesCache,
    pub(crate) events: Events,
    pub(crate) explain: fn(&str) -> Option<&'static str>,
    limits: StudioLimits,
}

impl Shared {
    /// Opens the project folder and its history.
    pub(crate) fn new(settings: StudioSettings, guard: RequestGuard) -> Result<Self> {
        let project = Project::open(&settings.folder)?;
        let verbs = VerbTable::parse(&settings.verbs)?;
        let (events, limits) = (Events::default(), settings.limits);
        let jobs = Jobs::open(project.folder(), settings.program, &limits, events.clone());
        let (series, explain) = (SeriesCache::default(), settings.explain);
        Ok(Self { guard, project, verbs, jobs, series, events, explain, limits })
    }

    /// Limits of documents.
    pub(crate) fn body_limits(&self) -> BodyLimits {
        BodyLimits { bytes: self.limits.body_bytes as u64, pause: self.limits.pause_time }
    }

    /// Limits of uploads.
    pub(crate) fn upload_limits(&self) -> BodyLimits {
        BodyLimits { bytes: self.limits.upload_bytes, ..self.body_limits() }
    }
}
