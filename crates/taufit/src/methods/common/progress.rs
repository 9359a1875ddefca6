//! Progress of an identification.

/// Stage of an identification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Logs are read and conditioned.
    Reading,
    /// Friction models are compared.
    Friction,
    /// Rows are made of the logs and fitted.
    Fitting,
    /// Predicted torques are compared with measured ones.
    Comparing,
}

/// Progress of a stage with a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdentificationProgress<'a> {
    /// The stage.
    pub stage: Stage,
    /// The log.
    pub source: &'a str,
    /// Samples that are done: of this log while logs are read, of all logs of the stage afterwards.
    pub n_done: usize,
    /// Samples that there are; `None` before the logs have been read once.
    pub n_samples: Option<usize>,
}

/// Callback for the progress of an identification.
pub type ProgressCallback<'w> = &'w (dyn Fn(IdentificationProgress<'_>) + Sync);

/// Progress callback that does nothing.
pub(in crate::methods) fn unwatched(_: IdentificationProgress<'_>) {}

/// Counts the samples of one stage.
pub(in crate::methods) struct Counter<'w> {
    watch: ProgressCallback<'w>,
    stage: Stage,
    n_done: usize,
    n_samples: usize,
}

impl<'w> Counter<'w> {
    pub(in crate::methods) fn new(
        watch: ProgressCallback<'w>,
        stage: Stage,
        n_samples: usize,
    ) -> Self {
        Self { watch, stage, n_done: 0, n_samples }
    }

    pub(in crate::methods) fn add(&mut self, source: &str, n_samples: usize) {
        // Windows of long logs overlap a little: never more than all.
        self.n_done = (self.n_done + n_samples).min(self.n_samples);
        let (n_done, n_samples) = (self.n_done, Some(self.n_samples));
        (self.watch)(IdentificationProgress { stage: self.stage, source, n_done, n_samples });
    }
}
