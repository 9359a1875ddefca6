//! Progress bar of a design, and its end by Ctrl-C.

use crate::call::Progress;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::numbers::significant;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use taufit::excite::DesignProgress;

/// Steps of the bar per start.
const STEPS: u64 = 1000;

/// Whether Ctrl-C was pressed.
pub(super) struct InterruptFlag<'a> {
    ctx: &'a Context,
    interrupted: Arc<AtomicBool>,
}

/// Progress bar of one design.
pub(super) struct DesignBar<'a> {
    interrupt: &'a InterruptFlag<'a>,
    bar: ProgressBar,
    starts: Mutex<Vec<(f64, f64)>>,
}

impl<'a> InterruptFlag<'a> {
    /// Installs the handler: the first Ctrl-C ends the search, the second one the program.
    pub(super) fn new(ctx: &'a Context) -> Outcome<Self> {
        let interrupted = ctx
            .interrupt_flag()
            .map_err(|error| Failure::internal(format!("cannot listen for Ctrl-C: {error}")))?;
        Ok(Self { ctx, interrupted })
    }

    /// Whether Ctrl-C was pressed.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// A bar on the terminal; nothing where stderr is none.
    pub(super) fn bar(&self, n_starts: usize) -> DesignBar<'_> {
        let bar = match self.ctx.is_terminal() {
            true => ProgressBar::new(STEPS * n_starts as u64),
            false => ProgressBar::hidden(),
        };
        let style = ProgressStyle::with_template("designing {wide_bar} {percent:>3} %  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // No start has done anything, nor has a criterion.
        DesignBar { interrupt: self, bar, starts: Mutex::new(vec![(0.0, f64::INFINITY); n_starts]) }
    }
}

impl DesignBar<'_> {
    /// Shows a step; `false` after Ctrl-C.
    pub(super) fn report(&self, step: &DesignProgress) -> bool {
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(start) = starts.get_mut(step.start) {
            *start = (step.share_done, start.1.min(step.criterion));
        }
        let done: f64 = starts.iter().map(|(share, _)| share).sum();
        let best = starts.iter().map(|(_, criterion)| *criterion).fold(f64::INFINITY, f64::min);
        let n_starts = starts.len();
        drop(starts);
        let message = format!("best criterion {}", significant(best, 4));
        self.interrupt.ctx.report_progress(|| Progress {
            what: format!("designing, {message}"),
            done,
            total: Some(n_starts as f64),
            criterion: Some(best).filter(|best| best.is_finite()),
        });
        self.bar.set_position((done * STEPS as f64) as u64);
        self.bar.set_message(message);
        !self.interrupt.is_interrupted()
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
