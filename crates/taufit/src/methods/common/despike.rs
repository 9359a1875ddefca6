//! Logs on their way in: repeated rows are left out, spikes are mended, progress is reported.

use super::progress::{IdentificationProgress, ProgressCallback, Stage};
use crate::diagnostics::{FitWarning, Result, Warning};
use crate::recording::{Log, Recording};
use crate::signal::{
    Repeats, Spikes, Thinner, find_repeats, find_spikes, find_stamp_outliers, mend_spikes,
    mend_stamps,
};
use std::sync::{Mutex, PoisonError};

/// Samples that stick out of their neighbours by so many times what all but one percent do are spikes, where no
/// other factor is given.
pub(in crate::methods) const SPIKE_FACTOR: f64 = 8.0;
/// Samples by which the repetition of rows is judged.
const HEAD_SAMPLES: usize = 1 << 14;

/// A log whose repeated rows are left out and whose spikes are mended while it is read.
pub(in crate::methods) struct DespikedLog<'a, L> {
    log: &'a L,
    spike_factor: Option<f64>,
    watch: ProgressCallback<'a>,
    /// Findings of the last pass, a warning per channel.
    found: Mutex<Vec<FitWarning>>,
    /// Repetition of rows, by the beginning of the log.
    repeats: Option<Repeats>,
}

/// Every log with its spikes mended by a factor; `None` leaves them.
pub(in crate::methods) fn despiked<'a, L: Log>(
    logs: impl IntoIterator<Item = &'a L>,
    spike_factor: Option<f64>,
    watch: ProgressCallback<'a>,
) -> Result<Vec<DespikedLog<'a, L>>> {
    let despike = |log: &'a L| {
        let repeats = find_repeats(&log.head(HEAD_SAMPLES)?);
        Ok(DespikedLog { log, spike_factor, watch, found: Mutex::new(Vec::new()), repeats })
    };
    logs.into_iter().map(despike).collect()
}

impl<L: Log> DespikedLog<'_, L> {
    /// Samples that were mended.
    pub(in crate::methods) fn n_spikes(&self) -> usize {
        let count = |finding: &FitWarning| match finding {
            FitWarning::Spikes { count, .. } => *count,
            _ => 0,
        };
        self.found().iter().map(count).sum()
    }

    /// A warning per channel that had spikes.
    pub(in crate::methods) fn warnings(&self) -> Vec<Warning> {
        let repeated = self.repeats.map(|repeats| FitWarning::RepeatedRows {
            source: self.log.source().to_owned(),
            percent: 100.0 * repeats.share,
            restamped: repeats.source_period_s.is_some(),
        });
        repeated.into_iter().chain(self.found().iter().cloned()).map(Warning::from).collect()
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Vec<FitWarning>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts samples of a channel that were mended.
    fn note(&self, channel: String, samples: &[usize], piece: &Recording) {
        let Some(first) = samples.first() else { return };
        let mut found = self.found();
        let known = found.iter_mut().find_map(|finding| match finding {
            FitWarning::Spikes { channel: other, count, .. } if *other == channel => Some(count),
            _ => None,
        });
        match known {
            Some(count) => *count += samples.len(),
            None => found.push(FitWarning::Spikes {
                source: self.log.source().to_owned(),
                channel,
                count: samples.len(),
                t_s: piece.t_s[*first],
            }),
        }
    }

    /// The piece with spikes and stamps mended; nothing where there are none.
    fn mended(&self, piece: &Recording, factor: f64) -> Option<Recording> {
        let (spikes, stamps) = (find_spikes(piece, factor), find_stamp_outliers(&piece.t_s));
        if spikes.is_empty() && stamps.is_empty() {
            return None;
        }
        for Spikes { joint, quantity, samples } in &spikes {
            self.note(format!("{quantity} of joint {:?}", piece.joints[*joint]), samples, piece);
        }
        self.note("time stamps".to_owned(), &stamps, piece);
        let mut mended = mend_spikes(piece, &spikes);
        mend_stamps(&mut mended.t_s, &stamps);
        Some(mended)
    }
}

impl<L: Log> Log for DespikedLog<'_, L> {
    fn source(&self) -> &str {
        self.log.source()
    }

    fn read(&self, take: &mut dyn FnMut(&Recording) -> Result<()>) -> Result<()> {
        self.found().clear();
        let mut n_done = 0;
        let mut thinner = self.repeats.map(Thinner::new);
        self.log.read(&mut |piece| {
            n_done += piece.n_samples();
            let is_whole = piece.check().is_ok();
            let thin = thinner.as_mut().filter(|_| is_whole).map(|thinner| thinner.thin(piece));
            let piece = thin.as_ref().unwrap_or(piece);
            if piece.n_samples() == 0 {
                return Ok(());
            }
            let (stage, source) = (Stage::Reading, self.log.source());
            (self.watch)(IdentificationProgress { stage, source, n_done, n_samples: None });
            // Channels of unequal length are refused behind; here they would be out of bounds.
            let factor = self.spike_factor.filter(|_| is_whole);
            match factor.and_then(|factor| self.mended(piece, factor)) {
                Some(mended) => take(&mended),
                None => take(piece),
            }
        })
    }
}
