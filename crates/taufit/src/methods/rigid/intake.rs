//! Logs on their way in: repeated rows are left out, spikes are mended, progress is reported.

use super::progress::{Progress, Stage, Watch};
use super::settings::RigidSettings;
use crate::diagnostics::{FitDoubt, Warning};
use crate::recording::{Log, Recording};
use crate::signal::{Repeats, Spikes, Thinner, find_repeats, find_spikes, mend_spikes};
use std::sync::{Mutex, PoisonError};

/// Samples by which the repetition of rows is judged.
const HEAD_SAMPLES: usize = 1 << 14;

/// A log whose repeated rows are left out and whose spikes are mended while it is read.
pub(super) struct Intake<'a, L> {
    log: &'a L,
    spike_factor: Option<f64>,
    watch: Watch<'a>,
    /// What the last reading found, a warning per channel.
    found: Mutex<Vec<FitDoubt>>,
    /// Repetition of rows, by the beginning of the log.
    repeats: Option<Repeats>,
}

/// Every log behind its own intake.
pub(super) fn take_in<'a, L: Log>(
    logs: &'a [L],
    settings: &RigidSettings,
    watch: Watch<'a>,
) -> Result<Vec<Intake<'a, L>>, L::Error> {
    let spike_factor = settings.spike_factor;
    let intake = |log: &'a L| {
        let repeats = find_repeats(&log.head(HEAD_SAMPLES)?);
        Ok(Intake { log, spike_factor, watch, found: Mutex::new(Vec::new()), repeats })
    };
    logs.iter().map(intake).collect()
}

impl<L: Log> Intake<'_, L> {
    /// Samples that were mended.
    pub(super) fn n_spikes(&self) -> usize {
        let count = |doubt: &FitDoubt| match doubt {
            FitDoubt::Spikes { count, .. } => *count,
            _ => 0,
        };
        self.found().iter().map(count).sum()
    }

    /// A doubt per channel that had spikes.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let repeated = self.repeats.map(|repeats| FitDoubt::RepeatedRows {
            source: self.log.source().to_owned(),
            percent: 100.0 * repeats.share,
            restamped: repeats.source_period_s.is_some(),
        });
        repeated.into_iter().chain(self.found().iter().cloned()).map(Warning::from).collect()
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Vec<FitDoubt>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, piece: &Recording, spikes: &[Spikes]) {
        let mut found = self.found();
        for Spikes { joint, quantity: of, samples } in spikes {
            let name = &piece.joints[*joint];
            let known = found.iter_mut().find_map(|doubt| match doubt {
                FitDoubt::Spikes { joint, quantity, count, .. }
                    if joint == name && quantity == of =>
                {
                    Some(count)
                }
                _ => None,
            });
            match known {
                Some(count) => *count += samples.len(),
                None => found.push(FitDoubt::Spikes {
                    source: self.log.source().to_owned(),
                    joint: name.clone(),
                    quantity: of,
                    count: samples.len(),
                    t_s: piece.t_s[samples[0]],
                }),
            }
        }
    }
}

impl<L: Log> Log for Intake<'_, L> {
    type Error = L::Error;

    fn source(&self) -> &str {
        self.log.source()
    }

    fn read(
        &self,
        take: &mut dyn FnMut(&Recording) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error> {
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
            (self.watch)(Progress { stage, source, n_done, n_samples: None });
            // Channels of unequal length are refused behind; here they would be out of bounds.
            let factor = self.spike_factor.filter(|_| is_whole);
            let spikes = factor.map_or(Vec::new(), |factor| find_spikes(piece, factor));
            if spikes.is_empty() {
                return take(piece);
            }
            self.note(piece, &spikes);
            take(&mend_spikes(piece, &spikes))
        })
    }
}
