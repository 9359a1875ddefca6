//! A bar for whoever waits: what is done, how far, how long still.

use crate::call::Progress;
use crate::context::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Mutex;
use taufit::methods::{IdentificationProgress, Stage};

/// Share, count, time so far and time still to go.
const BAR: &str = "{msg} {wide_bar} {percent:>3} % of {len} samples, {elapsed} + {eta}";
/// Before the length of the logs is known.
const SPINNER: &str = "{spinner} {msg}, {pos} samples, {elapsed}";

/// Shows the progress of the library on stderr, or tells a calling program; nothing where stderr is no terminal.
pub(crate) struct LogProgress<'a> {
    ctx: Option<&'a Context>,
    bar: ProgressBar,
    stage: Mutex<Option<Stage>>,
}

impl<'a> LogProgress<'a> {
    /// Nothing is shown yet.
    pub(crate) fn new(ctx: &'a Context) -> Self {
        match ctx.is_terminal() {
            true => Self::on(ProgressDrawTarget::stderr(), None),
            false => Self::on(ProgressDrawTarget::hidden(), Some(ctx)),
        }
    }

    fn on(target: ProgressDrawTarget, ctx: Option<&'a Context>) -> Self {
        let bar = ProgressBar::with_draw_target(None, target).with_style(style(false));
        bar.enable_steady_tick(std::time::Duration::from_millis(100));
        Self { ctx, bar, stage: Mutex::new(None) }
    }

    /// Shows how far a stage has got.
    pub(crate) fn show(&self, progress: IdentificationProgress<'_>) {
        let mut stage = self.stage.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if *stage != Some(progress.stage) {
            *stage = Some(progress.stage);
            self.bar.reset();
            self.bar.set_style(style(progress.n_samples.is_some()));
        }
        if let Some(n_samples) = progress.n_samples {
            self.bar.set_length(n_samples as u64);
        }
        self.bar.set_position(progress.n_done as u64);
        let message = format!("{} {}", verb(progress.stage), progress.source);
        if let Some(ctx) = self.ctx {
            let (done, total) = (progress.n_done as f64, progress.n_samples.map(|n| n as f64));
            ctx.report_progress(|| Progress {
                what: message.clone(),
                done,
                total,
                criterion: None,
            });
        }
        self.bar.set_message(message);
    }
}

impl Drop for LogProgress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(has_length: bool) -> ProgressStyle {
    let template = if has_length { BAR } else { SPINNER };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn verb(stage: Stage) -> &'static str {
    match stage {
        Stage::Reading => "reading",
        Stage::Friction => "comparing friction models on",
        Stage::Fitting => "fitting",
        Stage::Comparing => "predicting",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_follows_the_stages() {
        assert!(ProgressStyle::with_template(BAR).is_ok());
        assert!(ProgressStyle::with_template(SPINNER).is_ok());
        let bar = LogProgress::on(ProgressDrawTarget::hidden(), None);
        let source = "run1.csv";
        bar.show(IdentificationProgress {
            stage: Stage::Reading,
            source,
            n_done: 500,
            n_samples: None,
        });
        assert_eq!((bar.bar.position(), bar.bar.length()), (500, None));
        bar.show(IdentificationProgress {
            stage: Stage::Fitting,
            source,
            n_done: 100,
            n_samples: Some(1000),
        });
        assert_eq!((bar.bar.position(), bar.bar.length()), (100, Some(1000)));
        assert_eq!(bar.bar.message(), "fitting run1.csv");
    }
}
