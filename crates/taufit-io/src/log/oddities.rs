//! What is odd about the samples of a log, counted while they pass.

use taufit::Warning;

/// Counts, and where each kind occurred first.
#[derive(Debug, Default)]
pub(super) struct Oddities {
    absent: Option<Place>,
    backwards: Option<(Place, f64, f64)>,
    /// Time of the sample before \[s\].
    last_t_s: Option<f64>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    count: u64,
    /// Number of the first record.
    first: u64,
}

impl Oddities {
    /// Looks at a sample, time first; `number` is that of its record.
    pub(super) fn look(&mut self, number: u64, row: &[f64]) {
        let absent = row.iter().filter(|value| !value.is_finite()).count() as u64;
        if absent > 0 {
            self.absent.get_or_insert(Place { count: 0, first: number }).count += absent;
        }
        let t_s = row.first().copied().unwrap_or_default();
        if let Some(before_s) = self.last_t_s.filter(|before_s| t_s < *before_s) {
            let first = (Place { count: 0, first: number }, t_s, before_s);
            self.backwards.get_or_insert(first).0.count += 1;
        }
        self.last_t_s = Some(t_s);
    }

    /// Time of the last sample \[s\], if there was any.
    pub(super) fn last_t_s(&self) -> Option<f64> {
        self.last_t_s
    }

    /// A doubt about values that are no numbers.
    pub(super) fn absent(&self, record: &'static str) -> Option<Warning> {
        let doubt = |Place { count, first }| Warning::AbsentNumbers { count, record, first };
        self.absent.map(doubt)
    }

    /// A doubt about time.
    pub(super) fn backwards(&self, record: &'static str) -> Option<Warning> {
        let doubt = |(Place { count, first }, t_s, before_s)| Warning::TimeRunsBackwards {
            count,
            record,
            first,
            t_s,
            before_s,
        };
        self.backwards.map(doubt)
    }
}
